"""Clauses after "you may have": a subject, and verbs without person."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.cards.model import May
from engine.cards.oracle.grammar import (
    GRAMMAR,
    H,
    Predicate,
    Reader,
    Reading,
    Slot,
    Writer,
    Written,
    category,
    phrase,
)
from engine.cards.oracle.phrases.sequences import counted
from engine.cards.oracle.references import Placed, Said

_SUBJECTS = (("player", "", "does-player"), ("things", "many", "does-thing"))


@category("had-clause")
class HadClause:
    """What somebody has done by others: "it deal 2 damage to you", "target player draw a card"."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the clauses at a place, as tuples of effects."""
        for who, number, kind in _SUBJECTS:
            for subject in reader.read(who, at, number):
                if subject.person == "you":
                    continue
                for predicate in reader.read(kind, subject.end, "many"):
                    effects = _placed(predicate.value, subject.value, predicate.end)
                    yield Reading(effects, predicate.end)
                    yield from counted(reader, effects, predicate.end)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return one effect whose subject isn't "you" in words."""
        if len(value) != 1:
            return None
        for rule, meanings in GRAMMAR.phrases("effect").rules_for(value[0]):
            first = rule.elements[0]
            if not isinstance(first, Slot) or not first.subject:
                continue
            subject = writer.write(first.category, meanings[first.name], said, first.mode)
            if subject is None or subject.text in ("", "you"):
                continue
            rest = writer.say(rule.elements[1:], meanings, subject.said, "many")
            if rest is not None:
                return Written(f"{subject.text} {rest.text}", rest.said)
        return None


def _placed(predicate: Predicate, subject: Any, end: int) -> tuple[Any, ...]:
    record = predicate.of(subject)
    several = record if isinstance(record, tuple) else (record,)
    return tuple(Placed(effect, end) for effect in several)  # type: ignore[misc]


phrase("sentence", "you may have <then:had-clause>", May(then=H.then))
