"""The Conquering, Strongholds: taken, lost and retaken, and going out for the loss (C-40 to
C-43).
"""

from __future__ import annotations

import pytest

from engine.cards.model import Activated, AddMana, Card, Change, Destroy, Draw, Modify, Static
from engine.cards.terms import Costs, Filter, Matches
from engine.magic.core.position import NOBODY
from tests.magic.positions import ANNA, BEN, CARL, artifact, aura, bigger, creature, instant
from tests.rules.table import BEAR, GIANT, GOLEM, OGRE, WALL, Table, lost_by_ben

# --- C-40 ---


@pytest.mark.rule("C-40")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_strongholds_have_conquer_value_seven(players: int) -> None:
    table = Table(players=players)
    assert [table.conquer_value(f"s{n + 1}") for n in range(players)] == [7] * players


@pytest.mark.rule("C-40")
@pytest.mark.parametrize(("attacker", "taken"), [(GIANT, True), (OGRE, False)])
def test_seven_damage_takes_a_stronghold(attacker: Card, taken: bool) -> None:
    table = Table()
    table.put(GIANT, BEN, at="a1")
    giant = table.put(attacker, at="s2")
    table.turn("Attack/Conquer")

    table.attack("s2", giant)
    table.fight()

    assert table.holder("s2") == (ANNA if taken else BEN)


@pytest.mark.rule("C-40", "C-13")
def test_a_stronghold_that_is_held_makes_double_mana() -> None:
    table = lost_by_ben()
    table.dice(3)

    table.turn("Mana Production")

    assert table.pool(ANNA) == "WWGGG"


@pytest.mark.rule("C-40", "C-41")
def test_nobody_loses_the_stronghold_of_somebody_who_is_out() -> None:
    table = Table(players=3)
    giant = table.put(GIANT, at="s3")
    table.game.concede(CARL)
    table.turn("Attack/Conquer")

    table.attack("s3", giant)
    table.fight()

    assert table.holder("s3") == ANNA
    assert not table.happened("stronghold-lost")
    assert not table.happened("stronghold-retaken")


# --- C-41 ---


@pytest.mark.rule("C-41")
def test_with_it_all_areas_of_its_owner_become_nobodys() -> None:
    table = Table()
    table.put(GIANT, BEN, at="a1")
    table.area("a1", "Island", holder=BEN)
    table.area("a2", "Island", holder=BEN)
    table.area("b2", "Island", holder=ANNA)
    giant = table.put(GIANT, at="s2")
    table.turn("Attack/Conquer")

    table.attack("s2", giant)
    table.fight()

    assert (table.holder("a1"), table.holder("a2"), table.holder("b2")) == (NOBODY, NOBODY, ANNA)


@pytest.mark.rule("C-41")
def test_meanwhile_its_owner_makes_no_mana() -> None:
    table = lost_by_ben()

    table.turn("Mana Production", of=BEN)

    assert table.pool(BEN) == ""
    assert not [event for event in table.happened("roll") if event.seat == BEN]


@pytest.mark.rule("C-41", "C-15")
def test_creatures_and_artifacts_still_make_mana_for_the_owner() -> None:
    table = lost_by_ben()
    rock = table.put(
        artifact("Rock", Activated(cost=Costs(tap=True), effects=(AddMana(add="{C}"),))), BEN
    )
    table.give(instant(Draw()), BEN)
    table.turn("First Main", of=BEN)

    table.tap_for_mana(rock)

    assert table.pool(BEN) == "C"


@pytest.mark.rule("C-41")
def test_the_owner_takes_no_areas() -> None:
    table = lost_by_ben(2, 9)
    soldier = table.permanents(BEN)[0]
    table.area("a1", "Island", value=1)
    table.turn("Attack/Conquer", of=BEN)

    table.attack("a1", soldier)
    table.fight()

    assert table.holder("a1") == NOBODY


@pytest.mark.rule("C-41")
def test_the_owner_does_not_take_another_players_stronghold_either() -> None:
    table = lost_by_ben(3, 9)
    giant = table.put(GIANT, BEN, at="s3")
    table.turn("Attack/Conquer", of=BEN)

    table.attack("s3", giant)
    table.fight()

    assert table.holder("s3") == CARL


