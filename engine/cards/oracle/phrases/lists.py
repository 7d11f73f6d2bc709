"""Lists of words: colors, card types, subtypes, keywords."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.cards.oracle.grammar import GRAMMAR, Reader, Reading, Writer, Written
from engine.cards.text.words import listed, number_word

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


_TEENS = "eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty"
NUMBERS = {number_word(number): number for number in range(1, 11)} | {
    word: number for number, word in enumerate(_TEENS.split(), 11)
}
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
        while end < len(reader.tokens) and reader.tokens[end] not in (".", ":", ";", '"'):
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
