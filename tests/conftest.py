"""What all tests share."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

from tui import ENGINE_FORM

COLLECTIONS = (50_000, 5, 5)
"""How rarely garbage is collected: the program makes little, but each test's screens are some."""


def pytest_configure() -> None:
    """Set how rarely garbage is collected."""
    gc.set_threshold(*COLLECTIONS)


def pytest_runtest_teardown() -> None:
    """No test changes how garbage is collected in those after it, as the program's commands do.

    Commands that end soon hardly collect any, so the screens of thousands of tests would stay.
    """
    gc.enable()
    gc.set_threshold(*COLLECTIONS)


def pytest_report_header() -> str:
    """Says which engine is tested."""
    return f"engine: {ENGINE_FORM}"


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads or writes the player's own games, settings or logs."""
    for variable in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(variable, str(tmp_path / variable.lower()))
