"""Signs for lines between spaces, and cursor movement from space to space.

A strait joins regions that border each other without touching; a ridge parts regions that touch
without bordering each other.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.map_layout import closest
from engine.view import SpaceView, View

STRAIT, RIDGE = "strait", "ridge"
"""The marks of cells between regions where touching and bordering differ.

A strait joins regions that border each other without touching; a ridge parts regions that touch
without bordering each other.
"""
LINES = {
    "lr": "─",
    "du": "│",
    "dr": "╭",
    "dl": "╮",
    "ru": "╰",
    "lu": "╯",
    "dlr": "┬",
    "lru": "┴",
    "dru": "├",
    "dlu": "┤",
    "dlru": "┼",
    "l": "─",
    "r": "─",
    "d": "│",
    "u": "│",
    STRAIT: "·",
    RIDGE: "▲",
}
"""The sign for a cell of a line, by the sides where the line leaves the cell."""
BROAD = 6  # columns of spaces from which on a board gets the full width of the screen
BROAD_PICTURE = 1.5  # ratio of width to height above which a picture counts as broad


def is_broad(view: View) -> bool:
    """Return whether the log belongs below a board instead of beside it."""
    if view.picture:
        return len(view.picture[0]) > BROAD_PICTURE * len(view.picture)
    if view.is_of_squares or not view.spaces:
        return view.is_of_squares
    places = [space.x for space in view.spaces]
    return (max(places) - min(places)) // closest(
        (space.y, space.x) for space in view.spaces
    ) + 1 >= BROAD


def neighbor_towards(spaces: Sequence[SpaceView], start: str, dx: int, dy: int) -> str:
    """Return the name of the nearest space in a direction, neighbors first.

    Returns `start` if there is none.
    """
    here = next(s for s in spaces if s.name == start)

    def effort(space: SpaceView) -> tuple[int, int, int]:
        ahead = (space.x - here.x) * dx + (space.y - here.y) * dy
        aside = abs((space.x - here.x) * dy) + abs((space.y - here.y) * dx)
        # in boards with shifted rows, up and down keep the column
        zigzag = abs(space.x // 2 - here.x // 2) + abs(space.y // 2 - here.y // 2)
        return ahead + 2 * aside - (1 if space.name in here.neighbors else 0), aside, zigzag

    ahead = [s for s in spaces if (s.x - here.x) * dx + (s.y - here.y) * dy > 0]
    near = [
        s
        for s in ahead
        if abs((s.x - here.x) * dy) + abs((s.y - here.y) * dx)
        <= abs((s.x - here.x) * dx + (s.y - here.y) * dy)
    ]
    bordering = [s for s in near if s.name in here.neighbors]
    return min(bordering or near or ahead, key=effort, default=here).name
