"""Which puzzles and lessons have been solved, kept in a file of the player's, and the puzzles of
the player's own.
"""

from __future__ import annotations

from importlib.resources.abc import Traversable
from pathlib import Path
from typing import cast

from msgspec import Struct
from platformdirs import user_data_path

from engine.base.files import UnreadableFileError, read_toml, write_whole
from tui.settings.paths import APP

MOST_OWN = 200  # so many puzzles of the player's own are listed


class Listed(Struct, frozen=True):
    """A puzzle or lesson that can be played."""

    kind: str  # "lessons", "puzzles" or "own"
    name: str  # what it is known by, here and among what is solved
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
    """Where a player's own puzzles are looked for."""
    return user_data_path(APP) / "puzzles"


def solved() -> frozenset[str]:
    """The names of what has been solved; nothing where the file can't be read."""
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
    """Remember that something has been solved.

    Returns why that can't be remembered, if it can't.
    """
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
    """All that can be played: lessons, puzzles, and the player's own."""
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
    """What a file says of itself; nothing is set up for it yet."""
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
