"""The worker processes that host matches: started, watched, and replaced when one dies.

A match lives in one worker. If the worker dies, its matches resume in other workers from the
database, with all their connections. Only the match being worked on ends, and at the second failure
its table is closed.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import sys
import time
from collections import deque
from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import count
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import json
from sqlalchemy.exc import SQLAlchemyError

from engine.history.record import RecordError
from tui.server.match.connections import UNREADABLE
from tui.server.storage.database import DecisionBatch
from tui.server.storage.messages import Decide, TakeBack, Update, Word
from tui.server.storage.metrics import Times, WorkerMetrics
from tui.server.storage.tables import MOST_FAILURES, TableError
from tui.server.workers.game_limits import GameLimits
from tui.server.workers.hosting import unreported
from tui.server.workers.link import Answer, Link, LinkError
from tui.server.workers.step_limits import IDLE, OUT_OF_MEMORY, StepPage, WorkerStep
from tui.server.workers.tasks import CHORES
from tui.session.sent_views import UnreadableUpdateError, read_back

if TYPE_CHECKING:
    from tui.server.match.ai_pool import AIPlayers
    from tui.server.storage.messages import MatchStatus
    from tui.server.storage.nodes import Nodes
    from tui.server.storage.tables import TableRow, Tables

Found = TypeVar("Found")

SHORTLY = 0.05  # seconds between checks for a ready worker
WATCH = 0.1  # seconds between checks for steps that take too long
STARTING = 30.0  # seconds allowed for a worker to start
ENDING = 10.0  # seconds allowed for a worker to end
FAILED_STARTS = 3  # failed starts in a row after which the pool gives up
MOST_DEATHS = 4  # deaths of workers in a row while working on one match
MOST_UNHEARD = 64  # unhandled messages kept per terminal
# environment variables passed to workers
PASSED_ON = ("PATH", "LANG", "LC_ALL", "TZ", "SYSTEMROOT", "SPELLFRONT_PURE")
NO_WORKERS = "The server can't run games right now. Everything is saved; the host has been told."
TOO_MUCH = (
    "That took more time or memory than this server allows for one step. The game is saved as it "
    "was before: come back and choose "
    "something else. If it happens again, this table will be closed."
)
CLOSED_FOR_GOOD = (
    "A step of this game has again taken more time or memory than this server allows, so this "
    "table is closed. The record of the game is "
    "kept: `replay {table}` downloads it."
)
NOT_CHECKED = "checking that took more time or memory than this server allows"

LOG = logging.getLogger("spellfront.workers")


class RemoteConnection:
    """The connection of one terminal to a match in a worker."""

    def __init__(self, pool: Pool, ident: int, number: int, seat: int | None) -> None:
        self.seat, self.ident, self.number = seat, ident, number
        self.last: Update | None = None  # the latest update
        self.unheard: deque[tuple[int, Word]] = deque()
        # the worker that has this connection, even after the match
        self.worker: WorkerHandle | None = None
        # decodes an update; raises UnreadableUpdateError
        self.read = pool.read
        self._pool = pool
        self._hear: Callable[[Update], None] | None = None
        self._early: list[Update] | None = []  # updates received before the first one was delivered

    async def open(self, hear: Callable[[Update], None]) -> Update:
        """Receive updates from now on; return the first, which covers the whole game so far.

        Raises TableError or RecordError.
        """
        self._hear = hear
        self.last = first = await self._pool.sit(self)
        asyncio.get_running_loop().call_soon(self._hand_over)
        return first

    def _hand_over(self) -> None:
        early, self._early = self._early or [], None
        for update in early:
            self.hear(update)

    def hear(self, update: Update) -> None:
        """Deliver an update."""
        if self._early is not None:
            self._early.append(update)
            return
        self.last = update
        if self._hear is not None:
            self._hear(update)

    def end(self, why: str) -> None:
        """End the connection with a reason."""
        if self.last is not None:
            self.hear(Update(self.last.number, self.last.view, None, closed=why))

    def say(self, word: Word) -> None:
        """Send a message. Results and refusals arrive as updates."""
        if self.seat is not None:
            self._pool.say(self, word)

    def close(self) -> None:
        """Stop receiving updates."""
        self._hear = None
        self._pool.rise(self)


class WorkerHandle:
    """A worker process as seen from the front process."""

    def __init__(
        self, number: int, answers: Callable[[WorkerHandle], Mapping[str, Answer]]
    ) -> None:
        self.number = number
        self.matches: set[int] = set()  # the tables of its matches
        self.led: Collection[int] = ()
        self.followed: Collection[int] = ()
        self.times = Times()
        self.starts = 0  # failed starts in a row
        self.is_ready = False
        self.overran = False  # whether the worker was killed because a step took too long
        self.guests = set[int]()  # its matches with players' own files
        self.absent = set[int]()  # matches that the worker had not loaded at the last count
        self.process: asyncio.subprocess.Process | None = None
        self._answers = answers
        self._link: Link | None = None
        self._page: StepPage | None = None

    async def start(self, limits: GameLimits, *, is_shared: bool) -> None:
        """Start the process and wait until it is ready.

        Raises OSError, LinkError or TimeoutError.
        """
        ours, theirs = socket.socketpair()
        page = StepPage.made()
        shared = "shared" if is_shared else "alone"
        try:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable, "-P", "-m", "tui.server.workers.process",
                str(theirs.fileno()), str(page), json.encode(limits).decode(), shared,
                pass_fds=(theirs.fileno(), page), env=_environment(),
                stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.DEVNULL,
            )  # fmt: skip
            self._page = StepPage(page)
            ours.setblocking(False)
            reader, writer = await asyncio.open_connection(sock=ours)
        finally:
            theirs.close()
            os.close(page)
        ready = asyncio.get_running_loop().create_future()
        answers = {
            **self._answers(self),
            "ready": Answer(lambda: ready.done() or ready.set_result(None)),
        }
        link = self._link = Link(reader, writer, answers)
        reading = asyncio.create_task(link.run(), name=f"link to worker {self.number}")
        async with asyncio.timeout(STARTING):
            await asyncio.wait((ready, reading), return_when=asyncio.FIRST_COMPLETED)
        if not ready.done():
            raise LinkError("the process ended at its start")
        self.is_ready, self.starts, self.overran = True, 0, False

    @property
    def link(self) -> Link:
        """The link to the worker. Raises LinkError unless the worker is running."""
        if self._link is None or not self.is_ready:
            raise LinkError("the worker is gone")
        return self._link

    def tell(self, name: str, *values: object) -> None:
        """Send a notice if the worker is running."""
        if self._link is not None and self.is_ready:
            self._link.tell(name, *values)

    @property
    def step(self) -> WorkerStep:
        """The current step of the worker."""
        return self._page.now if self._page is not None else WorkerStep(IDLE, 0.0, 0.0)

    def kill(self) -> None:
        """Kill the worker."""
        if self.process is not None and self.process.returncode is None:
            with suppress(ProcessLookupError):
                self.process.kill()

    def gone(self) -> int:
        """Clean up after the process ended; return the last step's table."""
        what = self.step.what
        self.is_ready = False
        if self._link is not None:
            self._link.close()
        if self._page is not None:
            self._page.close()
        self._link = self._page = None
        return what


