"""The mana abilities that lands have by their basic land types (CR 305.6)."""

from __future__ import annotations

from functools import cache

from engine.cards.model import Activated, AddMana, Costs

SYMBOLS = {"Plains": "{W}", "Island": "{U}", "Swamp": "{B}", "Mountain": "{R}", "Forest": "{G}"}


@cache
def mana_abilities(subtypes: frozenset[str]) -> tuple[Activated, ...]:
    """The mana abilities of a land with these subtypes, in the order of the colours."""
    return tuple(_of_type(name) for name in SYMBOLS if name in subtypes)


@cache
def _of_type(name: str) -> Activated:
    return Activated(cost=Costs(tap=True), effects=(AddMana(add=SYMBOLS[name]),))
