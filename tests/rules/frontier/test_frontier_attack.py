"""Frontier Magic: attacks on neighbours and on the opponent, terrain, trample, keywords (F-23 to
F-28).
"""

from __future__ import annotations

import pytest

from engine.actions import Action, IllegalAction
from engine.base.records import replace
from engine.cards.library import library
from engine.cards.model import Change, Destroy, Modify, Regenerate, Static, Target
from engine.cards.terms import Count, Filter
from engine.log import sentence
from engine.magic.continuous.explain_size import explained
from tests.magic.positions import ANNA, BEN, bigger, creature, instant, player
from tests.rules.frontier_table import Trek
from tests.rules.table import BEAR

GOLEM = creature("Golem", 3, 3, cost="{3}")  # colourless: no land is its own
OGRE = creature("Ogre", 5, 5, cost="{5}")
RHINO = creature("Rhino", 8, 4, "trample", cost="{5}")
STALKER = creature(
    "Stalker", 2, 2, cost="{2}", abilities=(Static(change=Change(restrict=("cant-be-blocked",))),)
)
SIGNAL = instant(name="Signal")


def duel(first: object = GOLEM, second: object = GOLEM, **more: object) -> tuple[Trek, int, int]:
    """Anna's creature on c3 and Ben's on c2, in Anna's main phase."""
    trek = Trek()
    mine = trek.put(first, ANNA, at="c3")
    theirs = trek.put(second, BEN, at="c2", **more)
    trek.main()
    return trek, mine, theirs


# --- who attacks whom ---


@pytest.mark.rule("F-23")
def test_a_creature_attacks_one_next_to_it_tapped_or_not_and_both_deal_damage() -> None:
    trek, mine, theirs = duel(GOLEM, OGRE, tapped=True)
    trek.put(OGRE, BEN, at="d2")
    friend = trek.put(OGRE, ANNA, at="c4")
    trek.main()

    assert trek.targets(mine) == {theirs}
    assert trek.refused(trek.attacking(mine, friend)) == "F-23"
    trek.hit(mine, theirs)

    assert trek.zone(mine) == "graveyard"
    assert trek.look(theirs).damage == 3
    assert trek.life(BEN) == 20


@pytest.mark.rule("F-8")
def test_whoever_must_attack_does_so_before_the_block_of_attacks_is_over() -> None:
    trek, mine, theirs = duel(GOLEM, creature("Wall", 0, 9, "defender"))
    rager = trek.put(
        creature("Rager", 1, 1, abilities=(Static(change=Change(restrict=("must-attack",))),)),
        ANNA,
        at="d2",
    )
    trek.main()
    trek.hit(mine, theirs)

    assert trek.asked == "next-attack"
    with pytest.raises(IllegalAction, match="a creature that must attack can still attack"):
        trek.game.apply(Action("done"))
    trek.hit(rager, theirs)

    assert trek.asked == "priority"


@pytest.mark.rule("F-23")
def test_the_attacker_taps_and_attacks_once_a_turn() -> None:
    trek, mine, theirs = duel(OGRE, creature("Wall", 0, 9, "defender"))
    other = trek.put(creature("Wall", 0, 9, "defender"), BEN, at="d3")
    trek.main()

    trek.hit(mine, theirs)
    assert trek.look(mine).tapped
    assert trek.targets(mine) == set()
    trek.state.change(mine, tapped=False)
    trek.put(GOLEM, ANNA, at="d4")
    trek.choose("done") if trek.asked == "next-attack" else None
    assert trek.refused(trek.attacking(mine, other)) in ("F-8", "F-23")


@pytest.mark.rule("F-23")
@pytest.mark.parametrize("hindrance", ["tapped", "fresh"])
def test_a_tapped_or_new_creature_attacks_nobody(hindrance: str) -> None:
    trek = Trek()
    mine = trek.put(
        GOLEM, ANNA, at="c3", **({"fresh": True} if hindrance == "fresh" else {"tapped": True})
    )
    theirs = trek.put(GOLEM, BEN, at="c2")
    trek.main()

    assert trek.targets(mine) == set()
    assert trek.refused(trek.attacking(mine, theirs)) == "F-23"


