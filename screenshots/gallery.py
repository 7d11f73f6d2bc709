"""The gallery: every screen at 80x24 and at 140x45, with a page that shows them.

    python3 -m screenshots.gallery [NAME...]

takes all of them anew, or those that are named, and writes them into `gallery/` and the page into
`README.md`, beside this file.
"""

from __future__ import annotations

import asyncio
import os
import re
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import tomli_w
from textual.pilot import Pilot

from screenshots.pictures import FOLDER, Picture, app_of, session_in_round, session_of
from screenshots.server import at_server
from tui.app import SpellfrontApp
from tui.launch.screen import LaunchScreen
from tui.server.app import ServerApp
from tui.settings.paths import settings_path

SIZES = ((80, 24), (140, 45))
GALLERY = FOLDER / "gallery"
ROUND = 6  # of the game that is played on the server


class Shot(NamedTuple):
    """What one picture of the gallery shows: a scenario, or a game as it stands in a round
    (neither: the launch screen), the keys pressed before, who sits there, and settings; or who has
    connected to a server."""

    words: str
    scenario: str = ""
    keys: str = ""
    kinds: tuple[str, ...] = ()
    settings: Mapping[str, object] = MappingProxyType({})
    round: int = 0
    player: str = ""


PARTS: dict[str, dict[str, Shot]] = {
    "Before a game": {
        "launch": Shot(
            "The launch screen: variant, players, decks; the map in outline", keys="down"
        ),
        "learn": Shot("Lessons and puzzles for all variants, with progress", keys="P down down"),
        "lesson": Shot("A lesson: instructions above the map", keys="P enter"),
        "puzzle": Shot("A puzzle, with its first hint", keys="P down down down down down enter H"),
        "decks": Shot(
            "Built-in decks and your own, checked against a variant's rules", keys="C down"
        ),
        "deck": Shot(
            "The deck editor: card search, mana curve, illegal cards",
            keys="C c enter slash t : g o b l i n enter",
        ),
        "settings": Shot("Settings: themes, characters, speed, keys", keys="comma"),
        "rules-before": Shot("The rules of a variant, generated from its file", keys="R"),
    },
    "The five variants": {
        "conquering": Shot("The Conquering: choosing attackers", "battle.toml", "enter enter"),
        "conquering-four": Shot("The Conquering with four players", "four.toml"),
        "war-game": Shot("The War Game: an army on the march", "march.toml"),
        "frontier": Shot(
            "Frontier Magic: the front, the back rows and the terrain",
            "frontier.toml",
            "g d 4 full_stop enter",
        ),
        "battle-field": Shot("Battle Field: tokens among lakes", "lakes.toml"),
        "tactical": Shot(
            "Tactical Magic: a selected piece and its moves", "ruins.toml", "g g 4 enter"
        ),
    },
    "At the table": {
        "why": Shot(
            "The key w: why an action is illegal, or where a number comes from", "battle.toml", "w"
        ),
        "threats": Shot(
            "An overlay: where opponents could attack, and with how much", "ruins.toml", "t"
        ),
        "reach": Shot("An overlay: your own reach", "frontier.toml", "t t"),
        "holders": Shot("An overlay: the holder of each area", "march.toml", "t t t"),
        "everything": Shot("Everything you can do now in one searchable list", "battle.toml", "e"),
        "players": Shot(
            "The players: their permanents and cards off the map", "battle.toml", "p down down"
        ),
        "read": Shot("Full details of the object under the cursor", "battle.toml", "c i"),
        "yields": Shot("Stops: the points where the game asks you to act", "battle.toml", "Y"),
        "command": Shot("A typed action, with suggestions", "battle.toml", "colon m o v"),
        "end-turn": Shot(
            "Confirming the end of a turn, with what you could still do", "battle.toml", "E"
        ),
        "look-back": Shot(
            "Reviewing the game, decision by decision", "war_game", "b left left left left", round=6
        ),
        "taken-back": Shot("Undo, one step per press", "battle.toml", "enter enter u"),
        "log": Shot("The log", "war_game", "L", round=6),
        "rules": Shot("The rules of this game", "battle.toml", "R"),
        "help": Shot("Searching the help", "battle.toml", "question_mark"),
        "hand-over": Shot(
            "Handing over a shared terminal: both hands are hidden",
            "battle.toml",
            "",
            ("human", "human"),
        ),
        "game-over": Shot("The end of a game, and how it came about", "conquering", "X y", round=8),
    },
    "Playing on a server": {
        "hall": Shot(
            "The lobby of a server: your games, open tables, games to watch, chat", player="Edna"
        ),
        "new-table": Shot(
            "Making a table: seats, clock, spectators",
            "",
            "n right down down right down down right right",
            player="Edna",
        ),
        "waiting-room": Shot("At a table before the game starts", "", "down enter", player="Edna"),
        "game-of-two": Shot(
            "A game between two people, one of them at this terminal",
            "",
            "enter tab",
            player="Edna",
        ),
        "watched": Shot(
            "Watching the same game: no hands are visible",
            "",
            "down down down enter",
            player="Theresa",
        ),
        "house-look-back": Shot(
            "Reviewing it while it is in progress, from one player's view",
            "",
            "enter b left left left",
            player="Edna",
        ),
    },
    "For every eye and every terminal": {
        "contrast": Shot(
            "High contrast", "battle.toml", "enter enter", settings={"theme": "contrast"}
        ),
        "paper": Shot("High contrast, dark on light", "frontier.toml", settings={"theme": "paper"}),
        "clear": Shot("For color-blind players", "four.toml", settings={"theme": "clear"}),
        "day": Shot("Day", "march.toml", settings={"theme": "day"}),
        "amber": Shot("Amber", "lakes.toml", settings={"theme": "amber"}),
        "ascii": Shot("ASCII only", "ruins.toml", "g g 4 enter", settings={"ascii": True}),
        "ascii-contrast": Shot(
            "ASCII in high contrast",
            "battle.toml",
            "enter enter",
            settings={"ascii": True, "theme": "contrast"},
        ),
        "sixteen": Shot("Sixteen colors", "battle.toml", "enter enter", settings={"colors": "16"}),
        "mono": Shot("No colors", "four.toml", settings={"colors": "mono"}),
    },
}


