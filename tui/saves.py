"""Where games are kept: those that go on, listed at launch, and those that are finished."""

from __future__ import annotations

from datetime import datetime
from functools import cache
from pathlib import Path

from msgspec import Struct
from platformdirs import user_config_path, user_data_path

APP = "spellfront"
ENDING = ".game"


class SavedGame(Struct, frozen=True):
    """A game to go on with, or a file that can't be read, which `problem` then says."""

    path: Path
    title: str
    detail: str
    problem: str = ""


def folder() -> Path:
    """The folder of games that go on."""
    return user_data_path(APP) / "games"


def keymap_path() -> Path:
    """The player's own keys."""
    return user_config_path(APP) / "keys.toml"


def new_path(variant: str, now: datetime | None = None) -> Path:
    """A file for a new game, named after its time and variant; a second game in a second gets a number."""
    stem = f"{(now or datetime.now()).strftime('%Y-%m-%d-%H%M%S')}-{variant}"
    paths = (folder() / f"{stem}{f'-{number}' if number else ''}{ENDING}" for number in range(1000))
    return next(path for path in paths if not path.exists())


def finish(path: Path | None) -> Path | None:
    """Move a finished game's record out of the way of those that go on. Returns where it is now."""
    if path is None or not path.exists():
        return path
    target = path.parent.parent / "finished" / path.name
    target.parent.mkdir(parents=True, exist_ok=True)
    return path.replace(target)


def saved_games() -> list[SavedGame]:
    """The games to go on with, the latest first."""
    found = sorted(folder().glob(f"*{ENDING}"), key=lambda path: path.stat().st_mtime, reverse=True) if folder().is_dir() else []
    return [_describe(path) for path in found]


def _describe(path: Path) -> SavedGame:
    from engine.record import RecordError, load

    when = datetime.fromtimestamp(path.stat().st_mtime).strftime("%d %b %H:%M")
    try:
        record = load(path)
    except RecordError as error:
        return SavedGame(path, path.stem, when, str(error))
    players = " against ".join(seat.name for seat in record.seats)
    return SavedGame(path, f"{players}", f"{_name_of(record.variant_file, record.variant)}, {len(record.entries) - 1} decisions, {when}")


@cache
def _name_of(file: str, variant: str) -> str:
    """What a variant is called, one of a file or one that comes with the game; its id where it is gone."""
    from engine.extending import open_variant

    return str(open_variant(file or variant).data.get("name", variant))
