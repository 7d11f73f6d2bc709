"""Ways over maps of squares: sets of squares as numbers find the same as looking at one square after another."""

from __future__ import annotations

from heapq import heappop, heappush
from random import Random

import pytest

from engine.fronts.squares import RISKS, UNIT, Metric, SquareBoard, squares_of
from engine.fronts.walking import safest_way


def board_with(metric: Metric, random: Random) -> tuple[SquareBoard, int]:
    """A board, and the squares that are closed: about a quarter."""
    board = SquareBoard(9, 7, frozenset(), (0, 1), metric, {})
    return board, sum(1 << square for square in range(63) if random.random() < 0.25)


def explored(board: SquareBoard, start: int, longest: int, closed: int, dangerous: frozenset[int]) -> dict[int, tuple[int, int]]:
    """How long the shortest way to each square is, and how many of its squares are dangerous on the safest of those."""
    found, waiting = {start: (0, 0)}, [((0, 0), start)]
    while waiting:
        (length, danger), here = heappop(waiting)
        for there in board.neighbors[here]:
            total = (length + board.step_length(here, there), danger + (there in dangerous))
            if total[0] <= longest and not closed >> there & 1 and total < found.get(there, (longest + 1, 0)):
                found[there] = total
                heappush(waiting, (total, there))
    return found


@pytest.mark.parametrize("metric", ["king", "straight"])
@pytest.mark.parametrize("seed", range(6))
def test_ways_are_as_short_and_as_safe_as_can_be(metric: Metric, seed: int) -> None:
    random = Random(seed)
    board, closed = board_with(metric, random)
    start, longest = random.randrange(63), random.randrange(8) * UNIT + UNIT - 1
    dangerous = frozenset(square for square in range(63) if random.random() < 0.3)
    expected = explored(board, start, longest, closed, dangerous)
    assert set(squares_of(board.flood(start, longest, closed))) == expected.keys()
    assert {square: costs >> RISKS for costs, wave in board.waves(start, longest, closed) for square in squares_of(wave)} == {
        square: length for square, (length, _) in expected.items()
    }
    for to in expected.keys() - {start}:
        way = safest_way(board, start, to, longest, closed, sum(1 << square for square in dangerous))
        steps = sum(board.step_length(a, b) for a, b in zip((start, *way), way, strict=False))
        assert (steps, sum(square in dangerous for square in way)) == expected[to]
        assert way[-1] == to
        assert all(board.adjacent(a, b) for a, b in zip((start, *way), way, strict=False))
