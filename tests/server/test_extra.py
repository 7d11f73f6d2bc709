"""Whether the server can be tested here at all."""

from __future__ import annotations

from importlib.util import find_spec

import pytest


@pytest.mark.parametrize("name", ["asyncssh", "sqlalchemy", "alembic"])
def test_the_libraries_of_the_house_are_there(name: str) -> None:
    if find_spec(name) is None:
        pytest.skip(
            "the extra 'server' is not installed (pip install .[server]): none of the house's "
            "tests is run"
        )
