"""Solved puzzles and lessons, saved in a file of the player's, and the player's own puzzles."""

from __future__ import annotations

from importlib.resources.abc import Traversable
from pathlib import Path
from typing import cast

from msgspec import Struct
from platformdirs import user_data_path

from engine.base.files import UnreadableFileError, read_toml, write_whole
from tui.settings.paths import APP

MOST_OWN = 200  # most own puzzles listed


class Listed(Struct, frozen=True):
    """A puzzle or lesson that can be played."""

    kind: str  # "lessons", "puzzles" or "own"
    name: str  # identifier, also in the list of solved puzzles
    path: Path | Traversable
    variant: str = ""
    title: str = ""
    grade: int = 0
    story: str = ""
    goal: str = ""
    problem: str = ""


def _path() -> Path:
    return user_data_path(APP) / "solved.toml"


def own_folder() -> Path:
    """Return the folder of the player's own puzzles."""
    return user_data_path(APP) / "puzzles"


def solved() -> frozenset[str]:
    """Return the names of solved puzzles; none if the file can't be read."""
    try:
        data = read_toml(_path())
    except UnreadableFileError:
        return frozenset()
    names = data.get("solved", [])
    return (
        frozenset(name for name in cast("list[object]", names) if isinstance(name, str))
        if isinstance(names, list)
        else frozenset()
    )


def note_solved(name: str) -> str:
    """Save that a puzzle is solved; return the error if this fails, else ""."""
    import tomli_w

    names = solved()
    if name in names:
        return ""
    try:
        write_whole(_path(), tomli_w.dumps({"solved": sorted({*names, name})}))
    except OSError as error:
        return f"{_path()}: {error.strerror or error}"
    return ""


def listed() -> list[Listed]:
    """Return all lessons and puzzles, the player's own last."""
    from engine.scenario.puzzles import shipped

    found = [
        _describe(kind, path.name, path)
        for kind in ("lessons", "puzzles")
        for path in shipped(kind)
    ]
    try:
        own = sorted(own_folder().glob("*.toml"))[:MOST_OWN]
    except OSError:
        own = []
    return found + [_describe("own", path.name, path) for path in own]


def _describe(kind: str, name: str, path: Path | Traversable) -> Listed:
    """Return the description in a file, without setting up its position."""
    try:
        data = read_toml(path)
    except UnreadableFileError as error:
        return Listed(kind, f"{kind}/{name}", path, title=name, problem=str(error))
    words = {
        key: found if isinstance(found := data.get(key), str) else ""
        for key in ("variant", "title", "story", "goal")
    }
    grade = data.get("grade", 1)
    known = f"{kind}/{words['variant']}/{name}" if kind != "own" else f"own/{name}"
    return Listed(
        kind,
        known,
        path,
        grade=grade if isinstance(grade, int) and kind != "lessons" else 0,
        **words,
    )
