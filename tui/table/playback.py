"""Watching computer players: how long what they do stands on the screen, whether they pause, and
whether their round is skipped.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress

from tui.settings.settings import PAUSES

SPEEDS = {
    PAUSES["slow"]: "slow",
    PAUSES["normal"]: "steady",
    PAUSES["fast"]: "fast",
    PAUSES["none"]: "as fast as they think",
}
"""How each speed is called, by the seconds for which what a computer player does stands on the
screen.
"""


class Watching:
    """How somebody watches."""

    def __init__(self, pause: float) -> None:
        """`pause` is how long what a computer player does stands on the screen, in seconds."""
        self.pause = pause
        self.paused = False
        self.skipping = False  # what is done until a person is asked is not shown
        self._steps = 0  # so many decisions are let through though it is paused
        self._changed = asyncio.Event()

    @property
    def words(self) -> str:
        """The speed in words."""
        return SPEEDS[min(SPEEDS, key=lambda pause: abs(pause - self.pause))]

    def change_speed(self, by: int) -> bool:
        """Watch faster, or slower. Whether there is such a speed."""
        pauses = sorted(SPEEDS, reverse=True)
        at = pauses.index(min(pauses, key=lambda pause: abs(pause - self.pause)))
        to = max(0, min(at + by, len(pauses) - 1))
        self.pause = pauses[to]
        return to != at

    def toggle(self) -> None:
        """Pause, or go on."""
        self.paused, self._steps = not self.paused, 0
        self._changed.set()

    def step(self) -> None:
        """Let one more decision through, and pause."""
        self.paused, self._steps = True, self._steps + 1
        self._changed.set()

    def skip(self) -> None:
        """Show the end of the round at once."""
        self.skipping = True
        self._changed.set()

    def rest(self) -> None:
        """A person is asked: what is watched next is watched as usual."""
        self.paused, self.skipping, self._steps = False, False, 0

    async def turn(self) -> None:
        """Wait until a decision may be carried out."""
        while self.paused and not self._steps:
            self._changed.clear()
            await self._changed.wait()
        self._steps = max(0, self._steps - 1)

    async def look(self) -> None:
        """Wait while what was done is looked at; not where the round is skipped or the next step
        is wanted.
        """
        self._changed.clear()
        if not self.skipping and not self._steps:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), self.pause)
