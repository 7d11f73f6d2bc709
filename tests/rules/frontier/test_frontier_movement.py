"""Frontier Magic: the turn and its blocks, moving, scouting, the back row, and what keywords
mean for moving (F-5 to F-18).
"""

from __future__ import annotations

import pytest

from engine.actions import Action, IllegalAction
from engine.analysis.invariants import faults
from engine.cards.model import (
    AnyEffect,
    Card,
    Change,
    Destroy,
    Exile,
    Modify,
    Move,
    Target,
    Triggered,
    When,
)
from engine.cards.terms import Filter
from engine.game import Game
from engine.magic.core.position import NOBODY
from engine.magic.turn.setup import Seat
from engine.variant.loading import load
from tests.magic.positions import ANNA, BEN, artifact, creature, instant, player
from tests.rules.frontier_table import Trek
from tests.rules.table import BEAR

HAWK = creature("Hawk", 1, 1, "flying")
DRYADS = creature("Dryads", 1, 1, "forestwalk")
WRAITH = creature("Wraith", 3, 3, "swampwalk", cost="{3}{B}")
LANCER = creature("Lancer", 2, 2, "shadow", cost="{1}{W}{W}")
SERPENT = creature("Serpent", 5, 5, "islandhome", cost="{5}{U}")
WALL = creature("Wall", 0, 5, "defender")
QUAKE = instant(Destroy(what="target"), targets=(Target(of=Filter(types=("Land",))),), name="Quake")
SIGNAL = instant(name="Signal")


def trek_with(card: Card = BEAR, at: str = "c3", **fields: object) -> tuple[Trek, int]:
    """A table where Anna has a creature on the map, in her main phase."""
    trek = Trek()
    ident = trek.put(card, ANNA, at=at, **fields)
    trek.main()
    return trek, ident


# --- the turn ---


@pytest.mark.rule("F-5")
def test_the_turn_has_six_parts() -> None:
    rules = load("frontier")

    assert [step.name for step in rules.turn] == [
        "Untap",
        "Upkeep",
        "Draw",
        "Main",
        "Discard",
        "Cleanup",
    ]
    assert [step.name for step in rules.turn if step.is_main] == ["Main"]


@pytest.mark.rule("F-5")
def test_moves_and_attacks_belong_to_main_and_cleanup_discards_at_the_end() -> None:
    trek = Trek()
    bear = trek.put(BEAR, ANNA, at="c3", damage=1)
    for _ in range(9):
        trek.give(BEAR, ANNA)
    trek.turn("Upkeep")
    assert not trek.may("move")
    trek.turn("Discard")

    assert trek.asked == "discard"
    trek.choose("discard", next(iter(trek.offered("discard"))))
    trek.choose("discard", next(iter(trek.offered("discard"))))
    assert len(trek.player(ANNA).hand) == 7
    assert trek.look(bear).damage == 1
    trek.turn("Cleanup")
    assert trek.look(bear).damage == 0


@pytest.mark.rule("F-6")
def test_the_first_main_begins_with_turning_up_the_land_under_the_token() -> None:
    deck = (
        *[BEAR] * 38,
        *[Card(name="Forest", types=("Land",), supertypes=("Basic",), subtypes=("Forest",))] * 22,
    )
    game = Game.start(load("frontier"), [Seat("Anna", deck), Seat("Ben", deck)], 3)
    while game.state.turn.number < 1 or game.step_name() != "Main":
        question = game.question
        assert question is not None
        assert not any(area.face_up for area in game.state.areas)
        options = game.legal_actions()
        game.apply(
            next((a for verb in ("keep", "pass") for a in options if a.verb == verb), options[0])
        )

    active = game.state.turn.active
    pioneer = next(
        game.state.objects[i]
        for i in game.state.battlefield
        if game.state.objects[i].token and game.state.objects[i].controller == active
    )
    assert [index for index, area in enumerate(game.state.areas) if area.face_up] == [pioneer.space]


