"""What one step of rules work may take: seconds of the processor and memory, as limits of the
process that does it.

The kernel ends a worker that uses more, whatever the step is doing. A page of memory that the front
process shares says which match was being worked on since when, so that it is known afterwards which
match was at fault.
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

from tui.server.workers.game_limits import Limits

if TYPE_CHECKING:
    from tui.server.match.connections import Work

Done = TypeVar("Done")

MEGABYTE = 1 << 20
PAGE = struct.Struct("<qdd")  # what is being worked on: a `Step`
IDLE, CHORE = 0, -1
OUT_OF_MEMORY = 77  # the exit code of a worker whose step needed too much memory


class Step(NamedTuple):
    """What a worker is doing: a table's number, CHORE or IDLE; since when on the monotonic
    clock; and the seconds that it may last.
    """

    what: int
    since: float
    wall: float


class StepPage:
    """The page that says what a worker is doing; both sides have it."""

    def __init__(self, descriptor: int) -> None:
        """`descriptor` is that of a file of one page in memory."""
        self._map = mmap.mmap(descriptor, mmap.PAGESIZE)

    @staticmethod
    def made() -> int:
        """Return the descriptor of a new page."""
        descriptor = os.memfd_create("spellfront-step")
        os.ftruncate(descriptor, mmap.PAGESIZE)
        return descriptor

    def begin(self, what: int, wall: float) -> None:
        """Work on a table, or a chore, from now on, and for so many seconds at most."""
        PAGE.pack_into(self._map, 0, what, time.monotonic(), wall)

    def end(self) -> None:
        """Work on nothing."""
        PAGE.pack_into(self._map, 0, IDLE, 0.0, 0.0)

    @property
    def now(self) -> Step:
        """What is being worked on."""
        return Step(*PAGE.unpack_from(self._map, 0))

    def close(self) -> None:
        """Let go of the page."""
        self._map.close()


class Budget:
    """Does steps in this process, each within its limits."""

    def __init__(self, page: StepPage, limits: Limits) -> None:
        self._page, self._limits = page, limits
        self._hard = resource.getrlimit(resource.RLIMIT_AS)[1]

    def work(self, what: int, share: float = 1.0) -> Work:
        """Return what does the steps of a table: at once, one after another.

        Each may take `share` times the limits.
        """
        return Steps(self, what, share)

    def step(self, what: int, do: Callable[[], Done], share: float = 1.0) -> Done:
        """Do one step; the process ends where it takes too much.

        `share` times as long is allowed.
        """
        limits = self._limits
        self._page.begin(what, limits.wall * share)
        signal.setitimer(signal.ITIMER_PROF, limits.seconds * share)
        resource.setrlimit(resource.RLIMIT_AS, (_mapped() + limits.memory * MEGABYTE, self._hard))
        try:
            return do()
        except MemoryError:
            # whatever else was being done can't be trusted anymore; the page says what it was
            os._exit(OUT_OF_MEMORY)
        finally:
            resource.setrlimit(resource.RLIMIT_AS, (self._hard, self._hard))
            signal.setitimer(signal.ITIMER_PROF, 0)
            self._page.end()


class Steps:
    """Does the steps of a table within a budget."""

    def __init__(self, budget: Budget, what: int, share: float) -> None:
        self._budget, self._what, self._share = budget, what, share

    async def __call__(self, do: Callable[[], Done]) -> Done:
        """Do one."""
        return self._budget.step(self._what, do, self._share)


def _mapped() -> int:
    """Return how many bytes of addresses this process has."""
    with Path("/proc/self/statm").open("rb") as file:
        return int(file.read().split(b" ", 1)[0]) * mmap.PAGESIZE
