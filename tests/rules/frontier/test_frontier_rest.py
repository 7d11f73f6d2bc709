"""Frontier Magic: regeneration, banding, new pioneers, the ends of the game (F-29 to F-31,
F-34).
"""

from __future__ import annotations

import pytest

from engine.actions import Action
from engine.analysis import invariants
from engine.cards.characteristics import printed
from engine.cards.model import Card, Change, Destroy, Modify, Static, Target, Triggered, When
from engine.cards.terms import Filter, TurnIs
from engine.magic.zones.phasing import phase_in, phase_out
from tests.magic.positions import ANNA, BEN, bigger, creature, enchantment, instant, player
from tests.rules.frontier_table import Trek
from tests.rules.table import BEAR

GOLEM = creature("Golem", 3, 3, cost="{3}")
OGRE = creature("Ogre", 5, 5, cost="{5}")
HERO = creature("Hero", 1, 1, "banding", cost="{3}")
GUARD = creature("Guard", 1, 3, "banding", cost="{3}")
RAM = creature(
    "Ram", 1, 1, cost="{2}",
    abilities=(
        Triggered(
            when=When(event="step", step="combat", who="you"),
            effects=(Modify(what="self", change=Change(keywords=("banding",)),
            until="end-of-combat"),),
        ),
    ),
)  # fmt: skip
RHINO = creature("Rhino", 9, 9, "trample", cost="{5}")
DOOM = instant(
    Destroy(what="target"), targets=(Target(of=Filter(types=("Creature",))),), name="Doom"
)


# --- regeneration ---


@pytest.mark.rule("F-29")
def test_a_regenerated_creature_returns_to_the_back_row_tapped() -> None:
    trek = Trek()
    skeletons, ogre = trek.put("Drudge Skeletons", BEN, at="c2"), trek.put(OGRE, ANNA, at="c3")
    trek.main()
    trek.mana(BEN, "{B}")
    trek.activate(skeletons)

    trek.hit(ogre, skeletons)

    assert trek.zone(skeletons) == "battlefield"
    assert trek.at(skeletons) == ""
    assert trek.look(skeletons).tapped
    assert trek.look(skeletons).damage == 0


@pytest.mark.rule("F-29")
def test_it_may_move_the_turn_after() -> None:
    trek = Trek()
    skeletons = trek.put("Drudge Skeletons", ANNA, at="c3")
    trek.main()
    trek.mana(ANNA, "{B}")
    trek.activate(skeletons)
    trek.cast(trek.give(DOOM, BEN), on=skeletons)

    assert trek.at(skeletons) == ""
    trek._give_priority(ANNA)
    assert trek.reach(skeletons) == set()
    trek.turn("Untap")
    trek.state.set(turn=type(trek.state.turn)(number=trek.state.turn.number + 2, active=ANNA))
    trek.main()
    assert trek.reach(skeletons) == {"b5", "c5", "d5", "e5", "f5", "g5", "h5", "i5"}


# --- banding ---


def stack(*cards: object, at: str = "c3", seat: int = ANNA) -> tuple[Trek, list[int]]:
    """A table with a stack of creatures on one card."""
    trek = Trek()
    idents = [trek.put(card, seat, at=at) for card in cards]
    trek.main()
    return trek, idents


@pytest.mark.rule("F-29")
def test_so_it_is_for_one_that_regenerates_in_the_back_row() -> None:
    trek = Trek()
    troll = trek.put(BEAR, ANNA, shields=1)
    trek.main()
    assert trek.reach(troll)

    trek.follow(Destroy(what="target"), on=troll)

    assert trek.reach(troll) == set()


@pytest.mark.rule("F-30")
def test_banding_creatures_and_one_other_share_a_card() -> None:
    trek, (hero, golem, guard, ogre) = stack(HERO, GOLEM, GUARD, OGRE)
    for ident, space in ((golem, "d3"), (guard, "c2"), (ogre, "c4")):
        trek.state.change(ident, space=trek.game.board.names[space])
    trek.main()

    assert "c3" in trek.reach(golem)
    trek.go(golem, "c3")
    trek.go(guard, "c3")

    assert [trek.at(ident) for ident in (hero, golem, guard)] == ["c3"] * 3
    assert trek.refused(trek.moving(ogre, "c3")) == "F-10"  # it would be the second without banding


