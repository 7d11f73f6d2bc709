"""Guesses at misspelled names, for the words "did you mean".

Names come from files of players, so the cost of a guess is limited: long words are not compared at
all, and only the first few misspelled names of a text are.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from importlib import import_module
from typing import Any

ALIKE = 0.6  # lowest similarity of a guess, from 0 to 1
LONGEST = 200  # length of a word that is compared; no name is longer
MOST_GUESSES = 10  # misspelled names of a text that are compared with the known ones


def nearest(word: str, known: Collection[str], most: int = 1, cutoff: float = ALIKE) -> list[str]:
    """Return up to `most` known words at least `cutoff` similar to `word`, best first."""
    if not word or len(word) > LONGEST:
        return []
    compare, scorer = _rapidfuzz()
    return [
        found
        for found, *_ in compare.extract(
            word, list(known), scorer=scorer, limit=most, score_cutoff=cutoff
        )
    ]


def likeness(one: str, other: str) -> float:
    """Return the similarity of two words, from 0 to 1; compare `LONGEST` letters."""
    return _rapidfuzz()[1](one[:LONGEST], other[:LONGEST])


class Guesses:
    """The guesses at misspelled names of a text."""

    def __init__(self, most: int = MOST_GUESSES) -> None:
        """Allow guesses at `most` names."""
        self._left = most

    def take(self) -> bool:
        """Count a guess; return False if there have been enough."""
        self._left -= 1
        return self._left >= 0

    def of(self, word: str, known: Collection[str]) -> str:
        """Return the nearest known word, or "" if none is near or the guesses are used up."""
        return next(iter(nearest(word, known)), "") if self.take() else ""


@cache
def _rapidfuzz() -> tuple[Any, Any]:
    """Import rapidfuzz at the first misspelled word: the import takes 20 ms."""
    return import_module("rapidfuzz.process"), import_module(
        "rapidfuzz.distance"
    ).Indel.normalized_similarity