@pytest.mark.rule("F-23")
def test_walls_do_not_attack_and_vigilant_creatures_do_not_tap() -> None:
    trek, wall, _ = duel(creature("Wall", 1, 5, "defender"))
    guard = trek.put(creature("Guard", 4, 4, "vigilance"), ANNA, at="e3")
    foe = trek.put(GOLEM, BEN, at="e2")
    trek.main()

    assert trek.targets(wall) == set()
    trek.hit(guard, foe)
    assert not trek.look(guard).tapped


@pytest.mark.rule("F-23")
def test_players_may_respond_to_an_attack() -> None:
    trek, mine, theirs = duel(GOLEM, GOLEM)
    growth = trek.give("Giant Growth", BEN)
    trek.mana(BEN, "{G}")
    trek.main()

    trek.do(trek.attacking(mine, theirs))
    assert (trek.asked, trek.chooser) == ("priority", BEN)
    trek.do(Action("cast", object=growth))
    trek.do(Action("target", object=theirs))
    while trek.state.combat is not None:
        trek.do(Action("pass"))

    assert trek.zone(mine) == "graveyard"
    assert trek.zone(theirs) == "battlefield"


@pytest.mark.rule("F-23")
def test_the_attacked_creature_counts_as_a_blocker() -> None:
    trek, mine, theirs = duel(
        creature("Ronin", 2, 2, "bushido 1", cost="{3}"),
        creature("Samurai", 2, 4, "bushido 1", cost="{3}"),
    )

    trek.hit(mine, theirs)

    assert trek.look(theirs).damage == 3
    assert trek.zone(mine) == "graveyard"


@pytest.mark.rule("F-23")
@pytest.mark.parametrize(
    "evasion", ["flying", "shadow", "fear", "forestwalk", "menace", "horsemanship"]
)
def test_no_evasion_stops_an_attack(evasion: str) -> None:
    trek, mine, theirs = duel(GOLEM, creature("Dodger", 1, 4, evasion, cost="{3}"))
    attacker = trek.put(creature("Sneak", 1, 4, evasion, cost="{3}"), ANNA, at="e3")
    target = trek.put(GOLEM, BEN, at="e2")
    trek.main()

    trek.hit(mine, theirs)
    assert trek.look(theirs).damage == 3
    trek.hit(attacker, target)
    assert trek.look(attacker).damage == 3


@pytest.mark.rule("F-23")
def test_protection_prevents_damage_and_does_not_stop_the_attack() -> None:
    red, knight = (
        creature("Goblin", 3, 3, cost="{2}{R}"),
        creature("Knight", 2, 2, "protection from red", cost="{2}"),
    )
    trek, mine, theirs = duel(red, knight)

    trek.hit(mine, theirs)

    assert trek.look(theirs).damage == 0
    assert trek.look(mine).damage == 2


@pytest.mark.rule("F-23")
def test_whom_an_unblockable_creature_attacks_deals_no_damage_back() -> None:
    trek, mine, theirs = duel(STALKER, OGRE)
    trek.hit(mine, theirs)

    assert trek.look(theirs).damage == 2
    assert trek.look(mine).damage == 0


@pytest.mark.rule("F-23")
def test_that_is_a_house_rule() -> None:
    trek = Trek(options={"unblockable": "struck"})
    mine, theirs = trek.put(STALKER, ANNA, at="c3"), trek.put(OGRE, BEN, at="c2")
    trek.main()

    trek.hit(mine, theirs)

    assert trek.zone(mine) == "graveyard"


# --- the opponent ---


@pytest.mark.rule("F-24")
def test_a_creature_in_the_row_nearest_to_the_opponent_attacks_the_opponent() -> None:
    trek = Trek()
    near, far = trek.put(GOLEM, ANNA, at="d1"), trek.put(GOLEM, ANNA, at="f2")
    trek.main()

    assert trek.targets(near) == {player(BEN)}
    assert trek.refused(trek.attacking(far, player(BEN))) == "F-24"
    trek.hit(near, player(BEN))

    assert trek.life(BEN) == 17
    assert trek.look(near).tapped


@pytest.mark.rule("F-24")
def test_it_may_have_moved_there_this_turn() -> None:
    trek = Trek()
    golem = trek.put(GOLEM, ANNA, at="d2")
    trek.main()

    trek.go(golem, "d1")
    trek.choose("done")
    trek.hit(golem, player(BEN))

    assert trek.life(BEN) == 17


