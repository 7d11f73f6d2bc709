"""The store of cards that a player imported from a collection, beside the player's card files."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from engine.base.schema import Problem
from tui.decks import own_cards

if TYPE_CHECKING:
    from engine.cards.collection.importing import ImportReport, Understanding
    from engine.cards.collection.reading import Collection

AGAIN = "'spellfront cards import FILE' imports them again"
STEP = 1 << 20  # bytes after which the progress bar is drawn again


def path() -> Path:
    """Return the file of the imported cards."""
    return own_cards.folder() / "imported.sqlite"


def load() -> tuple[str, ...]:
    """Load the imported cards, once; return notes on a store that can't be used or is old."""
    file = path()
    return _load(file) if file.is_file() else ()


@cache
def _load(file: Path) -> tuple[str, ...]:
    from engine.cards.library import library
    from engine.cards.oracle.version import grammar_version
    from engine.cards.stores.card_store import StoreError, open_store

    try:
        store = open_store(file)
        is_old = store.about("grammar") != grammar_version()
    except StoreError as error:
        return (f"the imported cards are left out: {error}; {AGAIN}",)
    library().include_store(store)
    if not is_old:
        return ()
    return (
        "the imported cards were read by another version of Spellfront; 'spellfront cards import' "
        "reads them again",
    )


def faults() -> list[Problem]:
    """Return the problems of the imported cards as a whole; reads all of them."""
    from engine.cards.stores.card_store import StoreError, open_store

    try:
        found = open_store(path()).faults()
    except StoreError as error:
        found = [str(error)]
    return [Problem("", each, AGAIN, file=path().name) for each in found]


def source() -> Path | None:
    """Return the collection from which the cards were imported, if it is still there."""
    from engine.cards.stores.card_store import StoreError, open_store

    try:
        found = Path(open_store(path()).about("source"))
    except StoreError:
        return None
    return found if found.is_file() else None


def import_from(file: Path, reading: Understanding | None = None) -> ImportReport:
    """Import the cards of a collection in place of those imported before, with a progress bar.

    Raises UnreadableFileError and OSError; then nothing has changed.
    """
    from engine.cards.collection.importing import import_cards
    from engine.cards.collection.reading import Collection
    from engine.cards.library import library
    from engine.cards.oracle.understanding import understand

    collection = Collection(file)
    with progress_bar(collection, "Reading cards") as progress:
        return import_cards(
            collection,
            path(),
            is_shipped=library().is_shipped,
            reading=reading or understand,
            progress=progress,
        )


@contextmanager
def progress_bar(collection: Collection, words: str) -> Iterator[Callable[[], None]]:
    """Provide a function that draws how much of a collection is read, on a terminal only."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(words, total=collection.size or None)
        drawn = 0

        def progress() -> None:
            nonlocal drawn
            if collection.read - drawn >= min(STEP, collection.size / 100):
                drawn = collection.read
                bar.update(task, completed=drawn)

        yield progress
