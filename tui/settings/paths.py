"""Where games are kept: those that go on, listed at launch, and those that are finished."""

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
FINISHED = "finished"  # the folder of games that are over, beside that of those that go on
MOST_LISTED = 100  # so many games that are over are listed


# the name of a game's file to which its player has given no other
OF_ITS_TIME = re.compile(r"\d{4}-\d\d-\d\d-\d{6}-.*")
LONGEST_FILE_NAME = 60


class SavedGame(Struct, frozen=True):
    """A game to go on with, or a file that can't be read, which `problem` then says."""

    path: Path
    title: str
    detail: str
    problem: str = ""
    variant: str = ""
    when: str = ""
    changed: float = 0.0  # when its file was written to last
    name: str = ""  # what the player calls it


def folder() -> Path:
    """The folder of games that go on."""
    return user_data_path(APP) / "games"


def exports() -> Path:
    """The folder of what is written for others to read."""
    return user_data_path(APP) / "exports"


def keymap_path() -> Path:
    """The player's own keys."""
    return user_config_path(APP) / "keys.toml"


def settings_path() -> Path:
    """What the player wants of the program."""
    return user_config_path(APP) / "settings.toml"


def new_path(variant: str, now: datetime | None = None) -> Path:
    """A file for a new game, named after its time and variant; a second game in a second gets a
    number.
    """
    stem = f"{(now or datetime.now()).strftime('%Y-%m-%d-%H%M%S')}-{variant}"
    paths = (folder() / f"{stem}{f'-{number}' if number else ''}{ENDING}" for number in range(1000))
    return next(path for path in paths if not path.exists())


def finish(path: Path | None) -> Path | None:
    """Move a finished game's record out of the way of those that go on, if that can be.

    Returns where it is now.
    """
    if path is None or not path.exists():
        return path
    try:
        return move_aside(path, path.parent.parent / FINISHED / path.name)
    except OSError:
        return path


def write_report(fault: GameFaultError, path: Path | None) -> str:
    """Keep the record of a game that ended with a fault, the decision that led to it as its last
    line. Returns where, in words.
    """
    from engine.base.files import write_whole

    report = user_data_path(APP) / "faults" / (path.name if path is not None else f"fault{ENDING}")
    try:
        write_whole(report, fault.report)
    except OSError as error:
        return f"No report could be written: {error.strerror or error}."
    return f"A report was saved to {report}; `spellfront replay` replays it."


def saved_games() -> list[SavedGame]:
    """The games to go on with, the latest first."""
    return _games_in(folder())


def finished_games() -> list[SavedGame]:
    """The latest of the games that are over."""
    return _games_in(folder().parent / FINISHED, MOST_LISTED)


def _games_in(place: Path, most: int | None = None) -> list[SavedGame]:
    """So many of the games of a folder at most, the latest first."""
    try:
        files = list(place.glob(f"*{ENDING}"))
    except OSError:
        files = []  # a folder that can't be read has no games to go on with
    found = sorted(
        ((changed, path) for path in files if (changed := _changed(path)) is not None), reverse=True
    )
    return [_describe(path, changed) for changed, path in found[:most]]


def wrong_file_name(name: str) -> str:
    """Why a file of the player's can't be called this; empty if nothing speaks against it."""
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
    """Call a saved game something else. Returns why that can't be, or nothing."""
    if problem := wrong_file_name(name):
        return problem
    target = path.with_name(f"{name}{ENDING}")
    if target != path and target.exists():
        return f"another game is already called {name}"
    return _alone_with(path, lambda: move_aside(path, target)) if target != path else ""


def delete(path: Path) -> str:
    """Delete a saved game for good. Returns why that can't be, or nothing."""
    return _alone_with(path, lambda: path.unlink(missing_ok=True))


def _alone_with(path: Path, do: Callable[[], object]) -> str:
    """Do something to a file that no program has. Returns why that can't be, or nothing."""
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
    """Why a game can't be played where nothing can be written, for the player."""
    return (
        f"{error.filename}: the game can't be saved ({error.strerror or error}); allowed: a "
        "folder you can write to"
    )


def _changed(path: Path) -> float | None:
    """When a file was last written to; none for one that is gone by now."""
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
    """What the variant of a game is called; its id where that can't be found out."""
    from engine.base.files import UnreadableFileError, parse_json

    if not record.ruleset:
        return _name_from(record.variant_file or record.variant) or record.variant
    try:
        return str(parse_json(record.ruleset).get("name", record.variant))
    except UnreadableFileError:
        return record.variant


@cache
def _name_from(variant: str) -> str:
    """What a variant is called that comes with the game, or one of a file; nothing where it is
    gone.
    """
    from engine.variant.inheritance import open_variant

    return str(open_variant(variant).data.get("name", ""))
