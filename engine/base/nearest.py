"""The nearest of some known names to one that nobody knows: a guess at what was meant, for the
words "did you mean".

Names come from files that players bring, so what a guess costs is limited: long words are not
compared at all, and of one text only the first few misspelled names are.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from importlib import import_module
from typing import Any

ALIKE = 0.6  # the likeness from which one word is a guess at another
LONGEST = 200  # letters of a word that is compared; no name is that long
MOST_GUESSES = 10  # misspelled names of one text that are compared with the known ones


def nearest(word: str, known: Collection[str], most: int = 1, cutoff: float = ALIKE) -> list[str]:
    """Return the known words most like a word, the likest first; none that is less alike than
    `cutoff`.
    """
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
    """Return how alike two words are, from 0 to 1; what is beyond `LONGEST` letters is not
    compared.
    """
    return _rapidfuzz()[1](one[:LONGEST], other[:LONGEST])


class Guesses:
    """The guesses at misspelled names of one text."""

    def __init__(self, most: int = MOST_GUESSES) -> None:
        """`most`: the number of names for which there is a guess."""
        self._left = most

    def take(self) -> bool:
        """Return whether there is a guess at another name, and count it."""
        self._left -= 1
        return self._left >= 0

    def of(self, word: str, known: Collection[str]) -> str:
        """Return the nearest known word; empty if none is near, or there have been enough
        guesses.
        """
        return next(iter(nearest(word, known)), "") if self.take() else ""


@cache
def _rapidfuzz() -> tuple[Any, Any]:
    """Load rapidfuzz at the first misspelled word: loading takes 20 ms, which most launches need
    not spend.
    """
    return import_module("rapidfuzz.process"), import_module(
        "rapidfuzz.distance"
    ).Indel.normalized_similarity
