"""How much of anything a game keeps track of: more than is ever played for, yet nothing takes
for ever; more is cut, which is told.
"""

from __future__ import annotations

from engine.base.limits import check_limit
from engine.events import Event
from engine.magic.core.game import Game

MOST = 1_000_000  # of any number that an effect speaks of: damage, life, counters of a kind, cards
MOST_PERMANENTS = 100_000  # permanents; tokens beyond that are not created
MOST_MANA = 10_000  # mana of a kind in a pool
MOST_X = 1_000  # X, and the times that a cost is paid which may be paid any number of times
MOST_CARDS = 1_000  # cards drawn at one time


def cut(number: int, most: int = MOST) -> int:
    """A number no further from nothing than the bound."""
    return max(-most, min(number, most))


def within(game: Game, number: int, most: int, things: str) -> int:
    """A number cut at its bound, and a word about it if that is less."""
    if number > most:
        game.tell(Event("bound", number=most, word=things))
    return min(number, most)


def check_stack(game: Game, more: int = 1) -> None:
    """Raise GameLimitError if the stack, with the triggers that wait for it, has no room for so
    many spells and abilities more.
    """
    most = game.limits.stack
    if most is not None:
        check_limit(
            len(game.state.stack) + len(game.state.pending) + more,
            most,
            "spells and abilities on the stack",
        )


def check_battlefield(game: Game, more: int = 1) -> None:
    """Raise GameLimitError if a game may not have so many permanents more."""
    most = game.limits.permanents
    if most is not None:
        check_limit(len(game.state.battlefield) + more, most, "permanents")