@pytest.mark.rule("F-24")
def test_ones_own_home_row_is_no_place_to_attack_oneself() -> None:
    trek = Trek()
    golem = trek.put(GOLEM, ANNA, at="d5")
    trek.main()

    assert trek.targets(golem) == set()


# --- terrain ---


@pytest.mark.rule("F-25")
def test_the_shanodin_dryads_of_the_article_are_six_six_amid_five_forests() -> None:
    trek = Trek()
    trek.lands("Forest", "c3", "c2", "b3", "d3", "c4")

    dryads = trek.put("Shanodin Dryads", ANNA, at="c3")

    assert trek.size(dryads) == (6, 6)


@pytest.mark.rule("F-25")
def test_the_articles_hurloon_minotaur_counts_its_mountain_and_each_one_beside_it() -> None:
    trek = Trek()
    trek.land("c3", "Mountain")
    minotaur = trek.put("Hurloon Minotaur", ANNA, at="c3")
    assert trek.size(minotaur) == (3, 4)

    trek.lands("Mountain", "c2", "d3")
    trek.cover("b3", "Mountain")
    trek.lands("Forest", "c4")
    assert trek.size(minotaur) == (5, 6)


@pytest.mark.rule("F-25")
def test_the_two_parts_are_independent() -> None:
    trek = Trek()
    trek.land("c3", "Island")
    trek.lands("Forest", "c2", "d3")

    bear = trek.put(BEAR, ANNA, at="c3")

    assert trek.size(bear) == (4, 4)


@pytest.mark.rule("F-25")
def test_land_with_an_opposing_creature_on_it_does_not_count_and_ones_own_does() -> None:
    trek = Trek()
    trek.lands("Forest", "c3", "c2", "d3")
    bear = trek.put(BEAR, ANNA, at="c3")
    trek.put(GOLEM, ANNA, at="d3")
    assert trek.size(bear) == (5, 5)

    foe = trek.put(GOLEM, BEN, at="c2")
    assert trek.size(bear) == (4, 4)
    trek.state.change(foe, space=trek.game.board.names["c1"])
    trek.priority()
    assert trek.size(bear) == (5, 5)


@pytest.mark.rule("F-25")
def test_tapped_creatures_get_nothing_and_neither_do_those_in_the_back_row() -> None:
    trek = Trek()
    trek.lands("Forest", "c3", "c2")
    bear, back = trek.put(BEAR, ANNA, at="c3"), trek.put(BEAR, ANNA)
    trek.main()
    assert trek.size(bear) == (4, 4)

    trek.cover("d3")
    trek.do(trek.scouting(bear, "d3"))

    assert trek.size(bear) == (2, 2)
    assert trek.size(back) == (2, 2)


@pytest.mark.rule("F-25")
@pytest.mark.parametrize(
    ("changes", "counters", "untapped", "tapped"),
    [
        ((bigger(3, 0),), (), (8, 5), (5, 2)),
        ((), (("-1/-1", 3),), (2, 2), (-1, -1)),
        ((), (("+1/+1", 1), ("charge", 2)), (6, 6), (3, 3)),
        ((bigger(3, 0), Change(switch=True)), (), (5, 8), (2, 5)),
        ((Change(base_power=0), bigger(1, 1)), (("+1/+1", 1),), (5, 7), (2, 4)),
    ],
)
def test_tapping_a_creature_removes_exactly_the_bonus_of_its_land(
    changes: tuple[Change, ...],
    counters: tuple[tuple[str, int], ...],
    untapped: tuple[int, int],
    tapped: tuple[int, int],
) -> None:
    trek = Trek()
    trek.lands("Forest", "c3", "c2", "d3")
    bear = trek.put(BEAR, ANNA, at="c3")
    trek.main()
    for change in changes:
        trek.follow(Modify(what="target", change=change), on=bear)
    trek.state.change(bear, counters=counters)
    assert trek.size(bear) == untapped
    for state, size in ((True, tapped), (False, untapped)):
        trek.state.tap(bear, tapped=state)
        assert trek.size(bear) == size
    trek.state.move(bear, trek.game.board.names["e5"])
    assert trek.size(bear) == tapped


