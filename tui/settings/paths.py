"""Paths of a player's files, and the lists of games in progress and finished games."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from platformdirs import user_config_path, user_data_path

from engine.base.files import Lock, move_aside
from engine.log import many

if TYPE_CHECKING:
    from engine.history.record import Record
    from engine.history.replay import GameFaultError

APP = "spellfront"
ENDING = ".game"
FINISHED = "finished"  # folder of finished games, beside that of games in progress
MOST_LISTED = 100  # most finished games listed


# name of a game's file without a name by the player
OF_ITS_TIME = re.compile(r"\d{4}-\d\d-\d\d-\d{6}-.*")
LONGEST_FILE_NAME = 60


class SavedGame(Struct, frozen=True):
    """A game to resume, or an unreadable file with its `problem`."""

    path: Path
    title: str
    detail: str
    problem: str = ""
    variant: str = ""
    when: str = ""
    changed: float = 0.0  # time of the last change of the file
    name: str = ""  # name given by the player


def folder() -> Path:
    """Return the folder of games in progress."""
    return user_data_path(APP) / "games"


def exports() -> Path:
    """Return the folder of exported files."""
    return user_data_path(APP) / "exports"


def keymap_path() -> Path:
    """Return the file of the player's keys."""
    return user_config_path(APP) / "keys.toml"


def settings_path() -> Path:
    """Return the file of the player's settings."""
    return user_config_path(APP) / "settings.toml"


def new_path(variant: str, now: datetime | None = None) -> Path:
    """Return a file for a new game, named after its time and variant.

    A second game in the same second gets a number.
    """
    stem = f"{(now or datetime.now()).strftime('%Y-%m-%d-%H%M%S')}-{variant}"
    paths = (folder() / f"{stem}{f'-{number}' if number else ''}{ENDING}" for number in range(1000))
    return next(path for path in paths if not path.exists())


def finish(path: Path | None) -> Path | None:
    """Move a finished game's record to its folder, if possible; return its path."""
    if path is None or not path.exists():
        return path
    try:
        return move_aside(path, path.parent.parent / FINISHED / path.name)
    except OSError:
        return path


def write_report(fault: GameFaultError, path: Path | None) -> str:
    """Save the record of a game that ended with an internal error; return where, in words.

    The decision that caused the error is the last line.
    """
    from engine.base.files import write_whole

    report = user_data_path(APP) / "faults" / (path.name if path is not None else f"fault{ENDING}")
    try:
        write_whole(report, fault.report)
    except OSError as error:
        return f"No report could be written: {error.strerror or error}."
    return f"A report was saved to {report}; `spellfront replay` replays it."


def write_failure(error: Exception, path: Path | None) -> str:
    """Save why a computer player of a game gave no answer; return where, in words."""
    from engine.base.files import write_whole

    name = f"{path.stem if path is not None else 'game'}-computer-player.txt"
    report = user_data_path(APP) / "faults" / name
    try:
        write_whole(report, f"The computer player failed: {type(error).__name__}: {error}\n")
    except OSError as problem:
        return f"No report could be written: {problem.strerror or problem}."
    return f"A report was saved to {report}."


def saved_games() -> list[SavedGame]:
    """Return the games to resume, latest first."""
    return _games_in(folder())


def finished_games() -> list[SavedGame]:
    """Return the latest finished games."""
    return _games_in(folder().parent / FINISHED, MOST_LISTED)


def _games_in(place: Path, most: int | None = None) -> list[SavedGame]:
    """Return at most `most` games of a folder, latest first; None: all."""
    try:
        files = list(place.glob(f"*{ENDING}"))
    except OSError:
        files = []  # an unreadable folder has no games
    found = sorted(
        ((changed, path) for path in files if (changed := _changed(path)) is not None), reverse=True
    )
    return [_describe(path, changed) for changed, path in found[:most]]


def wrong_file_name(name: str) -> str:
    """Return why a file can't have this name; "" if allowed."""
    if (
        not name
        or not name.isprintable()
        or name.startswith(".")
        or any(sign in name for sign in '/\\:*?"<>|')
    ):
        return (
            f"found {name[:LONGEST_FILE_NAME]!r}; allowed as a name: letters, digits, spaces "
            "and other characters that a file name can have"
        )
    if len(name.encode()) > LONGEST_FILE_NAME:
        return (
            f"found a name of {len(name)} characters; allowed: at most {LONGEST_FILE_NAME}, "
            "fewer if it has accented or non-Latin letters"
        )
    return ""


def rename(path: Path, name: str) -> str:
    """Rename a saved game; return why not if impossible, else ""."""
    if problem := wrong_file_name(name):
        return problem
    target = path.with_name(f"{name}{ENDING}")
    if target != path and target.exists():
        return f"another game is already called {name}"
    return _alone_with(path, lambda: move_aside(path, target)) if target != path else ""


def delete(path: Path) -> str:
    """Delete a saved game for good; return why not if impossible, else ""."""
    return _alone_with(path, lambda: path.unlink(missing_ok=True))


def _alone_with(path: Path, do: Callable[[], object]) -> str:
    """Lock a file and do something; return why not if impossible, else ""."""
    try:
        lock = Lock(path)
        try:
            do()
        finally:
            lock.let_go()
    except OSError as error:
        return error.strerror or str(error)
    return ""


def cant_be_saved(error: OSError) -> str:
    """Return an error message for the player about a game that can't be saved."""
    return (
        f"{error.filename}: the game can't be saved ({error.strerror or error}); allowed: a "
        "folder you can write to"
    )


def _changed(path: Path) -> float | None:
    """Return the time of a file's last change; None if the file is gone."""
    try:
        return path.stat().st_mtime
    except OSError:
        return None


def _describe(path: Path, changed: float) -> SavedGame:
    from engine.history.record import RecordError, load

    when = datetime.fromtimestamp(changed).strftime("%d %b %H:%M")
    try:
        record = load(path)
    except RecordError as error:
        return SavedGame(path, path.stem, when, str(error), when=when, changed=changed)
    players = " against ".join(seat.name for seat in record.seats)
    variant = _name_of(record)
    detail = f"{variant}, {many(len(record.entries) - 1, 'decision')}, {when}"
    name = "" if OF_ITS_TIME.fullmatch(path.stem) else path.stem
    return SavedGame(path, players, detail, variant=variant, when=when, changed=changed, name=name)


def _name_of(record: Record) -> str:
    """Return the name of a game's variant, or its id if unknown."""
    from engine.base.files import UnreadableFileError, parse_json

    if not record.ruleset:
        return _name_from(record.variant_file or record.variant) or record.variant
    try:
        return str(parse_json(record.ruleset).get("name", record.variant))
    except UnreadableFileError:
        return record.variant


@cache
def _name_from(variant: str) -> str:
    """Return the name of a shipped variant or of one in a file; "" if missing."""
    from engine.variant.inheritance import open_variant

    return str(open_variant(variant).data.get("name", ""))
