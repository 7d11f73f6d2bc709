"""Layout of a map drawn as a picture: outlines, ground, and a text box for each region.

A cell of the screen lies at the corner of four pieces of the picture, drawn as large as there is
room. Where all four are of one region the cell is that region's; where they differ it is a piece of
the outline between them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from engine.fronts.common.regions import largest_rectangle
from engine.map_layout import Box, MapLayout
from engine.view import SpaceView
from tui.table.board.layout import RIDGE, STRAIT

SMALLEST = (5, 2)  # the smallest text box of a region: name and land, and a line for the army
BETTER = (10, 3)  # a text box of this size shows as much as an area on other maps
# least and greatest ratio of the vertical to the horizontal scale of a picture
FLATTEST, STEEPEST = 0.6, 1.7
GROWTH = 1.05
LARGEST_SCALE = 6.0

Cell = tuple[int, int]


def arrange_regions(
    spaces: Sequence[SpaceView], picture: Sequence[str], width: int, height: int
) -> MapLayout:
    """Return the layout of a picture, as large as fits into `width` by `height` cells.

    If a region would have too little room for text, the map is larger than the room.
    """
    columns, rows = len(picture[0]), len(picture)
    across, down = (width - 1) / columns, (height - 1) / rows
    across, down = (
        min(across, down / FLATTEST, LARGEST_SCALE),
        min(down, across * STEEPEST, LARGEST_SCALE),
    )
    names = {space.sign: space.name for space in spaces}
    while True:
        ground, outline = _drawn(
            picture, max(1, int(across * columns + 1e-6)), max(1, int(down * rows + 1e-6))
        )
        boxes = _rooms(ground, names)
        narrow = len(boxes) < len(names) or any(box.width < SMALLEST[0] for box in boxes.values())
        low = len(boxes) < len(names) or any(box.height < SMALLEST[1] for box in boxes.values())
        if not (narrow or low):
            break
        across, down = across * (GROWTH if narrow else 1), down * (GROWTH if low else 1)
    return _layout(spaces, boxes, ground, outline)


def _drawn(
    picture: Sequence[str], across: int, down: int
) -> tuple[dict[Cell, str], dict[Cell, tuple[str, str, str, str]]]:
    """Return the sign of each ground cell, and the four signs around each outline cell."""
    rows = [picture[int((y + 0.5) * len(picture) / down)] for y in range(down)]
    places = [int((x + 0.5) * len(picture[0]) / across) for x in range(across)]
    fields = [[row[x] for x in places] for row in rows]

    def sign(x: int, y: int) -> str:
        return fields[y][x] if 0 <= x < across and 0 <= y < down else "."

    ground: dict[Cell, str] = {}
    outline: dict[Cell, tuple[str, str, str, str]] = {}
    for y in range(down + 1):
        for x in range(across + 1):
            around = (sign(x - 1, y - 1), sign(x, y - 1), sign(x - 1, y), sign(x, y))
            if len(set(around)) == 1:
                ground[x, y] = around[0]
            else:
                outline[x, y] = around
    return ground, outline


def _rooms(ground: Mapping[Cell, str], names: Mapping[str, str]) -> dict[str, Box]:
    """Return the largest rectangle inside each region, by name."""
    cells: dict[str, set[Cell]] = {}
    for cell, sign in ground.items():
        cells.setdefault(sign, set()).add(cell)
    return {
        name: Box(*largest_rectangle(cells[sign], BETTER))
        for sign, name in names.items()
        if sign in cells
    }


def _layout(
    spaces: Sequence[SpaceView],
    boxes: Mapping[str, Box],
    ground: Mapping[Cell, str],
    outline: Mapping[Cell, tuple[str, str, str, str]],
) -> MapLayout:
    names, near = (
        {space.sign: space.name for space in spaces},
        {space.name: space.neighbors for space in spaces},
    )
    of = {cell: names.get(sign, "") for cell, sign in ground.items()}
    edges = {
        cell: tuple(dict.fromkeys(names[sign] for sign in around if sign in names))
        for cell, around in outline.items()
    }
    links: dict[Cell, str] = {}
    touching: set[frozenset[str]] = set()
    for cell, (a, b, c, d) in outline.items():
        links[cell] = "".join(
            way
            for way, differ in (("d", c != d), ("l", a != c), ("r", b != d), ("u", a != b))
            if differ
        )
        pairs = [frozenset(pair) for pair in combinations(edges[cell], 2)]
        touching.update(pairs)
        if (
            len(edges[cell]) == 2
            and len({a, b, c, d}) == 2
            and edges[cell][1] not in near[edges[cell][0]]
        ):
            links[cell] = RIDGE
    for space in spaces:
        for other in space.neighbors:
            if space.name < other and frozenset((space.name, other)) not in touching:
                links |= {
                    cell: STRAIT
                    for cell in _line(boxes[space.name], boxes[other])
                    if not of.get(cell) and cell not in outline
                }
    right, below = max(x for x, _ in of | links), max(y for _, y in of | links)
    whole = {
        name: _extent([cell for cell, names in edges.items() if name in names]) for name in boxes
    }
    return MapLayout(boxes, right + 1, below + 1, links, of, edges, whole)


def _line(a: Box, b: Box) -> Iterator[Cell]:
    """Return the cells on the line between the centers of two boxes."""
    (x0, y0), (x1, y1) = a.middle, b.middle
    steps = max(1, int(max(abs(x1 - x0), abs(y1 - y0))))
    return (
        (int(x0 + (x1 - x0) * i / steps), int(y0 + (y1 - y0) * i / steps)) for i in range(steps + 1)
    )


def _extent(cells: Sequence[Cell]) -> Box:
    """Return the smallest rectangle around the cells."""
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    return Box(left, top, max(x for x, _ in cells) - left + 1, max(y for _, y in cells) - top + 1)
