"""Maps of named regions, drawn as a picture of letters.

Each letter or digit of the picture belongs to the region that it is the sign of; `.` belongs to
none (sea, for example):

    ccccccaaaaaa
    ccc..aaaaaaa
    bbb..aaaaaaa

Regions that touch are adjacent unless a ridge lies between them; a strait joins regions that don't
touch. The screen draws the same picture as large as there is room.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Annotated

from msgspec import Meta

from engine.base.schema import listed, shown
from engine.board import Board, Space
from engine.fronts.common.layouts import Fault, Layout
from engine.log import many
from engine.rule import Variant

NOTHING = "."  # the sign of cells outside all regions
MOST_COLUMNS, MOST_ROWS, MOST_SIGNS = 120, 40, 5000
LONGEST_NAME = 16
NAME = re.compile(r"[a-z](-?[a-z0-9])*")  # a region's name, as used in the notation of actions
# names with another meaning in the notation of actions
TAKEN = re.compile(r"(player|ability)\d+")
# width and height of the smallest rectangle that each region must have room for: the screen writes
# a region's contents there
ROOM = (3, 2)

Cell = tuple[int, int]
Pair = tuple[str, str]


class Regions(Layout, frozen=True):
    """Any map of named regions and their borders, drawn as a picture of letters.

    The spaces of the board have the regions' names.
    """

    # lines of equal length, each character a region's, or '.'
    picture: Annotated[str, Meta(max_length=MOST_SIGNS)]
    # the name of each region, by its character: lowercase letters, digits and hyphens
    names: dict[str, str]
    # the names of the regions that are the seats' Strongholds, in turn order
    strongholds: tuple[str, ...] = ()
    straits: tuple[Pair, ...] = ()  # regions that are adjacent although they don't touch
    ridges: tuple[Pair, ...] = ()  # regions that touch but aren't adjacent

    def told(self, rules: Variant) -> Iterator[str]:
        if names := [space.name for space in self.build().spaces if space.stronghold < 0]:
            yield f"They are {listed(names, 'and')}; those that touch on the map border each other."
        yield from (f"Creatures can't cross the ridge between {a} and {b}." for a, b in self.ridges)
        yield from (f"A strait joins {a} and {b}." for a, b in self.straits)
        if self.strongholds:
            yield f"The Strongholds are {listed(self.strongholds, 'and')}."

    def lines(self) -> tuple[str, ...]:
        """Return the lines of the picture."""
        return tuple(self.picture.strip("\n").split("\n"))

    def build(self) -> Board:
        seats = {name: seat for seat, name in enumerate(self.strongholds)}
        spaces: list[Space] = []
        for sign, cells in self._cells().items():
            left, top, width, height = largest_rectangle(cells)
            name = self.names[sign]
            # a cell is two columns wide and four rows high
            spaces.append(
                Space(name, 2 * left + width, 4 * top + 2 * height, seats.get(name, -1), sign=sign)
            )
        number = {space.name: index for index, space in enumerate(spaces)}
        borders = (
            self._touching()
            .union(map(frozenset, self.straits))
            .difference(map(frozenset, self.ridges))
        )
        return Board(
            tuple(spaces),
            frozenset((number[a], number[b]) for a, b in borders),
            picture=self.lines(),
        )

    def _cells(self) -> dict[str, set[Cell]]:
        found: dict[str, set[Cell]] = {}
        for y, line in enumerate(self.lines()):
            for x, sign in enumerate(line):
                if sign != NOTHING:
                    found.setdefault(sign, set()).add((x, y))
        return found

    def _touching(self) -> set[frozenset[str]]:
        of = {cell: self.names[sign] for sign, cells in self._cells().items() for cell in cells}
        beside = (
            frozenset((name, of.get(near, name)))
            for (x, y), name in of.items()
            for near in ((x + 1, y), (x, y + 1))
        )
        return {pair for pair in beside if len(pair) > 1}

    # --- problems ---

    def faults(self) -> list[Fault]:
        return (
            list(self._wrong_picture())
            or list(self._wrong_names())
            or list(self._wrong_shapes())
            or list(self._wrong_borders())
        )

    def _wrong_picture(self) -> Iterator[Fault]:
        lines = self.lines()
        known = (
            ", ".join(sign for sign in self.names if len(sign) == 1 and sign.isprintable())
            or "none"
        )
        if len(lines) > MOST_ROWS or len(lines[0]) > MOST_COLUMNS:
            yield (
                "picture",
                f"{len(lines[0])} x {len(lines)} characters",
                f"at most {MOST_COLUMNS} x {MOST_ROWS}",
            )
        for number, line in enumerate(lines, 1):
            if len(line) != len(lines[0]):
                yield (
                    "picture",
                    f"{many(len(line), 'character')} in line {number}",
                    f"{many(len(lines[0]), 'character')}, like the first line",
                )
            if strange := next(
                (sign for sign in line if sign != NOTHING and sign not in self.names), ""
            ):
                yield (
                    "picture",
                    f"{strange!r} in line {number}",
                    f"'{NOTHING}' and the characters in [names]: {known}",
                )

    def _wrong_names(self) -> Iterator[Fault]:
        cells = self._cells()
        called: dict[str, str] = {}
        for sign, name in self.names.items():
            if len(sign) != 1 or not sign.isascii() or not sign.isalnum():
                yield "names", f"the character {shown(sign)}", "one letter or digit for each region"
            elif sign not in cells:
                yield (
                    f"names.{sign}",
                    f"a region without any '{sign}' in the picture",
                    "regions drawn in the picture",
                )
            if not NAME.fullmatch(name) or len(name) > LONGEST_NAME or TAKEN.fullmatch(name):
                allowed = (
                    f"at most {LONGEST_NAME} lowercase letters, digits and single inner "
                    "hyphens, starting with a letter"
                )
                yield (
                    f"names.{shown(sign).strip(chr(39))}",
                    shown(name),
                    f"{allowed}, but not 'player1', 'ability1' and the like",
                )
            elif name in called:
                yield (
                    f"names.{sign}",
                    f"'{name}', the name of '{called[name]}'",
                    "a name of its own for each region",
                )
            called[name] = sign
        if not self.names:
            yield "names", "no regions", "at least one"

    def _wrong_shapes(self) -> Iterator[Fault]:
        for sign, cells in self._cells().items():
            if (pieces := _pieces(cells)) > 1:
                yield (
                    "picture",
                    f"'{sign}' ({self.names[sign]}) in {pieces} pieces",
                    "each region in one piece",
                )
            width, height = largest_rectangle(cells)[2:]
            if width < ROOM[0] or height < ROOM[1]:
                allowed = f"a rectangle of at least {ROOM[0]} x {ROOM[1]} characters in each region"
                yield (
                    "picture",
                    f"'{sign}' ({self.names[sign]}) whose largest rectangle is {width} x {height}",
                    allowed,
                )

    def _wrong_borders(self) -> Iterator[Fault]:
        known = set(self.names.values())
        names = listed(sorted(known))
        for name in self.strongholds:
            if name not in known:
                yield "strongholds", shown(name), names
            elif self.strongholds.count(name) > 1:
                yield "strongholds", f"'{name}' twice", "a region for each seat"
        touching, good = self._touching(), True
        for key, pairs, must_touch in (
            ("straits", self.straits, False),
            ("ridges", self.ridges, True),
        ):
            for number, pair in enumerate(pairs, 1):
                where = f"{key}.{number}"
                if strange := next((name for name in pair if name not in known), None):
                    yield where, shown(strange), names
                elif pair[0] == pair[1]:
                    yield where, f"'{pair[0]}' and itself", "two regions"
                elif (frozenset(pair) in touching) != must_touch:
                    found = (
                        f"'{pair[0]}' and '{pair[1]}', which "
                        f"{'touch' if not must_touch else 'do not touch'}"
                    )
                    yield (
                        where,
                        found,
                        f"regions that {'touch' if must_touch else 'do not touch'} in the picture",
                    )
                elif frozenset(pair) in map(frozenset, pairs[: number - 1]):
                    yield where, f"'{pair[0]}' and '{pair[1]}' twice", "each pair once"
                else:
                    continue
                good = False
        if good:
            yield from self._out_of_reach()

    def _out_of_reach(self) -> Iterator[Fault]:
        board = self.build()
        far = [
            space.name
            for space, steps in zip(board.spaces, board.distances_from(0), strict=True)
            if steps >= len(board.spaces)
        ]
        if far:
            found = f"no way from '{board.spaces[0].name}' to '{far[0]}'" + (
                f" and {len(far) - 1} more" if len(far) > 1 else ""
            )
            yield "picture", found, "regions that can all be reached, using straits if necessary"


def largest_rectangle(
    cells: Collection[Cell], least: tuple[int, int] = ROOM
) -> tuple[int, int, int, int]:
    """Return the left, top, width and height of the rectangle with most room for words.

    It is the largest rectangle of cells that is at least `least` wide and high, or else the largest
    of all.
    """
    rows = sorted({y for _, y in cells})
    best, score = (0, 0, 0, 0), (False, 0)
    height_above: dict[int, int] = {}
    for y in rows:
        columns = sorted(x for x, row in cells if row == y)
        height_above = {
            x: height_above.get(x, 0) + 1 if (x, y - 1) in cells else 1 for x in columns
        }
        for left in columns:
            height, x = height_above[left], left
            while x in height_above:
                height = min(height, height_above[x])
                width = x - left + 1
                found = (width >= least[0] and height >= least[1], width * height)
                if found > score:
                    best, score = (left, y - height + 1, width, height), found
                x += 1
    return best


def _pieces(cells: set[Cell]) -> int:
    left, pieces = set(cells), 0
    while left:
        pieces += 1
        edge = [left.pop()]
        while edge:
            x, y = edge.pop()
            near = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & left
            left -= near
            edge += near
    return pieces