@pytest.mark.rule("F-6")
def test_a_later_main_turns_up_nothing() -> None:
    trek = Trek()
    trek.main()

    assert not trek.face_up("a5")


@pytest.mark.rule("F-7")
def test_moves_come_in_one_block_once_a_turn() -> None:
    trek, bear = trek_with()
    wolf = trek.put(BEAR, ANNA, at="e3")
    spell = trek.give(instant(name="Free", cost="{0}"), ANNA)
    trek.main()

    trek.go(bear, "c2")
    assert trek.asked == "next-move"
    assert trek.refused(Action("cast", object=spell)) == "F-7"
    assert trek.refused(trek.scouting(wolf, "e2")) == "F-7"
    trek.go(wolf, "e2")
    trek.choose("done")

    assert trek.asked == "priority"
    assert trek.may("cast", spell)
    assert not trek.may("move")
    assert trek.refused(trek.moving(trek.pioneer(ANNA), "b5")) == "F-7"


@pytest.mark.rule("F-7")
def test_opponents_may_respond_to_each_single_move_which_uses_the_stack() -> None:
    trek, bear = trek_with()
    bolt = trek.give("Lightning Bolt", BEN)
    trek.mana(BEN, "{R}")
    trek.main()

    trek.do(trek.moving(bear, "c2"))
    assert (trek.asked, trek.chooser) == ("priority", BEN)
    assert trek.at(bear) == "c3"
    assert [item.name for item in trek.state.stack] == ["Bear"]
    assert trek.game.view_for(BEN).stack[0].text == ("Bear moves to c2",)
    trek.do(Action("cast", object=bolt))
    trek.do(Action("target", object=bear))
    trek.resolve()

    assert trek.zone(bear) == "graveyard"
    assert not trek.face_up("c2")
    assert trek.asked == "next-move"


@pytest.mark.rule("F-7")
def test_the_mover_does_nothing_else_between_moves_but_may_answer_a_response() -> None:
    trek, bear = trek_with()
    mine, theirs = trek.give(SIGNAL, ANNA), trek.give(SIGNAL, BEN)
    trek.main()

    trek.do(trek.moving(bear, "c2"))
    trek.do(Action("cast", object=theirs))
    assert trek.chooser == ANNA
    assert trek.may("cast", mine)
    assert not trek.may("scout")
    trek.resolve()
    assert trek.at(bear) == "c2"


@pytest.mark.rule("F-8")
def test_attacks_come_in_one_block_before_or_after_other_actions() -> None:
    trek, bear = trek_with()
    wolf = trek.put(BEAR, ANNA, at="e3")
    foe, other = trek.put(WALL, BEN, at="c2"), trek.put(WALL, BEN, at="e2")
    spell = trek.give(instant(name="Free", cost="{0}"), ANNA)
    trek.main()
    pass_on = trek.give(SIGNAL, ANNA)
    trek.cast(pass_on)

    trek.hit(bear, foe)
    assert trek.asked == "next-attack"
    assert trek.look(foe).damage == 2  # resolved before the next is declared
    assert trek.refused(Action("cast", object=spell)) == "F-8"
    trek.hit(wolf, other)

    assert trek.asked == "priority"
    assert trek.may("cast", spell)
    assert trek.may("move")
    assert trek.refused(trek.attacking(trek.pioneer(ANNA), foe)) == "F-8"


@pytest.mark.rule("F-7", "F-8")
def test_a_player_in_the_middle_of_a_block_is_told_to_finish_it_first() -> None:
    """The attacker who wants to move in between breaks the rule of attacks, the mover who wants
    to attack that of moves.
    """
    trek, bear = trek_with()
    mine, theirs = trek.give(SIGNAL, ANNA), trek.give(SIGNAL, BEN)
    foe = trek.put(WALL, BEN, at="c1")
    trek.main()

    trek.do(trek.moving(bear, "c2"))
    trek.do(Action("cast", object=theirs))
    assert trek.may("cast", mine)
    assert trek.refused(trek.attacking(bear, foe)) == "F-7"
    trek.resolve()
    trek.choose("done")
    theirs = trek.give(SIGNAL, BEN)

    trek.do(trek.attacking(bear, foe))
    trek.choose("pass")
    trek.do(Action("cast", object=theirs))
    assert trek.may("cast", mine)
    assert trek.refused(trek.moving(bear, "b2")) == "F-8"


