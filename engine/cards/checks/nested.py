"""Effects within effects, and records within records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import cast

from engine.cards import model
from engine.cards.terms import DataRecord

Found = tuple[str, DataRecord]  # place of a record in a card file, and the record


BRANCHING = model.If | model.May | model.Clash | model.FlipCoin | model.SeparatePiles
"""Effects with other effects in `then` and `otherwise`."""


def flat(effects: Iterable[model.AnyEffect], *, later: bool = True) -> Iterator[model.AnyEffect]:
    """Yield effects and the effects nested in them; without `later` only those that happen at once.

    The effects of reflexive triggers aren't included.
    """
    for effect in effects:
        yield effect
        if isinstance(effect, BRANCHING):
            yield from flat(effect.then + effect.otherwise, later=later)
        elif isinstance(effect, model.Damage):
            yield from (
                model.Damage(amount=share.amount, to=share.to, by=effect.by)
                for share in effect.beside
            )
        elif isinstance(effect, model.Cast):
            yield from flat(effect.otherwise, later=later)
        elif isinstance(effect, model.ForEach) or (later and isinstance(effect, model.Delayed)):
            yield from flat(effect.then)


def lists(
    node: DataRecord,
) -> Iterator[tuple[str, tuple[model.AnyEffect, ...], tuple[model.Target, ...]]]:
    """Yield (place, effects, shared targets) for the lists of an ability or reflexive trigger."""
    if isinstance(node, model.Spell | model.Activated | model.Triggered):
        yield "effects", node.effects, node.targets
        yield from (
            (f"modes.{number}.effects", mode.effects, node.targets + mode.targets)
            for number, mode in enumerate(node.modes, 1)
        )
    elif isinstance(node, model.Replace | model.WhenDone):
        yield "then", node.then, node.targets if isinstance(node, model.WhenDone) else ()


def entries(node: DataRecord) -> Iterator[tuple[str, str, object]]:
    """Yield (field, place, value) for all values of a record; the entries of lists one by one."""
    for field in node.__struct_fields__:
        value = getattr(node, field)
        if isinstance(value, tuple):
            yield from (
                (field, f"{field}.{number}", entry)
                for number, entry in enumerate(cast("tuple[object, ...]", value), 1)
            )
        else:
            yield field, field, value


def words(node: DataRecord) -> Iterator[tuple[str, str, str]]:
    """Yield (field, place, word) for all words of a record, without those of nested records."""
    return (
        (field, place, entry) for field, place, entry in entries(node) if isinstance(entry, str)
    )


def parts(
    node: DataRecord, where: str, without: tuple[type[DataRecord], ...] = ()
) -> Iterator[Found]:
    """Yield every record of a card's data with its place, from the given one down.

    Records of the kinds `without` are skipped.
    """
    yield where, node
    for place, entry in _records(node):
        if not isinstance(entry, without):
            yield from parts(entry, f"{where}.{place}", without)


def own_parts(node: DataRecord, where: str) -> Iterator[Found]:
    """Yield `parts` without nested abilities and tokens, which have their own targets and X."""
    return parts(node, where, (model.Ability, model.Card))


def walk(node: DataRecord) -> Iterator[DataRecord]:
    """Yield every record of a card's data, from the given one down."""
    yield node
    for _, entry in _records(node):
        yield from walk(entry)


def _records(node: DataRecord) -> Iterator[Found]:
    """Yield the records in the fields of a record, with their places.

    Checks look at every record of thousands of cards, so places of words aren't made here.
    """
    for field in node.__struct_fields__:
        value: object = getattr(node, field)
        if isinstance(value, DataRecord):
            yield field, value
        elif isinstance(value, tuple):
            for number, entry in enumerate(cast("tuple[object, ...]", value), 1):
                if isinstance(entry, DataRecord):
                    yield f"{field}.{number}", entry
