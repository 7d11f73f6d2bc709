"""What is within what: effects within effects, that happen under a condition, on payment, or
later, and records within records.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import cast

from engine.cards import model as m
from engine.cards.terms import Record

Found = tuple[str, Record]  # where a record stands in a card file, and the record


def flat(effects: Iterable[m.AnyEffect], *, later: bool = True) -> Iterator[m.AnyEffect]:
    """The effects and those that they lead to; without `later` only what happens at once.

    Reflexive triggers speak for themselves.
    """
    for effect in effects:
        yield effect
        if isinstance(effect, m.If | m.May | m.Clash):
            yield from flat(effect.then + effect.otherwise, later=later)
        elif isinstance(effect, m.Damage):
            yield from (
                m.Damage(amount=share.amount, to=share.to, by=effect.by) for share in effect.beside
            )
        elif isinstance(effect, m.Cast):
            yield from flat(effect.otherwise, later=later)
        elif later and isinstance(effect, m.Delayed):
            yield from flat(effect.then)


def lists(node: Record) -> Iterator[tuple[str, tuple[m.AnyEffect, ...], tuple[m.Target, ...]]]:
    """Each list of effects that an ability, or a reflexive trigger, has itself: its place, the
    effects and the targets that they share.
    """
    if isinstance(node, m.Spell | m.Activated | m.Triggered):
        yield "effects", node.effects, node.targets
        yield from (
            (f"modes.{number}.effects", mode.effects, node.targets + mode.targets)
            for number, mode in enumerate(node.modes, 1)
        )
    elif isinstance(node, m.Replace | m.WhenDone):
        yield "then", node.then, node.targets if isinstance(node, m.WhenDone) else ()


def entries(node: Record) -> Iterator[tuple[str, str, object]]:
    """All that a record's fields hold, entries of lists one by one: the field, the place within
    the record, and the value.
    """
    for field in node.__struct_fields__:
        value = getattr(node, field)
        if isinstance(value, tuple):
            yield from (
                (field, f"{field}.{number}", entry)
                for number, entry in enumerate(cast("tuple[object, ...]", value), 1)
            )
        else:
            yield field, field, value


def words(node: Record) -> Iterator[tuple[str, str, str]]:
    """Every word of a record with its field and its place, those of other records within it left
    out.
    """
    return (
        (field, place, entry) for field, place, entry in entries(node) if isinstance(entry, str)
    )


def parts(node: Record, where: str, without: tuple[type[Record], ...] = ()) -> Iterator[Found]:
    """Every record of a card's data with its place, from the given one down; nothing of what is
    one of the kinds `without`.
    """
    yield where, node
    for _, place, entry in entries(node):
        if isinstance(entry, Record) and not isinstance(entry, without):
            yield from parts(entry, f"{where}.{place}", without)


def own_parts(node: Record, where: str) -> Iterator[Found]:
    """As `parts`, but without abilities and tokens that are made, whose targets and X are their
    own.
    """
    return parts(node, where, (m.Ability, m.Card))


def walk(node: Record) -> Iterator[Record]:
    """Every record of a card's data, from the given one down."""
    return (part for _, part in parts(node, ""))
