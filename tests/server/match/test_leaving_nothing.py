"""Whoever has been on the server and has gone leaves nothing in its memory, and neither does a
game that is over.
"""

from __future__ import annotations

import asyncio
import gc
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from textual._styles_cache import StylesCache
from textual.events import Key

from tests.hostile.an_hour import kinds, slope, there
from tests.server.bots import Bot, at_one_table
from tests.server.server_tests import Quiet, Visitor, in_lobby, open_server, until
from tests.server.ssh.test_commands import Reader
from tui.commands.serve import collect_cycles
from tui.server.app import ServerApp
from tui.server.game_server import GameServer
from tui.server.storage.accounts import guest_of

pytestmark = pytest.mark.slow


async def grown(
    server: GameServer, do: Callable[[], Awaitable[object]], times: int = 3
) -> Counter[str]:
    """The kinds of things of which there are more with each time that something is done."""
    for _ in range(2):
        await do()
    before = kinds()
    for _ in range(times):
        await do()
    await until(
        lambda: not server.apps and kinds().total() < before.total() + 5_000,
        "the end of what was there",
    )
    return Counter({name: count for name, count in (kinds() - before).items() if count >= times})


async def test_nothing_is_left_of_a_visit_to_a_table(tmp_path: Path) -> None:
    async with open_server(tmp_path) as (server, port):
        edna, dale = await Bot(port, "Edna").come(), await Bot(port, "Dale").come()
        await at_one_table(edna, dale, "conquering")

        async def visit() -> None:
            for name, key in (("Edna", edna.key), ("guest", None)):
                visitor = await Visitor(server, port, name, key).come()
                await visitor.sees("against")
                await visitor.press("\r")
                await visitor.at("ServerTableScreen")
                await visitor.press("hjkl")
                visitor.go()
                await until(lambda: not server.apps, "the end of a terminal")

        found = await grown(server, visit)
        await until(
            lambda: (
                not any(
                    there()[name] for name in ("ServerApp", "Widget", "SeatSession", "Connection")
                )
            ),
            "the end of all visits",
        )
        assert not {"Strip", "FIFOCache", "StylesCache", "Segment", "Task"} & set(found)
        assert found.total() < 3 * 1_000


async def test_visits_are_forgotten_while_others_come(tmp_path: Path) -> None:
    thresholds = gc.get_threshold()
    try:
        async with open_server(tmp_path) as (server, port):
            edna, dale = await Bot(port, "Edna").come(), await Bot(port, "Dale").come()
            await at_one_table(edna, dale, "conquering")
            collect_cycles()
            for _ in range(20):  # the garbage collector is left to itself
                visitor = await Visitor(server, port, "Edna", edna.key).come()
                await visitor.sees("against")
                await visitor.press("\r")
                await visitor.at("ServerTableScreen")
                visitor.go()
                await until(lambda: not server.apps, "the end of a terminal")
            left = sum(isinstance(each, ServerApp) for each in gc.get_objects())
    finally:
        gc.unfreeze()
        gc.set_threshold(*thresholds)
    assert left <= 12


async def test_nothing_is_left_of_lines_that_break_and_of_those_who_read(tmp_path: Path) -> None:
    async with open_server(tmp_path) as (server, port):
        edna, dale = await Bot(port, "Edna").come(), await Bot(port, "Dale").come()
        table = await at_one_table(edna, dale, "conquering")

        async def come_again() -> None:
            await (await Reader(edna, table).come()).until("> ", "is choosing.")
            await edna.says(f"show {table}")
            edna.go()
            await edna.come_back(port)

        found = await grown(server, come_again, 4)
        await until(lambda: there()["PlainVisit"] == 0, "the end of those who read")
        assert there()["SeatSession"] == there()["Connection"] == 0
        assert not {
            "Strip",
            "Task",
            "Thread",
            "SeatSession",
            "SSHConnection",
            "SSHServerConnection",
        } & set(found)


async def test_nothing_is_left_of_games_that_are_over(tmp_path: Path) -> None:
    async with open_server(tmp_path) as (server, port):
        edna, dale = await Bot(port, "Edna").come(), await Bot(port, "Dale").come()

        async def game() -> None:
            table = await at_one_table(edna, dale, "conquering")
            for _ in range(4):  # and what is taken back
                position = (await edna.says(f"show {table}"))["position"]
                bot, other = (edna, dale) if position["asked"] == 1 else (dale, edna)
                action = (await bot.says(f"show {table}"))["position"]["question"]["actions"][0]
                await bot.says(f"decide {table} '{action}'")
                if (await bot.tries(f"propose {table} take-back"))[0] == 0:
                    await other.says(f"agree {table}")
            await edna.says(f"concede {table}")
            await until(lambda: not server.lobby.directory.led)

        await game()
        await grown(server, game)
        await until(
            lambda: (
                not any(
                    there()[name]
                    for name in ("Match", "GameInProgress", "SeatSession", "Connection")
                )
            ),
            "the end of the games",
        )
        assert not server.lobby.directory.host._opening
        assert not server.lobby.directory.host._idle
        assert not server.lobby.directory.host._terms


async def test_a_screen_that_comes_as_its_terminal_goes_is_no_fault(tmp_path: Path) -> None:
    async with GameServer(tmp_path, ai_pool=Quiet()) as server:
        for turns in range(6):
            async with in_lobby(server, guest_of("guest")) as seen:
                seen.app.post_message(Key("comma", None))
                for _ in range(turns):
                    await asyncio.sleep(0)
                seen.app.exit()
                await asyncio.sleep(0.05)
                assert seen.app._exception is None


def test_what_textual_remembers_of_colours_names_no_widget() -> None:
    from textual.color import Color

    colors = Color.parse("red"), Color.parse("blue")
    cache = StylesCache()
    assert cache.get_inner_outer(*colors) == StylesCache().get_inner_outer(*colors)
    name, ident = type(cache).__name__, id(cache)
    del cache
    gc.collect()
    assert not [
        each for each in gc.get_objects() if type(each).__name__ == name and id(each) == ident
    ]


def test_growth_is_seen() -> None:
    assert slope([(0, 100), (1, 110), (2, 120)]) == pytest.approx(10)
    assert slope([(0, 100), (1, 101), (2, 100)]) == pytest.approx(0)
    assert slope([(0, 1)]) == 0
