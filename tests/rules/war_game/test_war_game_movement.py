"""The War Game, movement: one space, flyers, landwalkers, islands, carrying, mountains,
Strongholds (W-17 to W-23).
"""

from __future__ import annotations

import pytest

from engine.actions import Action, IllegalAction
from engine.cards.model import Change, Modify, Untap
from engine.log import sentence
from tests.magic.positions import ANNA, BEN, creature
from tests.rules.table import BEAR, ELF, GOLEM, WALL, WURM
from tests.rules.war_table import BIRD, SHARK, TITAN, WarTable

STRIDER = creature("Strider", 2, 2, "forestwalk", cost="{3}")
CLIMBER = creature("Climber", 2, 2, "mountainwalk", cost="{3}")
SWIMMER = creature("Swimmer", 2, 2, "islandwalk", cost="{3}")
RAY = creature("Ray", 1, 1, "flying", "islandhome", cost="{3}")


# --- one space ---


@pytest.mark.rule("W-17")
def test_each_creature_moves_one_space_along_rows_and_columns() -> None:
    table = WarTable()
    bear, second = table.put(BEAR, at="c2"), table.put(GOLEM, at="c2")
    table.turn("Movement")
    assert table.destinations(bear) == {"b2", "d2", "c1", "c3"}
    assert table.refused(table.moving(bear, "d3")) == "W-17"
    assert table.refused(table.moving(bear, "e2")) == "W-17"

    table.move(bear, "c3")

    assert table.at(bear) == "c3"
    assert not table.look(bear).tapped
    assert table.refused(table.moving(bear, "c2")) == "W-17"
    table.move(second, "c3")


@pytest.mark.rule("W-17")
def test_tapped_and_new_creatures_and_walls_move() -> None:
    table = WarTable()
    tapped, fresh, wall = (
        table.put(BEAR, at="c2", tapped=True),
        table.put(GOLEM, fresh=True),
        table.put(WALL, at="b2"),
    )
    table.turn("Movement")

    table.move(tapped, "c1")
    table.move(fresh, "a2")
    table.move(wall, "b1")

    assert [table.at(i) for i in (tapped, fresh, wall)] == ["c1", "a2", "b1"]
    assert table.look(tapped).tapped


@pytest.mark.rule("W-17")
def test_only_ones_own_creatures_move_and_only_in_ones_own_turn() -> None:
    table = WarTable()
    table.put(GOLEM, at="b2")
    theirs = table.put(BEAR, BEN, at="c2")
    table.turn("Movement")

    assert table.refused(table.moving(theirs, "c1")) == "W-17"


@pytest.mark.rule("W-17")
def test_flyers_move_diagonally_too() -> None:
    table = WarTable()
    bird = table.put(BIRD, at="c2")
    table.turn("Movement")
    assert table.destinations(bird) == {"b1", "c1", "d1", "b2", "d2", "b3", "c3", "d3"}

    table.move(bird, "d3")

    assert table.at(bird) == "d3"


@pytest.mark.rule("W-17")
def test_what_can_not_move_stays() -> None:
    table = WarTable()
    bear, _ = table.put(BEAR, at="c2"), table.put(GOLEM, at="c2")
    table.follow(Modify(what="target", change=Change(restrict=("cant-move",))), on=bear)
    table.turn("Movement")

    assert table.refused(table.moving(bear, "c1")) == "W-17"


# --- landwalk ---


@pytest.mark.rule("W-18")
def test_a_landwalker_that_enters_its_terrain_may_move_once_more() -> None:
    table = WarTable()
    table.terrain("c2", "Forest")
    table.terrain("d2", "Forest")
    strider, _ = table.put(STRIDER, at="b2"), table.put(GOLEM, at="a1")
    table.turn("Movement")

    table.move(strider, "c2")
    table.move(strider, "d2")

    assert table.at(strider) == "d2"
    assert table.refused(table.moving(strider, "e2")) == "W-17"


