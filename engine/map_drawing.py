"""Draw a map as text in ASCII, or as a picture in SVG for notebooks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import pairwise
from typing import NamedTuple

from engine.map_layout import SMALLEST_BOX, Box, MapLayout, arrange

WIDTH = 79  # most columns of a map as text, except for boards of squares
ROWS_EACH = 5  # rows of a map as text for each row of spaces
MOST_ROWS = 25
CELL = (8, 16)  # pixels of a letter in a picture, across and down
SQUARE = 26  # pixels of a square's side
FILLS = ("#c6dbef", "#fdd0a2", "#c7e9c0", "#dadaeb")
"""The colors of spaces by the seat that they belong to."""
PLAIN, LINE, INK = "#f4f1ea", "#8a8577", "#22201b"
"""The colors of other spaces, of lines, and of letters."""


class Site(NamedTuple):
    """A space to be drawn."""

    name: str
    x: int  # its place on the drawing, in any unit; y grows downward
    y: int
    neighbors: tuple[str, ...]
    lines: tuple[str, ...]  # its text, the most important line first
    mark: str  # at most two letters, for a small square
    seat: int = -1  # the seat whose color it has; -1: none
    sign: str = ""  # the letter that stands for it in the map's picture


class MapSites(NamedTuple):
    """A map to draw: areas with lines between them, squares in rows, or regions of a picture."""

    sites: tuple[Site, ...]
    is_of_squares: bool = False
    picture: tuple[str, ...] = ()


def as_text(drawn: MapSites) -> list[str]:
    """Return the map as lines of ASCII."""
    if drawn.picture:
        return [line.rstrip() for line in drawn.picture]
    if drawn.is_of_squares:
        return list(_rows_of_squares(drawn.sites))
    return _boxes(drawn.sites, _arranged(drawn.sites))


def as_svg(drawn: MapSites) -> str:
    """Return the map as an SVG picture that needs no fonts or files."""
    if drawn.picture:
        width, height, parts = _picture_of_regions(drawn)
    elif drawn.is_of_squares:
        width, height, parts = _picture_of_squares(drawn.sites)
    else:
        width, height, parts = _picture_of_areas(drawn.sites)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="monospace" font-size="12">'
        f"{''.join(parts)}</svg>"
    )


# --- text ---


def _arranged(sites: Sequence[Site]) -> MapLayout:
    rows = len({site.y for site in sites})
    return arrange(sites, WIDTH, min(rows * ROWS_EACH, MOST_ROWS))


def _boxes(sites: Sequence[Site], layout: MapLayout) -> list[str]:
    canvas = [[" "] * layout.width for _ in range(layout.height)]
    for (x, y), ways in layout.links.items():
        upright = "|" if set(ways) <= {"d", "u"} else "+"
        canvas[y][x] = "-" if set(ways) <= {"l", "r"} else upright
    for site in sites:
        box = layout.boxes[site.name]
        for row, text in enumerate(_box(site, box)):
            canvas[box.y + row][box.x : box.x + box.width] = text
    return ["".join(row).rstrip() for row in canvas]


def _box(site: Site, box: Box) -> Iterator[str]:
    """Yield the rows of a space, with an outline if there is room for one."""
    if box.width < SMALLEST_BOX[0] or box.height < SMALLEST_BOX[1]:
        for row in range(box.height):
            text = site.lines[row] if row < len(site.lines) else ""
            yield text[: box.width - 1].ljust(box.width)
        return
    edge, width = f"+{'-' * (box.width - 2)}+", box.width - 2
    yield edge
    for row in range(box.height - 2):
        text = site.lines[row] if row < len(site.lines) else ""
        yield f"|{text[:width].ljust(width)}|"
    yield edge


def _rows_of_squares(sites: Sequence[Site]) -> Iterator[str]:
    """Yield the rows of a board of squares between its rulers."""
    places = {(site.x, site.y): site for site in sites}
    across, down = sorted({site.x for site in sites}), sorted({site.y for site in sites})
    ruler = "    " + " ".join(_column(sites, x).ljust(2) for x in across)
    yield ruler.rstrip()
    for y in down:
        row = (places[x, y].mark if (x, y) in places else "" for x in across)
        line = " ".join(mark.ljust(2) for mark in row)
        yield f"{_row(sites, y):>3} {line}".rstrip()


def _column(sites: Sequence[Site], x: int) -> str:
    """Return the letters with which the names of a column's squares begin."""
    return next(site.name for site in sites if site.x == x).rstrip("0123456789")


def _row(sites: Sequence[Site], y: int) -> str:
    """Return the number with which the names of a row's squares end."""
    name = next(site.name for site in sites if site.y == y)
    return name[len(name.rstrip("0123456789")) :]


