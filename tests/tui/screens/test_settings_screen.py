"""The settings screen: settings and keys are changed there, hold at once, and are there again
the next time.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.tui.games import asked, play_until, session
from tui.app import SpellfrontApp
from tui.settings import key_commands
from tui.settings.key_presets import SETS, WALKING, KeySet, keymap_of
from tui.settings.keymap import as_tables, given, keys_of, owner_of, read_keymap
from tui.settings.paths import keymap_path, settings_path
from tui.settings.screens.settings import SettingsScreen, _in_short
from tui.settings.settings import read_settings
from tui.table.screens.table import TableScreen

# --- ready-made sets ---


@pytest.mark.parametrize("chosen", SETS, ids=lambda each: each.name)
def test_a_ready_made_set_has_no_clash_and_leaves_no_command_without_a_key(
    chosen: KeySet, tmp_path: Path
) -> None:
    keymap = keymap_of(chosen)
    for scope in key_commands.SCOPES:
        taken = [
            key for command in key_commands.in_scope(scope) for key in keys_of(command, keymap)
        ]
        assert len(taken) == len(set(taken))
        assert all(taken)
    path = tmp_path / "keys.toml"
    text = "".join(
        f"[{scope}]\n" + "".join(f"{name} = '{own}'\n" for name, own in table.items())
        for scope, table in as_tables(keymap).items()
    )
    path.write_text(text, encoding="utf-8")
    assert read_keymap(path) == keymap


def test_every_command_that_walks_is_one() -> None:
    assert all(ident in key_commands.BY_ID for idents in WALKING.values() for ident in idents)


def test_in_wasd_the_letters_walk_and_what_they_did_is_done_by_others() -> None:
    keymap = keymap_of(next(each for each in SETS if each.name == "wasd"))
    walks = [
        keys_of(key_commands.BY_ID[f"table.move-to-{way}"], keymap)
        for way in ("up", "left", "down", "right")
    ]
    assert [letters[1] for letters in walks] == list("wasd")
    stack = keys_of(key_commands.BY_ID["table.pane-to-stack"], keymap)
    assert "s" not in stack


# --- single keys ---


def test_a_key_that_changes_hands_leaves_the_other_command_with_one() -> None:
    find, read = key_commands.BY_ID["table.find"], key_commands.BY_ID["table.read"]
    assert owner_of("i", find, {}) == read
    keymap = given("i", find, {}, further=False)
    assert keys_of(find, keymap) == ["i"]
    assert keys_of(read, keymap) == ["slash"]
    both = given("Z", find, {}, further=True)
    assert keys_of(find, both) == ["slash", "Z"]


async def opened(pilot: Pilot[None]) -> SettingsScreen:
    await pilot.pause()
    await pilot.press("comma")
    await pilot.pause()
    assert isinstance(pilot.app.screen, SettingsScreen)
    return pilot.app.screen


async def go_to(pilot: Pilot[None], screen: SettingsScreen, label: str) -> None:
    """Walk down to a row."""
    for _ in screen.rows():
        if screen.row.label == label:
            return
        await pilot.press("down")
    raise AssertionError(f"no row {label}")


@pytest.mark.slow
async def test_a_setting_is_changed_from_the_launch_screen_and_remembered() -> None:
    async with SpellfrontApp().run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await go_to(pilot, screen, "Bell")
        await pilot.press("right")
        assert screen.row.value == "on"
        await pilot.press("escape")
        assert not isinstance(pilot.app.screen, SettingsScreen)
    assert read_settings(settings_path())[0].bell
    assert SpellfrontApp().settings.bell


@pytest.mark.slow
async def test_at_the_table_a_setting_holds_at_once() -> None:
    played = play_until(session(), asked(0, "priority", "First Main"))
    async with SpellfrontApp(played).run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await go_to(pilot, screen, "Computer speed")
        await pilot.press("left")
        await pilot.press("escape")
        await pilot.pause()
        table = pilot.app.screen
        assert isinstance(table, TableScreen)
        assert table.model.pace == 1.2


@pytest.mark.slow
async def test_a_key_is_given_to_a_command_by_pressing_it_and_works_at_once() -> None:
    played = play_until(session(), asked(0, "priority", "First Main"))
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await go_to(pilot, screen, key_commands.BY_ID["table.log"].help)
        await pilot.press("enter", "i")  # which reads what the cursor is on
        assert "belongs to" in screen._note
        await pilot.press("f12")
        assert screen.row.value.lower() == "f12"
        await pilot.press("escape", "f12")
        await pilot.pause()
        assert type(pilot.app.screen).__name__ == "LogPage"
    assert read_keymap(keymap_path()) == {"table.log": "f12"}


@pytest.mark.slow
async def test_keys_that_must_stay_are_refused_and_escape_leaves_all_as_it_was() -> None:
    async with SpellfrontApp().run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await go_to(pilot, screen, key_commands.BY_ID["table.log"].help)
        await pilot.press("enter", "ctrl+c")
        assert "can't be assigned" in screen._note
        await pilot.press("enter", "escape")
        assert isinstance(pilot.app.screen, SettingsScreen)
    assert not keymap_path().exists()


@pytest.mark.slow
async def test_a_ready_made_set_is_chosen_and_left_again() -> None:
    async with SpellfrontApp().run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await go_to(pilot, screen, "Key preset")
        await pilot.press("right")
        assert screen.row.value == "vi"
        assert read_keymap(keymap_path()) == keymap_of(SETS[1])
        await pilot.press("j", "k", "D")
        assert screen.row.value == "default"
    assert read_keymap(keymap_path()) == {}


@pytest.mark.slow
async def test_a_file_that_is_broken_is_named_and_left_alone() -> None:
    settings_path().parent.mkdir(parents=True)
    settings_path().write_text("bell = ", encoding="utf-8")
    async with SpellfrontApp().run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        await go_to(pilot, screen, "Bell")
        await pilot.press("right")
        assert "This lasts only until you quit" in screen._note
        assert screen.row.value == "on"
    assert settings_path().read_text(encoding="utf-8") == "bell = "


@pytest.mark.slow
async def test_the_settings_are_a_row_of_the_launch_screen_too() -> None:
    async with SpellfrontApp().run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("up", "up", "enter")  # past lessons, to the last row
        await pilot.pause()
        assert isinstance(pilot.app.screen, SettingsScreen)


def test_what_a_command_does_is_cut_between_words() -> None:
    done = "Pass priority or finish the current choice; the prompt says what happens next"
    assert [_in_short(done, room) for room in (80, 60, 30)] == [
        done,
        "Pass priority or finish the current choice",
        "Pass priority or finish the…",
    ]
