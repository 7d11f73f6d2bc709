"""Tactical Magic, attacks: range, orders, the exchange of damage, who must and who can't (T-13
to T-18, T-20 to T-22).
"""

from __future__ import annotations

import pytest

from engine.actions import Action, IllegalAction
from engine.cards.library import library
from engine.cards.model import Change, Modify, Tap, Triggered, Untap, When
from tests.magic.positions import ANNA, BEN, bigger, creature
from tests.rules.duel import Duel
from tests.rules.table import BEAR, GOLEM, KNIGHT, WALL, WURM

BIRD = creature("Bird", 2, 2, "flying")
ARCHER = creature("Archer", 1, 3, "reach")
SHADE = creature("Shade", 2, 2, "fear", cost="{2}{B}")
MERFOLK = creature("Merfolk", 2, 2, "islandwalk", cost="{1}{U}")
HERO = creature("Hero", 1, 1, "banding", cost="{W}")
ISLAND = library().card("Island")
TWIN = creature("Twin", 2, 2, "double strike")
GUARD = creature("Guard", 2, 4, "defender")


def grows(event: str, **when: object) -> Triggered:
    """When this happens it gets +2/+2."""
    return Triggered(
        when=When(event=event, **when), effects=(Modify(what="self", change=bigger(2, 2)),)
    )  # type: ignore[arg-type]


# --- T-13 ---


@pytest.mark.rule("T-13")
@pytest.mark.parametrize(
    ("card", "near", "far"), [(BEAR, "i6", "j6"), (KNIGHT, "j7", "k7"), (TWIN, "j3", "k3")]
)
def test_attacks_reach_one_unit_and_two_with_first_or_double_strike(
    card: object, near: str, far: str
) -> None:
    duel = Duel()
    attacker = duel.put(card, at="h5")  # type: ignore[arg-type]
    close, distant = duel.put(WALL, BEN, at=near), duel.put(WALL, BEN, at=far)
    duel.turn("Combat")

    assert duel.refused(duel.attacker(attacker, distant)) == "T-13"
    duel.do(duel.attacker(attacker, close))


@pytest.mark.rule("T-13", "T-14")
def test_while_somebody_has_priority_an_attack_is_refused_for_what_is_against_it() -> None:
    duel = Duel()
    bear = duel.put(BEAR, at="h5")
    close, distant = duel.put(GOLEM, BEN, at="i6"), duel.put(GOLEM, BEN, at="k6")
    duel.give("Lightning Bolt")
    duel.mana(ANNA, "{R}")
    duel.turn("Combat")

    assert duel.asked == "priority"
    assert duel.refused(duel.attacker(bear, distant)) == "T-13"
    with pytest.raises(IllegalAction, match=r"after all players have passed \(T-14\)$"):
        duel.game.apply(duel.attacker(bear, close))


@pytest.mark.rule("T-13")
def test_obstacles_and_pieces_between_do_not_matter() -> None:
    duel = Duel()
    knight, target = duel.put(KNIGHT, at="h5"), duel.put(BEAR, BEN, at="j5")
    duel.put(WALL, at="i5")
    duel.turn("Combat")

    duel.order(knight, target)

    assert duel.zone(target) == "graveyard"


@pytest.mark.rule("T-13")
def test_a_piece_in_the_very_corner_of_the_board_is_in_reach_like_any_other() -> None:
    duel = Duel()
    bear, cornered = duel.put(BEAR, at="b1"), duel.put(BEAR, BEN, at="a1")
    duel.turn("Combat")

    duel.order(bear, cornered)

    assert duel.zone(cornered) == "graveyard"


# --- T-14 ---


@pytest.mark.rule("T-14")
def test_the_active_player_orders_first_then_the_opponent_and_all_happens_together() -> None:
    duel = Duel()
    mine, theirs = duel.put(BEAR, at="h5"), duel.put(BEAR, BEN, at="i5")
    other, victim = duel.put(GOLEM, BEN, at="c3"), duel.put(BEAR, at="c4")
    duel.turn("Combat")
    assert (duel.asked, duel.chooser) == ("orders", ANNA)

    duel.do(duel.attacker(mine, theirs))
    duel.choose("done")
    assert (duel.asked, duel.chooser) == ("orders", BEN)
    assert duel.zone(theirs) == "battlefield"
    duel.do(duel.attacker(other, victim))
    duel.carry_out()

    assert [duel.zone(i) for i in (mine, theirs, victim, other)] == [
        "graveyard",
        "graveyard",
        "graveyard",
        "battlefield",
    ]


