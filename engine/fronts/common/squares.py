"""Maps of squares, from a size or a drawing, measured in king's moves, with obstacles.

A drawing is plain text, a line for each row: `.` is a free square, `#` an obstacle, a digit the
starting square of that player's token, and P, I, S, M or F a square of plains, island, swamp,
mountain or forest if terrain counts. Squares are called a1 (top left), b1, …, z1, aa1, …, a2.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from heapq import heappop, heappush
from importlib import resources
from itertools import accumulate
from math import isqrt
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta

from engine.base.files import UnreadableFileError, is_file, read_text
from engine.base.schema import listed
from engine.board import Board, Space
from engine.cards.characteristics import Printed
from engine.fronts.common.land import BASIC_TYPES
from engine.fronts.common.layouts import (
    Fault,
    Layout,
    MapTable,
    UnreadableDrawingError,
    column_name,
    lattice,
)
from engine.log import many
from engine.magic.core.game import GameCore
from engine.rule import Variant

# distance in king's moves, or in a straight line, rounded down
Metric = Literal["king", "straight"]

FREE, OBSTACLE = ".", "#"
TERRAIN = {name[0]: name for name in BASIC_TYPES}  # the land types of a drawing, by letter
UNIT = 100  # hundredths in a unit: lengths of paths are counted in hundredths
# length of a diagonal step in hundredths, if distances are straight
DIAGONAL = 141
RISKS = 16  # bits of a cost that count the risky squares on a path

Length = Annotated[int, Meta(ge=1, le=100)]
Bounds = tuple[Length, Length]


class SquareBoard(Board):
    """A board of squares, each next to the eight around it, numbered row by row."""

    def __init__(
        self,
        columns: int,
        rows: int,
        obstacles: frozenset[int],
        starts: tuple[int, ...],
        metric: Metric,
        terrain: Mapping[int, str],
    ) -> None:
        self.columns = columns
        self.rows = rows
        self.starts = starts  # starting squares of the players' tokens, in seat order
        self.metric = metric
        places = [(y * columns + x, x, y) for y in range(rows) for x in range(columns)]
        spaces = tuple(
            Space(square_name(x, y), x, y, obstacle=i in obstacles, terrain=terrain.get(i, ""))
            for i, x, y in places
        )
        super().__init__(spaces, lattice(columns, rows, (1, 0), (0, 1), (1, 1), (-1, 1)))
        self._discs: dict[tuple[int, int], int] = {}
        self.obstacles = mask(obstacles)
        everything = (1 << columns * rows) - 1
        # all except the first column
        self._not_first = everything & ~mask(range(0, columns * rows, columns))
        self._not_last = everything & ~mask(range(columns - 1, columns * rows, columns))
        self.everything = everything  # all squares

    def _measured_from(self, start: int) -> tuple[int, ...]:
        """Return the distance of every square from `start`, regardless of obstacles."""
        top, left = divmod(start, self.columns)
        found: list[int] = []
        for y in range(self.rows):
            row = self._lengths[abs(y - top)]
            found += row[left:0:-1] + row[: self.columns - left]
        return tuple(found)

    @cached_property
    def _lengths(self) -> list[list[int]]:
        """The distances by number of rows and number of columns."""
        king, rows, columns = self.metric == "king", range(self.rows), range(self.columns)
        return [[max(y, x) if king else isqrt(x * x + y * y) for x in columns] for y in rows]

    def step_length(self, a: int, b: int) -> int:
        """Return the length of a step between neighbors, in hundredths of a unit."""
        straight = (
            self.metric == "king"
            or a % self.columns == b % self.columns
            or a // self.columns == b // self.columns
        )
        return UNIT if straight else DIAGONAL

    @cached_property
    def border(self) -> tuple[int, ...]:
        """The free squares along the edges."""
        last_column, last_row = self.columns - 1, self.rows - 1
        return tuple(
            i
            for i, s in enumerate(self.spaces)
            if (s.x in (0, last_column) or s.y in (0, last_row)) and not s.obstacle
        )

    # Sets of squares are integers with a bit for each square, so that a step takes a few shifts for
    # any number of squares.

    def disc(self, space: int, reach: int) -> int:
        """Return the squares at most `reach` away, the square itself included."""
        found = self._discs.get((space, reach))
        if found is None:
            found = self._discs[space, reach] = self._disc(space, reach)
        return found

    def _disc(self, space: int, reach: int) -> int:
        top, left = divmod(space, self.columns)
        found = 0
        for y in range(max(top - reach, 0), min(top + reach + 1, self.rows)):
            # number of columns to each side, including its own
            wide = bisect(self._lengths[abs(y - top)], reach)
            first, end = max(left - wide + 1, 0), min(left + wide, self.columns)
            found |= ((1 << end - first) - 1) << y * self.columns + first
        return found

    def wide(self, start: int, longest: int) -> int:
        """Return the squares within a path of length `longest` if nothing is in the way."""
        return _wide(self, start, longest)

    def flood(self, start: int, longest: int, closed: int) -> int:
        """Return the squares within a path of length `longest` that enters no `closed` square."""
        wide = self.wide(start, longest)
        return self.flooded(start, longest, closed) if wide & closed & ~(1 << start) else wide

    def flooded(self, start: int, longest: int, closed: int) -> int:
        """Return the same as `flood`, always computed step by step."""
        found = 1 << start
        if self.metric != "king":
            for _, wave in self.waves(start, longest, closed):
                found |= wave
            return found
        opened, columns = self.everything & ~closed, self.columns
        for _ in range(longest // UNIT):
            wide = found | (found & self._not_last) << 1 | (found & self._not_first) >> 1
            grown = ((wide | wide << columns | wide >> columns) & opened) | found
            if grown == found:
                break
            found = grown
        return found

    def waves(
        self, start: int, longest: int, closed: int, risky: int = 0
    ) -> Iterator[tuple[int, int]]:
        """Yield (cost, squares) of `flood`: squares by the cost of the best path, nearest first.

        Of paths with equal length, the one that enters fewer `risky` squares is better: a cost is
        the length with the number of risky squares in its last `RISKS` bits.
        """
        opened = self.everything & ~closed | 1 << start
        grown, due = {0: 1 << start}, [0]
        while due:
            costs = heappop(due)
            wave = grown.pop(costs) & opened
            if not wave:
                continue
            opened ^= wave
            yield costs, wave
            for step, squares in self.beside(wave):
                if (costs >> RISKS) + step <= longest:
                    further = costs + (step << RISKS)
                    for total, some in (
                        (further, squares & opened & ~risky),
                        (further + 1, squares & opened & risky),
                    ):
                        if some:
                            if total not in grown:
                                heappush(due, total)
                            grown[total] = grown.get(total, 0) | some

    def at_place(self, squares: int, place: int) -> int:
        """Return the square of a set that comes at `place` in the order of names."""
        low, high = 0, len(self.spaces) - 1
        while low < high:
            middle = (low + high) // 2
            if (squares & self._first_by_name[middle]).bit_count() > place:
                high = middle
            else:
                low = middle + 1
        return self.by_name[low]

    @cached_property
    def _first_by_name(self) -> tuple[int, ...]:
        """The sets of the first one, two, three, … squares in the order of names."""
        return tuple(accumulate([1 << square for square in self.by_name], int.__or__))

    def beside(self, squares: int) -> tuple[tuple[int, int], ...]:
        """Return the squares one step away from a set, by the length of the step.

        Straight and diagonal steps are separate if their lengths differ.
        """
        columns = self.columns
        sides = (squares & self._not_last) << 1 | (squares & self._not_first) >> 1
        straight = (sides | squares << columns | squares >> columns) & self.everything
        diagonal = (sides << columns | sides >> columns) & self.everything
        return (
            ((UNIT, straight), (DIAGONAL, diagonal))
            if self.metric != "king"
            else ((UNIT, straight | diagonal),)
        )


@lru_cache(4096)
def _wide(board: SquareBoard, start: int, longest: int) -> int:
    return board.flooded(start, longest, 0)


class Squares(Layout, frozen=True):
    """A map of squares, given by its size or by a drawing (T-2, T-3, B-1, B-2).

    Players' tokens start in the middle of opposite short ends, a third and a fourth in the middle
    of the other sides.
    """

    has_land = False
    filled_in = ("drawing",)

    size: str = "16x10"  # columns x rows
    smallest: Bounds = (1, 1)  # the minimum columns and rows, for house rules and drawings
    largest: Bounds = (100, 100)  # the maximum columns and rows
    square: bool = False  # columns and rows must be equal
    distance: Metric = "king"  # king's moves, or straight-line distance rounded down
    terrain: bool = False  # a drawing may give squares a land type by its first letter
    map: str = ""  # the name of a drawing that comes with Spellfront, or a file
    drawing: tuple[str, ...] = ()  # its rows, read from the map

    def told(self, rules: Variant) -> Iterator[str]:
        columns, rows = self.extent()
        counted = {
            "king": "in king's moves: a diagonal step counts the same as a straight one",
            "straight": "as the crow flies, rounded down",
        }
        yield f"a grid of {columns} x {rows} squares; distance is counted {counted[self.distance]}."
        if self.drawing:
            drawn = listed(self._drawn(), "and")
            yield f"The grid's {drawn} {'comes' if drawn == 'land' else 'come'} from a drawn map."
        if not self.terrain or any(OBSTACLE in row for row in self.drawing):
            yield "Pieces can't stand on an obstacle."

    def _drawn(self) -> Iterator[str]:
        """Yield the names of the things that the drawing puts on the map."""
        signs = set("".join(self.drawing))
        if OBSTACLE in signs:
            yield "obstacles"
        if signs & TERRAIN.keys():
            yield "land"
        if any(map(str.isdigit, signs)):
            yield "starting squares"

    def build(self) -> SquareBoard:
        return _board(self)

    def extent(self) -> tuple[int, int]:
        """Return the number of columns and of rows."""
        if self.drawing:
            return max(map(len, self.drawing)), len(self.drawing)
        columns, _, rows = self.size.partition("x")
        return int(columns), int(rows)

    def lay_out(self, game: GameCore, table: MapTable, lands: Sequence[Printed]) -> None:
        """Do nothing: no land lies on the map."""

    def read_files(self, folders: Iterable[Path]) -> dict[str, object]:
        if not self.map:
            return {}
        try:
            return {"drawing": list(read_drawing(find_drawing(self.map, folders)))}
        except ValueError as error:
            raise UnreadableDrawingError(self.map, str(error)) from None

    def faults(self) -> list[Fault]:
        if not re.fullmatch(r"\d{1,4}x\d{1,4}", self.size, re.ASCII):
            return [("size", f"'{self.size}'", "columns x rows, such as '16x10'")]
        columns, rows = self.extent()
        key, found = "map" if self.drawing else "size", f"{columns}x{rows} squares"
        if not (
            self.smallest[0] <= columns <= self.largest[0]
            and self.smallest[1] <= rows <= self.largest[1]
        ):
            return [
                (
                    key,
                    found,
                    (
                        f"from {self.smallest[0]}x{self.smallest[1]} to "
                        f"{self.largest[0]}x{self.largest[1]} squares"
                    ),
                )
            ]
        if self.square and columns != rows:
            return [(key, found, "as many columns as rows")]
        if not self.drawing:
            return []
        return list(_drawing_faults(self.drawing, TERRAIN if self.terrain else ()))


@lru_cache(16)
def _board(layout: Squares) -> SquareBoard:
    columns, rows = layout.extent()
    signs = {
        y * columns + x: sign for y, row in enumerate(layout.drawing) for x, sign in enumerate(row)
    }
    obstacles = frozenset(square for square, sign in signs.items() if sign == OBSTACLE)
    terrain = {square: TERRAIN[sign] for square, sign in signs.items() if sign in TERRAIN}
    west_east = (rows // 2) * columns, (rows // 2) * columns + columns - 1
    north_south = columns // 2, (rows - 1) * columns + columns // 2
    starts = (*west_east, *north_south) if columns >= rows else (*north_south, *west_east)
    drawn = sorted((int(sign), square) for square, sign in signs.items() if sign.isdigit())
    return SquareBoard(
        columns,
        rows,
        obstacles,
        tuple(square for _, square in drawn) or starts,
        layout.distance,
        terrain,
    )


def _drawing_faults(drawing: tuple[str, ...], terrain: Collection[str]) -> Iterator[Fault]:
    signs = "".join(drawing)
    digits = sorted(sign for sign in signs if sign.isdigit())
    known = {*"0123456789", FREE, OBSTACLE, *terrain}
    for number, row in enumerate(drawing, 1):
        if len(row) != len(drawing[0]):
            yield (
                "map",
                f"{many(len(row), 'square')} in row {number}",
                f"{many(len(drawing[0]), 'square')}, like the first row",
            )
        if strange := next((sign for sign in row if sign not in known), ""):
            land = f", {', '.join(terrain)} for land" if terrain else ""
            yield (
                "map",
                f"'{strange}' in row {number}",
                f"'.' for a free square, '#' for an obstacle, a digit where a token starts{land}",
            )
    if digits and digits != [str(n) for n in range(1, len(digits) + 1)]:
        yield (
            "map",
            f"the starting squares {', '.join(digits)}",
            "one for each player, 1, 2 and so on, or none",
        )
    if not digits and not set(signs) & {FREE, *terrain}:
        yield "map", "no free squares", "at least one"


def square_name(column: int, row: int) -> str:
    """Return the name of a square: a1 is the first, aa1 comes after z1."""
    return f"{column_name(column)}{row + 1}"


def mask(squares: Iterable[int]) -> int:
    """Return a set of squares as an integer with a bit for each."""
    found = 0
    for square in squares:
        found |= 1 << square
    return found


def square_board(game: GameCore) -> SquareBoard:
    """Return the board of a game that is played on squares."""
    board = game.board
    assert isinstance(board, SquareBoard)
    return board


def squares_of(some: int) -> tuple[int, ...]:
    """Return the squares of a set, which has a bit for each, in order."""
    squares: list[int] = []
    for place, eight in enumerate(some.to_bytes((some.bit_length() + 7) // 8, "little")):
        if eight:
            squares += _squares_of_eight(place, eight)
    return tuple(squares)


@lru_cache(8192)
def _squares_of_eight(place: int, some: int) -> tuple[int, ...]:
    """Return the squares of a set of eight neighbors; `place` counts the groups of eight."""
    return tuple([8 * place + square for square in range(8) if some >> square & 1])


# --- drawings ---


def shipped_maps() -> tuple[str, ...]:
    """Return the names of the drawings that come with the game."""
    folder = resources.files("variants") / "maps"
    return tuple(
        sorted(
            file.name.removesuffix(".txt")
            for file in folder.iterdir()
            if file.name.endswith(".txt")
        )
    )


def find_drawing(name: str, folders: Iterable[Path] = ()) -> str:
    """Return a name that finds a drawing from any folder: a shipped drawing's, or a full path.

    A file is looked for in `folders` first. Returns `name` if there is no such drawing.
    """
    if name in shipped_maps():
        return name
    return next(
        (
            str(path.resolve())
            for path in (*(folder / name for folder in folders), Path(name))
            if is_file(path)
        ),
        name,
    )


def read_drawing(name: str) -> tuple[str, ...]:
    """Return the rows of a shipped drawing or of a file; lines starting with `//` are comments.

    Raises ValueError if there is no such drawing, or if it is empty.
    """
    if name in shipped_maps():
        text = (resources.files("variants") / "maps" / f"{name}.txt").read_text(encoding="utf-8")
    else:
        try:
            text = read_text(Path(name))
        except UnreadableFileError:
            raise ValueError(f"a readable file, or one of {', '.join(shipped_maps())}") from None
    rows = tuple(
        line.rstrip() for line in text.splitlines() if line.strip() and not line.startswith("//")
    )
    if not rows:
        raise ValueError("a drawing with at least one row of squares")
    return rows
