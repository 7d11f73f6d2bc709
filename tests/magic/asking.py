"""What a player might do at a moment, asked by tests."""

from engine.actions import Action
from tests.magic.positions import ANNA, Position


def may_cast(table: Position, card: int, seat: int = ANNA) -> bool:
    """Whether a player who has priority could cast a card."""
    table._give_priority(seat)
    return table.may("cast", card)


def may_activate(table: Position, source: int, seat: int = ANNA) -> bool:
    """Whether a player who has priority could activate an ability of a permanent."""
    table._give_priority(seat)
    return table.may("activate", source)


def may_cast_by(table: Position, card: int, way: str = "", seat: int = ANNA) -> bool:
    """Whether a card could be cast in a way now."""
    table.attend(seat)
    return Action("cast", object=table.now(card), word=way) in table.game.legal_actions()
