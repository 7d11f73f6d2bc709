"""A small picture of an empty board."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text

from engine.base.records import replace
from engine.board import Board
from engine.fronts.common.squares import SquareBoard
from engine.log import many
from engine.map_layout import arrange
from engine.view import SpaceView
from tui.table.board import squares
from tui.table.board.drawing import SpaceLook, draw
from tui.table.board.layout import LINES
from tui.table.board.region_drawing import ground
from tui.table.board.region_layout import arrange_regions
from tui.terminal import theme
from tui.widgets.lines import styled

LARGEST = (76, 32)  # cells of the largest sketch, across and down
LARGEST_SQUARES = (64, 32)


def sketch(board: Board, width: int, height: int, tokens: int = 0) -> list[Text]:
    """Return a picture of a board with areas face down, as lines of text.

    Strongholds are marked, and the starting squares of the first `tokens` players.
    """
    if isinstance(board, SquareBoard):
        return _squares(
            board,
            min(width, LARGEST_SQUARES[0]),
            min(height, LARGEST_SQUARES[1]),
            board.starts[:tokens],
        )
    spaces = [
        SpaceView(space.name, space.x, space.y,
        tuple(board.spaces[n].name for n in board.neighbors[index]), False, 0, "", (), -1, 0,
                  space.stronghold, (), sign=space.sign)
        for index, space in enumerate(board.spaces)
    ]  # fmt: skip
    room, tall = min(width, LARGEST[0]), min(height, LARGEST[1])
    layout = (
        arrange_regions(spaces, board.picture, room, tall)
        if board.picture
        else arrange(spaces, room, tall)
    )
    boxes = {name: box for name, box in layout.boxes.items() if box.x + box.width <= width}
    beyond = len({box.x for name, box in layout.boxes.items() if name not in boxes})
    look = SpaceLook("", "", "", False, 0, -1, -1, (), ())
    looks = {
        s.name: replace(look, name=s.name, home=s.stronghold_of, cursor=s.stronghold_of >= 0,
        dots=layout.boxes[s.name].height < 3,
                        open=bool(board.picture))
        for s in spaces
    }  # fmt: skip
    drawn = {name: draw(looks[name], box.width, box.height) for name, box in boxes.items()}

    def between(y: int, start: int, end: int) -> Text:
        """Return the board between spaces."""
        if board.picture:
            return Text.assemble(
                *(
                    (cell.text, cell.style or "")
                    for cell in ground(layout, looks.get, y, start, end)
                )
            )
        return Text(
            "".join(LINES.get(layout.links.get((x, y), ""), " ") for x in range(start, end)),
            theme.QUIET,
        )

    lines: list[Text] = []
    for y in range(min(layout.height, height)):
        line = Text()
        for name, box in sorted(boxes.items(), key=lambda entry: entry[1].x):
            if box.y <= y < box.y + box.height:
                line.append_text(between(y, line.cell_len, box.x))
                for segment in drawn[name][y - box.y]:
                    line.append(segment.text, segment.style or Style())
        lines.append(line.append_text(between(y, line.cell_len, min(layout.width, width))))
    return lines[: height - (beyond > 0)] + [
        styled(f"and {many(beyond, 'more column')} to the right", theme.QUIET)
    ] * (beyond > 0)


def _squares(board: SquareBoard, width: int, height: int, tokens: tuple[int, ...]) -> list[Text]:
    """Return a picture of a board of squares with obstacles and starting squares.

    Of a board larger than the room, only every second or third row and column is drawn.
    """
    each = next((cells for cells in (2, 1) if board.columns * cells <= width), 1)
    skip = max(-(-board.columns * each // width), -(-board.rows // height))
    starts = {space: seat for seat, space in enumerate(tokens)}
    lines: list[Text] = []
    for y in range(0, board.rows, skip):
        line = Text()
        for x in range(0, board.columns, skip):
            block = [
                (y + j) * board.columns + x + i
                for j in range(skip)
                for i in range(skip)
                if y + j < board.rows and x + i < board.columns
            ]
            seat = next((starts[space] for space in block if space in starts), None)
            if seat is not None:
                line.append(squares.TOKEN.ljust(each), theme.seat_style(seat))
            elif any(board.spaces[space].obstacle for space in block):
                line.append(squares.WALL * each, theme.DIM)
            else:
                line.append("·".ljust(each), theme.DIM)
        lines.append(line)
    return lines
