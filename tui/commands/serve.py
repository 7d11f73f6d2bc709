"""`spellfront serve`: run a server that players join with `ssh`."""

from __future__ import annotations

import argparse
import asyncio
import gc
import logging
import os
import signal
from collections.abc import AsyncGenerator, Generator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from platformdirs import user_data_path

from engine.base.files import FileInUseError
from tui.commands.common import CommandError, make_parser, positive
from tui.server.quotas import LEAST, TIMES, USUAL_SHARES, Shares
from tui.server.workers.game_limits import HIGHEST, LOWEST, USUAL, GameLimits
from tui.settings.paths import APP

if TYPE_CHECKING:
    from tui.server.game_server import GameServer

CYCLES = (5_000, 4, 2)
"""Thresholds of Python's garbage collector: frequent but short, as every table waits.

Collecting 100,000 young objects took 20 to 70 ms. A terminal leaves 14,000 objects in cycles, a
megabyte, which only a full collection finds; Python puts one off until a quarter of all objects is
new.
"""
PORT = 2222
LOG = logging.getLogger("spellfront.serve")
MOST_WORKERS = 64
# prefixes of database URLs
DATABASES = POSTGRESQL, SQLITE = "postgresql://", "sqlite:///"
PLAIN, JSON = "plain", "json"  # formats of the log
LOCAL = ("127.0.0.1", "::1", "localhost")


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command."""
    made = make_parser(
        "serve",
        "Run a server: anyone who connects with `ssh` can play at its tables. The first start "
        "creates its key and its database. Stop it\n"
        "with Ctrl-C or SIGTERM; all games are saved.",
        """
spellfront serve
spellfront serve --host 0.0.0.0 --port 22
spellfront serve --data /var/lib/spellfront --database postgresql://spellfront@db/spellfront
""",
    )
    made.add_argument(
        "--host",
        default="127.0.0.1",
        help="the address to listen on (default: %(default)s, this machine only)",
    )
    made.add_argument(
        "--port",
        type=int,
        default=PORT,
        help="the port to listen on; 0 for any free port (default: %(default)s)",
    )
    made.add_argument(
        "--per-address",
        type=positive,
        default=100,
        metavar="N",
        help=(
            "connections allowed per address; new ones are limited to a tenth as many per "
            "second (default: %(default)s)"
        ),
    )
    made.add_argument(
        "--workers",
        type=int,
        metavar="N",
        help=(
            "processes that host games; 0: the server hosts them itself (default: one per "
            "processor)"
        ),
    )
    made.add_argument(
        "--limit",
        action="append",
        default=[],
        metavar="NAME=NUMBER",
        help="change a limit on games; the highest values: "
        + ", ".join(f"{name}={value:.10g}" for name, value in _values(HIGHEST).items())
        + (
            ". A limit on players or addresses can be raised to as much as a hundred times its "
            "default (docs/SERVER.md); the defaults: "
        )
        + ", ".join(f"{name}={value}" for name, value in _values(USUAL_SHARES).items()),
    )
    add_server_data(made)
    made.add_argument(
        "--metrics",
        type=int,
        metavar="PORT",
        help="serve metrics for Prometheus at 127.0.0.1 on this port; 0 for any free port",
    )
    made.add_argument(
        "--log",
        choices=(PLAIN, JSON),
        default=PLAIN,
        help="format of the server log (default: %(default)s)",
    )
    return made


def add_server_data(made: argparse.ArgumentParser) -> None:
    """Add the arguments that identify a server's data."""
    made.add_argument(
        "--data",
        type=Path,
        help="the folder of the server's key and database (default: Spellfront's data folder)",
    )
    made.add_argument(
        "--database",
        default="",
        metavar="URL",
        help="another database: postgresql://USER@HOST/NAME",
    )


def need_libraries() -> None:
    """Raise CommandError if a library of the server is not installed."""
    try:
        import alembic
        import asyncssh
        import sqlalchemy
    except ImportError as missing:
        raise CommandError(
            f"the library {missing.name} is not installed; install the server's libraries with "
            "`pip install .[server]`"
        ) from None
    del alembic, asyncssh, sqlalchemy


