"""The closest card to one that isn't in the library: by cost, type and role, not by spelling."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.cards.decks.closest import closest, closest_cards, facts_about, facts_of, not_yet
from engine.cards.decks.lists import read_deck
from engine.cards.decks.search import SearchableCard, known
from engine.cards.library import Library, library, shipped_files
from engine.cards.stores.card_store import RefusedCard, StoreWriter, open_store, write_store
from tui.decks.imported_lists import left_out, told

CARDS = (
    "Llanowar Elves", "Grizzly Bears", "Elvish Archers", "Lightning Bolt", "Counterspell", "Shock",
    "Damnation", "Badlands", "Bayou",
    "Forest", "Serra Angel", "Raging Goblin", "Duress", "Giant Growth", "Icy Manipulator",
)  # fmt: skip


@pytest.fixture(scope="module")
def cards() -> tuple[SearchableCard, ...]:
    there = set(library().names())
    return tuple(known(library().card(name)) for name in CARDS if name in there)


@pytest.mark.parametrize(
    ("missing", "close"),
    [
        ("Arbor Elf", "Llanowar Elves"),
        ("ARBOR ELF", "Llanowar Elves"),
        ("Baneslayer Angel", "Serra Angel"),
        ("Goblin Guide", "Raging Goblin"),
        ("Forbid", "Counterspell"),
        ("Mutilate", "Damnation"),
        ("Gilt-Leaf Palace", "Bayou"),
        ("Show and Tell", ""),
        ("Emrakul, the Aeons Torn", ""),
        ("Grizzly Pears", ""),
    ],
)
def test_the_closest_card_has_the_same_role_at_about_the_same_cost(
    missing: str, close: str, cards: tuple[SearchableCard, ...]
) -> None:
    assert closest(missing, cards) == close


def test_all_facts_can_be_read_and_a_spell_without_a_shared_role_is_never_close(
    cards: tuple[SearchableCard, ...],
) -> None:
    assert len(not_yet()) > 150
    for name in not_yet():
        found, wanted = closest(name, cards), facts_about(name)
        if found and wanted is not None and not {"creature", "land", "planeswalker"} & wanted.types:
            other = facts_of(next(each for each in cards if each.card.name == found))
            assert wanted.roles & other.roles, name


def refusing(monkeypatch: pytest.MonkeyPatch, path: Path, *refused: RefusedCard) -> None:
    """The library, with cards that aren't understood."""

    def fill(writer: StoreWriter) -> None:
        writer.refuse(refused)
        writer.finish()

    write_store(path, fill)
    known = Library(shipped_files())
    known.include_store(open_store(path))
    for module in (
        "engine.cards.library",
        "engine.cards.decks.closest",
        "engine.cards.decks.lists",
    ):
        monkeypatch.setattr(f"{module}.library", lambda: known)


def test_cards_that_arent_understood_are_told_apart_from_unknown_names(
    cards: tuple[SearchableCard, ...], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    riddle = RefusedCard(
        name="Misty Riddle", cost="{U}{U}", type_line="Instant", roles=("counter",),
        phrase="riddle it away",
    )  # fmt: skip
    guard = RefusedCard(
        name="Day Guard // Night Beast", under="Day Guard", cost="{G}", size="1/1",
        type_line="Creature — Elf", reason="double-faced cards can't be read yet", roles=("mana",),
    )  # fmt: skip
    refusing(monkeypatch, tmp_path / "cards.sqlite", riddle, guard)
    deck = read_deck("4 Grizzly Bears\n4 Misty Riddle\n2 Day Guard\n1 Qxqx\n")
    assert told(deck, cards) == [
        "Spellfront knows 4 of your 11 cards.",
        "Not yet: 4 Misty Riddle, 2 Day Guard.",
        "Misty Riddle: 'riddle it away' isn't understood.",
        "Day Guard (Day Guard // Night Beast): double-faced cards can't be read yet.",
        "Closest cards in Spellfront: Counterspell for Misty Riddle, Llanowar Elves for Day Guard.",
        "Unknown names: 1 Qxqx.",
    ]
    assert [problem.hint for problem in deck.problems] == [
        "Misty Riddle isn't understood yet: 'riddle it away'",
        "Day Guard // Night Beast isn't understood yet: double-faced cards can't be read yet",
        "",
    ]


def test_a_second_card_is_named_only_if_it_is_as_close(cards: tuple[SearchableCard, ...]) -> None:
    assert closest_cards("Arbor Elf", cards, 5) == ["Llanowar Elves"]
    assert closest_cards("Grizzly Pears", cards, 5) == []
    assert len(closest_cards("Goblin Guide", (*cards, *cards), 2)) == 2


def test_an_import_talks_like_a_game(
    cards: tuple[SearchableCard, ...], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    refusing(monkeypatch, tmp_path / "cards.sqlite")
    deck = read_deck(
        "4 Grizzly Bears\n4 Arbor Elf\n3 Show and Tell\n1 Arbor Elf\nSideboard\n2 Lightning "
        "Bolt\nnonsense\n"
    )
    assert deck.missing == ((5, "Arbor Elf"), (3, "Show and Tell"))
    assert told(deck, cards) == [
        "Spellfront knows 6 of your 14 cards. The sideboard is kept (2 cards).",
        "Not yet: 5 Arbor Elf, 3 Show and Tell.",
        "Closest cards in Spellfront: Llanowar Elves for Arbor Elf.",
        "Line 7: 'nonsense' can't be read. Expected: a number of copies and a card's name, as in "
        "'4 Grizzly Bears', a heading such as "
        "'Sideboard' or a comment after '//'.",
    ]
    assert left_out(deck) == "8 cards not in Spellfront yet, 1 line not understood"
    assert told(read_deck("4 Grizzly Bears"), cards) == []
