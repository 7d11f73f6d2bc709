"""A player's keymap: a TOML file with a table for each scope, checked in full before use.

[table] go-on = "space,p" pane-to-zones = "P"
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from pathlib import Path
from typing import cast

from textual.keys import Keys, _character_to_key

from engine.base.files import MissingFileError, UnreadableFileError, read_toml
from engine.base.nearest import Guesses
from tui.settings.former_keys import is_former, is_new
from tui.settings.key_commands import BY_ID, COMMANDS, SCOPES, Command
from tui.settings.key_presets import spare_key

NAMED = {key.value for key in Keys} | {
    "space",
    "comma",
    "full_stop",
    "colon",
    "slash",
    "question_mark",
    "minus",
    "plus",
    "semicolon",
}


class KeymapError(Exception):
    """Error for a keymap that can't be used; `problems` has one line each."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


def read_keymap(path: Path) -> dict[str, str]:
    """Return the keys of a keymap file by command id; empty without a file.

    Raises KeymapError with all problems.
    """
    try:
        data = read_toml(path)
    except MissingFileError:
        return {}
    except UnreadableFileError as error:
        raise KeymapError([f"{path}: {error}"]) from None
    keymap, problems = keymap_of(data)
    if problems:
        raise KeymapError([f"{path}: {problem}" for problem in problems])
    return keymap


def keymap_of(data: Mapping[str, object]) -> tuple[dict[str, str], list[str]]:
    """Return the keys in tables by command id, and all their problems."""
    keymap, problems = _collect(data)
    keymap |= _giving_way(keymap)
    return keymap, problems + _clashes(keymap)


def _collect(data: Mapping[str, object]) -> tuple[dict[str, str], list[str]]:
    keymap: dict[str, str] = {}
    problems: list[str] = []
    guesses = Guesses()
    for scope, table in data.items():
        if scope not in SCOPES or not isinstance(table, dict):
            problems.append(
                f"{scope}: this is not a table of keys; allowed: "
                f"{', '.join(f'[{name}]' for name in SCOPES)}"
            )
            continue
        for name, keys in cast("dict[str, object]", table).items():
            if f"{scope}.{name}" not in BY_ID and is_former(f"{scope}.{name}"):
                continue  # a command of an earlier version
            if problem := _problem(scope, name, keys, guesses):
                problems.append(problem)
            else:
                keymap[f"{scope}.{name}"] = ",".join(key.strip() for key in str(keys).split(","))
    return keymap, problems


def _problem(scope: str, name: str, keys: object, guesses: Guesses) -> str:
    """Return the problem of one line, or ""."""
    where = f"{scope}.{name}"
    if where not in BY_ID:
        names = [command.name for command in COMMANDS if command.scope == scope]
        near = guesses.of(name, names)
        return f"{where}: there is no such command; allowed: {', '.join(names)}" + (
            f" (did you mean {near}?)" if near else ""
        )
    if not isinstance(keys, str):
        return f"{where}: found {keys!r}; allowed: keys in quotes, separated by commas"
    strange = [key for key in keys.split(",") if not _is_key(key.strip())]
    if strange:
        return (
            f"{where}: found {strange[0].strip()!r}; allowed: a character, or a name such as "
            "tab, f5, pageup, ctrl+x"
        )
    return ""


def _is_key(key: str) -> bool:
    return (
        len(key) == 1
        or key in NAMED
        or _is_sign(key)
        or (len(key.rpartition("+")[2]) == 1 and key.startswith(("ctrl+", "alt+")))
    )


def _is_sign(key: str) -> bool:
    """Return whether a key is named after a character, as in Textual: left_square_bracket."""
    try:
        return bool(unicodedata.lookup(key.replace("_", " ")))
    except KeyError:
        return False


def _giving_way(keymap: Mapping[str, str]) -> dict[str, str]:
    """Return new keys of commands that lose a new default key to the player's keymap.

    The keymap was written before that default existed.
    """
    changed: dict[str, str] = {}
    for command in COMMANDS:
        here = [each for each in COMMANDS if each.scope == command.scope and each != command]
        own = {key for each in here if each.id in keymap for key in keys_of(each, keymap)}
        keys = keys_of(command, {})
        left = [key for key in keys if key not in own or not is_new(command, key)]
        if command.id not in keymap and left != keys:
            taken = own | {key for each in here for key in keys_of(each, {**keymap, **changed})}
            changed[command.id] = ",".join(left or [spare_key(command, taken)])
    return changed


def _clashes(keymap: Mapping[str, str]) -> list[str]:
    """Return a problem for each key that two commands of one scope would share."""
    taken: dict[tuple[str, str], str] = {}
    problems: list[str] = []
    for command in COMMANDS:
        for key in keys_of(command, keymap):
            first = taken.setdefault((command.scope, key), command.id)
            if first != command.id:
                problems.append(
                    f"{command.id}: found {key!r}, which {first} already uses; allowed: a key "
                    "that no other command uses"
                )
    return problems


# --- changes ---

RESERVED = {
    "escape": "goes back everywhere",
    "ctrl+c": "ends programs in a terminal",
    "ctrl+q": "quits Spellfront",
    "ctrl+p": "opens the command palette",
}
"""Keys that can't be assigned to a command, with the reason."""


def owner_of(key: str, command: Command, keymap: Mapping[str, str]) -> Command | None:
    """Return the other command of the same scope that has a key, or None."""
    others = (other for other in COMMANDS if other.scope == command.scope and other != command)
    return next((other for other in others if key in keys_of(other, keymap)), None)


def keys_of(command: Command, keymap: Mapping[str, str]) -> list[str]:
    """Return the keys of a command by Textual's names."""
    return [_full_name(key.strip()) for key in keymap.get(command.id, command.keys).split(",")]


def _full_name(key: str) -> str:
    """Return the long name of a single character."""
    return _character_to_key(key) if len(key) == 1 else key


def given(
    key: str, command: Command, keymap: Mapping[str, str], *, further: bool
) -> dict[str, str]:
    """Return the keymap with a key assigned to a command, in place of its own or in addition.

    The key's former command gets the key given up for it. Raises KeymapError if that command
    would have no key left.
    """
    before = keys_of(command, keymap)
    now = [*before, key] if further and key not in before else [key]
    changed = {**keymap, command.id: ",".join(now)}
    if (other := owner_of(key, command, keymap)) is not None:
        left = [each for each in keys_of(other, keymap) if each != key] or [
            each for each in before if each not in now
        ]
        if not left:
            raise KeymapError([f"{other.word!r} would have no key left; give it another key first"])
        changed[other.id] = ",".join(left)
    return changed


def as_tables(keymap: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """Return a keymap as tables of its file, with only the keys that aren't default."""
    tables: dict[str, dict[str, str]] = {}
    for ident, keys in keymap.items():
        command = BY_ID[ident]
        if keys_of(command, keymap) != keys_of(command, {}):
            tables.setdefault(command.scope, {})[command.name] = keys
    return tables
