"""How a space looks in little and in much room."""

from __future__ import annotations

import re

import pytest

from engine.base.records import replace
from screenshots.pictures import Picture, app_of
from tui.screens.pages import SIGNS
from tui.table.board.drawing import Soldier, SpaceLook, draw
from tui.table.board.widget import BoardWidget

SWAMP = SpaceLook(
    name="b2", land_name="Swamp", letter="B", face_up=True, value=3, holder=1, home=-1, seats=("E",
    "D"), holder_name="Dale",
    soldiers=(Soldier(0, "Yavimaya Wurm", "6/4", power=6), Soldier(1, "White Knight", "2/2", "↷",
    power=2)),
)  # fmt: skip


def lines(look: SpaceLook, width: int, height: int) -> list[str]:
    drawn = draw(look, width, height)
    assert [strip.cell_length for strip in drawn] == [width] * height
    return [strip.text for strip in drawn]


def test_a_roomy_space_names_land_value_holder_and_creatures() -> None:
    assert lines(SWAMP, 24, 5) == [
        "╭ b2 Swamp ──────── 3 ─╮",
        "│E Yavimaya Wurm   6/4 │",
        "│D White Knight  ↷ 2/2 │",
        "│                      │",
        "╰─ D  Dale ────────────╯",
    ]


def test_a_small_space_tells_armies_by_size() -> None:
    top, inside, bottom = lines(SWAMP, 15, 3)
    assert top.startswith("╭ b2 B ")
    assert inside == "│E 6/4 D 2/2↷ │"
    assert " D " in bottom


def test_the_smallest_box_still_tells_name_land_value_holder_and_armies() -> None:
    assert lines(SWAMP, 6, 3) == ["╭b2 B╮", "│E1D1│", "╰─D─3╯"]
    assert lines(replace(SWAMP, reach="go"), 6, 3)[2] == "╰D›─3╯"
    assert lines(replace(SWAMP, name="keep", holder=-1), 8, 3)[::2] == ["╭keep B╮", "╰─────3╯"]
    assert lines(replace(SWAMP, name="downs", holder=-1), 8, 3)[::2] == ["╭downs─╮", "╰────B3╯"]
    unseen = replace(SWAMP, name="downs", holder=-1, value=0, letter="", face_up=False, soldiers=())
    assert lines(unseen, 8, 3)[0] == "╭downs─╮", "that it is face down is seen within"
    assert lines(replace(SWAMP, note="10+4"), 6, 3)[2] == "╰10+4╯", (
        "a note that needs all the room has it"
    )


def test_armies_too_many_for_their_sizes_are_added_up() -> None:
    army = tuple(Soldier(0, "Grizzly Bears", "2/2", power=2) for _ in range(5))
    assert lines(replace(SWAMP, soldiers=army), 15, 3)[1] == "│E×5:10       │"


def test_creatures_beyond_the_lines_are_counted() -> None:
    army = tuple(Soldier(0, f"Bear {n}", "2/2", power=2) for n in range(6))
    inside = lines(replace(SWAMP, soldiers=army), 24, 6)[1:-1]
    assert inside[0].startswith("│E Bear 0")
    assert inside[-1].startswith("│ + E 2/2 2/2 2/2")


def test_nothing_is_told_by_colour_alone() -> None:
    plain = lines(SWAMP, 15, 3)
    assert lines(replace(SWAMP, choice=True), 15, 3) != plain
    assert lines(replace(SWAMP, cursor=True), 15, 3) != plain
    assert lines(replace(SWAMP, cursor=True), 15, 3) != lines(replace(SWAMP, choice=True), 15, 3)
    assert lines(replace(SWAMP, cursor=True, choice=True), 15, 3) != lines(
        replace(SWAMP, cursor=True), 15, 3
    )
    chosen = replace(SWAMP, soldiers=(replace(SWAMP.soldiers[0], choice=True), SWAMP.soldiers[1]))
    assert "•6/4" in lines(chosen, 16, 3)[1]
    assert lines(replace(SWAMP, holder=0), 6, 3) != lines(SWAMP, 6, 3)


def test_a_face_down_area_shows_nothing_of_its_land() -> None:
    hidden = SpaceLook("a1", "", "", False, 0, -1, -1, (), ("E", "D"))
    assert lines(hidden, 15, 3) == ["╭ a1 ? ───────╮", "│░░░░░░░░░░░░░│", "╰─────────────╯"]


def test_dots_show_land_and_army() -> None:
    assert lines(replace(SWAMP, dots=True), 3, 1) == ["BE1"]
    assert lines(replace(SWAMP, dots=True, soldiers=()), 3, 1) == ["BD "]
    assert lines(replace(SWAMP, dots=True), 6, 2) == ["b2BD3 ", "E1D1  "]
    assert lines(replace(SWAMP, dots=True), 8, 1) == ["b2 BE1  "], (
        "a line with room has the name as well"
    )
    assert lines(replace(SWAMP, dots=True, soldiers=SWAMP.soldiers[:1]), 5, 2)[1] == "E6/4 ", (
        "sizes of neighbors don't touch"
    )


def test_numbers_are_whole_or_left_out_in_narrow_boxes() -> None:
    hurt = Soldier(0, "Sea Serpent", "12/14-13", "↷", power=12)
    for width in range(5, 14):
        for height in (4, 6, 8):
            inside = "".join(
                line[1:-1] for line in lines(replace(SWAMP, soldiers=(hurt,)), width, height)[1:-1]
            )
            numbers = {int(number) for number in re.findall(r"\d+", inside)}
            assert numbers <= {12, 14, 13, 1}, (width, height, inside)
            assert "-" not in inside or "14-13" in inside


