"""Coverage of a collection: the cards that are understood, and phrases that keep others out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct, field

from engine.base.records import replace
from engine.cards.card_names import name_key
from engine.cards.collection.importing import Understanding, read_card
from engine.cards.collection.reading import CollectedCard
from engine.cards.model import Card
from engine.cards.oracle.printed import PrintedCard, Refusal
from engine.cards.oracle.understanding import refusals, understand

TYPES = ("Creature", "Planeswalker", "Land", "Artifact", "Enchantment", "Instant", "Sorcery")
"""Types by which cards are counted; a card of several counts for the first of these."""
LONGEST = 6  # words of a phrase that are compared
MOST_PHRASES = 30

Refusing = Callable[[PrintedCard], list[Refusal]]


class CardCount(Struct):
    """A number of cards, and how many of them are understood."""

    cards: int = 0
    understood: int = 0

    def count(self, is_understood: bool) -> None:
        """Add a card."""
        self.cards += 1
        self.understood += is_understood


class BlockingPhrase(Struct, frozen=True):
    """The beginning of refused phrases: `alone` are the cards that nothing else keeps out."""

    words: str
    alone: int
    any: int
    example: str


class Coverage(Struct):
    """Figures of a collection: in all, by type, and of cards with several lines of text."""

    all: CardCount = field(default_factory=CardCount)
    by_type: dict[str, CardCount] = field(default_factory=dict[str, CardCount])
    several_lines: CardCount = field(default_factory=CardCount)
    refused: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    """The phrases or reasons that keep each card out, by the card's name."""

    def figures(self) -> dict[str, object]:
        """Return the figures as JSON data."""
        return {
            "cards": self.all.cards,
            "understood": self.all.understood,
            "by_type": {
                kind: {"cards": share.cards, "understood": share.understood}
                for kind, share in self.by_type.items()
            },
            "two_lines_or_more": {
                "cards": self.several_lines.cards,
                "understood": self.several_lines.understood,
            },
        }


def coverage(
    cards: Iterable[CollectedCard],
    reading: Understanding = understand,
    refusing: Refusing | None = refusals,
) -> Coverage:
    """Return the figures of a collection; without `refusing`, no phrases."""
    found = Coverage(by_type={kind.lower(): CardCount() for kind in (*TYPES, "Other")})
    for each in cards:
        read = read_card(each, reading)
        is_understood = isinstance(read, Card)
        found.all.count(is_understood)
        found.by_type[type_of(each.printed.type_line)].count(is_understood)
        if "\n" in each.printed.text.strip():
            found.several_lines.count(is_understood)
        if isinstance(read, Refusal) and refusing is not None:
            several = [] if each.refusal else refusing(each.printed)
            blocking = [one.phrase or one.reason for one in several or [read]]
            found.refused[each.printed.name] = blocking
    return found


def type_of(line: str) -> str:
    """Return the type by which a card with this type line is counted."""
    kinds = re.split(r" [—-] ", line)[0].split()
    return next((kind.lower() for kind in TYPES if kind in kinds), "other")


def blocking_phrases(
    refused: dict[str, list[str]], most: int = MOST_PHRASES
) -> Iterator[BlockingPhrase]:
    """Yield the beginnings of phrases that keep out most cards alone, each card counted once.

    Longer beginnings are preferred where they keep out nearly as many cards.
    """
    left = {name: [_words(phrase) for phrase in phrases] for name, phrases in refused.items()}
    touched = Counter(
        start for phrases in left.values() for start in {s for p in phrases for s in _starts(p)}
    )
    while left and most:
        alone = Counter(start for phrases in left.values() for start in _common_starts(phrases))
        if not alone:
            return
        start = max(alone, key=lambda each: (alone[each] * (1 - 0.5 ** len(each)), each))
        members = [name for name, phrases in left.items() if start in _common_starts(phrases)]
        yield BlockingPhrase(" ".join(start), alone[start], touched[start], members[0])
        for name in members:
            del left[name]
        most -= 1


def _words(phrase: str) -> tuple[str, ...]:
    return tuple(phrase.lower().split()[:LONGEST])


def _starts(words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    return (words[:length] for length in range(1, len(words) + 1))


def _common_starts(phrases: list[tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    """Return the beginnings that all refused phrases of a card share."""
    first = phrases[0]
    return (
        start
        for start in _starts(first)
        if all(phrase[: len(start)] == start for phrase in phrases)
    )


class Probe(Struct):
    """The result of a probe: the names of the cards with a phrase, by what becomes of them."""

    whole: list[str] = field(default_factory=list[str])  # understood as they are
    finished: list[str] = field(default_factory=list[str])  # would be understood
    kept_out: list[str] = field(default_factory=list[str])  # other phrases keep these out


def probe(
    cards: Iterable[CollectedCard],
    phrase: str,
    readable: str,
    reading: Understanding = understand,
) -> Probe:
    """Find the cards that would be understood if `phrase` were `readable`, a phrase that is."""
    found = Probe()
    pattern = re.compile(re.escape(phrase), re.IGNORECASE)
    for each in cards:
        if each.refusal or not pattern.search(each.printed.text):
            continue
        changed = replace(each.printed, text=pattern.sub(_as_capital(readable), each.printed.text))
        if isinstance(read_card(each, reading), Card):
            found.whole.append(each.printed.name)
        elif isinstance(read_card(replace(each, printed=changed), reading), Card):
            found.finished.append(each.printed.name)
        else:
            found.kept_out.append(each.printed.name)
    return found


def _as_capital(readable: str) -> Callable[[re.Match[str]], str]:
    """Return a replacement that begins with a capital letter where the phrase does."""
    capital = readable[:1].upper() + readable[1:]
    return lambda match: capital if match[0][:1].isupper() else readable


def find_card(cards: Iterable[CollectedCard], name: str) -> CollectedCard | None:
    """Return the card of a collection with a name, or one of whose faces has it."""
    key = name_key(name)
    for each in cards:
        if key in map(name_key, (each.printed.name, *each.names)):
            return each
    return None
