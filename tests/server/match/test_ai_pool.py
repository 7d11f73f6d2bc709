"""Computer players of all tables: first come, first served; less time the more wait; and nobody
else waits for them.
"""

from __future__ import annotations

import asyncio
import threading
from typing import Any, ClassVar

import pytest

from tests.server.match.test_match import say_quietly, seated
from tests.server.server_tests import Notebook, Quiet, at_once, progress_of, until
from tui.server.match import ai_pool
from tui.server.match.ai_pool import HURRIED, LEAST, RESTED, SECONDS, AIPool
from tui.server.match.match import Match
from tui.server.match.seat import SeatSession
from tui.session.ai_process import PlayerAnswer, ThinkingError


class Slow:
    """A computer player in the place of one in a process, who answers when told."""

    order: ClassVar[list[tuple[int, float]]] = []
    may = threading.Semaphore(0)
    remembered: ClassVar[list[bytes]] = []

    def __init__(self, seconds: float, *, nice: int = 0) -> None:
        self.seconds = seconds

    def answer(self, level: str, seed: int, view: Any, memory: bytes) -> PlayerAnswer:
        assert self.may.acquire(timeout=10)
        self.order.append((seed, self.seconds))
        if level == "bad":
            raise ThinkingError("no answer")
        self.remembered.append(memory)
        return PlayerAnswer("pass", memory + b"%d" % seed)

    def close(self) -> None:
        self.may.release()


@pytest.fixture
def pool(monkeypatch: pytest.MonkeyPatch) -> AIPool:
    monkeypatch.setattr(ai_pool, "AIProcess", Slow)
    Slow.order, Slow.may, Slow.remembered = [], threading.Semaphore(0), []
    return AIPool(1)


async def test_tables_are_served_in_order_and_each_gets_less_the_more_are_waiting(
    pool: AIPool,
) -> None:
    asked = [asyncio.create_task(pool.choose("easy", table, None, table)) for table in range(6)]  # pyright: ignore[reportArgumentType]
    await until(lambda: pool.waiting == 5)
    assert pool.seconds == pytest.approx(SECONDS / 6)
    again = None
    for number in range(7):
        Slow.may.release()
        await until(lambda number=number: len(Slow.order) == number + 1)
        if again is None:  # the table that was first asks again at once: it is the last now
            again = asyncio.create_task(pool.choose("easy", 0, None, 0))  # pyright: ignore[reportArgumentType]
            await until(lambda: pool.waiting == 5)
    await asyncio.gather(*asked, again)
    assert [table for table, _ in Slow.order] == [0, 1, 2, 3, 4, 5, 0]
    assert Slow.order[-1][1] == SECONDS
    assert Slow.order[1][1] < SECONDS / 4
    assert pool.waiting == 0


async def test_each_player_of_each_table_gets_its_own_memory_back(
    pool: AIPool,
) -> None:
    for _ in range(2):
        for table, seed in ((1, 1), (2, 1), (1, 2)):
            Slow.may.release()
            await pool.choose("normal", seed, None, table)  # pyright: ignore[reportArgumentType]
    assert Slow.remembered == [b"", b"", b"", b"1", b"1", b"2"]


async def test_a_computer_player_always_gets_some_time(
    pool: AIPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ai_pool.Turns, "accounts", 10_000)
    assert pool.seconds == LEAST


async def test_one_account_with_many_tables_waits_as_long_as_one_with_a_single_table(
    pool: AIPool,
) -> None:
    async def host_of(table: int) -> str:
        return "busy" if table < 20 else "calm"

    pool.host_of = host_of
    asked = [asyncio.create_task(pool.choose("easy", table, None, table)) for table in range(21)]  # pyright: ignore[reportArgumentType]
    await until(lambda: pool.waiting == 20)
    assert pool.seconds == pytest.approx(SECONDS / 3)  # two accounts wait, not twenty tables
    for _ in range(21):
        Slow.may.release()
    await asyncio.gather(*asked)
    assert [table for table, _ in Slow.order].index(20) == 2


async def test_one_that_fails_and_one_that_is_given_up_keep_nobodys_place(pool: AIPool) -> None:
    bad = asyncio.create_task(pool.choose("bad", 1, None, 1))  # pyright: ignore[reportArgumentType]
    gone = asyncio.create_task(pool.choose("easy", 2, None, 2))  # pyright: ignore[reportArgumentType]
    last = asyncio.create_task(pool.choose("easy", 3, None, 3))  # pyright: ignore[reportArgumentType]
    await until(lambda: pool.waiting == 2)
    gone.cancel()
    for _ in range(2):
        Slow.may.release()
    with pytest.raises(ThinkingError):
        await bad
    assert await last == "pass"
    assert pool.waiting == 0


async def test_less_time_is_told_at_the_table_once_and_usual_time_again() -> None:
    hasty = Quiet()
    match = Match(1, progress_of(("human", "ai:easy")), Notebook(), hasty, at_once)  # pyright: ignore[reportArgumentType]
    session = await SeatSession.at(match.connection(0))
    ((connection, ear),) = await seated(match, 0)
    for seconds in (SECONDS / 10, SECONDS / 9, SECONDS * 0.8, SECONDS):
        hasty.seconds = seconds
        number = ear.last.number
        while not any(update.others and update.number > number for update in ear.heard):
            await until(lambda: ear.last.asked == 0)
            before = ear.last
            say_quietly(connection, before)
            await until(lambda before=before: ear.last.number > before.number)
    told = [update.notice for update in ear.heard if update.notice]
    assert told == [HURRIED.format(seconds=SECONDS / 10), RESTED]
    assert session.hear().notice == RESTED
    await match.close()
