"""Rows below headings: a cursor that steps over the headings, and the part of the rows that is
in sight.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from tui.terminal import theme
from tui.widgets.lines import styled


def next_row(headings: Sequence[bool], at: int, by: int) -> int:
    """The row before or after one, beyond the end the first at the other; where all are headings
    (or none is there) it stays.
    """
    for number in range(1, len(headings)):
        if not headings[there := (at + by * number) % len(headings)]:
            return there
    return at


def first_in_sight(top: int, at: int, count: int, height: int) -> int:
    """The row that is the first in sight, so that the cursor's is: as before if that will do,
    with a row more on either side.
    """
    return max(0, min(max(top, at - height + 2), max(at - 2, 0), count - height))


def in_sight(lines: Sequence[Text], top: int, at: int, height: int) -> tuple[int, list[Text]]:
    """The row that is the first in sight, and the lines that fit; at the ends they say how many
    more there are.
    """
    top = first_in_sight(top, at, len(lines), height)
    shown, below = list(lines[top : top + height]), len(lines) - top - height
    if top:
        shown[0] = styled(f"   ↑ {top + 1} more", theme.QUIET)
    if below > 0:
        shown[-1] = styled(f"   ↓ {below + 1} more", theme.QUIET)
    return top, shown
