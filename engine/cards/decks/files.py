"""The deck lists that come with the game, found without reading any card."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from engine.base.files import UnreadableFileError, read_text

# in a deck: a slip of the finger, or a file that is no deck, is told before it fills the memory
MOST_CARDS = 25_000
TITLE = re.compile(r"^// *NAME: *(\S.*)", re.MULTILINE)
VARIANT = re.compile(r"^// *VARIANT: *(\S+)", re.MULTILINE)


def shipped_decks() -> dict[str, Traversable]:
    """The decks that come with the game, by their files' names without ending, sorted."""
    folder = files("engine.cards") / "data" / "decks"
    found = {stem(file): file for file in folder.iterdir() if file.name.endswith(".txt")}
    return dict(sorted(found.items()))


def stem(path: Path | Traversable) -> str:
    """A file's name without its ending."""
    return path.name.rpartition(".")[0] or path.name


def made_for(file: Path | Traversable) -> str:
    """The id of the variant for which a list says that it was made; empty where it says none or
    can't be read.
    """
    try:
        found = VARIANT.search(read_text(file))
    except UnreadableFileError:
        return ""
    return found[1] if found else ""


def title(file: Path | Traversable) -> str:
    """Return the title that a deck list gives itself; the file's name without ending if it has
    none or can't be read.
    """
    try:
        found = TITLE.search(read_text(file))
    except UnreadableFileError:
        found = None
    return " ".join(found[1].split()) if found else stem(file)


def suited(made: Mapping[str, str], variants: Iterable[str]) -> list[str]:
    """The names of the decks `made` (variants by deck) for the first of some variants that has
    any, or else for none in particular.
    """
    for variant in (*variants, ""):
        if found := [name for name, of in made.items() if of == variant]:
            return found
    return []