@pytest.mark.rule("F-30")
def test_who_shares_a_card_stays_there_when_banding_is_lost_and_nobody_joins_them() -> None:
    trek = Trek()
    hero, golem = (trek.put(each, ANNA, at="c3") for each in (HERO, GOLEM))
    guard = trek.put(GUARD, ANNA, at="c2")
    trek.follow(
        Modify(what="target", change=Change(lose_keywords=("banding",)), until="forever"), on=hero
    )
    trek.main()
    assert trek.at(hero) == trek.at(golem) == "c3"
    assert not [fault for fault in invariants.faults(trek.game) if "banding" in fault]
    assert trek.refused(trek.moving(guard, "c3")) == "F-10"
    trek.state.change_on_map(golem, since=trek.state.turn.number)
    assert [fault for fault in invariants.faults(trek.game) if "banding" in fault]


@pytest.mark.rule("F-30", "F-10")
def test_nobody_joins_an_opponents_stack() -> None:
    trek = Trek()
    hero = trek.put(HERO, ANNA, at="c3")
    trek.put(HERO, BEN, at="c2")
    trek.main()

    assert "c2" not in trek.reach(hero)


@pytest.mark.rule("F-30")
def test_banding_at_certain_times_is_banding_at_all_times() -> None:
    trek = Trek()
    ram, golem = trek.put(RAM, ANNA, at="c3"), trek.put(GOLEM, ANNA, at="c4")
    trek.main()

    trek.go(golem, "c3")

    assert trek.at(golem) == trek.at(ram) == "c3"


@pytest.mark.rule("F-30", "F-10")
def test_those_that_lost_banding_go_on_one_by_one() -> None:
    trek = Trek()
    hero, golem = trek.put(HERO, ANNA, at="c3"), trek.put(GOLEM, ANNA, at="c3")
    trek.main()
    assert "c2" in trek.reach(min(hero, golem), together=True)

    trek.follow(Modify(what="target", change=Change(lose_keywords=("banding",))), on=hero)

    assert trek.reach(min(hero, golem), together=True) == set()
    assert trek.refused(trek.moving(min(hero, golem), "c2", together=True)) == "F-10"
    assert "c2" in trek.reach(hero)
    assert "c2" in trek.reach(golem)


@pytest.mark.rule("F-30")
def test_banding_under_a_condition_is_banding_at_all_times() -> None:
    trek = Trek()
    change = Change(keywords=("banding",))
    goat = creature(
        "Goat",
        1,
        1,
        cost="{2}",
        abilities=(Static(change=change, condition=TurnIs(whose="opponent")),),
    )
    there, golem = trek.put(goat, ANNA, at="c3"), trek.put(GOLEM, ANNA, at="c4")
    trek.main()

    trek.go(golem, "c3")

    assert trek.at(golem) == trek.at(there) == "c3"


@pytest.mark.rule("F-30")
def test_the_stack_moves_as_one_or_somebody_leaves_it() -> None:
    trek, (hero, guard, golem) = stack(HERO, GUARD, GOLEM)

    assert trek.reach(hero, together=True) == {"c2", "b3", "d3", "c4"}
    trek.go(hero, "c2", together=True)
    assert [trek.at(ident) for ident in (hero, guard, golem)] == ["c2"] * 3
    assert trek.reach(golem) == set()  # all of them have moved

    trek, (hero, guard, golem) = stack(HERO, GUARD, GOLEM)
    trek.go(golem, "d3")
    assert [trek.at(ident) for ident in (hero, guard, golem)] == ["c3", "c3", "d3"]


@pytest.mark.rule("F-25", "F-30")
@pytest.mark.parametrize("costs", [("{G}", "{U}"), ("{U}", "{G}")])
def test_a_stack_has_the_bonus_of_its_land_once_for_the_colour_of_any_member(
    costs: tuple[str, str],
) -> None:
    trek = Trek()
    trek.land("c3", "Forest")
    first, second = (
        trek.put(creature("Scout", 1, 1, "banding", cost=cost), ANNA, at="c3") for cost in costs
    )

    assert (trek.size(first), trek.size(second)) == ((2, 2), (1, 1))

    trek.state.change(first, tapped=True)
    trek.priority()
    assert (trek.size(first), trek.size(second)) == (
        (1, 1),
        (2, 2) if costs[1] == "{G}" else (1, 1),
    )


@pytest.mark.rule("F-25")
def test_a_creature_of_another_colour_than_its_card_has_the_bonus_of_that_alone() -> None:
    trek = Trek()
    trek.land("c3", "Forest")
    bear = trek.put(BEAR, ANNA, at="c3")
    assert trek.size(bear) == (3, 3)

    trek.follow(Modify(what="target", change=Change(colors=("blue",)), until="forever"), on=bear)
    assert trek.size(bear) == (2, 2)

    trek.land("c3", "Island")
    assert trek.size(bear) == (3, 3)


