"""The monarch's own abilities (CR 725.2), which have no source."""

from __future__ import annotations

from engine.cards.model import BecomeMonarch, Draw, Triggered, When
from engine.magic.continuous import filters
from engine.magic.core.game import GameCore
from engine.magic.core.position import StackItem

MONARCH, BLESSING = "monarch", "blessing"
"""The designations of players."""
NAME = "The Monarch"  # of these abilities on the stack
DRAWS = Triggered(when=When(event="step", step="end", who="you"), effects=(Draw(),))
STOLEN = Triggered(
    when=When(event="deals-damage", what="it", to="player", combat_only=True),
    effects=(BecomeMonarch(who="controller-of-it"),),
)


def has(game: GameCore, seat: int, designation: str) -> bool:
    """Return whether a player has a designation."""
    return designation in game.state.players[seat].designations


def triggered(
    game: GameCore, event: str, ident: int, seat: int, by: int, *, step: str, combat: bool
) -> StackItem | None:
    """Return the monarch's ability that an event triggers, or None.

    The monarch draws in the end step; a creature that deals combat damage to the monarch makes its
    controller the monarch.
    """
    if event == "step" and step == "end" and seat >= 0 and has(game, seat, MONARCH):
        return StackItem(seat, 0, NAME, DRAWS, that_player=seat)
    if event != "deals-damage" or not combat:
        return None
    player = filters.person(game, by)
    if player >= 0 or not has(game, filters.ref_seat(player), MONARCH):
        return None
    if not filters.characteristics(game, ident).is_creature:
        return None
    hurt = filters.ref_seat(player)
    return StackItem(hurt, 0, NAME, STOLEN, it=ident, that_player=hurt)
