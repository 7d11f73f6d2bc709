"""Workers: processes that host matches.

One that dies takes no decision with it, and only the match at fault ends.
"""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from msgspec import json

from engine import notation
from engine.base.limits import GameLimitError
from engine.history.record import parse
from engine.history.replay import check
from tests.server.server_tests import Ear, Quiet, until
from tests.server.storage.test_nodes import guest
from tui.server.game_server import GameServer
from tui.server.storage.messages import ChangeStops, Concede, Decide, Update
from tui.server.storage.metrics import Meter
from tui.server.storage.stop_settings import StopSettings
from tui.server.storage.tables import FAULTY, PLAYING, TableError
from tui.server.workers.game_limits import USUAL, GameLimits
from tui.server.workers.link import LinkError
from tui.server.workers.pool import (
    CLOSED_FOR_GOOD,
    FAILED_STARTS,
    NO_WORKERS,
    TOO_MUCH,
    Pool,
    RemoteConnection,
    WorkerHandle,
)
from tui.server.workers.step_limits import OUT_OF_MEMORY
from tui.session.sent_views import UnreadableUpdateError, read_back, written

pytestmark = pytest.mark.slow


@asynccontextmanager
async def opened(
    folder: Path, number: int = 1, limits: GameLimits = USUAL
) -> AsyncIterator[tuple[GameServer, Pool]]:
    """A server whose games are in workers."""
    async with GameServer(folder, ai_pool=Quiet(), workers=number, limits=limits) as server:
        assert isinstance(server.lobby.directory.host, Pool)
        yield server, server.lobby.directory.host


async def game_in(server: GameServer) -> int:
    """A game of two guests."""
    edna, dale = guest(), guest()
    table = await server.lobby.make(edna, "conquering", ["human"])
    await server.lobby.join(dale, table)
    await server.lobby.start(edna, table.id)
    return table.id


async def seated(server: GameServer, ident: int) -> list[tuple[RemoteConnection, Ear]]:
    """A terminal at each seat."""
    found: list[tuple[RemoteConnection, Ear]] = []
    for seat in (0, 1):
        connection, ear = await server.lobby.line(ident, seat), Ear()
        assert isinstance(connection, RemoteConnection)
        ear(await connection.open(ear))
        found.append((connection, ear))
    return found


def times_anew(ear: Ear) -> int:
    """How often everything was told anew, since another worker had taken over."""
    return sum(update.anew for update in ear.heard)


async def play(places: list[tuple[RemoteConnection, Ear]], decisions: int) -> None:
    """Have the player who is asked take the last action that there is, again and again."""
    for _ in range(decisions):
        now = max((ear.last for _, ear in places), key=lambda update: update.number)
        connection, ear = next(
            (connection, ear) for connection, ear in places if connection.seat == now.asked
        )
        await until(lambda number=now.number, ear=ear: ear.last.number == number)
        connection.say(Decide(now.number, notation.write(ear.last.view.actions[-1], ear.last.view)))
        await until(
            lambda before=now.number: all(ear.last.number > before for _, ear in places),
            "news of a decision",
        )


def working_on(worker: WorkerHandle, ident: int, wall: float = 60.0) -> None:
    """Have it look as if a worker were working on a match."""
    assert worker._page is not None
    worker._page.begin(ident, wall)


async def test_a_worker_that_is_killed_takes_nothing_with_it(tmp_path: Path) -> None:
    async with opened(tmp_path, 2) as (server, pool):
        ident = await game_in(server)
        places = await seated(server, ident)
        for often in (1, 2):
            await play(places, 4)
            before = places[0][1].last.number
            pool._hosts[ident].kill()
            await until(
                lambda often=often: all(times_anew(ear) == often for _, ear in places),
                "a new worker",
            )
            assert places[0][1].last.number == before
        await play(places, 2)
        record = await server.tables.record(ident)
        assert len(record.entries) == places[0][1].last.number
        check(record)
        assert pool.takeovers == pool.kills == 2
        assert (await server.tables.get(ident)).failures == 0  # the match wasn't at fault


