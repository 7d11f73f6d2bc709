"""Map layouts: the number of spaces, their places and their adjacency."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from pathlib import Path
from typing import Annotated, ClassVar, Literal, Protocol

from msgspec import Meta

from engine.base import rule_words
from engine.base.schema import listed
from engine.board import Board, Space
from engine.cards.characteristics import Printed
from engine.cards.decks.legality import DeckRules
from engine.cards.terms import kebab
from engine.fronts.common import continent, land
from engine.fronts.common.variant import map_rules
from engine.log import many
from engine.magic.core.game import GameCore
from engine.magic.core.position import NOBODY
from engine.rule import MapTableFacts, Rule, Variant

Side = Literal["north", "east", "south", "west"]
Size = Annotated[int, Meta(ge=1, le=60)]

# columns of a grid with Strongholds: areas of column s would be called s1, s2, … as well
MOST_BESIDE_STRONGHOLDS = 18


# a problem with a layout: the key, what was found, what is allowed
Fault = tuple[str, str, str]


class UnreadableDrawingError(ValueError):
    """A drawing that can't be read; `name` is the drawing's, the message says what is allowed."""

    def __init__(self, name: str, allowed: str) -> None:
        super().__init__(allowed)
        self.name = name


class Layout(Rule, frozen=True, tag_field="kind", tag=kebab):
    """A map."""

    has_land: ClassVar[bool] = True  # True if land lies on its spaces
    # True if the land comes from the players' decks, and so decides the size of the map
    from_decks: ClassVar[bool] = False
    # keys that the program fills in from files that other keys name
    filled_in: ClassVar[tuple[str, ...]] = ()

    def build(self) -> Board:
        """Return the board."""
        raise NotImplementedError

    def build_for(self, lands: int) -> Board:
        """Return the board for a number of lands from the decks."""
        return self.build()

    def faults(self) -> list[Fault]:
        """Return problems that involve several keys."""
        return []

    def misfits(self, deck: DeckRules, players: int) -> list[Fault]:
        """Return problems with the layout for a variant's deck rules and number of players."""
        return []

    def read_files(self, folders: Iterable[Path]) -> dict[str, object]:
        """Return the values of the keys in `filled_in`. Raises UnreadableDrawingError."""
        return {}

    def lay_out(self, game: GameCore, table: MapTable, lands: Sequence[Printed]) -> None:
        """Lay the map's land; `lands` are those of the decks, if the map is made of them."""
        land.deal(
            game,
            table.lands_per_type[str(len(game.state.players))],
            face_up=table.face_up,
            not_at_gates=table.not_at_gates,
        )
        if table.face_up:
            map_rules(game).movement.dealt_face_up(game)


class MapTable(MapTableFacts, Protocol):
    """The map of a variant: a layout for each number of players, and the rules for dealing land."""

    @property
    def layouts(self) -> Mapping[str, Layout]: ...
    @property
    def lands_per_type(self) -> Mapping[str, int]: ...
    @property
    def not_at_gates(self) -> tuple[land.BasicType, ...]: ...


class Grid(Layout, frozen=True):
    """Areas adjacent along rows and columns, with Strongholds beyond some sides (C-4, C-5, W-3).

    Areas are called a1 (top left), b1, …,
    a2; Strongholds s1, s2, … in seat order.
    """

    rows: Size  # rows of areas
    columns: Size  # columns of areas
    strongholds: tuple[Side, ...] = ()  # the side of each seat's Stronghold, in turn order

    def told(self, rules: Variant) -> Iterator[str]:
        rows, columns = rule_words.many(self.rows, "row"), rule_words.many(self.columns, "column")
        yield f"They lie in {rows} and {columns}; {{spaces}} that share a side are adjacent."
        if self.strongholds:
            yield (
                "A Stronghold lies just beyond the middle of each of these sides: "
                f"{', '.join(self.strongholds)}."
            )

    def build(self) -> Board:
        shift_x, shift_y = int("west" in self.strongholds), int("north" in self.strongholds)
        areas = [
            Space(f"{column_name(x)}{y + 1}", x + shift_x, y + shift_y)
            for y in range(self.rows)
            for x in range(self.columns)
        ]
        edges = set(lattice(self.columns, self.rows, (1, 0), (0, 1)))
        diagonals = lattice(self.columns, self.rows, (1, 1), (-1, 1))
        middle_x, middle_y = self.columns // 2, self.rows // 2
        for seat, side in enumerate(self.strongholds):
            x = {"west": 0, "east": self.columns - 1}.get(side, middle_x)
            y = {"north": 0, "south": self.rows - 1}.get(side, middle_y)
            dx, dy = {"north": (0, -1), "south": (0, 1), "west": (-1, 0), "east": (1, 0)}[side]
            edges.add((y * self.columns + x, len(areas)))
            areas.append(Space(f"s{seat + 1}", x + shift_x + dx, y + shift_y + dy, seat))
        return Board(tuple(areas), frozenset(edges), diagonals)

    def faults(self) -> list[Fault]:
        most = MOST_BESIDE_STRONGHOLDS if self.strongholds else self.columns
        said = f"at most {most} with Strongholds, because the next column would take their names"
        found = [("columns", f"{self.columns} columns", said)] if self.columns > most else []
        twice = next((side for side in self.strongholds if self.strongholds.count(side) > 1), "")
        return [*found, ("strongholds", f"'{twice}' twice", "each side once")] if twice else found


