"""Creatures that arrive at the same time, on maps of squares: each goes to any free square, in
any order (B-9, B-10, T-6, T-7).
"""

from __future__ import annotations

import pytest

from engine.actions import Action
from engine.analysis.invariants import faults
from engine.cards.model import Card, Change, MakeToken, Modify, Move
from engine.cards.terms import Filter
from tests.magic.positions import ANNA, BEN, creature
from tests.rules.duel import Duel
from tests.rules.field import Field
from tests.rules.table import BEAR, GIANT, GOLEM

BULWARK = creature("Bulwark", 0, 4, "defender", subtypes=("Wall",))
SOLDIER = Card(name="Soldier", types=("Creature",), power=1, toughness=1, colors=("white",))
AROUND_A6 = {"a5", "a7", "b5", "b6", "b7"}
FURTHER_OFF = {"a4", "b4", "c4", "c5", "c6", "c7", "c8", "b8", "a8"}
AROUND_J6 = {"j5", "j7", "i5", "i6", "i7"}
RISE = Move(what=Filter(zone="graveyard", types=("Creature",)), to="battlefield")


def places_of(table: Duel, ident: int) -> set[str]:
    """Where a certain new piece may come to stand."""
    return {
        a.space
        for a in table.game.legal_actions()
        if a.verb == "place" and a.object == table.now(ident)
    }


@pytest.mark.rule("B-9")
def test_two_that_return_together_are_placed_in_any_order_on_any_squares() -> None:
    field = Field()
    bear, giant = field.give(BEAR, zone="graveyard"), field.give(GIANT, zone="graveyard")

    field.follow(RISE)

    assert places_of(field, bear) == places_of(field, giant) == AROUND_A6
    assert faults(field.game) == []
    shown = field.at(bear)
    field.place(giant, shown)
    assert places_of(field, bear) == AROUND_A6 - {shown}
    assert faults(field.game) == []
    field.place(bear, "b6")
    assert (field.at(giant), field.at(bear)) == (shown, "b6")


@pytest.mark.rule("B-9")
def test_both_players_place_their_own_new_creatures_the_active_player_first() -> None:
    field = Field()
    wolf, bear = field.give(GIANT, BEN, zone="graveyard"), field.give(BEAR, zone="graveyard")

    field.follow(RISE)

    assert field.chooser == ANNA
    assert places_of(field, bear) == AROUND_A6
    assert field.offered("place") == {field.now(bear)}
    field.place(bear, "b5")
    assert field.chooser == BEN
    assert places_of(field, wolf) == AROUND_J6
    field.place(wolf, "i7")
    assert (field.at(bear), field.at(wolf)) == ("b5", "i7")
    assert faults(field.game) == []


@pytest.mark.rule("B-9")
def test_who_finds_no_room_any_more_is_whoever_is_placed_last() -> None:
    field = Field()
    for space in ("a5", "b5", "b7"):
        field.put(GOLEM, at=space)
    bear, giant, golem = (field.give(card, zone="graveyard") for card in (BEAR, GIANT, GOLEM))

    field.follow(RISE)
    field.place(giant, "b6")
    assert places_of(field, bear) == places_of(field, golem) == {"a7"}
    field.place(golem, "a7")
    assert places_of(field, bear) == FURTHER_OFF
    field.place(bear, "c6")

    assert field.look(bear).tapped
    assert field.look(bear).skips_untap
    assert not field.look(giant).tapped


@pytest.mark.rule("B-9")
def test_the_third_of_three_tokens_beside_two_free_squares_enters_farther_tapped() -> None:
    field = Field()
    for space in ("a5", "b5", "b7"):
        field.put(GOLEM, at=space)

    field.follow(MakeToken(token=SOLDIER, count=3))
    field.place(min(field.offered("place")), "b6")
    assert field.places() == FURTHER_OFF  # the second had but one square left
    field.place(min(field.offered("place")), "c8")

    made = {
        field.at(i): field.look(i).tapped for i in field.permanents(ANNA) if field.look(i).token
    }
    assert made == {"b6": False, "a7": False, "c8": True}


@pytest.mark.rule("B-10")
def test_a_wall_may_take_a_square_beside_the_player_or_leave_them_to_others() -> None:
    field = Field()
    for space in ("a5", "b5", "b6", "b7"):
        field.put(GOLEM, at=space)
    wall, bear = field.give(BULWARK, zone="graveyard"), field.give(BEAR, zone="graveyard")

    field.follow(RISE)

    assert places_of(field, bear) == {"a7"}
    assert {"a7", "f6", "a1"} <= places_of(field, wall)
    assert field.refused(Action("place", object=field.now(wall), space="g6")) == "B-10"
    field.place(wall, "a7")
    field.place(bear, "a4")
    assert (field.at(wall), field.look(wall).tapped) == ("a7", False)
    assert (field.at(bear), field.look(bear).tapped) == ("a4", True)


@pytest.mark.rule("B-9")
def test_equal_tokens_are_asked_about_once() -> None:
    field = Field()

    field.follow(MakeToken(token=SOLDIER, count=2))

    assert len(field.offered("place")) == 1
    assert field.prompt == "Choose where Soldier enters"


@pytest.mark.rule("T-6", "T-7")
def test_at_a_table_a_wall_and_a_creature_of_each_player_arrive_together() -> None:
    duel = Duel()
    bear, wall = duel.give(BEAR, zone="graveyard"), duel.give(BULWARK, zone="graveyard")
    wolf = duel.give(GIANT, BEN, zone="graveyard")

    duel.follow(RISE)

    assert places_of(duel, bear) == AROUND_A6
    assert {"b6", "f6"} <= places_of(duel, wall)
    duel.place(wall, "b6")
    duel.place(bear, "b7")
    assert duel.chooser == BEN
    assert places_of(duel, wolf) == {"p5", "p7", "o5", "o6", "o7"}
    duel.place(wolf, "o6")
    assert not duel.look(wolf).tapped
    assert faults(duel.game) == []


@pytest.mark.rule("T-6", "T-12")
def test_whoever_is_placed_within_reach_of_an_opponent_is_attacked_by_nobody_for_it() -> None:
    duel = Duel()
    duel.put(GIANT, BEN, at="c6")
    bear, golem = duel.give(BEAR, zone="graveyard"), duel.give(GOLEM, zone="graveyard")

    duel.follow(RISE)
    duel.place(bear, "b6")
    duel.place(golem, "b7")

    assert duel.asked == "priority"
    assert (duel.at(bear), duel.at(golem)) == ("b6", "b7")


@pytest.mark.rule("T-6")
def test_lands_animated_at_the_same_time_are_placed_like_other_new_creatures() -> None:
    duel = Duel()
    forest, island = duel.put("Forest"), duel.put("Island")
    alive = Change(add_types=("Creature",), base_power=2, base_toughness=2)

    duel.follow(Modify(what=Filter(types=("Land",), controller="you"), change=alive))

    assert places_of(duel, forest) == places_of(duel, island) == AROUND_A6
    duel.place(island, "b6")
    duel.place(forest, "a5")
    assert (duel.at(island), duel.at(forest)) == ("b6", "a5")
    assert faults(duel.game) == []
