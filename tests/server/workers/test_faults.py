"""A fault in one match closes that match, with a message and a report that can be replayed, and
nothing else.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from engine.game import Game
from engine.history.record import load
from engine.history.replay import replay
from tests.server.bots import Bot, Told, at_one_table
from tests.server.server_tests import Quiet, open_server, until
from tui.server.match.match import CLOSED_BY_FAULT
from tui.server.ssh.command_line import ENDED, REFUSED
from tui.session.progress import GameInProgress

pytestmark = pytest.mark.slow


def broken(*_: object, **__: object) -> None:
    raise ZeroDivisionError("Black Lotus")


def first(position: Told) -> str:
    return position["question"]["actions"][0]


async def asked(one: Bot, other: Bot, table: int) -> tuple[Bot, Bot, Told]:
    """Who must choose at a table, who mustn't, and what is asked."""
    position = (await one.says(f"show {table}"))["position"]
    if position["question"] is None:
        return other, one, (await other.says(f"show {table}"))["position"]
    return one, other, position


async def test_a_fault_closes_one_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_server(tmp_path) as (server, port):
        edna, dale = await Bot(port, "Edna").come(), await Bot(port, "Dale").come()
        bad, good = [await at_one_table(edna, dale, "war_game") for _ in range(2)]
        who, waits, position = await asked(edna, dale, bad)
        waiting = await waits.line.create_process(f"show {bad} --wait")
        await until(lambda: len(server.lobby.directory.led[bad].connections.all) == 1)
        game, apply = server.lobby.directory.led[bad].progress.game, Game.apply
        monkeypatch.setattr(
            Game, "apply", lambda self, action: broken() if self is game else apply(self, action)
        )
        action = first(position)
        code, _, problem = await who.tries(f"decide {bad} '{action}'")
        assert (code, problem) == (ENDED, f"{CLOSED_BY_FAULT}\n")
        assert await waiting.stderr.read() == f"{CLOSED_BY_FAULT}\n"
        assert (await edna.says(f"show {bad}"))["table"]["state"] == "faulty"
        for words in (f"decide {bad} pass", f"play {bad} --plain"):
            assert await edna.tries(words) == (REFUSED, "", f"{CLOSED_BY_FAULT}\n")
        assert (await edna.tries(f"replay {bad}"))[0] == REFUSED
        for _ in range(4):  # and next door they play on
            who, _, position = await asked(edna, dale, good)
            await who.says(f"decide {good} '{first(position)}'")
    (report,) = (tmp_path / "faults").glob("*.game")
    record = load(report)
    assert record.entries[-1].action == action
    monkeypatch.undo()
    # it can be replayed: here, where nothing is broken any more, to its end
    assert len(list(replay(record))) == len(record.entries)
    assert "ZeroDivisionError" in report.with_suffix(".txt").read_text()
    assert "Black Lotus" not in caplog.text  # the log tells no cards


async def test_a_fault_before_a_computer_player_thinks_closes_its_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Broken(Quiet):
        async def choose(
            self, level: str, seed: int, view: object, table: int = 0, within: float | None = None
        ) -> str:
            broken()
            return ""

    async with open_server(tmp_path, Broken()) as (_, port):
        edna = await Bot(port, "Edna").come()
        await edna.says("make conquering easy")
        await edna.says("start 1")
        position = (await edna.says("show 1"))["position"]
        while position["question"] is not None:
            code, out, problem = await edna.tries(
                f"decide 1 '{Random(1).choice(position['question']['actions'])}' --wait --json"
            )
            if code == ENDED:
                break
            assert code == 0, (out, problem)
            position = (await edna.says("show 1"))["position"]
        assert (await edna.says("show 1"))["table"]["state"] == "faulty"


async def test_a_game_that_can_not_even_be_brought_to_where_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_server(tmp_path) as (_, port):
        edna, dale = await Bot(port, "Edna").come(), await Bot(port, "Dale").come()
        table = await at_one_table(edna, dale, "war_game")
    monkeypatch.setattr(GameInProgress, "replayed", broken)
    async with open_server(tmp_path) as (_, port):
        await dale.come_back(port)
        code, _, problem = await dale.tries(f"show {table}")
        assert (code, problem) == (REFUSED, f"{CLOSED_BY_FAULT}\n")
        assert (await dale.says(f"show {table}"))["table"]["state"] == "faulty"
    assert list((tmp_path / "faults").glob("*.game"))
