"""Maps of six-sided areas: rows that lie half an area aside of each other, so that an area touches up to six others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from typing import Annotated, Literal

from msgspec import Meta

from engine import rulewords
from engine.board import Board, Space
from engine.fronts.layouts import MOST_BESIDE_STRONGHOLDS, Fault, Layout, column_name
from engine.rule import Variant

Corner = Literal["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"]
Row = Annotated[int, Meta(ge=1, le=40)]
MOST_ROWS = 40


class Hexes(Layout, frozen=True):
    """Six-sided areas in rows, each row half an area aside of the next; Strongholds outside the middle of a side, or a corner.

    Areas are a1 (the first of the first row), b1, ..., a2; Strongholds s1, s2, ... in the order of the seats. Whatever touches is
    adjacent, Strongholds too.
    """

    rows: tuple[Row, ...]  # the areas of each row, from north to south: each one more or one less than the row before
    strongholds: tuple[Corner, ...] = ()  # where each seat's Stronghold lies, in turn order

    def told(self, rules: Variant) -> Iterator[str]:
        rows = rulewords.listed([rulewords.in_number(row) for row in self.rows], "and")
        yield f"They lie in rows of {rows}, each row half {{a space}} aside of the next; those that touch are adjacent, up to six to each."
        if self.strongholds:
            yield f"Strongholds lie outside: {', '.join(self.strongholds)}."

    def build(self) -> Board:
        places = self._places()
        left, top = min(x for _, x, _, _ in places), min(y for _, _, y, _ in places)
        spaces = tuple(Space(name, x - left, y - top, seat) for name, x, y, seat in places)
        numbered = combinations(enumerate(spaces), 2)
        return Board(spaces, frozenset((i, j) for (i, a), (j, b) in numbered if _touch(a, b) and min(a.stronghold, b.stronghold) < 0))

    def _places(self) -> list[tuple[str, int, int, int]]:
        """The name of every space, where it lies (two columns to an area) and whose Stronghold it is."""
        widest = max(self.rows)
        found = [(f"{column_name(i)}{y + 1}", widest - row + 2 * i, y, -1) for y, row in enumerate(self.rows) for i in range(row)]
        return found + [(f"s{seat + 1}", *self._outside(side), seat) for seat, side in enumerate(self.strongholds)]

    def _outside(self, side: Corner) -> tuple[int, int]:
        """Where a Stronghold lies: above or below the middle of the first or last row, or of its end; left or right of the middle row."""
        widest, last = max(self.rows), len(self.rows) - 1
        upright, _, across = side.rpartition("-") if side not in ("north", "south") else (side, "", "")
        y = {"north": 0, "south": last, "": len(self.rows) // 2}[upright]
        first, beside = widest - self.rows[y], 1 if upright else 2
        x = {"": widest - 1, "west": first - beside, "east": first + 2 * (self.rows[y] - 1) + beside}[across]
        return x, y + {"north": -1, "south": 1, "": 0}[upright]

    def faults(self) -> list[Fault]:
        if not self.rows or len(self.rows) > MOST_ROWS:
            return [("rows", f"{len(self.rows)} rows", f"from 1 to {MOST_ROWS}")]
        found = list[Fault]()
        for number, (before, row) in enumerate(pairwise(self.rows), 2):
            if abs(row - before) != 1:
                found.append(("rows", f"a row {number} of {row}", f"{before - 1} or {before + 1}, since the row before has {before}"))
        if self.strongholds and max(self.rows) > MOST_BESIDE_STRONGHOLDS:
            allowed = f"at most {MOST_BESIDE_STRONGHOLDS} beside Strongholds, since the next area would have their names"
            found.append(("rows", f"a row of {max(self.rows)}", allowed))
        return found or list(self._crowded())

    def _crowded(self) -> Sequence[Fault]:
        """Strongholds that would lie on each other."""
        strongholds = self._places()[sum(self.rows) :]
        for (a, (_, ax, ay, _)), (b, (_, bx, by, _)) in combinations(zip(self.strongholds, strongholds, strict=True), 2):
            if a == b:
                return [("strongholds", f"'{a}' twice", "each side once")]
            if ay == by and abs(ax - bx) < 2:
                return [("strongholds", f"'{a}' and '{b}', which are in each other's place", "sides further apart, or longer rows")]
        return []


def _touch(a: Space, b: Space) -> bool:
    """Whether two spaces share a piece of an edge."""
    return abs(a.x - b.x) == 2 if a.y == b.y else abs(a.y - b.y) == 1 and abs(a.x - b.x) < 2