@pytest.mark.rule("T-14")
def test_nobody_need_order_anything() -> None:
    duel = Duel()
    duel.put(BEAR, at="h5")
    theirs = duel.put(BEAR, BEN, at="i5")
    duel.turn("Combat")

    duel.choose("done")
    assert duel.chooser == BEN
    duel.choose("done")

    assert duel.asked == "rest"
    assert duel.look(theirs).damage == 0


@pytest.mark.rule("T-14")
def test_a_piece_attacks_one_opposing_piece_only() -> None:
    duel = Duel()
    bear, friend = duel.put(BEAR, at="h5"), duel.put(GOLEM, at="g5")
    first, second = duel.put(WALL, BEN, at="i5"), duel.put(WALL, BEN, at="i6")
    duel.turn("Combat")

    assert duel.refused(duel.attacker(bear, friend)) == "T-14"
    duel.put(BEAR, at="h6")
    duel.do(duel.attacker(bear, first))

    assert duel.refused(duel.attacker(bear, second)) == "T-14"


@pytest.mark.rule("T-14")
def test_tapped_and_sick_pieces_are_not_ordered() -> None:
    duel = Duel()
    tapped, sick = duel.put(BEAR, at="h5", tapped=True), duel.put(BEAR, at="h4", fresh=True)
    hasty = duel.put(creature("Runner", 1, 1, "haste"), at="h6", fresh=True)
    target = duel.put(WALL, BEN, at="i5")
    sick_too = duel.put(GOLEM, BEN, at="g5")
    duel.state.change(sick_too, since=duel.player(BEN).last_turn)
    duel.turn("Combat")

    assert duel.refused(duel.attacker(tapped, target)) == "T-14"
    assert duel.refused(duel.attacker(sick, target)) == "T-14"
    duel.do(duel.attacker(hasty, target))
    assert duel.chooser == BEN  # nobody else of Anna's can attack
    assert duel.offered("attacker") == {target}
    assert duel.refused(duel.attacker(sick_too, tapped)) == "T-14"


@pytest.mark.rule("T-14")
def test_orders_can_be_taken_back_before_one_is_done() -> None:
    duel = Duel()
    bear, other = duel.put(BEAR, at="h5"), duel.put(BEAR, at="h6")
    target = duel.put(WALL, BEN, at="i5")
    duel.turn("Combat")
    duel.do(duel.attacker(bear, target))

    duel.choose("take-back")

    assert duel.offered("attacker") == {bear, other}


@pytest.mark.rule("T-14")
def test_attacks_are_ordered_only_in_the_combat_phase() -> None:
    duel = Duel()
    bear, target = duel.put(BEAR, at="h5"), duel.put(WALL, BEN, at="i5")
    duel.turn("First Main")

    assert duel.refused(duel.attacker(bear, target)) == "T-14"


# --- T-15 ---


@pytest.mark.rule("T-15")
def test_whoever_is_attacked_strikes_back_even_tapped() -> None:
    duel = Duel()
    bear, golem = duel.put(BEAR, at="h5"), duel.put(GOLEM, BEN, at="i5", tapped=True)
    duel.turn("Combat")

    duel.order(bear, golem)

    assert duel.zone(bear) == "graveyard"
    assert duel.look(golem).damage == 2


@pytest.mark.rule("T-15")
def test_a_pair_that_attacks_each_other_exchanges_once() -> None:
    duel = Duel()
    mine, theirs = (
        duel.put(creature("Ox", 2, 5), at="h5"),
        duel.put(creature("Cow", 2, 5), BEN, at="i5"),
    )
    duel.turn("Combat")

    duel.order(mine, theirs, theirs, mine)

    assert (duel.look(mine).damage, duel.look(theirs).damage) == (2, 2)
    assert duel.look(mine).tapped
    assert duel.look(theirs).tapped


