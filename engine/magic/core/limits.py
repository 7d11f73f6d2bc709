"""Limits on amounts in a game, above any that a real game reaches.

Larger amounts are cut to the limit, with an event.
"""

from __future__ import annotations

from engine.base.limits import check_limit
from engine.events import Event
from engine.magic.core.game import GameCore

MOST = 1_000_000  # any amount in an effect: damage, life, counters of a kind, cards
MOST_PERMANENTS = 100_000  # permanents; further tokens are not created
MOST_EMBLEMS = 1_000  # emblems of all players
MOST_MANA = 10_000  # mana of a kind in a pool
MOST_X = 1_000  # X, and the number of times that a repeatable cost is paid
MOST_TURNS = 100  # extra turns to come
MOST_CARDS = 1_000  # cards drawn at one time


def cut(number: int, most: int = MOST) -> int:
    """Return a number limited to the range from -`most` to `most`."""
    return max(-most, min(number, most))


def within(game: GameCore, number: int, most: int, things: str) -> int:
    """Return `number` limited to `most`, and record an event if that is less."""
    if number > most:
        game.tell(Event("bound", number=most, word=things))
    return min(number, most)


def check_stack(game: GameCore, more: int = 1) -> None:
    """Raise GameLimitError if the stack has no room for `more` spells and abilities.

    Waiting triggers count as part of the stack.
    """
    most = game.limits.stack
    if most is not None:
        check_limit(
            len(game.state.stack) + len(game.state.pending) + more,
            most,
            "spells and abilities on the stack",
        )


def check_battlefield(game: GameCore, more: int = 1) -> None:
    """Raise GameLimitError if a game may not have `more` permanents in addition."""
    most = game.limits.permanents
    if most is not None:
        check_limit(len(game.state.battlefield) + more, most, "permanents")
