"""Pictures of the screens, compared with pictures that somebody has looked at.

After a change that is meant: `pytest tests/tui/test_snapshots.py --snapshot-update`, and look at
what changed.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from textual.pilot import Pilot

from engine.history.record import load
from engine.history.timeline import Timeline
from screenshots.pictures import FOLDER, PICTURES, TURN, Picture, app_of, take, take_turn
from tests.tui.by_keys import RECORDS
from tui.app import SpellfrontApp
from tui.launch.screen import LaunchScreen
from tui.session.game_setup import deck_files
from tui.table.screens.rewind import RewindScreen

pytestmark = pytest.mark.slow

Compare = Callable[..., bool]

SCENES = {
    "table-short": Picture((80, 24), "battle.toml"),
    "table-wide": Picture((140, 45), "battle.toml"),
    "attack-short": Picture((80, 24), "battle.toml", ("enter", "enter")),
    "players-short": Picture((80, 24), "battle.toml", ("p", "down", "down")),
    "options-short": Picture((80, 24), "battle.toml", ("o",)),
    "threats-wide": Picture((140, 45), "battle.toml", ("t",)),
    "four-short": Picture((80, 24), "four.toml"),
    "four-wide": Picture((140, 45), "four.toml"),
    "march-short": Picture((80, 24), "march.toml"),
    "march-wide": Picture((140, 45), "march.toml"),
    "squares-short": Picture((80, 24), "ruins.toml", ("g", "g", "4", "enter")),
    "squares-threats": Picture((80, 24), "ruins.toml", ("t",)),
    "squares-zoomed": Picture((140, 45), "ruins.toml", ("plus", "plus", "plus", "g", "g", "5")),
    "continent-short": Picture((80, 24), "frontier.toml", ("g", "d", "4", "full_stop", "enter")),
    "field-short": Picture((80, 24), "lakes.toml"),
    "regions-short": Picture((80, 24), "vale.toml", ("enter",)),
    "regions-wide": Picture((140, 45), "vale.toml"),
    "hexes-short": Picture((80, 24), "hexes.toml", ("enter",)),
    "hexes-wide": Picture((140, 45), "hexes.toml"),
    "launch-short": Picture((80, 24)),
    "launch-deck": Picture((120, 40), keys=("down",) * 5),
    "help-words": Picture(
        (80, 24), "battle.toml", ("question_mark", "question_mark", "slash", *"zoom", "enter")
    ),
    "rules": Picture((80, 24), "battle.toml", ("R",)),
}


def run_before(picture: Picture) -> Callable[[Pilot[Any]], Awaitable[None]]:
    """Wait for the launch screen, then press the picture's keys."""

    async def prepare(pilot: Pilot[Any]) -> None:
        await pilot.pause()
        while isinstance(pilot.app.screen, LaunchScreen) and not pilot.app.screen.is_complete:
            await pilot.pause(0.05)
        for key in picture.keys:
            await pilot.press(key)
            await pilot.pause()

    return prepare


@pytest.fixture(autouse=True)
def _shipped_decks_only() -> None:
    deck_files.cache_clear()


@pytest.mark.parametrize("name", SCENES)
def test_scene(name: str, snap_compare: Compare) -> None:
    scene = SCENES[name]
    assert snap_compare(app_of(scene), terminal_size=scene.size, run_before=run_before(scene))


@pytest.mark.parametrize("name", ["table-short", "four-short", "launch-short", "squares-short"])
def test_scene_without_colours(
    name: str, snap_compare: Compare, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    scene = SCENES[name]
    assert snap_compare(app_of(scene), terminal_size=scene.size, run_before=run_before(scene))


REWOUND = {
    "rewind-conquering": ("won-at-80x24", (80, 24), ("slash", *"takes", "enter", "n")),
    "rewind-all-open": ("war-game-at-140x45", (140, 45), ("end", "pageup", "v", "v")),
    "rewind-squares": ("battle-field-at-140x45", (80, 24), ("end", "pageup", *["down"] * 8)),
}


@pytest.mark.parametrize("name", REWOUND)
def test_a_game_that_is_looked_back_on(name: str, snap_compare: Compare) -> None:
    file, size, keys = REWOUND[name]
    app = SpellfrontApp(
        first=RewindScreen(Timeline.of(load(RECORDS / f"{file}.game")), at_end=False), pace=0
    )
    assert snap_compare(app, terminal_size=size, run_before=run_before(Picture(size, keys=keys)))


@pytest.mark.parametrize("name", PICTURES)
async def test_the_readmes_pictures_show_the_program_as_it_is(name: str) -> None:
    """When they don't: `python3 -m screenshots.pictures`."""
    assert (FOLDER / f"{name}.svg").read_text(encoding="utf-8") == await take(PICTURES[name])


async def test_the_readmes_first_picture_is_a_turn_that_is_played_now() -> None:
    """When it isn't: `python3 -m screenshots.pictures turn`."""
    picture = (FOLDER / "turn.svg").read_text(encoding="utf-8")
    assert len(picture) < 1_000_000
    assert picture == await take_turn(TURN)
