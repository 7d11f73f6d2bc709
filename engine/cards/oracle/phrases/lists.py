"""Lists of words: colors, card types, subtypes, keywords."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from engine.base.english import listed, number_word
from engine.base.records import replace
from engine.cards.oracle.grammar import (
    GRAMMAR,
    Reader,
    Reading,
    Writer,
    Written,
    category,
)
from engine.cards.oracle.references import Said
from engine.cards.terms import Exists, Filter, Not

JOINERS = {
    "or": ("or",),
    "and": ("and",),
    "and-or": ("and / or",),
    "one": ("or",),
    "many": ("and", "or"),
}
"""Words that join a list, the written one first: by name, or by the number of its nouns."""


def _joiners(mode: str) -> tuple[str, ...]:
    number, _, joiner = mode.partition("/")
    return JOINERS[joiner or number or "one"]


class Listed:
    """A list of phrases of a category, as a tuple: "a, b, or c".

    The mode is the number of its nouns, and after a slash the word that joins them if it isn't the
    usual one ("or" for one, "and" for many): "one/and".
    """

    def __init__(self, category: str) -> None:
        self._category = category

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the lists that begin at a place."""
        number = mode.partition("/")[0]
        for first in reader.read(self._category, at, number):
            yield Reading((first.value,), first.end, first.person)
            yield from self._more(reader, (first.value,), first.end, number, _joiners(mode))

    def _more(
        self, reader: Reader, items: tuple[Any, ...], at: int, number: str, joiners: tuple[str, ...]
    ) -> Iterator[Reading]:
        comma = reader.word(at) == ","
        after = at + comma
        for joiner in joiners if not comma or len(items) > 1 else ():
            start = reader.at_words(after, joiner)
            if start is not None:
                for last in reader.read(self._category, start, number):
                    yield Reading((*items, last.value), last.end)
        if comma:
            for item in reader.read(self._category, after, number):
                yield from self._more(reader, (*items, item.value), item.end, number, joiners)

    def write(self, writer: Writer, value: Any, said: Any, mode: str) -> Written | None:
        """Return a tuple as a list."""
        number = mode.partition("/")[0]
        words: list[str] = []
        for item in value if isinstance(value, tuple) else ():  # type: ignore[misc]
            written = writer.write(self._category, item, said, number)
            if written is None:
                return None
            words.append(written.text)
        return Written(listed(words, _joiners(mode)[0]), said) if words else None


def list_of(name: str, category: str) -> None:
    """Add the category of lists of another category's phrases."""
    GRAMMAR.categories[name] = Listed(category)


NUMBERS = {number_word(number): number for number in range(1, 21)}
"""Numbers by their words."""


class CounterKind:
    """The kind of a counter: "+1/+1", "charge"."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the word before "counter" at a place."""
        word = reader.word(at)
        if reader.word(at + 1) in ("counter", "counters") and (
            word.isalpha() or word[:1] in ("+", "-")
        ):
            yield Reading(word, at + 1)

    def write(self, writer: Writer, value: Any, said: Any, mode: str) -> Written | None:
        """Return the kind."""
        return Written(value, said) if isinstance(value, str) and value not in NOT_PUT else None


NOT_PUT = frozenset({"", "energy", "poison"})
"""Kinds of counters that players get; the others are put on objects."""


class Name:
    """The name of a card or token after "named", up to the next mark or word of the grammar."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the names that begin at a place."""
        end = at
        # two names are not one, whether "or" stands between them or each has its own "named"
        marks = ("", ".", ":", ";", '"', "named", "or")
        while reader.word(end) not in marks:
            end += 1
            token = reader.tokens[end - 1]
            if token[0].isupper():
                yield Reading(
                    " ".join(reader.tokens[at:end]).replace(" ,", ",").replace(" 's", "'s"), end
                )
            elif end == at + 1:
                return

    def write(self, writer: Writer, value: Any, said: Any, mode: str) -> Written | None:
        """Return the name."""
        return Written(value, said) if isinstance(value, str) and value else None


GRAMMAR.categories["counter-kind"] = CounterKind()
GRAMMAR.categories["name"] = Name()


# --- Numbers of objects ---------------------------------------------------------------------------


class Bounds(Struct, frozen=True):
    """The least and greatest number of objects, or a number that there must not be."""

    at_least: int = 1
    at_most: int | None = None
    fewer: bool = False


@category("bounds")
class BoundsPhrase:
    """A number of objects before their noun: "three or more", "no", "exactly one"."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the bounds at a place; the person is the number of the noun."""
        if reader.word(at) == "no":
            yield Reading(Bounds(0, 0), at + 1, "many")
        if (end := reader.at_words(at, "exactly")) is not None and reader.word(end) in NUMBERS:
            number = NUMBERS[reader.word(end)]
            yield Reading(Bounds(number, number), end + 1, "one" if number == 1 else "many")
        if (end := reader.at_words(at, "fewer than")) is not None and reader.word(end) in NUMBERS:
            yield Reading(Bounds(NUMBERS[reader.word(end)], fewer=True), end + 1, "many")
        if (end := reader.at_words(at, "at least")) is not None and reader.word(end) in NUMBERS:
            yield Reading(Bounds(NUMBERS[reader.word(end)]), end + 1, "many")
        if reader.word(at) in NUMBERS:
            number = NUMBERS[reader.word(at)]
            if (end := reader.at_words(at + 1, "or more")) is not None:
                yield Reading(Bounds(number), end, "many")
            if (end := reader.at_words(at + 1, "or fewer")) is not None:
                yield Reading(Bounds(0, number), end, "many")

    def write(self, writer: Writer, value: Bounds, said: Said, mode: str) -> Written | None:
        """Return bounds in words."""
        low, high = value.at_least, value.at_most
        if value.fewer:
            return Written(f"fewer than {number_word(low)}", said, "many")
        if high is None:
            return Written(f"{number_word(low)} or more", said, "many")
        if high == 0:
            return Written("no", said, "many")
        if low == high:
            return Written(f"exactly {number_word(low)}", said, "one" if low == 1 else "many")
        return Written(f"{number_word(high)} or fewer", said, "many") if low == 0 else None


def of_bounds(bounds: Bounds) -> Any:
    """Return the condition that there are so many objects of any kind."""
    condition = Exists(of=Filter(), at_least=bounds.at_least, at_most=bounds.at_most)
    return Not(condition=condition) if bounds.fewer else condition


def about(condition: Any, of: Filter) -> Any:
    """Return a condition about a number of objects, with these objects."""
    if isinstance(condition, Not):
        return Not(condition=about(condition.condition, of))
    return replace(condition, of=of)
