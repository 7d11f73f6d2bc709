"""The matches of one process: led here or followed, and the changes between the two.

In a server without workers this is the front process; otherwise each worker has one. The database,
computer players and the host are reached through `nodes`, `tables`, `ai_pool` and `on_report`,
which in a worker lead to the front process over a link.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Collection, Iterable
from traceback import format_exception
from typing import TYPE_CHECKING, Protocol
from weakref import WeakValueDictionary

from msgspec import json
from sqlalchemy.exc import SQLAlchemyError

from engine.base.limits import GameLimitError
from engine.history.record import RecordError
from tui.server.match.connections import (
    LOST,
    UNREADABLE,
    Connection,
    Connections,
    MatchHost,
    SeatMessage,
    Work,
)
from tui.server.match.follower import FollowedMatch, OtherNodes
from tui.server.match.match import CLOSED, CLOSED_BY_FAULT, Keeper, Match
from tui.server.storage.clocks import Clock
from tui.server.storage.messages import MatchStatus
from tui.server.storage.metrics import Times, WorkerMetrics
from tui.server.storage.stop_settings import StopSettings
from tui.server.storage.tables import TableError
from tui.server.workers.game_limits import USUAL, GameLimits
from tui.session.progress import GameInProgress

if TYPE_CHECKING:
    from engine.history.record import Record
    from tui.server.match.ai_pool import AIPlayers
    from tui.server.storage.nodes import Posted
    from tui.server.storage.tables import TableRow

# seconds before a match without connections stops, to be resumed on the next connection
LONGEST_IDLE = 120.0
# seconds to keep retrying to take over a match while the database doesn't answer
LONGEST_WAIT = 30.0
ENTRIES = 100  # decisions that can be replayed in the time allowed for one step
PAUSE = 0.75  # seconds between two attempts

LOG = logging.getLogger("spellfront.hosting")


class MatchNodes(Keeper, OtherNodes, Protocol):
    """The nodes' shared database, as used by the matches of a process."""

    async def lease(self, ident: int) -> bool: ...
    async def let_go(self, ident: int) -> None: ...
    async def free(self, idents: Collection[int]) -> set[int]: ...
    async def posted(self, ident: int) -> list[Posted]: ...


class MatchTables(Protocol):
    """The tables, as used by the matches of a process."""

    async def get(self, ident: int) -> TableRow: ...
    async def record(self, ident: int) -> Record: ...
    async def fail(self, ident: int, *, by_limit: bool = False) -> None: ...


