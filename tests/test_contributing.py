"""The walks of CONTRIBUTING.md: what it shows is so."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
TOURS = re.findall(r"^```python\n(.*?)^```", PAGE, flags=re.DOTALL | re.MULTILINE)


def test_the_tour_runs_as_it_stands() -> None:
    assert TOURS
    for tour in TOURS:
        exec(compile(tour, "CONTRIBUTING.md", "exec"), {})


def test_every_file_it_names_is_there() -> None:
    """Paths from the root of the project, in backticks, and links."""
    named = re.findall(
        r"`((?:engine|tui|tests|variants|screenshots)/[\w./-]+)`", PAGE
    ) + re.findall(r"\]\(([\w./-]+)\)", PAGE)
    assert named
    assert [path for path in named if not (ROOT / path).exists()] == []
