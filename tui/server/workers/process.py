"""A worker process: hosts matches and runs tasks, without terminals or a database.

Everything else is requested from the front process over one socket; updates go back the same way,
each for one seat. A worker starts with almost no environment, and has no keys or passwords.
"""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import socket
import sys
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any, cast

from msgspec import Struct, convert, json

from engine.base.records import replace
from engine.history.record import Record, parse
from tui.server.match.ai_pool import SECONDS
from tui.server.match.connections import Connection
from tui.server.match.pacing import STEP
from tui.server.storage.messages import MatchStatus, Update, Word
from tui.server.storage.nodes import Posted
from tui.server.storage.tables import TableError, TableRow
from tui.server.workers.game_limits import GameLimits
from tui.server.workers.hosting import Hosting
from tui.server.workers.link import Answer, Link
from tui.server.workers.step_limits import CHORE, StepPage, WorkerBudget
from tui.server.workers.tasks import CHORES
from tui.session.sent_views import written

if TYPE_CHECKING:
    from engine.view import View
    from tui.server.storage.database import DecisionBatch

CYCLES = (5_000, 20, 100)
"""Thresholds of Python's garbage collector: full collections are rare, as every table waits.

A match that ends leaves no reference cycle, so they only find what errors leave behind. With 24
matches one takes 100 to 200 ms, about once in 500,000 decisions.
"""
TOO_LARGE = (
    "This game has grown beyond what this server allows: one view of it takes {found:,} "
    "bytes; allowed: {most:,}. The game is saved."
)


class SeatedTerminal(Struct, frozen=True, array_like=True):
    """A terminal at a match, as numbered by the front process."""

    connection: int
    seat: int | None


class FrontProcess:
    """The database, the tables and the computer players, through the link."""

    pace = STEP

    def __init__(self) -> None:
        self.link: Link
        self.seconds = SECONDS  # the current thinking time of a computer player

    # --- the nodes' shared database ---

    async def lease(self, ident: int) -> bool:
        return await self.link.ask("lease", bool, ident)

    async def let_go(self, ident: int) -> None:
        await self.link.ask("let-go", None, ident)

    async def free(self, idents: Collection[int]) -> set[int]:
        return await self.link.ask("free", set[int], list(idents)) if idents else set()

    async def keep(self, kept: DecisionBatch) -> None:
        await self.link.ask("keep", None, kept)

    async def keep_wishes(self, ident: int, seat: int, wishes: str, row: int = 0) -> None:
        await self.link.ask("keep-wishes", None, ident, seat, wishes, row)

    async def keep_standing(self, kept: DecisionBatch) -> None:
        await self.link.ask("keep-standing", None, kept)

    async def reply(self, ident: int, row: int, words: str) -> None:
        await self.link.ask("reply", None, ident, row, words)

    async def lines(self, ident: int, first: int) -> list[str]:
        return await self.link.ask("lines", list[str], ident, first)

    async def standing(self, ident: int) -> MatchStatus:
        return await self.link.ask("standing", MatchStatus, ident)

    async def wishes(self, ident: int) -> dict[int, str]:
        return await self.link.ask("wishes", dict[int, str], ident)

    async def post(self, ident: int, seat: int, word: Word) -> int:
        return await self.link.ask("post", int, ident, seat, word)

    async def posted(self, ident: int) -> list[Posted]:
        return await self.link.ask("posted", list[Posted], ident)

    async def replies(self, rows: Collection[int]) -> dict[int, str]:
        return await self.link.ask("replies", dict[int, str], list(rows)) if rows else {}

    # --- tables ---

    async def get(self, ident: int) -> TableRow:
        return await self.link.ask("table", TableRow, ident)

    async def record(self, ident: int) -> Record:
        return parse(await self.link.ask("record", str, ident), f"table {ident}")

    async def fail(self, ident: int, *, by_limit: bool = False) -> None:
        await self.link.ask("fail", None, ident, by_limit)

    async def report(self, ident: int, report: str, trace: str) -> None:
        await self.link.ask("report", None, ident, report, trace)

    # --- computer players ---

    async def choose(
        self, level: str, seed: int, view: View | bytes, table: int = 0, within: float | None = None
    ) -> str:
        packed = view if isinstance(view, bytes) else written(view)
        answer, self.seconds = await self.link.ask(
            "choose", tuple[str, float], table, level, seed, packed, within
        )
        return answer


