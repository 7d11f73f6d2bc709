"""Rows below headings."""

from __future__ import annotations

import pytest
from rich.text import Text

from tui.widgets.headed_rows import in_sight, next_row

ROWS = [True, False, False, True, True, False]


@pytest.mark.parametrize(
    ("at", "by", "there"), [(1, 1, 2), (2, 1, 5), (5, 1, 1), (1, -1, 5), (5, -1, 2)]
)
def test_the_cursor_steps_over_headings_and_round_the_ends(at: int, by: int, there: int) -> None:
    assert next_row(ROWS, at, by) == there


@pytest.mark.parametrize("headings", [[], [True], [True, True], [False], [False, True]])
def test_where_there_is_no_other_row_the_cursor_stays(headings: list[bool]) -> None:
    assert next_row(headings, 0, 1) == next_row(headings, 0, -1) == 0


@pytest.mark.parametrize(("top", "at", "first", "shown"), [
    (0, 0, 0, ["0", "1", "2", "   ↓ 7 more"]),
    (0, 5, 3, ["   ↑ 4 more", "4", "5", "   ↓ 4 more"]),
    (6, 9, 6, ["   ↑ 7 more", "7", "8", "9"]),
    (6, 5, 3, ["   ↑ 4 more", "4", "5", "   ↓ 4 more"]),
])  # fmt: skip
def test_the_cursors_row_is_in_sight_between_the_marks_of_how_many_more_there_are(
    top: int, at: int, first: int, shown: list[str]
) -> None:
    assert in_sight([Text(str(number)) for number in range(10)], top, at, 4)[0] == first
    assert [
        line.plain for line in in_sight([Text(str(number)) for number in range(10)], top, at, 4)[1]
    ] == shown
