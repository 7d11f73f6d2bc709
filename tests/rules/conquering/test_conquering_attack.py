"""The Conquering, Attack/Conquer: who attacks where and what, what attacking takes (C-22, C-23,
C-26 to C-28).
"""

from __future__ import annotations

import pytest

from engine.actions import DONE, Action, IllegalAction
from engine.cards.model import (
    Activated,
    Card,
    Change,
    Damage,
    Destroy,
    Draw,
    Modify,
    PutCounters,
    RuleThisTurn,
    Target,
    Triggered,
    Untap,
    When,
)
from engine.cards.terms import Costs
from engine.magic.turn.steps import count_turn, wear_off
from tests.magic.positions import ANNA, BEN, CARL, creature, player
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
    assert told.word == "Bear entered b2 this turn and doesn't have haste (C-22)"


# --- creatures that a planeswalker calls ---

CALL = Activated(
    cost=Costs(loyalty=2),
    effects=(RuleThisTurn(rule="attack-source", who="target", during="next-turn"),),
    targets=(Target(player="opponent"),),
)
GUARD = Card(name="Guard", types=("Planeswalker",), loyalty=6, cost="{4}{W}", abilities=(CALL,))


def called() -> tuple[Table, int, int]:
    """A planeswalker in Anna's Stronghold that has called Ben's creatures; one of them is there."""
    table = Table()
    table.turn("First Main")
    guard, golem = table.put(GUARD), table.put(GOLEM, BEN, at="s1")
    table.put(BEAR, at="s2")  # near Ben, who can be targeted then (C-36)
    table.activate(guard, on=player(BEN))
    count_turn(table.game, BEN)
    return table, guard, golem


@pytest.mark.rule("C-28")
@pytest.mark.cr("508.1d")
def test_creatures_beside_a_planeswalker_that_called_them_must_attack_it() -> None:
    table, guard, golem = called()
    table.turn("Attack/Conquer", of=BEN)

    assert DONE not in table.game.legal_actions()
    table.do(Action("attack", space="s1"))
    assert [a.target for a in table.game.legal_actions() if a.verb == "attacker"] == [guard]
    with pytest.raises(IllegalAction, match="Golem must attack Guard"):
        table.do(Action("attacker", object=golem))
    table.do(Action("attacker", object=golem, target=guard))
    table.do(DONE)
    table.fight()

    assert table.look(guard).count("loyalty") == 5


@pytest.mark.rule("C-28")
def test_creatures_elsewhere_are_not_able_to_attack_the_planeswalker() -> None:
    table, _, golem = called()
    away = table.put(BEAR, BEN, at="b2")
    table.state.change(golem, tapped=True)
    table.turn("Attack/Conquer", of=BEN)

    assert DONE in table.game.legal_actions()
    assert table.look(away).attacked == 0


@pytest.mark.rule("C-28")
@pytest.mark.cr("500.7")
def test_the_call_is_for_one_turn_of_that_player() -> None:
    table, _, _ = called()
    wear_off(table.game)
    assert not table.state.players[BEN].rules

    table, _, _ = called()
    table.turn("First Main")
    assert "creatures must attack Guard if able" in table.game.view_for(ANNA).players[BEN].notes


@pytest.mark.rule("C-28")
def test_a_planeswalker_that_has_left_calls_nobody() -> None:
    table, guard, _ = called()
    table.follow(Destroy(what="target"), on=guard)
    table.turn("Attack/Conquer", of=BEN)
    assert DONE in table.game.legal_actions()


@pytest.mark.rule("C-28")
@pytest.mark.cr("306.8", "120.3c", "120.3e")
def test_a_planeswalker_that_is_a_creature_moves_and_returns_when_it_is_none_any_more() -> None:
    table = Table()
    guard = table.put(GUARD)
    change = Change(add_types=("Creature",), base_power=6, base_toughness=6)
    table.follow(Modify(what="target", change=change), on=guard)
    assert table.size(guard)[0] >= 6
    table.turn("Movement")
    step = next(
        action
        for action in table.game.legal_actions()
        if (action.verb, action.object) == ("move", guard)
    )
    table.do(step)
    assert table.at(guard) == step.space
    table.follow(Damage(amount=2, to="target"), on=guard)
    assert (table.look(guard).damage, table.look(guard).count("loyalty")) == (2, 4)
    wear_off(table.game)
    table.priority()
    assert table.at(guard) == "s1"
