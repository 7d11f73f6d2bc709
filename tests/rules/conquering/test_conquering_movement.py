"""The Conquering, movement: who moves, where to, turning areas up, arriving (C-17 to C-21)."""

from __future__ import annotations

import pytest

from engine.actions import IllegalAction
from engine.analysis.invariants import known_faults
from engine.cards.model import (
    Activated,
    ByKeyword,
    Change,
    Destroy,
    MakeToken,
    Modify,
    Move,
    Static,
    Target,
    Untap,
)
from engine.cards.terms import Costs, Count, Filter
from engine.magic.core.position import NOWHERE
from tests.magic.positions import (
    A_CREATURE,
    ANNA,
    BEN,
    artifact,
    aura,
    creature,
    enchantment,
    sorcery,
)
from tests.rules.table import BEAR, GOLEM, KNIGHT, WALL, WURM, Table

RUNNER = creature("Runner", 2, 2, "haste")
WATCH = creature("Watch", 2, 2, "vigilance")


@pytest.mark.rule("C-17")
def test_a_creature_moves_once_to_an_adjacent_area() -> None:
    table = Table()
    watch = table.put(WATCH, at="b2")
    other = table.put(WATCH, at="a1")
    table.turn("Movement")

    table.move(watch, "b1")

    assert table.at(watch) == "b1"
    assert not table.look(watch).tapped
    assert table.refused(table.moving(watch, "b2")) == "C-17"
    table.move(other, "a2")  # each of them may move


@pytest.mark.rule("C-17", "C-4")
def test_nobody_moves_two_areas_at_once() -> None:
    table = Table()
    bear = table.put(BEAR, at="a1")
    table.turn("Movement")

    assert table.refused(table.moving(bear, "c1")) == "C-4"
    assert table.refused(table.moving(bear, "a1")) == "C-4"


@pytest.mark.rule("C-17")
def test_strongholds_are_entered_and_left_through_their_one_neighbor() -> None:
    table = Table()
    bear, guest = table.put(BEAR), table.put(BEAR, at="b1")
    table.turn("Movement")

    table.move(bear, "b3")
    table.move(guest, "s2")

    assert (table.at(bear), table.at(guest)) == ("b3", "s2")


@pytest.mark.rule("C-17")
def test_tapped_creatures_and_defenders_do_not_move() -> None:
    table = Table()
    bear, wall = table.put(BEAR, at="b2", tapped=True), table.put(WALL, at="b2")
    table.put(BEAR, at="a1")
    table.turn("Movement")

    assert table.refused(table.moving(bear, "b3")) == "C-17"
    assert table.refused(table.moving(wall, "b3")) == "C-17"


@pytest.mark.rule("C-17")
def test_who_can_not_move_is_not_told_of_defender() -> None:
    table = Table()
    bear, _ = table.put(BEAR, at="b2"), table.put(GOLEM, at="a1")
    table.follow(Modify(what="target", change=Change(restrict=("cant-move",))), on=bear)
    table.turn("Movement")

    with pytest.raises(IllegalAction, match=r"Bear can't move \(C-17\)$"):
        table.game.apply(table.moving(bear, "b3"))


@pytest.mark.rule("C-17")
def test_a_creature_that_lost_defender_moves() -> None:
    table = Table()
    wall = table.put(WALL, at="b2")
    table.follow(Modify(what="target", change=Change(lose_keywords=("defender",))), on=wall)
    table.turn("Movement")

    table.move(wall, "b3")

    assert table.at(wall) == "b3"


@pytest.mark.rule("C-17")
def test_a_new_creature_moves_only_with_haste() -> None:
    table = Table()
    bear, runner = table.put(BEAR, fresh=True), table.put(RUNNER, fresh=True)
    table.turn("Movement")

    assert table.refused(table.moving(bear, "b3")) == "C-17"
    table.move(runner, "b3")

    assert table.at(runner) == "b3"


@pytest.mark.rule("C-17")
def test_a_creature_that_one_gained_control_of_this_turn_waits_as_well() -> None:
    table = Table()
    table.put(WATCH, at="a1")
    bear = table.put(BEAR, BEN, at="b2")
    table.put(WATCH, at="b2")
    table.follow(Modify(what="target", change=Change(controller="you"), until="forever"), on=bear)
    assert table.look(bear).controller == ANNA

    table.turn("Movement")

    assert table.refused(table.moving(bear, "b3")) == "C-17"


@pytest.mark.rule("C-17")
def test_a_creature_that_came_in_an_opponents_turn_moves_in_ones_own() -> None:
    table = Table(active=BEN)
    table.put(BEAR, BEN, at="a1")
    bear = table.give(creature("Ambusher", 2, 2, "flash"))
    table.turn("End", of=BEN)
    table.cast(bear)
    bear = table.now(bear)

    table.until("Movement", of=ANNA)
    table.choose("pass")
    table.move(bear, "b3")

    assert table.at(bear) == "b3"


