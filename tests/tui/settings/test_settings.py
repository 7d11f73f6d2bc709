"""Settings: read from the player's file, checked in full, and written without losing what else
is in it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.base.files import Lock
from tui.settings.settings import (
    BY_NAME,
    ENTRIES,
    UNSEEN,
    Settings,
    SettingsError,
    read_settings,
    remember,
)


def write(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "settings.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_every_setting_has_words_and_its_usual_value_is_one_of_its_values() -> None:
    assert {*BY_NAME, *UNSEEN} == set(Settings.__struct_fields__)
    for entry in ENTRIES:
        assert getattr(Settings(), entry.name) in entry.values
        assert entry.label
        assert entry.help.endswith(".")


def test_without_a_file_everything_is_as_usual(tmp_path: Path) -> None:
    assert read_settings(tmp_path / "none.toml") == (Settings(), [])


def test_what_the_file_says_counts(tmp_path: Path) -> None:
    path = write(tmp_path, 'theme = "day"\nbell = true\npace = "slow"\n')
    assert read_settings(path) == (Settings(theme="day", bell=True, pace="slow"), [])


def test_what_can_not_be_used_is_named_and_the_rest_counts(tmp_path: Path) -> None:
    settings, problems = read_settings(
        write(tmp_path, 'bell = 1\ntheme = "nihgt"\ncolour = "red"\nascii = true\n')
    )
    assert settings == Settings(ascii=True)
    assert len(problems) == 3
    assert "bell: found 1; allowed: true, false" in problems[0]
    assert "theme: found 'nihgt'; allowed: 'night'" in problems[1]
    assert "colour: this is not a setting" in problems[2]
    assert "did you mean colors?" in problems[2]


@pytest.mark.parametrize(
    "text", ["theme = ", "a" + ".a" * 40 + " = 1", "x = " + "[" * 100 + "]" * 100]
)
def test_a_broken_file_is_one_problem_and_is_not_written_over(text: str, tmp_path: Path) -> None:
    path = write(tmp_path, text)
    settings, problems = read_settings(path)
    assert settings == Settings()
    assert len(problems) == 1
    with pytest.raises(SettingsError, match=r"settings\.toml"):
        remember(path, "bell", True)
    assert path.read_text(encoding="utf-8") == text


def test_a_setting_is_remembered_and_what_it_does_not_know_is_kept(tmp_path: Path) -> None:
    path = write(tmp_path, 'later = "perhaps"\nbell = true\n')
    remember(path, "theme", "paper")
    remember(path, "bell", False)
    text = path.read_text(encoding="utf-8")
    assert 'later = "perhaps"' in text
    assert read_settings(path)[0] == Settings(theme="paper", bell=False)


def test_what_another_program_has_changed_meanwhile_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    remember(path, "bell", True)
    write(tmp_path, 'pace = "fast"\n')  # by somebody else
    remember(path, "theme", "day")
    assert read_settings(path)[0] == Settings(theme="day", pace="fast")


def test_while_another_program_writes_nothing_is_written(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    lock = Lock(path)
    with pytest.raises(SettingsError, match="another copy of Spellfront"):
        remember(path, "bell", True)
    lock.let_go()
    remember(path, "bell", True)
    assert read_settings(path)[0].bell
