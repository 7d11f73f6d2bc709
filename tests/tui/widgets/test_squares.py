"""Boards of many squares: how they are drawn, what is within reach, how a piece is led over
them.
"""

from __future__ import annotations

import re
import time

import pytest
from textual.events import MouseScrollDown, MouseScrollUp
from textual.pilot import Pilot

from engine.actions import Action
from engine.base.records import replace
from engine.cards.library import library
from engine.game import Game
from engine.magic.core.agenda import DecisionView
from engine.magic.turn.setup import Seat
from engine.variant.loading import load
from engine.view import ObjectView, SpaceView, View
from screenshots.pictures import Picture, app_of
from tests.tui.fake import creature, player, space, view
from tui.table.action_builder import Spot
from tui.table.board import squares
from tui.table.board.drawing import Soldier, SpaceLook, life_left
from tui.table.board.sketch import sketch
from tui.table.board.squares import SquareLook, arrange_squares, best_size, draw_square
from tui.table.board.widget import BoardWidget, Highlights
from tui.table.screens.table import TableScreen
from tui.table.selection import Selection
from tui.terminal import symbols

BARE = SpaceLook("c2", "", "", True, 0, -1, -1, (), ("E", "D"))
BEARS = Soldier(0, "Grizzly Bears", "2/2", power=2)
KNIGHT = Soldier(1, "White Knight", "2/2", "↷", power=2)
TOKEN = Soldier(1, "Dale's token", "1/20", power=1, sign=squares.TOKEN)


def table(
    columns: int = 8, rows: int = 5, obstacles: tuple[str, ...] = ()
) -> tuple[SpaceView, ...]:
    board = load("tactical", {"size": f"{columns}x{rows}"}).board_for(2)
    return tuple(
        space(
            s.name,
            s.x,
            s.y,
            board.neighbor_names[i],
            face_up=True,
            square=True,
            obstacle=s.name in obstacles,
        )
        for i, s in enumerate(board.spaces)
    )


def scene(
    *pieces: ObjectView,
    obstacles: tuple[str, ...] = (),
    actions: tuple[Action, ...] = (),
    **more: object,
) -> View:
    """Edna's turn on a small table."""
    asked = DecisionView(0, "priority", "First Main: cast, activate, or pass") if actions else None
    players = (player(0, "Edna", stronghold=""), player(1, "Dale", stronghold=""))
    return view(
        table(obstacles=obstacles),
        pieces,
        actions,
        asked,
        players,
        rules=load("tactical", {"size": "8x5"}),
        **more,
    )


def piece(
    ident: int, name: str, where: str, seat: int = 0, *, moves: int = 2, **more: object
) -> ObjectView:
    power, toughness = 2, 2
    return creature(
        ident,
        name,
        power,
        toughness,
        seat,
        where,
        movement=moves,
        movement_left=moves,
        attack_range=1,
        **more,
    )


def texts(
    look: SpaceLook, width: int, height: int, *, obstacle: bool = False, reach: str = ""
) -> list[str]:
    drawn = draw_square(SquareLook(replace(look, reach=reach), obstacle, dark=False), width, height)
    assert [strip.cell_length for strip in drawn] == [width] * height
    return [strip.text for strip in drawn]


# --- one square ---


@pytest.mark.parametrize("size", squares.SIZES)
def test_every_square_fills_its_cells(size: tuple[int, int]) -> None:
    for look in (
        BARE,
        *(replace(BARE, soldiers=army) for army in ((BEARS,), (TOKEN,), (BEARS, KNIGHT, TOKEN))),
    ):
        for changed in (look, replace(look, cursor=True), replace(look, choice=True, note="12")):
            texts(changed, *size)
            texts(changed, *size, obstacle=True)


def test_pieces_are_short_glyphs_with_their_controllers_letter() -> None:
    assert texts(replace(BARE, soldiers=(BEARS,)), 3, 1) == ["EBr"]
    assert texts(replace(BARE, soldiers=(KNIGHT,)), 3, 1) == ["DK↷"]
    assert texts(replace(BARE, soldiers=(BEARS,)), 4, 2) == ["EBr ", "2/2 "]
    assert texts(replace(BARE, soldiers=(BEARS,)), 11, 4)[:2] == ["E G. Bears ", "    2/2    "]


