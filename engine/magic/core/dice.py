"""Die rolls and shuffles, each an event (M-19).

Results stored in the position (by a record or scenario) are used before the random generator.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.base.chance import below
from engine.events import Event
from engine.magic.core.game import GameCore


def roll(game: GameCore, seat: int, sides: int, purpose: str, space: str = "") -> int:
    """Roll a die: return a number from 1 to `sides`."""
    state = game.state
    result = below(state, sides) + 1
    # the generator advances anyway, so that a resumed game continues like one that was never
    # interrupted
    if state.dice:
        result = min(max(state.dice[0], 1), sides)
        state.set(dice=state.dice[1:])
    game.tell(Event("roll", seat=seat, number=result, word=purpose, space=space))
    return result


def order(game: GameCore, seat: int, count: int, purpose: str) -> Sequence[int]:
    """Return a random permutation of the indexes below `count`, hidden from all players."""
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
