"""Rows below headings: a cursor that skips the headings, and scrolling."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from tui.terminal import theme
from tui.widgets.lines import styled


def next_row(headings: Sequence[bool], at: int, by: int) -> int:
    """Return the next row that isn't a heading, wrapping around; `at` if there is none."""
    for number in range(1, len(headings)):
        if not headings[there := (at + by * number) % len(headings)]:
            return there
    return at


def first_in_sight(top: int, at: int, count: int, height: int) -> int:
    """Return the first visible row, so that the cursor's row is visible with a row around it.

    The position `top` is kept if possible.
    """
    return max(0, min(max(top, at - height + 2), max(at - 2, 0), count - height))


def in_sight(lines: Sequence[Text], top: int, at: int, height: int) -> tuple[int, list[Text]]:
    """Return the first visible row and the visible lines.

    The first and last line tell how many more there are.
    """
    top = first_in_sight(top, at, len(lines), height)
    shown, below = list(lines[top : top + height]), len(lines) - top - height
    if top:
        shown[0] = styled(f"   ↑ {top + 1} more", theme.QUIET)
    if below > 0:
        shown[-1] = styled(f"   ↓ {below + 1} more", theme.QUIET)
    return top, shown
