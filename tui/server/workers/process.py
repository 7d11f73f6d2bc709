"""A worker: a process that hosts matches and does chores, and knows neither terminals nor the
database.

Everything that it needs is asked of the front process over one socket; what its matches tell is
sent back as updates, each for one pair of eyes. It is started with as good as no environment, and
holds no key and no password.
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
from tui.server.match.connections import Chair
from tui.server.match.pacing import STEP
from tui.server.storage.messages import Standing, Update, Word
from tui.server.storage.nodes import Posted
from tui.server.storage.tables import TableError, TableRow
from tui.server.workers.game_limits import Limits
from tui.server.workers.hosting import Hosting
from tui.server.workers.link import Answer, Link
from tui.server.workers.step_limits import CHORE, Budget, StepPage
from tui.server.workers.tasks import CHORES
from tui.session.sent_views import written

if TYPE_CHECKING:
    from engine.view import View
    from tui.server.storage.database import Kept

TOO_LARGE = (
    "This game has grown beyond what this server allows: one view of it takes {found:,} "
    "bytes; allowed: {most:,}. The game is saved."
)


class Seated(Struct, frozen=True, array_like=True):
    """A terminal at a match, as the front process numbers it."""

    chair: int
    seat: int | None


class Office:
    """The database, the tables and the computer players, at the other end of the link."""

    pace = STEP

    def __init__(self) -> None:
        self.link: Link
        self.seconds = SECONDS  # that a computer player gets now

    # --- the servers' common database ---

    async def lease(self, ident: int) -> bool:
        return await self.link.ask("lease", bool, ident)

    async def let_go(self, ident: int) -> None:
        await self.link.ask("let-go", None, ident)

    async def free(self, idents: Collection[int]) -> set[int]:
        return await self.link.ask("free", set[int], list(idents)) if idents else set()

    async def keep(self, kept: Kept) -> None:
        await self.link.ask("keep", None, kept)

    async def keep_wishes(self, ident: int, seat: int, wishes: str, row: int = 0) -> None:
        await self.link.ask("keep-wishes", None, ident, seat, wishes, row)

    async def keep_standing(self, kept: Kept) -> None:
        await self.link.ask("keep-standing", None, kept)

    async def reply(self, ident: int, row: int, words: str) -> None:
        await self.link.ask("reply", None, ident, row, words)

    async def lines(self, ident: int, first: int) -> list[str]:
        return await self.link.ask("lines", list[str], ident, first)

    async def standing(self, ident: int) -> Standing:
        return await self.link.ask("standing", Standing, ident)

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
    """The matches of this process, as the front process speaks to them."""

    def __init__(self, budget: Budget, limits: Limits, *, is_shared: bool) -> None:
        self._budget, self._limits = budget, limits
        self.office = Office()
        self.hosting = Hosting(
            self.office, self.office, self.office, budget.work, limits=limits, is_shared=is_shared
        )
        self.hosting.on_report = self.office.report
        self._chairs: dict[int, Chair] = {}
        self._ended = asyncio.Event()

    def answers(self) -> Mapping[str, Answer]:
        """What the front process may ask and tell."""
        hosting = self.hosting
        return {
            "sit": Answer(self.sit, (int, int, int | None)),
            "resume": Answer(self.resume, (int, list[Seated])),
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
        """Seat a terminal at a match. Returns its first update. Raises TableError, RecordError."""
        chair = await self.hosting.line(ident, seat)
        self._chairs[number] = chair
        try:
            return self._in_bytes(await chair.open(lambda update: self._hear(number, update)))
        except BaseException:
            self.rise(number)
            raise

    async def resume(self, ident: int, seated: list[Seated]) -> None:
        """Go on with a match that another worker has led, with everybody who was at it; each is
        told everything anew.
        """
        for each in seated:
            chair = await self.hosting.line(ident, each.seat)
            self._chairs[each.chair] = chair
            first = await chair.open(lambda update, number=each.chair: self._hear(number, update))
            self._hear(each.chair, replace_anew(first))

    def rise(self, number: int) -> None:
        """A terminal has left."""
        if (chair := self._chairs.pop(number, None)) is not None:
            chair.close()

    def say(self, number: int, count: int, word: Word) -> None:
        """A terminal says something; it is acknowledged by its count when it has been heard."""
        if (chair := self._chairs.get(number)) is not None:
            chair.say(word, lambda: self.office.link.tell("heard", number, count))

    def _hear(self, number: int, update: Update) -> None:
        try:
            self.office.link.tell("told", number, self._in_bytes(update))
        except TableError as error:
            if (chair := self._chairs.get(number)) is not None:
                self.hosting.do(
                    self.hosting.give_up(chair.place.ident, str(error)), "giving up a match"
                )
        if update.closed:
            self._chairs.pop(number, None)

    def _in_bytes(self, update: Update) -> bytes:
        """Return an update for the front process.

        Raises TableError where it is larger than allowed.
        """
        data = written(update)
        if len(data) > self._limits.view:
            raise TableError(TOO_LARGE.format(found=len(data), most=self._limits.view))
        return data

    # --- chores ---

    async def chore(self, name: str, values: Any) -> object:
        """Do a chore. Raises TableError."""
        chore = CHORES[name]
        arguments = convert(values, tuple[chore.takes], strict=False)
        return self._budget.step(CHORE, lambda: chore.do(*arguments))

    # --- all in all ---

    async def look(self, held: list[int] | None) -> None:
        """Look after the matches, and tell the front process how many there are."""
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
        """Lead nothing any more, and end the process."""
        await self.hosting.close()
        self._ended.set()

    async def run(self, link: Link) -> None:
        """Work until told to end, or until the front process is gone."""
        self.office.link = link
        reading = asyncio.create_task(link.run(), name="link")
        link.tell("ready")
        ended = asyncio.create_task(self._ended.wait(), name="end")
        await asyncio.wait((reading, ended), return_when=asyncio.FIRST_COMPLETED)
        await asyncio.sleep(0)  # the answer to `end` is on its way
        link.close()


def count_of(kind: str) -> int:
    """Return how many objects of a class there are in this process, for tests that nothing is
    left.
    """
    gc.collect()
    return sum(type(each).__name__ == kind for each in gc.get_objects())


def replace_anew(update: Update) -> Update:
    """Return an update that replaces everything that was told before."""
    return replace(update, anew=True)


async def _run(descriptor: int, page: int, limits: Limits, *, is_shared: bool) -> None:
    ours = socket.socket(fileno=descriptor)
    ours.setblocking(False)
    reader, writer = await asyncio.open_connection(sock=ours)
    worker = Worker(Budget(StepPage(page), limits), limits, is_shared=is_shared)
    await worker.run(Link(reader, writer, worker.answers()))


def main(arguments: list[str]) -> None:
    """Run a worker: the descriptors of its socket and its page, its limits as JSON, and whether
    the database is shared.
    """
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        # the front process says when to end; where it is gone, so is the socket
        signal.signal(number, signal.SIG_IGN)
    gc.set_threshold(5_000, 20, 10_000)
    descriptor, page, limits, is_shared = arguments
    os.nice(5)
    asyncio.run(
        _run(
            int(descriptor),
            int(page),
            json.decode(limits, type=Limits),
            is_shared=is_shared == "shared",
        )
    )


if __name__ == "__main__":
    main(cast("list[str]", sys.argv[1:]))