class Worker:
    """The matches of this process, as used by the front process."""

    def __init__(self, budget: WorkerBudget, limits: GameLimits, *, is_shared: bool) -> None:
        self._budget, self._limits = budget, limits
        self.office = FrontProcess()
        self.hosting = Hosting(
            self.office, self.office, self.office, budget.work, limits=limits, is_shared=is_shared
        )
        self.hosting.on_report = self.office.report
        self._connections: dict[int, Connection] = {}
        self._ended = asyncio.Event()

    def answers(self) -> Mapping[str, Answer]:
        """Return the handlers of the front process's requests."""
        hosting = self.hosting
        return {
            "sit": Answer(self.sit, (int, int, int | None)),
            "resume": Answer(self.resume, (int, list[SeatedTerminal])),
            "rise": Answer(self.rise, (int,)),
            "say": Answer(self.say, (int, int, Word)),
            "chore": Answer(self.chore, (str, Any)),
            "wake": Answer(hosting.wake, (list[int],)),
            "look": Answer(self.look, (list[int] | None,)),
            "decided": Answer(hosting.decided, (int,)),
            "wished": Answer(hosting.wished, (int,)),
            "said": Answer(hosting.said, (int,)),
            "free": Answer(hosting.free, (int,)),
            "look-everywhere": Answer(hosting.look_everywhere),
            "count-of": Answer(count_of, (str,)),
            "end": Answer(self.end),
        }

    # --- terminals ---

    async def sit(self, ident: int, number: int, seat: int | None) -> bytes:
        """Connect a terminal to a match; return the first update.

        Raises TableError or RecordError.
        """
        connection = await self.hosting.line(ident, seat)
        self._connections[number] = connection
        try:
            return self._in_bytes(await connection.open(lambda update: self._hear(number, update)))
        except BaseException:
            self.rise(number)
            raise

    async def resume(self, ident: int, seated: list[SeatedTerminal]) -> None:
        """Resume a match of another worker, sending every terminal the whole game."""
        for each in seated:
            connection = await self.hosting.line(ident, each.seat)
            self._connections[each.connection] = connection
            first = await connection.open(
                lambda update, number=each.connection: self._hear(number, update)
            )
            self._hear(each.connection, replace_anew(first))

    def rise(self, number: int) -> None:
        """Disconnect a terminal."""
        if (connection := self._connections.pop(number, None)) is not None:
            connection.close()

    def say(self, number: int, count: int, word: Word) -> None:
        """Handle a terminal's message, acknowledged by its number once handled."""
        if (connection := self._connections.get(number)) is not None:
            connection.say(word, lambda: self.office.link.tell("heard", number, count))

    def _hear(self, number: int, update: Update) -> None:
        try:
            self.office.link.tell("told", number, self._in_bytes(update))
        except TableError as error:
            connection = self._connections.get(number)
            if connection is not None and (match_host := connection.match_host) is not None:
                self.hosting.do(
                    self.hosting.give_up(match_host.ident, str(error)),
                    "giving up a match",
                )
        if update.closed:
            self._connections.pop(number, None)

    def _in_bytes(self, update: Update) -> bytes:
        """Encode an update.

        Raises TableError if the update is larger than allowed.
        """
        data = written(update)
        if len(data) > self._limits.view:
            raise TableError(TOO_LARGE.format(found=len(data), most=self._limits.view))
        return data

    # --- tasks ---

    async def chore(self, name: str, values: Any) -> object:
        """Run a task. Raises TableError."""
        chore = CHORES[name]
        arguments = convert(values, tuple[chore.takes], strict=False)
        return self._budget.step(CHORE, lambda: chore.do(*arguments))

    # --- lifetime ---

    async def look(self, held: list[int] | None) -> None:
        """Check the matches and report their numbers to the front process."""
        await self.hosting.look(held)
        hosting = self.hosting
        self.office.link.tell(
            "numbers",
            list(hosting.led),
            list(hosting.followed),
            hosting.times.counts,
            hosting.times.total,
        )

    async def end(self) -> None:
        """Stop all matches and end the process."""
        await self.hosting.close()
        self._ended.set()

    async def run(self, link: Link) -> None:
        """Work until told to end, or until the front process is gone."""
        self.office.link = link
        reading = asyncio.create_task(link.run(), name="link")
        link.tell("ready")
        ended = asyncio.create_task(self._ended.wait(), name="end")
        await asyncio.wait((reading, ended), return_when=asyncio.FIRST_COMPLETED)
        await asyncio.sleep(0)  # lets the reply to `end` go out
        link.close()


def count_of(kind: str) -> int:
    """Return the number of objects of a class of the server's in this process, for tests of leaks.

    The database of cards, which stays open, has a class of the name Connection too.
    """
    gc.collect()
    kinds = [type(each) for each in gc.get_objects()]
    return sum(each.__name__ == kind and each.__module__.startswith("tui.") for each in kinds)


def replace_anew(update: Update) -> Update:
    """Return an update that replaces all earlier ones."""
    return replace(update, anew=True)


async def _run(descriptor: int, page: int, limits: GameLimits, *, is_shared: bool) -> None:
    ours = socket.socket(fileno=descriptor)
    ours.setblocking(False)
    reader, writer = await asyncio.open_connection(sock=ours)
    worker = Worker(WorkerBudget(StepPage(page), limits), limits, is_shared=is_shared)
    await worker.run(Link(reader, writer, worker.answers()))


def main(arguments: list[str]) -> None:
    """Run a worker.

    The arguments are the descriptors of its socket and its page, its limits as JSON, and "shared"
    for a shared database.
    """
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        # the front process says when to end; if it dies, the socket closes
        signal.signal(number, signal.SIG_IGN)
    gc.set_threshold(*CYCLES)
    descriptor, page, limits, is_shared = arguments
    os.nice(5)
    asyncio.run(
        _run(
            int(descriptor),
            int(page),
            json.decode(limits, type=GameLimits),
            is_shared=is_shared == "shared",
        )
    )


if __name__ == "__main__":
    main(cast("list[str]", sys.argv[1:]))
