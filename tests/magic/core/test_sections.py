"""The table of Magic's rules in engine/magic/README.md says what the tests say, and tests name
rules that there are.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
TABLE = (ROOT / "engine/magic/README.md").read_text(encoding="utf-8").split("\n## ")[0]
ROWS = [
    tuple(cell.strip() for cell in line.strip("|").split("|"))
    for line in TABLE.splitlines()
    if line.startswith("| ") and line[2].isdigit()
]


def sections(cell: str) -> set[int]:
    """The sections that a row is about: "200 to 208 parts of a card", "705 coins, 706 dice"."""
    found: set[int] = set()
    for first, last in re.findall(r"\b(\d{3})(?:\.\d+)?(?: to (\d{3}))?", cell):
        found |= set(range(int(first), int(last or first) + 1))
    return found


@cache
def named_by_tests() -> set[int]:
    """The sections that tests name."""
    texts = (path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    marks = (mark for text in texts for mark in re.findall(r"mark\.cr\(([^)]*)\)", text))
    return {int(number) for mark in marks for number in re.findall(r'"(\d{3})\.', mark)}


def test_every_section_stands_in_the_table_once() -> None:
    numbers = [number for row in ROWS for number in sections(row[0])]
    there = {
        *range(100, 124),
        *range(200, 214),
        *range(300, 316),
        *range(400, 409),
        *range(500, 515),
        *range(600, 617),
        *range(700, 733),
    }
    assert there | set(range(800, 812)) <= set(numbers)
    assert {number for number in numbers if numbers.count(number) > 1} <= {700}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0][:30])
def test_a_row_is_true_to_the_tests(row: tuple[str, str, str]) -> None:
    """What is played has tests, and what isn't played has none."""
    named = sections(row[0]) & named_by_tests()
    assert row[1] in ("covered", "partly", "not")
    assert bool(named) is (row[1] != "not"), row[0]
    assert row[1] == "covered" or row[2], "what is missing, or why"
