"""Guesses at what was meant by a misspelled name, and what they cost at most."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from engine.base import nearest as nearest_module
from engine.base.nearest import LONGEST, MOST_GUESSES, Guesses, likeness, nearest
from engine.cards import library as library_module
from engine.cards.decks.lists import read_deck
from tests.forms import only_as_written
from tui.settings import keymap, settings

KNOWN = ("flying", "first strike", "trample", "vigilance")


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("tramplle", ["trample"]),
        ("flyign", ["flying"]),
        ("zzz", []),
        ("", []),
        ("trample" * LONGEST, []),
    ],
)
def test_the_nearest_word_is_a_slip_away(word: str, found: list[str]) -> None:
    assert nearest(word, KNOWN) == found


def test_likeness_is_one_for_equals_and_nothing_for_strangers() -> None:
    assert (likeness("bear", "bear"), likeness("bear", "zzzz")) == (1, 0)


def test_there_are_only_so_many_guesses_in_one_text() -> None:
    guesses = Guesses(2)
    assert [guesses.of("tramplle", KNOWN) for _ in range(3)] == ["trample", "trample", ""]


@pytest.fixture
def compared(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The words that are compared with known ones from now on."""
    words: list[str] = []

    def count(word: str, known: Collection[str], most: int = 1, cutoff: float = 0.6) -> list[str]:
        words.append(word)
        return nearest(word, known, most, cutoff)

    for module in (nearest_module, library_module):
        monkeypatch.setattr(module, "nearest", count)
    return words


@only_as_written(
    "C calls what it imports without looking for it by its name, where a test may put something "
    "else"
)
def test_of_a_deck_of_unknown_names_a_few_are_compared(compared: list[str]) -> None:
    text = "\n".join(f"1 Grizly Bears of the {number}th" for number in range(2_500))
    assert len(text) > 60_000
    deck = read_deck(text)
    assert len(deck.problems) == len(deck.missing) == 2_500
    assert len(compared) == MOST_GUESSES


@only_as_written(
    "C calls what it imports without looking for it by its name, where a test may put something "
    "else"
)
def test_of_a_keymap_and_settings_of_unknown_names_a_few_are_compared(compared: list[str]) -> None:
    names = {f"palete{number}": "x" for number in range(500)}
    assert len(settings.settings_of(names)[1]) == 500
    assert len(keymap.keymap_of({"table": names})[1]) >= 500
    assert len(compared) == 2 * MOST_GUESSES
