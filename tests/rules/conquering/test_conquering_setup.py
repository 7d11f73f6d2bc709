"""The Conquering, setup: the map, Strongholds, who starts, opening hands (C-1 to C-6)."""

from __future__ import annotations

from collections import Counter
from math import atan2, pi

import pytest

from engine.actions import Action
from engine.game import Game
from engine.magic.core.position import NOBODY
from engine.magic.turn.setup import ChooseFirst
from engine.variant.loading import load
from tests.rules.table import BEAR, Table, run_until, start

TYPES = ("Forest", "Island", "Mountain", "Plains", "Swamp")
RULES = load("conquering")


def dealt(game: Game) -> dict[str, str]:
    """What land was dealt on each area, Strongholds aside."""
    areas = zip(game.board.spaces, game.state.areas, strict=True)
    return {
        space.name: game.state.objects[area.land].printed.name
        for space, area in areas
        if space.stronghold == NOBODY
    }


def neighbors(players: int) -> dict[str, set[str]]:
    """Each space's neighbours by name."""
    board = RULES.board_for(players)
    return {
        space.name: {board.spaces[i].name for i in board.neighbors[n]}
        for n, space in enumerate(board.spaces)
    }


def unseen(game: Game) -> bool:
    """Whether nobody can see any of the areas' lands."""
    views = [game.view_for(seat) for seat in (None, *range(len(game.state.players)))]
    areas = [space for view in views for space in view.spaces if space.stronghold_of == NOBODY]
    return not any(space.face_up or space.land_name or space.land_types for space in areas)


@pytest.mark.rule("C-1")
def test_two_players_get_nine_areas_of_ten_lands_and_never_see_the_tenth() -> None:
    game = start(2)

    lands = dealt(game)

    assert set(lands) == {column + row for column in "abc" for row in "123"}
    assert sorted(Counter(lands.values()).values()) == [1, 2, 2, 2, 2]
    assert unseen(game)
    assert sum("Land" in obj.printed.base.types for obj in game.state.objects.values()) == 9


@pytest.mark.rule("C-2")
def test_four_players_get_all_fifteen_lands_in_three_rows_of_five() -> None:
    game = start(4)

    lands = dealt(game)

    assert set(lands) == {column + row for column in "abcde" for row in "123"}
    assert Counter(lands.values()) == dict.fromkeys(TYPES, 3)
    assert unseen(game)


@pytest.mark.rule("C-3")
def test_three_players_get_twelve_of_fifteen_lands() -> None:
    game = start(3)

    lands = dealt(game)

    assert len(lands) == 12
    assert all(number <= 3 for number in Counter(lands.values()).values())
    assert sum("Land" in obj.printed.base.types for obj in game.state.objects.values()) == 12
    assert unseen(game)


@pytest.mark.rule("C-3")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_two_areas_are_drawn_in_one_place(players: int) -> None:
    spaces = load("conquering").board.layouts[str(players)].build().spaces
    assert len({(space.x, space.y) for space in spaces}) == len(spaces)


@pytest.mark.rule("C-3")
def test_three_players_areas_are_a_ring_round_an_inner_triangle() -> None:
    next_to = neighbors(3)

    for n in range(1, 10):
        ring = {f"r{n % 9 + 1}", f"r{(n + 7) % 9 + 1}"}
        if n % 3 == 2:  # the middle of a side
            side = (n + 1) // 3
            assert next_to[f"r{n}"] == ring | {f"i{side}", f"s{side}"}
        else:
            assert next_to[f"r{n}"] == ring
    for side in (1, 2, 3):
        others = {f"i{n}" for n in (1, 2, 3) if n != side}
        assert next_to[f"i{side}"] == others | {f"r{3 * side - 1}"}


@pytest.mark.rule("C-1", "C-2", "C-3")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_areas_are_shuffled(players: int) -> None:
    layouts = {tuple(dealt(start(players, seed=seed)).values()) for seed in range(6)}
    assert len(layouts) == 6


@pytest.mark.rule("C-4")
@pytest.mark.parametrize("players", [2, 4])
def test_on_grids_neighbors_are_horizontal_and_vertical(players: int) -> None:
    board = RULES.board_for(players)
    for a, one in enumerate(board.spaces):
        for b, other in enumerate(board.spaces):
            if one.stronghold == other.stronghold == NOBODY:
                assert board.adjacent(a, b) == (abs(one.x - other.x) + abs(one.y - other.y) == 1)