@pytest.mark.rule("F-30")
def test_the_stack_attacks_as_one_with_all_its_power() -> None:
    trek, (hero, golem) = stack(HERO, GOLEM)
    wall = trek.put(creature("Wall", 0, 9, "defender", cost="{3}"), BEN, at="c2")
    trek.main()

    assert trek.targets(golem) == set()  # the first of them speaks for all
    trek.hit(hero, wall)

    assert trek.look(wall).damage == 4
    assert trek.look(hero).tapped
    assert trek.look(golem).tapped


@pytest.mark.rule("F-30")
def test_the_attackers_controller_divides_the_damage_dealt_to_the_stack() -> None:
    trek, (hero, golem) = stack(HERO, GOLEM)
    bear = trek.put(creature("Brute", 2, 4, cost="{3}"), BEN, at="c2")
    trek.main()

    trek.do(trek.attacking(hero, bear))
    while trek.asked == "priority":
        trek.do(Action("pass"))
    assert (trek.asked, trek.chooser) == ("damage", ANNA)
    trek.choose("assign", hero, number=0)
    trek.choose("assign", golem, number=2) if trek.asked == "damage" else None
    while trek.state.combat is not None:
        trek.do(Action("pass"))

    assert [trek.look(ident).damage for ident in (hero, golem)] == [0, 2]
    assert trek.zone(bear) == "graveyard"


@pytest.mark.rule("F-30")
def test_a_stack_is_attacked_as_one_and_strikes_back_with_all_its_power() -> None:
    trek = Trek()
    guard, golem = trek.put(GUARD, BEN, at="c2"), trek.put(GOLEM, BEN, at="c2")
    ogre = trek.put(OGRE, ANNA, at="c3")
    trek.main()

    assert trek.targets(ogre) == {guard}
    trek.do(trek.attacking(ogre, guard))
    while trek.asked == "priority":
        trek.do(Action("pass"))
    assert (trek.asked, trek.chooser) == ("damage", BEN)  # the stack's controller divides
    trek.choose("assign", guard, number=5)
    while trek.state.combat is not None:
        trek.do(Action("pass"))

    assert trek.zone(guard) == "graveyard"
    assert trek.look(golem).damage == 0
    assert trek.look(ogre).damage == 4


@pytest.mark.rule("F-30", "F-27")
def test_what_is_lethal_for_a_stack_is_the_sum_of_its_toughness() -> None:
    trek = Trek()
    guard, golem = trek.put(GUARD, BEN, at="c2"), trek.put(GOLEM, BEN, at="c2")
    behind = trek.put(OGRE, BEN, at="c1")
    rhino = trek.put(RHINO, ANNA, at="c3")
    trek.main()

    trek.do(trek.attacking(rhino, guard))
    while trek.asked == "priority":
        trek.do(Action("pass"))
    assert [action.number for action in trek.game.legal_actions()] == [6, 7, 8, 9]
    trek.choose("assign", guard, number=6)
    trek.choose("assign", guard, number=3)
    trek.choose(
        "assign", golem, number=3
    ) if trek.asked == "damage" and trek.chooser == BEN else None
    trek.choose("assign", behind, number=3) if trek.asked == "damage" else None
    while trek.state.combat is not None:
        trek.do(Action("pass"))

    assert (trek.zone(guard), trek.zone(golem)) == ("graveyard", "graveyard")
    assert trek.look(behind).damage == 3


@pytest.mark.rule("F-30", "F-25")
def test_the_terrain_bonus_counts_once_and_for_any_colour_of_the_stack() -> None:
    trek = Trek()
    trek.lands("Forest", "c3", "c2")
    hero = trek.put(HERO, ANNA, at="c3")
    assert trek.size(hero) == (1, 1)

    bear = trek.put(BEAR, ANNA, at="c3")
    sizes = trek.size(hero), trek.size(bear)

    assert sum(power for power, _ in sizes) == 1 + 2 + 2
    assert sum(toughness for _, toughness in sizes) == 1 + 2 + 2


# --- pioneers again ---


@pytest.mark.rule("F-31")
def test_a_player_without_any_creature_at_once_gets_a_new_token_in_the_back_row() -> None:
    trek = Trek()
    trek.cast(trek.give(DOOM, BEN), on=trek.pioneer(ANNA))

    mine = trek.permanents(ANNA)
    assert [trek.look(ident).printed.name for ident in mine] == ["Pioneer"]
    assert trek.size(mine[0]) == (1, 1)
    assert trek.characteristics(mine[0]).colors == {"green"}
    assert trek.at(mine[0]) == ""


@pytest.mark.rule("F-31")
def test_nobody_gets_one_who_has_a_creature_left() -> None:
    trek = Trek()
    trek.put(BEAR, ANNA)
    trek.cast(trek.give(DOOM, BEN), on=trek.pioneer(ANNA))

    assert [trek.look(ident).printed.name for ident in trek.permanents(ANNA)] == ["Bear"]


