"""Arrange the spaces of a map in a room of cells, with lines between neighbors that don't touch.

Only names, coordinates and neighbors are used, so any map can be arranged in a given room.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, pairwise
from typing import NamedTuple, Protocol

LARGEST = (48, 14)  # cells of a box, across and down
SMALLEST_BOX = (6, 3)
SMALL = ((8, 2), (7, 2), (6, 2), (5, 3), (5, 2), (8, 1), (5, 1), (4, 1))
"""The sizes of a box without edges, the best first."""
DOT = (3, 1)  # the size if none of these fits
LINK_GAPS = ((4, 1), (2, 1), (2, 0), (1, 0))
"""Cells between boxes for lines, across and down, best first; with 0, boxes touch."""
WAYS = {(1, 0): ("r", "l"), (-1, 0): ("l", "r"), (0, 1): ("d", "u"), (0, -1): ("u", "d")}
"""The side by which a line leaves a cell, and that by which it enters the next one, by step."""
ROOMY_BOX = (10, 4)  # a box that is worth more than wider gaps


class Placed(Protocol):
    """A space with its place on a drawing: `x` to the right, `y` downward, in any unit."""

    @property
    def name(self) -> str: ...
    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...
    @property
    def neighbors(self) -> tuple[str, ...]: ...


class Box(NamedTuple):
    """A space's rectangle, in cells."""

    x: int
    y: int
    width: int
    height: int

    @property
    def middle(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    def contains(self, x: int, y: int) -> bool:
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height

    def touches(self, other: Box) -> bool:
        """Return whether this box and another share a part of an edge."""
        across = min(self.x + self.width, other.x + other.width) - max(self.x, other.x)
        down = min(self.y + self.height, other.y + other.height) - max(self.y, other.y)
        return (across == 0 and down > 0) or (down == 0 and across > 0)


class MapLayout(NamedTuple):
    """A whole board in cells.

    `links` holds the line segments between neighbors, or around regions, as (x, y) -> directions.
    """

    boxes: Mapping[str, Box]
    width: int
    height: int
    links: Mapping[tuple[int, int], str]
    ground: Mapping[tuple[int, int], str] = {}
    """The region of each cell, if spaces have shapes of their own; empty for cells outside them."""
    edges: Mapping[tuple[int, int], tuple[str, ...]] = {}  # the regions whose outline has the cell
    whole: Mapping[str, Box] = {}  # the rectangle around each region's outline

    def at(self, x: int, y: int) -> str:
        """Return the name of the space at a cell; empty for none."""
        return next(
            (name for name, box in self.boxes.items() if box.contains(x, y)), ""
        ) or self.ground.get((x, y), "")

    def extent(self, name: str) -> Box:
        """Return the rectangle in which a space is drawn."""
        return self.whole.get(name) or self.boxes[name]


def arrange(spaces: Sequence[Placed], width: int, height: int) -> MapLayout:
    """Return the largest layout of these spaces that fits into a room.

    The layout of a board that is too large even as dots is larger than the room.
    """
    if not spaces:
        return MapLayout({}, 0, 0, {})
    layout = _place(spaces, width, height, (0, 0))
    if _touch_as_neighbors(spaces, layout.boxes):
        return layout
    for gap in LINK_GAPS:
        apart = _place(spaces, width, height, gap)
        if _only_neighbors_touch(spaces, apart.boxes):
            layout = apart
            if apart.boxes[spaces[0].name][2:] >= ROOMY_BOX:
                break
    return layout._replace(links=_links(spaces, layout.boxes))


def _place(spaces: Sequence[Placed], width: int, height: int, gap: tuple[int, int]) -> MapLayout:
    """Return boxes of one size, as large as the room allows, `gap` cells apart."""
    left, top = min(s.x for s in spaces), min(s.y for s in spaces)
    across, down = max(s.x for s in spaces) - left, max(s.y for s in spaces) - top
    unit_x = closest((s.y, s.x) for s in spaces)
    unit_y = _row_unit(spaces, unit_x)
    step_x = min((width + gap[0]) / (across / unit_x + 1), LARGEST[0])
    step_y = min((height + gap[1]) / (down / unit_y + 1), LARGEST[1])
    box_width, box_height = int(step_x) - gap[0], int(step_y) - gap[1]
    if box_width < SMALLEST_BOX[0] or box_height < SMALLEST_BOX[1]:
        gap = (0, 0)
        fitting = (size for size in SMALL if step_x >= size[0] and step_y >= size[1])
        box_width, box_height = next(fitting, DOT)
    step_x, step_y = box_width + gap[0], box_height + gap[1]
    boxes = {
        s.name: Box(
            int((s.x - left) * step_x / unit_x + 0.5),
            int((s.y - top) * step_y / unit_y + 0.5),
            box_width,
            box_height,
        )
        for s in spaces
    }
    return MapLayout(
        boxes,
        max(b.x + b.width for b in boxes.values()),
        max(b.y + b.height for b in boxes.values()),
        {},
    )


def closest(places: Iterable[tuple[int, int]]) -> int:
    """Return the smallest distance between two places of a line, each given as (line, position).

    Return 1 if no line has two.
    """
    ordered = sorted(places)
    return min(
        (b[1] - a[1] for a, b in pairwise(ordered) if a[0] == b[0] and b[1] > a[1]), default=1
    )


def _row_unit(spaces: Sequence[Placed], unit_x: int) -> int:
    """Return the smallest distance downward between two spaces whose boxes overlap across."""
    return min(
        (b.y - a.y for a in spaces for b in spaces if b.y > a.y and abs(b.x - a.x) < unit_x),
        default=1,
    )


def _touch_as_neighbors(spaces: Sequence[Placed], boxes: Mapping[str, Box]) -> bool:
    """Return whether boxes touch exactly if spaces are neighbors, so that no lines are needed."""
    return all(
        boxes[a.name].touches(boxes[b.name]) == (b.name in a.neighbors)
        for a, b in combinations(spaces, 2)
    )


def _only_neighbors_touch(spaces: Sequence[Placed], boxes: Mapping[str, Box]) -> bool:
    """Return whether the boxes of spaces that aren't neighbors stand apart."""
    return not any(
        boxes[a.name].touches(boxes[b.name]) and b.name not in a.neighbors
        for a, b in combinations(spaces, 2)
    )


# --- Lines between neighbors ----------------------------------------------------------------------


def _links(spaces: Sequence[Placed], boxes: Mapping[str, Box]) -> dict[tuple[int, int], str]:
    """Return the cells of all lines between neighbors, with the sides (l, r, u, d) of each."""
    cells: dict[tuple[int, int], set[str]] = {}
    for space in spaces:
        for other in space.neighbors:
            if space.name < other and not boxes[space.name].touches(boxes[other]):
                _draw_path(_path(boxes[space.name], boxes[other]), cells)
    taken = list(boxes.values())
    return {
        at: "".join(sorted(ways))
        for at, ways in cells.items()
        if not any(box.contains(*at) for box in taken)
    }


def _path(a: Box, b: Box) -> list[tuple[int, int]]:
    """Return the corners of a line between two boxes: straight if they overlap, else bent."""
    low, high = max(a.y, b.y), min(a.y + a.height, b.y + b.height)
    if low < high:
        y = (low + high - 1) // 2
        first, second = sorted((a, b))
        return [(first.x + first.width - 1, y), (second.x, y)]
    upper, lower = (a, b) if a.y < b.y else (b, a)
    left, right = max(a.x, b.x), min(a.x + a.width, b.x + b.width)
    if left < right:
        x = (left + right - 1) // 2
        return [(x, upper.y + upper.height - 1), (x, lower.y)]
    start = (int(upper.middle[0]), int(upper.middle[1]))
    return [start, (int(lower.middle[0]), start[1]), (int(lower.middle[0]), lower.y)]


def _draw_path(corners: Sequence[tuple[int, int]], cells: dict[tuple[int, int], set[str]]) -> None:
    for (x0, y0), (x1, y1) in pairwise(corners):
        step = ((x1 > x0) - (x1 < x0), (y1 > y0) - (y1 < y0))
        out, back = WAYS[step]
        x, y = x0, y0
        while (x, y) != (x1, y1):
            cells.setdefault((x, y), set()).add(out)
            x, y = x + step[0], y + step[1]
            cells.setdefault((x, y), set()).add(back)
