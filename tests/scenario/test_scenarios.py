"""Every scenario file passes."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import scenario

FILES = sorted((Path(__file__).parents[1] / "scenarios").rglob("*.toml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenario(path: Path) -> None:
    result = scenario.run(path)
    assert result.passed, str(result)
    assert result.lines > 0, "a scenario must have a script"