@pytest.mark.rule("F-31", "M-18")
@pytest.mark.cr("104.4b")
def test_tokens_that_die_as_often_as_they_come_end_the_game_in_a_draw() -> None:
    trek = Trek()
    trek.put(OGRE, BEN)
    plague = enchantment("Plague", Static(change=bigger(-1, -1), what=Filter(types=("Creature",))))

    trek.put(plague, BEN)
    trek.priority()

    assert trek.state.winners == ()


# --- the end ---


@pytest.mark.rule("F-34")
def test_you_lose_at_no_life() -> None:
    trek = Trek()
    ogre = trek.put(OGRE, ANNA, at="d1")
    trek.state.change_player(BEN, life=5)
    trek.main()

    trek.hit(ogre, player(BEN))

    assert trek.state.winners == (ANNA,)


@pytest.mark.rule("F-34")
def test_you_lose_on_a_draw_from_an_empty_library() -> None:
    trek = Trek()
    assert trek.state.winners is None
    trek.turn("Draw", BEN)

    assert trek.state.winners == (ANNA,)


@pytest.mark.rule("F-34")
def test_you_lose_by_poison() -> None:
    trek = Trek()
    stinger = trek.put(creature("Stinger", 10, 10, "infect", cost="{3}"), ANNA, at="d1")
    trek.main()

    trek.hit(stinger, player(BEN))

    assert trek.life(BEN) == 20
    assert trek.state.winners == (ANNA,)


# --- legendary lands ---


@pytest.mark.cr("704.5j")
def test_legendary_lands_are_rivals_only_under_the_same_players_creatures() -> None:
    gate = printed(Card(name="Great Gate", types=("Land",), supertypes=("Legendary",)))
    trek = Trek()
    first, second, third = (trek.land(space, gate) for space in ("c2", "c3", "c4"))
    trek.main()
    assert trek.asked == "priority"
    assert {trek.zone(land) for land in (first, second, third)} == {"battlefield"}
    trek.put(BEAR, ANNA, at="c2")
    trek.main()
    assert trek.asked == "priority", "one gate is Anna's, and nobody's are no rivals of it"
    trek.put(BEAR, ANNA, at="c4")
    trek.main()
    assert (trek.asked, trek.chooser) == ("choose", ANNA)
    assert {action.object for action in trek.game.legal_actions()} == {first, third}


# --- what holds a stack back (F-30) ---


@pytest.mark.rule("F-9", "F-30")
def test_a_stack_is_held_back_by_a_member_that_may_not_move_and_others_leave_it() -> None:
    trek = Trek()
    trek.lands("Swamp", "c2", "c3")
    bander, fresh = trek.put(HERO, at="c3"), trek.put(BEAR, at="c3", fresh=True)
    trek.main()
    assert trek.refused(trek.moving(bander, "c2", together=True)) == "F-9"
    assert trek.refused(trek.moving(fresh, "c2")) == "F-9"
    trek.go(bander, "c2")
    assert (trek.at(bander), trek.at(fresh)) == ("c2", "c3")


@pytest.mark.rule("F-9", "F-14", "F-17", "F-30")
def test_a_stack_goes_where_each_member_can_and_the_refusal_is_that_members() -> None:
    trek = Trek()
    trek.lands("Swamp", "c1", "c2")
    trek.lands("Island", "c3", "d3")
    griffin = trek.put(creature("Griffin", 2, 2, "banding", "flying"), at="c3")
    fish = trek.put(creature("Fish", 4, 1, "islandhome"), at="c3")
    trek.main()
    assert trek.refused(trek.moving(griffin, "c2", together=True)) == "F-17"
    assert trek.refused(trek.moving(griffin, "e3", together=True)) in ("F-9", "F-17")
    assert trek.reach(griffin, together=True) == {"d3"}
    assert trek.refused(trek.moving(trek.pioneer(ANNA), "a4", together=True)) == "F-30"
    trek.go(griffin, "d3", together=True)
    assert trek.at(fish) == "d3"


@pytest.mark.rule("F-10", "F-30")
@pytest.mark.cr("702.26")
@pytest.mark.parametrize(("other", "where"), [(HERO, "c3"), (BEAR, "")])
def test_a_creature_phases_in_on_its_card_if_the_one_there_may_share_it(
    other: Card, where: str
) -> None:
    trek = Trek()
    trek.land("c3", "Swamp")
    bear = trek.put(BEAR, at="c3")
    trek.main()
    phase_out(trek.game, bear)
    trek.put(other, at="c3")
    phase_in(trek.game, bear)
    assert trek.at(bear) == where
