"""Words of a card that are too long for a screen: names, subtypes, kinds of counters, costs."""

from __future__ import annotations

from collections.abc import Iterator

from engine.base.schema import Problem
from engine.cards.checks.nested import parts, words
from engine.cards.model import Card


def long_words(card: Card, most: int) -> Iterator[Problem]:
    """Yield a problem for each word with more than `most` letters in a card or its tokens."""
    for where, part in parts(card, card.name[:most]):
        for _, place, word in words(part):
            if len(word) > most:
                yield Problem(
                    where=f"{where}.{place}",
                    found=f"{len(word):,} letters",
                    allowed=f"at most {most}",
                )


def longest_word(card: Card) -> int:
    """Return the number of letters in a card's longest word."""
    return max(len(word) for _, part in parts(card, "") for _, _, word in words(part))
