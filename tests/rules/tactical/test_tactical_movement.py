"""Tactical Magic, movement: how far, over what, and who may strike at those that pass by (T-9 to
T-12).
"""

from __future__ import annotations

import pytest

from engine.actions import Action, IllegalAction
from engine.cards.model import Change, Modify, Untap
from engine.fronts.squares.movement import Walking
from tests.magic.positions import ANNA, BEN, bigger, creature
from tests.rules.duel import Duel
from tests.rules.table import BEAR, GOLEM, KNIGHT, WALL, WURM

BIRD = creature("Bird", 2, 2, "flying")
WATCH = creature("Watch", 2, 2, "vigilance")


def across(duel: Duel, ident: int) -> int:
    """How far a piece may go now."""
    board = duel.game.board
    here = board.names[duel.at(ident)]
    return max((board.distance(here, board.names[space]) for space in duel.reach(ident)), default=0)


def two_turns_on(duel: Duel) -> None:
    """Anna's next first main phase comes."""
    for seat in (ANNA, BEN):
        duel.library_of(seat, BEAR, BEAR)
    duel.until("First Main", of=ANNA)
    duel.choose("pass")


# --- T-9 ---


@pytest.mark.rule("T-9")
@pytest.mark.parametrize(
    ("power", "toughness", "units"),
    [(2, 2, 2), (2, 1, 2), (1, 1, 1), (6, 4, 5), (0, 1, 1), (5, 5, 5)],
)
def test_a_creature_moves_half_of_power_and_toughness_rounded_up(
    power: int, toughness: int, units: int
) -> None:
    duel = Duel()
    mover = duel.put(creature("Mover", power, toughness), at="h5")
    duel.turn("First Main")

    assert across(duel, mover) == units


@pytest.mark.rule("T-9")
def test_a_boost_lets_it_go_further() -> None:
    duel = Duel()
    bear = duel.put(BEAR, at="h5")
    duel.turn("First Main")

    duel.follow(Modify(what="target", change=bigger(3, 3)), on=bear)

    assert across(duel, bear) == 5


@pytest.mark.rule("T-9")
def test_a_token_moves_one_unit() -> None:
    duel = Duel()
    token = duel.token(ANNA)
    duel.put(BEAR, at="h5")
    duel.turn("First Main")
    assert duel.reach(token) == {"a5", "b5", "b6", "b7", "a7"}

    duel.move(token, "b7")

    assert duel.at(token) == "b7"
    assert duel.refused(duel.moving(token, "b8")) == "T-9"


@pytest.mark.rule("T-9")
def test_movement_may_be_used_in_parts_in_both_main_phases_each_unit_once() -> None:
    duel = Duel()
    wurm = duel.put(WURM, at="c3")
    duel.turn("First Main")
    duel.move(wurm, "e3")
    assert across(duel, wurm) == 3
    duel.move(wurm, "e4")

    duel.until("Second Main", of=ANNA)
    duel.choose("pass")

    assert across(duel, wurm) == 2
    duel.move(wurm, "e6")
    assert duel.refused(duel.moving(wurm, "e7")) == "T-9"
    two_turns_on(duel)
    assert across(duel, wurm) == 5


@pytest.mark.rule("T-9")
def test_pieces_move_only_in_their_own_main_phases() -> None:
    duel = Duel()
    bear, theirs = duel.put(BEAR, at="h5"), duel.put(BEAR, BEN, at="k5")
    duel.turn("First Main")
    assert duel.refused(duel.moving(theirs, "k6")) == "T-9"

    duel.turn("Upkeep")
    duel._give_priority(ANNA)

    assert duel.refused(duel.moving(bear, "h6")) == "T-9"


@pytest.mark.rule("T-9")
def test_nothing_moves_while_a_spell_waits_on_the_stack() -> None:
    duel = Duel()
    bear = duel.put(BEAR, at="h5")
    growth, another = duel.give("Giant Growth"), duel.give("Giant Growth")
    duel.turn("First Main")
    duel.mana(ANNA, "{G}")
    duel.cast(growth, on=bear, resolve=False)
    assert duel.may("cast", another)

    assert duel.refused(duel.moving(bear, "h6")) == "T-9"


@pytest.mark.rule("T-9")
def test_a_new_creature_may_move_at_once() -> None:
    duel = Duel()
    bear = duel.put(BEAR, at="h5", fresh=True)
    duel.turn("First Main")

    duel.move(bear, "j7")

    assert duel.at(bear) == "j7"


@pytest.mark.rule("T-9")
def test_tapped_pieces_do_not_move() -> None:
    duel = Duel()
    bear = duel.put(BEAR, at="h5", tapped=True)
    duel.turn("First Main")
    assert duel.refused(duel.moving(bear, "h6")) == "T-9"

    duel.follow(Untap(what="target"), on=bear)

    assert across(duel, bear) == 2


