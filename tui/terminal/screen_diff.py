"""The terminal's contents cell by cell, so that an update sends only the differences."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from rich.cells import cell_len
from rich.color import ColorSystem
from rich.console import Console
from rich.segment import Segment
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.strip import Strip

# the text of a cell and its style's codes; the second cell of a wide letter has no text
Cell = tuple[str, str]
UNKNOWN: Cell = ("\0", "")
BOXES = frozenset(map(chr, range(0x2500, 0x2580)))
"""Box-drawing characters, which are one cell wide wherever a table can be displayed."""
# unchanged cells up to this number are rewritten, which is no longer than skipping them
NEAR = 4


class Canvas:
    """The known contents of the terminal."""

    def __init__(self) -> None:
        self._rows: list[list[Cell]] = []
        self._size = (0, 0)

    def forget(self) -> None:
        """Forget the contents of the terminal."""
        self._size = (0, 0)

    def paint(
        self,
        pieces: Iterator[tuple[int, int, Strip]],
        size: tuple[int, int],
        colors: ColorSystem | None,
    ) -> str:
        """Return the output that puts strips at their columns and rows.

        `size` is the number of columns and rows of the terminal.
        """
        if size != self._size:
            self._rows, self._size = [[UNKNOWN] * size[0] for _ in range(size[1])], size
        pen = Pen(size[0])
        for x, y, strip in pieces:
            if 0 <= y < size[1] and x < size[0]:
                self._paint_strip(pen, x, y, cells_of(strip, colors)[: size[0] - x])
        return pen.finished()

    def _paint_strip(self, pen: Pen, x: int, y: int, cells: list[Cell]) -> None:
        row, end = self._rows[y], x + len(cells)
        if row[x:end] == cells:
            return
        changed = [at for at, cell in enumerate(cells, x) if row[at] != cell]
        row[x:end] = cells
        for at in changed:
            between = row[pen.x : at] if pen.y == y and pen.x < at <= pen.x + NEAR else []
            if all(pen.suits(cell) for cell in between):
                for cell in between:
                    pen.write(cell)
            pen.move_to(at, y)
            pen.write(row[at])


class Pen:
    """The terminal's cursor and style, and the output so far.

    Movements down a row and to the right are relative, so that the same box is the same bytes
    anywhere on screen, which compresses well. After a letter whose width differs between terminals,
    and at the right edge, the next movement is absolute.
    """

    def __init__(self, columns: int) -> None:
        self.x = self.y = -1
        self._columns = columns
        self._is_sure = False  # whether the terminal's cursor is certainly in this column
        self.codes: str | None = None  # None: unknown
        self._written: list[str] = []

    def move_to(self, x: int, y: int) -> None:
        """Move to a cell."""
        down, right = y - self.y, x - self.x
        if self._is_sure and (down == 1 or (not down and right > 0)):
            self._written.append("\x1b[B" * down + steps_aside(right))
        elif down or right:
            self._written.append(f"\x1b[{y + 1};{x + 1}H" if down else f"\x1b[{x + 1}G")
            self._is_sure = True
        self.x, self.y = x, y

    def write(self, cell: Cell) -> None:
        """Write a cell and advance."""
        letter, codes = cell
        if not self.suits(cell):
            self._written.append(change_of_style(self.codes, codes))
            self.codes = codes
        self._written.append(letter)
        self.x += 1
        self._is_sure = (
            self._is_sure and self.x < self._columns and (letter.isascii() or letter in BOXES)
        )

    def suits(self, cell: Cell) -> bool:
        """Return whether a cell can be written in the current style."""
        letter, codes = cell
        return codes == self.codes or (
            letter == " " and self.codes is not None and ground_of(self.codes) == codes
        )

    def finished(self) -> str:
        """Return the output, ending in the default style."""
        return "".join([*self._written, "\x1b[m"]) if self._written else ""


@lru_cache(4096)
def change_of_style(before: str | None, after: str) -> str:
    """Return the escape sequence that changes one style into another.

    Only differences are sent, unless an attribute ends that can't be ended alone.
    """
    anew = f"\x1b[0;{after}m" if after else "\x1b[m"
    if before is None:
        return anew
    (had, fore, back), (has, now_fore, now_back) = _parts(before), _parts(after)
    codes = sorted({ENDS.get(code, "0") for code in had - has}) + sorted(has - had)
    codes += [now_fore or "39"] if now_fore != fore else []
    codes += [now_back or "49"] if now_back != back else []
    change = f"\x1b[{';'.join(codes)}m" if codes else ""
    return anew if (had | has) & FADES or "0" in codes or len(anew) < len(change) else change


@lru_cache(1024)
def steps_aside(right: int) -> str:
    """Return the escape sequence that moves the cursor right, or left if negative."""
    if not right:
        return ""
    far = abs(right)
    return f"\x1b[{'' if far == 1 else far}{'C' if right > 0 else 'D'}"


# the code that ends an attribute: bold, italic, underline, reverse, strikethrough
ENDS = {"1": "22", "3": "23", "4": "24", "7": "27", "9": "29"}
# dim ends together with bold, so that the style is always set completely
FADES = frozenset({"2"})
# attributes that are visible on a space
SHOWN_WITHOUT_LETTER = frozenset({"4", "7", "9", "21", "53"})


@lru_cache(4096)
def ground_of(codes: str) -> str:
    """Return the part of a style that is visible on a space."""
    attributes, _, back = _parts(codes)
    return codes if attributes & SHOWN_WITHOUT_LETTER else back


@lru_cache(4096)
def _parts(codes: str) -> tuple[frozenset[str], str, str]:
    """Return a style's attributes, foreground and background."""
    attributes, fore, back = set[str](), "", ""
    left = codes.split(";") if codes else []
    while left:
        code = left.pop(0)
        if code in ("38", "48"):
            size = 2 if left and left[0] == "5" else 4
            color = ";".join([code, *left[:size]])
            del left[:size]
        elif len(code) > 1 and code[:-1] in ("3", "4", "9", "10"):
            color = code
        else:
            attributes.add(code)
            continue
        if code.startswith(("3", "9")):
            fore = color
        else:
            back = color
    return frozenset(attributes), fore, back


