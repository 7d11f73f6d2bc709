"""Abilities that notice what happens, for tests of triggers."""

from engine.cards.model import AnyEffect, GainLife, Triggered, When
from tests.magic.positions import ANNA, Position, enchantment

ONE_LIFE = GainLife(amount=1)


def watcher(when: When, *effects: AnyEffect, **more: object) -> Triggered:
    """An ability that gains a life, or does something else, when this happens."""
    return Triggered(when=when, effects=effects or (ONE_LIFE,), **more)  # type: ignore[arg-type] # fields of Triggered


def witness(
    table: Position,
    when: When,
    *effects: AnyEffect,
    seat: int = ANNA,
    name: str = "Witness",
    **more: object,
) -> int:
    """An enchantment with such an ability."""
    return table.put(enchantment(name, watcher(when, *effects, **more)), seat)