@pytest.mark.rule("T-15")
def test_an_attacker_deals_all_its_damage_to_the_one_it_attacks() -> None:
    duel = Duel()
    first, second = (
        duel.put(creature("Ox", 2, 5), at="h5"),
        duel.put(creature("Cow", 2, 5), at="j5"),
    )
    theirs = duel.put(creature("Bull", 4, 9), BEN, at="i5")
    duel.turn("Combat")

    duel.order(first, theirs, second, theirs, theirs, second)

    assert [duel.look(i).damage for i in (first, second, theirs)] == [0, 4, 4]


@pytest.mark.rule("T-15")
def test_the_controller_divides_the_damage_of_a_creature_attacked_by_several() -> None:
    duel = Duel()
    first, second = (
        duel.put(creature("Ox", 2, 5), at="h5"),
        duel.put(creature("Cow", 2, 5), at="j5"),
    )
    theirs = duel.put(creature("Bull", 4, 9), BEN, at="i5")
    duel.turn("Combat")
    duel.do(duel.attacker(first, theirs))
    duel.do(duel.attacker(second, theirs))
    duel.choose("done")

    assert (duel.asked, duel.chooser) == ("damage", BEN)
    duel.carry_out([1, 3])

    assert [duel.look(i).damage for i in (first, second, theirs)] == [1, 3, 4]


@pytest.mark.rule("T-15")
def test_first_strike_deals_first() -> None:
    duel = Duel()
    knight, bear = duel.put(KNIGHT, at="h5"), duel.put(BEAR, BEN, at="j5")
    duel.turn("Combat")

    duel.order(knight, bear)

    assert duel.zone(bear) == "graveyard"
    assert duel.look(knight).damage == 0


@pytest.mark.rule("T-15")
def test_what_survives_a_first_strike_strikes_back_over_two_squares() -> None:
    duel = Duel()
    knight, golem = duel.put(KNIGHT, at="h5"), duel.put(GOLEM, BEN, at="j5")
    duel.turn("Combat")

    duel.order(knight, golem)

    assert duel.zone(knight) == "graveyard"
    assert duel.look(golem).damage == 2


@pytest.mark.rule("T-15")
def test_who_has_lost_what_it_attacked_strikes_at_those_that_attack_it() -> None:
    duel = Duel()
    striker, bear = duel.put(TWIN, at="h5"), duel.put(BEAR, BEN, at="j5")
    watch, friend = duel.put(GOLEM, at="j6"), duel.put(creature("Cow", 2, 5), BEN, at="k7")
    duel.turn("Combat")

    duel.order(striker, bear, watch, bear, friend, watch)

    assert duel.zone(bear) == "graveyard"
    assert duel.look(friend).damage == 3  # the golem's, whose target died by the first strike


# --- T-16 ---


@pytest.mark.rule("T-16")
def test_attackers_tap_attacked_creatures_do_not_and_survivors_untap_at_end_of_turn() -> None:
    duel = Duel()
    duel.library_of(BEN, BEAR)
    golem, wall = duel.put(GOLEM, at="h5"), duel.put(WALL, BEN, at="i5")
    worker = duel.put(BEAR, at="a1", tapped=True)
    duel.turn("Combat")

    duel.order(golem, wall)

    assert duel.look(golem).tapped
    assert not duel.look(wall).tapped
    duel.until("Untap", of=BEN)
    assert not duel.look(golem).tapped
    assert duel.look(worker).tapped  # it did not tap to attack


@pytest.mark.rule("T-16")
def test_what_was_untapped_and_tapped_again_stays_tapped() -> None:
    duel = Duel()
    duel.library_of(BEN, BEAR)
    golem, wall = duel.put(GOLEM, at="h5"), duel.put(WALL, BEN, at="i5")
    duel.turn("Combat")
    duel.order(golem, wall)

    duel.follow(Untap(what="target"), on=golem)
    duel.follow(Tap(what="target"), on=golem)
    duel.until("Untap", of=BEN)

    assert duel.look(golem).tapped