def server_data_of(arguments: argparse.Namespace) -> tuple[Path, str]:
    """Return the data folder and the database URL of a server. Raises CommandError."""
    need_libraries()
    if arguments.database and not arguments.database.startswith(DATABASES):
        raise CommandError("--database: allowed: postgresql://USER@HOST/NAME, or sqlite:///FILE")
    return arguments.data or user_data_path(APP) / "house", arguments.database


def file_of(data: Path, database: str) -> Path | None:
    """Return the database file of a server used before; None for PostgreSQL.

    Raises CommandError if there is no such server.
    """
    if database.startswith(POSTGRESQL):
        return None
    file = Path(database.removeprefix(SQLITE)) if database else data / "house.db"
    if not file.is_file():
        option, allowed = ("--database", "the database") if database else ("--data", "the folder")
        raise CommandError(
            f"{option}: there is no server data at {file}; the option must name {allowed} given "
            "to `spellfront serve`"
        )
    return file


@contextmanager
def asked_database() -> Generator[None]:
    """Turn database errors in the `with` block into CommandError."""
    from sqlalchemy.exc import DatabaseError

    from tui.server.storage.data_folder import RESTORE
    from tui.server.storage.database import ForeignDatabaseError, NewerDatabaseError
    from tui.server.storage.save_errors import DAMAGED, UnsavedError, reason

    try:
        yield
    except (NewerDatabaseError, ForeignDatabaseError, UnsavedError) as error:
        raise CommandError(str(error)) from None
    except DatabaseError as error:
        words = str(error.orig).strip().splitlines()[0]
        if (why := reason(error)) == DAMAGED:
            raise CommandError(f"the database is damaged ({words}); {RESTORE}") from None
        words = f"{why} ({words})" if why else f"can't connect: {words}"
        raise CommandError(f"--database: {words}") from None


def run(arguments: argparse.Namespace) -> int:
    """Run a server until a signal ends it."""
    data, database = server_data_of(arguments)
    for name, port in (("--port", arguments.port), ("--metrics", arguments.metrics or 0)):
        if not 0 <= port < 1 << 16:
            raise CommandError(f"{name}: found {port}; allowed: 0 to 65535")
    from tui.server.game_server import GameServer
    from tui.server.journal import open_journal

    open_journal(as_json=arguments.log == JSON)
    workers = _workers(arguments.workers)
    limits, shares = _limits_of(arguments.limit)
    asyncio.run(
        _serve(arguments, GameServer(data, database, workers=workers, limits=limits, shares=shares))
    )
    return 0


def collect_cycles() -> None:
    """Make full garbage collections short and frequent, as a running server needs them.

    The modules and the server itself stay, so collections leave them out from now on.
    """
    gc.collect()
    gc.freeze()
    gc.collect()  # or Python would still count what is frozen
    gc.set_threshold(*CYCLES)


@asynccontextmanager
async def _opened(server: GameServer) -> AsyncGenerator[GameServer]:
    """Open a server for the `with` block.

    Raises CommandError if the database is in use or can't be used.
    """
    from tui.server.storage.data_folder import DataError, check_folder

    try:
        for warning in check_folder(server.data, server.store.file):
            LOG.warning(warning)
        with asked_database():
            await server.open()
    except DataError as error:
        raise CommandError(f"--data: {error}") from None
    except FileInUseError as error:
        raise CommandError(
            f"--data: another server is using the database in {server.data} ({error.strerror})"
        ) from None
    try:
        yield server
    finally:
        await asyncio.shield(server.close())