def test_numbers_are_whole_or_left_out_and_never_touch_a_neighbours() -> None:
    hurt = replace(TOKEN, stats="1/20-13", marks="↷")
    assert [texts(replace(BARE, soldiers=(TOKEN,)), width, 2)[1] for width in (4, 5, 6)] == [
        "♥20 ",
        "1/20 ",
        " 1/20 ",
    ]
    room = {4: "♥7↷ ", 5: " ♥7↷ ", 6: " ♥7↷  ", 8: "1/20-13 ", 11: "  1/20-13↷ "}
    assert {width: texts(replace(BARE, soldiers=(hurt,)), width, 2)[1] for width in room} == room
    for width in (4, 5, 6):
        assert "20" in texts(replace(BARE, soldiers=(TOKEN,), cursor=True), width, 2)[1], (
            "the cursor covers no digit"
        )


@pytest.mark.parametrize("width", [3, 4, 5, 6])
def test_a_creature_keeps_its_short_name_whatever_marks_stand_beside_it(width: int) -> None:
    names = ("Black Knight", "Black Ghoul", "Blood Hound", "Craw Wurm", "Serra Angel")
    for name in names:
        soldier = Soldier(0, name, "2/2", among=names)
        bare = texts(replace(BARE, soldiers=(soldier,)), width, 1)[0].rstrip()
        for marked in ("°", "↷", "»↷"):
            shown = texts(replace(BARE, soldiers=(replace(soldier, marks=marked),)), width, 1)[0]
            letters = shown.rstrip("°↷» ")
            assert re.fullmatch(".*".join(letters) + ".*", bare, re.IGNORECASE), (
                "letters of the one name that it has"
            )
            others = (
                Soldier(0, other, "2/2", marked, among=names) for other in names if other != name
            )
            assert shown not in [
                texts(replace(BARE, soldiers=(other,)), width, 1)[0] for other in others
            ]


@pytest.mark.parametrize(("width", "height"), [size for size in squares.SIZES if size[0] >= 3])
def test_pieces_side_by_side_are_parted_without_colors(width: int, height: int) -> None:
    names = ("Bog Wraith", "Savannah Lions", "Goblin Balloon Brigade", "Ornithopter")
    for marked in ("", "°", "»↷"):
        soldiers = [Soldier(1, name, "2/2", marked, among=names) for name in names]
        parts = [
            texts(replace(BARE, soldiers=(soldier,)), width, height)[0] for soldier in soldiers
        ]
        small = width == 3 and all(part[1].isupper() and not part[2].isupper() for part in parts)
        assert small or all(part[-1] == " " for part in parts), parts


def test_damage_is_told_in_one_way_and_life_beyond_toughness_too() -> None:
    assert [symbols.stats(creature(1, "Bear", 2, 2, damage=damage)) for damage in (0, 1, -1)] == [
        "2/2",
        "2/2-1",
        "2/2+1",
    ]
    token = replace(creature(1, "Edna's token", 1, 20, damage=-4), player_token=True)
    assert symbols.stats(token) == "1/24", "a token shows the life of its player"
    assert [life_left(stats) for stats in ("2/2", "2/2-1", "2/2+1", "1+*/3-1", "[4]", "")] == [
        "♥2",
        "♥1",
        "♥3",
        "♥2",
        "",
        "",
    ]


def test_tokens_are_told_from_creatures_by_their_sign() -> None:
    assert texts(replace(BARE, soldiers=(TOKEN,)), 3, 1) == ["D♚ "]


def test_of_several_pieces_one_stands_for_all() -> None:
    assert texts(
        replace(BARE, soldiers=(BEARS, replace(BEARS, name="Craw Wurm", power=6))), 3, 1
    ) == ["EW+"]


def test_things_that_nobody_controls_have_no_players_letter() -> None:
    relic = Soldier(-1, "Black Lotus", "", sign=squares.ARTIFACT)
    assert texts(replace(BARE, soldiers=(relic,)), 3, 1) == ["∙◆ "]


def test_obstacles_reach_choices_and_the_cursor_have_signs_of_their_own() -> None:
    assert texts(BARE, 3, 1, obstacle=True) == ["▒▒▒"]
    assert texts(BARE, 3, 1, reach="go") == [" · "]
    assert texts(replace(BARE, choice=True), 3, 1, reach="go") == [" • "]
    assert texts(replace(BARE, cursor=True), 3, 1) == ["[ ]"]
    assert texts(replace(BARE, note="7"), 3, 1) == [" 7 "]


# --- the whole board ---


def test_the_largest_squares_that_fit_are_chosen_and_pieces_stay_distinguishable() -> None:
    ordinary = table(16, 10)
    assert squares.SIZES[best_size(ordinary, 52, 17)] == (3, 1)
    assert squares.SIZES[best_size(ordinary, 74, 40)] == (4, 2)
    assert squares.SIZES[best_size(ordinary, 30, 10)] == (3, 1)


