"""A player's settings for all games, saved in `settings.toml` in the player's folder.

The file has only changed settings. Lines that are no setting are kept and reported; so are invalid
values, in place of which the default counts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal, NamedTuple

from msgspec import Struct

from engine.base.files import (
    FileInUseError,
    FileOfOurs,
    MissingFileError,
    UnreadableFileError,
    read_toml,
)
from engine.base.nearest import Guesses
from tui.terminal.palettes import NIGHT, PALETTES

Value = bool | str | int


class Settings(Struct, frozen=True):
    """All settings with their default values."""

    theme: str = NIGHT.name
    ascii: bool = False
    colors: Literal["auto", "true", "256", "16", "mono"] = "auto"
    motion: bool = True
    bell: bool = False
    pace: Literal["slow", "normal", "fast", "none"] = "normal"
    ask_before_ending: bool = True
    full_control: bool = False
    auto_pay: bool = True
    auto_place: bool = True
    undo: Literal["strict", "free"] = "strict"
    guard_keys: bool = True
    adviser: Literal["off", "lessons", "on"] = "on"
    clauses: bool = True
    analysis: bool = True
    keys_version: int = 0  # version of the default keys that the player knows; 0: not noted yet

    @property
    def pause(self) -> float:
        """The time that a computer player's action stays on the screen, in seconds."""
        return PAUSES[self.pace] if self.motion else 0.0


PAUSES = {"slow": 1.2, "normal": 0.4, "fast": 0.15, "none": 0.0}


class SettingEntry(NamedTuple):
    """A setting on the screen: name in the file, label, values with words, and description."""

    name: str
    label: str
    values: Mapping[Value, str]
    help: str


ON_OFF: Mapping[Value, str] = {True: "on", False: "off"}

ENTRIES = (
    SettingEntry(
        "theme",
        "Theme",
        {name: palette.words for name, palette in PALETTES.items()},
        "The colors of the screen and of the players.",
    ),
    SettingEntry(
        "colors",
        "Terminal colors",
        {"auto": "automatic", "true": "all", "256": "256", "16": "16", "mono": "none"},
        "How many colors your terminal can show. It usually reports this itself, but over SSH it "
        "may report too few. "
        "Without colors, bold, underlined and reversed text takes their place.",
    ),
    SettingEntry(
        "ascii",
        "Plain ASCII",
        ON_OFF,
        "Draws boxes, marks and pieces with plain ASCII characters, which every terminal has. "
        "On a terminal that has no other characters, this is always on.",
    ),
    SettingEntry(
        "motion",
        "Motion",
        ON_OFF,
        (
            "Off: nothing moves on the screen while you read, and computer players act without "
            "pauses; the log tells you what they did."
        ),
    ),
    SettingEntry(
        "pace",
        "Computer speed",
        {"slow": "slow", "normal": "normal", "fast": "fast", "none": "instant"},
        "How long each action of a computer player stays on the screen before the next one.",
    ),
    SettingEntry(
        "bell",
        "Bell",
        ON_OFF,
        "Rings the terminal bell when it is your turn to act after other players have acted.",
    ),
    SettingEntry(
        "ask_before_ending",
        "Confirm ending a turn",
        ON_OFF,
        "On: asks once before you end a turn that would clearly waste a land, mana or an attack.",
    ),
    SettingEntry(
        "guard_keys",
        "Ignore repeated keys",
        ON_OFF,
        "On: when the game asks something new, Space, Enter and y do nothing for a moment if you "
        "have just pressed the same key, so a key "
        "that is held down or pressed twice answers only one question. At the end of a game, "
        "keys typed ahead are ignored too.",
    ),
    SettingEntry(
        "adviser",
        "Adviser",
        {"off": "off", "lessons": "in lessons and puzzles", "on": "on"},
        "Where a key shows what a strong player would do, from what you know. Never in games "
        "between people. The record of a game notes every use.",
    ),
    SettingEntry(
        "clauses",
        "Clause numbers",
        ON_OFF,
        "On: the log and refusals end with the number of the rule behind them, such as C-11. "
        "Off: it is shown only when you "
        "press the key that explains why.",
    ),
    SettingEntry(
        "analysis",
        "Analyze finished games",
        ON_OFF,
        "On: at the end of a game against computers, your decisions are rated while you look at "
        "the result. Off: a review still offers it.",
    ),
    SettingEntry(
        "full_control",
        "Full control",
        ON_OFF,
        (
            "On: new games stop for you at every opportunity, not only at your stops. A key at the "
            "table changes this for one game."
        ),
    ),
    SettingEntry(
        "auto_pay",
        "Pay costs automatically",
        ON_OFF,
        "On: a cost is paid for you when there is only one way to pay it, or when every way "
        "leaves you the same options. Paying life, "
        "removing counters, discarding or exiling cards, sacrificing, and tapping a creature are "
        "always up to you.",
    ),
    SettingEntry(
        "auto_place",
        "Place creatures automatically",
        ON_OFF,
        "On: a creature that enters beside your token during your turn goes to the suggested "
        "square; undo lets you choose another. You "
        "always choose the square of a creature that couldn't move on from there, such as a "
        "Wall, and of one that enters within range "
        "of an enemy.",
    ),
    SettingEntry(
        "undo",
        "Undo",
        {"strict": "until something is revealed", "free": "free against computers"},
        "How far back you can undo: to the last time a die was rolled, a hidden card was "
        "revealed or another player responded; "
        "or, in games against computer players only, further than that.",
    ),
)

