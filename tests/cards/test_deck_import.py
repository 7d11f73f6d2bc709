"""Deck lists that are XML, and what they may not do."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards.decks.lists import Decklist, read_deck, write_arena, write_deck

DEK = """\
<?xml version="1.0" encoding="utf-16"?>
<Deck xmlns:xsd="http://www.w3.org/2001/XMLSchema">
  <NetDeckID>0</NetDeckID>
  <Cards CatID="12" Quantity="4" Sideboard="false" Name="Grizzly Bears" Annotation="0" />
  <Cards CatID="13" Quantity="2" Sideboard="false" Name="Giant Growth" Annotation="0" />
  <Cards CatID="14" Quantity="3" Sideboard="true" Name="Llanowar Elves" Annotation="0" />
</Deck>
"""
COD = """\
<?xml version="1.0" encoding="UTF-8"?>
<cockatrice_deck version="1">
  <deckname>Bears &amp;
    friends</deckname>
  <comments>Be quick.</comments>
  <zone name="main">
    <card number="4" name="Grizzly Bears"/><card number="2" name="Giant Growth"/>
  </zone>
  <zone name="side"><card number="3" name="Llanowar Elves"/></zone>
  <zone name="tokens"><card number="1" name="Saproling"/></zone>
</cockatrice_deck>
"""
MAIN, SIDE = ((4, "Grizzly Bears"), (2, "Giant Growth")), ((3, "Llanowar Elves"),)


def test_mtgos_dek_is_read_whatever_encoding_it_says_it_had() -> None:
    assert read_deck("\ufeff" + DEK) == Decklist("", MAIN, SIDE)


def test_cockatrices_cod_is_read_with_its_name_and_comment() -> None:
    assert read_deck(COD) == Decklist("Bears & friends", MAIN, SIDE, plan="Be quick.")


def test_an_unknown_card_is_told_with_its_line_and_the_nearest_names() -> None:
    deck = read_deck(DEK.replace("Grizzly Bears", "Grizly Bears"), "bears.dek")
    assert deck.main == MAIN[1:]
    assert str(deck.problems[0]).startswith("bears.dek: line 4: found 'Grizly Bears'")
    assert "did you mean 'Grizzly Bears'" in str(deck.problems[0])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            (
                '<!DOCTYPE d [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><Deck><Cards Quantity="1" '
                'Name="&b;"/></Deck>'
            ),
            "found a document type",
        ),
        ('<!DOCTYPE Deck SYSTEM "file:///etc/passwd"><Deck/>', "found a document type"),
        ("<Deck>" * 9, "more than 8 levels deep"),
        ("<Deck>" * 100_000, "more than 8 levels deep"),
        ("<html><body>4 Grizzly Bears</body></html>", "found <html>"),
        ('<Deck><Cards Quantity="4" Name="Grizzly Bears"/>', "invalid XML"),
        ("<", "invalid XML"),
        ('<Deck><Cards Quantity="\u0664" Name="Forest"/></Deck>', "copies"),
        (
            '<Deck><Cards Quantity="99999999999999" Name="Forest"/></Deck>',
            "copies; allowed: from 1 to 999",
        ),
        ('<Deck><Cards Name="Forest"/></Deck>', "no number of copies"),
        ("<Deck/>", "found no cards"),
    ],
)
def test_what_is_no_deck_is_a_problem_and_nothing_else(text: str, words: str) -> None:
    deck = read_deck(text, "a.dek")
    assert deck.main == ()
    assert words in str(deck.problems[0])


@pytest.mark.slow
@given(st.text(alphabet="<>/!?&;\"'= abDeckCardsNme4\x00\n[]-", max_size=80))
def test_no_text_brings_the_reader_down(text: str) -> None:
    for each in (
        text,
        "<" + text,
        f"<Deck>{text}</Deck>",
        f'<Deck><Cards Quantity="4" Name="{text}"/></Deck>',
    ):
        read_deck(each)


def test_a_deck_is_written_as_arena_reads_it() -> None:
    deck = Decklist("Bear Force", MAIN, SIDE)
    assert write_arena(deck) == (
        "About\nName Bear Force\n\nDeck\n4 Grizzly Bears\n2 Giant Growth\n\nSideboard\n3 "
        "Llanowar Elves\n"
    )
    assert read_deck(write_arena(deck)) == deck == read_deck(write_deck(deck))