@pytest.mark.rule("T-16")
def test_the_vigilant_do_not_tap() -> None:
    duel = Duel()
    watch, wall = (
        duel.put(creature("Watch", 2, 2, "vigilance"), at="h5"),
        duel.put(WALL, BEN, at="i5"),
    )
    duel.turn("Combat")

    duel.order(watch, wall)

    assert not duel.look(watch).tapped


# --- T-17 ---


@pytest.mark.rule("T-17")
def test_who_could_not_block_it_cant_attack_it() -> None:
    duel = Duel()
    bear, archer = duel.put(BEAR, at="h5"), duel.put(ARCHER, at="h6")
    bird, shade = duel.put(BIRD, BEN, at="i5"), duel.put(SHADE, BEN, at="i6")
    ghost = duel.put(creature("Ghost", 1, 1), BEN, at="g5")
    saint = duel.put(creature("Saint", 1, 1, "protection from green"), BEN, at="g6")
    duel.follow(Modify(what="target", change=Change(restrict=("cant-be-blocked",))), on=ghost)
    duel.turn("Combat")

    for target in (bird, shade, ghost, saint):
        assert duel.refused(duel.attacker(bear, target)) == "T-17"
    assert duel.refused(duel.attacker(archer, shade)) == "T-17"
    duel.do(duel.attacker(archer, bird))


@pytest.mark.rule("T-17", "T-15")
def test_a_flyer_attacks_what_walks_and_is_struck_in_return() -> None:
    duel = Duel()
    bird, golem = duel.put(BIRD, at="h5"), duel.put(GOLEM, BEN, at="i5")
    duel.turn("Combat")

    duel.order(bird, golem)

    assert duel.zone(bird) == "graveyard"
    assert duel.look(golem).damage == 2


@pytest.mark.rule("T-17")
def test_a_landwalker_cant_be_attacked_by_a_player_with_such_a_land() -> None:
    duel = Duel()
    bear, other = duel.put(BEAR, at="h5"), duel.put(BEAR, BEN, at="g5")
    merfolk, mine = duel.put(MERFOLK, BEN, at="i5"), duel.put(MERFOLK, at="h4")
    duel.put(ISLAND)
    duel.turn("Combat")

    assert duel.refused(duel.attacker(bear, merfolk)) == "T-17"
    duel.do(duel.attacker(mine, merfolk))  # both walk on islands
    duel.choose("done")
    assert duel.asked == "orders"
    duel.do(duel.attacker(other, mine))  # Ben has no Island
    duel.do(duel.attacker(merfolk, bear))
    duel.carry_out()


@pytest.mark.rule("T-17", "T-22")
def test_others_may_band_with_a_landwalker_against_a_landwalker() -> None:
    duel = Duel()
    walker = duel.put(creature("Swimmer", 1, 1, "islandwalk", "banding", cost="{U}"), at="h5")
    bear, merfolk = duel.put(BEAR, at="h6"), duel.put(MERFOLK, BEN, at="i5")
    duel.put(ISLAND)
    duel.turn("Combat")
    assert duel.refused(duel.attacker(bear, merfolk)) == "T-17"

    duel.do(duel.attacker(walker, merfolk))
    duel.do(Action("band", object=bear, target=walker))
    duel.carry_out([0, 2])

    assert duel.zone(merfolk) == "graveyard"


@pytest.mark.rule("T-13", "T-22")
def test_who_bands_with_a_landwalker_has_to_reach_its_target_all_the_same() -> None:
    duel = Duel()
    walker = duel.put(creature("Swimmer", 1, 1, "islandwalk", "banding", cost="{U}"), at="h5")
    bear, merfolk = duel.put(BEAR, at="g5"), duel.put(MERFOLK, BEN, at="i5")
    duel.put(BEAR, at="h6")
    duel.put(ISLAND)
    duel.turn("Combat")

    duel.do(duel.attacker(walker, merfolk))

    with pytest.raises(IllegalAction, match="Merfolk is 2 away; Bear's range is 1"):
        duel.game.apply(Action("band", object=bear, target=walker))


# --- T-18 ---