@pytest.mark.rule("F-8")
def test_the_block_ends_when_the_player_says_so() -> None:
    trek, bear = trek_with()
    wolf = trek.put(BEAR, ANNA, at="e3")
    foe, other = trek.put(WALL, BEN, at="c2"), trek.put(WALL, BEN, at="e2")
    trek.main()

    trek.hit(bear, foe)
    trek.choose("done")

    assert not trek.may("attacker")
    assert trek.refused(trek.attacking(wolf, other)) == "F-8"


# --- moving ---


@pytest.mark.rule("F-9")
def test_a_creature_moves_one_card_straight_once_a_turn_without_tapping() -> None:
    trek, bear = trek_with()

    assert trek.reach(bear) == {"c2", "b3", "d3", "c4"}
    assert trek.refused(trek.moving(bear, "d2")) == "F-9"
    trek.go(bear, "d3")
    assert not trek.look(bear).tapped
    assert trek.reach(bear) == set()
    assert trek.refused(trek.moving(bear, "d2")) == "F-9"


@pytest.mark.rule("F-9")
def test_creatures_with_summoning_sickness_stay_and_tapped_ones_may_go() -> None:
    trek, new = trek_with(fresh=True)
    tired = trek.put(BEAR, ANNA, at="e3", tapped=True)
    hasty = trek.put(creature("Rogue", 2, 1, "haste"), ANNA, at="g3", fresh=True)
    trek.main()

    assert trek.reach(new) == set()
    assert trek.refused(trek.moving(new, "c2")) == "F-9"
    assert trek.reach(tired) == {"e2", "d3", "f3", "e4"}
    assert trek.reach(hasty) == {"g2", "f3", "h3", "g4"}


@pytest.mark.rule("F-9")
def test_whether_tapped_creatures_move_is_a_house_rule() -> None:
    trek = Trek(options={"tapped": "stay"})
    tired = trek.put(BEAR, ANNA, at="e3", tapped=True)
    trek.main()

    assert trek.reach(tired) == set()


@pytest.mark.rule("F-10")
def test_one_creature_on_a_card() -> None:
    trek, bear = trek_with()
    trek.put(BEAR, ANNA, at="c2")
    trek.put(BEAR, BEN, at="d3")
    trek.main()

    assert trek.reach(bear) == {"b3", "c4"}
    assert trek.refused(trek.moving(bear, "c2")) == "F-10"
    assert trek.refused(trek.moving(bear, "d3")) == "F-10"


@pytest.mark.rule("F-11")
def test_stepping_on_a_face_down_card_turns_it_up() -> None:
    trek, bear = trek_with()
    trek.cover("c2", "Swamp")

    trek.go(bear, "c2")

    assert trek.seen("c2").land_types == ("Swamp",)
    assert [(event.card, event.space) for event in trek.happened("reveal-land")] == [
        ("Swamp", "c2")
    ]
    assert not trek.face_up("d3")


@pytest.mark.rule("F-12")
def test_scouting_taps_a_creature_and_turns_up_a_card_next_to_it() -> None:
    trek, bear = trek_with()
    trek.cover("d3", "Island")
    trek.land("c4", "Forest")
    trek.main()

    assert {
        a.space for a in trek.game.legal_actions() if a.verb == "scout" and a.object == bear
    } == {"c2", "b3", "d3"}
    trek.do(trek.scouting(bear, "d3"))

    assert trek.look(bear).tapped
    assert trek.seen("d3").land_types == ("Island",)
    assert trek.at(bear) == "c3"
    assert trek.refused(trek.scouting(bear, "c2")) == "F-12"
    assert trek.asked == "priority"


