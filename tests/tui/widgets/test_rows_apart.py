"""Rows of lists at 80 columns: two that differ never look the same, whatever is cut off."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from rich.text import Text

from engine.view import View
from tests.tui.positions_at_random import VARIANTS, views_asked
from tui.table.selection import LISTS, Selection
from tui.table.widgets.lists import rows
from tui.widgets.rows_apart import MARK, rows_apart

NARROW, WIDE = 33, 400  # the cells of a list at 80x24 beside boxes, and so many that nothing is cut
OF_SQUARES = 27  # the same beside squares


def cut(width: int, *lefts: str) -> list[str]:
    return [
        line.plain[MARK:]
        for line in rows_apart([(Text(f"   {left}"), Text()) for left in lefts], width)
    ]


def test_the_difference_is_kept() -> None:
    assert (
        cut(
            30,
            "Forbidding Watchtower: {T}: Add {W}",
            "Forbidding Watchtower: {1}{W}: It becomes a creature",
        )
        == [
            "Forbidding …{T}: Add {W}".ljust(27),
            "Forbid…{1}{W}: It becomes a…",
        ]
        or len(
            set(
                cut(
                    30,
                    "Forbidding Watchtower: {T}: Add {W}",
                    "Forbidding Watchtower: {1}{W}: It becomes a creature",
                )
            )
        )
        == 2
    )


def test_a_cost_is_kept() -> None:
    assert cut(27, "Cast Teremko Griffin {3}{W}{W}") == ["Cast Teremko … {3}{W}{W}"]


def desks(view: View) -> Iterator[Selection]:
    """A desk on which nothing is picked yet, and one for each pick that leads on to more."""
    yield Selection(view)
    for spot in Selection(view).builder.candidates()[:12]:
        selection = Selection(view)
        if selection.builder.pick(spot) is None:
            yield selection


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_no_two_rows_of_a_list_look_the_same(variant: str) -> None:
    for view in views_asked(variant):
        width = OF_SQUARES if view.is_of_squares else NARROW
        for selection in desks(view):
            for pane in LISTS:
                look_different(selection, pane, width)


def look_different(selection: Selection, pane: str, width: int) -> None:
    """Rows that differ where there is room for all of them do so in little room."""
    whole = {
        row.spot: " ".join(row.text.plain[MARK:].split())
        for row in rows(selection, pane, WIDE)
        if row.spot is not None
    }
    seen: dict[str, str] = {}
    for spot, text in rows(selection, pane, width):
        if spot is not None:
            assert text.cell_len <= width
            assert seen.setdefault(text.plain[MARK:], whole[spot]) == whole[spot]