@pytest.mark.rule("C-4", "C-17")
def test_no_creature_moves_diagonally() -> None:
    table = Table()
    bear = table.put(BEAR, at="b2")

    table.turn("Movement")

    assert {action.space for action in table.game.legal_actions() if action.object == bear} == {
        "a2",
        "b1",
        "b3",
        "c2",
    }
    assert table.refused(table.moving(bear, "a1")) == "C-4"


@pytest.mark.rule("C-5")
@pytest.mark.parametrize(
    ("players", "doors"),
    [
        (2, {"s1": "b3", "s2": "b1"}),
        (3, {"s1": "r2", "s2": "r5", "s3": "r8"}),
        (4, {"s1": "c3", "s2": "a2", "s3": "c1", "s4": "e2"}),
    ],
)
def test_strongholds_lie_outside_the_middle_of_their_sides(
    players: int, doors: dict[str, str]
) -> None:
    next_to = neighbors(players)
    assert {name: near for name, near in next_to.items() if name.startswith("s")} == {
        name: {door} for name, door in doors.items()
    }


@pytest.mark.rule("C-5")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_player_chooses_the_land_of_a_stronghold_which_lies_face_up(players: int) -> None:
    game = start(players)

    for seat in range(players):
        assert game.decision is not None
        assert (game.decision.seat, game.decision.kind) == (seat, "land-type")
        assert sorted(action.word for action in game.legal_actions()) == sorted(TYPES)
        game.apply(Action("choose", word=TYPES[seat]))

    for seat in range(players):
        space = next(space for space in game.view_for(None).spaces if space.stronghold_of == seat)
        assert (space.face_up, space.land_types, space.holder) == (True, (TYPES[seat],), seat)


@pytest.mark.rule("C-6")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_turns_go_clockwise_round_the_table(players: int) -> None:
    board = RULES.board_for(players)
    middle = (
        sum(space.x for space in board.spaces) / len(board.spaces),
        sum(space.y for space in board.spaces) / len(board.spaces),
    )
    homes = sorted(
        (space for space in board.spaces if space.stronghold != NOBODY),
        key=lambda space: space.stronghold,
    )

    # y grows downwards, so angles grow clockwise
    angles = [atan2(home.y - middle[1], home.x - middle[0]) for home in homes]

    steps = [
        (after - before) % (2 * pi)
        for before, after in zip(angles, [*angles[1:], angles[0]], strict=True)
    ]
    assert sum(steps) == pytest.approx(2 * pi)
    game = start(players)
    run_until(game, "Untap", 0)
    for seat in [*range(1, players), 0]:
        before = game.state.turn.number
        run_until(game, "Untap", seat)
        assert game.state.turn.number == before + 1


@pytest.mark.rule("C-6")
def test_a_roll_decides_who_starts_and_ties_roll_again() -> None:
    table = Table(players=3)
    table.dice(5, 2, 5, 1, 4)  # Anna and Carl tie, then Carl rolls higher

    table.game.push(ChooseFirst())
    table.game.advance()

    assert table.state.turn.first_seat == 2
    assert table.state.dice == ()


@pytest.mark.rule("C-6")
def test_the_opening_hand_is_seven_cards_with_a_mulligan() -> None:
    game = start(2)
    while (decision := game.decision) is not None and decision.kind != "mulligan":
        game.apply(game.legal_actions()[0])
    assert decision is not None
    first = decision.seat
    assert first == game.state.turn.first_seat
    before = game.state.players[first].hand
    assert [len(player.hand) for player in game.state.players] == [7, 7]

    game.apply(Action("mulligan"))

    after = game.state.players[first].hand
    assert len(after) == 7
    assert not set(before) & set(after)
    game.apply(Action("keep"))
    assert game.decision is not None
    assert (game.decision.seat, game.decision.kind) == (first, "bottom")
    game.apply(Action("bottom", object=after[0]))
    assert len(game.state.players[first].hand) == 6
    assert game.state.players[first].library[0] not in before + after


@pytest.mark.rule("C-6")
@pytest.mark.parametrize(("players", "drawn"), [(2, 0), (3, 2), (4, 2)])
def test_only_a_two_player_games_first_player_skips_the_first_draw(
    players: int, drawn: int
) -> None:
    game = start(players)
    while game.decision is not None and game.decision.kind != "mulligan":
        game.apply(game.legal_actions()[0])
    first = game.state.turn.first_seat
    second = (first + 1) % players

    run_until(game, "First Main", first)
    assert len(game.state.players[first].hand) == 7 + drawn
    run_until(game, "First Main", second)
    assert len(game.state.players[second].hand) == 9
