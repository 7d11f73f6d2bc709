"""A match that has ended is freed at once, however it ends and whoever is still at its table.

The garbage collector is switched off here: in a worker it almost never looks at old objects, so a
match in a reference cycle would stay forever, with the 200 positions of its undo history.
"""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from weakref import ref

import pytest

from engine.history.record import Record, parse
from tests.server.server_tests import Ear, Quiet, at_once, progress_of, until
from tui.server.match.connections import UNREADABLE, Connection
from tui.server.match.match import Match
from tui.server.storage.database import DecisionBatch, NotKeptError
from tui.server.storage.messages import Agree, Concede, Decide, MatchStatus
from tui.server.storage.tables import PLAYING, SeatRow, TableError, TableRow
from tui.server.workers import hosting
from tui.server.workers.hosting import Hosting
from tui.server.workers.process import CYCLES


class Database:
    """The database of a single node with one table."""

    def __init__(self) -> None:
        self.text = str(progress_of().record)
        self.is_full = False  # nothing can be saved or read

    async def lease(self, ident: int) -> bool:
        return True

    async def let_go(self, ident: int) -> None:
        pass

    async def keep(self, kept: DecisionBatch) -> None:
        if self.is_full:
            raise NotKeptError("the disk is full")
        self.text += "".join(f"{line}\n" for line in kept.lines)

    async def keep_standing(self, kept: DecisionBatch) -> None:
        pass

    async def record(self, ident: int) -> Record:
        if self.is_full:
            raise TableError("the disk is full")
        return parse(self.text)

    async def standing(self, ident: int) -> MatchStatus:
        return MatchStatus()

    async def get(self, ident: int) -> TableRow:
        seats = tuple(SeatRow(seat, str(seat), str(seat), "human", "") for seat in range(2))
        return TableRow(ident, "", "0", "conquering", {}, True, PLAYING, None, 0, seats)

    async def fail(self, ident: int, *, by_limit: bool = False) -> None:
        pass


class Server:
    """A process with one match and three terminals at it: the players' and a watcher's."""

    def __init__(self) -> None:
        self.database = found = Database()
        self.hosting = Hosting(found, found, Quiet(), lambda *_: at_once)  # pyright: ignore[reportArgumentType]
        self.connections: list[Connection] = []
        self.hosts: list[ref[Match]] = []

    async def come(self) -> None:
        for seat in (0, 1, None):
            await self.connect(seat)

    async def connect(self, seat: int | None) -> Ear:
        connection, ear = await self.hosting.line(1, seat), Ear()
        self.note()
        ear(await connection.open(ear))
        self.connections.append(connection)
        return ear

    def note(self) -> None:
        self.hosts += [ref(match) for match in self.hosting.led.values()]

    @property
    def match(self) -> Match:
        return self.hosting.led[1]

    @property
    def alive(self) -> int:
        """The number of matches that are still in memory."""
        return sum(host() is not None for host in self.hosts)


@asynccontextmanager
async def serving() -> AsyncIterator[Server]:
    """A server without a garbage collector."""
    gc.disable()
    try:
        found = Server()
        await found.come()
        yield found
        await found.hosting.close()
    finally:
        gc.enable()


async def concede(server: Server) -> None:
    server.connections[0].say(Concede())


async def refuse(server: Server) -> None:
    """A refused message first, and others that the match will never hear."""
    server.connections[0].say(Decide(0, "nonsense"))
    for _ in range(3):
        server.connections[1].say(Concede())


async def close(server: Server) -> None:
    await server.match.close("The server is shutting down.")


async def close_unheard(server: Server) -> None:
    server.connections[1].say(Concede())
    await server.match.close("The server is shutting down.")


async def leave(server: Server) -> None:
    for connection in server.connections:
        connection.close()
    for _ in range(2):
        await server.hosting.look(None)


async def fail(server: Server) -> None:
    server.match.progress.recorder.concede = lambda _: int("nonsense")  # pyright: ignore[reportAttributeAccessIssue]
    server.connections[0].say(Concede())


async def fill_disk(server: Server) -> None:
    """Nothing can be saved, and the saved game can't be read again."""
    server.database.is_full = True
    server.connections[0].say(Concede())


@pytest.mark.parametrize("end", [concede, refuse, close, close_unheard, leave, fail, fill_disk])
async def test_a_match_is_freed_at_its_end(
    end: Callable[[Server], Awaitable[None]],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(hosting, "LONGEST_IDLE", -1.0)
    # what pytest captures of the log keeps errors, with all that their tracebacks lead to
    caplog.set_level(logging.CRITICAL, "spellfront.match")
    async with serving() as server:
        await end(server)
        await until(lambda: not server.hosting._match_hosts, "the end of the match")
        # its players still look at the last position
        await until(lambda: server.alive == 0, "the end of everything that the match had")


async def test_a_match_that_is_read_again_is_freed() -> None:
    async with serving() as server:
        server.match.lose()
        await until(
            lambda: 1 in server.hosting.led and server.match is not server.hosts[0](),
            "the match again",
        )
        await until(lambda: server.hosts[0]() is None, "the end of the lost one")
        server.connections[0].say(Concede())  # its terminals have come along
        await until(lambda: not server.hosting.led, "the end of the match")


async def test_a_finished_match_can_be_seen_again_and_is_freed_again() -> None:
    async with serving() as server:
        await concede(server)
        await until(lambda: not server.hosting.led)
        for _ in range(3):
            assert (await server.connect(None)).last.asked is None
        await until(lambda: server.alive == 0, "the end of what was seen")


async def test_words_after_the_end_are_heard_and_do_nothing() -> None:
    async with serving() as server:
        await concede(server)
        await until(lambda: server.alive == 0)
        heard: list[bool] = []
        server.connections[1].say(Agree("draw"), lambda: heard.append(True))
        assert heard
        assert server.connections[1].match_host is None


async def test_a_terminal_that_comes_as_a_match_breaks_down_is_told_so() -> None:
    async with serving() as server:
        connection = await server.hosting.line(1, 0)
        server.database.is_full = True
        server.match.lose()
        with pytest.raises(TableError, match=UNREADABLE):
            await asyncio.wait_for(connection.open(Ear()), 5)


def test_a_worker_looks_for_cycles_now_and_then() -> None:
    young, middle, old = CYCLES
    assert young * middle * old <= 10_000_000