async def test_what_was_said_while_a_worker_died_is_said_again(tmp_path: Path) -> None:
    async with opened(tmp_path, 2) as (server, pool):
        ident = await game_in(server)
        places = await seated(server, ident)
        number = places[0][1].last.number
        connection, ear = next(
            (connection, ear) for connection, ear in places if connection.seat == ear.last.asked
        )
        worker = pool._hosts[ident]
        assert worker.process is not None
        worker.process.send_signal(signal.SIGSTOP)
        connection.say(Decide(number, notation.write(ear.last.view.actions[-1], ear.last.view)))
        await asyncio.sleep(0.05)
        worker.kill()
        await until(lambda: all(ear.last.number > number for _, ear in places), "the decision")
        assert not any(update.refusal for _, ear in places for update in ear.heard)


async def test_a_step_that_takes_too_much_ends_its_match_and_the_second_time_closes_it(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as (server, pool):
        bad, good = await game_in(server), await game_in(server)
        neighbors = await seated(server, good)
        for often, (words, state) in enumerate(
            ((TOO_MUCH, PLAYING), (CLOSED_FOR_GOOD.format(table=bad), FAULTY)), 1
        ):
            places = await seated(server, bad)
            worker = pool._workers[0]
            await until(lambda worker=worker: worker.is_ready)
            working_on(worker, bad)
            assert worker.process is not None
            worker.process.send_signal(signal.SIGPROF)
            await until(
                lambda places=places: all(ear.last.closed for _, ear in places),
                "the end of the match",
            )
            assert {ear.last.closed for _, ear in places} == {words}
            table = await server.tables.get(bad)
            assert (table.state, table.failures) == (state, often)
            await until(
                lambda often=often: all(times_anew(ear) == often for _, ear in neighbors),
                "the neighbors' new worker",
            )
            await play(neighbors, 2)
        assert table.is_limited
        with pytest.raises(TableError):
            await server.lobby.sit(guest(), bad)
        check(parse(await server.tables.record_text(bad), "record"))
        assert len(list((tmp_path / "faults").glob("*.game"))) == 2


async def test_a_step_that_never_ends_is_ended(tmp_path: Path) -> None:
    async with opened(tmp_path) as (server, pool):
        ident = await game_in(server)
        places = await seated(server, ident)
        working_on(pool._workers[0], ident, wall=0.0)
        await until(
            lambda: all(ear.last.closed == TOO_MUCH for _, ear in places), "the end of the match"
        )


async def test_a_worker_gets_no_secrets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PGPASSWORD", "hunter2")
    async with opened(tmp_path) as (_, pool):
        await until(lambda: pool._workers[0].is_ready, "a worker")
        process = pool._workers[0].process
        assert process is not None
        told = (
            Path(f"/proc/{process.pid}/environ").read_bytes()
            + Path(f"/proc/{process.pid}/cmdline").read_bytes()
        )
        assert b"hunter2" not in told
        assert str(tmp_path).encode() not in told
        links = [os.readlink(each) for each in Path(f"/proc/{process.pid}/fd").iterdir()]
        # neither the database nor the host key is open there
        assert not any(str(tmp_path) in link for link in links)


async def test_a_worker_is_answered_about_its_own_matches_alone(tmp_path: Path) -> None:
    async with opened(tmp_path, 2) as (server, pool):
        ident = await game_in(server)
        await seated(server, ident)
        stranger = next(worker for worker in pool._workers if ident not in worker.matches)
        with pytest.raises(LinkError, match="doesn't host"):
            await pool._answers(stranger)["record"].do(ident)


async def test_workers_that_cannot_start_are_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_: object, **__: object) -> None:
        raise OSError("no more processes")

    monkeypatch.setattr(WorkerHandle, "start", fails)
    async with opened(tmp_path) as (server, pool):
        await until(lambda: pool._workers[0].starts >= FAILED_STARTS)
        with pytest.raises(TableError, match=NO_WORKERS[:30]):
            await server.lobby.make(guest(), "conquering", ["human"])


