"""Red damage in tests, and what guards against it."""

from engine.cards.model import Card, Damage, Replace
from engine.cards.terms import Filter
from tests.magic.positions import ANNA, ANYTHING, Position, enchantment, instant

MINE = Filter(types=("Creature",), controller="you")


def bolt(number: int, name: str = "Bolt") -> Card:
    """A red instant that deals so much damage."""
    return instant(
        Damage(amount=number, to="target"), targets=(ANYTHING,), name=name, colors=("red",)
    )


def zap(table: Position, number: int, target: int, by: int = ANNA) -> None:
    """Somebody's red instant deals so much damage to a target."""
    table.cast(table.give(bolt(number), by), on=target)


def guard(number: int | str, **more: object) -> Card:
    """An enchantment that prevents so much of any damage to its controller's creatures."""
    return enchantment(
        f"Guard {number}", Replace(event="damage", what=MINE, prevent=number, **more)
    )  # type: ignore[arg-type] # fields of Replace