@pytest.mark.rule("T-18")
def test_walls_attack_what_comes_within_their_range() -> None:
    duel = Duel()
    wall = duel.put(creature("Wall", 3, 3, "defender"), at="h5")
    bear, far = duel.put(BEAR, BEN, at="i5"), duel.put(BEAR, BEN, at="k5")
    duel.turn("Combat")

    assert duel.refused(duel.attacker(wall, far)) == "T-13"
    duel.order(wall, bear)

    assert duel.zone(bear) == "graveyard"


@pytest.mark.rule("T-18", "M-13")
def test_a_defender_that_is_no_wall_attacks_only_if_something_lets_it() -> None:
    duel = Duel()
    guard, freed = duel.put(GUARD, at="h5"), duel.put(GUARD, at="h6")
    bear = duel.put(BEAR, BEN, at="i5")
    duel.follow(
        Modify(
            what="target", change=Change(restrict=("attacks-despite-defender",)), until="forever"
        ),
        on=freed,
    )
    duel.turn("Combat")

    assert duel.refused(duel.attacker(guard, bear)) == "M-13"
    duel.order(freed, bear)

    assert duel.zone(bear) == "graveyard"


@pytest.mark.rule("T-12", "M-13")
def test_it_lets_whoever_passes_go_by_and_a_wall_does_not() -> None:
    duel = Duel()
    bear, _ = duel.put(BEAR, at="h3"), duel.put(GUARD, BEN, at="i4")
    other, wall = (
        duel.put(BEAR, at="d3"),
        duel.put(creature("Wall", 3, 3, "defender"), BEN, at="e4"),
    )
    duel.turn("First Main")

    duel.do(duel.moving(bear, "h4"))
    assert (duel.at(bear), duel.asked) == ("h4", "priority")
    duel.do(duel.moving(other, "d4"))
    assert duel.asked == "opportunity"
    assert [action.object for action in duel.game.legal_actions() if action.verb == "attacker"] == [
        wall
    ]


@pytest.mark.rule("T-18")
def test_a_token_may_be_attacked_by_any_creature_and_so_players_lose_life() -> None:
    duel = Duel()
    duel.stand(BEN, "i5")
    bear = duel.put(BEAR, at="h5")
    duel.turn("Combat")

    duel.order(bear, duel.token(BEN))

    assert duel.life(BEN) == 18
    assert duel.look(bear).damage == 1  # the token strikes back
    assert not duel.look(duel.token(BEN)).tapped


@pytest.mark.rule("T-18")
def test_tokens_attack_too() -> None:
    duel = Duel()
    duel.stand(ANNA, "h5")
    bear = duel.put(BEAR, BEN, at="i5")
    duel.turn("Combat")

    duel.order(duel.token(ANNA), bear)

    assert duel.look(bear).damage == 1
    assert duel.life(ANNA) == 18
    assert duel.look(duel.token(ANNA)).tapped


@pytest.mark.rule("T-18")
def test_damage_to_a_token_is_damage_to_a_player() -> None:
    duel = Duel()
    duel.stand(BEN, "i5")
    thief = creature("Thief", 1, 1, abilities=(grows("deals-damage", to="player"),))
    leech = duel.put(creature("Leech", 2, 2, "lifelink"), at="h4")
    robber = duel.put(thief, at="h5")
    duel.turn("Combat")

    duel.order(robber, duel.token(BEN), leech, duel.token(BEN), damage=[0])

    assert duel.characteristics(robber).power == 3
    assert duel.life(ANNA) == 22


# --- T-20 ---


@pytest.mark.rule("T-20")
def test_trample_goes_on_to_other_opponents_within_range() -> None:
    duel = Duel()
    wurm = duel.put(WURM, at="h5")
    bear, golem = duel.put(BEAR, BEN, at="i5"), duel.put(GOLEM, BEN, at="i4")
    far = duel.put(GOLEM, BEN, at="j6")
    duel.turn("Combat")
    duel.do(duel.attacker(wurm, bear))
    duel.choose("done")
    while duel.asked != "damage":
        duel.choose("done" if duel.asked == "orders" else "pass")

    assert {action.number for action in duel.game.legal_actions()} == {2, 3, 4, 5, 6}
    duel.carry_out([2, 4])

    assert duel.zone(bear) == duel.zone(golem) == "graveyard"
    assert duel.look(far).damage == 0


