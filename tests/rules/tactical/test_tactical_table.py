"""Tactical Magic, the table and its pieces: squares, obstacles, tokens, arriving (T-1 to T-8)."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.actions import Action
from engine.cards.decks.legality import check
from engine.cards.library import library
from engine.cards.model import Activated, AddMana, Card, Change, Damage, MakeToken, Modify
from engine.fronts.common.squares import shipped_maps, square_name
from engine.game import Game
from engine.magic.turn.setup import Seat
from engine.variant.loading import RulesetError, load
from tests.magic.positions import ANNA, BEN, CREATURES, artifact, bigger, creature, player
from tests.rules.duel import Duel
from tests.rules.table import BEAR, GOLEM

FOREST = library().card("Forest")
BULWARK = creature("Wall", 0, 4, "defender")
TABLES = [choice for choice in load("tactical").options["table"].choices if choice != "bare"]


def offended(options: dict[str, str]) -> str:
    """What is wrong with a choice of house rules."""
    with pytest.raises(RulesetError) as error:
        load("tactical", options)
    return str(error.value)


# --- T-1 ---


@pytest.mark.rule("T-1")
def test_two_players_with_20_life_and_decks_with_lands() -> None:
    rules = load("tactical")
    deck = (FOREST,) * 24 + (BEAR,) * 36

    game = Game.start(rules, [Seat("Anna", deck), Seat("Ben", deck)], 1)

    assert rules.players == (2,)
    assert [player.life for player in game.state.players] == [20, 20]
    assert check((FOREST,) * 60, rules.deck) == []
    assert {offence.reason for offence in check((FOREST,) * 20 + (BEAR,) * 5, rules.deck)} == {
        "size",
        "copies",
    }


@pytest.mark.rule("T-1")
def test_a_land_a_turn_is_played_beside_the_table_and_taps_for_mana() -> None:
    duel = Duel()
    first, second = duel.give(FOREST), duel.give(FOREST)
    bear = duel.give(BEAR)
    duel.put(FOREST)
    duel.turn("First Main")

    duel.choose("play", first)

    assert duel.at(first) == ""
    assert duel.zone(first) == "battlefield"
    assert duel.refused(Action("play", object=second)) == "T-1"
    assert duel.refused(Action("play", object=bear)) == "T-1"
    duel.cast(bear, free=False)
    assert duel.look(first).tapped
    assert duel.zone(bear) == "battlefield"


@pytest.mark.rule("T-1")
def test_lands_are_played_only_in_ones_own_main_phase() -> None:
    duel = Duel()
    theirs = duel.give(FOREST, BEN)
    duel.turn("First Main")
    duel._give_priority(BEN)

    assert duel.refused(Action("play", object=theirs)) == "T-1"


@pytest.mark.rule("T-1")
def test_the_next_turn_brings_another_land() -> None:
    duel = Duel()
    duel.library_of(ANNA, BEAR)
    duel.library_of(BEN, BEAR)
    first, second = duel.give(FOREST), duel.give(FOREST)
    duel.turn("First Main")
    duel.choose("play", first)

    duel.until("First Main", of=ANNA)
    duel.choose("pass")
    duel.choose("play", second)

    assert duel.zone(second) == "battlefield"


@pytest.mark.rule("T-1")
def test_artifacts_and_enchantments_lie_off_the_table() -> None:
    duel = Duel()
    diamond = duel.give(artifact("Diamond"))

    duel.cast(diamond)

    assert (duel.zone(diamond), duel.at(diamond)) == ("battlefield", "")


@pytest.mark.rule("T-1")
def test_a_land_of_another_type_makes_the_mana_of_that_type() -> None:
    duel = Duel()
    forest = duel.put(FOREST)

    duel.follow(Modify(what="target", change=Change(subtypes=("Island",))), on=forest)

    assert [
        a.effects for a in duel.characteristics(forest).abilities if isinstance(a, Activated)
    ] == [(AddMana(add="{U}"),)]


# --- T-2 ---


@pytest.mark.rule("T-2")
def test_tokens_start_in_the_middle_of_opposite_short_ends() -> None:
    duel = Duel()
    board = duel.game.board

    assert len(board.spaces) == 160
    assert (duel.at(duel.token(ANNA)), duel.at(duel.token(BEN))) == ("a6", "p6")
    assert max((space.x, space.y) for space in board.spaces) == (15, 9)


@pytest.mark.rule("T-2")
@pytest.mark.parametrize(
    ("size", "spaces", "ends"),
    [("8x5", 40, ("a3", "h3")), ("60x40", 2400, ("a21", "bh21")), ("11x33", 363, ("f1", "f33"))],
)
def test_tables_of_any_size_from_8x5_to_60x40(
    size: str, spaces: int, ends: tuple[str, str]
) -> None:
    duel = Duel(options={"size": size})

    assert len(duel.game.board.spaces) == spaces
    assert (duel.at(duel.token(ANNA)), duel.at(duel.token(BEN))) == ends


@pytest.mark.rule("T-2")
@pytest.mark.parametrize("size", ["7x5", "8x4", "61x40", "60x41", "large", "16", "16x", "-16x10"])
def test_other_sizes_are_refused(size: str) -> None:
    message = offended({"size": size})

    assert "board.layouts.2.size" in message
    assert "8x5" in message or "16x10" in message


@pytest.mark.rule("T-2")
def test_distance_is_counted_in_kings_moves() -> None:
    board = Duel().game.board

    def apart(a: str, b: str) -> int:
        return board.distance(board.names[a], board.names[b])

    assert apart("c3", "d4") == 1
    assert apart("c3", "f6") == 3
    assert apart("c3", "f4") == 3
    assert len(board.neighbors[board.names["c3"]]) == 8
    assert len(board.neighbors[board.names["a1"]]) == 3


@pytest.mark.rule("T-2")
def test_as_a_house_rule_distance_is_as_the_crow_flies_rounded_down() -> None:
    duel = Duel(options={"distance": "straight"})
    board = duel.game.board
    golem = duel.put(GOLEM, at="h5")
    duel.turn("First Main")

    def apart(a: str, b: str) -> int:
        return board.distance(board.names[a], board.names[b])

    assert apart("c3", "d4") == 1  # 1.41
    assert apart("c3", "e5") == 2  # 2.83
    assert apart("c3", "f6") == 4  # 4.24
    # 3; twice a diagonal, 2.83; 2 and a diagonal, 3.41
    assert {"k5", "j7", "k6"} <= duel.reach(golem)
    assert "k7" in duel.reach(golem)  # 1 and twice a diagonal, 3.83, counts as 3
    assert "k8" not in duel.reach(golem)  # 4.24


@pytest.mark.rule("T-2")
def test_squares_are_named_like_those_of_a_chess_board_and_on() -> None:
    assert [square_name(x, 0) for x in (0, 25, 26, 51, 52, 59)] == [
        "a1",
        "z1",
        "aa1",
        "az1",
        "ba1",
        "bh1",
    ]


# --- T-3 ---


@pytest.mark.rule("T-3")
@pytest.mark.parametrize("name", TABLES)
def test_laid_out_tables_come_with_the_game(name: str) -> None:
    duel = Duel(options={"table": name})

    assert len(TABLES) >= 4
    assert set(TABLES) <= set(shipped_maps())
    assert any(space.obstacle for space in duel.game.view_for(None).spaces)
    for seat in (ANNA, BEN):
        assert not duel.game.board.spaces[duel.look(duel.token(seat)).space].obstacle


@pytest.mark.rule("T-3")
def test_a_map_file_gives_another_table(tmp_path: Path) -> None:
    drawing = tmp_path / "yard.txt"
    drawing.write_text(
        "// A yard\n........\n.1.##...\n...##...\n...##.2.\n........\n", encoding="utf-8"
    )

    duel = Duel(options={"table": str(drawing)})
    golem = duel.put(GOLEM, at="c3")
    bird = duel.put(creature("Bird", 3, 3, "flying"), at="c4")
    duel.turn("First Main")

    assert (duel.at(duel.token(ANNA)), duel.at(duel.token(BEN))) == ("b2", "g4")
    assert duel.refused(duel.moving(golem, "d3")) == "T-3"
    assert "f3" not in duel.reach(golem)  # only round the obstacle, four steps
    assert "f3" in duel.reach(bird)  # across it
    assert duel.refused(duel.moving(bird, "d3")) == "T-3"


@pytest.mark.rule("T-3")
@pytest.mark.parametrize(
    ("drawing", "wrong"),
    [
        ("........\n.......\n........\n........\n........\n", "8 squares, like the first row"),
        ("........\n...?....\n........\n........\n........\n", "'?' in row 2"),
        ("1.......\n........\n........\n........\n.......3\n", "starting squares 1, 3"),
        ("1.......\n........\n........\n........\n........\n", "1 starting square;"),
        ("....\n....\n", "from 8x5 to 60x40"),
        ("", "at least one row"),
    ],
)
def test_a_map_file_that_is_wrong_says_why(tmp_path: Path, drawing: str, wrong: str) -> None:
    file = tmp_path / "wrong.txt"
    file.write_text(drawing, encoding="utf-8")

    assert wrong in offended({"table": str(file)})


@pytest.mark.rule("T-3")
def test_a_map_file_that_is_not_there_is_named_with_those_that_are() -> None:
    message = offended({"table": "no-such-map"})

    assert "no-such-map" in message
    assert "ruins" in message


# --- T-4 ---


@pytest.mark.rule("T-4")
def test_one_piece_stands_on_a_square() -> None:
    duel = Duel()
    golem = duel.put(GOLEM, at="h5")
    duel.put(BEAR, at="i5")
    duel.put(BEAR, BEN, at="g8")
    flyer = duel.put(creature("Bird", 2, 2, "flying"), at="h4")
    duel.turn("First Main")

    assert duel.refused(duel.moving(golem, "i5")) == "T-4"
    assert duel.refused(duel.moving(golem, "g8")) == "T-4"
    assert duel.refused(duel.moving(flyer, "i5")) == "T-4"


# --- T-5 ---


@pytest.mark.rule("T-5")
def test_a_token_is_a_one_twenty_creature_of_its_player() -> None:
    duel = Duel()
    token = duel.token(ANNA)
    c = duel.characteristics(token)

    assert (c.power, c.toughness, c.is_creature) == (1, 20, True)
    assert duel.look(token).controller == ANNA


@pytest.mark.rule("T-5")
def test_the_tokens_life_is_the_players() -> None:
    duel = Duel()
    token = duel.token(BEN)

    duel.follow(Damage(amount=3, to="target"), on=token)
    duel.follow(Damage(amount=4, to="target"), on=player(BEN))

    assert duel.life(BEN) == 13
    assert duel.look(token).damage == 7


@pytest.mark.rule("T-5")
def test_what_damages_players_and_creatures_alike_hits_a_player_once() -> None:
    duel = Duel()
    bear = duel.put(BEAR, BEN, at="h5")

    duel.follow(Damage(amount=1, to=CREATURES, also_to="each-player"))

    assert (duel.life(ANNA), duel.life(BEN)) == (19, 19)
    assert duel.look(bear).damage == 1


@pytest.mark.rule("T-5", "T-8")
def test_creatures_heal_at_the_end_of_the_turn_and_tokens_do_not() -> None:
    duel = Duel()
    duel.library_of(BEN, BEAR)
    golem = duel.put(GOLEM, BEN, at="h5")
    duel.turn("Second Main")
    duel.follow(Damage(amount=2, to="target"), on=golem)
    duel.follow(Damage(amount=2, to="target"), on=duel.token(BEN))

    duel.until("Draw", of=BEN)

    assert duel.look(golem).damage == 0
    assert (duel.look(duel.token(BEN)).damage, duel.life(BEN)) == (2, 18)


@pytest.mark.rule("T-5")
def test_a_boost_of_toughness_keeps_a_token_alive_while_it_lasts() -> None:
    duel = Duel()
    duel.library_of(BEN, BEAR)
    duel.turn("Second Main")
    duel.follow(Modify(what="target", change=bigger(3, 3)), on=duel.token(BEN))
    duel.follow(Damage(amount=21, to="target"), on=duel.token(BEN))
    assert duel.life(BEN) == -1
    assert not duel.player(BEN).out

    duel.until("Draw", of=BEN)

    assert duel.player(BEN).out


# --- T-6, T-7 ---


@pytest.mark.rule("T-6")
def test_a_new_creature_goes_within_one_unit_of_its_controllers_token() -> None:
    duel = Duel()
    duel.stand(ANNA, "c4")
    bear = duel.give(BEAR)
    duel.put(GOLEM, at="b3")

    duel.cast(bear)

    assert duel.asked == "place"
    assert duel.places() == {"c3", "d3", "b4", "d4", "b5", "c5", "d5"}
    assert duel.refused(Action("place", object=duel.now(bear), space="e4")) == "T-6"
    duel.place(bear, "d5")
    assert duel.at(bear) == "d5"


@pytest.mark.rule("T-6")
def test_without_room_it_goes_on_the_nearest_free_square() -> None:
    duel = Duel()
    for space in ("a5", "a7", "b5", "b6", "b7"):
        duel.put(GOLEM, at=space)
    bear = duel.give(BEAR)

    duel.cast(bear)

    assert duel.places() == {"a4", "b4", "c4", "c5", "c6", "c7", "c8", "b8", "a8"}


@pytest.mark.rule("T-6")
def test_several_new_creatures_are_placed_one_by_one() -> None:
    duel = Duel()
    soldier = Card(name="Soldier", types=("Creature",), power=1, toughness=1, colors=("white",))

    duel.follow(MakeToken(token=soldier, count=2))
    for space in ("b5", "b7"):
        duel.place(min(duel.offered("place")), space)

    made = [i for i in duel.permanents(ANNA) if duel.look(i).token]
    assert sorted(duel.at(i) for i in made) == ["b5", "b7"]


@pytest.mark.rule("T-6")
def test_an_animated_land_comes_to_the_token_and_goes_when_it_is_no_creature() -> None:
    duel = Duel()
    duel.library_of(BEN, BEAR)
    forest = duel.put(FOREST)
    duel.turn("First Main")

    duel.follow(
        Modify(
            what="target", change=Change(add_types=("Creature",), base_power=2, base_toughness=2)
        ),
        on=forest,
    )
    assert duel.places() == {"a5", "b5", "b6", "b7", "a7"}
    duel.place(forest, "b6")
    assert duel.at(forest) == "b6"
    duel.until("Draw", of=BEN)

    assert duel.at(forest) == ""
    assert duel.zone(forest) == "battlefield"
    assert [(event.object, event.space) for event in duel.told if event.kind == "off-map"] == [
        (forest, "b6")
    ]


@pytest.mark.rule("T-7")
def test_walls_go_anywhere_within_five_units_of_the_token() -> None:
    duel = Duel()
    duel.stand(ANNA, "h5")
    wall = duel.give(BULWARK)

    duel.cast(wall)

    distance, names = duel.game.board.distance, duel.game.board.names
    assert all(distance(names["h5"], names[space]) <= 5 for space in duel.places())
    assert {"c5", "m10", "h6"} <= duel.places()
    assert len(duel.places()) == 11 * 10 - 1
    duel.place(wall, "m10")
    assert duel.at(wall) == "m10"


# --- T-8 ---


@pytest.mark.rule("T-8")
def test_creatures_that_go_to_the_graveyard_leave_the_table() -> None:
    duel = Duel()
    bear = duel.put(BEAR, at="h5")

    duel.follow(Damage(amount=2, to="target"), on=bear)

    assert duel.zone(bear) == "graveyard"
    assert duel.seen("h5").creatures == ()
