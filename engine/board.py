"""Boards: spaces, neighbors and distances, without anything that lies on a space."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from functools import cached_property

from msgspec import Struct


class Space(Struct, frozen=True):
    """One space of a map; `x` and `y` are cells of the drawing, y growing downward."""

    name: str
    x: int
    y: int
    stronghold: int = -1  # seat whose Stronghold the space is; -1: none
    obstacle: bool = False  # terrain on which nothing may stand
    home: int = -1  # seat whose home row contains the space; -1: none
    terrain: str = ""  # land type given by the map, such as "Island"
    sign: str = ""  # letter of the space in the map's picture


class Board:
    """A graph of spaces numbered from 0; `names` maps a space's name to its number."""

    def __init__(
        self,
        spaces: tuple[Space, ...],
        edges: frozenset[tuple[int, int]],
        diagonals: frozenset[tuple[int, int]] = frozenset(),
        *,
        is_ring: bool = False,
        picture: tuple[str, ...] = (),
    ) -> None:
        # the map's picture, each letter the sign of a space; empty: x and y are enough
        self.picture = picture
        # spaces are adjacent in a ring, not in rows and columns (C-3)
        self.is_ring = is_ring
        self.spaces = spaces
        self.names = {space.name: index for index, space in enumerate(spaces)}
        self.neighbors: tuple[tuple[int, ...], ...] = _others(len(spaces), edges)
        # spaces that touch only at a corner, for diagonal movement
        self.diagonals = _others(len(spaces), diagonals)
        self._distances: dict[int, tuple[int, ...]] = {}

    @cached_property
    def has_corners(self) -> bool:
        """Return whether any spaces touch only at a corner."""
        return any(self.diagonals)

    @cached_property
    def neighbor_names(self) -> tuple[tuple[str, ...], ...]:
        """The names of each space's neighbors."""
        return tuple(tuple(self.spaces[n].name for n in near) for near in self.neighbors)

    @cached_property
    def by_name(self) -> tuple[int, ...]:
        """The spaces sorted by name."""
        return tuple([self.names[name] for name in sorted(self.names)])

    @cached_property
    def _places(self) -> dict[tuple[int, int], int]:
        return {(space.x, space.y): index for index, space in enumerate(self.spaces)}

    def beyond(self, a: int, b: int) -> int:
        """Return the space after `b` on the straight line from its neighbor `a`; -1 at the edge."""
        here, there = self.spaces[a], self.spaces[b]
        return self._places.get((2 * there.x - here.x, 2 * there.y - here.y), -1)

    @cached_property
    def home_rows(self) -> dict[int, tuple[int, ...]]:
        """The spaces of each seat's home row."""
        return {
            seat: tuple(i for i, s in enumerate(self.spaces) if s.home == seat)
            for seat in {s.home for s in self.spaces}
        }

    @cached_property
    def lines(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """The straight lines from each space to the edges of the map, one through each neighbor."""
        return tuple(
            tuple(self._line(start, first) for first in near)
            for start, near in enumerate(self.neighbors)
        )

    def _line(self, start: int, first: int) -> tuple[int, ...]:
        line = [start, first]
        while (space := self.beyond(line[-2], line[-1])) >= 0:
            line.append(space)
        return tuple(line[1:])

    def name_of(self, space: int) -> str:
        """Return a space's name; "" for a negative number."""
        return self.spaces[space].name if space >= 0 else ""

    def adjacent(self, a: int, b: int) -> bool:
        """Return whether two spaces are neighbors."""
        return b in self.neighbors[a]

    def distance(self, a: int, b: int) -> int:
        """Return the length of a shortest path in steps; the number of spaces if no path exists."""
        return self.distances_from(a)[b]

    def distances_from(self, space: int) -> tuple[int, ...]:
        """Return the distance of each space from one space."""
        found = self._distances.get(space)
        if found is None:
            found = self._distances[space] = self._measured_from(space)
        return found

    def _measured_from(self, start: int) -> tuple[int, ...]:
        return self.steps_from(start, (True,) * len(self.spaces))

    def steps_from(
        self, start: int, is_open: Sequence[bool], *, diagonally: bool = False
    ) -> tuple[int, ...]:
        """Return each space's distance over open spaces; the number of spaces without a path."""
        far = len(self.spaces)
        found = [far] * far
        found[start] = 0
        queue = deque([start])
        while queue:
            here = queue.popleft()
            for there in self.neighbors[here] + (self.diagonals[here] if diagonally else ()):
                if is_open[there] and found[there] == far:
                    found[there] = found[here] + 1
                    queue.append(there)
        return tuple(found)


def _others(spaces: int, edges: frozenset[tuple[int, int]]) -> tuple[tuple[int, ...], ...]:
    near: list[set[int]] = [set() for _ in range(spaces)]
    for a, b in edges:
        near[a].add(b)
        near[b].add(a)
    return tuple(tuple(sorted(others)) for others in near)