UNSEEN = ("keys_version",)  # settings not shown on the screen

BY_NAME = {entry.name: entry for entry in ENTRIES}


class SettingsError(Exception):
    """Error for a setting that can't be saved, with the reason."""


def read_settings(path: Path) -> tuple[Settings, list[str]]:
    """Return the settings in a file, and a line for everything in it that can't be used.

    Without a file, the settings are the default ones.
    """
    try:
        data = read_toml(path)
    except MissingFileError:
        return Settings(), []
    except UnreadableFileError as error:
        return Settings(), [f"{path}: {error}; no settings are used until that is fixed"]
    settings, problems = settings_of(data)
    return settings, [f"{path}: {problem}" for problem in problems]


def settings_of(data: Mapping[str, object]) -> tuple[Settings, list[str]]:
    """Return the settings in a table, and a line for everything in it that can't be used."""
    found: dict[str, Any] = {}
    problems: list[str] = []
    guesses = Guesses()
    for name, value in data.items():
        if problem := _problem(name, value, guesses):
            problems.append(problem)
        else:
            found[name] = value
    return Settings(**found), problems


def changed(settings: Settings) -> dict[str, Value]:
    """Return the settings that differ from the default ones."""
    usual = Settings()
    return {
        name: value
        for name in (*BY_NAME, *UNSEEN)
        if (value := getattr(settings, name)) != getattr(usual, name)
    }


def _problem(name: str, value: object, guesses: Guesses) -> str:
    """Return the problem of one line, or ""."""
    entry = BY_NAME.get(name)
    if name in UNSEEN and type(value) is int:
        return ""
    if entry is None:
        near = guesses.of(name, BY_NAME)
        return (
            f"{name}: this is not a setting (the line is kept); allowed: {', '.join(BY_NAME)}"
            + (f" (did you mean {near}?)" if near else "")
        )
    if any(type(value) is type(allowed) and value == allowed for allowed in entry.values):
        return ""
    shown = repr(value) if len(repr(value)) <= 40 else f"{repr(value)[:37]}..."
    return (
        f"{name}: found {shown}; allowed: "
        f"{', '.join(_written(allowed) for allowed in entry.values)}"
    )


def _written(value: Value) -> str:
    """Return a value as written in the file."""
    return f"'{value}'" if isinstance(value, str) else str(value).lower()


def remember(path: Path, name: str, value: Value) -> None:
    """Write one setting to the file and keep everything else in it. Raises SettingsError.

    Changes that another program has just made are kept as well.
    """
    rewrite(path, lambda data: data.update({name: value}))


def rewrite(path: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Change the current contents of a TOML file of the player's. Raises SettingsError.

    Only one program at a time can do this.
    """
    import tomli_w

    try:
        # a symbolic link to a file elsewhere stays a link
        file = FileOfOurs(path.resolve())
    except FileInUseError:
        raise SettingsError(
            "another copy of Spellfront is writing to the file; try again"
        ) from None
    except OSError as error:
        raise SettingsError(f"{path} can't be written: {error.strerror or error}") from None
    try:
        data = read_toml(path)
    except MissingFileError:
        data = {}
    except UnreadableFileError as error:
        file.close()
        raise SettingsError(f"{path}: {error}") from None
    try:
        change(data)
        file.write(tomli_w.dumps(data))
    except OSError as error:
        raise SettingsError(f"{path} can't be written: {error.strerror or error}") from None
    finally:
        file.close()
