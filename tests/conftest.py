"""What all tests share."""

from __future__ import annotations

from pathlib import Path

import pytest

from tui import ENGINE_FORM


def pytest_report_header() -> str:
    """Says which engine is tested."""
    return f"engine: {ENGINE_FORM}"


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads or writes the player's own games, settings or logs."""
    for variable in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(variable, str(tmp_path / variable.lower()))
