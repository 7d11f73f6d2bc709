"""Deck lists in every format, their problems, and the decks that come with the game."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import model
from engine.cards.checks.nested import walk
from engine.cards.checks.restrictions import Restriction
from engine.cards.decks.files import shipped_decks
from engine.cards.decks.legality import DeckRules, check, colors_of
from engine.cards.decks.lists import Decklist, cards_of, load_deck, read_deck, write_deck
from engine.cards.library import library
from engine.variant.loading import load

BEARS = ((4, "Grizzly Bears"), (2, "Giant Growth"))
ELVES = ((3, "Llanowar Elves"),)

PLAIN = """\
# A deck for the forest
Creatures (4)
4x Grizzly Bears

Spells:
1 Giant Growth
1 giant growth   # counts as the same card

Sideboard
3 Llanowar Elves
"""

ARENA = """\
About
Name Bear Force

Deck
4 Grizzly Bears (M10) 186
2 Giant Growth (10E) 266p

Sideboard
3 Llanowar Elves (dom) 168
"""

MTGO = """\
4 Grizzly Bears
2 Giant Growth

SIDEBOARD:
3 Llanowar Elves
"""

DEC = """\
// Deck file for Magic Workstation
// NAME : Bear Force
// CREATOR : Somebody
// Creatures
    4 [10E] Grizzly Bears
// Spells
    2 [10E] Giant Growth
// Sideboard
SB:  3 [10E] Llanowar Elves
"""

XMAGE = """\
NAME:Bear Force
AUTHOR:Somebody
4 [M10:186] Grizzly Bears
2 [10E:266] Giant Growth
SB: 3 [DOM:168] Llanowar Elves
LAYOUT MAIN:(1,2)(CMC,false,50)|([M10:186],[10E:266])
LAYOUT SIDEBOARD:(1,1)(NONE,false,50)|([DOM:168])
"""

FORGE = """\
[metadata]
Name=Bear Force
Deck Type=constructed
[Avatar]

