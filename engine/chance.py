"""Chance: every die, random choice and shuffle of a game comes from here and becomes an event (M-19).

The generator is SplitMix64, its state one number in the position, so that a fork goes its own way and a seed reproduces
a game on any machine. Results that wait in the position (from a record or a scenario) are used instead of the generator's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from engine.events import Event

if TYPE_CHECKING:
    from engine.game import Game

MASK = (1 << 64) - 1


class Generator(Protocol):
    """Whatever holds a generator's state: a position, a computer player."""

    rng: int


def below(state: Generator, n: int) -> int:
    """A number from 0 to n - 1 from the generator."""
    state.rng = z = (state.rng + 0x9E3779B97F4A7C15) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return ((z ^ (z >> 31)) * n) >> 64


def roll(game: Game, seat: int, sides: int, purpose: str, space: str = "") -> int:
    """A die with `sides` sides: 1 to `sides`."""
    state = game.state
    result = below(state, sides) + 1
    if state.dice:  # the generator goes on all the same, so that a resumed game goes on like one that was never interrupted
        result, state.dice = state.dice[0], state.dice[1:]
        result = min(max(result, 1), sides)
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
        permutation, state.shuffles = state.shuffles[0], state.shuffles[1:]
    game.tell(Event("shuffle", seat=seat, number=count, numbers=tuple(permutation), word=purpose, known_to=()))
    return permutation
