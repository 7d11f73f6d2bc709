"""The list of commands and a player's own keys."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.events import Key
from textual.widgets import Input

from tests.tui.at_table import can_do, press
from tests.tui.games import session
from tui.app import SpellfrontApp
from tui.decks.screens.editor import DeckScreen
from tui.decks.screens.list import DecksScreen
from tui.launch.past_games import PastGamesScreen
from tui.launch.screen import LaunchScreen
from tui.screens.pages import HelpPage, LogPage, TextPage, help_page
from tui.settings import key_commands
from tui.settings.keymap import KeymapError, read_keymap
from tui.settings.screens.settings import SettingsScreen
from tui.settings.screens.switches import Switches
from tui.table.screens.action_list import EverythingScreen
from tui.table.screens.hand_over import HandOverScreen
from tui.table.screens.play_on import PlayOnScreen
from tui.table.screens.puzzle_table import PuzzleTable, SettledScreen
from tui.table.screens.puzzles import PuzzlesScreen
from tui.table.screens.rewind import RewindScreen
from tui.table.screens.table import TableScreen

SCREENS = {
    "table": TableScreen,
    "launch": LaunchScreen,
    "decks": DecksScreen,
    "deck": DeckScreen,
    "everything": EverythingScreen,
    "rewind": RewindScreen,
    "past-games": PastGamesScreen,
    "play-on": PlayOnScreen,
    "page": TextPage,
    "log": LogPage,
    "help": HelpPage,
    "hand-over": HandOverScreen,
    "switches": Switches,
    "settings": SettingsScreen,
    "puzzles": PuzzlesScreen,
    "puzzle": PuzzleTable,
    "settled": SettledScreen,
}
"""The screens of every scope, but for those that only a server has:
`tests/server/ssh/test_server_keys.py` looks at them.
"""


@pytest.mark.parametrize(
    "command",
    [each for scope in SCREENS for each in key_commands.in_scope(scope)],
    ids=lambda command: command.id,
)
def test_every_command_has_a_method_on_its_screen(command: key_commands.Command) -> None:
    method = command.action.partition("(")[0]
    assert can_do(SCREENS[command.scope], f"action_{method}")


def test_ids_and_keys_are_unique() -> None:
    assert len(key_commands.BY_ID) == len(key_commands.COMMANDS)
    for scope in key_commands.SCOPES:
        taken = [key for command in key_commands.in_scope(scope) for key in command.keys.split(",")]
        assert len(taken) == len(set(taken))


def test_help_names_every_command_with_its_key() -> None:
    text = "\n".join(line.plain for line in help_page("table", {"table.go-on": "ctrl+n"})._lines)
    assert all(command.help in text for command in key_commands.COMMANDS)
    assert all(f":{command.name}" in text for command in key_commands.in_scope("table"))
    assert "^n" in text or "ctrl+n" in text


def test_help_on_a_server_leaves_out_what_is_only_at_home_and_the_other_way_round() -> None:
    server, home = (
        "\n".join(line.plain for line in help_page(scope, {})._lines)
        for scope in ("hall", "launch")
    )
    assert key_commands.BY_ID["launch.puzzles"].help in home
    assert key_commands.BY_ID["launch.puzzles"].help not in server
    assert key_commands.SCOPES["hall"] in server
    assert key_commands.SCOPES["hall"] not in home


@pytest.mark.slow
async def test_a_word_in_help_is_found_under_its_heading_and_escape_clears_it() -> None:
    async with SpellfrontApp(session(), pace=0).run_test(size=(80, 24)) as pilot:
        page = help_page("launch", {})
        pilot.app.push_screen(page)
        await press(pilot, "slash", *"lessons")
        assert next(line.plain for line in page._found()) == key_commands.SCOPES["launch"]
        await press(pilot, "escape")
        assert page.query_one("#command", Input).value == ""
        assert page._found() == page._lines
        await press(pilot, "slash", *"undo")
        assert page._wanted == "undo"


def write(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "keys.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_keymap_changes_keys(tmp_path: Path) -> None:
    assert read_keymap(write(tmp_path, '[table]\ngo-on = "space, f5"\n')) == {
        "table.go-on": "space,f5"
    }
    assert read_keymap(tmp_path / "none.toml") == {}


def test_every_mistake_in_a_keymap_is_reported(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        '[table]\ngo-no = "x"\nauto = 3\nlog = "hyper+x"\nyes = "n"\n[kitchen]\nsink = "s"\n',
    )
    with pytest.raises(KeymapError) as caught:
        read_keymap(path)
    text = str(caught.value)
    assert len(caught.value.problems) == 5
    assert "table.go-no: there is no such command" in text
    assert "did you mean go-on?" in text
    assert "table.auto: found 3" in text
    assert "'hyper+x'" in text
    assert "found 'n', which table.yes already uses" in text
    assert "kitchen" in text


def test_a_file_that_is_no_toml_is_reported(tmp_path: Path) -> None:
    with pytest.raises(KeymapError, match="allowed: TOML"):
        read_keymap(write(tmp_path, "[table\n"))


@pytest.mark.slow
async def test_what_is_typed_fast_is_done_in_its_order() -> None:
    """Commands come up through all widgets before they are carried out; numbers must not
    overtake them.
    """
    done: list[str] = []
    async with SpellfrontApp(session(), pace=0).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen = pilot.app.screen
        assert isinstance(screen, TableScreen)
        screen.action_take = lambda: done.append("take")  # pyright: ignore[reportAttributeAccessIssue]
        screen.table.answers._go_to_number = lambda number: done.append(str(number))  # pyright: ignore[reportAttributeAccessIssue]
        for key in ("1", "enter", "2", "enter"):
            pilot.app.post_message(Key(key, key if len(key) == 1 else None))
        await pilot.pause()
        await pilot.pause()
        assert done == ["1", "take", "2", "take"]
