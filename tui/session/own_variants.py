"""A player's own variants: files in the data folder, listed after the shipped variants."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from platformdirs import user_data_path

from tui.settings.paths import APP


def folder() -> Path:
    """Return the folder of variant files."""
    return user_data_path(APP) / "variants"


def files() -> list[Path]:
    """Return the player's variant files, sorted; none if the folder can't be read."""
    try:
        return sorted(folder().glob("*.toml"))
    except OSError:
        return []


def usable() -> tuple[str, ...]:
    """Return the paths of the player's playable variants; reading them takes a moment."""
    return tuple(str(file) for file in files() if not _problem(file, _changed(file)))


def problems() -> list[str]:
    """Return a line for each variant that is left out, with its first problem."""
    return [
        f"the variant {file.name} is left out: {problem}"
        for file in files()
        if (problem := _problem(file, _changed(file)))
    ]


def _changed(file: Path) -> float:
    try:
        return file.stat().st_mtime
    except OSError:
        return 0.0


@cache
def _problem(file: Path, changed: float) -> str:
    """Return the first problem of a file as of a time, and how to see the rest; "" if playable."""
    from tui.session.errors import SetupError
    from tui.session.game_setup import forget_variants, header_of, rules_of

    forget_variants()  # the file may have been changed since it was read
    try:
        header_of(str(file))
        rules_of(str(file), ())
    except SetupError as error:
        found = error.problems
    except ValueError as error:  # RulesetError
        found = str(error).splitlines()
    else:
        return ""
    more = f"; {len(found) - 1} more: spellfront variants check {file}" if len(found) > 1 else ""
    return found[0].removeprefix(f"{file.name}: ") + more
