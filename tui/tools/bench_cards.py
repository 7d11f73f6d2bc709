"""`spellfront bench cards`: measure how fast cards are found, with many imported ones."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory

from engine.base.records import replace
from engine.cards.library import Library, library, shipped_files
from engine.cards.stores.card_store import StoreWriter, open_store, write_store
from engine.cards.stores.shipped import make_store, shipped_store

IMPORTED = 9_000  # cards in the store of a player who imported much
NAMES = 25  # different cards of a deck
WORDS = ("dragon", "llanowar", "legendary creature", "no such card")  # searches


def run(runs: int, seed: int) -> int:
    """Measure and print."""
    with TemporaryDirectory() as folder:
        place = Path(folder)
        made = place / "shipped.sqlite"
        make_store(made)
        _imported(place / "with" / "spellfront" / "cards" / "imported.sqlite")
        _print("installed, the store of cards", "MB", [made.stat().st_size / 1e6])
        known = (library().names(), Random(seed))
        _print("index of all names", "ms", _times(runs, lambda: _fresh(place).names()))
        decks = [known[1].sample(known[0], NAMES) for _ in range(runs)]
        _print(f"a deck's {NAMES} cards", "ms", [_deck(place, deck) for deck in decks])
        for words in WORDS:
            search = partial(_fresh(place).search, words)
            _print(f"search: {words}", "ms", _times(runs, search))
        # in turn, so that a busy machine slows down both
        pairs = [(_start(place / "without"), _start(place / "with")) for _ in range(runs)]
    _print("start", "ms", [without for without, _ in pairs])
    _print(f"start with {IMPORTED:,} imported cards", "ms", [with_ for _, with_ in pairs])
    return 0


def _imported(path: Path) -> None:
    """Make a store of many cards under new names."""
    known = [library().card(name) for name in library().names()]

    def fill(writer: StoreWriter) -> None:
        from engine.cards.oracle.version import grammar_version

        writer.add(
            replace(known[number % len(known)], name=f"Imported Card {number}")
            for number in range(IMPORTED)
        )
        writer.finish(grammar=grammar_version(), source="")

    write_store(path, fill)


def _fresh(place: Path) -> Library:
    """Return a library that hasn't read anything yet, with many imported cards."""
    shipped_store.cache_clear()
    found = Library(shipped_files(), (shipped_store(),))
    found.include_store(open_store(place / "with" / "spellfront" / "cards" / "imported.sqlite"))
    return found


def _deck(place: Path, names: list[str]) -> float:
    """Return milliseconds to read a deck's cards, without the index of names in files."""
    found = _fresh(place)
    return _times(1, lambda: [found.card(name) for name in names])[0]


def _start(data: Path) -> float:
    """Return milliseconds of a command, from the start of its program to its end."""
    environment = os.environ | {"XDG_DATA_HOME": str(data)}
    command = [sys.executable, "-m", "tui.cli", "cards", "show", "serra angel"]
    begun = time.perf_counter()
    subprocess.run(command, env=environment, capture_output=True, check=True)
    return (time.perf_counter() - begun) * 1000


def _times(runs: int, measured: Callable[[], object]) -> list[float]:
    """Return milliseconds of several calls."""
    found: list[float] = []
    for _ in range(runs):
        begun = time.perf_counter()
        measured()
        found.append((time.perf_counter() - begun) * 1000)
    return found


def _print(what: str, unit: str, figures: list[float]) -> None:
    print(
        f"{what:34} best {min(figures):10,.2f}   median {median(figures):10,.2f}   {unit}",
        flush=True,
    )
