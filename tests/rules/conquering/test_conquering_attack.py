"""The Conquering, Attack/Conquer: who attacks where and what, what attacking takes (C-22, C-23,
C-26 to C-28).
"""

from __future__ import annotations

import pytest

from engine.actions import DONE, Action
from engine.cards.model import (
    Activated,
    Card,
    Change,
    Draw,
    Modify,
    PutCounters,
    Triggered,
    Untap,
    When,
)
from engine.cards.terms import Costs
from tests.magic.positions import ANNA, BEN, CARL, creature
from tests.rules.table import BEAR, GOLEM, WALL, Table, battle

RUNNER = creature("Runner", 2, 2, "haste", cost="{2}")
HUSSAR = creature("Hussar", 2, 2, "haste", "vigilance", cost="{2}")
WATCH = creature("Watch", 2, 2, "vigilance", cost="{2}")
SAGE = Card(
    name="Sage",
    types=("Planeswalker",),
    loyalty=4,
    cost="{3}{G}",
    abilities=(Activated(cost=Costs(loyalty=1), effects=(Draw(),)),),
)


# --- C-22 ---


@pytest.mark.rule("C-22")
def test_a_creature_attacks_that_has_been_in_the_area_since_the_turn_began() -> None:
    table = battle()
    table.put(GOLEM, at="b2")
    table.turn("Attack/Conquer")

    assert table.attackable() == {"b2"}


@pytest.mark.rule("C-25")
def test_abilities_notice_who_takes_an_area() -> None:
    table = battle()
    glory = Triggered(when=When(event="takes-area"), effects=(PutCounters(on="self"),))
    hero, idler = (
        table.put(creature(name, 3, 3, abilities=(glory,), cost="{2}"), at="b2")
        for name in ("Hero", "Idler")
    )
    table.turn("Attack/Conquer")

    table.attack("b2", hero)
    table.fight()
    table.resolve()

    assert table.holder("b2") == ANNA
    assert [table.look(ident).count("+1/+1") for ident in (hero, idler)] == [1, 0]


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


def needless(table: Table) -> Action | None:
    """What a screen may answer for the player who is asked."""
    question = table.game.question
    assert question is not None
    return question.needless(table.game)


@pytest.mark.rule("C-27")
def test_where_there_is_nothing_to_attack_nobody_need_be_asked() -> None:
    table = battle()
    table.area("b2", "Island", holder=ANNA)
    table.put(GOLEM, at="b2")
    table.turn("Attack/Conquer")
    assert (table.asked, needless(table)) == ("attack-area", DONE)


@pytest.mark.rule("C-27")
@pytest.mark.parametrize("why", ["an opponent", "land to take", "what attacking triggers"])
def test_where_an_attack_may_be_of_use_a_player_is_asked(why: str) -> None:
    table = battle()
    table.area("b2", "Island", holder=BEN if why == "land to take" else ANNA)
    table.put(GOLEM, at="b2")
    if why == "an opponent":
        table.put(BEAR, BEN, at="b2")
    if why == "what attacking triggers":
        table.put(
            creature(
                "Herald",
                1,
                1,
                abilities=(Triggered(when=When(event="attacks"), effects=(Draw(),)),),
            ),
            at="b2",
        )
    table.turn("Attack/Conquer")
    assert (table.asked, needless(table)) == ("attack-area", None)


@pytest.mark.rule("C-23", "M-16")
def test_who_concedes_while_choosing_attackers_does_not_hold_up_the_others() -> None:
    table = Table(players=3)
    table.put(GOLEM, at="i1")
    golem = table.give(GOLEM, BEN)
    table.turn("Attack/Conquer")
    table.do(Action("attack", space="i1"))

    table.game.concede(ANNA)
    table.turn("First Main", of=BEN)
    table.cast(golem)

    assert table.at(golem) == "s2"


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


@pytest.mark.cr("702.22c", "702.22d")
def test_whoever_attacks_in_a_band_joins_the_whole_band() -> None:
    """To join a band there is one way only, however many are in it already."""
    table = battle()
    banding = creature("Hero", 1, 1, "banding", cost="{2}")
    heroes, golem = [table.put(banding, at="b2") for _ in range(3)], table.put(GOLEM, at="b2")
    table.turn("Attack/Conquer")
    table.do(Action("attack", space="b2"))
    table.do(Action("attacker", object=golem))

    for hero in heroes:
        assert [
            a.target for a in table.game.legal_actions() if (a.verb, a.object) == ("band", hero)
        ] == [golem]
        table.do(Action("band", object=hero, target=golem))


@pytest.mark.rule("C-28")
def test_a_planeswalker_goes_to_the_stronghold_of_whoever_gains_control_of_it() -> None:
    table = Table()
    sage = table.put(SAGE, BEN)

    table.follow(Modify(what="target", change=Change(controller="you")), on=sage)
    table.priority()
    assert (table.look(sage).controller, table.at(sage)) == (ANNA, "s1")

    table.follow(Modify(what="target", change=Change(controller="you")), by=BEN, on=sage)
    table.priority()
    assert (table.look(sage).controller, table.at(sage)) == (BEN, "s2")


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
    giant, golem = (
        table.put(creature("Giant", 7, 7, cost="{7}"), at="s2"),
        table.put(GOLEM, at="s2"),
    )
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


@pytest.mark.rule("C-22")
@pytest.mark.parametrize(("there", "may"), [(CARL, {"r1"}), (BEN, set[str]())])
def test_on_land_that_nobody_holds_islandhome_attacks_whoever_stands_there(
    there: int, may: set[str]
) -> None:
    table = Table(players=3)
    table.area("r1", "Forest", value=3)
    table.area("r2", "Island", holder=ANNA)
    table.area("r5", "Island", holder=CARL)  # Ben has none
    table.put(creature("Fish", 2, 2, "islandhome"), at="r1")
    table.put(BEAR, there, at="r1")

    table.turn("Attack/Conquer")

    assert table.attackable() == may


@pytest.mark.rule("C-22")
def test_who_can_attack_nowhere_is_told_why_where_there_is_something_to_attack() -> None:
    table = battle()
    bear = table.put(BEAR, at="b2")
    table.state.change_on_map(bear, since=table.state.turn.number)
    table.game.events = []

    table.turn("Attack/Conquer")

    (told,) = [event for event in table.game.events or [] if event.kind == "passed-over"]
    assert told.word == "C-22: Bear entered b2 this turn and doesn't have haste"
