"""Clocks without a screen: what each player has left, whose time runs, and what happens at its
end.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.bots import Bot, Told
from tests.server.server_tests import open_server
from tests.server.ssh.test_commands import Reader
from tui.server.ssh.command_line import MISUSED
from tui.server.storage.clocks import DAY, LITTLE, MINUTE, Clock, in_a_sentence, spoken

pytestmark = pytest.mark.slow


@pytest.fixture
def hands(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Where the hands of the clock are, in milliseconds."""
    now = [0]
    monkeypatch.setattr("tui.server.match.match.milliseconds", lambda: now[0])
    return now


async def timed(port: int, words: str = "--clock 15+10") -> tuple[list[Bot], int, Told]:
    """A game at which time is kept: whoever must choose first is the first bot.

    And what is told of its table.
    """
    bots = [await Bot(port, name).come() for name in ("Edna", "Dale")]
    table = (await bots[0].says(f"make conquering human {words}"))["table"]["table"]
    await bots[1].says(f"join {table}")
    await bots[0].says(f"start {table}")
    told = (await bots[0].says(f"show {table}"))["table"]
    return bots[:: 1 if told["asked"] == 1 else -1], table, told


def test_a_time_is_told_in_words() -> None:
    times = (
        -5,
        999,
        1000,
        59_000,
        60_000,
        119_000,
        3_600_000,
        3_661_000,
        DAY + 3_600_000,
        2 * DAY + 60_000,
    )
    assert [spoken(each) for each in times] == [
        "no time", "no time", "1 second", "59 seconds", "1 minute", "1 minute 59 seconds",
        "1 hour", "1 hour 1 minute", "1 day 1 hour",
        "2 days",
    ]  # fmt: skip
    told = in_a_sentence(Clock(15, 10), (61_000, 15 * MINUTE), 0, ("Edna", "Dale"))
    assert told == (
        "Clock: 15 min + 10 s per decision. Edna has 1 minute 1 second left (clock running), "
        "Dale has 15 minutes left. "
        "Out of time: that player loses."
    )
    assert in_a_sentence(Clock(days=3, then="ai:easy"), (), None, ()).startswith(
        "Clock: 3 days per turn. Out of time: an easy computer "
    )


async def test_words_tell_time_as_it_is(tmp_path: Path, hands: list[int]) -> None:
    async with open_server(tmp_path) as (_, port):
        (one, other), table, told = await timed(port)
        seat = told["asked"]
        clock = {"minutes": 15, "seconds": 10, "days": 0, "then": "lose"}
        assert told["clock"] == clock | {"left": told["clock"]["left"], "running": seat}
        assert all(15 * MINUTE - 5000 < each <= 15 * MINUTE for each in told["clock"]["left"])
        hands[0] = 5 * MINUTE
        left = [15 * MINUTE] * 2
        left[seat - 1] -= hands[0]
        for words in ("games", f"show {table}"):
            answer = await other.says(words)
            found = (answer["table"] if "table" in answer else answer["tables"][0])["clock"]
            assert found["running"] == seat
            assert all(
                abs(mine - theirs) < 5000 for mine, theirs in zip(found["left"], left, strict=True)
            ), found
            plain = (await other.tries(words))[1]
            assert (
                f"{one.name} has 9 minutes 5" in plain
                or f"{one.name} has 10 minutes left (clock running)" in plain
            )
            assert f"{other.name} has 15 minutes left" in plain
            assert "Out of time: that player loses." in plain

        action = (await one.says(f"show {table}"))["position"]["question"]["actions"][0]
        done = (await one.says(f"decide {table} '{action}'"))["table"]["clock"]
        assert abs(done["left"][seat - 1] - 10 * MINUTE - 10_000) < 5000


async def test_a_table_tells_its_clock_before_and_after_the_game(tmp_path: Path) -> None:
    async with open_server(tmp_path) as (_, port):
        edna = await Bot(port, "Edna").come()
        made = (await edna.says("make conquering human --clock 3d --then easy"))["table"]
        assert made["clock"] == {
            "minutes": 0,
            "seconds": 0,
            "days": 3,
            "then": "ai:easy",
            "left": [3 * DAY] * 2,
            "running": None,
        }
        assert "Clock: 3 days per turn. Out of time: a" in (await edna.tries("games"))[1]
        dale = await Bot(port, "Dale").come()
        await dale.says(f"join {made['table']}")
        await edna.says(f"start {made['table']}")
        over = (await dale.says(f"concede {made['table']}"))["table"]["clock"]
        assert (over["left"], over["running"]) == ([], None)
        free = (await edna.says("make conquering human"))["table"]
        assert free["clock"] is None
        assert "Time" not in (await edna.tries(f"show {free['table']}"))[1]


@pytest.mark.parametrize("words", ["--clock 7+7", "--then easy", "--clock 5+5 --then win"])
async def test_a_clock_that_makes_no_sense_is_refused(words: str, tmp_path: Path) -> None:
    async with open_server(tmp_path) as (_, port):
        edna = await Bot(port, "Edna").come()
        code, _, problem = await edna.tries(f"make conquering human {words}")
        assert code == MISUSED
        assert "allowed: " in problem
        assert (await edna.says("games"))["tables"] == []


async def test_time_is_told_line_by_line(tmp_path: Path, hands: list[int]) -> None:
    async with open_server(tmp_path) as (server, port):
        (one, other), table, _ = await timed(port, "--clock 5+5")
        first, second = [await Reader(bot, table).come() for bot in (one, other)]
        await first.until(
            *(
                f"{one.name} has {left} left (clock running)"
                for left in ("5 minutes", "4 minutes 59 seconds")
            )
        )
        await second.until(f"{one.name} is choosing.")
        second.type("time")
        await second.until("Out of time: that player loses.")
        hands[0] = 5 * MINUTE - LITTLE + 1000
        await one.says(f"propose {table} draw")  # which is told at both, with the time as it is now
        await second.until(f"{one.name} proposes a draw: answer with `agree {table}`")
        await first.until(*(f"has {left} seconds left (clock running)" for left in (59, 58, 57)))
        await other.says(f"decline {table}")
        await first.until("does not agree to a draw.")
        hands[0] = 5 * MINUTE
        server.lobby.directory.led[table]._ring()
        for reader in (first, second):
            await reader.until(f"{one.name} has run out of time: that player loses.")
            await reader.until("The game ended")


async def test_no_time_is_told_where_none_is_kept(tmp_path: Path) -> None:
    async with open_server(tmp_path) as (_, port):
        (one, _), table, _ = await timed(port, "")
        reader = await Reader(one, table).come()
        await reader.until("> ")
        assert "Time" not in reader.text
        reader.type("time")
        await reader.until("This game has no clocks.")
