"""Limits of one step of engine work: processor time and memory of the process.

The kernel ends a worker that exceeds them, whatever the step is doing. A memory page shared with
the front process has the current match and its start time, so that afterwards the match at fault is
known.
"""

from __future__ import annotations

import mmap
import os
import resource
import signal
import struct
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from tui.server.workers.game_limits import GameLimits

if TYPE_CHECKING:
    from tui.server.match.connections import Work

Done = TypeVar("Done")

MEGABYTE = 1 << 20
PAGE = struct.Struct("<qdd")  # the layout of a `WorkerStep`
IDLE, CHORE = 0, -1
OUT_OF_MEMORY = 77  # the exit code of a worker whose step ran out of memory


class WorkerStep(NamedTuple):
    """The current step of a worker.

    A table's number, CHORE or IDLE; the start on the monotonic clock; the seconds allowed.
    """

    what: int
    since: float
    wall: float


class StepPage:
    """The shared page with the current step of a worker."""

    def __init__(self, descriptor: int) -> None:
        """Map the page of a file descriptor."""
        self._map = mmap.mmap(descriptor, mmap.PAGESIZE)

    @staticmethod
    def made() -> int:
        """Return the descriptor of a new page."""
        descriptor = os.memfd_create("spellfront-step")
        os.ftruncate(descriptor, mmap.PAGESIZE)
        return descriptor

    def begin(self, what: int, wall: float) -> None:
        """Note the start of a step, with the seconds allowed."""
        PAGE.pack_into(self._map, 0, what, time.monotonic(), wall)

    def end(self) -> None:
        """Note the end of a step."""
        PAGE.pack_into(self._map, 0, IDLE, 0.0, 0.0)

    @property
    def now(self) -> WorkerStep:
        """The current step."""
        return WorkerStep(*PAGE.unpack_from(self._map, 0))

    def close(self) -> None:
        """Unmap the page."""
        self._map.close()


class WorkerBudget:
    """A runner of steps in this process, each within its limits."""

    def __init__(self, page: StepPage, limits: GameLimits) -> None:
        self._page, self._limits = page, limits
        self._hard = resource.getrlimit(resource.RLIMIT_AS)[1]

    def work(self, what: int, share: float = 1.0) -> Work:
        """Return a runner for the steps of a table.

        Each step may take `share` times the limits.
        """
        return TableSteps(self, what, share)

    def step(self, what: int, do: Callable[[], Done], share: float = 1.0) -> Done:
        """Run one step; the process ends if the step exceeds `share` times the limits."""
        limits = self._limits
        self._page.begin(what, limits.wall * share)
        signal.setitimer(signal.ITIMER_PROF, limits.seconds * share)
        resource.setrlimit(resource.RLIMIT_AS, (_mapped() + limits.memory * MEGABYTE, self._hard))
        try:
            return do()
        except MemoryError:
            # nothing in this process can be trusted anymore; the page names the match at fault
            os._exit(OUT_OF_MEMORY)
        finally:
            resource.setrlimit(resource.RLIMIT_AS, (self._hard, self._hard))
            signal.setitimer(signal.ITIMER_PROF, 0)
            self._page.end()


class TableSteps:
    """The runner of one table's steps."""

    def __init__(self, budget: WorkerBudget, what: int, share: float) -> None:
        self._budget, self._what, self._share = budget, what, share

    async def __call__(self, do: Callable[[], Done]) -> Done:
        """Run one step."""
        return self._budget.step(self._what, do, self._share)


def _mapped() -> int:
    """Return the size of this process's address space in bytes."""
    with Path("/proc/self/statm").open("rb") as file:
        return int(file.read().split(b" ", 1)[0]) * mmap.PAGESIZE
