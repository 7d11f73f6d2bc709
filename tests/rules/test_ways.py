"""Ways over maps of squares: sets of squares as numbers find the same as looking at one square
after another.
"""

from __future__ import annotations

from heapq import heappop, heappush
from random import Random

import pytest

from engine.actions import Action
from engine.cards.characteristics import printed
from engine.cards.model import Card
from engine.fronts.common.squares import RISKS, UNIT, Metric, SquareBoard, squares_of
from engine.fronts.squares.movement import WaysOut, safest_way
from engine.magic.core.position import GameObject


def board_with(metric: Metric, random: Random) -> tuple[SquareBoard, int]:
    """A board, and the squares that are closed: about a quarter."""
    board = SquareBoard(9, 7, frozenset(), (0, 1), metric, {})
    return board, sum(1 << square for square in range(63) if random.random() < 0.25)


def explored(
    board: SquareBoard, start: int, longest: int, closed: int, dangerous: frozenset[int]
) -> dict[int, tuple[int, int]]:
    """How long the shortest way to each square is, and how many of its squares are dangerous on
    the safest of those.
    """
    found, waiting = {start: (0, 0)}, [((0, 0), start)]
    while waiting:
        (length, danger), here = heappop(waiting)
        for there in board.neighbors[here]:
            total = (length + board.step_length(here, there), danger + (there in dangerous))
            if (
                total[0] <= longest
                and not closed >> there & 1
                and total < found.get(there, (longest + 1, 0))
            ):
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
    assert {
        square: costs >> RISKS
        for costs, wave in board.waves(start, longest, closed)
        for square in squares_of(wave)
    } == {square: length for square, (length, _) in expected.items()}
    for to in expected.keys() - {start}:
        way = safest_way(
            board, start, to, longest, closed, sum(1 << square for square in dangerous)
        )
        steps = sum(board.step_length(a, b) for a, b in zip((start, *way), way, strict=False))
        assert (steps, sum(square in dangerous for square in way)) == expected[to]
        assert way[-1] == to
        assert all(board.adjacent(a, b) for a, b in zip((start, *way), way, strict=False))


@pytest.mark.parametrize("metric", ["king", "straight"])
def test_a_disc_has_the_squares_that_are_near_enough(metric: Metric) -> None:
    board = SquareBoard(9, 7, frozenset(), (0, 1), metric, {})
    for square in range(63):
        for reach in range(10):
            assert squares_of(board.disc(square, reach)) == tuple(
                s for s in range(63) if board.distance(square, s) <= reach
            )


def test_each_of_some_squares_has_its_place_by_name() -> None:
    board = SquareBoard(30, 12, frozenset(), (0, 1), "king", {})
    some = sum(1 << square for square in range(360) if Random(square).random() < 0.3)
    names = [board.spaces[board.at_place(some, place)].name for place in range(some.bit_count())]
    assert names == sorted(board.spaces[square].name for square in squares_of(some))


def test_moves_are_made_as_they_are_asked_for() -> None:
    board = SquareBoard(9, 7, frozenset(), (0, 1), "king", {})
    bear = GameObject(
        7,
        printed(Card(name="Bear", types=("Creature",))),
        0,
        0,
        "battlefield",
        space=board.names["c3"],
    )
    ways = WaysOut(board, bear, 1 << board.names["d4"] | 1 << board.names["c2"])
    moves = [Action("move", object=7, origin="c3", space=space) for space in ("c2", "d4")]
    assert [*ways] == [ways[place] for place in range(len(ways))] == moves
    assert all(move in ways for move in moves)
    assert Action("move", object=8, origin="c3", space="d4") not in ways
    assert Action("move", object=7, origin="c3", space="d5") not in ways
    assert Action("move", object=7, origin="c3") not in ways