@pytest.mark.rule("C-17")
def test_only_ones_own_creatures_move() -> None:
    table = Table()
    table.put(BEAR, at="a1")
    theirs = table.put(BEAR, BEN, at="b2")
    diamond = table.put(artifact("Diamond"))
    table.turn("Movement")

    assert table.refused(table.moving(theirs, "b3")) == "C-17"
    assert table.refused(table.moving(diamond, "b3")) == "C-17"


@pytest.mark.rule("C-17")
def test_the_land_itself_never_becomes_a_creature_and_walks_away() -> None:
    table = Table()
    table.area("b2", "Forest", holder=ANNA)
    change = Change(add_types=("Creature",), colors=("green",), base_power=1, base_toughness=1)
    table.put(enchantment("Living Land", Static(what=Filter(types=("Land",)), change=change)))
    table.put(WURM, at="b1")

    table.turn("Movement")

    assert table.land("b2") not in table.offered("move")
    assert not table.characteristics(table.land("b2")).is_creature


@pytest.mark.rule("C-17", "C-19")
@pytest.mark.cr("708.2")
def test_the_land_itself_is_not_turned_over_to_be_a_creature() -> None:
    table = Table()
    table.area("b2", "Forest", holder=ANNA)
    table.put(WURM, at="b2")
    table.follow(ByKeyword(word="turn-face-down", what="target"), on=table.land("b2"))

    land = table.characteristics(table.land("b2"))
    assert (land.name, land.is_creature) == ("Forest", False)
    assert known_faults(table.game) == []


@pytest.mark.rule("C-17")
def test_untapping_does_not_let_a_creature_move_twice() -> None:
    table = Table()
    bear, _ = table.put(BEAR, at="b2"), table.put(BEAR, at="a1")
    table.turn("Movement")
    table.move(bear, "b3")
    table.follow(Untap(what="target"), on=bear)
    assert not table.look(bear).tapped

    assert table.refused(table.moving(bear, "b2")) == "C-17"


@pytest.mark.rule("C-18")
def test_moving_taps_but_not_the_vigilant() -> None:
    table = Table()
    bear, watch = table.put(BEAR, at="b2"), table.put(WATCH, at="b2")
    table.turn("Movement")

    table.move(bear, "b3")
    table.move(watch, "b3")

    assert table.look(bear).tapped
    assert not table.look(watch).tapped


@pytest.mark.rule("C-18")
def test_vigilance_that_an_aura_gives_counts() -> None:
    table = Table()
    bear = table.put(BEAR, at="b2")
    table.put(
        aura("Watchfulness", Static(what="attached", change=Change(keywords=("vigilance",)))),
        on=bear,
    )
    table.turn("Movement")

    table.move(bear, "b3")

    assert not table.look(bear).tapped


@pytest.mark.rule("C-19")
@pytest.mark.parametrize("result", [1, 6])
def test_the_first_creature_in_an_area_turns_it_up_and_rolls_its_conquer_value(result: int) -> None:
    table = Table()
    bear, second = table.put(BEAR), table.put(BEAR)
    table.dice(result, 3)
    table.turn("Movement")
    assert not table.seen("b3").face_up
    assert table.seen("b3").land_types == ()

    table.move(bear, "b3")

    assert table.seen("b3").face_up
    assert table.seen("b3").land_types == (table.game.object_name(table.land("b3")),)
    assert table.conquer_value("b3") == result
    table.move(second, "b3")
    assert table.conquer_value("b3") == result
    assert table.state.dice == (3,)


@pytest.mark.rule("C-19")
def test_the_conquer_value_holds_for_the_rest_of_the_game() -> None:
    table = Table()
    bear = table.put(BEAR)
    table.dice(5)
    table.turn("Movement")
    table.move(bear, "b3")
    table.dice()

    table.until("Movement", of=ANNA)
    table.choose("pass")
    table.move(bear, "s1")
    table.until("Movement", of=ANNA)
    table.choose("pass")
    table.move(bear, "b3")

    assert table.conquer_value("b3") == 5


@pytest.mark.rule("C-40", "W-4")
def test_a_secret_stronghold_that_is_entered_keeps_its_own_conquer_value() -> None:
    table = Table()
    table.state.change_area(table.game.board.names["s1"], face_up=False)
    table.state.change_area(table.game.board.names["s2"], face_up=False)
    guest, homecomer = table.put(BEAR, at="b1"), table.put(BEAR, at="b3")
    table.dice(1, 1)
    table.turn("Movement")

    table.move(homecomer, "s1")
    table.move(guest, "s2")

    assert not table.seen("s1").face_up
    assert table.seen("s2").face_up
    assert (table.conquer_value("s1"), table.conquer_value("s2")) == (7, 7)
    assert table.state.dice == (1, 1)


