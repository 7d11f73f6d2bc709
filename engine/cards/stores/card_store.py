"""A store of cards: an SQLite file with the data of each card under the key of its name.

A store is written once, complete, and never changed. It is opened read-only when a card is first
wanted, by each process for itself: a connection never crosses a fork.
"""

from __future__ import annotations

import glob
import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any, cast

import msgspec
from msgspec import Struct, msgpack

from engine.cards.card_names import name_key
from engine.cards.model import Card

FORM = 1  # number of the tables' form; a store of another form is made anew
MARK = 0x53704372  # application id in the head of a store's file
HOUR = 3600  # seconds
TABLES = """
CREATE TABLE card (key TEXT PRIMARY KEY, name TEXT, cost TEXT, words TEXT, data BLOB) WITHOUT ROWID;
CREATE TABLE refused (key TEXT PRIMARY KEY, data BLOB) WITHOUT ROWID;
CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
"""


class RefusedCard(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A card that exists but isn't understood: its facts, and where understanding stopped.

    `roles` are those of `engine.cards.decks.closest`. A store that ships has no `line` and no
    `phrase`, since these are words of the card's text.
    """

    name: str
    under: str = ""  # the name of the face under which it is kept, if not its own
    cost: str = ""
    type_line: str = ""
    size: str = ""  # power and toughness: "2/2"
    roles: tuple[str, ...] = ()
    makes: str = ""  # colors of a land's mana, as letters
    reason: str = ""
    line: str = ""
    phrase: str = ""


class StoreError(OSError):
    """A store that can't be used: its file, and what it is instead."""

    def __init__(self, path: object, found: str) -> None:
        super().__init__(None, found, str(path))

    def __str__(self) -> str:
        return f"{self.filename}: {self.strerror}"


class CardStore:
    """The cards of a store.

    `opened` returns a new connection; it is called once in each process, and raises StoreError.
    """

    def __init__(self, opened: Callable[[], sqlite3.Connection], name: str = "") -> None:
        self.name = name
        self._opened = opened
        self._connection: sqlite3.Connection | None = None
        self._process = 0

    def row(self, key: str) -> bytes | None:
        """Return the data of the card with a key, or None. Raises StoreError."""
        found = self._rows("SELECT data FROM card WHERE key = ?", key)
        return found[0][0] if found else None

    def card(self, key: str) -> Card | None:
        """Return the card with a key, or None.

        Raises StoreError, or msgspec.ValidationError for data of another version.
        """
        data = self.row(key)
        return None if data is None else msgpack.decode(data, type=Card)

    def refused(self, key: str) -> RefusedCard | None:
        """Return what is known of a card that isn't understood, or None."""
        found = self._rows("SELECT data FROM refused WHERE key = ?", key)
        return msgpack.decode(found[0][0], type=RefusedCard) if found else None

    def has(self, key: str) -> bool:
        """Return whether a card has a key."""
        return bool(self._rows("SELECT 1 FROM card WHERE key = ?", key))

    @cached_property
    def names(self) -> dict[str, str]:
        """The names of all cards, by key."""
        return dict(self._rows("SELECT key, name FROM card"))

    def search(self, words: str) -> list[str]:
        """Return the keys of cards with `words`, a key, in their name or type line."""
        return [key for (key,) in self._rows("SELECT key FROM card WHERE instr(words, ?)", words)]

    def about(self, key: str) -> str:
        """Return a fact about the store, or "": its grammar, its source, its contents' hash."""
        found = self._rows("SELECT value FROM about WHERE key = ?", key)
        return found[0][0] if found else ""

    def faults(self) -> list[str]:
        """Return what is wrong with the store as a whole. Reads all of it."""
        try:
            rows = self._rows("SELECT key, data FROM card ORDER BY key")
            known = contents_hash(rows)
            return [] if known == self.about("hash") else ["other contents than when it was made"]
        except StoreError as error:
            return [str(error)]

    def _rows(self, query: str, *values: str) -> list[tuple[Any, ...]]:
        try:
            return self._now().execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise StoreError(self.name, f"a damaged store of cards ({error})") from None

    def _now(self) -> sqlite3.Connection:
        if self._connection is None or self._process != os.getpid():
            self._connection = self._opened()
            self._process = os.getpid()
        return self._connection


def open_store(path: Path) -> CardStore:
    """Return the store in a file, whose pages are checked. Raises StoreError."""
    connection = connect(path)
    check_pages(connection, path)
    connection.close()
    return CardStore(lambda: connect(path), str(path))


def connect(path: Path) -> sqlite3.Connection:
    """Open a store's file read-only, without locks: it is never changed. Raises StoreError."""
    try:
        connection = sqlite3.connect(
            f"{path.absolute().as_uri()}?immutable=1&mode=ro", uri=True, check_same_thread=False
        )
        mark, form = (
            cast("int", connection.execute(f"PRAGMA {each}").fetchone()[0])
            for each in ("application_id", "user_version")
        )
    except (sqlite3.Error, ValueError) as error:
        raise StoreError(path, f"a store of cards that can't be opened ({error})") from None
    if mark != MARK:
        raise StoreError(path, "not a store of cards")
    if form != FORM:
        raise StoreError(path, "a store of cards of another version of Spellfront")
    return connection


def check_pages(connection: sqlite3.Connection, path: Path) -> None:
    """Raise StoreError if a file is damaged. Takes a few milliseconds."""
    try:
        found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.Error as error:
        found = str(error)
    if found != "ok":
        raise StoreError(path, f"a damaged store of cards ({' '.join(found.split())[:100]})")


# --- making ---


class StoreWriter:
    """A store being made: cards and refusals are added, then facts about the store."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        connection.executescript(
            f"PRAGMA page_size = 4096; PRAGMA application_id = {MARK}; "
            f"PRAGMA user_version = {FORM}; {TABLES}"
        )

    def add(self, cards: Iterable[Card]) -> None:
        """Add cards; the first with a name counts."""
        self._connection.executemany(
            "INSERT OR IGNORE INTO card VALUES (?, ?, ?, ?, ?)", map(_row, cards)
        )

    def refuse(self, refused: Iterable[RefusedCard]) -> None:
        """Add cards that aren't understood; the first with a name counts."""
        self._connection.executemany(
            "INSERT OR IGNORE INTO refused VALUES (?, ?)",
            ((name_key(each.under or each.name), msgpack.encode(each)) for each in refused),
        )

    def finish(self, **facts: str) -> None:
        """Add facts about the store, and the hash of its contents."""
        rows = self._connection.execute("SELECT key, data FROM card ORDER BY key")
        facts["hash"] = contents_hash(rows)
        self._connection.executemany("INSERT INTO about VALUES (?, ?)", sorted(facts.items()))
        self._connection.commit()


def contents_hash(rows: Iterable[tuple[str, bytes]]) -> str:
    """Return the hash of the cards of a store."""
    digest = blake2b(digest_size=16)
    for key, data in rows:
        digest.update(f"{len(key)} {len(data)} {key}".encode())
        digest.update(data)
    return digest.hexdigest()


def _row(card: Card) -> tuple[str, str, str, str, bytes]:
    return name_key(card.name), card.name, card.cost, search_words(card), msgpack.encode(card)


def search_words(card: Card) -> str:
    """Return the words by which a card is found: its name and type line, as a key."""
    return name_key(" ".join((card.name, *card.supertypes, *card.types, *card.subtypes)))


def write_store(path: Path, fill: Callable[[StoreWriter], None]) -> None:
    """Make a store in a file, beside an older one that counts until the new one is complete.

    Raises OSError, and whatever `fill` raises; then nothing has changed.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    os.close(handle)
    made = Path(name)
    remove_older(made, f".{glob.escape(path.name)}.*", HOUR)
    try:
        connection = sqlite3.connect(made)
        try:
            # the file is renamed only when complete, so a journal would protect nothing
            connection.execute("PRAGMA journal_mode = OFF")
            connection.execute("PRAGMA synchronous = OFF")
            fill(StoreWriter(connection))
        except sqlite3.Error as error:
            raise OSError(None, str(error), str(path)) from error
        finally:
            connection.close()
        with made.open("rb") as file:
            os.fsync(file.fileno())
        os.chmod(made, 0o644)
        os.replace(made, path)
    except BaseException:
        made.unlink(missing_ok=True)
        raise


def remove_older(made: Path, pattern: str, seconds: int) -> None:
    """Remove files beside a new one that were written at least so many seconds before it."""
    with suppress(OSError):
        now = made.stat().st_mtime
        for other in made.parent.glob(pattern):
            if now - other.stat().st_mtime > seconds:
                other.unlink(missing_ok=True)


def decoded(lines: Iterable[bytes]) -> Iterator[Card]:
    """Return the cards of JSON lines. Raises msgspec.DecodeError."""
    decoder = msgspec.json.Decoder(Card)
    return (decoder.decode(line) for line in lines if line.strip())
