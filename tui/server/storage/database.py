"""The database, used in its own threads, so that the event loop never waits for a disk.

Decisions that several matches save at the same time share one transaction and one disk write.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import TypeVar

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from msgspec import Struct
from sqlalchemy import (
    Connection,
    Engine,
    bindparam,
    create_engine,
    delete,
    event,
    insert,
    inspect,
    text,
    update,
)
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.pool import QueuePool

from tui.server.storage.metrics import Times
from tui.server.storage.schema import DECISIONS, METADATA, NODES, SEATS, TABLES, WORDS

Found = TypeVar("Found")

READERS = 2  # threads for reading only
RETRY = 1.0  # seconds before a match retries a failed save
RESTING = 2.5  # seconds after a failure before saving is tested again
LOG = logging.getLogger("spellfront.store")


class NotKeptError(Exception):
    """The decisions may not be on disk; only the database can tell, once available again."""

    why = ""  # why nothing can be saved now (`save_errors.reason`)


class KeptElsewhereError(NotKeptError):
    """Another node has saved a decision with the same number, so this node lost the match."""


class NewerDatabaseError(Exception):
    """The database was made by a newer Spellfront, and this version would damage it."""


class ForeignDatabaseError(Exception):
    """The database belongs to another program."""


class DecisionBatch(Struct, frozen=True):
    """Consecutive decisions of a match to save together, with the resulting state of the table."""

    table: int
    first: int  # the number of the first decision
    lines: Sequence[str]
    asked: int | None
    state: str = "playing"
    heard: int = 0  # the row of the message that caused the decisions, if from another node
    standing: str = ""  # the status, as JSON
    hands: Mapping[int, str] = {}  # seats handed to another kind of player


# updates the status of a table; one statement for many tables
STANDING = update(TABLES).where(TABLES.c.id == bindparam("ident"))
HAND_OVER = (
    update(SEATS)
    .where(SEATS.c.table == bindparam("ident"), SEATS.c.seat == bindparam("at"))
    .values(kind=bindparam("by"))
)
"""Changes the kind of a seat's player; one statement for many seats."""
# the prefix of a node's PostgreSQL connections, followed by its name
APPLICATION = "spellfront "
NOTIFY = text("SELECT pg_notify(:topic, :message)")
CLOCK = text("SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)")
# the lock for migrations, so that nodes take turns
ONE_AT_A_TIME = text("SELECT pg_advisory_xact_lock(7368656)")
NEWER = (
    "This database was made by a newer Spellfront, and this version can't use it without "
    "damaging it. "
    "Update Spellfront here, or restore the backup made before the update."
)
FOREIGN = "this database belongs to another program; name one of Spellfront's, or a new one"
TOPIC = "spellfront_"  # the prefix of notification topics


def now() -> int:
    """Return the current time in milliseconds, as stored in the database."""
    return int(time.time() * 1000)


_EPOCH = time.time() - time.monotonic()


def steady() -> int:
    """Return the time since 1970 in milliseconds, from a clock that can't be set."""
    return int((_EPOCH + time.monotonic()) * 1000)


def url_of(database: str, data: Path) -> str:
    """Return the URL of the requested database, or of the file in the data folder."""
    return (
        database.replace("postgresql://", "postgresql+psycopg://", 1)
        if database
        else f"sqlite:///{data / 'house.db'}"
    )


