"""The Conquering, Attack/Conquer: who attacks, blocks, damage to the land, planeswalkers (C-22 to C-28)."""

from __future__ import annotations

import pytest

from engine.actions import Action
from engine.cards.model import Activated, Card, Change, Costs, Draw, Modify, Prevent, Untap
from engine.state import NOBODY
from tests.magic.positions import ANNA, BEN, CARL, CREATURES, DORA, creature, instant
from tests.rules.table import BEAR, GOLEM, KNIGHT, WALL, WURM, Table

RUNNER = creature("Runner", 2, 2, "haste", cost="{2}")
HUSSAR = creature("Hussar", 2, 2, "haste", "vigilance", cost="{2}")
WATCH = creature("Watch", 2, 2, "vigilance", cost="{2}")
TRAMPLER = creature("Trampler", 4, 4, "trample", cost="{4}")
SAGE = Card(
    name="Sage", types=("Planeswalker",), loyalty=4, cost="{3}{G}", abilities=(Activated(cost=Costs(loyalty=1), effects=(Draw(),)),)
)


def battle(players: int = 2, value: int = 3) -> Table:
    """A table with an area b2 (i1 for three players, c2 for four) that is no creature's own land, to fight about."""
    table = Table(players=players)
    table.area({2: "b2", 3: "i1", 4: "c2"}[players], "Island", value=value)
    return table


# --- C-22 ---


@pytest.mark.rule("C-22")
def test_a_creature_attacks_that_has_been_in_the_area_since_the_turn_began() -> None:
    table = battle()
    table.put(GOLEM, at="b2")
    table.turn("Attack/Conquer")

    assert table.attackable() == {"b2"}


@pytest.mark.rule("C-22")
def test_tapped_creatures_do_not_attack() -> None:
    table = battle()
    table.put(GOLEM, at="b2", tapped=True)
    table.put(GOLEM, at="s1")
    table.turn("Attack/Conquer")

    assert table.refused(Action("attack", space="b2")) == "C-22"


@pytest.mark.rule("C-22")
def test_creatures_that_moved_attack_only_with_haste_and_untapped() -> None:
    table = battle()
    watch = table.put(WATCH, at="b3")
    runner = table.put(RUNNER, at="b3")
    hussar = table.put(HUSSAR, at="b3")
    table.turn("Movement")
    for ident in (watch, runner, hussar):
        table.move(ident, "b2")

    table.until("Attack/Conquer")
    table.choose("pass")
    table.do(Action("attack", space="b2"))

    assert table.offered("attacker") == {hussar}
    assert table.refused(Action("attacker", object=watch)) == "C-22"  # untapped, but without haste
    assert table.refused(Action("attacker", object=runner)) == "C-22"  # haste, but tapped


@pytest.mark.rule("C-22")
def test_a_hasty_creature_that_moved_and_was_untapped_attacks() -> None:
    table = battle()
    runner, bear = table.put(RUNNER, at="b3"), table.put(WATCH, at="b3")
    table.turn("Movement")
    table.move(runner, "b2")
    table.follow(Untap(what="target"), on=runner)

    table.until("Attack/Conquer")
    table.choose("pass")
    table.attack("b2", runner)

    assert bear not in table.offered("attacker")
    assert table.look(runner).attacked


@pytest.mark.rule("C-22")
def test_a_new_creature_attacks_in_the_stronghold_only_with_haste() -> None:
    table = battle()
    table.put(SAGE, at="s1")
    bear, runner = table.put(GOLEM, fresh=True), table.put(RUNNER, fresh=True)
    table.turn("Attack/Conquer")
    table.do(Action("attack", space="s1"))

    assert table.offered("attacker") == {runner}
    assert table.refused(Action("attacker", object=bear)) == "C-22"


@pytest.mark.rule("C-22")
def test_defenders_and_opposing_creatures_do_not_attack() -> None:
    table = battle()
    table.put(GOLEM, at="b2")
    wall, theirs = table.put(WALL, at="b2"), table.put(GOLEM, BEN, at="b2")
    table.turn("Attack/Conquer")
    table.do(Action("attack", space="b2"))

    assert table.refused(Action("attacker", object=wall)) == "C-22"
    assert table.refused(Action("attacker", object=theirs)) == "C-22"


@pytest.mark.rule("C-22")
def test_only_creatures_in_the_area_attack_there() -> None:
    table = battle()
    table.put(GOLEM, at="b2")
    elsewhere = table.put(GOLEM, at="a1")
    table.area("a1", "Island")
    table.turn("Attack/Conquer")
    table.do(Action("attack", space="b2"))

    assert elsewhere not in table.offered("attacker")