@pytest.mark.rule("T-9")
def test_walls_do_not_move_unless_something_lets_them_attack() -> None:
    duel = Duel()
    wall, freed, bold = (duel.put(WALL, at=space) for space in ("h5", "k5", "n5"))
    duel.turn("First Main")
    duel.follow(Modify(what="target", change=Change(lose_keywords=("defender",))), on=freed)
    duel.follow(
        Modify(what="target", change=Change(restrict=("attacks-despite-defender",))), on=bold
    )

    assert duel.refused(duel.moving(wall, "h6")) == "T-9"
    assert across(duel, freed) == 3
    assert across(duel, bold) == 3


@pytest.mark.rule("T-9")
def test_a_defender_that_is_no_wall_moves() -> None:
    duel = Duel()
    guard = duel.put(creature("Guard", 0, 3, "defender"), at="h5")
    duel.turn("First Main")

    assert across(duel, guard) == 2


@pytest.mark.rule("T-9")
def test_what_cant_move_stays() -> None:
    duel = Duel()
    bear = duel.put(BEAR, at="h5")
    duel.turn("First Main")

    duel.follow(Modify(what="target", change=Change(restrict=("cant-move",))), on=bear)

    assert duel.refused(duel.moving(bear, "h6")) == "T-9"


# --- T-10 ---


@pytest.mark.rule("T-10")
def test_a_flyer_that_flew_its_full_movement_flies_twice_as_far_next_turn() -> None:
    duel = Duel()
    bird = duel.put(BIRD, at="c3")
    duel.turn("First Main")
    duel.move(bird, "d3")
    assert across(duel, bird) == 1  # not doubled while it is still the same turn
    duel.move(bird, "e3")

    two_turns_on(duel)

    assert across(duel, bird) == 4
    duel.move(bird, "h3")  # three of four: not its full movement
    two_turns_on(duel)
    assert across(duel, bird) == 2


@pytest.mark.rule("T-10")
def test_it_keeps_flying_twice_as_far_while_it_uses_all_of_that() -> None:
    duel = Duel()
    bird = duel.put(BIRD, at="c3")
    duel.turn("First Main")
    duel.move(bird, "e3")
    two_turns_on(duel)
    duel.move(bird, "g3")
    duel.move(bird, "i3")

    two_turns_on(duel)

    assert across(duel, bird) == 4


@pytest.mark.rule("T-10", "T-26")
def test_a_token_that_flies_does_so_too() -> None:
    duel = Duel()
    duel.stand(ANNA, "c3")
    token = duel.token(ANNA)
    duel.put("Flight", on=token)
    duel.turn("First Main")
    assert across(duel, token) == 1
    duel.move(token, "d3")

    two_turns_on(duel)

    assert across(duel, token) == 2


@pytest.mark.rule("T-10")
def test_whoever_walks_gains_nothing_by_it() -> None:
    duel = Duel()
    bear = duel.put(BEAR, at="c3")
    duel.turn("First Main")
    duel.move(bear, "e3")

    two_turns_on(duel)

    assert across(duel, bear) == 2


# --- T-11 ---


@pytest.mark.rule("T-11")
def test_pieces_are_in_the_way_of_whoever_walks_and_flyers_pass_over() -> None:
    duel = Duel()
    duel.stand(BEN, "p10")
    golem = duel.put(GOLEM, at="a1")
    bird = duel.put(creature("Roc", 3, 3, "flying"), at="a2")
    for space, seat in (("b1", ANNA), ("b2", BEN), ("b3", BEN)):
        duel.put(creature("Post", 0, 1, "defender"), seat, at=space, tapped=True)
    duel.turn("First Main")

    assert duel.reach(golem) == set()
    assert {"c1", "d2", "d5"} <= duel.reach(bird)
    assert "b2" not in duel.reach(bird)
    duel.move(bird, "d2")
    assert duel.at(bird) == "d2"
    assert duel.reach(golem) == {"a2", "a3", "a4", "b4"}  # the bird is gone from a2


@pytest.mark.rule("T-11")
def test_there_is_a_way_round() -> None:
    duel = Duel()
    wurm = duel.put(WURM, at="h5")
    for space in ("i4", "i5", "i6"):
        duel.put(BEAR, at=space)
    duel.turn("First Main")

    duel.move(wurm, "j5")

    assert duel.at(wurm) == "j5"
    assert across(duel, wurm) == 1  # over h4, i3, j4: four units


# --- T-12 ---