class Store:
    """The database."""

    def __init__(self, url: str, node: str) -> None:
        """Create a store without opening it; `node` is the name of this server."""
        self.node = node
        self._engine = _engine(url, APPLICATION + node)
        self.is_shared = self._engine.dialect.name == "postgresql"
        """True if other nodes may use the same database."""
        self._writer = ThreadPoolExecutor(1, "spellfront-writer")
        self._readers = ThreadPoolExecutor(READERS, "spellfront-reader")
        self._waiting: list[tuple[DecisionBatch, asyncio.Future[None]]] = []
        self._is_keeping = False
        self.times = Times()  # seconds until decisions were saved
        self.decisions = 0  # the number of saved decisions
        # why nothing can be saved now (`save_errors.reason`); empty: saving works
        self.trouble = ""
        self.on_trouble: Callable[[], object] = lambda: None  # called when `trouble` changes
        self._failed_at = 0.0

    async def open(self) -> None:
        """Create the database or migrate it to the current version."""
        await asyncio.get_running_loop().run_in_executor(self._writer, self._upgrade)

    async def close(self) -> None:
        """Finish all saves and close the database."""
        while self._is_keeping:
            await asyncio.sleep(0.01)
        await asyncio.to_thread(self._shut)

    def _shut(self) -> None:
        self._writer.shutdown()
        self._readers.shutdown()
        self._engine.dispose()

    def _upgrade(self) -> None:
        with (
            self._engine.connect() as connection,
            _unchecked_references(connection),
            connection.begin(),
        ):
            if self.is_shared:
                connection.execute(ONE_AT_A_TIME)
            _check_owner(connection)
            _check_revision(connection)
            config = migrations()
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    async def check_revision(self) -> None:
        """Raise NewerDatabaseError if another node has migrated the database further."""
        await self.read(_check_revision)

    # --- queries ---

    async def read(self, ask: Callable[[Connection], Found]) -> Found:
        """Run a reading function in a transaction and return its result."""
        return await asyncio.get_running_loop().run_in_executor(
            self._readers, self._in_transaction, ask
        )

    async def write(self, do: Callable[[Connection], Found]) -> Found:
        """Run a writing function in a transaction; the changes are on disk on return.

        Raises UnsavedError if nothing can be saved.
        """
        from tui.server.storage.save_errors import reason, unsaved

        try:
            return await asyncio.get_running_loop().run_in_executor(
                self._writer, self._in_transaction, do
            )
        except SQLAlchemyError as error:
            if not (why := reason(error)):
                raise
            self._set_trouble(why)
            raise unsaved(why) from error

    def _set_trouble(self, why: str) -> None:
        """Set or clear the reason why nothing can be saved."""
        self._failed_at = time.monotonic()
        if why != self.trouble:
            if why:
                LOG.error("nothing can be saved: %s; no move counts until saving works again", why)
            else:
                LOG.warning("saving works again")
            self.trouble = why
            self.on_trouble()

    async def try_again(self) -> None:
        """Test whether saving works again, unless the last failure is recent."""
        if self.trouble and time.monotonic() - self._failed_at > RESTING:
            with suppress(SQLAlchemyError):
                same = update(NODES).where(NODES.c.node == self.node).values(here=NODES.c.here)
                await self.write(lambda connection: connection.execute(same))
                self._set_trouble("")

    def time(self, connection: Connection) -> int:
        """Return the time in milliseconds, from one clock for all nodes."""
        return connection.execute(CLOCK).scalar_one() if self.is_shared else now()

    def tell(self, connection: Connection, topic: str, *numbers: int) -> None:
        """Notify other nodes about a topic when the transaction commits.

        Does nothing if the database is not shared.
        """
        if self.is_shared and numbers:
            messages = [
                {"topic": TOPIC + topic, "message": f"{self.node} {number}"} for number in numbers
            ]
            for message in messages:
                connection.execute(NOTIFY, message)

    @property
    def file(self) -> Path | None:
        """The database file; None for other databases."""
        return (
            None
            if self.is_shared or not self._engine.url.database
            else Path(self._engine.url.database)
        )

    @property
    def address(self) -> str:
        """The PostgreSQL address including the password; never log it."""
        return self._engine.url.set(drivername="postgresql").render_as_string(hide_password=False)

    def _in_transaction(self, do: Callable[[Connection], Found]) -> Found:
        with self._engine.begin() as connection:
            return do(connection)

    # --- decisions ---

    async def keep(self, kept: DecisionBatch) -> None:
        """Save decisions, which are on disk on return.

        Raises KeptElsewhereError or NotKeptError.
        """
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((kept, done))
        if not self._is_keeping:
            self._is_keeping = True
            self._keeping = asyncio.create_task(self._keep_all())
        since = time.monotonic()
        try:
            await done
        except NotKeptError as error:
            if error.why:
                self._set_trouble(error.why)
                # slows down the restarted match, which retries the same decisions
                await asyncio.sleep(RETRY)
            raise
        if self.trouble:
            self._set_trouble("")
        self.times.add(time.monotonic() - since)
        self.decisions += len(kept.lines)

    async def _keep_all(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while self._waiting:
                batch, self._waiting = self._waiting, []
                answers = await loop.run_in_executor(
                    self._writer, self._keep_together, [kept for kept, _ in batch]
                )
                for (_, done), error in zip(batch, answers, strict=True):
                    if done.cancelled():
                        continue
                    if error is None:
                        done.set_result(None)
                    else:
                        done.set_exception(error)
        finally:
            self._is_keeping = False

    def _keep_together(self, batch: Sequence[DecisionBatch]) -> list[Exception | None]:
        """Save all in one transaction, or each in its own if that fails."""
        try:
            with self._engine.begin() as connection:
                self._keep(connection, batch)
            return [None] * len(batch)
        except Exception as error:  # every waiting match must get the error
            if len(batch) == 1:
                return [_why_not_kept(error, batch[0])]
        return [self._keep_together([kept])[0] for kept in batch]

    def _keep(self, connection: Connection, batch: Sequence[DecisionBatch]) -> None:
        time = now()
        rows = [
            {"table": kept.table, "number": number, "line": line, "node": self.node, "at": time}
            for kept in batch
            for number, line in enumerate(kept.lines, kept.first)
        ]
        if rows:
            connection.execute(insert(DECISIONS), rows)
        rows = [
            {
                "ident": k.table,
                "asked": k.asked,
                "state": k.state,
                "changed": time,
                "clocks": k.standing,
            }
            for k in batch
        ]
        connection.execute(STANDING, rows)
        hand_over(connection, *batch)
        if heard := [kept.heard for kept in batch if kept.heard]:
            connection.execute(delete(WORDS).where(WORDS.c.id.in_(heard)))
        self.tell(connection, "decided", *(kept.table for kept in batch))


def migrations() -> Config:
    """Return Alembic's configuration."""
    config = Config()
    config.set_main_option(
        "script_location", str(Path(__file__).parents[1] / "migrations").replace("%", "%%")
    )
    return config


@cache
def known_revisions() -> frozenset[str]:
    """Return the versions of the database that this program knows."""
    return frozenset(
        script.revision for script in ScriptDirectory.from_config(migrations()).walk_revisions()
    )


def _check_revision(connection: Connection) -> None:
    """Raise NewerDatabaseError for an unknown version of the database."""
    found = MigrationContext.configure(connection).get_current_revision()
    if found is not None and found not in known_revisions():
        raise NewerDatabaseError(NEWER)


def _check_owner(connection: Connection) -> None:
    """Raise ForeignDatabaseError for another program's database."""
    version = MigrationContext.configure(connection).get_current_revision()
    names, ours = set(inspect(connection).get_table_names()), set(METADATA.tables)
    if version is not None and not {"accounts", "tables"} <= names:
        raise ForeignDatabaseError(FOREIGN)
    if version is None and (names if connection.dialect.name == "sqlite" else names & ours) - {
        "alembic_version"
    }:
        raise ForeignDatabaseError(FOREIGN)


@contextmanager
def _unchecked_references(connection: Connection) -> Generator[None]:
    """Suspend SQLite's foreign keys, so that tables can be rebuilt.

    The setting can't be changed within a transaction.
    """
    if connection.dialect.name != "sqlite":
        yield
        return
    cursor = connection.connection.cursor()
    try:
        cursor.execute("PRAGMA foreign_keys=OFF")
        yield
    finally:
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.close()


def hand_over(connection: Connection, *batch: DecisionBatch) -> None:
    """Save changed kinds of players."""
    if rows := [
        {"ident": kept.table, "at": seat, "by": kind}
        for kept in batch
        for seat, kind in kept.hands.items()
    ]:
        connection.execute(HAND_OVER, rows)


def _why_not_kept(error: Exception, kept: DecisionBatch) -> Exception:
    """Return the exception for a match whose decisions were not saved."""
    if isinstance(error, IntegrityError):
        return KeptElsewhereError(f"table {kept.table}")
    from tui.server.storage.save_errors import reason

    if not isinstance(error, SQLAlchemyError):
        return error
    unkept = NotKeptError(f"table {kept.table}: {type(error).__name__}")
    unkept.why = reason(error)
    return unkept


def _engine(url: str, name: str) -> Engine:
    """Return an engine whose commits are on disk when they return."""
    if not url.startswith("sqlite"):
        return create_engine(
            url, pool_size=READERS + 1, pool_pre_ping=True, connect_args={"application_name": name}
        )
    engine = create_engine(
        url,
        poolclass=QueuePool,
        pool_size=READERS + 1,
        connect_args={"check_same_thread": False, "timeout": 30},
    )

    @event.listens_for(engine, "connect")
    def _connected(connection: object, _: object) -> None:
        connection.isolation_level = None  # pyright: ignore[reportAttributeAccessIssue] - we begin transactions ourselves, below
        cursor = connection.cursor()  # pyright: ignore[reportAttributeAccessIssue]
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def _begun(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN")

    del _connected, _begun
    return engine
