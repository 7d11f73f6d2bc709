"""Whole abilities of a text, resolved: triggered, activated and static ones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.base.records import replace
from engine.cards.model import Activated, Keyword, Triggered
from engine.cards.oracle.grammar import Reader, Reading, Writer, Written, category
from engine.cards.oracle.others import others_than_host
from engine.cards.oracle.references import Antecedents, Said, UnresolvedError, resolved
from engine.cards.spelling import one_spelling


@category("ability")
class AbilityPhrase:
    """An ability of a permanent, resolved: triggered, activated or static."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the abilities that begin at a place."""
        for abilities in reader.read("abilities", at):
            if len(abilities.value) == 1:
                yield Reading(abilities.value[0], abilities.end)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return an ability in words."""
        if isinstance(value, Triggered):
            return writer.write("triggered", value, said)
        if isinstance(value, Activated):
            return writer.write("activated", value, said)
        if isinstance(value, Keyword):
            return writer.write("card-line", value, said)
        return writer.write("static", value, said)


@category("abilities")
class Abilities:
    """The abilities that one text stands for, as a tuple: two for "enters or attacks"."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the abilities that begin at a place."""
        yield from reader.read("triggered", at)
        for activated in reader.read("activated", at):
            yield Reading((activated.value,), activated.end)
        for statics in reader.read("statics", at):
            for abilities in _settled(statics.value):
                yield Reading(abilities, statics.end)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return an ability in words, or two that differ only in their events."""
        if len(value) == 1:
            return writer.write("ability", value[0], said)
        return writer.write("triggered", value, said) if is_pair(value) else None


def is_pair(abilities: tuple[Any, ...]) -> bool:
    """Return whether two abilities differ only in their events."""
    if len(abilities) != 2 or not all(isinstance(each, Triggered) for each in abilities):
        return False
    first, second = abilities
    return replace(second, when=first.when) == first and second != first


def _settled(ability: Any) -> Iterator[Any]:
    try:
        yield others_than_host(one_spelling(resolved(ability, Antecedents())))
    except UnresolvedError:
        return