@pytest.mark.rule("W-18")
def test_only_the_first_move_counts() -> None:
    table = WarTable()
    table.terrain("d2", "Forest")
    strider, _ = table.put(STRIDER, at="b2"), table.put(GOLEM, at="a1")
    table.turn("Movement")

    table.move(strider, "c2")

    assert table.refused(table.moving(strider, "d2")) == "W-17"


@pytest.mark.rule("W-18")
def test_starting_in_its_terrain_is_not_enough() -> None:
    table = WarTable()
    table.terrain("b2", "Forest")
    strider, _ = table.put(STRIDER, at="b2"), table.put(GOLEM, at="a1")
    table.turn("Movement")

    table.move(strider, "c2")

    assert table.refused(table.moving(strider, "d2")) == "W-17"


@pytest.mark.rule("W-18")
def test_an_opponents_stronghold_of_its_type_counts_once_it_is_turned_up() -> None:
    table = WarTable()
    walker = table.put(creature("Nomad", 1, 1, "plainswalk", cost="{1}"), at="e2")
    table.turn("Movement")

    table.move(walker, "s2")

    assert table.destinations(walker) == {"e2"}


# --- islands and carrying ---


@pytest.mark.rule("W-19")
def test_islands_are_for_flyers_and_islandhome_creatures() -> None:
    table = WarTable()
    table.terrain("c2", "Island")
    bear, swimmer, bird, shark = (table.put(card, at="b2") for card in (BEAR, SWIMMER, BIRD, SHARK))
    table.turn("Movement")

    assert table.refused(table.moving(bear, "c2")) == "W-19"
    assert table.refused(table.moving(swimmer, "c2")) == "W-19"
    table.move(bird, "c2")
    table.move(shark, "c2")

    assert (table.at(bird), table.at(shark)) == ("c2", "c2")


@pytest.mark.rule("W-19")
def test_what_has_become_an_island_is_one() -> None:
    table = WarTable()
    bear, _ = table.put(BEAR, at="b2"), table.put(GOLEM, at="a1")
    table.put("Sea's Claim", on=table.land("c2"))
    table.turn("Movement")

    assert table.refused(table.moving(bear, "c2")) == "W-19"


@pytest.mark.rule("W-20")
def test_a_flyer_carries_another_creature_onto_an_island() -> None:
    table = WarTable()
    table.terrain("c2", "Island")
    bird, bear, other = table.put(BIRD, at="b2"), table.put(BEAR, at="b2"), table.put(BEAR, at="b2")
    table.turn("Movement")

    table.do(table.carrying(bird, bear, "c2"))

    assert (table.at(bird), table.at(bear)) == ("c2", "c2")
    assert table.look(bird).tapped
    assert table.look(bear).tapped
    assert table.refused(table.moving(bear, "c3")) == "W-17"
    assert table.refused(table.carrying(bird, other, "c2")) == "W-17"


@pytest.mark.rule("W-20")
def test_nobody_is_carried_where_it_could_go_by_itself() -> None:
    table = WarTable()
    bird, bear = table.put(BIRD, at="b2"), table.put(BEAR, at="b2")
    table.turn("Movement")

    assert table.refused(table.carrying(bird, bear, "c2")) == "W-20"


@pytest.mark.rule("W-20")
def test_nobody_is_carried_from_elsewhere_or_by_who_may_not_enter() -> None:
    table = WarTable()
    table.terrain("c2", "Island")
    bird, bear, away = table.put(BIRD, at="b2"), table.put(BEAR, at="b2"), table.put(BEAR, at="b1")
    theirs = table.put(GOLEM, BEN, at="b2")
    table.turn("Movement")

    assert table.refused(table.carrying(bird, away, "c2")) == "W-20"
    assert table.refused(table.carrying(bear, bird, "c2")) == "W-20"
    assert table.refused(table.carrying(bird, theirs, "c2")) == "W-17"