@pytest.mark.parametrize(
    ("room", "size"), [((52, 16), (4, 1)), ((76, 37), (7, 3)), ((136, 52), (13, 5))]
)
def test_a_board_of_ten_by_ten_uses_the_room_of_a_small_a_wide_and_a_large_terminal(
    room: tuple[int, int], size: tuple[int, int]
) -> None:
    assert squares.SIZES[best_size(table(10, 10), *room)] == size


def test_a_large_table_is_arranged_at_once() -> None:
    """Each square by itself: 2,400 squares compared in pairs would take seconds."""
    spaces, before = table(60, 40), time.perf_counter()
    layout = arrange_squares(spaces, 1)
    assert time.perf_counter() - before < 0.5
    assert (len(layout.boxes), layout.width, layout.height) == (2400, 180, 40)


def test_the_launch_shows_a_large_table_in_little() -> None:
    drawn = sketch(load("tactical", {"size": "60x40"}).board_for(2), 60, 16, 2)
    assert len(drawn) <= 16
    assert "".join(line.plain for line in drawn).count("♚") == 2
    assert "▒" in "".join(
        line.plain for line in sketch(load("tactical", {"table": "ruins"}).board_for(2), 60, 16)
    )


def test_rulers_name_columns_and_rows() -> None:
    assert squares.column_ruler(table(8, 5), 1, 0, 24, "b1").plain == "    a  b  c  d  e  f  g  h "
    assert squares.row_number(1, 1, "b2")[0] == " 2 "
    assert squares.row_number(3, 3, "b2")[0] == "   "


# --- leading a piece ---


def test_enter_takes_the_piece_of_a_square_and_leads_it_from_there() -> None:
    moves = tuple(Action("move", object=11, origin="b2", space=name) for name in ("a1", "c3"))
    selection = Selection(scene(piece(11, "Grizzly Bears", "b2"), actions=(*moves, Action("pass"))))
    selection.go_to(Spot("space", name="b2"))
    assert selection.take() is None
    assert (selection.pane, selection.space, selection.builder.candidates()) == (
        "map",
        "b2",
        [Spot("space", name="a1"), Spot("space", name="c3")],
    )
    selection.move(1, 0)
    selection.move(0, 1)
    assert selection.take() == moves[1]


def test_the_cursor_begins_on_ones_own_token() -> None:
    token = piece(9, "Edna's token", "d3", player_token=True)
    assert Selection(scene(token)).space == "d3"


# --- at the table ---


async def settled(pilot: Pilot[None]) -> BoardWidget:
    await pilot.pause()
    await pilot.pause()
    assert isinstance(pilot.app.screen, TableScreen)
    return pilot.app.screen.query_one(BoardWidget)


@pytest.mark.slow
async def test_the_wheel_makes_squares_larger_and_smaller() -> None:
    async with app_of(Picture((140, 45), "ruins.toml")).run_test(size=(140, 45)) as pilot:
        board = await settled(pilot)
        before = board.box_of("b1")
        for turned, same in ((MouseScrollDown, False), (MouseScrollUp, True)):
            board.post_message(turned(board, 1, 1, 0, 0, 0, False, False, False))
            await pilot.pause()
            assert (board.box_of("b1") == before) is same


@pytest.mark.slow
async def test_zooming_keeps_the_cursor_in_sight() -> None:
    async with app_of(Picture((80, 24), "ruins.toml")).run_test(size=(80, 24)) as pilot:
        board = await settled(pilot)
        for key in ("plus", "plus", "plus", "g", "p", "1", "enter"):
            await pilot.press(key)
        board = await settled(pilot)
        box = board.box_of("p1")
        assert box is not None
        assert (box.width, box.height) == (5, 2)
        assert squares.RULER_WIDTH <= box.x < board.size.width
        assert 1 <= box.y < board.size.height
        await pilot.press(*["minus"] * 9)
        await settled(pilot)
        assert "as large or as small" in pilot.app.screen.query_one("#prompt").shown[1]  # type: ignore[attr-defined]


@pytest.mark.slow
async def test_scrolling_waits_until_the_cursor_comes_near_the_edge() -> None:
    async with app_of(Picture((80, 24), "ruins.toml")).run_test(size=(80, 24)) as pilot:
        for key in ("plus", "plus", "plus", "g", "h", "7"):
            await pilot.press(key)
        board = await settled(pilot)
        corner = board.box_of("a1")
        await pilot.press("left")
        board = await settled(pilot)
        assert board.box_of("a1") == corner
        await pilot.press(*["left"] * 7)
        board = await settled(pilot)
        assert board.box_of("a1") != corner