def app_for(shot: Shot, size: tuple[int, int]) -> SpellfrontApp:
    """The app as it is before the shot's keys are pressed."""
    if shot.round:
        return SpellfrontApp(session_in_round(shot.scenario, shot.round), pace=0)
    if not shot.kinds:
        return app_of(Picture(size, shot.scenario))
    return SpellfrontApp(session_of(FOLDER / shot.scenario, shot.kinds), pace=0)


async def later(pilot: Pilot[None]) -> str:
    """The screen in a while: what a server is asked for comes when it comes."""
    await pilot.pause(0.3)
    return pilot.app.export_screenshot()


async def settled(pilot: Pilot[None]) -> None:
    """Wait until what was asked for has been drawn."""
    await pilot.pause()
    while isinstance(pilot.app.screen, LaunchScreen) and not pilot.app.screen.is_complete:
        await pilot.pause(0.05)
    await pilot.pause(0.15)
    while isinstance(pilot.app, ServerApp) and pilot.app.export_screenshot() != (
        await later(pilot)
    ):
        pass


async def taken(app: SpellfrontApp, shot: Shot, size: tuple[int, int]) -> str:
    """The screen after the shot's keys."""
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        for key in shot.keys.split():
            await pilot.press(key)
            await settled(pilot)
        return app.export_screenshot(title="Spellfront")


async def take(shot: Shot, size: tuple[int, int]) -> str:
    """The picture as SVG, without the address of a font and the frames that hold nothing in."""
    with tempfile.TemporaryDirectory() as nowhere:
        os.environ["XDG_DATA_HOME"] = os.environ["XDG_CONFIG_HOME"] = nowhere
        if shot.settings:
            settings_path().parent.mkdir(parents=True, exist_ok=True)
            settings_path().write_text(tomli_w.dumps(shot.settings), encoding="utf-8")
        if shot.player:
            async with at_server(Path(nowhere) / "house", shot.player, ROUND) as app:
                svg = await taken(app, shot, size)
        else:
            svg = await taken(app_for(shot, size), shot, size)
    svg = re.sub(r"\s*@font-face \{.*?\}", "", svg, flags=re.DOTALL)
    svg = re.sub(r"<clipPath id=\"[^\"]*-line-\d+\">.*?</clipPath>\s*", "", svg, flags=re.DOTALL)
    return re.sub(r" clip-path=\"url\(#[^\"]*-line-\d+\)\"", "", svg)


def page() -> str:
    """The gallery's page."""
    lines = ["# Every screen", "", "Taken by `python3 -m screenshots.gallery` at 80x24 and 140x45."]
    for part, shots in PARTS.items():
        lines += ["", f"## {part}"]
        for name, shot in shots.items():
            small, large = (f"gallery/{name}-{columns}x{rows}.svg" for columns, rows in SIZES)
            lines += [
                "",
                f"### {shot.words}",
                f'<img src="{small}" width="36%"> <img src="{large}" width="62%">',
            ]
    return "\n".join(lines) + "\n"


def main(names: list[str]) -> None:
    """Take all pictures, or those that are named, as on a machine without saved games."""
    GALLERY.mkdir(exist_ok=True)
    shots = {name: shot for part in PARTS.values() for name, shot in part.items()}
    for name in names or shots:
        for columns, rows in SIZES:
            path = GALLERY / f"{name}-{columns}x{rows}.svg"
            path.write_text(asyncio.run(take(shots[name], (columns, rows))), encoding="utf-8")
    for path in GALLERY.glob("*.svg"):
        if path.stem.rpartition("-")[0] not in shots:
            path.unlink()
    Path(FOLDER / "README.md").write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
