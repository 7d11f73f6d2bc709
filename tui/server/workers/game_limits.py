"""Limits of the games on a server, far below those of a game at home, and of the work that each
of their steps may take.
"""

from __future__ import annotations

from msgspec import Struct

from engine.base import limits


class Limits(Struct, frozen=True):
    """How much the games on a server may take. A host can change each limit, up to `HIGHEST`."""

    seconds: float = 2.0  # of the processor for a step
    wall: float = 10.0  # seconds that a step may last
    memory: int = 256  # megabytes that a step may use
    view: int = 1 << 20  # bytes of what one player sees
    permanents: int = 3_000
    stack: int = 1_000  # spells and abilities on the stack
    letters: int = 40  # in the name of a card or token

    @property
    def of_game(self) -> limits.Limits:
        """Those that the engine knows."""
        return limits.Limits(self.permanents, self.stack, self.letters)


USUAL = Limits()
HIGHEST = Limits(20.0, 100.0, 2_048, 8 << 20, 30_000, 10_000, 100)
LOWEST = Limits(0.1, 0.5, 16, 50_000, 200, 50, 40)
