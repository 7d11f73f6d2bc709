"""A player's own cards: files in the data folder, loaded beside the cards that ship."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from platformdirs import user_data_path

from tui.settings.paths import APP


def folder() -> Path:
    """Return the folder of card files."""
    return user_data_path(APP) / "cards"


def files() -> list[Path]:
    """Return the player's card files, in the order in which they are loaded."""
    return sorted(folder().glob("*.toml")) if folder().is_dir() else []


def load() -> tuple[str, ...]:
    """Load the player's own cards, once.

    Return a line for each file that is left out, with its first problem.
    """
    return _load(tuple(files()))


@cache
def _load(own: tuple[Path, ...]) -> tuple[str, ...]:
    if not own:
        return ()
    from engine.base.files import UnreadableFileError
    from engine.cards.library import library
    from tui.decks.checked_files import CheckedFiles

    notes: list[str] = []
    checked = CheckedFiles()
    for file in own:
        try:
            problems = library().include(file, checked.problems)
        except UnreadableFileError as error:
            problems = [error]
        if problems:
            more = (
                f"; {len(problems) - 1} more: spellfront cards check {file}"
                if len(problems) > 1
                else ""
            )
            notes.append(
                f"the cards in {file} are left out: "
                f"{str(problems[0]).removeprefix(f'{file.name}: ')}{more}"
            )
    checked.save()
    return tuple(notes)