@pytest.mark.rule("F-25")
@pytest.mark.parametrize(
    ("counted", "untapped", "tapped"),
    [(Filter(power_min=3), (2, 1), (1, 1)), (Filter(power_min=2), (2, 1), (2, 1))],
)
def test_who_counts_creatures_by_their_power_goes_by_what_land_gives_them(
    counted: Filter, untapped: tuple[int, int], tapped: tuple[int, int]
) -> None:
    trek = Trek()
    trek.lands("Forest", "c3")
    bear = trek.put(BEAR, ANNA, at="c3")
    strong = Count(of=replace(counted, types=("Creature",), other=True))
    counting = trek.put(
        creature("Counting", 1, 1, abilities=(Static(what="self", change=Change(power=strong)),)),
        at="a5",
    )
    assert trek.size(counting) == untapped
    for state, size in ((True, tapped), (False, untapped)):
        trek.state.tap(bear, tapped=state)
        assert trek.size(counting) == size


@pytest.mark.rule("F-25")
def test_terrain_follows_what_happens_to_the_land() -> None:
    trek = Trek()
    trek.lands("Forest", "c3", "c2")
    trek.cover("d3", "Forest")
    bear, scout = trek.put(BEAR, ANNA, at="c3"), trek.put(GOLEM, ANNA, at="d4")
    trek.main()
    assert trek.size(bear) == (4, 4)

    trek.do(trek.scouting(scout, "d3"))
    assert trek.size(bear) == (5, 5)
    trek.cast(trek.give("Stone Rain", ANNA), on=trek.land("c2"))
    assert trek.size(bear) == (4, 4)
    trek.cast(trek.give("Sea's Claim", ANNA), on=trek.land("d3"))
    assert trek.size(bear) == (3, 3)


@pytest.mark.rule("F-25")
def test_a_land_of_two_types_and_a_creature_of_two_colours_match_once() -> None:
    from engine.cards.characteristics import printed

    trek = Trek()
    trek.land("c3", printed(library().card("Savannah")))

    wolf = trek.put("Watchwolf", ANNA, at="c3")

    assert trek.size(wolf) == (4, 4)


@pytest.mark.rule("F-25")
def test_a_land_that_has_become_a_creature_does_not_dig_in_on_itself() -> None:
    trek = Trek()
    trek.lands("Forest", "c3", "c2")
    forest, bear = trek.land("c3"), trek.put(BEAR, ANNA, at="c3")
    trek.main()
    rise = Modify(
        what="target",
        change=Change(add_types=("Creature",), colors=("green",), base_power=1, base_toughness=1),
    )

    trek.cast(trek.give(instant(rise, targets=(Target(of=Filter(types=("Land",))),))), on=forest)

    assert trek.size(forest) == (1, 1)
    assert trek.size(bear) == (4, 4)


@pytest.mark.rule("F-26")
def test_an_attacker_keeps_the_bonus_that_it_had_as_the_attack_was_declared() -> None:
    trek = Trek()
    trek.lands("Forest", "c3", "d3", "b3")
    bear, ogre = trek.put(BEAR, ANNA, at="c3"), trek.put(OGRE, BEN, at="c2")
    trek.give(SIGNAL, BEN)
    trek.main()

    trek.do(trek.attacking(bear, ogre))
    assert trek.look(bear).tapped
    assert trek.size(bear) == (5, 5)
    while trek.state.combat is not None:
        trek.do(Action("pass"))

    assert trek.zone(ogre) == "graveyard"
    assert trek.zone(bear) == "graveyard"


@pytest.mark.rule("F-26", "F-29")
def test_nobody_is_told_that_it_keeps_it_in_the_back_row() -> None:
    trek = Trek()
    trek.lands("Forest", "c3")
    bear, ogre = trek.put(BEAR, ANNA, at="c3"), trek.put(OGRE, BEN, at="c2")
    trek.give(SIGNAL, BEN)
    trek.main()

    trek.do(trek.attacking(bear, ogre))
    assert [part.words for part in explained(trek.game, bear)] == [
        "2/2 printed",
        "+1/+1: the land, when its attack was declared",
    ]
    trek.follow(Regenerate(what="target"), Destroy(what="target"), on=bear, by=BEN)

    assert (trek.at(bear), trek.size(bear)) == ("", (2, 2))
    assert [part.words for part in explained(trek.game, bear)] == ["2/2 printed"]