# --- pictures ---

Picture = tuple[int, int, list[str]]
"""The width and height of a picture, in pixels, and its elements."""


def _picture_of_areas(sites: Sequence[Site]) -> Picture:
    layout = _arranged(sites)
    parts = [_link(x, y, ways) for (x, y), ways in sorted(layout.links.items())]
    for site in sites:
        box = layout.boxes[site.name]
        x, y = box.x * CELL[0], box.y * CELL[1]
        parts.append(_rectangle(x, y, box.width * CELL[0], box.height * CELL[1], _fill(site)))
        parts += [
            _text(x + CELL[0] // 2, y + (row + 1) * CELL[1] - 3, line[: box.width - 1])
            for row, line in enumerate(site.lines[: box.height])
        ]
    return layout.width * CELL[0], layout.height * CELL[1], parts


def _link(x: int, y: int, ways: str) -> str:
    """Return the line on a cell: from its middle to each of the sides l, r, u and d."""
    wide, high = CELL
    ends = {
        "l": (x * wide, y * high + high // 2),
        "r": (x * wide + wide, y * high + high // 2),
        "u": (x * wide + wide // 2, y * high),
        "d": (x * wide + wide // 2, y * high + high),
    }
    middle = f"M{x * wide + wide // 2} {y * high + high // 2}"
    steps = " ".join(f"{middle}L{ends[way][0]} {ends[way][1]}" for way in ways)
    return f'<path d="{steps}" stroke="{LINE}"/>'


def _picture_of_squares(sites: Sequence[Site]) -> Picture:
    left, top = min(site.x for site in sites), min(site.y for site in sites)
    right, bottom = max(site.x for site in sites), max(site.y for site in sites)
    parts: list[str] = []
    for site in sites:
        x, y = (site.x - left + 1) * SQUARE, (site.y - top + 1) * SQUARE
        parts.append(_rectangle(x, y, SQUARE, SQUARE, _fill(site)))
        if site.mark != ".":
            parts.append(_text(x + 5, y + SQUARE - 8, site.mark))
    columns, rows = range(left, right + 1), range(top, bottom + 1)
    parts += [_text((x - left + 1) * SQUARE + 5, SQUARE - 8, _column(sites, x)) for x in columns]
    parts += [_text(5, (y - top + 2) * SQUARE - 8, _row(sites, y)) for y in rows]
    return (right - left + 2) * SQUARE + 1, (bottom - top + 2) * SQUARE + 1, parts


def _picture_of_regions(drawn: MapSites) -> Picture:
    wide, high = CELL
    signs = {site.sign: site for site in drawn.sites}
    parts: list[str] = []
    cells: dict[str, list[tuple[int, int]]] = {}
    for y, row in enumerate(drawn.picture):
        for x, sign in enumerate(row):
            if sign in signs:
                fill = _fill(signs[sign])
                parts.append(_rectangle(x * wide, y * high, wide, high, fill, fill))
                cells.setdefault(sign, []).append((x, y))
    outlines = "".join(_outlines(drawn.picture))
    parts.append(f'<path d="{outlines}" stroke="{LINE}"/>')
    for sign, places in cells.items():
        y = sorted(y for _, y in places)[len(places) // 2]
        across = sorted(x for x, below in places if below == y)
        for number, text in enumerate(signs[sign].lines[:2]):
            start = across[0] * wide + max((len(across) - len(text)) * wide // 2, 2)
            parts.append(_text(start, (y + number) * high + high - 3, text[: len(across)]))
    width = max(map(len, drawn.picture), default=0)
    return width * wide, len(drawn.picture) * high, parts


def _outlines(picture: Sequence[str]) -> Iterator[str]:
    """Yield the edges of cells between two regions, or between a region and the sea."""
    wide, high = CELL
    width = max(map(len, picture))
    rows = [f" {row.ljust(width)} " for row in ("", *picture, "")]
    for y, (above, row) in enumerate(pairwise(rows)):
        for x in range(width + 1):
            if row[x] != row[x + 1] and y < len(picture):
                yield f"M{x * wide} {y * high}v{high}"
            if above[x + 1] != row[x + 1] and x < width:
                yield f"M{x * wide} {y * high}h{wide}"


def _fill(site: Site) -> str:
    return FILLS[site.seat % len(FILLS)] if site.seat >= 0 else PLAIN


def _rectangle(x: int, y: int, width: int, height: int, fill: str, edge: str = LINE) -> str:
    return (
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{fill}" stroke="{edge}"/>'
    )


def _text(x: int, y: int, text: str) -> str:
    return f'<text x="{x}" y="{y}" fill="{INK}" xml:space="preserve">{escape(text)}</text>'