@pytest.mark.slow
async def test_only_squares_in_sight_are_looked_at() -> None:
    async with app_of(Picture((80, 24), "ruins.toml")).run_test(size=(80, 24)) as pilot:
        board = await settled(pilot)
        big = scene()
        board.show(replace(big, spaces=table(60, 40)), Highlights("a1"))
        assert len(board._looks) <= 20 * 20


@pytest.mark.slow
async def test_squares_bear_no_words_about_land() -> None:
    async with app_of(Picture((80, 24), "ruins.toml", ())).run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        said = "\n".join(
            line
            for panel in pilot.app.screen.query("Inspector, PlayerStrip, ListPanel")
            for line in panel.shown
        )  # type: ignore[attr-defined]
        assert "Conquer Value" not in said
        assert "areas" not in said


@pytest.mark.parametrize(
    ("variant", "deeds"),
    [
        ("conquering", "cast or pass"),
        ("battle_field", "move or pass"),
        ("frontier", "add mana, move, scout, or pass"),
    ],
)
def test_a_main_phase_says_what_is_possible_in_it_and_nothing_else(
    variant: str, deeds: str
) -> None:
    game = Game.start(
        load(variant),
        [Seat(name, (library().card("Hill Giant"),) * 60) for name in ("Edna", "Dale")],
        1,
    )
    while game.decision is not None and game.decision.kind != "priority":
        game.apply(
            next((a for a in game.legal_actions() if a.verb == "keep"), game.legal_actions()[0])
        )
    assert game.decision is not None
    assert game.decision.prompt == f"{game.step_name()}: {deeds}"


# --- what is out of sight ---


def test_arrows_point_to_opponents_beyond_the_edge() -> None:
    mine, above = piece(11, "Grizzly Bears", "h1"), piece(21, "White Knight", "c1", 1)
    corner, aside, seen = (
        piece(22, "White Knight", "h5", 1),
        piece(23, "White Knight", "a3", 1),
        piece(24, "White Knight", "c3", 1),
    )
    found = squares.beyond(scene(mine, above, corner, aside, seen), (1, 1, 4, 3), 0)
    assert found == {"c2": ("↑", 1), "e4": ("↘", 1), "b3": ("←", 1)}


def test_an_arrow_stands_beside_what_is_in_its_place() -> None:
    above, there = piece(21, "White Knight", "c1", 1), piece(11, "Grizzly Bears", "c2")
    assert squares.beyond(scene(above, there), (1, 1, 4, 3), 0) == {"d2": ("↑", 1)}
    drawn = draw_square(SquareLook(BARE, obstacle=False, dark=False, beyond=("↑", 1)), 3, 1)
    assert [strip.text for strip in drawn] == ["↑D "]
    covered = draw_square(
        SquareLook(replace(BARE, note="12"), obstacle=False, dark=False, beyond=("↑", 1)), 3, 1
    )
    assert "↑" not in covered[0].text


@pytest.mark.slow
async def test_a_window_of_a_large_board_has_arrows_at_its_edges() -> None:
    async with app_of(Picture((80, 24), "ruins.toml")).run_test(size=(80, 24)) as pilot:
        await pilot.press(*"++++")
        await pilot.pause()
        board = pilot.app.screen.query_one(BoardWidget)
        drawn = "".join(board.render_line(y).text for y in range(board.size.height))
    assert any(f"{arrow}D" in drawn for arrow in squares.ARROWS.values())


def test_a_token_that_is_no_creature_shows_its_players_life() -> None:
    token = replace(
        creature(9, "Edna's token", 1, 20, 0, "b2", player_token=True), power=None, toughness=None
    )
    players = (player(0, "Edna", stronghold="", life=17), player(1, "Dale", stronghold=""))
    seen = replace(scene(token), players=players)
    at = next(each for each in seen.spaces if each.name == "b2")
    look = BoardWidget()._look(seen, at, {9: token}, ("E", "D"))
    assert [soldier.stats for soldier in look.soldiers] == ["17"]
    assert "17" in "".join(texts(look, 4, 2))


@pytest.mark.parametrize(
    ("width", "words"), [(10, "E ✦Anthem "), (13, "E ✦ Anthem   "), (6, "E✦    ")]
)
def test_what_is_no_creature_has_a_whole_word_or_its_sign_alone(width: int, words: str) -> None:
    anthem = Soldier(0, "Glorious Anthem", "", sign="✦")
    assert texts(replace(BARE, soldiers=(anthem,)), width, 3)[0] == words