@pytest.mark.rule("F-26")
def test_the_bonus_lasts_for_that_attack_only() -> None:
    trek = Trek()
    trek.lands("Forest", "c3", "d3")
    bear = trek.put(BEAR, ANNA, at="c3")
    wall = trek.put(creature("Wall", 0, 9, "defender", cost="{3}"), BEN, at="c2")
    trek.main()

    trek.hit(bear, wall)

    assert trek.look(wall).damage == 4
    assert trek.size(bear) == (2, 2)


@pytest.mark.cr("511.2")
def test_what_lasts_until_the_end_of_combat_ends_with_the_attack() -> None:
    trek, mine, theirs = duel(GOLEM, creature("Wall", 0, 9, "defender"))
    trek.follow(Modify(what="target", change=bigger(2, 0), until="end-of-combat"), on=mine)
    trek.main()

    trek.hit(mine, theirs)

    assert trek.look(theirs).damage == 5
    assert trek.size(mine) == (3, 3)


@pytest.mark.rule("F-26")
def test_that_attackers_keep_it_is_a_house_rule() -> None:
    trek = Trek(options={"attackers": "lose"})
    trek.lands("Forest", "c3", "d3")
    bear = trek.put(BEAR, ANNA, at="c3")
    wall = trek.put(creature("Wall", 0, 9, "defender", cost="{3}"), BEN, at="c2")
    trek.main()

    trek.hit(bear, wall)

    assert trek.look(wall).damage == 2


@pytest.mark.rule("F-26")
def test_a_bonus_may_come_from_a_spell_meanwhile() -> None:
    from engine.cards.model import Modify

    trek = Trek()
    trek.lands("Forest", "c3")
    bear = trek.put(BEAR, ANNA, at="c3")
    wall = trek.put(creature("Wall", 0, 9, "defender", cost="{3}"), BEN, at="c2")
    for seat in (ANNA, BEN):
        trek.give(SIGNAL, seat)
    trek.main()

    trek.do(trek.attacking(bear, wall))
    trek.choose("pass")  # the attacker does nothing else (F-8)
    trek.follow(Modify(what="target", change=bigger(2, 0)), on=bear, by=BEN)

    assert trek.size(bear) == (5, 3)


# --- trample ---


@pytest.mark.rule("F-27")
def test_trample_goes_on_to_the_next_creature_in_the_line() -> None:
    trek, rhino, first = duel(RHINO, GOLEM)
    second = trek.put(OGRE, BEN, at="c1")
    beside = trek.put(GOLEM, BEN, at="d2")
    trek.main()

    trek.do(trek.attacking(rhino, first))
    trek.resolve()
    assert trek.asked == "damage"
    assert [action.number for action in trek.game.legal_actions()] == [3, 4, 5, 6, 7, 8]
    trek.choose("assign", first, number=3)  # the other five are no more than lethal for the second

    assert trek.zone(first) == "graveyard"
    assert trek.zone(second) == "graveyard"
    assert trek.look(beside).damage == 0
    assert trek.life(BEN) == 20


@pytest.mark.rule("F-27")
def test_behind_the_nearest_row_it_goes_to_the_opponent() -> None:
    trek = Trek()
    rhino, golem = trek.put(RHINO, ANNA, at="c2"), trek.put(GOLEM, BEN, at="c1")
    trek.main()

    trek.hit(rhino, golem, damage=(3,))

    assert trek.zone(golem) == "graveyard"
    assert trek.life(BEN) == 15


@pytest.mark.rule("F-27")
@pytest.mark.parametrize(("attacker", "target"), [("c3", "d3"), ("h1", "i1"), ("c4", "c5")])
def test_onto_a_free_card_or_off_the_map_elsewhere_it_is_lost(attacker: str, target: str) -> None:
    trek = Trek()
    if target == "i1":
        trek.state.change(trek.pioneer(BEN), space=-1)
    rhino, golem = trek.put(RHINO, ANNA, at=attacker), trek.put(GOLEM, BEN, at=target)
    trek.main()

    trek.hit(rhino, golem)

    assert trek.zone(golem) == "graveyard"
    assert [trek.life(ANNA), trek.life(BEN)] == [20, 20]


