"""`spellfront house`: the database of a game house backed up while it is open, or moved to another."""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path

from engine.files import FileInUseError, Lock
from tui.commands.common import CommandError, make_parser
from tui.commands.serve import DATABASES, add_house, file_of, house_of


def parser() -> argparse.ArgumentParser:
    """The arguments."""
    made = make_parser(
        "house",
        "backup FILE: copy the database of a house to a new file, also while it is served; put in place of house.db, it is that house as\n"
        "it was. copy URL: copy everything to another database, which is empty, table by table, and count it; the house is closed then.",
        """
spellfront house backup /var/backups/house-monday.db --data /var/lib/spellfront
spellfront house copy postgresql://spellfront@db/spellfront --data /var/lib/spellfront
""",
    )
    made.add_argument("action", choices=("backup", "copy"))
    made.add_argument("target", metavar="FILE or URL", help="what to copy it to")
    add_house(made)
    return made


def run(arguments: argparse.Namespace) -> int:
    """Do what the action says."""
    data, database = house_of(arguments)
    file = file_of(data, database)
    if arguments.action == "backup":
        if file is None:
            raise CommandError("--database: a database of PostgreSQL is backed up with its own pg_dump")
        _back_up(file, Path(arguments.target))
        return 0
    if not arguments.target.startswith(DATABASES):
        raise CommandError(f"copy: found {arguments.target[:60]!r}; allowed: {' or '.join(DATABASES)}...")
    _copy(data, database, arguments.target, file)
    return 0


def _back_up(file: Path, target: Path) -> None:
    from tui.server.copying import CopyError, back_up

    try:
        size = back_up(file, target)
    except CopyError as error:
        raise CommandError(f"backup: {error}") from None
    print(f"{target}: {size:,} bytes, and whole")


def _copy(data: Path, database: str, target: str, file: Path | None) -> None:
    from sqlalchemy.exc import SQLAlchemyError

    from tui.server.copying import CopyError

    try:
        lock = Lock(file) if file is not None else None
    except FileInUseError:
        raise CommandError(f"--data: found {file}, which a server has open; allowed: a house that is closed") from None
    try:
        copied = asyncio.run(_copied(data, database, target))
    except CopyError as error:
        raise CommandError(f"copy: {error}") from None
    except SQLAlchemyError as error:
        raise CommandError(f"copy: found a database that can't be used: {type(error).__name__}") from None
    finally:
        if lock is not None:
            lock.let_go()
    for name, count in copied.items():
        print(f"{name:10} {count:9,}")
    print("Everything is there. Serve it from now on with --database, and keep the old one aside.")


async def _copied(data: Path, database: str, target: str) -> dict[str, int]:
    from tui.server.copying import copy
    from tui.server.store import Store, url_of

    stores = Store(url_of(database, data), "copy"), Store(url_of(target, data), "copy")
    try:
        for store in stores:
            await store.open()
        return await copy(*stores)
    finally:
        for store in stores:
            await store.close()