@pytest.mark.rule("W-20")
def test_both_stay_tapped_until_the_carried_one_stands_on_dry_land() -> None:
    table = WarTable()
    table.terrain("c2", "Island")
    bird, bear, elf = (
        table.put(BIRD, at="b2"),
        table.put(BEAR, at="b2"),
        table.put(ELF, tapped=True),
    )
    table.turn("Movement")
    table.do(table.carrying(bird, bear, "c2"))

    table.turn("Untap")
    assert [table.look(i).tapped for i in (bird, bear, elf)] == [True, True, False]
    table.follow(Untap(what="target"), on=bear)
    assert table.look(bear).tapped

    table.next_turn()
    table.turn("Movement")
    table.move(bear, "d2")
    assert table.look(bear).tapped
    table.turn("Untap")
    assert [table.look(i).tapped for i in (bird, bear)] == [False, False]


@pytest.mark.rule("W-20")
def test_who_once_stood_on_dry_land_is_bound_no_more_though_the_sea_comes() -> None:
    table = WarTable()
    table.terrain("c2", "Island")
    bird, bear = table.put(BIRD, at="b2"), table.put(BEAR, at="b2")
    table.turn("Movement")
    table.do(table.carrying(bird, bear, "c2"))
    table.next_turn()
    table.turn("Movement")
    table.move(bear, "d2")

    table.terrain("d2", "Island")
    table.turn("Untap")

    assert [table.look(i).tapped for i in (bird, bear)] == [False, False]


@pytest.mark.rule("W-20")
def test_who_has_set_a_creature_down_is_not_bound_when_another_carries_it() -> None:
    table = WarTable()
    table.terrain("c2", "Island")
    first, bear, second = (
        table.put(BIRD, at="b2"),
        table.put(BEAR, at="b2"),
        table.put(BIRD, at="d2"),
    )
    table.turn("Movement")
    table.do(table.carrying(first, bear, "c2"))
    table.next_turn()
    table.turn("Movement")
    table.move(bear, "d2")
    table.turn("Untap")
    table.next_turn()
    table.turn("Movement")
    table.do(table.carrying(second, bear, "c2"))

    table.turn("Untap")

    assert [table.look(i).tapped for i in (first, second, bear)] == [False, True, True]


@pytest.mark.rule("W-20")
def test_a_carrier_whose_passenger_is_gone_is_free() -> None:
    table = WarTable()
    table.terrain("c2", "Island")
    bird, bear = table.put(BIRD, at="b2"), table.put(BEAR, at="b2")
    table.turn("Movement")
    table.do(table.carrying(bird, bear, "c2"))

    table.follow(Modify(what="target", change=Change(toughness=-2)), on=bear)
    table.turn("Untap")

    assert table.zone(bear) == "exile"
    assert not table.look(bird).tapped


@pytest.mark.rule("W-20")
def test_they_may_go_on_together_over_the_water() -> None:
    table = WarTable()
    table.terrain("c2", "Island")
    table.terrain("d2", "Island")
    bird, bear, third = table.put(BIRD, at="b2"), table.put(BEAR, at="b2"), table.put(BEAR, at="c2")
    table.turn("Movement")
    table.do(table.carrying(bird, bear, "c2"))
    table.next_turn()
    table.turn("Movement")

    assert table.refused(table.carrying(bird, third, "d2")) == "W-20"  # it is bound to the other
    table.do(table.carrying(bird, bear, "d2"))

    assert (table.at(bird), table.at(bear)) == ("d2", "d2")


@pytest.mark.rule("W-20")
def test_an_islandhome_creature_leaves_its_water_only_carried() -> None:
    table = WarTable()
    table.terrain("c2", "Island")
    shark, bird = table.put(SHARK, at="c2"), table.put(BIRD, at="c2")
    table.turn("Movement")
    assert table.refused(table.moving(shark, "d2")) == "W-20"

    table.do(table.carrying(bird, shark, "d2"))

    assert table.at(shark) == "d2"
    assert table.look(shark).tapped
    assert table.look(bird).tapped