[Main]
4 Grizzly Bears|M10|1
2 Giant Growth+|10E
[Sideboard]
3 Llanowar Elves|DOM
"""


@pytest.mark.parametrize(
    ("text", "name"),
    [
        pytest.param(PLAIN, "", id="plain text"),
        pytest.param(ARENA, "Bear Force", id="Arena"),
        pytest.param(MTGO, "", id="MTGO"),
        pytest.param(DEC, "Bear Force", id="Magic Workstation"),
        pytest.param(XMAGE, "Bear Force", id="XMage"),
        pytest.param(FORGE, "Bear Force", id="Forge"),
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["unix", "windows"])
def test_each_format_gives_the_same_deck(text: str, name: str, end: str) -> None:
    assert read_deck(text.replace("\n", end)) == Decklist(name, BEARS, ELVES)


def test_a_short_group_after_the_only_gap_is_mtgos_sideboard() -> None:
    main = "".join(f"4 {name}\n" for name in library().names()[:15])

    deck = read_deck(main + "\n3 Lightning Bolt\n")

    assert sum(copies for copies, _ in deck.main) == 60
    assert deck.sideboard == ((3, "Lightning Bolt"),)


def test_a_group_after_the_only_gap_too_large_for_a_sideboard_is_of_the_deck() -> None:
    names = library().names()
    main = "".join(f"4 {name}\n" for name in names[:15])

    largest = read_deck(main + "\n" + "".join(f"1 {name}\n" for name in names[20:35]))
    larger = read_deck(main + "\n" + "".join(f"1 {name}\n" for name in names[20:36]))

    assert (len(largest.main), len(largest.sideboard)) == (15, 15)
    assert (len(larger.main), len(larger.sideboard)) == (31, 0)


def test_a_list_that_marks_its_sideboard_has_no_other() -> None:
    main = "".join(f"4 {name}\n" for name in library().names()[:15])

    deck = read_deck(main + "\n3 Lightning Bolt\nSB: 2 Giant Growth\n")

    assert sum(copies for copies, _ in deck.main) == 63
    assert deck.sideboard == ((2, "Giant Growth"),)


def test_blank_lines_between_groups_of_a_plain_list_begin_no_sideboard() -> None:
    names = library().names()
    short = read_deck("4 Grizzly Bears\n\n2 Giant Growth\n")
    grouped = read_deck(
        "".join(f"4 {name}\n" for name in names[:15]) + "\n2 Lightning Bolt\n\n2 Giant Growth\n"
    )

    assert short.main == BEARS
    assert short.sideboard == grouped.sideboard == ()


@pytest.mark.parametrize("written", ["Dead // Gone", "Dead/Gone", "dead//gone", "Dead / Gone"])
def test_a_split_card_is_found_however_its_halves_are_divided(written: str) -> None:
    assert read_deck(f"2 {written}").main == ((2, "Dead // Gone"),)


def test_what_stands_beside_the_deck_is_left_out() -> None:
    deck = read_deck(
        "Companion\n1 Lightning Bolt\n\nDeck\n4 Grizzly Bears\n\nSideboard\n1 Lightning "
        "Bolt\n\nMaybeboard\n4 Giant Growth\n"
    )

    assert deck == Decklist("", ((4, "Grizzly Bears"),), ((1, "Lightning Bolt"),))


def test_every_bad_line_is_reported_at_once_and_the_good_ones_are_kept() -> None:
    deck = read_deck(
        (
            "4 Grizzly Bears\n4 Grizzley Baers\nGiant Growth\n0 White Knight\n2 Xyzzy Plugh "
            "Qwfp\n[Extras]\n"
        ),
        "mine.txt",
    )

    assert deck.main == ((4, "Grizzly Bears"),)
    assert [(problem.file, problem.where) for problem in deck.problems] == [
        ("mine.txt", f"line {number}") for number in range(2, 7)
    ]
    misspelt, no_number, none, unknown, heading = deck.problems
    assert misspelt.found == "'Grizzley Baers'"
    assert "'Grizzly Bears'" in misspelt.hint
    assert "number of copies" in no_number.allowed
    assert (none.found, none.allowed) == ("0 copies", "from 1 to 999 copies on a line")
    assert (unknown.found, unknown.allowed, unknown.hint) == (
        "'Xyzzy Plugh Qwfp'",
        "the name of a known card",
        "",
    )
    assert "'Sideboard'" in heading.allowed
    assert str(misspelt).startswith(
        "mine.txt: line 2: found 'Grizzley Baers'; allowed: the name of a known card"
    )


def test_an_endless_number_of_copies_is_a_problem() -> None:
    deck = read_deck("99999999999999999999 Grizzly Bears")

    assert deck.main == ()
    assert [problem.where for problem in deck.problems] == ["line 1"]


def test_a_list_without_cards_is_a_problem() -> None:
    (problem,) = read_deck("// NAME: Nothing\n", "empty.txt").problems

    assert (problem.file, problem.found) == ("empty.txt", "no cards")


@pytest.mark.slow
@given(st.text())
def test_no_text_makes_the_reader_fail(text: str) -> None:
    deck = read_deck(text)

    assert deck.problems or deck.main or deck.sideboard


@pytest.mark.slow
@given(
    st.lists(
        st.tuples(st.integers(1, 999), st.sampled_from(library().names())),
        min_size=1,
        max_size=20,
        unique_by=lambda entry: entry[1],
    ),
    st.lists(
        st.tuples(st.integers(1, 15), st.sampled_from(library().names())),
        max_size=5,
        unique_by=lambda entry: entry[1],
    ),
    st.sampled_from(["", "Bear Force", "Deck: 4 Bears // and more"]),
)
def test_a_written_deck_reads_back_equal(
    main: list[tuple[int, str]], sideboard: list[tuple[int, str]], name: str
) -> None:
    deck = Decklist(
        name, tuple(main), tuple(sideboard), plan="Win with bears: all of them." if name else ""
    )

    assert read_deck(write_deck(deck)) == deck


def test_a_file_without_a_name_in_it_is_named_after_itself(tmp_path: Path) -> None:
    path = tmp_path / "bears.dec"
    path.write_bytes("4 Grizzly Bears\n// für den Wald\n".encode("cp1252"))

    assert load_deck(path) == Decklist("bears", ((4, "Grizzly Bears"),))


def test_a_file_that_cannot_be_read_is_a_problem_not_a_crash(tmp_path: Path) -> None:
    binary = tmp_path / "picture.dck"
    binary.write_bytes(b"\x89PNG\0\0")

    missing = load_deck(tmp_path / "missing.txt").problems[0]
    assert missing.file == str(tmp_path / "missing.txt")
    assert missing.found == "a missing file"
    assert load_deck(tmp_path).problems
    assert load_deck(binary).problems[0].found == "a binary file"


def test_the_cards_of_a_deck_are_its_main_deck_one_by_one() -> None:
    deck = read_deck(PLAIN)

    assert [card.name for card in cards_of(deck)] == ["Grizzly Bears"] * 4 + ["Giant Growth"] * 2


# --- The decks that come with the game ------------------------------------------------------------


STRICTEST = DeckRules(lands=False, one_color=True, forbid=get_args(Restriction))


MADE_FOR_ANY = [name for name, file in shipped_decks().items() if not load_deck(file).variant]


@pytest.mark.parametrize("name", sorted(shipped_decks().keys() - set(MADE_FOR_ANY)))
def test_a_deck_made_for_a_variant_is_legal_there_and_has_a_plan(name: str) -> None:
    deck = load_deck(shipped_decks()[name])

    assert deck.problems == ()
    assert check(cards_of(deck), load(deck.variant).deck) == []
    assert deck.plan.endswith(".")
    assert name.startswith(deck.variant.replace("_", "-"))


@pytest.mark.rule("C-7", "C-8", "C-9")
@pytest.mark.parametrize("name", MADE_FOR_ANY)
def test_a_shipped_deck_is_legal_and_has_a_plan(name: str) -> None:
    deck = load_deck(shipped_decks()[name])
    cards = cards_of(deck)

    assert deck.problems == ()
    assert len(cards) == 60
    assert check(cards, STRICTEST) == []
    assert deck.name
    assert deck.plan.endswith(".")
    assert 18 <= len(deck.main) <= 22
    assert 30 <= sum("Creature" in card.types for card in cards) <= 36


def test_there_is_a_shipped_deck_of_each_colour() -> None:
    colors = [
        frozenset[str]().union(*map(colors_of, cards_of(load_deck(file))))
        for file in map(shipped_decks().__getitem__, MADE_FOR_ANY)
    ]

    assert sorted(colors, key=sorted) == [{"black"}, {"blue"}, {"green"}, {"red"}, {"white"}]


def test_together_the_shipped_decks_use_what_the_game_is_about() -> None:
    cards = {card for name in MADE_FOR_ANY for card in cards_of(load_deck(shipped_decks()[name]))}
    records = [record for card in cards for record in walk(card)]
    keywords = {
        word
        for record in records
        if isinstance(record, model.Card | model.Change)
        for word in record.keywords
    }
    effects = {type(record) for record in records if isinstance(record, model.Effect)}
    kinds = {kind for card in cards for kind in card.types}

    assert {
        f"{land}walk" for land in ("plains", "island", "swamp", "mountain", "forest")
    } <= keywords
    assert {
        "flying",
        "first strike",
        "trample",
        "vigilance",
        "haste",
        "protection from black",
        "protection from red",
    } <= keywords
    assert {model.Regenerate, model.Counter, model.Draw, model.Destroy, model.Damage} <= effects
    assert {"Artifact", "Enchantment", "Instant", "Sorcery", "Planeswalker"} <= kinds
    assert any("Aura" in card.subtypes for card in cards)
    assert any("{X}" in card.cost for card in cards)
    assert any("Creature" in card.types and _makes_mana(card) for card in cards)
    assert any(card.types == ("Artifact",) and _makes_mana(card) for card in cards)
    assert any(_rules_the_whole_map(card) for card in cards)


def _makes_mana(card: model.Card) -> bool:
    return any(isinstance(record, model.AddMana) for record in walk(card))


def _rules_the_whole_map(card: model.Card) -> bool:
    return card.types == ("Enchantment",) and any(
        isinstance(ability, model.Static) and ability.what != "attached"
        for ability in card.abilities
    )


def test_a_list_saved_as_utf_16_is_read(tmp_path: Path) -> None:
    file = tmp_path / "wide.txt"
    file.write_bytes("4 Grizzly Bears\r\n".encode("utf-16"))
    deck = load_deck(file)
    assert (deck.main, deck.problems) == (((4, "Grizzly Bears"),), ())