@pytest.mark.rule("T-12")
def test_a_piece_that_passes_within_range_may_be_attacked_and_stops_there() -> None:
    duel = Duel()
    ox = duel.put(creature("Ox", 4, 6), at="e5")
    guard = duel.put(BEAR, BEN, at="g5")
    duel.turn("First Main")

    duel.move(ox, "i5")
    stopped = duel.at(ox)
    assert (duel.asked, duel.chooser) == ("opportunity", BEN)
    assert stopped in ("f4", "f6")
    duel.do(duel.attacker(guard, ox))
    duel.carry_out()

    assert duel.at(ox) == stopped
    assert duel.look(ox).damage == 2
    assert duel.zone(guard) == "graveyard"
    assert duel.refused(duel.moving(ox, "e5")) == "T-12"


@pytest.mark.rule("T-12")
def test_of_the_shortest_ways_a_piece_takes_one_that_nobody_guards() -> None:
    duel = Duel()
    ox, guard = duel.put(creature("Ox", 4, 6), at="h5"), duel.put(BEAR, BEN, at="g7")
    duel.turn("First Main")

    duel.move(ox, "j8")  # by h6, next to the bear, it would be as short

    assert (duel.at(ox), duel.asked) == ("j8", "priority")
    assert not duel.look(guard).tapped


@pytest.mark.rule("T-12")
def test_who_may_attack_in_passing_is_told_which_pieces_may_not() -> None:
    duel = Duel()
    ox, other = duel.put(creature("Ox", 4, 6), at="e5"), duel.put(BEAR, at="e7")
    duel.put(BEAR, BEN, at="g5")
    duel.turn("First Main")
    duel.move(ox, "f5")
    assert duel.asked == "opportunity"

    with pytest.raises(IllegalAction, match="you can attack only with your own pieces"):
        duel.game.apply(duel.attacker(other, ox))


@pytest.mark.rule("T-12")
def test_who_lets_it_pass_is_asked_at_every_step() -> None:
    duel = Duel()
    ox = duel.put(creature("Ox", 4, 6), at="e5")
    duel.put(BEAR, BEN, at="g5")
    duel.turn("First Main")

    duel.move(ox, "f5")
    assert duel.asked == "opportunity"
    duel.choose("done")
    duel.move(ox, "h5")
    steps: list[str] = []
    while duel.asked == "opportunity":
        steps.append(duel.at(ox))
        duel.choose("done")

    assert steps in (["g4", "h5"], ["g6", "h5"])
    assert duel.at(ox) == "h5"


@pytest.mark.rule("T-12")
def test_the_attacker_taps_and_untaps_at_the_end_of_that_turn() -> None:
    duel = Duel()
    duel.library_of(BEN, BEAR)
    bear = duel.put(BEAR, at="e5")
    guard = duel.put(GOLEM, BEN, at="g5")
    duel.turn("First Main")

    duel.move(bear, "f5")
    duel.do(duel.attacker(guard, bear))
    duel.carry_out()

    assert duel.look(guard).tapped
    assert duel.zone(bear) == "graveyard"
    duel.until("Untap", of=BEN)
    assert not duel.look(guard).tapped


@pytest.mark.rule("T-12")
def test_tapped_pieces_let_everybody_pass() -> None:
    duel = Duel()
    bear = duel.put(BEAR, at="e5")
    duel.put(GOLEM, BEN, at="g5", tapped=True)
    duel.turn("First Main")

    duel.move(bear, "f6")

    assert duel.asked == "priority"
    assert duel.at(bear) == "f6"


@pytest.mark.rule("T-12", "T-17")
def test_only_legal_attacks_are_attacks_of_opportunity() -> None:
    duel = Duel()
    bird, bear = duel.put(BIRD, at="e5"), duel.put(BEAR, at="e7")
    guard = duel.put(GOLEM, BEN, at="g5")
    duel.put(creature("Pacified", 3, 3, abilities=()), BEN, at="g8")
    duel.follow(
        Modify(what="target", change=Change(restrict=("cant-attack",))), on=duel.permanents(BEN)[-1]
    )
    duel.turn("First Main")

    duel.move(bird, "f5")
    assert duel.asked == "priority"
    duel.move(bear, "f6")

    assert duel.asked == "opportunity"
    assert duel.offered("attacker") == {guard}


@pytest.mark.rule("T-12", "T-13")
def test_who_stands_too_far_away_makes_no_attack_of_opportunity() -> None:
    duel = Duel()
    bear, guard, far = (
        duel.put(BEAR, at="e5"),
        duel.put(GOLEM, BEN, at="g5"),
        duel.put(GOLEM, BEN, at="m5"),
    )
    duel.turn("First Main")

    duel.move(bear, "f5")

    assert duel.offered("attacker") == {guard}
    assert duel.refused(duel.attacker(far, bear)) == "T-13"


