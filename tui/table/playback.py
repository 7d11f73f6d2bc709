"""Playback of computer players' moves: speed, pause, skipping a round."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from tui.settings.settings import PAUSES

SPEEDS = {
    PAUSES["slow"]: "slow",
    PAUSES["normal"]: "normal",
    PAUSES["fast"]: "fast",
    PAUSES["none"]: "instant",
}
"""The name of each speed, by seconds for which a computer player's action stays on screen."""


class Watching:
    """The playback settings of a spectator or player."""

    def __init__(self, pause: float) -> None:
        """`pause`: seconds for which a computer player's action stays on screen."""
        self.pause = pause
        self.paused = False
        self.skipping = False  # nothing is shown until a person is asked
        self._steps = 0  # decisions that may still proceed while paused
        self._changed = asyncio.Event()

    @property
    def words(self) -> str:
        """The speed in words."""
        return SPEEDS[min(SPEEDS, key=lambda pause: abs(pause - self.pause))]

    def change_speed(self, by: int) -> bool:
        """Change the speed by some steps, faster if positive; return False at an end."""
        pauses = sorted(SPEEDS, reverse=True)
        at = pauses.index(min(pauses, key=lambda pause: abs(pause - self.pause)))
        to = max(0, min(at + by, len(pauses) - 1))
        self.pause = pauses[to]
        return to != at

    def toggle(self) -> None:
        """Pause or continue."""
        self.paused, self._steps = not self.paused, 0
        self._changed.set()

    def step(self) -> None:
        """Let one more decision proceed, then pause."""
        self.paused, self._steps = True, self._steps + 1
        self._changed.set()

    def skip(self) -> None:
        """Skip to the end of the round."""
        self.skipping = True
        self._changed.set()

    def rest(self) -> None:
        """Return to normal playback when a person is asked."""
        self.paused, self.skipping, self._steps = False, False, 0

    async def turn(self) -> None:
        """Wait until a decision may be carried out."""
        while self.paused and not self._steps:
            self._changed.clear()
            await self._changed.wait()
        self._steps = max(0, self._steps - 1)

    async def look(self) -> None:
        """Wait while an action stays on screen.

        Returns at once while skipping or if another step is wanted.
        """
        self._changed.clear()
        if not self.skipping and not self._steps:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), self.pause)