async def test_a_player_whose_view_grows_too_large_is_told(tmp_path: Path) -> None:
    async with opened(tmp_path, limits=GameLimits(view=1_000)) as (server, _):
        ident = await game_in(server)
        connection = await server.lobby.line(ident, 0)
        with pytest.raises(TableError, match="allowed: 1,000"):
            await connection.open(lambda _: None)


async def test_stops_are_kept_by_workers_too(tmp_path: Path) -> None:
    async with opened(tmp_path, 2) as (server, pool):
        ident = await game_in(server)
        places = await seated(server, ident)
        wished = places[0][1].last.wishes
        assert wished is not None
        places[0][0].say(
            ChangeStops(StopSettings(**{**json.decode(json.encode(wished)), "full_control": True}))
        )
        await until(lambda: not places[0][0].unheard, "an answer")
        pool._hosts[ident].kill()
        await until(lambda: times_anew(places[0][1]) == 1, "a new worker")
        told = next(update for update in places[0][1].heard if update.anew)
        assert told.wishes is not None
        assert told.wishes.full_control


async def test_nothing_is_left_in_a_worker_of_a_game_that_is_over(tmp_path: Path) -> None:
    async with opened(tmp_path) as (server, pool):
        before = await pool.count_of("Match")
        ident = await game_in(server)
        places = await seated(server, ident)
        places[0][0].say(Concede())
        await until(lambda: all(ear.last.asked is None for _, ear in places), "the end of the game")
        for connection, _ in places:
            connection.close()
        for _ in range(200):
            if await pool.count_of("Match") == before:
                break
            await asyncio.sleep(0.05)
        assert await pool.count_of("Match") == await pool.count_of("Connection") == before == 0
        assert not pool._connections
        assert not pool._at


# --- budgets ---

STEP = """
from tui.server.workers.step_limits import StepPage, WorkerBudget
from tui.server.workers.game_limits import GameLimits
page = StepPage(StepPage.made())
budget = WorkerBudget(page, GameLimits(seconds=0.1, memory=32))
budget.step(1, lambda: [{what}])
print("done")
"""


def stepped(what: str) -> subprocess.CompletedProcess[bytes]:
    """A step in a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", STEP.format(what=what)], capture_output=True, check=False
    )


def test_the_kernel_ends_a_step_that_takes_too_much_time() -> None:
    assert stepped("0 for _ in iter(int, 1)").returncode == -signal.SIGPROF


def test_a_step_that_takes_too_much_memory_ends_the_process() -> None:
    assert stepped("bytes(100_000_000)").returncode == OUT_OF_MEMORY


def test_a_step_within_its_limits_is_done() -> None:
    assert stepped("1").stdout == b"done\n"


# --- what a worker sends ---


def test_nothing_but_records_is_read_from_a_worker() -> None:
    class Evil:
        def __reduce__(self) -> tuple[object, tuple[str]]:
            return os.system, ("true",)

    for data in (
        written(Evil()),
        b"nonsense",
        written(GameLimitError("permanents", 2, 1)),
        written(3),
    ):
        with pytest.raises(UnreadableUpdateError):
            read_back(data, Update)


async def test_metrics_tell_of_each_worker_by_its_number_alone(tmp_path: Path) -> None:
    async with opened(tmp_path, 2) as (server, _):
        await seated(server, await game_in(server))
        told = {metric.name: metric.samples for metric in Meter(server).collect()}
        assert sorted(sample.value for sample in told["spellfront_worker_matches"]) == [0, 1]
        assert [sample.labels for sample in told["spellfront_worker_matches"]] == [
            {"worker": "0"},
            {"worker": "1"},
        ]
        assert told["spellfront_workers_ended"][0].value == 0
