"""The object that "other" is measured from where that isn't the source.

"Enchanted creature gets +1/+1 for each other creature you control": other than that creature. The
Aura is no creature, so it is never counted anyway.
"""

from __future__ import annotations

from typing import Any

from msgspec import json

from engine.base.records import class_of, field_names, is_tuple, replace
from engine.cards.model import AnyAbility, Card, Static
from engine.cards.rewriting import PLAIN, with_parts
from engine.cards.terms import Filter


def with_others(card: Card) -> Card | str:
    """Return a card whose "other" is other than the right object, or why it can't be had."""
    if not _says_other(card.abilities):
        return card
    abilities: list[Any] = []
    for ability in card.abilities:
        settled = _settled(ability, card)
        if isinstance(settled, str):
            return settled
        abilities.append(settled)
    return card if tuple(abilities) == card.abilities else replace(card, abilities=tuple(abilities))


def others_than_host(abilities: Any) -> Any:
    """Return static abilities in which "enchanted creature" is measured by others than itself."""
    if isinstance(abilities, tuple):
        return tuple(map(others_than_host, abilities))  # type: ignore[arg-type]
    if not isinstance(abilities, Static) or abilities.what != "attached":
        return abilities
    return replace(abilities, change=_apart_from_host(abilities.change))


def apart_from_host(ability: AnyAbility, this: str) -> Any:
    """Return an ability of an Aura or Equipment in which "other" is other than its host."""
    return _apart_from_host(ability) if this in ("Aura", "Equipment") else ability


def _settled(ability: AnyAbility, card: Card) -> Any:
    change = ability.change if isinstance(ability, Static) else None
    of_several = isinstance(ability, Static) and isinstance(ability.what, Filter)
    if of_several and change is not None and _says_other(change):
        return "each of several objects is measured by others than itself"
    if not _says_other(ability, ("Creature",)) or _can_be_a_creature(card):
        return ability
    if {"Aura", "Equipment"}.isdisjoint(card.subtypes):
        return "another creature than which one isn't clear"
    return _apart_from_host(ability)


def _can_be_a_creature(card: Card) -> bool:
    written = json.encode(card.abilities)
    return "Creature" in card.types or "Vehicle" in card.subtypes or b"add_types" in written


def _apart_from_host(record: Any) -> Any:
    """Return a record in which "other" creatures are others than the host."""
    if isinstance(record, Filter) and record.other and record.types == ("Creature",):
        return replace(record, other=False, apart_from="attached")
    return with_parts(record, _apart_from_host, _own_fields(record))


def _says_other(record: Any, types: tuple[str, ...] = ()) -> bool:
    """Return whether a record says "other", of objects that have only these types if given."""
    if is_tuple(record):
        return any(_says_other(item, types) for item in record)  # type: ignore[misc]
    if isinstance(record, Filter) and record.other and (not types or record.types == types):
        return True
    values = (getattr(record, name) for name in _own_fields(record))
    return any(_says_other(value, types) for value in values if type(value) not in PLAIN)


def _own_fields(record: Any) -> list[str]:
    """Return the fields of a record without the abilities that it gives to other objects."""
    names = field_names(class_of(record))  # type: ignore[arg-type]
    return [name for name in names if name != "abilities"]