# --- C-23 ---


@pytest.mark.rule("C-23")
def test_areas_are_attacked_one_after_another() -> None:
    table = battle()
    table.area("a1", "Island", value=3)
    first, second = table.put(GOLEM, at="b2"), table.put(GOLEM, at="a1")
    table.turn("Attack/Conquer")
    assert table.attackable() == {"a1", "b2"}

    table.attack("b2", first)
    table.fight()
    assert table.attackable() == {"a1"}
    table.attack("a1", second)
    table.fight()

    assert (table.holder("b2"), table.holder("a1")) == (ANNA, ANNA)
    assert table.asked == "rest"


@pytest.mark.rule("C-23")
def test_no_area_needs_to_be_attacked() -> None:
    table = battle()
    golem = table.put(GOLEM, at="b2")
    table.turn("Attack/Conquer")

    table.choose("done")

    assert table.asked == "rest"
    assert not table.look(golem).tapped


@pytest.mark.rule("C-23")
def test_each_creature_attacks_once_even_if_vigilant() -> None:
    table = battle(value=6)
    first, second = table.put(WATCH, at="b2"), table.put(GOLEM, at="b2")
    table.turn("Attack/Conquer")

    table.attack("b2", first)
    table.fight()
    table.do(Action("attack", space="b2"))

    assert table.refused(Action("attacker", object=first)) == "C-23"
    assert table.offered("attacker") == {second}


@pytest.mark.rule("C-23")
def test_attacking_taps_vigilance_aside() -> None:
    table = battle()
    golem, watch = table.put(GOLEM, at="b2"), table.put(WATCH, at="b2")
    table.turn("Attack/Conquer")

    table.attack("b2", golem, watch)
    table.fight()

    assert table.look(golem).tapped
    assert not table.look(watch).tapped


@pytest.mark.rule("C-23")
def test_an_attack_can_be_taken_back_until_it_is_declared() -> None:
    table = battle()
    golem = table.put(GOLEM, at="b2")
    table.turn("Attack/Conquer")
    table.do(Action("attack", space="b2"))
    table.do(Action("attacker", object=golem))

    table.choose("take-back")

    assert table.asked == "attack-area"
    assert not table.look(golem).tapped


# --- C-24 ---


@pytest.mark.rule("C-24")
def test_untapped_creatures_in_the_area_may_block() -> None:
    table = battle()
    golem = table.put(GOLEM, at="b2")
    blocker, tapped, away = table.put(BEAR, BEN, at="b2"), table.put(BEAR, BEN, at="b2", tapped=True), table.put(BEAR, BEN, at="b1")
    table.turn("Attack/Conquer")

    table.attack("b2", golem)

    assert (table.asked, table.chooser) == ("blockers", BEN)
    assert table.offered("block") == {blocker}
    assert table.refused(Action("block", object=tapped, target=golem)) == "C-24"
    assert table.refused(Action("block", object=away, target=golem)) == "C-24"


@pytest.mark.rule("C-24")
def test_creatures_that_came_this_turn_may_block() -> None:
    table = battle()
    golem = table.put(GOLEM, at="s2")
    newcomer = table.put(BEAR, BEN, fresh=True)
    table.turn("Attack/Conquer")

    table.attack("s2", golem)

    assert table.offered("block") == {newcomer}


@pytest.mark.rule("C-24")
def test_opponents_block_clockwise_from_the_attacker_each_seeing_the_earlier_blocks() -> None:
    table = battle(players=4)
    attacker = table.put(GOLEM, CARL, at="c2")
    mine = {seat: table.put(BEAR, seat, at="c2") for seat in (ANNA, BEN, DORA)}
    table.turn("Attack/Conquer", of=CARL)

    table.attack("c2", attacker)

    asked: list[int] = []
    blocked: list[tuple[int, ...]] = []
    while table.asked == "blockers":
        asked.append(table.chooser)
        fight = table.game.view_for(table.chooser).combat
        assert fight is not None
        blocked.append(fight.attackers[0][2])
        table.do(Action("block", object=mine[table.chooser], target=attacker))
    assert asked == [DORA, ANNA, BEN]
    assert blocked == [(), (mine[DORA],), (mine[DORA], mine[ANNA])]