class Pool:
    """All workers of this server, as a host of matches."""

    def __init__(
        self,
        number: int,
        nodes: Nodes,
        tables: Tables,
        ai_pool: AIPlayers,
        *,
        limits: GameLimits,
        is_shared: bool,
    ) -> None:
        self.on_told: Callable[[], object] = lambda: None
        self.on_report: Callable[[int, str, str], Awaitable[object]] = unreported
        self.takeovers = self.faults = 0
        self.kills = 0  # workers that died
        self._nodes, self._tables, self._ai_pool, self._limits = nodes, tables, ai_pool, limits
        self._is_shared = is_shared
        self._workers = [WorkerHandle(each, self._answers) for each in range(number)]
        self._hosts: dict[int, WorkerHandle] = {}  # the worker of each match
        self._connections: dict[int, RemoteConnection] = {}
        self._at: dict[int, set[RemoteConnection]] = {}  # the terminals at each match
        self._numbers, self._words = count(1), count(1)
        self._keepers: set[asyncio.Task[None]] = set()
        self._closed = False
        # deaths of workers while working on a match, reset by a handled message
        self._deaths: dict[int, int] = {}

    # --- lifetime ---

    async def open(self) -> None:
        """Start all workers. Requests wait until one is ready."""
        for worker in self._workers:
            self._beside(self._live(worker), f"worker {worker.number}")
        self._watching = asyncio.create_task(self._watch(), name="watch over workers")

    async def close(self) -> None:
        """Stop all matches after saving every game."""
        self._closed = True
        self._watching.cancel()
        for keeper in self._keepers:
            keeper.cancel()
        await asyncio.gather(*(self._end(worker) for worker in self._workers))

    async def _end(self, worker: WorkerHandle) -> None:
        with suppress(LinkError, TimeoutError, SQLAlchemyError):
            async with asyncio.timeout(ENDING):
                await worker.link.ask("end", None)
                if worker.process is not None:
                    await worker.process.wait()
        worker.kill()
        if worker.process is not None:
            await worker.process.wait()
        worker.gone()

    async def _live(self, worker: WorkerHandle) -> None:
        """Keep a worker running: start, wait for the end, move its matches, start again."""
        while not self._closed:
            try:
                await worker.start(self._limits, is_shared=self._is_shared)
            except (OSError, LinkError, TimeoutError) as error:
                worker.starts += 1
                LOG.error("worker %d can't be started: %s", worker.number, type(error).__name__)
                worker.kill()
                if worker.process is not None:
                    await worker.process.wait()
                worker.gone()
                await asyncio.sleep(
                    min(30.0, 2.0 ** min(worker.starts, 5))
                    if worker.starts >= FAILED_STARTS
                    else 0.1
                )
                continue
            assert worker.process is not None
            code = await worker.process.wait()
            if not self._closed:
                self.kills += 1
                self._beside(
                    self._bury(worker, worker.gone(), code), f"matches of worker {worker.number}"
                )

    def _beside(self, do: Coroutine[Any, Any, None], name: str) -> None:
        task = asyncio.create_task(do, name=name)
        self._keepers.add(task)
        task.add_done_callback(self._keepers.discard)

    async def _watch(self) -> None:
        """Kill workers whose step takes too long."""
        while True:
            await asyncio.sleep(WATCH)
            for worker in self._workers:
                step = worker.step
                if step.what != IDLE and time.monotonic() - step.since > step.wall:
                    LOG.warning("worker %d is ended: a step has taken too long", worker.number)
                    worker.overran = True
                    worker.kill()

    async def _bury(self, worker: WorkerHandle, what: int, code: int) -> None:
        """Move a dead worker's matches to other workers, except the match at fault."""
        why = signal.Signals(-code).name if code < 0 else str(code)
        LOG.warning(
            "worker %d has ended (%s) with %d matches", worker.number, why, len(worker.matches)
        )
        matches, worker.matches, worker.led, worker.followed = worker.matches, set(), (), ()
        worker.guests.clear()
        for ident in matches:
            self._hosts.pop(ident, None)
        if what in matches and (code in OVERRUN or worker.overran or self._dies_again(what)):
            await self._at_fault(what)
            matches.discard(what)
        with_people = sorted(matches, key=lambda ident: not self._at.get(ident))
        await asyncio.gather(*(self._resume(ident) for ident in with_people))

    def _dies_again(self, ident: int) -> bool:
        """Count a death while working on a match; return whether the match is to blame by now."""
        self._deaths[ident] = self._deaths.get(ident, 0) + 1
        return self._deaths[ident] >= MOST_DEATHS

    async def _at_fault(self, ident: int) -> None:
        """End a match whose step exceeded a limit; close its table at the second time."""
        self.faults += 1
        connections = list(self._at.pop(ident, ()))
        words = [
            f"player{(connection.seat or 0) + 1}: {json.encode(word).decode()}"
            for connection in connections
            for _, word in connection.unheard
        ]
        for connection in connections:
            self._connections.pop(connection.number, None)
        why = TOO_MUCH
        try:
            failures = await self._tables.note_failure(ident)
            await self.on_report(
                ident,
                await self._tables.record_text(ident),
                "\n".join(["A step took too much.", *words]) + "\n",
            )
            if failures >= MOST_FAILURES:
                await self._tables.fail(ident, by_limit=True)
                why = CLOSED_FOR_GOOD.format(table=ident)
            await self._nodes.let_go(ident)
        except SQLAlchemyError as error:
            LOG.error("match %d can't be recorded as failing: %s", ident, type(error).__name__)
        for connection in connections:
            connection.end(why)
        self.on_told()

    async def _resume(self, ident: int) -> None:
        """Resume a match in another worker, with its terminals and their unhandled messages."""
        connections = [
            connection for connection in self._at.get(ident, ()) if connection.last is not None
        ]
        if not connections and not self._is_shared:
            return  # the match resumes with the next connection, or when its clock runs
        self.takeovers += 1
        try:
            worker = await self._resumed_by(ident, connections)
        except (LinkError, SQLAlchemyError, TableError, RecordError) as error:
            LOG.warning("match %d can't be taken over: %s", ident, type(error).__name__)
            for connection in connections:
                self._forget(connection)
                connection.end(str(error) if isinstance(error, TableError) else UNREADABLE)
            return
        for connection in connections:
            for number, word in tuple(connection.unheard):
                if not isinstance(word, Decide | TakeBack) or (
                    connection.last is not None and word.number == connection.last.number
                ):
                    # skip messages that were already carried out
                    worker.tell("say", connection.number, number, word)

    async def _resumed_by(
        self, ident: int, connections: Sequence[RemoteConnection]
    ) -> WorkerHandle:
        """Return the worker that has resumed a match, trying again if that worker dies as well.

        Raises LinkError, TableError or RecordError.
        """
        for attempt in count(1):
            worker = await self._host(ident)
            for connection in connections:
                connection.worker = worker
            try:
                await worker.link.ask(
                    "resume",
                    None,
                    ident,
                    [(connection.number, connection.seat) for connection in connections],
                )
            except LinkError:
                if attempt >= FAILED_STARTS:
                    raise
                await asyncio.sleep(SHORTLY)
            else:
                return worker
        raise AssertionError("attempts are counted without end")

    # --- assignment ---

    async def _ready(self) -> list[WorkerHandle]:
        """Return the running workers, waiting for the first.

        Raises TableError if none can be started.
        """
        until = time.monotonic() + STARTING
        while time.monotonic() < until and not all(
            each.starts >= FAILED_STARTS for each in self._workers
        ):
            if ready := [each for each in self._workers if each.is_ready]:
                return ready
            await asyncio.sleep(SHORTLY)
        raise TableError(NO_WORKERS)

    async def _host(self, ident: int) -> WorkerHandle:
        """Return the worker of a match, assigning one if necessary. Raises TableError."""
        if (worker := self._hosts.get(ident)) is not None and worker.is_ready:
            return worker
        table, ready = await self._tables.get(ident), await self._ready()
        # a concurrent call may have assigned the match meanwhile
        if (worker := self._hosts.get(ident)) is not None and worker.is_ready:
            return worker
        chosen = self._chosen(ready, table)
        self._hosts[ident] = chosen
        chosen.matches.add(ident)
        return chosen

    def _chosen(self, ready: list[WorkerHandle], table: TableRow) -> WorkerHandle:
        """Return the worker for a new match.

        Tables with players' own files all go to the last worker, so that they can't disturb others;
        the rest go to the least busy one.
        """
        last = ready[-1]
        if table.own is not None:
            last.guests.add(table.id)
            return last
        others = ready[:-1] if last.guests and len(ready) > 1 else ready
        return min(others, key=lambda each: len(each.matches))

    # --- terminals ---

    async def sit(self, connection: RemoteConnection) -> Update:
        """Connect a terminal to its match. Raises TableError or RecordError."""
        self._connections[connection.number] = connection
        self._at.setdefault(connection.ident, set()).add(connection)
        try:
            for _ in range(FAILED_STARTS):
                worker = await self._host(connection.ident)
                connection.worker = worker
                try:
                    return connection.read(
                        await worker.link.ask(
                            "sit", bytes, connection.ident, connection.number, connection.seat
                        )
                    )
                except LinkError:
                    # the worker has just died, and another one will have the match soon
                    await asyncio.sleep(SHORTLY)
            raise TableError(UNREADABLE)
        except UnreadableUpdateError as error:
            LOG.error("match %d: a terminal can't be seated: %s", connection.ident, error)
            self._forget(connection)
            raise TableError(UNREADABLE) from None
        except BaseException:
            self._forget(connection)
            raise

    def read(self, data: bytes) -> Update:
        """Decode an update from a worker. Raises UnreadableUpdateError."""
        if len(data) > self._limits.view:
            raise UnreadableUpdateError(
                f"found {len(data):,} bytes; allowed: {self._limits.view:,}"
            )
        return read_back(data, Update)

    def say(self, connection: RemoteConnection, word: Word) -> None:
        """Forward a message and keep it until the worker has handled it."""
        if len(connection.unheard) >= MOST_UNHEARD:
            connection.unheard.popleft()
        number = next(self._words)
        connection.unheard.append((number, word))
        if (worker := self._hosts.get(connection.ident)) is not None:
            worker.tell("say", connection.number, number, word)

    def rise(self, connection: RemoteConnection) -> None:
        """Disconnect a terminal."""
        if connection.number in self._connections:
            self._forget(connection)
            if connection.worker is not None:
                connection.worker.tell("rise", connection.number)

    def _forget(self, connection: RemoteConnection) -> None:
        self._connections.pop(connection.number, None)
        there = self._at.get(connection.ident)
        if there is not None:
            there.discard(connection)
            if not there:
                del self._at[connection.ident]

    # --- a host of matches ---

    @property
    def led(self) -> set[int]:
        """The matches led by workers."""
        return {ident for worker in self._workers for ident in worker.led}

    @property
    def followed(self) -> set[int]:
        """The matches followed by workers."""
        return {ident for worker in self._workers for ident in worker.followed}

    @property
    def times(self) -> Times:
        """The histogram of response times over all workers."""
        found = Times()
        for worker in self._workers:
            found.counts = [
                one + other for one, other in zip(found.counts, worker.times.counts, strict=True)
            ]
            found.total += worker.times.total
        return found

    async def count_of(self, kind: str) -> int:
        """Return the number of objects of a class in all workers, for tests of leaks."""
        return sum(
            [
                await worker.link.ask("count-of", int, kind)
                for worker in self._workers
                if worker.is_ready
            ]
        )

    def numbers(self) -> list[WorkerMetrics]:
        """Return the metrics of each worker."""
        now = time.monotonic()
        steps = [(worker, worker.step) for worker in self._workers]
        return [
            WorkerMetrics(
                worker.number, len(worker.matches), now - step.since if step.what != IDLE else 0.0
            )
            for worker, step in steps
        ]

    async def line(self, ident: int, seat: int | None) -> RemoteConnection:
        """Return a connection of a seat to its match, without any request until opened."""
        return RemoteConnection(self, ident, next(self._numbers), seat)

    async def wake(self, idents: Iterable[int]) -> None:
        """Lead matches that no node leads."""
        for ident in idents:
            if ident not in self._hosts:
                with suppress(LinkError):
                    await (await self._host(ident)).link.ask("wake", None, [ident])

    async def look(self, held: Collection[int] | None) -> None:
        """Let all workers check their matches."""
        for worker in self._workers:
            with suppress(LinkError):
                mine = None if held is None else sorted(set(held) & worker.matches)
                await worker.link.ask("look", None, mine)

    def standings(self, idents: Collection[int]) -> dict[int, MatchStatus]:
        """Return an empty dict: the status of matches is read from the database."""
        return {}

    def decided(self, ident: int) -> None:
        self._tell(ident, "decided")

    def wished(self, ident: int) -> None:
        self._tell(ident, "wished")

    def said(self, ident: int) -> None:
        self._tell(ident, "said")

    def _tell(self, ident: int, name: str) -> None:
        if (worker := self._hosts.get(ident)) is not None:
            worker.tell(name, ident)

    def free(self, ident: int) -> None:
        """Note that another node has released a match, or all matches if `ident` is 0."""
        for worker in self._workers:
            if not ident or ident in worker.matches:
                worker.tell("free", ident)

    def look_everywhere(self) -> None:
        """Let all workers poll for changes."""
        for worker in self._workers:
            worker.tell("look-everywhere")

    async def chore(self, name: str, *values: object) -> Any:
        """Run a task in the last worker, which has the players' own files.

        Raises TableError.
        """
        ready = await self._ready()
        try:
            return await ready[-1].link.ask("chore", CHORES[name].gives, name, values)
        except LinkError:
            raise TableError(NOT_CHECKED) from None

    # --- requests from workers ---

    def _answers(self, worker: WorkerHandle) -> Mapping[str, Answer]:
        """Return the handlers of a worker's requests, limited to its own matches."""

        def mine(do: Callable[..., Awaitable[Found]]) -> Callable[..., Awaitable[Found]]:
            async def answer(ident: int, *rest: object) -> Found:
                if ident not in worker.matches:
                    raise LinkError(f"found table {ident}, which this worker doesn't host")
                return await do(ident, *rest)

            return answer

        async def keep(kept: DecisionBatch) -> None:
            await mine(lambda _: self._nodes.keep(kept))(kept.table)
            self.on_told()

        async def keep_standing(kept: DecisionBatch) -> None:
            await mine(lambda _: self._nodes.keep_standing(kept))(kept.table)

        async def let_go(ident: int) -> None:
            await self._nodes.let_go(ident)
            self._released(worker, ident)

        async def free(idents: list[int]) -> set[int]:
            return await self._nodes.free(set(idents) & worker.matches)

        nodes, tables = self._nodes, self._tables
        return {
            "lease": Answer(mine(nodes.lease), (int,)),
            "let-go": Answer(mine(let_go), (int,)),
            "free": Answer(free, (list[int],)),
            "keep": Answer(keep, (DecisionBatch,)),
            "keep-wishes": Answer(mine(nodes.keep_wishes), (int, int, str, int)),
            "keep-standing": Answer(keep_standing, (DecisionBatch,)),
            "reply": Answer(mine(nodes.reply), (int, int, str)),
            "lines": Answer(mine(nodes.lines), (int, int)),
            "standing": Answer(mine(nodes.standing), (int,)),
            "wishes": Answer(mine(nodes.wishes), (int,)),
            "post": Answer(mine(nodes.post), (int, int, Word)),
            "posted": Answer(mine(nodes.posted), (int,)),
            "replies": Answer(self._nodes.replies, (list[int],)),
            "table": Answer(mine(tables.get), (int,)),
            "record": Answer(mine(tables.record_text), (int,)),
            "fail": Answer(
                mine(lambda ident, by_limit: tables.fail(ident, by_limit=by_limit)), (int, bool)
            ),
            "report": Answer(mine(self.on_report), (int, str, str)),
            "choose": Answer(self._choose, (int, str, int, bytes, float | None)),
            "told": Answer(self._told, (int, bytes)),
            "heard": Answer(self._heard, (int, int)),
            "numbers": Answer(
                lambda *numbers: self._count(worker, *numbers),
                (list[int], list[int], list[int], float),
            ),
        }

    def _released(self, worker: WorkerHandle, ident: int) -> None:
        worker.matches.discard(ident)
        worker.guests.discard(ident)
        if self._hosts.get(ident) is worker:
            del self._hosts[ident]

    async def _choose(
        self, ident: int, level: str, seed: int, view: bytes, within: float | None
    ) -> tuple[str, float]:
        answer = await self._ai_pool.choose(level, seed, view, ident, within)
        return answer, self._ai_pool.seconds

    def _told(self, number: int, data: bytes) -> None:
        connection = self._connections.get(number)
        if connection is None:
            return
        try:
            update = connection.read(data)
        except UnreadableUpdateError as error:
            LOG.error("an update of match %d can't be read: %s", connection.ident, error)
            self.rise(connection)
            connection.end(UNREADABLE)
            return
        if update.closed:
            self._forget(connection)
        connection.hear(update)

    def _heard(self, number: int, word: int) -> None:
        if (connection := self._connections.get(number)) is not None:
            self._deaths.pop(connection.ident, None)
            connection.unheard = deque(each for each in connection.unheard if each[0] > word)

    def _count(
        self,
        worker: WorkerHandle,
        led: list[int],
        followed: list[int],
        counts: list[int],
        total: float,
    ) -> None:
        worker.led, worker.followed = led, followed
        worker.times.counts, worker.times.total = counts, total
        absent = {
            ident for ident in worker.matches.difference(led, followed) if ident not in self._at
        }
        for ident in absent & worker.absent:
            self._released(worker, ident)
        worker.absent = absent


OVERRUN = frozenset(
    {-getattr(signal, name) for name in ("SIGPROF", "SIGXCPU", "SIGSEGV") if hasattr(signal, name)}
    | {OUT_OF_MEMORY}
)
"""Exit codes of a worker that blame the match being worked on."""


def _environment() -> dict[str, str]:
    """Return the environment of a worker: Python's search path, and no secrets."""
    kept = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
    return kept | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
