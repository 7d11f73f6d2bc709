"""Limits of the games on a server, and of the work in each step.

They are far below those of a local game.
"""

from __future__ import annotations

from msgspec import Struct

from engine.base import limits


class GameLimits(Struct, frozen=True):
    """The limits of a server's games. A host can change each, up to `HIGHEST`."""

    seconds: float = 2.0  # processor seconds per step
    wall: float = 10.0  # seconds per step
    memory: int = 256  # megabytes per step
    view: int = 1 << 20  # bytes of one player's view
    permanents: int = 3_000
    stack: int = 1_000  # spells and abilities on the stack
    letters: int = 40  # characters in the name of a card or token

    @property
    def of_game(self) -> limits.Limits:
        """The limits known to the engine."""
        return limits.Limits(self.permanents, self.stack, self.letters)


USUAL = GameLimits()
HIGHEST = GameLimits(20.0, 100.0, 2_048, 8 << 20, 30_000, 10_000, 100)
LOWEST = GameLimits(0.1, 0.5, 16, 50_000, 200, 50, 40)