@pytest.mark.rule("W-20")
def test_it_is_set_down_into_an_island_while_its_carrier_stays() -> None:
    table = WarTable()
    table.terrain("b2", "Island")
    shark, bear = table.put(SHARK), table.put(BEAR)
    table.terrain("a2", "Plains")
    table.turn("Movement")
    table.do(table.carrying(bear, shark, "a2"))
    table.turn("Untap")
    assert table.look(bear).tapped
    table.next_turn()
    table.turn("Movement")

    table.move(shark, "b2")

    assert (table.at(shark), table.at(bear)) == ("b2", "a2")
    assert table.asked != "move"  # neither may move any more
    table.turn("Untap")
    assert [table.look(i).tapped for i in (shark, bear)] == [False, False]


@pytest.mark.rule("W-20")
def test_a_flying_islandhome_creature_needs_a_carrier_on_dry_land_as_well() -> None:
    table = WarTable()
    table.terrain("c2", "Island")
    ray, _ = table.put(RAY, at="c2"), table.put(GOLEM, at="a1")
    table.turn("Movement")

    assert table.refused(table.moving(ray, "d2")) == "W-20"


@pytest.mark.rule("W-20")
def test_a_bound_creature_cannot_pay_with_untapping() -> None:
    table = WarTable()
    table.terrain("c2", "Island")
    bird, bear = table.put(BIRD, at="b2"), table.put(BEAR, at="b2")
    table.turn("Movement")
    table.do(table.carrying(bird, bear, "c2"))

    assert table.game.rules.movement.keeps_tapped(table.game, table.look(bear))
    assert not table.game.rules.movement.keeps_tapped(table.game, table.look(table.put(TITAN)))


# --- mountains ---


@pytest.mark.rule("W-21")
def test_who_enters_a_mountain_taps_at_the_end_of_movement() -> None:
    table = WarTable()
    table.terrain("c2", "Mountain")
    bear, bird, there = table.put(BEAR, at="b2"), table.put(BIRD, at="b2"), table.put(BEAR, at="c2")
    other = table.put(GOLEM, at="a1")
    table.turn("Movement")

    table.move(bear, "c2")
    table.move(bird, "c2")
    assert not table.look(bear).tapped
    table.move(other, "a2")
    table.choose("done")

    assert [table.look(i).tapped for i in (bear, bird, there, other)] == [True, True, False, False]


@pytest.mark.rule("W-21")
def test_who_only_crossed_it_has_entered_it() -> None:
    table = WarTable()
    table.terrain("c2", "Mountain")
    climber, _ = table.put(CLIMBER, at="b2"), table.put(GOLEM, at="a1")
    table.turn("Movement")

    table.move(climber, "c2")
    table.move(climber, "d2")
    table.choose("done")

    assert table.at(climber) == "d2"
    assert table.look(climber).tapped


# --- Strongholds ---


@pytest.mark.rule("W-22")
@pytest.mark.parametrize("land", ["Island", "Mountain"])
def test_strongholds_are_neither_islands_nor_mountains_to_those_who_enter(land: str) -> None:
    table = WarTable()
    table.terrain("s2", land)
    bear, shark = table.put(BEAR, at="e2"), table.put(SHARK, at="e2")
    table.turn("Movement")

    table.move(bear, "s2")
    table.move(shark, "s2")
    if table.asked == "move":
        table.choose("done")

    assert (table.at(bear), table.at(shark)) == ("s2", "s2")
    assert not table.look(bear).tapped


@pytest.mark.rule("W-22")
def test_islandhome_creatures_leave_a_stronghold_for_an_island() -> None:
    table = WarTable()
    table.terrain("a2", "Island")
    shark = table.put(SHARK)
    table.turn("Movement")

    table.move(shark, "a2")

    assert table.at(shark) == "a2"
    assert not table.look(shark).tapped