@pytest.mark.rule("C-24")
def test_opponents_without_creatures_there_are_not_asked() -> None:
    table = battle(players=3)
    attacker = table.put(GOLEM, at="i1")
    table.put(BEAR, BEN, at="i2")
    theirs = table.put(BEAR, CARL, at="i1")
    table.turn("Attack/Conquer")

    table.attack("i1", attacker)

    assert table.chooser == CARL
    assert table.offered("block") == {theirs}


@pytest.mark.rule("C-24")
def test_ones_own_other_creatures_do_not_block() -> None:
    table = battle()
    attacker = table.put(GOLEM, at="b2")
    table.put(BEAR, at="b2")
    table.turn("Attack/Conquer")

    table.attack("b2", attacker)

    assert table.holder("b2") == ANNA


@pytest.mark.rule("C-24")
def test_first_strike_kills_before_it_is_struck() -> None:
    table = battle()
    attacker, knight = table.put(BEAR, at="b2"), table.put(KNIGHT, BEN, at="b2")
    table.turn("Attack/Conquer")

    table.attack("b2", attacker)
    table.fight((knight, attacker))

    assert table.zone(attacker) == "graveyard"
    assert table.zone(knight) == "battlefield"
    assert table.look(knight).damage == 0


@pytest.mark.rule("C-24")
def test_a_flyer_is_blocked_by_flyers_and_reach_alone() -> None:
    table = battle()
    bird = table.put(creature("Bird", 2, 2, "flying"), at="b2")
    bear, spider = table.put(BEAR, BEN, at="b2"), table.put(creature("Spider", 2, 4, "reach"), BEN, at="b2")
    table.turn("Attack/Conquer")

    table.attack("b2", bird)

    assert table.offered("block") == {spider}
    assert table.refused(Action("block", object=bear, target=bird)) == "C-24"


def brute_against(*blockers: int) -> tuple[Table, int, list[int]]:
    """A creature with menace attacks an area where the players of these seats have a creature each."""
    table = battle(players=3)
    brute = table.put(creature("Brute", 3, 3, "menace", cost="{3}"), at="i1")
    bears = [table.put(BEAR, seat, at="i1") for seat in blockers]
    table.turn("Attack/Conquer")
    table.attack("i1", brute)
    return table, brute, bears


@pytest.mark.rule("C-24")
def test_menace_needs_two_blockers() -> None:
    table, brute, bears = brute_against(BEN, BEN)

    table.fight((bears[0], brute), (bears[1], brute), damage=(2,))

    assert table.holder("i1") == NOBODY
    assert table.zone(brute) == "graveyard"


@pytest.mark.rule("C-24")
def test_each_players_blocks_must_be_legal_with_those_made_before() -> None:
    """So one creature of each of two players can't stop menace, but a third may join two that block already."""
    table, brute, bears = brute_against(BEN, CARL)
    table.do(Action("block", object=bears[0], target=brute))
    assert [action.verb for action in table.game.legal_actions()] == ["take-back"]
    assert table.refused(Action("done")) == "C-24"
    table.choose("take-back")
    table.fight()
    assert table.holder("i1") == ANNA

    table, brute, bears = brute_against(BEN, BEN, CARL)
    table.fight(*((bear, brute) for bear in bears), damage=(2, 1))
    assert table.holder("i1") == NOBODY


# --- C-25 ---


@pytest.mark.rule("C-25")
@pytest.mark.parametrize(("value", "taken"), [(3, True), (4, False)])
def test_unblocked_attackers_take_the_area_if_they_reach_its_conquer_value(value: int, taken: bool) -> None:
    table = battle(value=value)
    golem = table.put(GOLEM, at="b2")
    table.turn("Attack/Conquer")

    table.attack("b2", golem)
    table.fight()

    assert table.holder("b2") == (ANNA if taken else NOBODY)


@pytest.mark.rule("C-25")
def test_the_damage_of_all_attackers_of_one_attack_is_added_up() -> None:
    table = battle(value=6)
    first, second = table.put(GOLEM, at="b2"), table.put(GOLEM, at="b2")
    table.turn("Attack/Conquer")

    table.attack("b2", first, second)
    table.fight()

    assert table.holder("b2") == ANNA


@pytest.mark.rule("C-25")
def test_nothing_stays_of_an_attack_that_was_too_weak() -> None:
    table = battle(value=6)
    first, second = table.put(GOLEM, at="b2"), table.put(GOLEM, at="b2")
    table.turn("Attack/Conquer")

    table.attack("b2", first)
    table.fight()
    table.attack("b2", second)
    table.fight()

    assert table.holder("b2") == NOBODY
    assert table.look(table.land("b2")).damage == 0


