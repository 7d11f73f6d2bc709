"""`spellfront server`: back up a server's database, or copy everything to another."""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path

from engine.base.files import FileInUseError, Lock
from tui.commands.common import CommandError, make_parser
from tui.commands.serve import DATABASES, add_server_data, asked_database, file_of, server_data_of


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command."""
    made = make_parser(
        "house",
        "backup FILE: copy a server's database to a new file, even while the server is running; "
        "to restore it, put the copy in place of\n"
        "house.db. copy URL: copy everything to another, empty database, table by table, and "
        "check the row counts; stop the server first.",
        """
spellfront house backup /var/backups/house-monday.db --data /var/lib/spellfront
spellfront house copy postgresql://spellfront@db/spellfront --data /var/lib/spellfront
""",
    )
    made.add_argument("action", choices=("backup", "copy"))
    made.add_argument("target", metavar="FILE or URL", help="where to put the copy")
    add_server_data(made)
    return made


def run(arguments: argparse.Namespace) -> int:
    """Run the requested action."""
    data, database = server_data_of(arguments)
    file = file_of(data, database)
    if arguments.action == "backup":
        if file is None:
            raise CommandError("--database: back up a PostgreSQL database with pg_dump")
        _back_up(file, Path(arguments.target))
        return 0
    if not arguments.target.startswith(DATABASES):
        raise CommandError(
            f"copy: found {arguments.target[:60]!r}; allowed: {' or '.join(DATABASES)}..."
        )
    _copy(data, database, arguments.target, file)
    return 0


def _back_up(file: Path, target: Path) -> None:
    from tui.server.storage.backup import CopyError, back_up

    try:
        size = back_up(file, target)
    except CopyError as error:
        raise CommandError(f"backup: {error}") from None
    print(f"{target}: {size:,} bytes, verified")


def _copy(data: Path, database: str, target: str, file: Path | None) -> None:
    from sqlalchemy.exc import SQLAlchemyError

    from tui.server.storage.backup import CopyError

    try:
        lock = Lock(file) if file is not None else None
    except FileInUseError:
        raise CommandError(
            f"--data: a running server is using {file}; stop the server first"
        ) from None
    try:
        with asked_database():
            copied = asyncio.run(_copied(data, database, target))
    except CopyError as error:
        raise CommandError(f"copy: {error}") from None
    except SQLAlchemyError as error:
        raise CommandError(f"copy: the database can't be used: {type(error).__name__}") from None
    finally:
        if lock is not None:
            lock.let_go()
    for name, count in copied.items():
        print(f"{name:10} {count:9,}")
    print(
        "Everything has been copied. From now on, run the server with --database and the new "
        "URL, and keep the old database as a backup."
    )


async def _copied(data: Path, database: str, target: str) -> dict[str, int]:
    from tui.server.storage.backup import copy
    from tui.server.storage.database import Store, url_of

    stores = Store(url_of(database, data), "copy"), Store(url_of(target, data), "copy")
    try:
        for store in stores:
            await store.open()
        return await copy(*stores)
    finally:
        for store in stores:
            await store.close()