def cells_of(strip: Strip, colors: ColorSystem | None) -> list[Cell]:
    """Return the cells of a strip."""
    cells: list[Cell] = []
    for text, style, control in strip:
        if control:
            continue
        codes = Strip.render_ansi(style, colors) if style and colors is not None else ""
        if text.isascii():
            blank = (" ", ground_of(codes))
            cells += [blank if letter == " " else (letter, codes) for letter in text]
            continue
        for letter in text:
            width = cell_len(letter)
            if letter == " ":
                cells.append((letter, ground_of(codes)))
            elif width:
                cells += [(letter, codes), *[("", codes)] * (width - 1)]
            elif cells:  # a combining character
                cells[-1] = (cells[-1][0] + letter, cells[-1][1])
    return cells


class LeanUpdate(CompositorUpdate):
    """A screen update that sends only differences from the known contents."""

    def __init__(
        self, update: LayoutUpdate | ChopsUpdate, canvas: Canvas, size: tuple[int, int]
    ) -> None:
        self._update, self._canvas, self._size = update, canvas, size
        self._written: str | None = None

    def render_segments(self, console: Console) -> str:
        """Return the output; empty if everything is on screen already."""
        if self._written is None:
            update = self._update
            pieces = (
                _pieces_of_layout(update)
                if isinstance(update, LayoutUpdate)
                else _pieces_of_chops(update)
            )
            self._written = self._canvas.paint(pieces, self._size, console._color_system)
        return self._written

    def __rich_console__(self, console: Console, options: object) -> Iterator[Segment]:
        yield Segment(self.render_segments(console))


def _pieces_of_layout(update: LayoutUpdate) -> Iterator[tuple[int, int, Strip]]:
    """Yield the strips of a whole screen with their columns and rows."""
    for y, line in enumerate(update.strips, update.region.y):
        x = update.region.x
        for strip in line:
            yield x, y, strip
            x += strip.cell_length


def _pieces_of_chops(update: ChopsUpdate) -> Iterator[tuple[int, int, Strip]]:
    """Yield the strips of the changed regions with their columns and rows."""
    for y, x1, x2 in update.spans:
        for end, (x, strip) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
            if strip is not None and x <= x2 and end > x1:
                yield x, y, strip if end <= x2 else strip.crop(0, x2 - x)