@pytest.mark.rule("C-25")
def test_a_blocked_attacker_deals_the_land_nothing() -> None:
    table = battle()
    golem, bear = table.put(GOLEM, at="b2"), table.put(BEAR, BEN, at="b2")
    table.turn("Attack/Conquer")

    table.attack("b2", golem)
    table.fight((bear, golem))

    assert table.holder("b2") == NOBODY
    assert table.zone(bear) == "graveyard"


@pytest.mark.rule("C-25")
@pytest.mark.parametrize(("value", "taken"), [(2, True), (3, False)])
def test_trample_goes_on_to_the_land(value: int, taken: bool) -> None:
    table = battle(value=value)
    trampler, bear = table.put(TRAMPLER, at="b2"), table.put(BEAR, BEN, at="b2")
    table.turn("Attack/Conquer")

    table.attack("b2", trampler)
    table.fight((bear, trampler), damage=(2,))

    assert (table.holder("b2") == ANNA) is taken
    assert table.zone(bear) == "graveyard"


@pytest.mark.rule("C-25")
def test_trample_must_first_assign_lethal_damage_to_the_blocker() -> None:
    table = battle()
    trampler, bear = table.put(TRAMPLER, at="b2"), table.put(BEAR, BEN, at="b2")
    table.turn("Attack/Conquer")
    table.attack("b2", trampler)
    table.do(Action("block", object=bear, target=trampler))

    assert table.asked == "damage"
    assert sorted(action.number for action in table.game.legal_actions()) == [2, 3, 4]


@pytest.mark.rule("C-25")
def test_deathtouch_makes_one_damage_lethal_for_trample() -> None:
    table = battle(value=3)
    trampler = table.put(creature("Adder", 4, 4, "trample", "deathtouch", cost="{4}"), at="b2")
    wall = table.put(WALL, BEN, at="b2")
    table.turn("Attack/Conquer")

    table.attack("b2", trampler)
    table.fight((wall, trampler), damage=(1,))

    assert table.holder("b2") == ANNA
    assert table.zone(wall) == "graveyard"


@pytest.mark.rule("C-25")
def test_both_strikes_of_a_double_striker_count_in_one_attack() -> None:
    table = battle(value=4)
    duelist = table.put(creature("Duelist", 2, 2, "double strike", cost="{2}"), at="b2")
    table.turn("Attack/Conquer")

    table.attack("b2", duelist)
    table.fight()

    assert table.holder("b2") == ANNA


@pytest.mark.rule("C-25")
def test_prevented_damage_does_not_take_land() -> None:
    table = battle()
    golem = table.put(GOLEM, at="b2")
    table.turn("Attack/Conquer")
    table.follow(Prevent(combat_only=True))

    table.attack("b2", golem)
    table.fight()

    assert table.holder("b2") == NOBODY


@pytest.mark.rule("C-25")
def test_a_power_raised_in_the_middle_of_the_attack_counts() -> None:
    table = battle(value=6)
    golem = table.put(GOLEM, at="b2")
    growth = table.give(instant(Modify(what=CREATURES, change=Change(power=3, toughness=3)), name="Growth"))
    table.turn("Attack/Conquer")

    table.attack("b2", golem)
    assert table.asked == "priority"
    table.cast(growth)
    table.fight()

    assert table.holder("b2") == ANNA


# --- C-26, C-27 ---


@pytest.mark.rule("C-26")
def test_an_area_stays_its_holders_with_nobody_in_it_and_with_enemies_in_it() -> None:
    table = battle()
    table.area("b2", "Island", holder=ANNA)
    table.put(GOLEM, BEN, at="b2")
    table.turn("Attack/Conquer", of=BEN)

    table.until("Untap", of=BEN)

    assert table.holder("b2") == ANNA


@pytest.mark.rule("C-26", "C-25")
def test_an_area_goes_to_and_fro_between_players_who_attack_it() -> None:
    table = battle()
    mine, theirs = table.put(GOLEM, at="b2"), table.put(GOLEM, BEN, at="b2", tapped=True)
    table.turn("Attack/Conquer")
    table.attack("b2", mine)
    table.fight()
    assert table.holder("b2") == ANNA

    table.until("Attack/Conquer", of=BEN)
    table.choose("pass")
    table.attack("b2", theirs)
    table.fight()

    assert table.holder("b2") == BEN