def test_a_space_without_edges_still_has_its_note() -> None:
    bare = replace(SWAMP, dots=True, note="10+4", alarm=True)
    assert "10+4" in "".join(lines(bare, 5, 3))
    assert "10+4" in "".join(lines(bare, 5, 2))
    assert "10+4" in "".join(lines(bare, 4, 1))


def test_a_piece_that_is_picked_is_marked() -> None:
    wurm = replace(SWAMP.soldiers[0], picked=True)
    assert "E▸Yavimaya Wurm" in lines(replace(SWAMP, soldiers=(wurm,)), 24, 4)[1]
    assert "▸6/4" in lines(replace(SWAMP, soldiers=(wurm,)), 9, 4)[1]


# --- spaces of three lines without edges ---


def small(**more: object) -> list[str]:
    fields: dict[str, object] = {
        "name": "d4",
        "land_name": "Swamp",
        "letter": "B",
        "face_up": True,
        "value": 0,
        "holder": -1,
        "home": -1,
    }
    fields |= {
        "soldiers": (Soldier(0, "Bog Wraith", "6/6", power=6),),
        "seats": ("E", "D"),
        "dots": True,
    } | more
    return [strip.text for strip in draw(SpaceLook(**fields), 5, 3)]  # type: ignore[arg-type]


def test_a_small_space_tells_who_stands_there_in_which_size_and_what_it_does() -> None:
    assert small() == ["d4B  ", "E6/6 ", "Bog  "], (
        "the next space's name doesn't run on from this one's"
    )
    assert small(second="R")[0] == "d4BR ", "land of two basic types"
    assert small(second="R", soldiers=())[0] == "d4BR "
    assert small(tapped=True, soldiers=(Soldier(1, "Lynx", "2/1", "↷", 2, choice=True),)) == [
        "d4B↷ ",
        "D•2/1",
        "Lynx↷",
    ]
    assert small(soldiers=(Soldier(1, "Giant", "12/12", "", 12, choice=True),))[1:] == [
        "12/12",
        "DGia•",
    ]
    both = (Soldier(0, "Lynx", "2/1", power=2), Soldier(0, "Ogre", "3/3", power=3, picked=True))
    assert small(soldiers=both)[1:] == ["E▸3/3", "Ogr+1"]


def test_a_small_space_has_its_note_where_the_name_was_and_never_touches_the_next() -> None:
    assert small(note="4+11")[2] == "4+11 "
    assert small(note="0+1", soldiers=(Soldier(1, "Lynx", "2/1", "↷", 2),))[2] == "↷0+1 "
    assert small(reach="strike")[2] == "Bog »"
    assert small(soldiers=(), reach="go")[2] == "   › "


@pytest.mark.slow
async def test_back_rows_are_lines_beside_the_map() -> None:
    async with app_of(Picture((80, 24), "frontier.toml")).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        board = pilot.app.screen.query_one(BoardWidget)
        lines = [board.render_line(y).text.rstrip() for y in range(board.size.height)]
    assert lines[0] == "D back row: L. Elves 1/1"
    assert lines[-1].startswith("E back row: D. Skeletons 1/1 H. Specter 2/2°")


def test_a_whole_name_takes_a_second_line_where_there_is_one() -> None:
    brigade = Soldier(0, "Goblin Balloon Brigade", "1/1", "↷", power=1)
    assert lines(replace(SWAMP, soldiers=(brigade,)), 26, 6)[1:3] == [
        "│E 1/1↷                  │",
        "│Goblin Balloon Brigade  │",
    ]
    assert lines(replace(SWAMP, soldiers=(brigade,) * 4), 26, 6)[1] == "│E G. B. Brigade   ↷ 1/1 │"
    both = lines(
        replace(SWAMP, soldiers=(brigade, replace(brigade, name="Ornithopter of the East"))), 20, 5
    )[1:4]
    healer = replace(brigade, name="Samite Healer", marks="")
    assert lines(replace(SWAMP, soldiers=(healer,)), 15, 3)[1] == "│E Healer 1/1 │", (
        "a name stands on a single line as well"
    )
    unicorn = replace(healer, name="Pearled Unicorn")
    assert lines(replace(SWAMP, soldiers=(unicorn,)), 15, 3)[1] == "│E Unicorn 1/1│", (
        "the edge parts it from what is beside it"
    )
    assert lines(replace(SWAMP, soldiers=(healer,)), 8, 4)[1:3] == ["│E 1/1 │", "│Healer│"]
    three = (healer, replace(healer, name="Ornithopter"), replace(healer, name="Drudge Skeletons"))
    assert lines(replace(SWAMP, soldiers=three), 10, 7)[2:6] == [
        "│Healer  │",
        "│E 1/1   │",
        "│E 1/1   │",
        "│Drudge  │",
    ], "two of three"
    assert both == ["│E Brigade   ↷ 1/1 │", "│E 1/1↷            │", "│Ornithopter       │"], (
        "the name that is cut most has the line"
    )


def test_a_spaces_name_and_its_land_never_run_together_where_there_is_room() -> None:
    keep = replace(SWAMP, name="keep", home=0, value=7, soldiers=())
    assert [lines(keep, width, 3)[0][1:-1] for width in (8, 9, 12)] == [
        "keep B",
        "keep B─",
        "keep B───7",
    ]


def test_a_conquer_value_is_explained_wherever_it_stands() -> None:
    sign = next(pattern for _, pattern, meaning in SIGNS if "Conquer Value" in meaning)
    boxes = [lines(SWAMP, width, 3) for width in (6, 9, 24)] + [
        lines(replace(SWAMP, dots=True), 8, 2)
    ]
    assert all(re.search(sign, "\n".join(box)) for box in boxes)
    assert not re.search(sign, "\n".join(lines(replace(SWAMP, value=0), 24, 3)))