@pytest.mark.rule("C-19")
def test_other_areas_stay_face_down() -> None:
    table = Table()
    bear = table.put(BEAR)
    table.turn("Movement")

    table.move(bear, "b3")

    assert [space.name for space in table.game.view_for(None).spaces if space.face_up] == [
        "b3",
        "s1",
        "s2",
    ]


@pytest.mark.rule("C-19", "C-37")
def test_the_type_of_land_that_lies_face_down_is_not_to_be_found_out() -> None:
    table = Table()
    table.area("b2", "Forest", face_up=False)
    table.area("b1", "Forest")
    forests = Filter(types=("Land",), subtypes=("Forest",))
    treefolk = table.put(creature("Treefolk", 0, 1, cost="{2}", abilities=(
        Static(change=Change(power=Count(of=forests))),
    )), at="a1")  # fmt: skip

    table.announce_cast(table.give(sorcery(Untap(what="target"), targets=(Target(of=forests),))))

    assert table.offered("target") == {table.land("b1"), table.land("s1")}
    assert table.size(treefolk) == (2, 1)
    table.area("b2", "Forest")
    assert table.size(treefolk) == (3, 1)


@pytest.mark.rule("C-20")
def test_a_creature_that_is_cast_arrives_in_its_controllers_stronghold() -> None:
    table = Table()
    bear, knight = table.give(BEAR), table.give(creature("Rider", 2, 2, "flash"), BEN)

    table.cast(bear)
    table.cast(knight)

    assert (table.at(bear), table.at(knight)) == ("s1", "s2")


@pytest.mark.rule("C-20")
def test_tokens_and_returning_creatures_arrive_there_too() -> None:
    table = Table()
    dead = table.give(WURM, zone="graveyard")
    theirs = table.give(KNIGHT, BEN, zone="graveyard")

    table.follow(MakeToken(token=creature("Soldier", 1, 1)), by=BEN)
    table.follow(Move(what="target", to="battlefield"), on=dead)
    table.follow(Move(what="target", to="battlefield", under="you"), on=theirs)

    soldier = next(i for i in table.permanents(BEN) if table.game.object_name(i) == "Soldier")
    assert table.at(soldier) == "s2"
    assert table.at(dead) == "s1"
    assert table.at(theirs) == "s1"  # its controller is Anna


@pytest.mark.rule("C-20", "C-33")
def test_what_becomes_a_creature_stands_there_until_it_is_none_any_more() -> None:
    table = Table()
    statue, killer = table.put(artifact("Statue")), creature("Killer", 1, 1, abilities=(
        Activated(cost=Costs(), effects=(Destroy(what="target"),), targets=(A_CREATURE,)),
    ))  # fmt: skip
    near, far = table.put(killer, BEN, at="s1"), table.put(killer, BEN, at="b1")
    table.turn("First Main")
    assert table.look(statue).space == NOWHERE

    table.follow(
        Modify(
            what="target", change=Change(add_types=("Creature",), base_power=3, base_toughness=3)
        ),
        on=statue,
    )
    table.priority()
    assert table.at(statue) == "s1"
    table.announce(far)
    assert statue not in table.offered("target")
    table.choose("take-back")
    table.announce(near)
    assert statue in table.offered("target")
    table.choose("take-back")

    table.turn("Movement")
    table.move(statue, "b3")
    assert table.at(statue) == "b3"
    table.until("Untap", of=BEN)
    assert table.look(statue).space == NOWHERE


@pytest.mark.rule("C-20")
def test_even_in_a_stronghold_that_is_lost() -> None:
    table = Table()
    table.put(creature("Giant", 8, 8))
    table.lose_stronghold(ANNA, to=BEN)
    bear = table.give(BEAR)

    table.cast(bear)

    assert table.at(bear) == "s1"


@pytest.mark.rule("C-20")
def test_other_permanents_are_nowhere_on_the_map() -> None:
    table = Table()
    diamond = table.give(artifact("Diamond"))

    table.cast(diamond)

    assert table.at(diamond) == ""


@pytest.mark.rule("C-21")
def test_any_number_of_creatures_of_any_players_share_an_area() -> None:
    table = Table(players=4)
    for seat in range(4):
        for _ in range(5):
            table.put(GOLEM, seat, at="c2")
    newcomer = table.put(GOLEM, at="c3")
    table.turn("Movement")

    table.move(newcomer, "c2")

    assert table.at(newcomer) == "c2"
    assert len(table.seen("c2").creatures) == 21


@pytest.mark.rule("C-19")
def test_where_a_creature_could_go_is_where_it_may_move_and_where_it_stands() -> None:
    table = Table()
    rested, tired = table.put(BEAR, at="b2"), table.put(BEAR, at="b2", tapped=True)
    table.turn("Movement")
    movement, here = table.game.rules.movement, table.game.board.names["b2"]
    assert movement.could_go(table.game, tired) == {here}
    assert movement.could_go(table.game, rested) == {here, *table.game.board.neighbors[here]}