class Hosting:
    """The matches of this process: those led here, and those followed for a connection."""

    def __init__(
        self,
        nodes: MatchNodes,
        tables: MatchTables,
        ai_pool: AIPlayers,
        work: Callable[[int, float], Work],
        *,
        limits: GameLimits = USUAL,
        is_shared: bool = False,
    ) -> None:
        """Host matches.

        `work` returns the runner of a match's engine work, with a multiple of the usual limits.
        `is_shared`: other nodes may lead matches as well.
        """
        self.nodes = nodes
        self.on_told: Callable[[], object] = lambda: None
        # called with a record that reproduces a fault, and the traceback
        self.on_report: Callable[[int, str, str], Awaitable[object]] = unreported
        self._tables, self._ai_pool, self._work, self._is_shared, self._limits = (
            tables,
            ai_pool,
            work,
            is_shared,
            limits,
        )
        self._match_hosts: dict[int, MatchHost] = {}
        # the clock and status of a match being loaded
        self._terms: dict[int, tuple[Clock, MatchStatus]] = {}
        self._idle: dict[int, float] = {}  # the time since which a match has no connections
        # locks for loading matches, dropped when unused
        self._opening = WeakValueDictionary[int, asyncio.Lock]()
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False
        self.times = Times()  # seconds from receiving a message to its result
        self.faults = self.takeovers = self.kills = 0  # counts; no process is ever killed here

    async def open(self) -> None:
        """Do nothing: there is nothing to start."""

    async def close(self) -> None:
        """Stop all matches after saving every game."""
        self._closed = True
        for match_host in tuple(self._match_hosts.values()):
            await match_host.close(CLOSED)
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=10)

    @property
    def led(self) -> dict[int, Match]:
        """The matches led here."""
        return {
            ident: match_host
            for ident, match_host in self._match_hosts.items()
            if isinstance(match_host, Match)
        }

    @property
    def followed(self) -> dict[int, FollowedMatch]:
        """The matches followed here."""
        return {
            ident: match_host
            for ident, match_host in self._match_hosts.items()
            if isinstance(match_host, FollowedMatch)
        }

    def standings(self, idents: Collection[int]) -> dict[int, MatchStatus]:
        """Return the current status of those matches that are in this process."""
        return {
            ident: match_host.standing_now()
            for ident, match_host in self._match_hosts.items()
            if ident in idents and not match_host.over.done()
        }

    def numbers(self) -> list[WorkerMetrics]:
        """Return an empty list: there are no workers."""
        return []

    # --- connecting to a match ---

    async def line(self, ident: int, seat: int | None) -> Connection:
        """Return a connection of a seat to its match.

        Leads the match here if no other node does. Raises TableError or RecordError.
        """
        async with self._opening.setdefault(ident, asyncio.Lock()):
            match_host = self._match_hosts.get(ident)
            if match_host is None or (match_host.over.done() and not match_host.is_lost):
                try:
                    match_host = await self._taken_up(ident)
                except (TableError, RecordError, SQLAlchemyError):
                    raise
                except Exception as error:  # the game can't even be restored
                    await self._fail(ident, str(await self._tables.record(ident)), error)
                    raise TableError(CLOSED_BY_FAULT) from error
        return match_host.connection(seat)

    async def wake(self, idents: Iterable[int]) -> None:
        """Lead matches that no node leads; their clocks run even without connections."""
        for ident in idents:
            async with self._opening.setdefault(ident, asyncio.Lock()):
                if (
                    ident not in self._match_hosts
                    and not self._closed
                    and await self.nodes.lease(ident)
                ):
                    try:
                        await self._taken_up(ident)
                    except (TableError, RecordError) as error:
                        LOG.warning("match %d can't be taken over: %s", ident, type(error).__name__)

    async def _taken_up(self, ident: int, connections: Connections | None = None) -> MatchHost:
        """Load a match and lead it, or follow it if another node is the leader.

        Raises TableError or RecordError.
        """
        if self._closed:
            raise TableError("the server is shutting down")
        # lease first: from then on no other node adds to the record
        leads = await self.nodes.lease(ident)
        record = await self._tables.record(ident)
        share = 1 + len(record.entries) / ENTRIES
        progress = await self._work(ident, share)(
            lambda: GameInProgress.replayed(record, f"table {ident}")
        )
        progress.game.limits = self._limits.of_game
        await self._grant(ident, progress)
        return (
            self._lead(ident, progress, connections)
            if leads
            else self._follow(ident, progress, connections)
        )

    async def _grant(self, ident: int, progress: GameInProgress) -> None:
        table = await self._tables.get(ident)
        for seat in table.seats:
            if seat.wishes and seat.seat in progress.stops:
                json.decode(seat.wishes, type=StopSettings).grant(progress.stops[seat.seat])
            if seat.kind != progress.kinds[seat.seat]:
                progress.hand_to(seat.seat, seat.kind)
        self._terms[ident] = table.clock, await self.nodes.standing(ident)

    def _lead(self, ident: int, progress: GameInProgress, connections: Connections | None) -> Match:
        clock, standing = self._terms.pop(ident)
        match = Match(
            ident,
            progress,
            self.nodes,
            self._ai_pool,
            self._work(ident, 1.0),
            connections,
            clock=clock,
            standing=standing,
        )
        match.times = self.times
        match.on_fault = lambda report, error: self._fail(ident, report, error)
        self._put(match)
        for row, said in match.connections.posted.items():
            match.say(said._replace(row=row))
        match.connections.posted = {}
        if self._is_shared:
            self.said(ident)
        return match

    def _follow(
        self, ident: int, progress: GameInProgress, connections: Connections | None
    ) -> FollowedMatch:
        _, standing = self._terms.pop(ident)
        following = FollowedMatch(
            ident, progress, self.nodes, self._work(ident, 1.0), connections, standing
        )
        self._put(following)
        return following

    def _put(self, match_host: MatchHost) -> None:
        match_host.on_told = self.on_told
        self._match_hosts[match_host.ident] = match_host
        self.do(self._watch(match_host), f"watch over {match_host.ident}")

    def do(self, work: object, name: str) -> None:
        """Run a coroutine in the background."""
        task = asyncio.create_task(work, name=name)  # pyright: ignore[reportArgumentType]
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # --- changes of the leader ---

    async def _watch(self, match_host: MatchHost) -> None:
        """Wait for the end of a match here, then reload or remove the match."""
        why = await match_host.over
        ident = match_host.ident
        if self._match_hosts.get(ident) is not match_host:
            return
        if why == LOST and not self._closed:
            async with self._opening.setdefault(ident, asyncio.Lock()):
                if self._match_hosts.get(ident) is match_host:
                    await self._take_up_again(match_host, match_host.lose())
            return
        del self._match_hosts[ident]
        self._idle.pop(ident, None)
        if isinstance(match_host, Match) and not self._closed:
            await self.nodes.let_go(ident)
        self.on_told()

    async def _take_up_again(self, match_host: MatchHost, unheard: list[SeatMessage]) -> None:
        """Reload a match from the database, keeping its connections and their messages."""
        until = time.monotonic() + LONGEST_WAIT
        self.takeovers += 1
        while True:
            try:
                again = await self._taken_up(match_host.ident, match_host.connections)
                break
            except (SQLAlchemyError, TableError, RecordError) as error:
                LOG.warning(
                    "match %d can't be taken over: %s", match_host.ident, type(error).__name__
                )
                if (
                    self._closed
                    or not isinstance(error, SQLAlchemyError)
                    or time.monotonic() > until
                ):
                    match_host.connections.close(UNREADABLE)
                    self._match_hosts.pop(match_host.ident, None)
                    return
                await asyncio.sleep(PAUSE)
        for said in unheard:
            again.say(said)

    async def _promote(self, ident: int) -> None:
        """Lead a followed match if no other node does."""
        async with self._opening.setdefault(ident, asyncio.Lock()):
            match_host = self._match_hosts.get(ident)
            if (
                self._closed
                or not isinstance(match_host, FollowedMatch)
                or match_host.over.done()
                or not await self.nodes.lease(ident)
            ):
                return
            try:
                await match_host.catch_up()
            except RecordError:
                return  # the match ends as lost and is reloaded, then led
            if match_host.over.done():
                await self.nodes.let_go(ident)
                return
            await self._grant(ident, match_host.progress)
            LOG.info("match %d is now run by this server", ident)
            self.takeovers += 1
            unsaid = match_host.lose()
            match = self._lead(ident, match_host.progress, match_host.connections)
            for said in unsaid:
                match.say(said)

    # --- notifications from other nodes ---

    def decided(self, ident: int) -> None:
        if isinstance(match_host := self._match_hosts.get(ident), FollowedMatch):
            match_host.nudge()

    def wished(self, ident: int) -> None:
        if isinstance(match_host := self._match_hosts.get(ident), FollowedMatch):
            match_host.nudge(wished=True)

    def said(self, ident: int) -> None:
        if isinstance(match_host := self._match_hosts.get(ident), Match):
            self.do(self._hear_posted(match_host), f"words for {ident}")

    def free(self, ident: int) -> None:
        for each in (ident,) if ident else self.followed:
            self.do(self._promote(each), f"promotion of {each}")

    def look_everywhere(self) -> None:
        for ident, match_host in self._match_hosts.items():
            if isinstance(match_host, FollowedMatch):
                match_host.nudge(wished=True)
            else:
                self.said(ident)

    async def _hear_posted(self, match: Match) -> None:
        """Queue messages posted by other nodes."""
        try:
            for posted in await self.nodes.posted(match.ident):
                match.say(SeatMessage(posted.seat, posted.word, None, posted.row))
        except SQLAlchemyError as error:
            LOG.warning(
                "match %d: messages from other nodes can't be read now: %s",
                match.ident,
                type(error).__name__,
            )

    async def give_up(self, ident: int, why: str) -> None:
        """End a match because of a limit, telling its players why; the record is kept."""
        if (match_host := self._match_hosts.get(ident)) is not None:
            await self._tables.fail(ident, by_limit=True)
            await match_host.close(why)

    # --- heartbeat ---

    async def look(self, held: Collection[int] | None) -> None:
        """Drop lost matches, take over orphaned ones, and stop idle ones.

        `held` are the matches leased to this node; None: there are no other nodes.
        """
        if held is not None:
            led = self.led
            for ident in set(led) - set(held):
                led[ident].lose()
            for ident in await self.nodes.free(list(self.followed)):
                await self._promote(ident)
        for ident, match_host in tuple(self._match_hosts.items()):
            if not match_host.is_idle:
                self._idle.pop(ident, None)
            elif time.monotonic() - self._idle.setdefault(ident, time.monotonic()) > LONGEST_IDLE:
                await match_host.close(CLOSED)

    async def _fail(self, ident: int, report: str, error: Exception) -> None:
        """Report a fault and close the table of the match."""
        self.faults += 1
        await self.on_report(ident, report, "".join(format_exception(error)))
        try:
            await self._tables.fail(ident, by_limit=isinstance(error, GameLimitError))
        except SQLAlchemyError as unkept:
            LOG.error("match %d can't be recorded as faulty: %s", ident, type(unkept).__name__)


async def unreported(ident: int, report: str, trace: str) -> None:
    """Ignore a fault."""
