"""Where spaces stand on the screen."""

from __future__ import annotations

from itertools import combinations

import pytest

from engine.map_layout import Box, arrange
from engine.variant.loading import load
from engine.view import SpaceView
from tests.tui.fake import grid, ring, space
from tui.table.board.layout import neighbor_towards
from tui.table.board.sketch import sketch


def spaces_for(players: int) -> tuple[SpaceView, ...]:
    board = load("conquering").board_for(players)
    return tuple(
        space(s.name, s.x, s.y, [board.spaces[n].name for n in board.neighbors[i]])
        for i, s in enumerate(board.spaces)
    )


@pytest.mark.parametrize("size", [(46, 16), (46, 14), (70, 40), (120, 60)])
@pytest.mark.parametrize(
    "spaces",
    [spaces_for(2), spaces_for(4), ring(), grid(3, 5)],
    ids=["two", "four", "ring", "grid"],
)
def test_boxes_fit_and_do_not_overlap(spaces: tuple[SpaceView, ...], size: tuple[int, int]) -> None:
    layout = arrange(spaces, *size)
    assert layout.width <= size[0]
    assert layout.height <= size[1]
    for a, b in combinations(layout.boxes.values(), 2):
        across = min(a.x + a.width, b.x + b.width) - max(a.x, b.x)
        down = min(a.y + a.height, b.y + b.height) - max(a.y, b.y)
        assert across <= 0 or down <= 0


def test_a_grid_needs_no_lines() -> None:
    layout = arrange(grid(3, 3), 60, 30)
    assert not layout.links
    assert layout.boxes["a1"].touches(layout.boxes["b1"])
    assert not layout.boxes["a1"].touches(layout.boxes["b2"])


def test_neighbours_that_do_not_touch_are_joined_by_lines() -> None:
    spaces = ring()
    layout = arrange(spaces, 80, 36)
    below, above = layout.boxes["c3"], layout.boxes["a1"]
    between = [layout.links.get((x, below.y - 1)) for x in range(above.x, above.x + above.width)]
    assert "du" in between  # a line down from a1 to c3
    assert not layout.boxes["a1"].touches(layout.boxes["c3"])


def test_boxes_that_touch_are_neighbours_even_where_room_is_scarce() -> None:
    spaces = ring()
    layout = arrange(spaces, 46, 16)
    assert layout.boxes["a1"].height >= 3
    for a, b in combinations(spaces, 2):
        if layout.boxes[a.name].touches(layout.boxes[b.name]):
            assert b.name in a.neighbors


def test_a_board_that_does_not_fit_is_drawn_as_dots() -> None:
    layout = arrange(grid(20, 20), 46, 16)
    assert layout.boxes["a1"] == Box(0, 1, 3, 1)
    assert layout.width > 46


def test_a_cell_tells_its_space() -> None:
    layout = arrange(grid(3, 3), 60, 30)
    box = layout.boxes["c2"]
    assert layout.at(box.x, box.y) == "c2"
    assert layout.at(0, 0) == ""


@pytest.mark.parametrize(
    ("start", "way", "end"),
    [("b2", (1, 0), "c2"), ("b2", (0, -1), "b1"), ("c2", (1, 0), "c2"), ("b3", (0, 1), "south")],
)
def test_arrows_go_to_the_next_space(start: str, way: tuple[int, int], end: str) -> None:
    assert neighbor_towards(grid(3, 3), start, *way) == end


def test_arrows_reach_every_space_of_the_ring() -> None:
    spaces = ring()
    reached, new = {"a1"}, ["a1"]
    while new:
        name = new.pop()
        for way in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            there = neighbor_towards(spaces, name, *way)
            if there not in reached:
                reached.add(there)
                new.append(there)
    assert reached == {s.name for s in spaces}


def test_the_launch_screen_draws_a_board_as_large_as_its_room() -> None:
    board = load("conquering").board_for(2)
    small, large = sketch(board, 34, 17), sketch(board, 78, 36)
    assert len(small) <= 17
    assert len(large) >= 30
    assert max(line.cell_len for line in large) >= 70
