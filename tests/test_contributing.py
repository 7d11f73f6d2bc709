"""The pages for contributors: their example runs, and the files they name exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
TOURS = re.findall(r"^```python\n(.*?)^```", PAGE, flags=re.DOTALL | re.MULTILINE)


@pytest.mark.slow
def test_the_tour_runs_as_it_stands() -> None:
    assert TOURS
    for tour in TOURS:
        exec(compile(tour, "CONTRIBUTING.md", "exec"), {})


PAGES = (
    "ARCHITECTURE.md", "CONTRIBUTING.md", "README.md", "SECURITY.md", "engine/RULINGS.md",
    "engine/SECRETS.md", "engine/ai/README.md", "engine/cards/README.md", "engine/magic/README.md",
    "variants/README.md", "tests/scenarios/README.md", "docs/SERVER.md",
)  # fmt: skip
NAMED = re.compile(r"`((?:engine|tui|tests|variants|screenshots|building)/[\w./-]+)`")
LINKED = re.compile(r"\]\(([\w./-]+)\)")


@pytest.mark.parametrize("name", PAGES)
def test_every_file_that_a_page_names_exists(name: str) -> None:
    """Paths in backticks start at the root; links start at the page."""
    page = ROOT / name
    text = page.read_text(encoding="utf-8")
    found = [ROOT / path for path in NAMED.findall(text)]
    found += [page.parent / path for path in LINKED.findall(text)]
    assert [str(path) for path in found if not path.exists()] == []