@pytest.mark.rule("C-41")
def test_the_owner_still_defends() -> None:
    table = lost_by_ben()
    defender = table.put(WALL, BEN, at="b2")
    table.area("b2", "Island", value=1)
    golem = table.put(GOLEM, at="b2")
    table.turn("Attack/Conquer")

    table.attack("b2", golem)
    table.fight((defender, golem))

    assert table.holder("b2") == NOBODY


@pytest.mark.rule("C-41")
def test_retaken_all_of_that_ends() -> None:
    table = lost_by_ben()
    giant = table.put(GIANT, BEN, at="s2")
    golem = table.put(GOLEM, BEN, at="b2")
    table.area("b2", "Island", value=3)
    table.turn("Attack/Conquer", of=BEN)

    table.attack("s2", giant)
    table.fight()
    assert table.holder("s2") == BEN
    table.attack("b2", golem)
    table.fight()

    assert table.holder("b2") == BEN
    table.dice(2)
    table.turn("Mana Production", of=BEN)
    assert table.pool(BEN) == "WWU"


@pytest.mark.rule("C-41")
def test_areas_lost_with_the_stronghold_do_not_come_back_with_it() -> None:
    table = Table()
    giants = [table.put(GIANT, at="s2"), table.put(GIANT, BEN, at="s2", tapped=True)]
    table.area("a1", "Island", holder=BEN)
    table.turn("Attack/Conquer")
    table.attack("s2", giants[0])
    table.fight()

    table.until("Attack/Conquer", of=BEN)
    table.choose("pass")
    table.attack("s2", giants[1])
    table.fight()

    assert (table.holder("s2"), table.holder("a1")) == (BEN, NOBODY)


# --- C-42 ---


def ends_of_turns(table: Table, seat: int) -> list[bool]:
    """Whether a player is out after the end of each of their next six turns."""
    out: list[bool] = []
    while len(out) < 6 and table.state.winners is None:
        table.until("End", of=seat)
        table.until("Untap", of=(seat + 1) % len(table.state.players))
        out.append(table.lost(seat))
    return out


@pytest.mark.rule("C-42")
def test_the_owner_is_out_at_the_end_of_the_fifth_turn_after_the_loss() -> None:
    table = lost_by_ben()
    table.turn("First Main")

    assert ends_of_turns(table, BEN) == [False, False, False, False, True]
    assert table.state.winners == (ANNA,)


@pytest.mark.rule("C-42")
def test_only_the_owners_own_turns_count() -> None:
    table = lost_by_ben(3, 9)
    table.turn("End")

    table.until("Untap", of=BEN)
    table.until("Untap", of=CARL)
    table.until("Untap", of=ANNA)

    assert [player.turns_left for player in table.game.view_for(None).players] == [None, 4, None]


@pytest.mark.rule("C-42")
def test_retaking_and_losing_it_again_begins_the_count_anew() -> None:
    table = lost_by_ben()
    table.state.change_player(BEN, lost_turns=4)

    table.lose_stronghold(BEN, to=BEN)
    assert table.game.view_for(None).players[BEN].turns_left is None
    table.lose_stronghold(BEN, to=ANNA)

    assert table.game.view_for(None).players[BEN].turns_left == 5


@pytest.mark.rule("C-42")
def test_another_opponent_taking_it_gives_no_more_time() -> None:
    table = lost_by_ben(3, 9)
    table.state.change_player(BEN, lost_turns=4)

    table.lose_stronghold(BEN, to=CARL)

    assert table.holder("s2") == CARL
    assert table.game.view_for(None).players[BEN].turns_left == 1


# --- C-43 ---


@pytest.mark.rule("C-43")
@pytest.mark.parametrize(
    ("army", "out"), [((7,), False), ((4, 3), False), ((4, 2), True), ((), True)]
)
def test_the_owner_of_less_than_seven_power_is_out_with_the_stronghold(
    army: tuple[int, ...], out: bool
) -> None:
    table = Table(players=3)
    for power in army:
        table.put(creature("Soldier", power, 9, cost="{7}"), BEN, at="r1")
    giant = table.put(GIANT, at="s2")
    table.turn("Attack/Conquer")

    table.attack("s2", giant)
    table.fight()

    assert table.lost(BEN) is out