@pytest.mark.rule("F-12")
def test_who_is_tapped_or_sick_or_in_the_back_row_does_not_scout() -> None:
    trek, new = trek_with(fresh=True)
    tired = trek.put(BEAR, ANNA, at="e3", tapped=True)
    back = trek.put(BEAR, ANNA)
    foe = trek.put(BEAR, BEN, at="g3")
    trek.main()

    for ident in (new, tired, back, foe):
        assert trek.refused(trek.scouting(ident, "e2")) == "F-12"
    assert trek.refused(trek.scouting(trek.pioneer(ANNA), "c3")) == "F-12"  # not next to it
    for ident, why in (
        (back, "only creatures on the map"),
        (foe, "you don't control Bear"),
        (tired, "Bear is tapped"),
    ):
        with pytest.raises(IllegalAction, match=why):
            trek.game.apply(trek.scouting(ident, "e2"))


@pytest.mark.rule("F-12")
def test_scouting_is_for_ones_own_main_phase() -> None:
    trek, bear = trek_with()
    trek.turn("Upkeep")
    assert not trek.may("scout")
    trek.give(SIGNAL, ANNA)
    trek.main(BEN)
    trek.priority(ANNA)

    assert not any(
        action.verb == "scout" and action.object == bear for action in trek.game.legal_actions()
    )


# --- the back row ---


@pytest.mark.rule("F-13")
def test_new_creatures_arrive_in_the_back_row_in_play_but_not_on_the_map() -> None:
    trek, _ = trek_with()
    bear = trek.give(BEAR, ANNA)
    trek.cast(bear)

    assert trek.zone(bear) == "battlefield"
    assert trek.at(bear) == ""
    assert trek.reach(trek.now(bear)) == set()  # summoning sickness


@pytest.mark.rule("F-13")
def test_from_the_back_row_they_move_to_any_free_card_of_the_home_row() -> None:
    trek, _ = trek_with(at="d5")
    back = trek.put(BEAR, ANNA)
    trek.main()

    assert trek.reach(back) == {"b5", "c5", "e5", "f5", "g5", "h5", "i5"}  # a5 and d5 are taken
    assert trek.refused(trek.moving(back, "c4")) == "F-13"
    trek.go(back, "g5")
    assert trek.at(back) == "g5"
    assert trek.face_up("g5")


@pytest.mark.rule("F-13")
def test_nobody_attacks_from_or_into_the_back_row_but_magic_reaches_it() -> None:
    trek, front = trek_with(at="c1")
    mine, theirs = trek.put(BEAR, ANNA), trek.put(BEAR, BEN)
    bolt = trek.give("Lightning Bolt", ANNA)
    trek.main()

    assert trek.targets(mine) == set()
    assert trek.refused(trek.attacking(mine, theirs)) == "F-13"
    assert trek.refused(trek.attacking(front, theirs)) == "F-13"
    trek.cast(bolt, on=theirs)
    assert trek.zone(theirs) == "graveyard"


@pytest.mark.rule("F-13")
def test_noncreature_permanents_stay_in_the_back_row_for_good() -> None:
    trek, _ = trek_with()
    rock = trek.put(artifact("Rock"), ANNA)
    trek.main()

    assert trek.at(rock) == ""
    assert trek.reach(rock) == set()
    assert trek.refused(Action("move", object=rock, space="c5")) == "F-13"


@pytest.mark.rule("F-32")
def test_land_of_the_continent_never_becomes_a_creature_and_goes_nowhere() -> None:
    trek, _ = trek_with(at="c3")
    land = trek.land("c3")

    trek.follow(
        Modify(
            what="target", change=Change(add_types=("Creature",), base_power=2, base_toughness=2)
        ),
        on=land,
    )
    trek.main()

    assert not trek.characteristics(land).is_creature
    assert land not in {action.object for action in trek.game.legal_actions()}
    with pytest.raises(IllegalAction, match="only creatures on the battlefield can move"):
        trek.game.apply(trek.moving(land, "c2"))