@contextmanager
def _measured(server: GameServer, port: int | None) -> Generator[None]:
    """Serve metrics in the `with` block if a port is given. Raises CommandError."""
    from tui.server.storage.metrics import LOCAL, Meter

    meter = Meter(server)
    if port is not None:
        try:
            meter.open(port)
        except OSError as error:
            raise CommandError(
                f"--metrics: port {port} can't be used ({error.strerror or error})"
            ) from None
        print(f"Metrics for Prometheus: http://{LOCAL}:{meter.port}/metrics", flush=True)
    try:
        yield
    finally:
        meter.close()


def _ending() -> list[signal.Signals]:
    """Return the signals that end a server.

    SIGHUP is included unless it is ignored, as under `nohup`.
    """
    closed: signal.Signals | None = getattr(signal, "SIGHUP", None)
    heeded = [closed] if closed is not None and signal.getsignal(closed) != signal.SIG_IGN else []
    return [signal.SIGTERM, signal.SIGINT, *heeded]


def _workers(asked: int | None) -> int:
    """Return the number of processes that host games. Raises CommandError."""
    cores = os.cpu_count() or 1
    can = hasattr(os, "memfd_create")  # on other systems the server hosts games itself
    if asked is None:
        return cores if can else 0
    if not 0 <= asked <= MOST_WORKERS or (asked and not can):
        raise CommandError(
            f"--workers: found {asked}; allowed: "
            f"0{f' to {MOST_WORKERS}' if can else ' on this system'}"
        )
    return asked


def _values(limits: GameLimits | Shares) -> dict[str, float]:
    return {name: getattr(limits, name) for name in limits.__struct_fields__}


def _limits_of(wanted: Sequence[str]) -> tuple[GameLimits, Shares]:
    """Return the limits of games and the quotas, with the requested changes.

    Raises CommandError.
    """
    games, shares = _values(USUAL), _values(USUAL_SHARES)
    for each in wanted:
        name, _, number = each.partition("=")
        if name in games:
            games[name] = _number(name, number, getattr(LOWEST, name), getattr(HIGHEST, name))
        elif name in shares:
            shares[name] = _number(name, number, LEAST, TIMES * int(getattr(USUAL_SHARES, name)))
        else:
            raise CommandError(
                f"--limit: found '{name[:40]}'; allowed: {', '.join((*games, *shares))}"
            )
    return GameLimits(**games), Shares(**shares)  # pyright: ignore[reportArgumentType]


def _number(name: str, number: str, least: float, most: float) -> float:
    """Return the new value of a limit. Raises CommandError."""
    try:
        value = float(number) if isinstance(most, float) else int(number)
    except ValueError:
        value = -1
    if not least <= value <= most:
        raise CommandError(f"--limit: found {name}={number[:40]}; allowed: {least:g} to {most:g}")
    return value


async def _serve(arguments: argparse.Namespace, server: GameServer) -> None:
    from tui.server.ssh.limits import ConnectionLimits
    from tui.server.ssh.server import listen
    from tui.server.storage.database import NEWER

    ended = asyncio.Event()
    for number in _ending():
        with suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(number, ended.set)
    host, port = arguments.host, arguments.port
    async with _opened(server):
        try:
            listener = await listen(
                server, host, port, ConnectionLimits.of_addresses(arguments.per_address)
            )
        except OSError as error:
            raise CommandError(
                f"--port: {host}:{port} can't be used ({error.strerror or error})"
            ) from None
        collect_cycles()
        print(_how_to_join(host, listener.get_port()), flush=True)
        server.on_outdated = ended.set
        with _measured(server, arguments.metrics):
            await ended.wait()
        print("Shutting down. All games are saved.", flush=True)
        listener.close()
    if server.is_outdated:
        raise CommandError(NEWER)


def _how_to_join(host: str, port: int) -> str:
    """Return the instructions for players to join."""
    name = "localhost" if host in LOCAL else host
    if host in ("0.0.0.0", "::", ""):
        name = "YOUR-MACHINE"
    at = "" if port == 22 else f"-p {port} "
    return (
        f"The server is running at {host}, port {port}.\nJoin with:        ssh "
        f"{at}{name}\nWithout a key:    ssh {at}guest@{name}"
    )
