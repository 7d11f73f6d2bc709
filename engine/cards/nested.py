"""What is within what: effects within effects, that happen under a condition, on payment, or later, and records within records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import cast

from engine.cards.model import Ability, AnyEffect, Card, Cast, Clash, Damage, Delayed, If, May
from engine.cards.terms import Record

Found = tuple[str, Record]
"""Where a record stands in a card file, and the record."""


def flat(effects: Iterable[AnyEffect], *, later: bool = True) -> Iterator[AnyEffect]:
    """The effects and those that they lead to; without `later` only what happens at once. Reflexive triggers speak for themselves."""
    for effect in effects:
        yield effect
        if isinstance(effect, If | May | Clash):
            yield from flat(effect.then + effect.otherwise, later=later)
        elif isinstance(effect, Damage):
            yield from (Damage(amount=share.amount, to=share.to, by=effect.by) for share in effect.beside)
        elif isinstance(effect, Cast):
            yield from flat(effect.otherwise, later=later)
        elif later and isinstance(effect, Delayed):
            yield from flat(effect.then)


def parts(node: Record, where: str) -> Iterator[Found]:
    """Every record of a card's data with its place, from the given one down."""
    yield where, node
    for field in node.__struct_fields__:
        value = getattr(node, field)
        if isinstance(value, Record):
            yield from parts(value, f"{where}.{field}")
        elif isinstance(value, tuple):
            entries = cast("tuple[object, ...]", value)
            for number, entry in enumerate(entries, 1):
                if isinstance(entry, Record):
                    yield from parts(entry, f"{where}.{field}.{number}")


def own_parts(node: Record, where: str) -> Iterator[Found]:
    """As `parts`, but without abilities and tokens that are made, whose targets and X are their own."""
    yield where, node
    for field in node.__struct_fields__:
        value = getattr(node, field)
        is_list = isinstance(value, tuple)
        entries = cast("tuple[object, ...]", value) if is_list else (value,)
        for number, entry in enumerate(entries, 1):
            if isinstance(entry, Record) and not isinstance(entry, Ability | Card):
                yield from own_parts(entry, f"{where}.{field}{f'.{number}' if is_list else ''}")
