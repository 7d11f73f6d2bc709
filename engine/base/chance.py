"""Chance: whatever a game or a computer player leaves to it comes from here (M-19).

The generator's state is one number in the position, so that a fork goes its own way and a seed
reproduces a game on any machine. A seed that people may type is small, and its generator
SplitMix64; a fresh one is a key of 256 bits, and the numbers are keyed hashes of a count, so that
nobody finds the key by trying all or tells the next number from those before it.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from typing import Protocol, TypeVar

T = TypeVar("T")

MASK = (1 << 64) - 1
SEED_BITS = 256  # bits of a fresh seed that nobody may guess
SHORT = 1 << 128  # seeds and states from this number on are keyed


class Generator(Protocol):
    """Whatever holds a generator's state: a position, a computer player."""

    rng: int


def fresh(bits: int) -> int:
    """A seed that can't be guessed, made of 256 random bits."""
    return 1 << SEED_BITS | bits


def generator(seed: int) -> int:
    """The state with which the generator of a seed begins: for a keyed one the key, then a count
    of 64 bits.
    """
    return (
        seed
        if seed < SHORT
        else int.from_bytes(b"\1" + _hashed(b"generator", seed, SEED_BITS)) << 64
    )


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
        return (
            int.from_bytes(blake2b((number & MASK).to_bytes(8), key=key, digest_size=8).digest())
            * n
        ) >> 64
    state.rng = z = (state.rng + 0x9E3779B97F4A7C15) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return ((z ^ (z >> 31)) * n) >> 64


class Draw:
    """A generator of somebody's own."""

    def __init__(self, state: int) -> None:
        self.rng = state

    def shuffled(self, things: Iterable[T]) -> list[T]:
        """The things in another order."""
        left = list(things)
        return [left.pop(below(self, len(left))) for _ in range(len(left))]
