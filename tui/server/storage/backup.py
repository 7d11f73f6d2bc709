"""Copies of a server's database: a backup of a live file, or a move to another database."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Integer, func, insert, select, text

from engine.log import many
from tui.server.storage.schema import LEASES, METADATA, NODES, WORDS

if TYPE_CHECKING:
    from sqlalchemy import Column, Table

    from tui.server.storage.database import Store

PAGES = 500  # pages copied at once; between them the server may write
ROWS = 1_000  # rows copied at once
OF_THE_MOMENT = (LEASES, NODES, WORDS)  # tables that matter only while a server runs


class CopyError(Exception):
    """A database can't be copied; the message is the reason."""


def back_up(database: Path, target: Path) -> int:
    """Copy a database file, possibly in use, completely or not at all.

    Returns the size of the copy in bytes. Raises CopyError.
    """
    if not database.is_file():
        raise CopyError(f"found no database at {database}")
    if target.exists():
        raise CopyError(f"{target} already exists; the copy must be a new file")
    waiting = target.with_name(f".{target.name}.part")
    try:
        os.close(os.open(waiting, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600))
        with (
            closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)) as source,
            closing(sqlite3.connect(waiting)) as copy,
        ):
            source.backup(copy, pages=PAGES, sleep=0.005)
            (well,) = copy.execute("PRAGMA integrity_check").fetchone()
        if well != "ok":
            raise CopyError(f"{database} is damaged: {well}")
        with waiting.open("rb") as file:
            os.fsync(file.fileno())
        waiting.replace(target)
    except (OSError, sqlite3.Error) as error:
        raise CopyError(f"{target}: {getattr(error, 'strerror', None) or error}") from None
    finally:
        waiting.unlink(missing_ok=True)
    return target.stat().st_size


async def copy(source: Store, target: Store) -> dict[str, int]:
    """Copy all rows to an empty database and compare the counts.

    Returns the number of rows of each table. Both stores must be open, and no server may be using
    either. Raises CopyError after copying nothing.
    """
    loop = asyncio.get_running_loop()

    def do(here: Connection) -> dict[str, int]:
        return asyncio.run_coroutine_threadsafe(
            target.write(lambda there: _copy_all(here, there)), loop
        ).result()

    return await source.read(do)


def _copy_all(here: Connection, there: Connection) -> dict[str, int]:
    tables = [table for table in METADATA.sorted_tables if table not in OF_THE_MOMENT]
    full = [table.name for table in tables if _count(there, table)]
    if full:
        raise CopyError(f"the target database must be empty, but it has rows in {', '.join(full)}")
    copied: dict[str, int] = {}
    for table in tables:
        rows = here.execution_options(yield_per=ROWS).execute(select(table)).mappings()
        copied[table.name] = 0
        for some in rows.partitions(ROWS):
            there.execute(insert(table), [dict(row) for row in some])
            copied[table.name] += len(some)
        if not _count(here, table) == _count(there, table) == copied[table.name]:
            raise CopyError(
                f"{table.name}: found {many(_count(here, table), 'row')}; copied: "
                f"{_count(there, table):,}"
            )
        _count_on(there, table, _last_number(here, table))
    return copied


def _count(connection: Connection, table: Table) -> int:
    return connection.execute(select(func.count()).select_from(table)).scalar_one()


def _counted(table: Table) -> Column[int] | None:
    """Return the automatically numbered column of a table; None without one."""
    key = next(iter(table.primary_key.columns))
    return (
        key
        if isinstance(key.type, Integer) and key.autoincrement and not key.foreign_keys
        else None
    )


def _last_number(connection: Connection, table: Table) -> int:
    """Return the highest row number, or the highest ever used if numbers are never reused."""
    key = _counted(table)
    if key is None:
        return 0
    highest = connection.execute(select(func.max(key))).scalar() or 0
    if connection.dialect.name == "postgresql":
        last, called = connection.execute(
            text(f"SELECT last_value, is_called FROM {table.name}_{key.name}_seq")
        ).one()
        return max(highest, last if called else 0)
    if table.dialect_options["sqlite"]["autoincrement"]:
        ever = text("SELECT seq FROM sqlite_sequence WHERE name = :table")
        return max(highest, connection.execute(ever, {"table": table.name}).scalar() or 0)
    return highest


def _count_on(connection: Connection, table: Table, last: int) -> None:
    """Continue row numbers after `last`."""
    key = _counted(table)
    if key is None or not last:
        return
    if connection.dialect.name == "postgresql":
        sequence = text("SELECT setval(pg_get_serial_sequence(:table, :key), :last)")
        connection.execute(sequence, {"table": table.name, "key": key.name, "last": last})
    elif table.dialect_options["sqlite"]["autoincrement"]:
        connection.execute(
            text("DELETE FROM sqlite_sequence WHERE name = :table"), {"table": table.name}
        )
        connection.execute(
            text("INSERT INTO sqlite_sequence (name, seq) VALUES (:table, :last)"),
            {"table": table.name, "last": last},
        )
