"""A player's own variant files: on the launch screen beside those that ship, and harmless when
broken.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.at_table import press
from tests.tui.screens.test_launch import form, note, ready
from tui.app import SpellfrontApp
from tui.session import own_variants
from tui.session.game_setup import GameSetup, variant_ids
from tui.settings import paths
from tui.table.screens.table import TableScreen

MINE = """
extends = "conquering"
id = "short_conquering"
name = "Short Conquering"
summary = "Three areas are enough."
version = "1"
"""


def write(name: str, text: str = MINE) -> Path:
    own_variants.folder().mkdir(parents=True, exist_ok=True)
    file = own_variants.folder() / name
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.slow
async def test_a_variant_of_ones_own_is_chosen_played_and_remembered() -> None:
    file = write("mine.toml")
    async with SpellfrontApp(pace=0).run_test(size=(100, 30)) as pilot:
        await ready(pilot)
        await press(pilot, *["right"] * len(variant_ids()))
        assert "Short Conquering" in form(pilot)
        assert "Your own variant:" in note(pilot, "#preview")
        await press(pilot, "S")
        assert isinstance(pilot.app.screen, TableScreen)
        assert pilot.app.screen.session.path is not None
        assert "short_conquering" in pilot.app.screen.session.path.name
    assert GameSetup.new().variant == str(file)
    assert not any(game.problem for game in paths.saved_games())


@pytest.mark.slow
async def test_a_broken_variant_is_left_out_and_named() -> None:
    write("broken.toml", MINE + "no_such_key = 1\n")
    async with SpellfrontApp(pace=0).run_test(size=(100, 30)) as pilot:
        await ready(pilot)
        await press(pilot, *["right"] * len(variant_ids()))
        assert "Short Conquering" not in form(pilot)
    assert own_variants.usable() == ()
    assert "broken.toml is left out: " in own_variants.problems()[0]


def test_a_variant_that_is_gone_is_not_recalled() -> None:
    file = write("mine.toml")
    setup = GameSetup.new()
    setup.choose_variant(str(file))
    setup.start().close()
    file.unlink()
    assert GameSetup.new().variant == variant_ids()[0]
