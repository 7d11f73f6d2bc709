"""Maps of hexes and of regions on the screen: outlines, room for words, arrows, presses of the
mouse.
"""

from __future__ import annotations

from itertools import combinations

import pytest

from engine.base.records import replace
from engine.board import Board
from engine.fronts.common.layouts import Hexes
from engine.fronts.common.regions import Regions
from engine.map_layout import arrange
from engine.variant.loading import load
from engine.view import SpaceView
from tui.table.board.drawing import SpaceLook
from tui.table.board.layout import LINES, RIDGE, STRAIT, neighbor_towards
from tui.table.board.region_drawing import ground
from tui.table.board.region_layout import SMALLEST, arrange_regions
from tui.table.board.sketch import sketch
from tui.terminal.ascii import in_ascii

SIZES = [(46, 15), (70, 24), (95, 33), (180, 60)]
WAYS = ((1, 0), (-1, 0), (0, 1), (0, -1))


def seen(board: Board) -> tuple[SpaceView, ...]:
    near = board.neighbor_names
    return tuple(
        SpaceView(s.name, s.x, s.y, near[i], False, 0, "", (), -1, 0, s.stronghold, (), sign=s.sign)
        for i, s in enumerate(board.spaces)
    )


def isles() -> Board:
    """Two islands joined by a strait, one of them cut by a ridge."""
    picture = "\n".join(
        [
            "aaaaabbbbb...........",
            "aaaaabbbbb....cccccc.",
            "aaaaabbbbb....cccccc.",
            "aaaaabbbbb....cccccc.",
        ]
    )
    names = {"a": "ash", "b": "birch", "c": "cedar"}
    straits = (("birch", "cedar"), ("ash", "cedar"))
    return Regions(
        picture=picture, names=names, straits=straits, ridges=(("ash", "birch"),)
    ).build()


def vale() -> Board:
    return load("kings_road").board_for(2)


# --- hexes ---


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("size", SIZES)
def test_hexes_are_boxes_in_rows_set_off_that_touch_where_they_are_neighbours(
    players: int, size: tuple[int, int]
) -> None:
    board = load("honeycomb").board_for(players)
    layout = arrange(seen(board), *size)
    assert not layout.links
    assert layout.width <= size[0]
    assert layout.height <= size[1]
    for a, b in combinations(board.spaces, 2):
        assert layout.boxes[a.name].touches(layout.boxes[b.name]) == board.adjacent(
            board.names[a.name], board.names[b.name]
        )


def test_up_and_down_keep_the_column_where_rows_are_set_off() -> None:
    spaces = seen(Hexes(rows=(5, 4, 5)).build())
    assert [neighbor_towards(spaces, name, 0, 1) for name in ("b1", "b2", "e1")] == [
        "b2",
        "b3",
        "d2",
    ]
    assert [neighbor_towards(spaces, name, 0, -1) for name in ("b3", "b2", "d2")] == [
        "b2",
        "b1",
        "d1",
    ]
    assert neighbor_towards(spaces, "b2", 1, 0) == "c2"


# --- regions ---


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("board", [vale(), isles()], ids=["vale", "isles"])
def test_each_region_has_room_for_words_within_its_outline(
    board: Board, size: tuple[int, int]
) -> None:
    layout = arrange_regions(seen(board), board.picture, *size)
    assert layout.width <= size[0]
    assert layout.height <= size[1]
    assert set(layout.boxes) == set(board.names)
    for name, box in layout.boxes.items():
        assert (box.width, box.height) >= SMALLEST
        assert {
            layout.ground[x, y]
            for x in range(box.x, box.x + box.width)
            for y in range(box.y, box.y + box.height)
        } == {name}
        assert layout.at(box.x, box.y) == name


def test_a_region_is_pressed_wherever_its_ground_is() -> None:
    board = vale()
    layout = arrange_regions(seen(board), board.picture, 46, 15)
    outside = [
        cell
        for cell, name in layout.ground.items()
        if name == "tarn" and not layout.boxes["tarn"].contains(*cell)
    ]
    assert outside
    assert {layout.at(*cell) for cell in outside} == {"tarn"}


def test_a_map_with_more_regions_than_there_is_room_for_is_larger_than_the_room() -> None:
    board = vale()
    layout = arrange_regions(seen(board), board.picture, 20, 8)
    assert layout.width > 20
    assert all(
        box.width >= SMALLEST[0] and box.height >= SMALLEST[1] for box in layout.boxes.values()
    )


@pytest.mark.parametrize("board", [vale(), isles()], ids=["vale", "isles"])
def test_arrows_reach_every_region_and_prefer_those_that_border_on_it(board: Board) -> None:
    spaces = seen(board)
    reached, new = {spaces[0].name}, [spaces[0].name]
    while new:
        name = new.pop()
        for there in {neighbor_towards(spaces, name, *way) for way in WAYS} - reached:
            reached.add(there)
            new.append(there)
    assert reached == set(board.names)


def test_arrows_go_over_the_vale_as_one_reads_it() -> None:
    spaces = seen(vale())
    assert [neighbor_towards(spaces, "tarn", *way) for way in ((1, 0), (0, 1))] == ["moor", "keep"]
    assert [neighbor_towards(spaces, "weald", *way) for way in WAYS] == [
        "holt",
        "glen",
        "wold",
        "fens",
    ]


def test_straits_and_ridges_have_signs_of_their_own_which_ascii_has_too() -> None:
    board = isles()
    layout = arrange_regions(seen(board), board.picture, 60, 14)
    assert {
        layout.links[cell] for cell, names in layout.edges.items() if set(names) == {"ash", "birch"}
    } >= {RIDGE}
    assert STRAIT in layout.links.values()
    assert in_ascii(LINES[STRAIT] + LINES[RIDGE]) == ".^"
    assert "?" not in in_ascii("┳┻┣┫╋╦╩╠╣╬")


def marked(look: SpaceLook, key: str) -> SpaceLook:
    return replace(look, **{key: True})


def drawn(**looks: SpaceLook) -> str:
    board = isles()
    layout = arrange_regions(seen(board), board.picture, 60, 14)
    return "\n".join(
        "".join(cell.text for cell in ground(layout, looks.get, y, 0, layout.width))
        for y in range(layout.height)
    )


def test_around_the_cursor_the_outline_is_heavy_and_around_a_choice_double() -> None:
    look = SpaceLook("", "", "", False, 0, -1, -1, (), (), open=True)
    for key, corner in {"cursor": "┏", "choice": "╔"}.items():
        picture = drawn(ash=look, birch=look, cedar=marked(look, key))
        assert picture.count(corner) == 1
    assert not set("┏╔") & set(drawn(ash=look, birch=look, cedar=look))


def test_land_that_nobody_has_seen_lies_in_fog() -> None:
    look = SpaceLook("", "", "", False, 0, -1, -1, (), ())
    assert "░" in drawn(ash=look)
    assert "░" not in drawn(ash=marked(look, "face_up"))


@pytest.mark.parametrize(
    ("variant", "players"),
    [("kings_road", 2), ("honeycomb", 2), ("honeycomb", 3), ("honeycomb", 4)],
)
def test_the_launch_has_a_picture_of_it(variant: str, players: int) -> None:
    board = load(variant).board_for(players)
    lines = [line.plain for line in sketch(board, 60, 17)]
    for each in board.spaces:
        assert any(each.name[:3] in line for line in lines)
