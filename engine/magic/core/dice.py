"""Dice and shuffles, each an event (M-19); results that wait in the position (a record's, a
scenario's) go before the generator's.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.base.chance import below
from engine.events import Event
from engine.magic.core.game import Game


def roll(game: Game, seat: int, sides: int, purpose: str, space: str = "") -> int:
    """A die with `sides` sides: 1 to `sides`."""
    state = game.state
    result = below(state, sides) + 1
    # the generator goes on all the same, so that a resumed game goes on like one that was never
    # interrupted
    if state.dice:
        result = min(max(state.dice[0], 1), sides)
        state.set(dice=state.dice[1:])
    game.tell(Event("roll", seat=seat, number=result, word=purpose, space=space))
    return result


def order(game: Game, seat: int, count: int, purpose: str) -> Sequence[int]:
    """A random order of `count` things, as a permutation of their indices. Nobody may know it."""
    state = game.state
    shuffled = list(range(count))
    for i in range(count - 1, 0, -1):
        j = below(state, i + 1)
        shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
    permutation = tuple(shuffled)
    if state.shuffles and len(state.shuffles[0]) == count:
        permutation = state.shuffles[0]
        state.set(shuffles=state.shuffles[1:])
    game.tell(
        Event(
            "shuffle",
            seat=seat,
            number=count,
            numbers=tuple(permutation),
            word=purpose,
            known_to=(),
        )
    )
    return permutation
