"""Boards of many squares: cells of one size, pieces as short glyphs, rulers.

    E♚     a player's token     EBr    Grizzly Bears     E◆   an artifact
    [ ]    the cursor            •     a legal choice     ·   in reach of the piece under the cursor

An obstacle fills its square. Larger squares also show power and toughness, and names.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from rich.style import Style
from rich.text import Text
from textual.strip import Strip

from engine.map_layout import Box, MapLayout
from engine.view import SpaceView, View
from tui.table.board.drawing import Line, Soldier, SpaceLook, cut, fitting_stats, shorten, strip_of
from tui.terminal import symbols, theme
from tui.widgets.short_names import LEAST_WORD

SIZES = (
    (2, 1),
    (3, 1),
    (4, 1),
    (4, 2),
    (5, 2),
    (6, 2),
    (6, 3),
    (7, 3),
    (8, 3),
    (10, 3),
    (11, 4),
    (13, 5),
    (16, 5),
)
"""The zoom steps: sizes of a square, in cells across and down."""
# index of the smallest automatic size; in less room the board scrolls
SMALLEST_WHOLE = 1
# cells at the left for row numbers; column letters take one line at the top
RULER_WIDTH = 3
# signs of a player's token, an artifact, and any other noncreature object
TOKEN, ARTIFACT, THING = "♚", "◆", "✦"
WALL = "▒"
PARTED = 4  # square width from which on a piece leaves its last cell blank
ROOMY = 9  # square width from which on the mark of a choice precedes the name
UNDERLINED = Style(underline=True)
LIGHT, DARK = theme.SQUARE_LIGHT, theme.SQUARE_DARK
# backgrounds of squares that the piece under the cursor can move to or attack
REACHED, STRUCK = theme.REACHED, theme.STRUCK
SCROLL_MARGIN = 3  # squares kept visible around the cursor while the board scrolls


def best_size(spaces: Sequence[SpaceView], width: int, height: int) -> int:
    """Return the index of the largest size at which the whole board fits.

    At least `SMALLEST_WHOLE`, at which pieces can be told apart.
    """
    columns, rows = extent(spaces)
    fitting = [
        i
        for i, (w, h) in enumerate(SIZES)
        if columns * w + RULER_WIDTH <= width and rows * h + 1 <= height
    ]
    return max([SMALLEST_WHOLE, *fitting])


def extent(spaces: Sequence[SpaceView]) -> tuple[int, int]:
    """Return the numbers of columns and rows."""
    return max(s.x for s in spaces) + 1, max(s.y for s in spaces) + 1


def arrange_squares(spaces: Sequence[SpaceView], size: int) -> MapLayout:
    """Return the layout of a board of squares, without the rulers."""
    width, height = SIZES[size]
    columns, rows = extent(spaces)
    return MapLayout(
        {s.name: Box(s.x * width, s.y * height, width, height) for s in spaces},
        columns * width,
        rows * height,
        {},
    )


# --- one square -----------------------------------------------------------------------------------


class SquareLook(Struct, frozen=True):
    """The look of a square."""

    look: SpaceLook
    obstacle: bool
    dark: bool  # whether the square is dark in the checkerboard pattern
    # an arrow to an opponent's piece out of sight, and its controller's seat; -1: none
    beyond: tuple[str, int] = ("", -1)


def draw_square(square: SquareLook, width: int, height: int) -> list[Strip]:
    """Return the lines of a square drawn in `width` by `height` cells."""
    look = square.look
    if square.obstacle:
        lines = [_obstacle(look, width)] * height
    elif look.soldiers:
        lines = _occupied(look, width, height)
        if look.advised:
            lines = [_with_mark(lines[0], look.note, width), *lines[1:]]
    else:
        lines = _empty(square, width, height)
    lines = [cut(line, width) for line in [*lines, *[[]] * height][:height]]
    if look.cursor:
        lines = [_bracketed(line, width, height, row) for row, line in enumerate(lines)]
    return [strip_of(line, _ground(square)) for line in lines]


def _with_mark(line: Line, mark: str, width: int) -> Line:
    """Return the first line of a piece with the adviser's mark at its end.

    The controller's letter stays in sight.
    """
    room = max(width - len(mark), 1)
    return [*cut(line, room), (mark[: width - room], theme.CHOICE)]


def _ground(square: SquareLook) -> str:
    if square.look.reach and not square.obstacle:
        return REACHED if square.look.reach == "go" else STRUCK
    if square.look.letter:
        return theme.LAND_COLORS[square.look.letter][1]
    return DARK if square.dark else LIGHT


def _obstacle(look: SpaceLook, width: int) -> Line:
    return [(WALL * width, theme.HERE if look.cursor else theme.DIM)]


def _empty(square: SquareLook, width: int, height: int) -> list[Line]:
    """Return the lines of an empty square: choice or reach, note, arrow, the land's letter."""
    look = square.look
    sign, style = " ", theme.DIM
    if look.choice and not look.advised:
        sign, style = "•", theme.CHOICE
    elif look.note:
        sign, style = look.note, theme.DANGER if look.alarm else theme.CHOICE
    elif square.look.reach:
        sign, style = "·", theme.CHOICE
    elif look.letter:
        sign, style = look.letter.lower(), theme.land_style(look.letter)
    first: Line = [(sign.center(width), style)]
    arrow, seat = square.beyond
    if arrow and sign in (" ", "·"):
        first = [
            (arrow, theme.STRONG),
            (look.seats[seat], theme.badge_style(seat)),
            (" " * (width - 2), theme.PLAIN),
        ]
    if height < 3:
        return [first]
    name: Line = [(look.name.rjust(width - 1), theme.DIM)]
    land: Line = (
        [(f" {look.land_name}"[:width], theme.land_style(look.letter))] if look.letter else []
    )
    return [land, first, *[[]] * (height - 3), name]