class Triangle(Layout, frozen=True):
    """A ring of nine areas around three inner ones, with a Stronghold at each side (C-3).

    The ring is r1 to r9, a side at a time (left, middle, right). The inner areas are i1 to i3, the
    Strongholds, just beyond the middle of each side, s1 to s3.
    """

    def told(self, rules: Variant) -> list[str]:
        return [
            "Nine of them form a ring with three sides of three; the other three lie inside.",
            "Neighbors along the ring are adjacent, the three inner {spaces} are adjacent to "
            "each other, and each inner one is adjacent "
            "to the middle of its side.",
            "A Stronghold lies just beyond the middle of each side.",
        ]

    def build(self) -> Board:
        drawn = [(2, 1), (5, 1), (8, 1), (8, 2), (8, 3), (8, 4), (2, 4), (2, 3), (2, 2)]
        ring = [Space(f"r{n}", x, y) for n, (x, y) in enumerate(drawn, 1)]
        inner = [Space(f"i{n}", x, y) for n, (x, y) in enumerate([(5, 2), (6, 3), (4, 3)], 1)]
        strongholds = [
            Space(f"s{n}", x, y, n - 1) for n, (x, y) in enumerate([(5, 0), (10, 3), (0, 3)], 1)
        ]
        edges = {(i, (i + 1) % 9) for i in range(9)}
        edges |= {(9, 10), (10, 11), (9, 11)}
        for side in range(3):
            middle = side * 3 + 1
            edges |= {(middle, 9 + side), (middle, 12 + side)}
        return Board((*ring, *inner, *strongholds), frozenset(edges), is_ring=True)


