"""Coverage of a collection: the cards that are understood, and phrases that keep others out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct, field

from engine.base.records import replace
from engine.cards.card_names import name_key
from engine.cards.collection.importing import (
    Refusing,
    Understanding,
    read_card,
    refusals_of,
)
from engine.cards.collection.reading import CollectedCard
from engine.cards.model import Card
from engine.cards.oracle.printed import CardRefusal, PrintedCard
from engine.cards.oracle.understanding import refusals, understand
from engine.cards.oracle.wording import present_wording

TYPES = ("Creature", "Planeswalker", "Land", "Artifact", "Enchantment", "Instant", "Sorcery")
"""Types by which cards are counted; a card of several counts for the first of these."""
LONGEST = 5  # words of a phrase that are compared
MOST_PHRASES = 30


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
    refused: dict[str, list[CardRefusal]] = field(default_factory=dict[str, list[CardRefusal]])
    """The refusals that keep each card out, by the card's name."""

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


def coverage(cards: Iterable[CollectedCard], refusing: Refusing = refusals) -> Coverage:
    """Return the figures of a collection; a card that `refusing` finds nothing in is understood."""
    found = Coverage(by_type={kind.lower(): CardCount() for kind in (*TYPES, "Other")})
    for each in cards:
        refused = refusals_of(each, refusing)
        found.all.count(not refused)
        found.by_type[type_of(each.printed.type_line)].count(not refused)
        if "\n" in each.printed.text.strip():
            found.several_lines.count(not refused)
        if refused:
            found.refused[each.printed.name] = refused
    return found


def first_refusal(printed: PrintedCard) -> list[CardRefusal]:
    """Return the first refusal of a card, which is found sooner than all of them."""
    found = understand(printed)
    return [found] if isinstance(found, CardRefusal) else []


def type_of(line: str) -> str:
    """Return the type by which a card with this type line is counted."""
    kinds = re.split(r" [—-] ", line)[0].split()
    return next((kind.lower() for kind in TYPES if kind in kinds), "other")


def blocking_phrases(
    refused: Mapping[str, Sequence[CardRefusal]], most: int = MOST_PHRASES
) -> list[BlockingPhrase]:
    """Return the beginnings of phrases that keep out most cards alone, each card counted once.

    Long beginnings are preferred: they say more.
    """
    left = {name: [_words(each) for each in lines] for name, lines in refused.items()}
    touched = Counter(
        start for lines in left.values() for start in {s for line in lines for s in _starts(line)}
    )
    found: list[BlockingPhrase] = []
    while len(found) < most:
        alone = Counter(start for lines in left.values() for start in _common_starts(lines))
        if not alone:
            break
        start = max(alone, key=lambda each: (alone[each] * (len(each) - 0.5), each))
        members = [name for name, lines in left.items() if start in _common_starts(lines)]
        example = _example(refused[members[0]][0])
        found.append(BlockingPhrase(" ".join(start), alone[start], touched[start], example))
        for name in members:
            del left[name]
    return sorted(found, key=lambda each: -each.alone)


def _example(refusal: CardRefusal) -> str:
    """Return a card's name and the place in its line where understanding stopped."""
    words = refusal.phrase.split()
    if not words or not refusal.line:
        return refusal.name
    after = len("".join(words))
    letters = [at for at, sign in enumerate(refusal.line) if not sign.isspace()]
    cut = letters[-after] if 0 < after <= len(letters) else 0
    before, rest = refusal.line[:cut].split()[-3:], refusal.line[cut:].split()[:4]
    return f"{refusal.name}: {' '.join([*before, '▸', *rest])}"


def _words(refusal: CardRefusal) -> tuple[str, ...]:
    return tuple((refusal.phrase or refusal.reason).lower().split()[:LONGEST])


def _starts(words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    return (words[:length] for length in range(1, len(words) + 1))


def _common_starts(lines: Sequence[tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    """Return the beginnings that all refused phrases of a card share."""
    return (
        start for start in _starts(lines[0]) if all(line[: len(start)] == start for line in lines)
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
    """Find the cards that would be understood if `phrase` were `readable`, a phrase that is.

    Both are in present wording, in which "this creature" stands for a card's own name.
    """
    found = Probe()
    pattern = _pattern(phrase)
    for each in cards:
        text = "" if each.refusal else "\n".join(present_wording(each.printed))
        if not pattern.search(text):
            continue
        changed = replace(each.printed, text=pattern.sub(_as_capital(readable), text))
        if isinstance(read_card(each, reading), Card):
            found.whole.append(each.printed.name)
        elif isinstance(read_card(replace(each, printed=changed), reading), Card):
            found.finished.append(each.printed.name)
        else:
            found.kept_out.append(each.printed.name)
    return found


def _pattern(phrase: str) -> re.Pattern[str]:
    """Return a pattern for a phrase, also as a refusal puts it: with spaces before marks."""
    found = ""
    for word in phrase.split():
        between = r"\s*" if not word[0].isalnum() or found.endswith((":", "{")) else r"\s+"
        found += between * bool(found) + re.escape(word)
    return re.compile(found, re.IGNORECASE)


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
