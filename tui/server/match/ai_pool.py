"""The pool of processes for computer players, shared by all tables.

Computer players never run in the server's process. Accounts are served in rotation however many
tables each has: a table counts for its host. The more accounts wait, the less time each question
gets.
"""

from __future__ import annotations

import asyncio
import os
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Protocol

from tui.server.match.pacing import LEAST, STEP
from tui.session.ai_process import AIProcess, Memories, ThinkingError

if TYPE_CHECKING:
    from engine.view import View

SECONDS = 1.0  # thinking time in seconds while no other account waits; never shortened below LEAST
NICE = 10  # the niceness of the processes, so that games come first
MOST_HOSTS = 10_000  # tables whose hosts are cached


HURRIED = "The server is busy: computer players get about {seconds:.1g} s per move for now."
RESTED = "Computer players have their normal thinking time again."


class AIPlayers(Protocol):
    """A service that answers for computer players."""

    @property
    def seconds(self) -> float:
        """The current thinking time in seconds."""
        ...

    async def choose(
        self, level: str, seed: int, view: View | bytes, table: int = 0, within: float | None = None
    ) -> str:
        """Return the text form of an action, chosen within `within` seconds if given.

        Raises ThinkingError.
        """
        ...


class Turns:
    """The queue of the pool: accounts in rotation, each account's questions in order."""

    def __init__(self, places: int) -> None:
        """Allow `places` questions to be answered at the same time."""
        self._free = places
        self._waiting = OrderedDict[str, deque[asyncio.Future[None]]]()

    @property
    def accounts(self) -> int:
        """The number of accounts that wait."""
        return len(self._waiting)

    @property
    def questions(self) -> int:
        """The number of questions that wait."""
        return sum(map(len, self._waiting.values()))

    async def take(self, account: str) -> None:
        """Wait for this account's turn."""
        if self._free and not self._waiting:
            self._free -= 1
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(account, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.give()
            else:
                self._withdraw(account, turn)
            raise

    def _withdraw(self, account: str, turn: asyncio.Future[None]) -> None:
        mine = self._waiting[account]
        mine.remove(turn)
        if not mine:
            del self._waiting[account]

    def give(self) -> None:
        """Finish an answer and let the next account proceed."""
        if not self._waiting:
            self._free += 1
            return
        account, mine = self._waiting.popitem(last=False)
        turn = mine.popleft()
        if mine:
            self._waiting[account] = mine  # last in the rotation
        turn.set_result(None)


class AIPool:
    """A pool of AI processes, each started on first use."""

    pace = STEP  # seconds between the steps at which answers appear

    def __init__(self, number: int = 0) -> None:
        """Create `number` processes; 0: the number of CPU cores minus one."""
        self._free = [
            AIProcess(SECONDS, nice=NICE)
            for _ in range(number or max(1, (os.cpu_count() or 2) - 1))
        ]
        self._all = tuple(self._free)
        self._turns = Turns(len(self._all))
        self.host_of: Callable[[int], Awaitable[str]] = _by_itself  # returns the host of a table
        self._hosts: dict[int, str] = {}
        self._memories = Memories()  # of each table's players: any process may think for them
        self._closed = False

    @property
    def waiting(self) -> int:
        """The number of questions that wait."""
        return self._turns.questions

    @property
    def seconds(self) -> float:
        """The current thinking time in seconds."""
        return max(LEAST, SECONDS / (1 + self._turns.accounts / len(self._all)))

    async def choose(
        self, level: str, seed: int, view: View | bytes, table: int = 0, within: float | None = None
    ) -> str:
        """Return the text form of the action that a computer player chooses.

        Raises ThinkingError.
        """
        await self._turns.take(await self._host(table))
        try:
            if self._closed:
                raise ThinkingError("the server has shut down")
            thinker = self._free.pop()
            thinker.seconds = self.seconds if within is None else min(self.seconds, within)
            try:
                memory = self._memories.of(table, level, seed)
                answer = await asyncio.to_thread(thinker.answer, level, seed, view, memory)
                self._memories.keep(answer.memory, table, level, seed)
                return answer.action
            finally:
                self._free.append(thinker)
        finally:
            self._turns.give()

    async def _host(self, table: int) -> str:
        if table not in self._hosts:
            if len(self._hosts) >= MOST_HOSTS:
                self._hosts.clear()
            self._hosts[table] = await self.host_of(table)
        return self._hosts[table]

    def close(self) -> None:
        """End all processes."""
        self._closed = True
        for thinker in self._all:
            thinker.close()


def computers_beside(workers: int) -> int:
    """Return the number of AI processes to run next to `workers` worker processes.

    Together they exceed the number of CPU cores by at most one.
    """
    cores = os.cpu_count() or 2
    return max(1, cores + 1 - workers) if workers else max(1, cores - 1)


async def _by_itself(table: int) -> str:
    """Return the table itself as its own account."""
    return str(table)
