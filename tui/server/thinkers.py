"""Computer players in processes of their own, for all tables: never in the server's process, and no table before its turn.

A table has one question at most in the queue, so that first come, first served is fair to tables. The more wait, the less time each gets.
"""

from __future__ import annotations

import asyncio
import os
from typing import TYPE_CHECKING, Protocol

from tui.thinking import Thinker, ThinkingError

if TYPE_CHECKING:
    from engine.view import View

SECONDS = 1.0  # so long a computer player may think where nobody else waits
LEAST = 0.05  # so long it may think however many wait


HURRIED = "The server is busy: computer players get about {seconds:.1g} s per move for now."
RESTED = "Computer players have their normal thinking time again."


class Thinks(Protocol):
    """Whoever answers for computer players."""

    @property
    def seconds(self) -> float:
        """The time that a computer player gets now."""
        ...

    async def choose(self, level: str, seed: int, view: View) -> str:
        """The text form of an action. Raises ThinkingError."""
        ...


class Thinkers:
    """A pool of computer players' processes, each started when it is wanted first."""

    pace = 0.4  # seconds for which each thing that a computer player does stands before the next, so that people can follow

    def __init__(self, number: int = 0) -> None:
        """So many processes; as many as the machine has processors but one, if nothing is said."""
        self._free = [Thinker(SECONDS) for _ in range(number or max(1, (os.cpu_count() or 2) - 1))]
        self._all = tuple(self._free)
        self._room = asyncio.Semaphore(len(self._all))  # lets those in who wait in the order in which they came
        self.waiting = 0
        self._closed = False

    @property
    def seconds(self) -> float:
        """The time that a computer player gets now."""
        return max(LEAST, SECONDS / (1 + self.waiting / len(self._all)))

    async def choose(self, level: str, seed: int, view: View) -> str:
        """The text form of the action that a player of this level takes. Raises ThinkingError."""
        self.waiting += 1
        try:
            async with self._room:
                self.waiting -= 1
                try:
                    if self._closed:
                        raise ThinkingError("the server has shut down")
                    thinker = self._free.pop()
                    thinker.seconds = self.seconds
                    try:
                        return await asyncio.to_thread(thinker.choose, level, seed, view)
                    finally:
                        self._free.append(thinker)
                finally:
                    self.waiting += 1
        finally:
            self.waiting -= 1

    def close(self) -> None:
        """End all processes."""
        self._closed = True
        for thinker in self._all:
            thinker.close()