@pytest.mark.rule("T-12", "T-13")
def test_first_strikers_reach_two_squares_for_it() -> None:
    duel = Duel()
    bear = duel.put(BEAR, at="e5")
    knight = duel.put(KNIGHT, BEN, at="h5")
    duel.turn("First Main")

    duel.move(bear, "f5")

    assert duel.offered("attacker") == {knight}
    duel.do(duel.attacker(knight, bear))
    duel.carry_out()
    assert duel.zone(bear) == "graveyard"
    assert duel.look(knight).damage == 0  # it struck first


@pytest.mark.rule("T-12")
def test_several_may_attack_it_together_and_it_divides_its_damage() -> None:
    duel = Duel()
    ox = duel.put(creature("Ox", 4, 6), at="e5")
    first, second = duel.put(BEAR, BEN, at="g4"), duel.put(BEAR, BEN, at="g6")
    duel.turn("First Main")

    duel.move(ox, "f5")
    duel.do(duel.attacker(first, ox))
    duel.do(duel.attacker(second, ox))
    assert duel.chooser == ANNA
    duel.carry_out([1, 3])

    assert (duel.look(first).damage, duel.zone(second)) == (1, "graveyard")
    assert duel.look(ox).damage == 4


@pytest.mark.rule("T-12")
def test_tokens_and_new_pieces_strike_at_those_that_pass() -> None:
    duel = Duel()
    duel.stand(BEN, "g5")
    bear = duel.put(BEAR, at="e5")
    fresh = duel.put(GOLEM, BEN, at="g6", fresh=True)
    duel.turn("First Main")

    duel.move(bear, "f5")

    assert duel.offered("attacker") == {duel.token(BEN), fresh}


@pytest.mark.rule("T-12")
def test_vigilance_keeps_an_attacker_of_opportunity_untapped() -> None:
    duel = Duel()
    bear, watch = (
        duel.put(BEAR, at="e5"),
        duel.put(creature("Watch", 3, 3, "vigilance"), BEN, at="g5"),
    )
    duel.turn("First Main")

    duel.move(bear, "f5")
    duel.do(duel.attacker(watch, bear))
    duel.carry_out()

    assert not duel.look(watch).tapped


@pytest.mark.rule("T-12")
def test_the_way_that_is_taken_is_a_short_one_that_avoids_the_opponents() -> None:
    duel = Duel()
    golem = duel.put(GOLEM, at="e5")
    duel.put(BEAR, BEN, at="g7")
    duel.turn("First Main")

    duel.move(golem, "g4")

    assert duel.asked == "priority"  # by f4, out of the bear's range
    assert duel.at(golem) == "g4"


@pytest.mark.rule("T-12")
def test_whoever_is_asked_may_attack_the_passer_by_only() -> None:
    duel = Duel()
    bear, other = duel.put(BEAR, at="e5"), duel.put(BEAR, at="g6")
    guard = duel.put(GOLEM, BEN, at="g5")
    duel.turn("First Main")

    duel.move(bear, "f5")

    assert duel.refused(duel.attacker(guard, other)) == "T-12"
    assert duel.refused(duel.attacker(bear, guard)) == "T-12"
    assert duel.refused(Action("pass")) == ""


@pytest.mark.rule("T-12")
def test_spells_may_be_cast_into_an_attack_of_opportunity() -> None:
    duel = Duel()
    bear = duel.put(BEAR, at="e5")
    guard = duel.put(GOLEM, BEN, at="g5")
    growth, sorcery = duel.give("Giant Growth"), duel.give("Divination")
    duel.mana(ANNA, "{G}{U}{U}{U}")
    duel.turn("First Main")
    duel.mana(ANNA, "{G}{U}{U}{U}")

    duel.move(bear, "f5")
    duel.do(duel.attacker(guard, bear))
    assert duel.may("cast", growth)
    assert not duel.may("cast", sorcery)  # the fight is on
    assert not duel.may("move")
    duel.cast(growth, on=bear, free=False)
    duel.carry_out()

    assert duel.zone(guard) == "graveyard"
    assert duel.at(bear) == "f5"


@pytest.mark.rule("T-12")
@pytest.mark.rule("T-3")
def test_a_flyer_is_not_stopped_where_it_could_not_stand() -> None:
    """Over an obstacle, or over another piece, nobody may attack it: it would have to stop
    there.
    """
    duel = Duel(options={"table": "ruins"})
    bird = duel.put(creature("Bird", 2, 2, "flying"), ANNA, at="c2")
    duel.put(creature("Archer", 2, 2, "reach"), BEN, at="e1")
    names = duel.game.board.names
    duel.turn("First Main")
    duel.game.push(
        Walking(bird, tuple(names[space] for space in ("d2", "e2", "f2", "g2")), names["c2"])
    )
    duel._go_on()
    assert duel.asked != "opportunity"
    assert duel.at(bird) == "g2"