@pytest.mark.rule("C-27")
def test_attacking_an_area_of_ones_own_forces_blocks_and_takes_nothing() -> None:
    table = battle()
    table.area("b2", "Island", holder=ANNA)
    golem, bear = table.put(GOLEM, at="b2"), table.put(BEAR, BEN, at="b2")
    table.turn("Attack/Conquer")

    table.attack("b2", golem)
    assert table.asked == "blockers"
    table.fight()

    assert table.holder("b2") == ANNA
    assert not table.happened("take")
    assert table.zone(bear) == "battlefield"


# --- C-28 ---


@pytest.mark.rule("C-28")
def test_planeswalkers_stay_in_their_controllers_stronghold() -> None:
    table = Table()
    sage = table.give(SAGE, BEN)
    table.turn("First Main", of=BEN)

    table.cast(sage)

    assert table.at(sage) == "s2"
    assert table.zone(sage) == "battlefield"
    table.turn("Movement", of=BEN)
    assert table.now(sage) not in table.offered("move")


@pytest.mark.rule("C-28")
def test_attackers_in_the_stronghold_may_be_aimed_at_a_planeswalker_instead() -> None:
    table = Table()
    sage = table.put(SAGE, BEN)
    golem = table.put(GOLEM, at="s2")
    table.turn("Attack/Conquer")

    table.attack("s2", golem, aim=sage)
    table.fight()

    assert dict(table.look(sage).counters) == {"loyalty": 1}
    assert table.holder("s2") == BEN


@pytest.mark.rule("C-28")
def test_each_attacker_has_an_aim_of_its_own_and_only_the_land_is_taken() -> None:
    table = Table()
    sage = table.put(SAGE, BEN)
    giants = [table.put(creature("Giant", 7, 7, cost="{7}"), at="s2") for _ in range(2)]
    table.put(creature("Titan", 9, 9), BEN, at="a1")
    table.turn("Attack/Conquer")

    table.do(Action("attack", space="s2"))
    table.do(Action("attacker", object=giants[0], target=sage))
    table.do(Action("attacker", object=giants[1]))
    table.choose("done")
    table.fight()

    assert table.zone(sage) == "graveyard"
    assert table.holder("s2") == ANNA


@pytest.mark.rule("C-28")
def test_damage_to_a_planeswalker_does_not_count_against_the_stronghold() -> None:
    table = Table()
    sage = table.put(SAGE, BEN)
    giant, golem = table.put(creature("Giant", 7, 7, cost="{7}"), at="s2"), table.put(GOLEM, at="s2")
    table.turn("Attack/Conquer")
    table.do(Action("attack", space="s2"))
    table.do(Action("attacker", object=giant, target=sage))
    table.do(Action("attacker", object=golem))
    table.choose("done")

    table.fight()

    assert table.holder("s2") == BEN


@pytest.mark.rule("C-28")
def test_ones_own_planeswalker_is_no_aim() -> None:
    table = Table()
    sage = table.put(SAGE)
    table.put(GOLEM)
    table.turn("Attack/Conquer")

    table.do(Action("attack", space="s1"))

    assert all(action.target != sage for action in table.game.legal_actions())


# --- the article's example ---


@pytest.fixture
def swamp() -> Table:
    """Edna's (here Anna's) Wurm in a Swamp of Conquer Value 3."""
    table = Table(players=3)
    table.area("i1", "Swamp", value=3)
    return table


@pytest.mark.rule("C-25", "C-24")
def test_the_wurm_takes_the_swamp_past_a_knight(swamp: Table) -> None:
    wurm, knight = swamp.put(WURM, at="i1"), swamp.put(KNIGHT, BEN, at="i1")
    swamp.turn("Attack/Conquer")

    swamp.attack("i1", wurm)
    swamp.fight((knight, wurm), damage=(2,))

    assert swamp.holder("i1") == ANNA
    assert swamp.zone(knight) == "graveyard"
    assert swamp.look(wurm).damage == 2


@pytest.mark.rule("C-24", "C-25")
def test_two_players_together_stop_the_wurm(swamp: Table) -> None:
    wurm, knight, bears = swamp.put(WURM, at="i1"), swamp.put(KNIGHT, BEN, at="i1"), swamp.put(BEAR, CARL, at="i1")
    swamp.turn("Attack/Conquer")

    swamp.attack("i1", wurm)
    swamp.fight((knight, wurm), (bears, wurm), damage=(2, 2))

    assert swamp.holder("i1") == NOBODY
    assert [swamp.zone(each) for each in (wurm, knight, bears)] == ["graveyard"] * 3
