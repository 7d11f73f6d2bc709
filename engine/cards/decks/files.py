"""The deck lists that come with the game, found without reading any card."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from engine.base.files import UnreadableFileError, read_text

# cards in a deck: a typing error, or a file that isn't a deck, is caught before it fills the memory
MOST_CARDS = 25_000
TITLE = re.compile(r"^// *NAME: *(\S.*)", re.MULTILINE)
VARIANT = re.compile(r"^// *VARIANT: *(\S+)", re.MULTILINE)


def shipped_decks() -> dict[str, Traversable]:
    """Return the decks that come with the game, by file name without ending, sorted."""
    folder = files("engine.cards") / "data" / "decks"
    found = {stem(file): file for file in folder.iterdir() if file.name.endswith(".txt")}
    return dict(sorted(found.items()))


def stem(path: Path | Traversable) -> str:
    """Return a file's name without its ending."""
    return path.name.rpartition(".")[0] or path.name


def made_for(file: Path | Traversable) -> str:
    """Return the id of the variant that a list is made for, or "" if it names none.

    A file that can't be read has "" too.
    """
    try:
        found = VARIANT.search(read_text(file))
    except UnreadableFileError:
        return ""
    return found[1] if found else ""


def title(file: Path | Traversable) -> str:
    """Return the title in a deck list.

    It is the file's name without ending if the list has none or can't be read.
    """
    try:
        found = TITLE.search(read_text(file))
    except UnreadableFileError:
        found = None
    return " ".join(found[1].split()) if found else stem(file)


def suited(made: Mapping[str, str], variants: Iterable[str]) -> list[str]:
    """Return the names of the decks for the first of some variants that has any.

    `made`: the variant of each deck, "" for any variant. Decks for any variant are the last choice.
    """
    for variant in (*variants, ""):
        if found := [name for name, of in made.items() if of == variant]:
            return found
    return []
