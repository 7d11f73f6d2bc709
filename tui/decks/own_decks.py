"""A player's own decks: files in the data folder, written whole and by one program at a time."""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING

from platformdirs import user_data_path

from engine.base.files import FileOfOurs, Lock, move_aside
from tui.settings.paths import APP, LONGEST_FILE_NAME, wrong_file_name

if TYPE_CHECKING:
    from engine.cards.decks.lists import Decklist

# endings of deck files; new files get the first
ENDINGS = (".txt", ".dec", ".dck", ".dek", ".cod")


def folder() -> Path:
    """Return the folder of deck files."""
    return user_data_path(APP) / "decks"


def files() -> dict[str, Path]:
    """Return the player's deck files by name without ending, sorted; none if unreadable."""
    try:
        found = sorted(path for path in folder().iterdir() if path.suffix in ENDINGS)
    except OSError:
        return {}
    return {path.stem: path for path in found}


def free_name(name: str, taken: Collection[str]) -> str:
    """Return a name that is not taken and valid for a file, if necessary with a number."""
    kept = "".join(sign if not wrong_file_name("x" + sign) else " " for sign in name)
    plain = " ".join(kept.split()).lstrip(". ")
    while len(plain.encode()) > LONGEST_FILE_NAME - 4:
        plain = plain[:-1]
    plain = plain or "deck"
    stem = re.sub(r"-\d+$", "", plain)
    return next(
        each
        for each in (plain, *(f"{stem}-{number}" for number in range(2, 10_000)))
        if each not in taken
    )


class OwnDeck:
    """A deck's file, locked while this program changes it. Every change is written at once."""

    def __init__(self, path: Path, *, new: bool = False) -> None:
        """Lock the file; a `new` one gets another name if the file exists.

        Raises OSError, also if another program has the file.
        """
        self._file = FileOfOurs(path, new=new)

    @property
    def path(self) -> Path:
        """The file that is written: another one beside it once another program has changed it."""
        return self._file.path

    def write(self, deck: Decklist) -> None:
        """Write the deck. Raises OSError."""
        from engine.cards.decks.lists import write_deck

        self._file.write(write_deck(deck))

    def close(self) -> None:
        """Release the file, so that other programs can change it."""
        self._file.close()


def keep_new(deck: Decklist, name: str) -> Path:
    """Save a deck as a new own one; return its path. Raises OSError."""
    file = OwnDeck(folder() / f"{name}{ENDINGS[0]}", new=True)
    try:
        file.write(deck)
    finally:
        file.close()
    return file.path


def delete(path: Path) -> str:
    """Delete an own deck; return why not if impossible, else ""."""
    try:
        lock = Lock(path)
    except OSError as error:
        return in_words(error)
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        return in_words(error)
    finally:
        lock.let_go()
    return ""


def rename(path: Path, name: str, taken: Collection[str]) -> str:
    """Rename an own deck, file and title; return why not if impossible, else ""."""
    from engine.base.records import replace
    from engine.cards.decks.lists import load_deck

    if problem := wrong_file_name(name):
        return problem
    if name in taken:
        return f"another deck is already called {name}"
    try:
        file = OwnDeck(path)
        try:
            deck = load_deck(path)
            # another program's list keeps its format
            if path.suffix == ENDINGS[0] and not deck.problems:
                file.write(replace(deck, name=name))
            move_aside(file.path, path.with_stem(name))
        finally:
            file.close()
    except OSError as error:
        return in_words(error)
    return ""


def in_words(error: OSError) -> str:
    """Return in words why a deck can't be written."""
    return (error.strerror or str(error)).replace("this game", "this deck")