@pytest.mark.rule("T-20")
@pytest.mark.cr("702.19d")
def test_a_death_in_the_first_damage_step_leaves_the_second_to_those_in_range() -> None:
    duel = Duel()
    rider = duel.put(creature("Rider", 3, 3, "trample", "double strike"), at="h5")
    bear, wall = (
        duel.put(BEAR, BEN, at="i5"),
        duel.put(creature("Wall", 0, 9, "defender"), BEN, at="i4"),
    )
    duel.turn("Combat")

    duel.order(rider, bear, damage=[2])

    assert (duel.zone(bear), duel.look(wall).damage) == ("graveyard", 4)


@pytest.mark.rule("T-20")
def test_it_reaches_the_token_only_within_range() -> None:
    duel = Duel()
    wurm, bear = duel.put(WURM, at="h5"), duel.put(BEAR, BEN, at="i5")
    duel.stand(BEN, "i6")
    duel.turn("Combat")

    duel.order(wurm, bear, damage=[2, 4])
    assert duel.life(BEN) == 16

    duel = Duel()
    wurm, bear = duel.put(WURM, at="h5"), duel.put(BEAR, BEN, at="i5")
    duel.stand(BEN, "j5")
    duel.turn("Combat")
    duel.order(wurm, bear)
    assert duel.life(BEN) == 20
    assert duel.zone(bear) == "graveyard"


@pytest.mark.rule("T-20")
def test_once_what_it_attacked_is_gone_all_of_it_goes_on() -> None:
    duel = Duel()
    lion = duel.put(creature("Lion", 4, 9, "trample", "double strike"), at="h5")
    bear, beside, behind = (
        duel.put(BEAR, BEN, at="i5"),
        duel.put(creature("Ox", 0, 9), BEN, at="i6"),
        duel.put(WALL, BEN, at="j5"),
    )
    duel.turn("Combat")

    # the first strike takes the Bear; of the second one damage reaches two squares on
    duel.order(lion, bear, damage=(4, 3))

    assert duel.zone(bear) == "graveyard"
    assert (duel.look(beside).damage, duel.look(behind).damage) == (3, 1)


# --- T-21 ---


@pytest.mark.rule("T-21")
def test_rampage_counts_the_opposing_creatures_within_range_beyond_the_first() -> None:
    duel = Duel()
    rhino = duel.put(creature("Rhino", 3, 6, "rampage 2"), at="h5")
    target = duel.put(WALL, BEN, at="i5")
    for space in ("i4", "i6", "k5"):
        duel.put(creature("Post", 0, 1), BEN, at=space)
    duel.turn("Combat")

    duel.order(rhino, target)

    assert (duel.characteristics(rhino).power, duel.characteristics(rhino).toughness) == (7, 10)


@pytest.mark.rule("T-21")
def test_rampage_against_one_alone_gives_nothing() -> None:
    duel = Duel()
    rhino, target = (
        duel.put(creature("Rhino", 3, 6, "rampage 2"), at="h5"),
        duel.put(WALL, BEN, at="i5"),
    )
    duel.put(creature("Post", 0, 1), BEN, at="k5")
    duel.turn("Combat")

    duel.order(rhino, target)

    assert duel.characteristics(rhino).power == 3


# --- T-22 ---


@pytest.mark.rule("T-22")
def test_banded_creatures_attack_together_and_their_controller_divides_the_damage() -> None:
    duel = Duel()
    hero, bear, bull = (
        duel.put(HERO, at="h5"),
        duel.put(BEAR, at="h6"),
        duel.put(creature("Bull", 3, 3), BEN, at="i5"),
    )
    duel.turn("Combat")

    duel.do(duel.attacker(bear, bull))
    duel.do(Action("band", object=hero, target=bear))
    duel.choose("done")
    assert (duel.asked, duel.chooser) == ("damage", ANNA)
    duel.carry_out([0, 3])

    assert [duel.zone(i) for i in (bear, hero, bull)] == ["battlefield", "graveyard", "graveyard"]