@pytest.mark.rule("F-27")
def test_the_attacker_need_not_let_it_go_on_and_it_hits_whoever_is_there() -> None:
    trek, rhino, first = duel(RHINO, GOLEM)
    own = trek.put(OGRE, ANNA, at="c1")
    trek.main()

    trek.hit(rhino, first, damage=(8,))
    assert trek.look(own).damage == 0

    trek, rhino, first = duel(RHINO, GOLEM)
    own = trek.put(OGRE, ANNA, at="c1")
    trek.main()
    trek.hit(rhino, first, damage=(3, 5))
    assert trek.zone(own) == "graveyard"


# --- other keywords ---


@pytest.mark.rule("F-27", "F-28")
def test_all_of_it_goes_on_once_the_attacked_is_gone() -> None:
    trek, lion, bear = duel(creature("Lion", 4, 4, "trample", "double strike"), BEAR)
    ogre = trek.put(OGRE, BEN, at="c1")
    trek.main()

    trek.hit(lion, bear, damage=(4, 4))

    assert trek.zone(bear) == "graveyard"
    assert trek.look(ogre).damage == 4
    assert trek.life(BEN) == 20


@pytest.mark.rule("F-28")
def test_first_strike_double_strike_deathtouch_and_lifelink_as_in_magic() -> None:
    trek, knight, bear = duel(creature("Knight", 3, 1, "first strike", cost="{3}"), GOLEM)
    trek.hit(knight, bear)
    assert (trek.zone(knight), trek.zone(bear)) == ("battlefield", "graveyard")

    trek, ace, ogre = duel(creature("Ace", 2, 6, "double strike", cost="{3}"), OGRE)
    trek.hit(ace, ogre)
    assert trek.look(ogre).damage == 4

    trek, ogre, rat = duel(OGRE, creature("Rat", 1, 1, "deathtouch", cost="{3}"))
    trek.hit(ogre, rat)
    assert trek.zone(ogre) == "graveyard"

    trek, healer, foe = duel(creature("Healer", 2, 5, "lifelink", cost="{3}"), OGRE)
    trek.hit(healer, foe)
    assert trek.life(ANNA) == 22


@pytest.mark.rule("F-28")
def test_deathtouch_and_trample_together_need_one_damage_a_creature() -> None:
    trek, beast, first = duel(creature("Beast", 3, 3, "trample", "deathtouch", cost="{3}"), OGRE)
    second = trek.put(OGRE, BEN, at="c1")
    trek.main()

    trek.hit(beast, first, damage=(1, 1))

    assert (trek.zone(first), trek.zone(second)) == ("graveyard", "graveyard")
    assert trek.life(BEN) == 19


@pytest.mark.rule("F-27", "F-28")
@pytest.mark.cr("702.19d")
def test_a_death_in_the_first_damage_step_leaves_all_of_the_second_to_those_beyond() -> None:
    trek, beast, first = duel(
        creature("Beast", 3, 3, "trample", "double strike", cost="{3}"), GOLEM
    )
    second = trek.put(creature("Tower", 0, 9, cost="{3}"), BEN, at="c1")
    trek.main()

    trek.hit(beast, first, damage=(3,))

    assert (trek.zone(first), trek.look(second).damage) == ("graveyard", 3)


@pytest.mark.rule("F-27", "F-29")
def test_nothing_goes_on_past_what_has_regenerated_away() -> None:
    trek = Trek()
    beast, foe = (
        trek.put(creature("Beast", 3, 3, "trample", "double strike", cost="{3}"), at="c1"),
        trek.put(GOLEM, BEN, at="d1"),
    )
    trek.follow(Regenerate(what="target"), on=foe)
    trek.main()

    trek.hit(beast, foe)

    assert (trek.zone(foe), trek.life(BEN)) == ("battlefield", 20)


# --- the log ---


def test_the_log_says_whose_creature_attacks_another_of_its_name() -> None:
    trek = Trek()
    mine, theirs = trek.put(BEAR, ANNA, at="c3"), trek.put(BEAR, BEN, at="c2")
    trek.main()
    told = trek.do(trek.attacking(mine, theirs))
    names = [player.name for player in trek.state.players]
    assert f"{names[ANNA]}'s Bear attacks {names[BEN]}'s Bear" in [
        sentence(event, names) for event in told
    ]