@pytest.mark.rule("F-13", "F-21")
def test_what_is_no_creature_any_more_goes_to_the_back_row() -> None:
    trek, bear = trek_with(at="c3")
    assert trek.look(trek.land("c3")).controller == ANNA

    trek.follow(Modify(what="target", change=Change(types=("Enchantment",))), on=bear)
    trek.priority()

    assert (trek.at(bear), trek.look(trek.land("c3")).controller) == ("", NOBODY)
    assert [(event.card, event.word) for event in trek.happened("back")] == [("Bear", "c3")]


# --- keywords ---


@pytest.mark.rule("F-14")
def test_flyers_move_one_or_two_cards_over_whatever_is_between() -> None:
    trek, hawk = trek_with(HAWK)
    trek.put(BEAR, BEN, at="c2")
    trek.cover("d3")
    trek.main()

    assert trek.reach(hawk) == {"c1", "a3", "b3", "d3", "e3", "c4", "c5"}
    trek.go(hawk, "e3")
    assert trek.face_up("e3")
    assert not trek.face_up("d3")


@pytest.mark.rule("F-14")
def test_flying_has_no_other_meaning() -> None:
    trek, hawk = trek_with(HAWK)
    bear = trek.put(BEAR, BEN, at="c2")
    trek.main()

    trek.hit(hawk, bear)

    assert trek.zone(hawk) == "graveyard"
    assert trek.look(bear).damage == 1


@pytest.mark.rule("F-15")
def test_the_bog_wraith_of_the_article_walks_over_two_swamps_to_the_island() -> None:
    trek, wraith = trek_with(WRAITH, at="b3")
    trek.lands("Swamp", "c3", "d3")
    trek.land("e3", "Island")
    trek.main()

    assert trek.reach(wraith) == {"b2", "b4", "a3", "c3", "d3", "e3"}
    trek.go(wraith, "e3")
    assert trek.at(wraith) == "e3"
    assert trek.asked == "next-move"


@pytest.mark.rule("F-15")
def test_a_landwalker_needs_free_cards() -> None:
    trek, wraith = trek_with(WRAITH, at="b3")
    trek.lands("Swamp", "c3", "d3", "e3")
    trek.put(BEAR, BEN, at="d3")
    trek.main()

    assert trek.reach(wraith) == {"b2", "b4", "a3", "c3"}


@pytest.mark.rule("F-15", "F-18")
def test_a_landwalker_does_not_walk_through_a_hole() -> None:
    trek, wraith = trek_with(WRAITH, at="b3")
    trek.lands("Swamp", "c3", "e3")
    trek.cast(trek.give(QUAKE, ANNA), on=trek.land("d3", "Swamp"))
    trek.main()

    assert [trek.seen(space).hole for space in ("b3", "c3", "d3", "e3")] == [
        False,
        False,
        True,
        False,
    ]
    assert trek.reach(wraith) == {"b2", "b4", "a3", "c3"}


@pytest.mark.rule("F-15")
def test_a_landwalker_turns_up_cards_as_it_steps_on_them_and_may_go_on() -> None:
    trek, dryads = trek_with(DRYADS, at="b3")
    trek.cover("c3", "Forest")
    trek.cover("d3", "Forest")
    trek.cover("e3", "Island")
    trek.cover("f3", "Forest")
    trek.main()

    assert "d3" not in trek.reach(dryads)
    trek.go(dryads, "c3")
    assert trek.asked == "walk-on"
    assert trek.reach(dryads) == {"d3"}
    assert trek.refused(Action("move", object=dryads, origin="c3", space="c2")) == "F-15"
    trek.do(trek.moving(dryads, "d3"))
    assert trek.asked == "walk-on"
    trek.do(trek.moving(dryads, "e3"))

    assert trek.asked == "next-move"  # the Island stops it
    assert trek.at(dryads) == "e3"
    assert [trek.face_up(space) for space in ("c3", "d3", "e3", "f3")] == [True, True, True, False]


