"""A small picture of a board before anything lies on it."""

from __future__ import annotations

from msgspec.structs import replace
from rich.style import Style
from rich.text import Text

from engine.board import Board
from engine.view import SpaceView
from tui import theme
from tui.widgets.board_drawing import Look, draw
from tui.widgets.board_layout import LINES, arrange

SKETCH_HEIGHT = 17


def sketch(board: Board, width: int, height: int) -> list[Text]:
    """The board as lines of text, every area face down, Strongholds marked."""
    spaces = [
        SpaceView(space.name, space.x, space.y, tuple(board.spaces[n].name for n in board.neighbors[index]), False, 0, "", (), -1, 0,
                  space.stronghold, ())
        for index, space in enumerate(board.spaces)
    ]  # fmt: skip
    layout = arrange(spaces, min(width, 48), min(height, SKETCH_HEIGHT))
    look = Look("", "", "", False, 0, -1, -1, (), ())
    drawn = {
        s.name: draw(replace(look, name=s.name, home=s.stronghold_of, cursor=s.stronghold_of >= 0, dots=layout.boxes[s.name].height < 3),
                     layout.boxes[s.name].width, layout.boxes[s.name].height)
        for s in spaces
    }  # fmt: skip
    lines: list[Text] = []
    for y in range(min(layout.height, height)):
        line = Text()
        for name, box in sorted(layout.boxes.items(), key=lambda entry: entry[1].x):
            if box.y <= y < box.y + box.height:
                line.append("".join(LINES.get(layout.links.get((x, y), ""), " ") for x in range(line.cell_len, box.x)), theme.QUIET)
                for segment in drawn[name][y - box.y]:
                    line.append(segment.text, segment.style or Style())
        end = "".join(LINES.get(layout.links.get((x, y), ""), " ") for x in range(line.cell_len, layout.width))
        lines.append(line.append(end, theme.QUIET))
    return lines
