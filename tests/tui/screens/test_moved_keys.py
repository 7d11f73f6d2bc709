"""After an update: keys that have moved are listed once, and a player's own keys win over every
new default.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.at_table import press, words
from tui.app import SpellfrontApp
from tui.settings import former_keys, key_commands, keymap, settings
from tui.settings.former_keys import EARLIER, moved_since
from tui.settings.key_commands import Command
from tui.settings.paths import keymap_path, settings_path

UNDO = key_commands.BY_ID["table.undo"]


def with_defaults(monkeypatch: pytest.MonkeyPatch, **changed: str) -> None:
    """Have other default keys, by the names of commands at the table."""
    commands = tuple(
        c._replace(keys=changed.get(c.name, c.keys)) if c.scope == "table" else c
        for c in key_commands.COMMANDS
    )
    by_id = {command.id: command for command in commands}
    for module in (key_commands, keymap, former_keys):
        monkeypatch.setattr(module, "COMMANDS", commands)
        monkeypatch.setattr(module, "BY_ID", by_id, raising=False)
    for module in ("tui.base_app", "tui.settings.key_presets"):
        monkeypatch.setattr(f"{module}.BY_ID", by_id)
    monkeypatch.setattr("tui.base_app.VERSION", 2)


@pytest.mark.slow
def test_every_earlier_keymap_is_still_understood() -> None:
    """Every command of an earlier version can be named, also one that is gone."""
    for version in EARLIER.values():
        for ident in version:
            scope, _, name = ident.partition(".")
            assert not [
                each
                for each in keymap.keymap_of({scope: {name: "f9"}})[1]
                if "no such command" in each
            ]


def test_a_key_of_the_players_own_wins_over_a_new_default(monkeypatch: pytest.MonkeyPatch) -> None:
    with_defaults(monkeypatch, undo="f7", log="f8,L")
    own, problems = keymap.keymap_of({"table": {"stop": "f7", "pause": "f8"}})
    assert problems == []
    assert (own["table.stop"], own["table.pause"]) == ("f7", "f8")
    assert own["table.log"] == "L"
    assert own["table.undo"] not in ("f7", "")


def test_a_clash_with_an_old_default_is_still_a_mistake() -> None:
    assert "which table.undo already uses" in keymap.keymap_of(
        {"table": {"stop": EARLIER[1]["table.undo"]}}
    )[1][0] or (UNDO.keys != EARLIER[1]["table.undo"])


def test_keys_that_the_player_has_chosen_are_not_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    with_defaults(monkeypatch, undo="f7", log="f8")
    names = {moved.command.name for moved in moved_since(1, {"table.log": "L"})}
    assert "undo" in names
    assert "log" not in names
    assert moved_since(2, {}) == []


async def launched() -> str:
    """What the first screen is, and what it says."""
    async with SpellfrontApp().run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        name = type(pilot.app.screen).__name__
        shown = words(pilot, "#page-body") if name == "TextPage" else ""
        if name == "TextPage":
            await press(pilot, "escape")
        return f"{name} {shown}"


@pytest.mark.slow
async def test_what_has_moved_is_listed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    with_defaults(monkeypatch, undo="f7")
    settings_path().parent.mkdir(parents=True, exist_ok=True)
    settings_path().write_text("bell = true\n")  # somebody has played an earlier version
    shown = await launched()
    assert shown.startswith("TextPage")
    assert "(was: u)" in shown
    assert (await launched()).startswith("LaunchScreen")
    assert settings.read_settings(settings_path())[0].keys_version == 2


@pytest.mark.slow
async def test_a_new_player_is_told_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    with_defaults(monkeypatch, undo="f7")
    assert (await launched()).startswith("LaunchScreen")
    assert (await launched()).startswith("LaunchScreen")


def test_settings_and_keys_of_an_earlier_version_open(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text('theme = "day"\npace = "fast"\nundo = "free"\nask_before_ending = false\n')
    found, problems = settings.read_settings(path)
    assert problems == []
    assert (found.pace, found.undo, found.ask_before_ending) == ("fast", "free", False)
    assert keymap_path().suffix == ".toml"
    assert all(isinstance(command, Command) for command in key_commands.COMMANDS)
