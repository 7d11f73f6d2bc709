"""Qualities in the words of keywords: "black", "artifacts" (CR 702.16a, 702.41a)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, get_args

from engine.base.english import plural
from engine.cards.characteristics import Characteristics
from engine.cards.costs import COLOR_WORDS
from engine.cards.subtypes import TYPE_OF
from engine.cards.terms import Kind, Supertype

if TYPE_CHECKING:
    from engine.magic.core.position import AbilityContext, GameObject

COLOR_NUMBERS: dict[str, Callable[[int], bool]] = {
    "all colors": lambda number: number > 0,
    "each color": lambda number: number > 0,
    "multicolored": lambda number: number > 1,
    "monocolored": lambda number: number == 1,
    "colorless": lambda number: number == 0,
}
"""Qualities that depend on the number of colors."""


CHOSEN_COLOR = "the chosen color"
CHOSEN = (CHOSEN_COLOR, "the chosen type", "the chosen creature type")
"""The words of keywords for a quality chosen as a permanent entered."""


def chosen_quality(source: GameObject | None, *, color: bool) -> str:
    """Return the color, or else the type, chosen as an object entered; "" if there is none.

    Nothing was chosen for a permanent that became a copy or was turned face up after it entered, or
    a quality of the other kind; the words for the choice then do nothing (CR 607.5a).
    """
    chosen = source.chosen if source is not None else ""
    return chosen if (chosen in COLOR_WORDS) is color else ""


def quality_chosen(ctx: AbilityContext, source: GameObject | None, *, color: bool) -> str:
    """Return the color or type chosen as a text is followed, else the one chosen for its source."""
    if ctx.word and (ctx.word in COLOR_WORDS) is color:
        return ctx.word
    return chosen_quality(source, color=color)


def has_quality(c: Characteristics, quality: str) -> bool:
    """Return whether an object has a quality.

    A quality is a color, type, supertype or subtype, singular or plural, or several together.
    """
    return quality == "everything" or _has_all(c, quality.lower().split())


def _has_all(c: Characteristics, words: list[str]) -> bool:
    """Return whether an object has every quality in some words; a type may be two words long."""
    return not words or any(
        _is(c, " ".join(words[:number])) and _has_all(c, words[number:])
        for number in range(1, len(words) + 1)
    )


def _is(c: Characteristics, words: str) -> bool:
    if words in COLOR_NUMBERS:
        return COLOR_NUMBERS[words](len(c.colors))
    if words in c.colors or words in forms(c.types | c.subtypes | c.supertypes):
        return True
    return c.every_kind and NO_CREATURE_TYPES.isdisjoint(words.split())


@lru_cache(4096)
def forms(words: Iterable[str]) -> frozenset[str]:
    """Return words in singular and plural, in lower case."""
    return frozenset(form.lower() for word in words for form in (word, plural(word)))


NO_CREATURE_TYPES = forms((*get_args(Kind), *get_args(Supertype), *COLOR_WORDS, *TYPE_OF))
"""Words that are not creature types, which a changeling doesn't have (CR 702.73a)."""
