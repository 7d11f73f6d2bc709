"""The pictures of the README: what is on them, and how they are taken.

    python3 -m screenshots.pictures

takes them all anew and writes them beside this file.
"""

from __future__ import annotations

import asyncio
import os
import re
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from engine.record import Record, SeatEntry
from engine.replay import Recorder
from engine.scenario import stage_of
from tui.app import SpellfrontApp
from tui.screens.launch import LaunchScreen
from tui.session import Session

FOLDER = Path(__file__).parent


class Picture(NamedTuple):
    """A picture: columns and rows, the scenario that it shows (none: the launch screen), and the keys pressed before."""

    size: tuple[int, int]
    scenario: str = ""
    keys: tuple[str, ...] = ()


PICTURES = {
    "launch": Picture((100, 30), keys=("down",)),
    "battle": Picture((80, 24), "battle.toml", ("enter", "enter")),
    "battle-wide": Picture((140, 45), "battle.toml", ("enter", "enter", "t")),
    "ruins": Picture((140, 45), "ruins.toml", ("g", "g", "4")),
    "frontier": Picture((140, 45), "frontier.toml", ("g", "d", "4", "full_stop", "enter")),
    "lakes": Picture((140, 45), "lakes.toml"),
    "four": Picture((100, 30), "four.toml"),
    "march": Picture((100, 30), "march.toml"),
}


def session_of(scenario: Path, kinds: Sequence[str]) -> Session:
    """A session that begins with the position of a scenario, and is saved nowhere. Raises ValueError for a scenario with problems."""
    stage, read, problems = stage_of(scenario.read_text(encoding="utf-8"), str(scenario))
    if stage is None or read is None:
        raise ValueError("\n".join(map(str, problems)))
    names = [player.name for player in stage.game.state.players]
    record = Record(variant=read.variant, seats=[SeatEntry(name, kind) for name, kind in zip(names, kinds, strict=True)])
    return Session(Recorder(stage.game, record), kinds)


def app_of(picture: Picture) -> SpellfrontApp:
    """The app as it is before the picture's keys are pressed."""
    if not picture.scenario:
        return SpellfrontApp(pace=0)
    text = (FOLDER / picture.scenario).read_text(encoding="utf-8")
    players = text.count("[[player]]")
    return SpellfrontApp(session_of(FOLDER / picture.scenario, ["human"] + ["ai:easy"] * (players - 1)), pace=0)


async def take(picture: Picture) -> str:
    """The picture as SVG, without the address of a font."""
    app = app_of(picture)
    async with app.run_test(size=picture.size) as pilot:
        await pilot.pause()
        while isinstance(app.screen, LaunchScreen) and not app.screen.is_complete:
            await pilot.pause(0.05)
        for key in picture.keys:
            await pilot.press(key)
            await pilot.pause()
        svg = app.export_screenshot(title="Spellfront")
    return re.sub(r"\s*@font-face \{.*?\}", "", svg, flags=re.DOTALL)


def main() -> None:
    """Take every picture, as on a machine without saved games and settings."""
    with tempfile.TemporaryDirectory() as nowhere:
        os.environ["XDG_DATA_HOME"] = os.environ["XDG_CONFIG_HOME"] = nowhere
        for name, picture in PICTURES.items():
            (FOLDER / f"{name}.svg").write_text(asyncio.run(take(picture)), encoding="utf-8")


if __name__ == "__main__":
    main()
