"""Qualities in the words of keywords: "black", "artifacts" (CR 702.16a, 702.41a)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import get_args

from engine.cards.characteristics import Characteristics
from engine.cards.costs import COLOR_WORDS
from engine.cards.subtypes import TYPE_OF
from engine.cards.terms import Kind, Supertype
from engine.cards.text.words import plural

COLOR_NUMBERS: dict[str, Callable[[int], bool]] = {
    "all colors": lambda number: number > 0,
    "each color": lambda number: number > 0,
    "multicolored": lambda number: number > 1,
    "monocolored": lambda number: number == 1,
    "colorless": lambda number: number == 0,
}
"""Qualities that depend on the number of colors."""


CHOSEN = ("the chosen color", "the chosen type", "the chosen creature type")
"""The words of keywords for a quality chosen as a permanent entered."""


def has_quality(c: Characteristics, quality: str) -> bool:
    """Return whether an object has a quality.

    A quality is a color, type, supertype or subtype, singular or plural, or several together.
    """
    if quality == "everything":
        return True
    return all(
        _is(c, word)
        for word in ((quality,) if quality in COLOR_NUMBERS else quality.lower().split())
    )


def _is(c: Characteristics, word: str) -> bool:
    if word in COLOR_NUMBERS:
        return COLOR_NUMBERS[word](len(c.colors))
    if word in c.colors or word in forms(c.types | c.subtypes | c.supertypes):
        return True
    return c.every_kind and word not in NO_CREATURE_TYPES


@lru_cache(4096)
def forms(words: Iterable[str]) -> frozenset[str]:
    """Return words in singular and plural, in lower case."""
    return frozenset(form.lower() for word in words for form in (word, plural(word)))


NO_CREATURE_TYPES = forms((*get_args(Kind), *get_args(Supertype), *COLOR_WORDS, *TYPE_OF))
"""Words that are not creature types, which a changeling doesn't have (CR 702.73a)."""
