"""A player's own decks: files in the data folder, known beside those that ship. They are written whole, by one program at a time."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from platformdirs import user_data_path

from engine.files import FileOfOurs, Lock, move_aside
from tui.saves import APP, LONGEST_FILE_NAME, wrong_file_name

if TYPE_CHECKING:
    from engine.cards.decklist import Decklist

ENDINGS = (".txt", ".dec", ".dck", ".dek", ".cod")  # of the files that are taken for decks; those written here have the first


def folder() -> Path:
    """The folder of deck files."""
    return user_data_path(APP) / "decks"


def files() -> dict[str, Path]:
    """The player's deck files by their names without ending, sorted; none where the folder can't be read."""
    try:
        found = sorted(path for path in folder().iterdir() if path.suffix in ENDINGS)
    except OSError:
        return {}
    return {path.stem: path for path in found}


def free_name(name: str, taken: Collection[str]) -> str:
    """A name for a deck that no other has and that a file may have: this one, or the same with a number."""
    kept = "".join(sign if not wrong_file_name("x" + sign) else " " for sign in name)
    plain = " ".join(kept.split()).lstrip(". ")
    while len(plain.encode()) > LONGEST_FILE_NAME - 4:
        plain = plain[:-1]
    plain = plain or "deck"
    stem = re.sub(r"-\d+$", "", plain)
    return next(each for each in (plain, *(f"{stem}-{number}" for number in range(2, 10_000))) if each not in taken)


class OwnDeck:
    """A deck's file that is ours while we change it. Every change is written at once."""

    def __init__(self, path: Path, *, new: bool = False) -> None:
        """Take the file; a `new` one beside any that is there. Raises OSError, also where another program has it."""
        self._file = FileOfOurs(path, new=new)

    @property
    def path(self) -> Path:
        """Where it is written: to another file beside it, once somebody else has changed it."""
        return self._file.path

    def write(self, deck: Decklist) -> None:
        """Write the deck. Raises OSError."""
        from engine.cards.decklist import write_deck

        self._file.write(write_deck(deck))

    def close(self) -> None:
        """Others may change it."""
        self._file.close()


def keep_new(deck: Decklist, name: str) -> Path:
    """Write a deck as one of the player's own under a name that is free; where it is. Raises OSError."""
    file = OwnDeck(folder() / f"{name}{ENDINGS[0]}", new=True)
    try:
        file.write(deck)
    finally:
        file.close()
    return file.path


def delete(path: Path) -> str:
    """Delete a deck of the player's own. Returns why that can't be, or nothing."""
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
    """Call a deck of the player's own something else, in its list as well. Returns why that can't be, or nothing."""
    from engine.cards.decklist import load_deck
    from engine.records import replace

    if problem := wrong_file_name(name):
        return problem
    if name in taken:
        return f"a deck is called {name} already"
    try:
        file = OwnDeck(path)
        try:
            deck = load_deck(path)
            if path.suffix == ENDINGS[0] and not deck.problems:  # another program's list stays as that wrote it
                file.write(replace(deck, name=name))
            move_aside(file.path, path.with_stem(name))
        finally:
            file.close()
    except OSError as error:
        return in_words(error)
    return ""


def in_words(error: OSError) -> str:
    """What stands in the way of writing a deck."""
    return (error.strerror or str(error)).replace("has this game", "has this deck")


def left_out(problems: Sequence[object]) -> str:
    """How much of a list was not understood."""
    return f"{len(problems)} line{'s' if len(problems) > 1 else ''} left out" if problems else ""
