"""Computer players in processes of their own, for all tables: never in the server's process, and no
account before its turn.

Accounts are served in rotation, however many tables each has: a table counts as its host's. The
more accounts wait, the less time each gets.
"""

from __future__ import annotations

import asyncio
import os
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Protocol

from tui.server.match.pacing import LEAST, STEP
from tui.session.ai_process import Thinker, ThinkingError

if TYPE_CHECKING:
    from engine.view import View

SECONDS = 1.0  # that a computer player may think where nobody else waits; never less than LEAST
NICE = 10  # by how much computer players yield to games
MOST_HOSTS = 10_000  # tables whose hosts are remembered


HURRIED = "The server is busy: computer players get about {seconds:.1g} s per move for now."
RESTED = "Computer players have their normal thinking time again."


class Thinks(Protocol):
    """Whoever answers for computer players."""

    @property
    def seconds(self) -> float:
        """The time that a computer player gets now."""
        ...

    async def choose(
        self, level: str, seed: int, view: View | bytes, table: int = 0, within: float | None = None
    ) -> str:
        """The text form of an action, at a table, thought of within some seconds if they are
        limited. Raises ThinkingError.
        """
        ...


class Turns:
    """Who may think next: accounts in rotation, each account's questions in the order in which
    they came.
    """

    def __init__(self, places: int) -> None:
        """So many may think at once."""
        self._free = places
        self._waiting = OrderedDict[str, deque[asyncio.Future[None]]]()

    @property
    def accounts(self) -> int:
        """How many accounts wait."""
        return len(self._waiting)

    @property
    def questions(self) -> int:
        """How many questions wait."""
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
        """One has thought: it is the next account's turn."""
        if not self._waiting:
            self._free += 1
            return
        account, mine = self._waiting.popitem(last=False)
        turn = mine.popleft()
        if mine:
            self._waiting[account] = mine  # behind all others
        turn.set_result(None)


class Thinkers:
    """A pool of computer players' processes, each started when it is wanted first."""

    pace = STEP  # seconds in which their answers appear

    def __init__(self, number: int = 0) -> None:
        """So many processes; as many as the machine has processors but one, if nothing is said."""
        self._free = [
            Thinker(SECONDS, nice=NICE) for _ in range(number or max(1, (os.cpu_count() or 2) - 1))
        ]
        self._all = tuple(self._free)
        self._turns = Turns(len(self._all))
        self.host_of: Callable[[int], Awaitable[str]] = _by_itself  # tells whose table it is
        self._hosts: dict[int, str] = {}
        self._closed = False

    @property
    def waiting(self) -> int:
        """How many questions wait."""
        return self._turns.questions

    @property
    def seconds(self) -> float:
        """The time that a computer player gets now."""
        return max(LEAST, SECONDS / (1 + self._turns.accounts / len(self._all)))

    async def choose(
        self, level: str, seed: int, view: View | bytes, table: int = 0, within: float | None = None
    ) -> str:
        """The text form of the action that a player of this level takes. Raises ThinkingError."""
        await self._turns.take(await self._host(table))
        try:
            if self._closed:
                raise ThinkingError("the server has shut down")
            thinker = self._free.pop()
            thinker.seconds = self.seconds if within is None else min(self.seconds, within)
            try:
                return await asyncio.to_thread(thinker.choose, level, seed, view)
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
    """Return how many computer players may think beside so many workers: all together never
    exceed the processors by more than one.
    """
    cores = os.cpu_count() or 2
    return max(1, cores + 1 - workers) if workers else max(1, cores - 1)


async def _by_itself(table: int) -> str:
    """Each table counts by itself."""
    return str(table)
