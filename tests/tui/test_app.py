"""The app as a whole: faults, what it imports, what it relies on in Textual."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from rich.text import Text
from textual.app import App

from tests.tui.games import asked, play_until, session
from tui.app import SpellfrontApp
from tui.screens.pages import TextPage
from tui.table.screens.table import TableScreen
from tui.widgets.lines import Lines

pytestmark = pytest.mark.slow


def test_a_fault_leaves_the_terminal_without_a_traceback(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    played = play_until(session(path=tmp_path / "a.game"), asked(0, "priority"))

    def fail(_: TableScreen) -> None:
        raise ZeroDivisionError("by nothing")

    monkeypatch.setattr(TableScreen, "redraw", fail)
    with pytest.raises(ZeroDivisionError):
        SpellfrontApp(played, pace=0).run(headless=True)
    out, err = capfd.readouterr()
    assert "Traceback" not in out + err
    assert (tmp_path / "a.game").exists()


def test_textual_still_has_what_we_replace() -> None:
    """`_fatal_error` and what it calls are not public: whoever changes Textual's version looks
    here.
    """
    assert callable(App._fatal_error)
    assert callable(App._close_messages_no_wait)
    assert App()._exception is None


def loaded(statement: str) -> set[str]:
    """The modules that a statement loads in a fresh Python."""
    script = f"{statement}\nimport sys\nprint(*sys.modules)"
    return set(
        subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, check=True
        ).stdout.split()
    )


def test_the_launch_screen_comes_before_cards_computer_players_and_processes() -> None:
    modules = loaded("import tui.app, tui.launch.screen")
    assert "textual.app" in modules
    heavy = {
        "engine.ai",
        "engine.cards.library",
        "engine.variant.ruleset",
        "engine.game",
        "multiprocessing.context",
        "tui.table.screens.table",
        "asyncssh",
    }
    assert not modules & heavy


def test_textual_runs_at_the_chosen_rate() -> None:
    script = "import tui.app\nfrom textual import constants\nprint(constants.MAX_FPS)"
    assert (
        subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, check=True
        ).stdout.strip()
        == "240"
    )


async def test_the_palette_offers_the_commands_of_the_screen() -> None:
    played = play_until(session(), asked(0, "priority", "First Main"))
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await pilot.press("ctrl+p")
        await pilot.press(*"threats")
        await pilot.pause(0.3)
        await pilot.press("enter")
        await pilot.pause()
        screen = pilot.app.screen
        assert isinstance(screen, TableScreen)
        assert screen.selection.overlay == "threat"


async def test_changes_below_a_screen_paint_nothing_above_it_and_show_afterwards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    below, above, painted = (
        TextPage("below", [Text("as it was")]),
        TextPage("above", [Text("a line")]),
        list[str](),
    )
    app = SpellfrontApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await app.push_screen(below)
        await app.push_screen(above)
        await pilot.pause()
        monkeypatch.setattr(SpellfrontApp, "_display", lambda *_: painted.append("all"))
        below.query_one("#page-title", Lines).show([Text("as it is")])
        await pilot.pause(0.1)
        assert not painted
        monkeypatch.undo()
        await pilot.resize_terminal(120, 40)
        app.pop_screen()
        await pilot.pause()
        assert below.size == (120, 40)
        assert below.has_class("-wide")
        assert below.query_one("#page-title", Lines).shown[0].startswith(" below")
