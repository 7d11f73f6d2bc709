"""Every key on the server: none breaks a screen, none writes a file, and what isn't offered says
so.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import asyncssh
import pytest

from tests.server.lobby.test_server import at_one_table, named, play_by_keys
from tests.server.server_tests import Visitor, open_server, until
from tui.server.screens.rows import RowsScreen
from tui.settings import key_commands
from tui.table.screens.table import TableScreen

# commands that are tried one by one elsewhere
PLAYS = frozenset(("look-back", "leave", "concede", "paint-anew"))


async def do(visitor: Visitor, action: str) -> str:
    """Do what a key would on the screen in sight, and wait until it is done.

    What a table says then, before anything else happens.
    """
    done, screen, said, ran = asyncio.Event(), visitor.app.screen, [""], [False]

    async def act() -> None:
        ran[0] = await visitor.app.run_action(action, screen)
        said[0] = screen.message.plain if isinstance(screen, TableScreen) else ""
        done.set()

    screen.call_later(act)
    await asyncio.wait_for(done.wait(), 10)
    assert ran[0], f"{action} is swallowed"
    await asyncio.sleep(0.02)
    assert visitor.app._exception is None
    return said[0]


async def back_to(visitor: Visitor, screen: str) -> None:
    """Leave whatever has been opened."""
    for _ in range(4):
        if visitor.screen != screen:
            await do(
                visitor,
                next(
                    command
                    for command in ("close", "back")
                    if hasattr(visitor.app.screen, f"action_{command}")
                ),
            )
    await visitor.at(screen)


async def do_all(visitor: Visitor, scope: str, without: frozenset[str]) -> None:
    """Do everything that has a key on a screen."""
    top = visitor.screen
    for command in key_commands.in_scope(scope):
        if command.name not in without:
            await do(visitor, command.action)
            await back_to(visitor, top)
            screen = visitor.app.screen
            if isinstance(screen, TableScreen):
                # a space's name is being typed: keys are letters until that is left
                if screen.model.typed is not None:
                    await visitor.press("\x1b")
                    await until(lambda screen=screen: screen.model.typed is None)
                await do(visitor, "back")
            elif isinstance(screen, RowsScreen) and screen._line_at_foot.is_open:
                await visitor.press("\x1b")
                line = screen._line_at_foot
                await until(lambda line=line: not line.is_open)


async def wait_at_a_table(visitor: Visitor) -> None:
    """Leave the table that one watches, press every key at a table of one's own before its game,
    and watch again.
    """
    await do(visitor, "leave")
    await visitor.at("LobbyScreen")
    await do(visitor, "make")
    await visitor.at("NewTableScreen")
    await do(visitor, "start")
    await visitor.at("WaitingRoomScreen")
    await visitor.sees("Waiting for players")
    await do_all(visitor, "waiting-room", frozenset(("back", "stand-up")))
    await do(visitor, "stand_up")
    await visitor.at("LobbyScreen")
    await visitor.sees("Games to watch")
    await visitor.press("\r")
    await visitor.at("ServerTableScreen")


async def look_back(visitor: Visitor) -> None:
    """Look back on the game, and press every key there."""
    await do(visitor, key_commands.BY_ID["table.look-back"].action)
    await visitor.at("RewindScreen")
    await visitor.sees("Decision ")
    await do_all(visitor, "rewind", frozenset(("find", "close")))
    await do(visitor, "close")
    await visitor.at("ServerTableScreen")


PAGES = (
    ("make", "NewTableScreen", "new-table"),
    ("account", "AccountScreen", "account"),
    ("decks", "OwnFilesScreen", "own-files"),
)
"""Pages that open in the lobby."""
ONLY_PLAYERS = ("yields", "full-control", "stop", "concede")
NOT_HERE = ("speed-to-slower", "speed-to-faster", "pause", "one-step")


@pytest.mark.slow
async def test_every_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "home"
    home.mkdir()
    for name in (
        "HOME",
        "XDG_DATA_HOME",
        "XDG_CONFIG_HOME",
        "XDG_STATE_HOME",
        "XDG_CACHE_HOME",
        "XDG_DOCUMENTS_DIR",
    ):
        monkeypatch.setenv(name, str(home))
    monkeypatch.chdir(home)
    async with open_server(tmp_path / "house") as (server, port):
        edna = await Visitor(
            server, port, "edna", asyncssh.generate_private_key("ssh-ed25519")
        ).come()
        await named(edna, "Edna")
        guest = await Visitor(server, port, "guest", None).come()
        await do_all(edna, "hall", frozenset(("leave",)))
        for command, screen, scope in PAGES:
            await do(edna, command)
            await edna.at(screen)
            await do_all(edna, scope, frozenset(("back", "start", "press")))
            await do(edna, "back")
            await edna.at("LobbyScreen")
        await at_one_table(edna, guest)
        await play_by_keys([edna, guest], 4)
        third = await Visitor(server, port, "guest", None).come()
        await third.sees("Games to watch")
        await third.press("\r")
        await third.at("ServerTableScreen")
        for visitor in (third, guest):
            for name in NOT_HERE:
                said = await do(visitor, key_commands.BY_ID[f"table.{name}"].action)
                assert "one person can't pause" in said
        for name in ONLY_PLAYERS:
            assert "only players can do this" in await do(
                third, key_commands.BY_ID[f"table.{name}"].action
            )
        await wait_at_a_table(third)
        for visitor in (third, guest, edna):
            await do_all(visitor, "table", PLAYS)
        for visitor in (third, guest):
            await look_back(visitor)
        await do(third, key_commands.BY_ID["table.settings"].action)
        await third.at("SettingsScreen")
        await third.sees("log in with a key to save them")
    assert [path for path in home.rglob("*") if path.is_file()] == []
