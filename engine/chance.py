"""Chance: every die, random choice and shuffle of a game comes from here and becomes an event (M-19).

The generator's state is one number in the position, so that a fork goes its own way and a seed reproduces a game on any
machine. A seed that people may type is small, and its generator SplitMix64; a fresh one is a key of 256 bits, and the numbers
are keyed hashes of a count, so that nobody finds the key by trying all or tells the next number from those before it. Results
that wait in the position (from a record or a scenario) are used instead of the generator's.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Protocol

from engine.events import Event

if TYPE_CHECKING:
    from engine.game import Game

MASK = (1 << 64) - 1
SEED_BITS = 256
"""Bits of a fresh seed that nobody may guess."""
SHORT = 1 << 128
"""Seeds and states from this number on are keyed."""


class Generator(Protocol):
    """Whatever holds a generator's state: a position, a computer player."""

    rng: int


def fresh(bits: int) -> int:
    """A seed that can't be guessed, made of 256 random bits."""
    return 1 << SEED_BITS | bits


def generator(seed: int) -> int:
    """The state with which the generator of a seed begins: for a keyed one the key, then a count of 64 bits."""
    return seed if seed < SHORT else int.from_bytes(b"\1" + _hashed(b"generator", seed, SEED_BITS)) << 64


def own_seed(seed: int, seat: int) -> int:
    """A seed for the chance of a computer player, from which nobody can tell the game's own."""
    return int.from_bytes(_hashed(b"player %d" % seat, seed, 64))


def _hashed(purpose: bytes, seed: int, bits: int) -> bytes:
    return blake2b(b"%s of %d" % (purpose, seed), digest_size=bits // 8).digest()


def below(state: Generator, n: int) -> int:
    """A number from 0 to n - 1 from the generator."""
    if state.rng >= SHORT:
        state.rng = number = state.rng + 1
        key = (number >> 64).to_bytes(SEED_BITS // 8 + 1)
        return (int.from_bytes(blake2b((number & MASK).to_bytes(8), key=key, digest_size=8).digest()) * n) >> 64
    state.rng = z = (state.rng + 0x9E3779B97F4A7C15) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return ((z ^ (z >> 31)) * n) >> 64


def roll(game: Game, seat: int, sides: int, purpose: str, space: str = "") -> int:
    """A die with `sides` sides: 1 to `sides`."""
    state = game.state
    result = below(state, sides) + 1
    if state.dice:  # the generator goes on all the same, so that a resumed game goes on like one that was never interrupted
        result = state.dice[0]
        state.set(dice=state.dice[1:])
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
        permutation = state.shuffles[0]
        state.set(shuffles=state.shuffles[1:])
    game.tell(Event("shuffle", seat=seat, number=count, numbers=tuple(permutation), word=purpose, known_to=()))
    return permutation