@pytest.mark.rule("W-22")
def test_the_owner_of_a_stronghold_may_tap_one_attacker() -> None:
    table = WarTable()
    wurm, bear = table.enter(WURM, at="s2"), table.enter(BEAR, at="s2")
    wall = table.put(WALL, BEN, at="s2")
    table.turn("Combat")
    assert (table.asked, table.chooser) == ("tap-attacker", BEN)
    assert table.offered("tap") == {wurm, bear}

    with pytest.raises(
        IllegalAction,
        match="isn't possible now: Tap one of the creatures attacking your Stronghold",
    ):
        table.game.apply(Action("yes"))
    with pytest.raises(IllegalAction, match="there is no blocking here"):
        table.game.apply(Action("block", object=wall))
    with pytest.raises(IllegalAction, match="you can tap only one untapped creature"):
        table.game.apply(Action("tap", object=wall))

    told = [sentence(event, ("Anna", "Ben")) for event in table.choose("tap", wurm)]

    assert told[0] == "Ben taps Wurm as it attacks at s2"
    assert table.look(wurm).tapped
    assert table.look(wall).damage == 2  # the Bear's alone


@pytest.mark.rule("W-22")
def test_the_owner_need_not_and_other_places_give_no_such_choice() -> None:
    table = WarTable()
    table.enter(BEAR, at="s2")
    wall = table.put(WALL, BEN, at="s2")
    table.turn("Combat")
    table.choose("done")
    assert table.look(wall).damage == 2

    field = WarTable()
    field.enter(BEAR, at="c2")
    field.put(WALL, BEN, at="c2")
    field.turn("Combat")
    assert field.asked != "tap-attacker"


@pytest.mark.rule("W-22")
def test_an_owner_who_attacks_the_own_stronghold_taps_nobody() -> None:
    table = WarTable(players=3)
    table.lose_stronghold(ANNA, to=BEN)
    table.enter(BEAR, at="s1")
    wall = table.put(WALL, BEN, at="s1")

    table.turn("Combat")

    assert not table.happened("tap")
    assert table.look(wall).damage == 3  # at home in a Forest


@pytest.mark.rule("W-23")
def test_strongholds_are_one_space_from_their_door() -> None:
    table = WarTable()
    bear, guest = table.put(BEAR), table.put(BEAR, at="e2")
    table.turn("Movement")
    assert table.destinations(bear) == {"a2"}

    table.move(bear, "a2")
    table.move(guest, "s2")

    assert (table.at(bear), table.at(guest)) == ("a2", "s2")


@pytest.mark.rule("W-23")
@pytest.mark.parametrize("players", [2, 4])
def test_flyers_enter_and_leave_strongholds_by_the_door_too(players: int) -> None:
    table = WarTable(players=players)
    bird, outside = table.put(BIRD), table.put(BIRD, at="a1")
    table.turn("Movement")

    assert table.destinations(bird) == {"a2"}
    assert table.destinations(outside) == {"b1", "a2", "b2"}


# --- shut in ---


@pytest.mark.rule("W-19")
def test_who_can_move_nobody_is_told_why_and_nobody_else_is() -> None:
    table = WarTable()
    table.terrain("a2", "Island")
    table.put(BEAR, at="s1")
    table.put(GOLEM, at="s1")

    table.begin_turn_at("Movement")

    (told,) = [event for event in table.game.events or [] if event.kind == "passed-over"]
    assert told.card == "Movement"
    assert (
        told.word
        == "Bear needs flying or a carrier to enter the Island at a2 (and 1 more like it) (W-19)"
    )
    assert not told.for_seat(BEN).word


def test_who_has_moved_or_has_nobody_to_move_is_told_nothing() -> None:
    table = WarTable()
    table.begin_turn_at("Movement")
    assert not [event for event in table.game.events or [] if event.kind == "passed-over"]

    bear = table.put(BEAR, at="b2")
    table.turn("Movement")
    table.move(bear, "c2")
    assert not table.happened("passed-over")