@pytest.mark.rule("C-43")
def test_what_is_no_creature_any_more_has_no_power_to_retake_it() -> None:
    table = lost_by_ben()
    assert not table.lost(BEN)
    (giant,) = (ident for ident in table.permanents(BEN) if table.size(ident)[0] == 9)

    table.follow(Modify(what="target", change=Change(types=("Artifact",))), by=BEN, on=giant)

    assert table.lost(BEN)


@pytest.mark.rule("C-43")
def test_while_the_stronghold_is_held_little_power_does_no_harm() -> None:
    table = Table()
    table.put(BEAR)
    table.priority()
    assert not table.lost(ANNA)
    assert not table.lost(BEN)


@pytest.mark.rule("C-43")
def test_the_owner_is_out_as_soon_as_the_power_falls_below_seven() -> None:
    table = lost_by_ben(3, 6, 1)
    small = table.permanents(BEN)[1]
    table.priority()
    assert not table.lost(BEN)

    table.follow(Destroy(what="target"), by=BEN, on=small)

    assert table.lost(BEN)


@pytest.mark.rule("C-43")
def test_power_counts_as_modified_by_effects_counters_and_terrain() -> None:
    table = Table(players=3)
    table.area("r1", "Forest")
    # 4 + 1 for the Forest + 1 for the counter
    bear = table.put(creature("Cub", 4, 4), BEN, at="r1", counters=(("+1/+1", 1),))
    table.put(aura("Strength", Static(what="attached", change=bigger(1, 0))), BEN, on=bear)
    table.lose_stronghold(BEN, to=ANNA)
    table.priority()
    assert table.characteristics(bear).power == 7
    assert not table.lost(BEN)

    table.area("r1", "Island")
    table.priority()

    assert table.lost(BEN)


@pytest.mark.rule("C-43")
def test_the_owner_is_out_when_nothing_changes_but_the_power_of_a_creature() -> None:
    table = Table(players=3)
    shy = Static(what="self", change=bigger(-1, 0), condition=Matches("self", Filter(tapped=True)))
    soldier = table.put(creature("Soldier", 7, 9, abilities=(shy,)), BEN, at="r1")
    table.lose_stronghold(BEN, to=ANNA)
    table.priority()
    assert not table.lost(BEN)

    table.state.tap(soldier, True)
    table.priority()

    assert table.lost(BEN)


@pytest.mark.rule("C-43")
def test_a_bonus_until_end_of_turn_saves_only_until_then() -> None:
    table = Table(players=3)
    table.put(creature("Soldier", 6, 9, cost="{7}"), BEN, at="r1")
    table.follow(Modify(what="target", change=bigger(1, 0)), by=BEN, on=table.permanents(BEN)[0])
    table.lose_stronghold(BEN, to=ANNA)
    table.priority()
    assert not table.lost(BEN)
    table.turn("End")
    table.until("Untap", of=CARL)
    assert table.lost(BEN)


@pytest.mark.rule("C-43")
def test_what_could_still_raise_the_power_does_not_count() -> None:
    pump = Activated(cost=Costs(mana="{0}"), effects=(Modify(what="self", change=bigger(5, 0)),))
    table = Table(players=3)
    table.put(creature("Fire", 6, 6, "double strike", abilities=(pump,), cost="{6}"), BEN, at="r1")
    table.give(GIANT, BEN)
    table.mana(BEN, "{C}{C}{C}{C}{C}{C}{C}")

    table.lose_stronghold(BEN, to=ANNA)
    table.priority()

    assert table.lost(BEN)


@pytest.mark.rule("C-43")
def test_creatures_in_hand_and_graveyard_and_opponents_creatures_do_not_count() -> None:
    table = Table(players=3)
    table.put(OGRE, BEN, at="r1")
    table.put(GIANT, CARL, at="r1")
    table.give(GIANT, BEN)
    table.give(GIANT, BEN, zone="graveyard")

    table.lose_stronghold(BEN, to=ANNA)
    table.priority()

    assert table.lost(BEN)