@pytest.mark.rule("F-15")
def test_a_landwalker_may_stop_on_its_land() -> None:
    trek, dryads = trek_with(DRYADS, at="b3")
    trek.cover("c3", "Forest")
    trek.main()

    trek.go(dryads, "c3")
    trek.choose("done")

    assert trek.at(dryads) == "c3"
    assert trek.asked == "next-move"


@pytest.mark.rule("F-15", "F-14")
def test_a_landwalker_that_has_flown_over_other_land_does_not_walk_on() -> None:
    trek, spirit = trek_with(creature("Spirit", 1, 1, "flying", "forestwalk"), at="b3")
    trek.lands("Island", "b3", "c3")
    trek.cover("d3", "Forest")
    trek.lands("Forest", "e3")
    trek.main()

    trek.go(spirit, "d3")

    assert trek.asked == "next-move"
    assert trek.at(spirit) == "d3"


@pytest.mark.rule("F-16")
def test_the_soltari_lancer_of_the_article_passes_a_healer_and_a_giant() -> None:
    trek, lancer = trek_with(LANCER, at="c4")
    trek.put("Samite Healer", ANNA, at="c3")
    trek.put("Hill Giant", BEN, at="c2")
    trek.land("c1", "Plains")
    trek.put(BEAR, ANNA, at="d4")
    trek.main()

    assert trek.reach(lancer) == {"c1", "e4", "b4", "c5"}
    trek.go(lancer, "c1")
    assert trek.at(lancer) == "c1"


@pytest.mark.rule("F-16")
def test_shadow_needs_creatures_to_pass_and_stops_on_the_first_free_card() -> None:
    trek, lancer = trek_with(LANCER, at="c5")
    for space in ("c4", "c3", "c2", "c1"):
        trek.put(BEAR, BEN, at=space)
    trek.main()

    assert trek.reach(lancer) == {"b5", "d5"}  # no free card at the end of the column


@pytest.mark.rule("F-16", "F-18")
def test_shadow_does_not_pass_a_creature_over_a_hole() -> None:
    trek, lancer = trek_with(LANCER, at="c4")
    trek.put(BEAR, ANNA, at="c3")
    trek.main()
    assert "c2" in trek.reach(lancer)

    trek.follow(Destroy(what="target"), on=trek.land("c3"))

    assert trek.reach(lancer) == {"b4", "d4", "c5"}


@pytest.mark.rule("F-17")
def test_landhome_stands_only_on_its_land_and_never_steps_on_what_lies_face_down() -> None:
    trek = Trek()
    trek.lands("Island", "c3", "c2")
    trek.land("c4", "Forest")
    trek.cover("d3", "Island")
    serpent = trek.put(SERPENT, ANNA, at="c3")
    back = trek.put(SERPENT, ANNA)
    trek.land("g5", "Island")
    trek.main()

    assert trek.reach(serpent) == {"c2"}
    assert trek.refused(trek.moving(serpent, "d3")) == "F-17"
    assert trek.reach(back) == {"g5"}


@pytest.mark.rule("F-17")
@pytest.mark.parametrize("means", ["other type", "hole"])
def test_landhome_is_sacrificed_when_its_land_is_of_the_wrong_type(means: str) -> None:
    trek = Trek()
    island = trek.land("c3", "Island")
    serpent = trek.put(SERPENT, ANNA, at="c3")
    trek.main()
    trek.priority()
    assert trek.zone(serpent) == "battlefield"

    if means == "hole":
        trek.cast(trek.give(QUAKE, ANNA), on=island)
    else:
        trek.land("c3", "Forest")
        trek.priority()

    assert trek.zone(serpent) == "graveyard"
    assert trek.happened("sacrifice")


# --- destroyed land ---


@pytest.mark.rule("F-18")
def test_a_destroyed_land_goes_to_the_land_graveyard_and_leaves_a_hole() -> None:
    trek, bear = trek_with()
    forest = trek.land("c2", "Forest")
    quake = trek.give(QUAKE, ANNA)
    trek.cast(quake, on=forest)

    view = trek.game.view_for(BEN)
    assert [land.name for land in view.land_graveyard] == ["Forest"]
    assert trek.seen("c2").hole
    assert trek.names(ANNA, "graveyard") == ["Quake"]
    assert trek.reach(bear) == {"b3", "d3", "c4"}
    assert trek.refused(trek.moving(bear, "c2")) == "F-18"


