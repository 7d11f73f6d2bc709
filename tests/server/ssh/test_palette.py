"""The command palette on every screen, at one terminal and on a server."""

from __future__ import annotations

import importlib
import pkgutil
from pathlib import Path
from typing import Any

import asyncssh
import pytest
from textual.command import CommandPalette
from textual.screen import Screen

import tui.decks.screens
import tui.launch
import tui.screens
import tui.server.screens
import tui.settings.screens
import tui.table.screens
from tests.server.lobby.test_server import at_one_table, named
from tests.server.server_tests import Visitor, open_server, until
from tests.tui.at_table import can_do
from tui.screens.command_palette import commands_of


def all_screens() -> list[type[Screen[Any]]]:
    """Every class of screen, in every module that may hold one."""
    found: list[type[Screen[Any]]] = []
    rooms = (
        tui.screens,
        tui.table.screens,
        tui.decks.screens,
        tui.settings.screens,
        tui.launch,
        tui.server.screens,
    )
    for package in rooms:
        for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
            there = vars(importlib.import_module(module.name)).values()
            found += [
                each
                for each in there
                if isinstance(each, type)
                and issubclass(each, Screen)
                and each.__module__ == module.name
            ]
    return [screen for screen in found if not screen.__name__.startswith("_")]


SCREENS = [
    screen
    for screen in all_screens()
    if "BINDINGS"
    in {
        name
        for base in screen.__mro__[:-1]
        for name in vars(base)
        if base.__module__.startswith("tui.")
    }
]


def test_every_screen_that_is_shown_has_keys() -> None:
    """Only classes that other screens are made of have none."""
    assert [
        screen for screen in all_screens() if screen not in SCREENS and not screen.__subclasses__()
    ] == []
    assert len(SCREENS) > 20


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.__name__)
def test_the_palette_has_commands_on_every_screen_and_the_screen_does_them(
    screen: type[Screen[Any]],
) -> None:
    commands = commands_of(screen)
    assert commands
    assert len({command.id for command in commands}) == len(commands)
    assert all(command.help for command in commands)
    assert [
        c.id
        for c in commands
        if not can_do(screen, f"action_{c.action.partition('(')[0].rpartition('.')[2]}")
    ] == []


@pytest.mark.parametrize(
    ("module", "name", "expected"),
    [
        ("tui.server.screens.table", "ServerTableScreen", {"house-table.draw", "table.go-on"}),
        ("tui.server.screens.account", "AccountScreen", {"account.add"}),
        ("tui.server.screens.own_files", "OwnFilesScreen", {"own-files.bring"}),
        ("tui.server.screens.talk", "TalkScreen", {"talk.talk"}),
        ("tui.table.screens.puzzle_table", "SettledScreen", {"settled.again", "settled.solution"}),
        ("tui.table.screens.puzzle_table", "PuzzleTable", {"puzzle.hint", "table.go-on"}),
        ("tui.screens.pages", "LogPage", {"log.why", "page.search"}),
        ("tui.table.screens.game_over", "GameOverScreen", {"over.again"}),
    ],
)
def test_a_screen_built_on_another_offers_the_commands_of_both(
    module: str, name: str, expected: set[str]
) -> None:
    assert expected <= {
        command.id for command in commands_of(getattr(importlib.import_module(module), name))
    }


@pytest.mark.slow
async def test_the_palette_offers_a_draw_at_a_table_on_the_server(tmp_path: Path) -> None:
    async with open_server(tmp_path) as (server, port):
        edna = await Visitor(
            server, port, "edna", asyncssh.generate_private_key("ssh-ed25519")
        ).come()
        await named(edna, "Edna")
        guest = await Visitor(server, port, "guest", None).come()
        await at_one_table(edna, guest)
        await edna.press("\x10")  # ctrl+p
        await until(lambda: isinstance(edna.app.screen, CommandPalette), "the palette")
        await edna.press("draw")
        await until(lambda: "draw" in edna.text().casefold(), "the command")
        await until(lambda: edna.app.screen.query("OptionList").first().option_count > 0, ("a hit"))  # pyright: ignore
