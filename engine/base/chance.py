"""Random numbers of games and computer players (M-19).

The generator's state is one number in the position, so a fork continues with its own numbers and a
seed reproduces a game on any machine. A seed that people type is small, and its generator is
SplitMix64. A fresh seed is a key of 256 bits, and its numbers are keyed hashes of a counter, so
that the key can't be found by trial and the next number can't be predicted from earlier ones.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from typing import Protocol, TypeVar

T = TypeVar("T")

MASK = (1 << 64) - 1
SEED_BITS = 256  # bits of a fresh seed, which can't be guessed
SHORT = 1 << 128  # smallest seed or state that is keyed


class Generator(Protocol):
    """Holder of a generator's state: a position or a computer player."""

    rng: int


def fresh(bits: int) -> int:
    """Return a seed that can't be guessed, made of 256 random bits."""
    return 1 << SEED_BITS | bits


def generator(seed: int) -> int:
    """Return the initial state of a seed's generator.

    The state of a keyed seed is the key, followed by a counter of 64 bits.
    """
    return (
        seed
        if seed < SHORT
        else int.from_bytes(b"\1" + _hashed(b"generator", seed, SEED_BITS)) << 64
    )


def own_seed(seed: int, seat: int) -> int:
    """Return a computer player's seed, from which the game's own seed can't be told."""
    return int.from_bytes(_hashed(b"player %d" % seat, seed, 64))


def _hashed(purpose: bytes, seed: int, bits: int) -> bytes:
    return blake2b(b"%s of %d" % (purpose, seed), digest_size=bits // 8).digest()


def below(state: Generator, n: int) -> int:
    """Return a number from 0 to `n` - 1 and advance the generator."""
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


class SeededGenerator:
    """A generator apart from any position."""

    def __init__(self, state: int) -> None:
        self.rng = state

    def shuffled(self, things: Iterable[T]) -> list[T]:
        """Return the things in random order."""
        left = list(things)
        return [left.pop(below(self, len(left))) for _ in range(len(left))]