@pytest.mark.rule("F-18")
def test_who_stands_on_a_destroyed_land_may_stay_or_leave_and_never_comes_back() -> None:
    trek, bear = trek_with()
    quake = trek.give(QUAKE, BEN)
    trek.cast(quake, on=trek.land("c3", "Forest"))
    trek.main()

    assert trek.at(bear) == "c3"
    trek.go(bear, "c2")
    trek.main(BEN)
    trek.main()
    assert "c3" not in trek.reach(bear)


@pytest.mark.rule("F-18")
@pytest.mark.parametrize("up", [True, False])
def test_a_move_onto_a_land_that_is_destroyed_in_response_fizzles(up: bool) -> None:
    trek, bear = trek_with()
    land = trek.land("c2", "Forest") if up else trek.land("c2")
    quake = trek.give(QUAKE, BEN)
    trek.main()

    trek.do(trek.moving(bear, "c2"))
    trek.do(Action("cast", object=quake))
    trek.do(Action("target", object=land))
    trek.resolve()

    assert trek.at(bear) == "c3"
    assert trek.reach(bear) == set()  # it has used its move
    assert trek.happened("stays")


@pytest.mark.rule("F-18")
def test_a_land_that_would_go_elsewhere_goes_to_the_land_graveyard_too() -> None:
    trek, _ = trek_with()
    forest = trek.land("c2", "Forest")

    trek.follow(Move(what="target", to="hand"), on=forest)

    assert [trek.game.object_name(ident) for ident in trek.state.land_graveyard] == ["Forest"]
    assert trek.names(ANNA, "hand") == []


@pytest.mark.rule("F-18")
@pytest.mark.parametrize(
    "effects",
    [
        (Exile(what="target"), Move(what="target", to="battlefield", under="you")),
        (Destroy(what="target"), Move(what="target", to="hand")),
        (Destroy(what="target"), Exile(what="target")),
        (Move(what="target", to="library-top"),),
        (Destroy(what="target"), Move(what="target", to="library-bottom")),
        (Move(what="target", to="library-shuffled"),),
    ],
)
def test_a_land_that_has_left_the_map_goes_nowhere_else(effects: tuple[AnyEffect, ...]) -> None:
    trek, _ = trek_with()
    forest = trek.land("c2", "Forest")
    libraries = [trek.names(seat, "library") for seat in (ANNA, BEN)]

    trek.follow(*effects, on=forest)

    assert [trek.game.object_name(ident) for ident in trek.state.land_graveyard] == ["Forest"]
    assert trek.seen("c2").hole
    assert [trek.names(seat, "library") for seat in (ANNA, BEN)] == libraries
    assert not trek.happened("shuffle")
    assert faults(trek.game) == []


@pytest.mark.rule("F-18")
@pytest.mark.cr("610.3")
def test_a_land_exiled_until_a_permanent_leaves_stays_in_the_land_graveyard() -> None:
    trek, _ = trek_with()
    forest = trek.land("c2", "Forest")
    jail = Triggered(
        when=When(event="enters"),
        targets=(Target(of=Filter(types=("Land",))),),
        effects=(Exile(what="target", until_source_leaves=True),),
    )
    trek.cast(trek.give(artifact("Jail", jail)))
    trek.choose("target", forest)
    trek.resolve()
    (prison,) = (i for i in trek.permanents(ANNA) if trek.game.object_name(i) == "Jail")
    trek.follow(Destroy(what="target"), on=prison)
    assert [trek.game.object_name(ident) for ident in trek.state.land_graveyard] == ["Forest"]
    assert trek.seen("c2").hole


def test_players_are_targets_as_ever() -> None:
    trek, _ = trek_with()

    trek.cast(trek.give("Lightning Bolt", ANNA), on=player(BEN))

    assert trek.life(BEN) == 17
