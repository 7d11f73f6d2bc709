"""The board: spaces, who is next to whom, distances. It knows nothing of what lies on a space."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from functools import cached_property

from msgspec import Struct


class Space(Struct, frozen=True):
    """One space of a map. `x` and `y` place it on a drawing, in cells; y grows downwards."""

    name: str
    x: int
    y: int
    stronghold: int = -1  # the seat whose Stronghold it is
    obstacle: bool = False  # terrain that nobody may stand on
    home: int = -1  # the seat whose home row it is in
    terrain: str = ""  # the land type that its map gives it: "Island"
    sign: str = ""  # the letter that stands for it in its map's picture


class Board:
    """A graph of spaces. Spaces are numbered from 0; `names` maps a space's name to its number."""

    def __init__(
        self,
        spaces: tuple[Space, ...],
        edges: frozenset[tuple[int, int]],
        diagonals: frozenset[tuple[int, int]] = frozenset(),
        *,
        is_ring: bool = False,
        picture: tuple[str, ...] = (),
    ) -> None:
        # a drawing of it, each letter the sign of a space; none: where each space lies says enough
        self.picture = picture
        # its spaces are next to each other by a rule of their own, not in rows and columns (C-3)
        self.is_ring = is_ring
        self.spaces = spaces
        self.names = {space.name: index for index, space in enumerate(spaces)}
        self.neighbors: tuple[tuple[int, ...], ...] = _others(len(spaces), edges)
        # spaces that touch at a corner only, for those who go that way
        self.diagonals = _others(len(spaces), diagonals)
        self._distances: dict[int, tuple[int, ...]] = {}

    @cached_property
    def has_corners(self) -> bool:
        """Whether there are spaces that touch at a corner only."""
        return any(self.diagonals)

    @cached_property
    def neighbor_names(self) -> tuple[tuple[str, ...], ...]:
        """The names of each space's neighbours."""
        return tuple(tuple(self.spaces[n].name for n in near) for near in self.neighbors)

    @cached_property
    def by_name(self) -> tuple[int, ...]:
        """The spaces in the order of their names."""
        return tuple([self.names[name] for name in sorted(self.names)])

    @cached_property
    def _places(self) -> dict[tuple[int, int], int]:
        return {(space.x, space.y): index for index, space in enumerate(self.spaces)}

    def beyond(self, a: int, b: int) -> int:
        """The space next to `b` on the straight line that comes from its neighbour `a`; -1 at
        the edge of the map.
        """
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
        """The straight lines from each space to the edges of the map, one through each
        neighbour.
        """
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
        """A space's name, or an empty string for nowhere."""
        return self.spaces[space].name if space >= 0 else ""

    def adjacent(self, a: int, b: int) -> bool:
        """Whether two spaces are next to each other."""
        return b in self.neighbors[a]

    def distance(self, a: int, b: int) -> int:
        """The number of steps of a shortest path; the number of spaces where there is none."""
        return self.distances_from(a)[b]

    def distances_from(self, space: int) -> tuple[int, ...]:
        """How far away each space is from one."""
        found = self._distances.get(space)
        if found is None:
            found = self._distances[space] = self._measured_from(space)
        return found

    def _measured_from(self, start: int) -> tuple[int, ...]:
        return self.steps_from(start, (True,) * len(self.spaces))

    def steps_from(
        self, start: int, is_open: Sequence[bool], *, diagonally: bool = False
    ) -> tuple[int, ...]:
        """The steps to each space over those that are open; the number of spaces where there is
        no way.
        """
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
