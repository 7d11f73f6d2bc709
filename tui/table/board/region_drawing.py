"""Drawing of a map of regions: outlines, land and sea around the regions' text."""

from __future__ import annotations

from collections.abc import Callable

from rich.segment import Segment
from rich.style import Style

from engine.map_layout import MapLayout
from tui.table.board.drawing import SpaceLook, edge_style
from tui.table.board.layout import LINES, RIDGE, STRAIT
from tui.terminal import theme

LIGHT = "─│╭╮╰╯┬┴├┤┼"
HEAVY = str.maketrans(LIGHT, "━┃┏┓┗┛┳┻┣┫╋")
# outlines are heavy around the cursor and double around legal choices
DOUBLE = str.maketrans(LIGHT, "═║╔╗╚╝╦╩╠╣╬")
UNSEEN, WAVE = "░", "~"  # unrevealed land; scattered waves on the sea


def ground(
    layout: MapLayout, look_of: Callable[[str], SpaceLook | None], row: int, start: int, end: int
) -> list[Segment]:
    """Return a stretch of a line of the map, without the text inside regions."""
    return [_cell(layout, look_of, x, row) for x in range(start, end)]


def _cell(layout: MapLayout, look_of: Callable[[str], SpaceLook | None], x: int, y: int) -> Segment:
    if (x, y) in layout.edges:
        return _edge(
            layout.links[x, y],
            [look for name in layout.edges[x, y] if (look := look_of(name)) is not None],
        )
    name = layout.ground.get((x, y), "")
    if name and (look := look_of(name)) is not None:
        style = Style(color=theme.FOG, bgcolor=theme.LAND_COLORS[look.letter][1])
        return Segment(" " if look.face_up or look.soldiers else UNSEEN, style)
    if layout.links.get((x, y)) == STRAIT:
        return Segment(LINES[STRAIT], theme.QUIET)
    inside = 0 <= x < layout.width and 0 <= y < layout.height
    return Segment(WAVE if inside and (5 * x + 11 * y) % 23 == 0 else " ", theme.DIM)


def _edge(link: str, around: list[SpaceLook]) -> Segment:
    """Return a cell of an outline: heavy around the cursor, double around a legal choice.

    Other outlines have the color of a player who holds a region beside the cell.
    """
    sign = LINES[link]
    here, choice = (
        next((look for look in around if look.cursor), None),
        next((look for look in around if look.choice), None),
    )
    if here is not None:
        return Segment(sign.translate(HEAVY), edge_style(here))
    if choice is not None:
        return Segment(sign.translate(DOUBLE), edge_style(choice))
    if link == RIDGE:
        return Segment(sign, theme.QUIET)
    held = next((look for look in around if look.holder >= 0), None)
    return Segment(sign, edge_style(held) if held is not None else Style(color=theme.FAINT))
