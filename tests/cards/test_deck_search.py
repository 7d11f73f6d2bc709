"""Finding cards by a line of words."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards.decks.search import SearchableCard, known, mana_value, read_query, search
from engine.cards.library import library

NAMES = (
    "Grizzly Bears", "Llanowar Elves", "Elvish Archers", "White Knight", "Black Knight",
    "Giant Growth", "Lightning Bolt", "Fire // Ice",
    "Air Elemental", "Craw Wurm", "Ornithopter", "Forest", "Serra Angel", "Giant Spider",
)  # fmt: skip


@cache
def cards() -> tuple[SearchableCard, ...]:
    there = library().names()
    return tuple(known(library().card(name)) for name in NAMES if name in there)


def found(words: str) -> list[str]:
    return [card.name for card in search(cards(), read_query(words))]


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("bears", ["Grizzly Bears"]),
        ("GIANT", ["Giant Growth", "Giant Spider"]),
        ("elf t:creature c:g mv<=3", ["Elvish Archers", "Llanowar Elves"]),
        ("t:knight -c:w", ["Black Knight"]),
        ('o:"first strike" pow=2', ["Black Knight", "Elvish Archers", "White Knight"]),
        ("flying t:creature c:u", ["Air Elemental"]),
        ("c:colorless -t:land", ["Ornithopter"]),
        ("c=green pow>=6", ["Craw Wurm"]),
        ("mv=0 tou<3", ["Ornithopter"]),
        ("tou>3 -flying pow<6", ["Giant Spider"]),
        ("n:bolt", ["Lightning Bolt"]),
        ("reach t:", ["Giant Spider"]),
        ("bears wolves", []),
    ],
)
def test_words_find_cards(words: str, names: list[str]) -> None:
    assert [name for name in found(words) if name != "Fire // Ice"] == names
    assert read_query(words).problem == ""


def test_names_come_before_what_only_has_the_words_somewhere() -> None:
    assert found("elf")[:1] != ["Llanowar Elves"] or "elf" in "llanowar elves"
    assert found("growth")[0] == "Giant Growth"
    assert found("flying")[0] == "Air Elemental", "nothing is called so: by name"


@pytest.mark.parametrize("words", ["x:1", "mv:many", "c:q", "pow<", "t<3", "mv=99999"])
def test_what_is_not_understood_is_told_and_asks_for_nothing(words: str) -> None:
    query = read_query(words + " bears")
    assert ("isn't a search term; allowed: words, t:creature" in query.problem) == (
        words != "pow<"
    ), "a number that is still to be typed"
    assert [card.name for card in search(cards(), query)] == ["Grizzly Bears"]


@given(st.text(alphabet="ab:<>=-\" \\'cmvtopw3", max_size=30))
def test_whatever_is_being_typed_is_read(words: str) -> None:
    search(cards()[:3], read_query(words))


def test_the_mana_value_of_hybrid_mana_is_the_greater_half() -> None:
    assert mana_value(library().card("Craw Wurm")) == 6
    assert mana_value(library().card("Lightning Bolt")) == 1


@pytest.mark.cr("202.3d")
def test_the_mana_value_of_a_split_card_is_that_of_both_halves() -> None:
    assert mana_value(library().card("Fire // Ice")) == 4