@pytest.mark.rule("T-22")
def test_a_band_shares_the_damage_of_one_that_attacks_a_member() -> None:
    duel = Duel()
    hero, bear, bull = (
        duel.put(HERO, at="h5"),
        duel.put(BEAR, at="h6"),
        duel.put(creature("Bull", 3, 4), BEN, at="i5"),
    )
    duel.turn("Combat")

    duel.do(duel.attacker(bear, bull))
    duel.do(Action("band", object=hero, target=bear))
    duel.do(duel.attacker(bull, bear))
    assert (duel.asked, duel.chooser) == ("damage", ANNA)
    duel.carry_out([0, 3])

    assert duel.zone(bear) == "battlefield"
    assert duel.zone(hero) == "graveyard"


@pytest.mark.rule("T-22")
def test_without_banding_who_is_attacked_divides_the_damage() -> None:
    duel = Duel()
    scout, bear, bull = (
        duel.put(GOLEM, at="h5"),
        duel.put(BEAR, at="h6"),
        duel.put(creature("Bull", 3, 3), BEN, at="i5"),
    )
    duel.turn("Combat")

    duel.do(duel.attacker(bear, bull))
    assert duel.refused(Action("band", object=scout, target=bear)) == "T-22"
    duel.do(duel.attacker(scout, bull))
    duel.choose("done")

    assert (duel.asked, duel.chooser) == ("damage", BEN)


@pytest.mark.rule("T-22")
def test_banded_creatures_are_within_one_unit_of_each_other() -> None:
    duel = Duel()
    hero, bear = duel.put(HERO, at="h4"), duel.put(BEAR, at="h6")
    bull = duel.put(creature("Bull", 3, 3), BEN, at="i5")
    duel.turn("Combat")
    duel.do(duel.attacker(bear, bull))

    assert duel.refused(Action("band", object=hero, target=bear)) == "T-22"


@pytest.mark.rule("T-22")
def test_all_of_a_band_but_one_have_banding() -> None:
    duel = Duel()
    hero, bear, other = duel.put(HERO, at="h5"), duel.put(BEAR, at="h6"), duel.put(BEAR, at="h4")
    second = duel.put(HERO, at="i6")
    bull = duel.put(creature("Bull", 3, 3), BEN, at="i5")
    duel.turn("Combat")
    duel.do(duel.attacker(hero, bull))
    duel.do(Action("band", object=bear, target=hero))

    assert duel.refused(Action("band", object=other, target=hero)) == "T-22"
    duel.do(Action("band", object=second, target=hero))


# --- blocking words where nobody blocks (M-17, T-19) ---


@pytest.mark.rule("T-19")
def test_if_it_isnt_blocked_reads_if_it_attacks_an_opponents_token() -> None:
    duel = Duel()
    duel.stand(BEN, "i5")
    thief = duel.put(creature("Thief", 1, 1, abilities=(grows("attacks-unblocked"),)), at="h5")
    other = duel.put(creature("Rogue", 1, 1, abilities=(grows("attacks-unblocked"),)), at="h7")
    wall = duel.put(WALL, BEN, at="i7")
    duel.turn("Combat")

    duel.order(thief, duel.token(BEN), other, wall)

    assert duel.characteristics(thief).power == 3
    assert duel.characteristics(other).power == 1


@pytest.mark.rule("T-14")
@pytest.mark.cr("509.3a")
def test_to_block_is_to_be_attacked_by_however_many() -> None:
    duel = Duel()
    guard = duel.put(creature("Guard", 1, 5, abilities=(grows("blocks"),)), BEN, at="i5")
    idler = duel.put(creature("Guard", 1, 5, abilities=(grows("blocks"),)), BEN, at="i7")
    samurai, bear = (
        duel.put(creature("Samurai", 2, 2, "bushido 1"), at="h5"),
        duel.put(BEAR, at="h4"),
    )
    duel.turn("Combat")

    duel.order(samurai, guard, bear, guard, damage=[0])

    assert duel.characteristics(samurai).power == 3
    assert duel.characteristics(guard).power == 3
    assert duel.characteristics(idler).power == 1