def _occupied(look: SpaceLook, width: int, height: int) -> list[Line]:
    """Return the lines of an occupied square: its first piece, or several if there is room."""
    soldiers = sorted(
        look.soldiers,
        key=lambda s: (not s.picked, not s.current, not s.choice, s.sign != TOKEN, -s.power),
    )
    first = soldiers[0]
    more = len(soldiers) > 1
    if height == 1:
        return [_glyph(look, first, width, more)]
    if height == 2:
        return [_glyph(look, first, width, more), _size_line(first, width)]
    lines: list[Line] = []
    each = 2 if height >= 2 * len(soldiers) else 1
    for soldier in soldiers[: height // each]:
        lines += [_named(look, soldier, width), _size_line(soldier, width)][:each]
    if len(soldiers) > height // each:
        lines[-1] = [(f" +{len(soldiers) - len(lines) + 1}".ljust(width), theme.QUIET)]
    lines += [[]] * (height - len(lines) - 1)
    return [*lines, [(look.name.rjust(width - 1), theme.DIM)]] if len(lines) < height else lines


def _badge(look: SpaceLook, soldier: Soldier) -> tuple[str, Style]:
    """Return the controller's letter; a dot for an object without a controller."""
    return (
        (look.seats[soldier.seat], theme.badge_style(soldier.seat))
        if soldier.seat >= 0
        else ("∙", theme.QUIET)
    )


def _style(soldier: Soldier) -> Style:
    if soldier.current or soldier.picked:
        return theme.CURSOR
    if soldier.choice:
        return theme.CHOICE
    if symbols.NEWS in soldier.marks:
        return theme.HERE
    return theme.QUIET if soldier.marks else theme.STRONG


def _glyph(look: SpaceLook, soldier: Soldier, width: int, more: bool) -> Line:
    """Return a piece as its controller's letter and a sign or the first letters of its name.

    A piece that is picked or can be chosen is underlined. From `PARTED` cells on the last cell is
    blank; in less room only the first letter of a name is a capital. So neighboring pieces are told
    apart without their colors. In up to four cells a creature keeps its two letters; a mark covers
    the second letter.
    """
    parted = width >= PARTED
    room = width - 1 - parted
    marks = ("+" if more else "") + soldier.marks
    letters, least = min(room, 4), max(min(room - 1, 4), 1)
    kept = min(len(marks), room - least)
    if soldier.sign:
        sign = soldier.sign
    elif room == 2:
        sign = soldier.two_letters()[: room - kept]
    elif kept and least < letters:
        sign = soldier.beside(letters, least, _abbreviation)
    else:
        sign = soldier.short(letters, _abbreviation)
    if width < PARTED:
        sign = sign[:1] + sign[1:].lower()
    if kept:
        sign = sign.ljust(least if room < 4 else 0) + marks[:kept]
    style = _style(soldier) + UNDERLINED if soldier.dot else _style(soldier)
    return [
        _badge(look, soldier),
        (sign[:room], style),
        (" " * (room - len(sign) + parted), theme.PLAIN),
    ]


def _named(look: SpaceLook, soldier: Soldier, width: int) -> Line:
    """Return a piece by name, separated from the next square by a blank or the choice mark."""
    roomy = width >= ROOMY
    room = width - 2 - roomy
    name = (_signed(soldier, room) if soldier.sign else soldier.short(room, shorten)).ljust(room)
    badge, dot = _badge(look, soldier), (soldier.dot or " ", theme.CHOICE)
    return (
        [badge, dot, (name, _style(soldier)), (" ", theme.PLAIN)]
        if roomy
        else [badge, (name, _style(soldier)), dot]
    )


def _signed(soldier: Soldier, room: int) -> str:
    """Return the sign of a noncreature object with its name or a word of the name.

    Returns the sign alone if no word fits.
    """
    ways = (
        f"{soldier.sign}{blank}{soldier.short(room - 1 - len(blank), shorten)}"
        for blank in (" ", "")
        if room > 1 + len(blank)
    )
    whole = (
        words
        for words in ways
        if words[1:].strip() in soldier.name.split() or words[1:].strip() == soldier.name
    )
    return next(whole, soldier.sign)


def _size_line(soldier: Soldier, width: int) -> Line:
    """Return a piece's power and toughness, damage and state, as far as each fits whole."""
    # numbers of neighboring squares never touch, and the cursor never covers them
    words = fitting_stats(soldier.stats, soldier.marks, width - 1)
    return [
        (
            words.center(width) if len(words) < width - 1 else f"{words} ",
            theme.QUIET if soldier.marks else theme.PLAIN,
        )
    ]


def _abbreviation(name: str, room: int) -> str:
    """Return a name shortened for a small square.

    The result is a word or the start of a word; in two cells, the first letters of two words.
    """
    if room >= LEAST_WORD:
        return shorten(name, room)
    words = [word for word in name.replace("-", " ").split() if word[0].isupper()] or name.split()
    return "".join(word[0] for word in words[:room]) if len(words) > 1 and room > 1 else name[:room]


def _bracketed(line: Line, width: int, height: int, row: int) -> Line:
    """Return a line with the cursor's brackets at both ends.

    The cursor fills a square of two cells, or of three with a piece.
    """
    if width < 4:
        text = "".join(words for words, _ in line)
        return [(f"[{text[1]}]" if width == 3 and text[::2] == "  " else text, theme.CURSOR)]
    left, right = "┃", "┃"
    if height == 1:
        left, right = "[", "]"
    elif row == 0:
        left, right = "┏", "┓"
    elif row == height - 1:
        left, right = "┗", "┛"
    kept = cut(line, width - 1)
    words, style = kept[0]
    if words.startswith(" "):  # a piece's badge stays in sight
        kept = [(left, theme.HERE), (words[1:], style), *kept[1:]]
    return [*kept, (right, theme.HERE)]


# --- pieces out of sight ---

ARROWS = {
    (-1, 0): "←",
    (1, 0): "→",
    (0, -1): "↑",
    (0, 1): "↓",
    (-1, -1): "↖",
    (1, -1): "↗",
    (-1, 1): "↙",
    (1, 1): "↘",
}
# offsets along the edge at which a marker may be placed, the nearest first
SLIDE = (0, 1, -1, 2, -2)


def beyond(
    view: View, window: tuple[int, int, int, int], viewer: int
) -> dict[str, tuple[str, int]]:
    """Return arrows to opponents' pieces outside a window, by the squares at its edge.

    Each arrow comes with the seat of the piece's controller. `window` is (left, top, right, bottom)
    in squares.
    """
    left, top, right, bottom = window
    at = {(space.x, space.y): space for space in view.spaces}
    places = {space.name: (space.x, space.y) for space in view.spaces}
    found: dict[str, tuple[str, int]] = {}
    for item in view.permanents:
        x, y = places.get(item.space, (left, top))
        dx, dy = (x > right) - (x < left), (y > bottom) - (y < top)
        if item.controller in (viewer, -1) or item.power is None or not (dx or dy):
            continue
        for slide in SLIDE:
            edge = (
                min(max(x, left), right) + (slide if not dx else 0),
                min(max(y, top), bottom) + (slide if dx else 0),
            )
            space = at.get(edge) if left <= edge[0] <= right and top <= edge[1] <= bottom else None
            if (
                space is not None
                and not space.obstacle
                and not space.creatures
                and not space.lying
                and space.name not in found
            ):
                found[space.name] = ARROWS[dx, dy], item.controller
                break
    return found


# --- rulers ---------------------------------------------------------------------------------------


def column_ruler(spaces: Sequence[SpaceView], size: int, shift: int, width: int, here: str) -> Text:
    """Return the letters of the visible columns, the cursor's column highlighted."""
    text = Text(" " * RULER_WIDTH)
    each = SIZES[size][0]
    marked = here.rstrip("0123456789")
    cells = [" "] * max(width, 0)
    lit: list[tuple[int, int]] = []
    for space in spaces:
        if space.y:
            break
        letters = space.name.rstrip("0123456789")
        at = space.x * each + max(0, (each - len(letters)) // 2) - shift
        if at < 0 or at + len(letters) > width or (len(letters) > each - 1 and space.x % 2):
            continue
        cells[at : at + len(letters)] = letters
        if letters == marked:
            lit.append((RULER_WIDTH + at, RULER_WIDTH + at + len(letters)))
    text.append("".join(cells), theme.DIM)
    for start, end in lit:
        text.stylize(theme.HERE, start, end)
    return text


def row_number(size: int, row: int, here: str) -> tuple[str, Style]:
    """Return the ruler at the left of a line of cells, and its style.

    `row` counts lines from the board's top. Only the middle line of a square has the number.
    """
    height = SIZES[size][1]
    number = row // height + 1
    words = str(number) if row % height == (height - 1) // 2 else ""
    return words.rjust(RULER_WIDTH - 1) + " ", theme.HERE if here.lstrip(
        "abcdefghijklmnopqrstuvwxyz"
    ) == str(number) else theme.DIM