class Continent(Layout, frozen=True):
    """The decks' own lands in as many columns as they fill, between the players' long edges (F-2).

    Cards are called a1 (top left), b1, …, a2. The bottom row is the home row of the first player,
    the top row that of the second.
    """

    from_decks = True

    rows: Size = 5  # rows of land between the players
    columns: Size = 9  # columns if there are no decks: in previews and in positions set up by hand

    def told(self, rules: Variant) -> list[str]:
        return [
            "all lands from the decks are shuffled together and dealt face down in "
            f"{rule_words.many(self.rows, 'row')}; any remainder is "
            "left out.",
            (
                "You and your opponent sit at the long edges: the row nearest to you is your home "
                "row. Cards that share a side are adjacent."
            ),
            "A land that is destroyed, or would go anywhere else, goes to the land graveyard and "
            "leaves a hole. A creature standing "
            "there may stay or leave, but no creature can enter a hole. A move onto a land that "
            "is destroyed in response fails: the "
            "creature stays where it was and has used its move.",
            (
                "Searching a library for a land finds nothing. After the game, each land returns "
                "to "
                "its deck."
            ),
        ]

    def build(self) -> Board:
        return self.build_for(self.rows * self.columns)

    def lay_out(self, game: GameCore, table: MapTable, lands: Sequence[Printed]) -> None:
        continent.deal(game, lands, self.rows, self.columns)

    def misfits(self, deck: DeckRules, players: int) -> list[Fault]:
        """Return problems: not a home row for each player, or too few lands for one column."""
        homes = len({space.home for space in self.build().spaces} - {NOBODY})
        found = (
            [("", f"home rows for {many(homes, 'player')}", f"{players}, one for each player")]
            if homes != players
            else []
        )
        least = deck.least_lands * players
        if deck.lands and self.rows > least:
            found.append(
                (
                    "rows",
                    f"{self.rows} rows",
                    f"at most {least}, the fewest lands the decks can have in total",
                )
            )
        return found

    def build_for(self, lands: int) -> Board:
        return _continent(self.rows, lands // self.rows)

    def faults(self) -> list[Fault]:
        return (
            [("rows", "1 row", "2 rows or more, one for each player's home")]
            if self.rows < 2
            else []
        )


@lru_cache(16)
def _continent(rows: int, columns: int) -> Board:
    homes = {rows - 1: 0, 0: 1}
    spaces = tuple(
        Space(f"{column_name(x)}{y + 1}", x, y, home=homes.get(y, -1))
        for y in range(rows)
        for x in range(columns)
    )
    return Board(spaces, lattice(columns, rows, (1, 0), (0, 1)))


def lattice(columns: int, rows: int, *steps: tuple[int, int]) -> frozenset[tuple[int, int]]:
    """Return the pairs of spaces that are one of `steps` apart, numbered row by row.

    A step is a number of columns to the right and a number of rows down.
    """
    return frozenset(
        (y * columns + x, (y + down) * columns + x + right)
        for right, down in steps
        for y in range(rows - down)
        for x in range(columns)
        if 0 <= x + right < columns
    )


def column_name(column: int) -> str:
    """Return the letters of a column, counted from 0: a to z, then aa, ab, …"""
    letters = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(97 + letter) + letters
    return letters


Corner = Literal[
    "north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"
]
Row = Annotated[int, Meta(ge=1, le=40)]
MOST_ROWS = 40


class Hexes(Layout, frozen=True):
    """Six-sided areas in rows offset by half an area, with Strongholds beyond a side or a corner.

    Areas are called a1 (the first of the first row), b1, …, a2; Strongholds s1, s2, … in seat
    order. Spaces that touch are adjacent, Strongholds included.
    """

    # the number of areas in each row, from north to south: one more or one fewer than in the row
    # before
    rows: tuple[Row, ...]
    # the side or corner of each seat's Stronghold, in turn order
    strongholds: tuple[Corner, ...] = ()

    def told(self, rules: Variant) -> Iterator[str]:
        rows = listed([rule_words.in_number(row) for row in self.rows], "and")
        yield (
            f"They lie in rows of {rows}, each row offset by half a {{space}}; each {{space}} "
            "is adjacent to those it touches, up to six."
        )
        if self.strongholds:
            yield (
                "Strongholds lie outside the map, on these sides: "
                f"{', '.join(side.replace('-', '') for side in self.strongholds)}."
            )

    def build(self) -> Board:
        places = self._places()
        left, top = min(x for _, x, _, _ in places), min(y for _, _, y, _ in places)
        spaces = tuple(Space(name, x - left, y - top, seat) for name, x, y, seat in places)
        numbered = combinations(enumerate(spaces), 2)
        return Board(
            spaces,
            frozenset(
                (i, j)
                for (i, a), (j, b) in numbered
                if _touch(a, b) and min(a.stronghold, b.stronghold) < 0
            ),
        )

    def _places(self) -> list[tuple[str, int, int, int]]:
        """Return each space's name, column, row and Stronghold's seat; an area has 2 columns."""
        widest = max(self.rows)
        found = [
            (f"{column_name(i)}{y + 1}", widest - row + 2 * i, y, -1)
            for y, row in enumerate(self.rows)
            for i in range(row)
        ]
        return found + [
            (f"s{seat + 1}", *self._outside(side), seat)
            for seat, side in enumerate(self.strongholds)
        ]

    def _outside(self, side: Corner) -> tuple[int, int]:
        """Return the column and row of the Stronghold at a side or corner.

        It is above or below the middle or an end of the first or last row, or left or right of the
        middle row.
        """
        widest, last = max(self.rows), len(self.rows) - 1
        upright, _, across = (
            side.rpartition("-") if side not in ("north", "south") else (side, "", "")
        )
        y = {"north": 0, "south": last, "": len(self.rows) // 2}[upright]
        first, beside = widest - self.rows[y], 1 if upright else 2
        x = {
            "": widest - 1,
            "west": first - beside,
            "east": first + 2 * (self.rows[y] - 1) + beside,
        }[across]
        return x, y + {"north": -1, "south": 1, "": 0}[upright]

    def faults(self) -> list[Fault]:
        if not self.rows or len(self.rows) > MOST_ROWS:
            return [("rows", f"{len(self.rows)} rows", f"from 1 to {MOST_ROWS}")]
        found = list[Fault]()
        for number, (before, row) in enumerate(pairwise(self.rows), 2):
            if abs(row - before) != 1:
                found.append(
                    (
                        "rows",
                        f"{many(row, 'area')} in row {number}",
                        f"{before - 1} or {before + 1}, because the row before has {before}",
                    )
                )
        if self.strongholds and max(self.rows) > MOST_BESIDE_STRONGHOLDS:
            allowed = (
                f"at most {MOST_BESIDE_STRONGHOLDS} with Strongholds, because the next "
                "area would take their names"
            )
            found.append(("rows", f"a row of {max(self.rows)} areas", allowed))
        return found or list(self._crowded())

    def _crowded(self) -> Sequence[Fault]:
        strongholds = self._places()[sum(self.rows) :]
        for (a, (_, ax, ay, _)), (b, (_, bx, by, _)) in combinations(
            zip(self.strongholds, strongholds, strict=True), 2
        ):
            if a == b:
                return [("strongholds", f"'{a}' twice", "each side once")]
            if ay == by and abs(ax - bx) < 2:
                return [
                    (
                        "strongholds",
                        f"'{a}' and '{b}', which would overlap",
                        "sides farther apart, or longer rows",
                    )
                ]
        return []


def _touch(a: Space, b: Space) -> bool:
    return abs(a.x - b.x) == 2 if a.y == b.y else abs(a.y - b.y) == 1 and abs(a.x - b.x) < 2
