"""The Conquering, Attack/Conquer: blocks, and damage to the land (C-24, C-25)."""

from __future__ import annotations

import pytest

from engine.actions import Action, IllegalAction
from engine.cards.model import Change, Modify, Prevent
from engine.magic.core.position import NOBODY
from tests.magic.positions import A_CREATURE, ANNA, BEN, CARL, CREATURES, DORA, creature, instant
from tests.rules.table import BEAR, GOLEM, KNIGHT, WALL, WURM, Table, battle

TRAMPLER = creature("Trampler", 4, 4, "trample", cost="{4}")


# --- C-24 ---


@pytest.mark.rule("C-24")
def test_untapped_creatures_in_the_area_may_block() -> None:
    table = battle()
    golem = table.put(GOLEM, at="b2")
    blocker, tapped, away = (
        table.put(BEAR, BEN, at="b2"),
        table.put(BEAR, BEN, at="b2", tapped=True),
        table.put(BEAR, BEN, at="b1"),
    )
    table.turn("Attack/Conquer")

    table.attack("b2", golem)

    assert (table.asked, table.chooser) == ("blockers", BEN)
    assert table.offered("block") == {blocker}
    assert table.refused(Action("block", object=tapped, target=golem)) == "C-24"
    assert table.refused(Action("block", object=away, target=golem)) == "C-24"


@pytest.mark.rule("C-24")
def test_a_creature_blocks_one_attacker() -> None:
    table = battle()
    golem, bear = table.put(GOLEM, at="b2"), table.put(BEAR, at="b2")
    first, _ = table.put(BEAR, BEN, at="b2"), table.put(BEAR, BEN, at="b2")
    table.turn("Attack/Conquer")
    table.attack("b2", golem, bear)
    table.do(Action("block", object=first, target=golem))

    with pytest.raises(IllegalAction, match="is already blocking"):
        table.do(Action("block", object=first, target=bear))


@pytest.mark.rule("C-24")
def test_only_what_attacks_is_blocked() -> None:
    table = battle()
    golem, bear, blocker = (
        table.put(GOLEM, at="b2"),
        table.put(BEAR, at="b2"),
        table.put(BEAR, BEN, at="b2"),
    )
    table.turn("Attack/Conquer")
    table.attack("b2", golem)

    with pytest.raises(IllegalAction, match="isn't attacking"):
        table.do(Action("block", object=blocker, target=bear))


@pytest.mark.rule("C-22")
def test_what_lasts_until_the_end_of_combat_ends_with_each_attack() -> None:
    table = battle()
    golem = table.put(GOLEM, at="b2")
    table.put(BEAR, BEN, at="b2")
    spell = table.give(
        instant(
            Modify(what="target", change=Change(power=2), until="end-of-combat"),
            targets=(A_CREATURE,),
        )
    )
    table.turn("Attack/Conquer")
    table.attack("b2", golem)
    table.cast(spell, on=golem)
    assert table.size(golem)[0] == 5

    table.fight()

    assert table.size(golem)[0] == 3


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
    bear, spider = (
        table.put(BEAR, BEN, at="b2"),
        table.put(creature("Spider", 2, 4, "reach"), BEN, at="b2"),
    )
    table.turn("Attack/Conquer")

    table.attack("b2", bird)

    assert table.offered("block") == {spider}
    assert table.refused(Action("block", object=bear, target=bird)) == "C-24"


def brute_against(*blockers: int) -> tuple[Table, int, list[int]]:
    """A creature with menace attacks an area where the players of these seats have a creature
    each.
    """
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
    """So one creature of each of two players can't stop menace, but a third may join two that
    block already.
    """
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
def test_unblocked_attackers_take_the_area_if_they_reach_its_conquer_value(
    value: int, taken: bool
) -> None:
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
    growth = table.give(
        instant(Modify(what=CREATURES, change=Change(power=3, toughness=3)), name="Growth")
    )
    table.turn("Attack/Conquer")

    table.attack("b2", golem)
    assert table.asked == "priority"
    table.cast(growth)
    table.fight()

    assert table.holder("b2") == ANNA


@pytest.mark.rule("C-25")
@pytest.mark.cr("506.4")
def test_what_is_no_creature_any_more_takes_no_land() -> None:
    table = battle()
    golem = table.put(GOLEM, at="b2")
    table.watchful()
    table.turn("Attack/Conquer")

    table.attack("b2", golem)
    table.follow(Modify(what="target", change=Change(types=("Artifact",))), on=golem)
    table.fight()

    assert table.holder("b2") == NOBODY


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
    wurm, knight, bears = (
        swamp.put(WURM, at="i1"),
        swamp.put(KNIGHT, BEN, at="i1"),
        swamp.put(BEAR, CARL, at="i1"),
    )
    swamp.turn("Attack/Conquer")

    swamp.attack("i1", wurm)
    swamp.fight((knight, wurm), (bears, wurm), damage=(2, 2))

    assert swamp.holder("i1") == NOBODY
    assert [swamp.zone(each) for each in (wurm, knight, bears)] == ["graveyard"] * 3
