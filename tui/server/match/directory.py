"""The directory of a node's matches: heartbeats, leases, and news of the lobby."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from sqlalchemy.exc import SQLAlchemyError

from tui.server.storage.nodes import Nodes
from tui.server.storage.notifications import Notifications
from tui.server.storage.tables import PLAYING, TableError, TableRow

if TYPE_CHECKING:
    from tui.server.storage.database import Store
    from tui.server.storage.messages import MatchConnection, MatchStatus
    from tui.server.storage.metrics import Times, WorkerMetrics
    from tui.server.storage.tables import Tables

# seconds between heartbeats, each of which also looks for matches without a leader
BEAT = 0.75
# seconds over which decisions are collected before the lobby refreshes
LOBBY_LATER = 1.0
SOON = 0.1  # seconds over which changes are collected before other nodes are told
LOOK_ANYWAY = 4  # heartbeats between two polls for changes of which no notification arrived
WAKE = 20  # heartbeats between two searches for matches with running clocks and no leader

LOG = logging.getLogger("spellfront.leading")


class Host(Protocol):
    """The processes in which matches run.

    Either this process (`hosting.Hosting`) or workers (`pool.Pool`).
    """

    on_told: Callable[[], object]
    on_report: Callable[[int, str, str], Awaitable[object]]
    faults: int
    takeovers: int
    kills: int

    @property
    def times(self) -> Times: ...
    @property
    def led(self) -> Collection[int]: ...
    @property
    def followed(self) -> Collection[int]: ...
    async def open(self) -> None: ...
    async def close(self) -> None: ...
    async def line(self, ident: int, seat: int | None) -> MatchConnection: ...
    async def wake(self, idents: Iterable[int]) -> None: ...
    async def look(self, held: Collection[int] | None) -> None: ...
    def standings(self, idents: Collection[int]) -> dict[int, MatchStatus]: ...
    def decided(self, ident: int) -> None: ...
    def wished(self, ident: int) -> None: ...
    def said(self, ident: int) -> None: ...
    def free(self, ident: int) -> None: ...
    def look_everywhere(self) -> None: ...
    def numbers(self) -> list[WorkerMetrics]: ...


class MatchDirectory:
    """The matches of this node."""

    def __init__(
        self, store: Store, tables: Tables, nodes: Nodes, host: Host, faults: Path
    ) -> None:
        """Create the directory; `faults` is the folder of fault reports."""
        self.nodes, self.notifications, self.host = nodes, Notifications(store), host
        # returns the names of the players online on this node
        self.here: Callable[[], Iterable[str]] = tuple
        self.elsewhere: set[str] = set()  # the names of the players online on any node
        self.on_told: Callable[[], object] = lambda: None
        # called after another node has changed the lobby
        self.on_changed: Callable[[], object] = lambda: None
        host.on_told, host.on_report = self.told, self.report
        self._store, self._tables, self._faults = store, tables, faults
        self._tasks: set[asyncio.Task[None]] = set()
        self._beating: asyncio.Task[None] | None = None
        self._closed = self._is_telling = False
        self._telling: asyncio.TimerHandle | None = None

    async def open(self) -> None:
        """Register this node and start its heartbeat."""
        await self.nodes.come()
        await self.host.open()
        host = self.host
        for topic, heard in (
            ("decided", self._decided),
            ("replied", self._decided),
            ("wished", host.wished),
            ("said", host.said),
            ("free", host.free),
        ):
            self.notifications.hear(topic, heard)
        self.notifications.hear("hall", lambda _: self.on_changed())
        self.notifications.on_open = host.look_everywhere
        self.notifications.open()
        self._beating = asyncio.create_task(self._beat(), name="beat")

    async def close(self) -> None:
        """Stop all matches after saving every game."""
        self._closed = True
        if self._beating is not None:
            self._beating.cancel()
        if self._telling is not None:
            self._telling.cancel()
        await self.notifications.close()
        await self.host.close()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=10)
        await self.nodes.leave()

    @property
    def led(self) -> Collection[int]:
        """The matches that this node leads."""
        return self.host.led

    @property
    def followed(self) -> Collection[int]:
        """The matches led by another node that have connections here."""
        return self.host.followed

    def tell_of_lobby(self) -> None:
        """Tell the other nodes that the lobby has changed, once for a burst of changes."""
        if self._store.is_shared and not self._closed and not self._is_telling:
            self._is_telling = True
            task = asyncio.create_task(
                self._tell_of_lobby(), name="news of the lobby for other nodes"
            )
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _tell_of_lobby(self) -> None:
        await asyncio.sleep(SOON)
        self._is_telling = False
        try:
            await self.nodes.tell_of_lobby()
        except SQLAlchemyError as error:
            LOG.warning("the other nodes can't be notified now: %s", type(error).__name__)

    async def standings(self, tables: Iterable[TableRow]) -> dict[int, MatchStatus]:
        """Return the current status of the tables with a clock and a game in progress."""
        timed = {table.id for table in tables if table.clock.first and table.state == PLAYING}
        here = self.host.standings(timed)
        return here | await self.nodes.standings(timed - set(here))

    # --- connecting to a match ---

    async def line(self, ident: int, seat: int | None) -> MatchConnection:
        """Return a connection of a seat to its match.

        This node becomes the leader if no other node is. Raises TableError or RecordError.
        """
        if self._closed:
            raise TableError("the server is shutting down")
        return await self.host.line(ident, seat)

    async def begin(self, ident: int) -> None:
        """Lead a match that has just begun. Raises TableError."""
        if not await self.nodes.lease(ident):
            raise TableError("another server is running this game; try again in a moment")
        await self.host.wake([ident])

    async def report(self, ident: int, report: str, trace: str) -> None:
        """Save the record of a fault and its traceback.

        The files contain all secrets and are for the host of the server alone.
        """
        await asyncio.to_thread(self._report, ident, report, trace)

    def _report(self, ident: int, report: str, trace: str) -> None:
        from engine.base.files import write_new

        try:
            self._faults.mkdir(parents=True, exist_ok=True, mode=0o700)
            path = write_new(self._faults / f"table-{ident}.game", report)
            write_new(path.with_suffix(".txt"), trace)
        except OSError as unwritten:
            LOG.error("match %d: no report could be written: %s", ident, unwritten.strerror)
        else:
            LOG.error(
                "match %d: a report is in %s: `spellfront replay` plays it again", ident, path
            )

    # --- notifications ---

    def told(self) -> None:
        """Refresh the lobby soon after a decision at any table."""
        if self._telling is None:
            self._telling = asyncio.get_running_loop().call_later(LOBBY_LATER, self._tell_lobby)

    def _tell_lobby(self) -> None:
        self._telling = None
        self.on_told()

    def _decided(self, ident: int) -> None:
        self.host.decided(ident)
        self.told()

    # --- heartbeat ---

    async def _beat(self) -> None:
        count = 0
        while True:
            await asyncio.sleep(BEAT)
            count += 1
            try:
                await self._look()
                if count % WAKE == 1:
                    await self.host.wake(await self._tables.timed())
                if self._store.is_shared and not count % LOOK_ANYWAY:
                    self.host.look_everywhere()
                    self.elsewhere = await self.nodes.here()
            except SQLAlchemyError as error:
                LOG.warning("the database can't be queried now: %s", type(error).__name__)

    async def _look(self) -> None:
        """Renew the heartbeat, drop matches whose lease was lost, take over orphaned ones."""
        await self.host.look(await self.nodes.beat(self.here()) if self._store.is_shared else None)
