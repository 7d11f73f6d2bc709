"""The store of cards that ships: JSON lines in the repository, one SQLite file where it is used.

`read_cards.jsonl` has a line for each card that was read from Oracle text and isn't written by
hand, sorted by name, and `refused_cards.jsonl` one for each card that wasn't understood. A wheel
has `read_cards.sqlite` in their place. In a checkout that file is made by `run.py`, or else once in
the cache folder, under the hash of the lines.
"""

from __future__ import annotations

import os
import sqlite3
import sys
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

import msgspec

from engine.cards.stores.card_store import (
    FORM,
    CardStore,
    RefusedCard,
    StoreError,
    StoreWriter,
    check_pages,
    connect,
    decoded,
    remove_older,
    write_store,
)

LINES = ("read_cards.jsonl", "refused_cards.jsonl")
STORE = "read_cards.sqlite"
MONTH = 30 * 24 * 3600  # seconds after which a store of other lines is removed


@cache
def shipped_store() -> CardStore:
    """Return the store that ships. Nothing is read before a card is wanted."""
    folder = files("engine.cards") / "data"
    return CardStore(lambda: _opened(folder), STORE)


def _opened(folder: Traversable) -> sqlite3.Connection:
    """Open the store beside the lines, else the one in the cache folder, else one in memory."""
    beside = folder / STORE
    if not (folder / LINES[0]).is_file():
        if isinstance(beside, Path):
            return connect(beside)
        raise StoreError(beside, "Spellfront's cards can't be opened inside an archive")
    lines = read_lines(folder)
    wanted = lines_hash(lines)
    cached = cache_folder() / f"cards-{wanted}.sqlite"
    places = [beside, cached] if isinstance(beside, Path) else [cached]
    for place in places:
        with suppress(StoreError):
            if place.is_file() and (found := _of_lines(place, wanted)):
                return found
    with suppress(OSError):
        write_store(cached, lambda writer: _fill(writer, lines, wanted))
        remove_older(cached, "cards-*.sqlite", MONTH)
        return connect(cached)
    memory = sqlite3.connect(":memory:", check_same_thread=False)
    _fill(StoreWriter(memory), lines, wanted)
    return memory


def _of_lines(path: Path, wanted: str) -> sqlite3.Connection | None:
    """Return a connection to a store if it was made from the lines with a hash."""
    connection = connect(path)
    check_pages(connection, path)
    try:
        found = connection.execute("SELECT value FROM about WHERE key = 'lines'").fetchone()
    except sqlite3.Error:
        found = None
    if found == (wanted,):
        return connection
    connection.close()
    return None


def make_store(target: Path, folder: Path | None = None) -> None:
    """Make the store of the lines in a folder, by default those of this package.

    Raises OSError, and msgspec.DecodeError for a line that isn't a card.
    """
    lines = read_lines(folder or files("engine.cards") / "data")
    write_store(target, lambda writer: _fill(writer, lines, lines_hash(lines)))


def read_lines(folder: Traversable) -> tuple[bytes, bytes]:
    """Return the texts of the two files of lines; b"" for one that is missing."""
    cards, refused = (folder / name for name in LINES)
    return (
        cards.read_bytes() if cards.is_file() else b"",
        refused.read_bytes() if refused.is_file() else b"",
    )


def lines_hash(lines: tuple[bytes, bytes]) -> str:
    """Return the hash of the lines and of the form of the store that is made from them."""
    digest = blake2b(f"{FORM} {len(lines[0])}".encode(), digest_size=12)
    for text in lines:
        digest.update(text)
    return digest.hexdigest()


def _fill(writer: StoreWriter, lines: tuple[bytes, bytes], mark: str) -> None:
    cards, refused = lines
    writer.add(decoded(cards.splitlines()))
    decoder = msgspec.json.Decoder(RefusedCard)
    writer.refuse(decoder.decode(line) for line in refused.splitlines() if line.strip())
    writer.finish(lines=mark)


def cache_folder() -> Path:
    """Return the folder for files that can be made again, by the custom of each system."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or "~/AppData/Local"
    elif sys.platform == "darwin":
        base = "~/Library/Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    with suppress(RuntimeError):  # no home folder
        return Path(base).expanduser() / "spellfront"
    return Path(base) / "spellfront"
