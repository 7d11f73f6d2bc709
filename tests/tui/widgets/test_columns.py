"""How the panels of a table share the screen."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from screenshots.pictures import Picture, app_of
from tests.tui.at_table import press, words
from tests.tui.games import asked, play_until, session
from tui.app import SpellfrontApp
from tui.table.board.widget import BoardWidget
from tui.table.screens.panel_screen import PanelScreen
from tui.table.selection import Selection
from tui.table.widgets.column import PanelHeight, heights

pytestmark = pytest.mark.slow


def selection(pilot: Pilot[None]) -> Selection:
    screen = pilot.app.screen
    assert isinstance(screen, PanelScreen)
    return screen.selection


def test_panels_get_their_minimum_then_their_wish_and_one_takes_the_rest() -> None:
    assert heights(17, [PanelHeight(4, 10), PanelHeight(4, 8)], fill=0) == [10, 7]
    assert heights(17, [PanelHeight(4, 6), PanelHeight(7, 0)], fill=1) == [6, 11]
    assert heights(5, [PanelHeight(4, 9), PanelHeight(4, 9)], fill=0) == [4, 1]


async def test_on_a_large_screen_lists_are_as_long_as_what_is_in_them() -> None:
    played = play_until(session(), asked(0, "priority", "First Main"))
    async with SpellfrontApp(played, pace=0).run_test(size=(140, 45)) as pilot:
        await press(pilot, "m")
        hand, stack = (pilot.app.screen.query_one(f"#list-{pane}") for pane in ("hand", "stack"))
        assert hand.outer_size.height == 1 + len(selection(pilot).hand())
        assert stack.outer_size.height == 2
        assert pilot.app.screen.query_one("#inspector").outer_size.height > 20, (
            "the card under the cursor is told in full"
        )


@pytest.mark.parametrize(
    ("scenario", "cells"),
    [("ruins.toml", (6, 3)), ("march.toml", (14, 11)), ("vale.toml", (15, 8))],
)
async def test_a_broad_board_has_the_width_and_the_log_stands_below(
    scenario: str, cells: tuple[int, int]
) -> None:
    async with app_of(Picture((140, 45), scenario)).run_test(size=(140, 45)) as pilot:
        await press(pilot, "m")
        board = pilot.app.screen.query_one(BoardWidget)
        box = board.box_of(selection(pilot).space)
        assert box is not None
        assert (box.width, box.height) >= cells
        log = pilot.app.screen.query_one("#map-log")
        assert log.display
        assert log.outer_size.height >= 4
        assert "Log" in str(log.border_title)
        assert not pilot.app.screen.query_one("#left").display


async def test_a_slim_screen_has_its_lists_below_the_map() -> None:
    played = play_until(session(), asked(0, "priority", "First Main"))
    async with SpellfrontApp(played, pace=0).run_test(size=(40, 20)) as pilot:
        await press(pilot, "c")
        board = pilot.app.screen.query_one(BoardWidget)
        assert board.size.width == 40
        assert all(board.box_of(space.name) for space in selection(pilot).view.spaces)
        assert "Grizzly Bears" in words(pilot, "#list-hand")
