"""The Conquering, Strongholds and victory: taking, losing and retaking them, going out, winning (C-40 to C-45)."""

from __future__ import annotations

import pytest

from engine.actions import Action
from engine.cards.model import Activated, AddMana, Card, Change, Costs, Destroy, Draw, Modify, Static
from engine.state import NOBODY
from tests.magic.positions import ANNA, BEN, CARL, artifact, aura, bigger, creature, enchantment, instant
from tests.rules.table import BEAR, GOLEM, WALL, Table

GIANT = creature("Giant", 7, 7, cost="{7}")
OGRE = creature("Ogre", 6, 6, cost="{6}")


def lost_by_ben(players: int = 2, *army: int) -> Table:
    """A table where Anna holds Ben's Stronghold, and Ben has creatures with this power in a1 (r1 for three players)."""
    table = Table(players=players)
    for power in army or (9,):
        table.put(creature("Soldier", power, 9, cost="{7}"), BEN, at="a1" if players != 3 else "r1")
    table.lose_stronghold(BEN, to=ANNA)
    return table


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
    rock = table.put(artifact("Rock", Activated(cost=Costs(tap=True), effects=(AddMana(add="{C}"),))), BEN)
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

    assert table.game.view_for(None).players[BEN].turns_left == 4


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
@pytest.mark.parametrize(("army", "out"), [((7,), False), ((4, 3), False), ((4, 2), True), ((), True)])
def test_the_owner_of_less_than_seven_power_is_out_with_the_stronghold(army: tuple[int, ...], out: bool) -> None:
    table = Table(players=3)
    for power in army:
        table.put(creature("Soldier", power, 9, cost="{7}"), BEN, at="r1")
    giant = table.put(GIANT, at="s2")
    table.turn("Attack/Conquer")

    table.attack("s2", giant)
    table.fight()

    assert table.lost(BEN) is out


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
    bear = table.put(creature("Cub", 4, 4), BEN, at="r1", counters=(("+1/+1", 1),))  # 4 + 1 for the Forest + 1 for the counter
    table.put(aura("Strength", Static(what="attached", change=bigger(1, 0))), BEN, on=bear)
    table.lose_stronghold(BEN, to=ANNA)
    table.priority()
    assert table.chars(bear).power == 7
    assert not table.lost(BEN)

    table.area("r1", "Island")
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


# --- C-44 ---


@pytest.mark.rule("C-44")
def test_whoever_is_out_leaves_with_all_cards() -> None:
    table = Table(players=3)
    for card, space in ((GOLEM, "i1"), (WALL, "s2")):
        table.put(card, BEN, at=space)
    table.put(enchantment("Rule"), BEN)
    mine = table.put(GOLEM, at="i1")
    for zone in ("hand", "library", "graveyard", "exile"):
        table.give(BEAR, BEN, zone=zone)

    table.lose_stronghold(BEN, to=ANNA)
    table.priority()

    assert table.lost(BEN)
    assert not [obj for obj in table.state.objects.values() if obj.owner == BEN]
    assert all(not getattr(table.player(BEN), zone) for zone in ("hand", "library", "graveyard", "exile"))
    assert table.zone(mine) == "battlefield"


@pytest.mark.rule("C-44")
def test_a_creature_that_the_leaver_had_taken_goes_back_to_its_owner() -> None:
    table = Table(players=3)
    mine = table.put(GOLEM, at="i1")
    table.put(GOLEM, BEN, at="i1")
    table.follow(Modify(what="target", change=Change(controller="you"), until="forever"), by=BEN, on=mine)
    assert table.look(mine).controller == BEN

    table.game.concede(BEN)
    table.priority()

    assert table.look(mine).controller == ANNA


@pytest.mark.rule("C-44")
def test_the_turn_order_goes_on_without_the_leaver() -> None:
    table = Table(players=3)
    table.put(GOLEM, at="i1")
    table.turn("First Main")
    table.game.concede(BEN)

    table.until("Untap", of=CARL)
    table.until("Untap", of=ANNA)

    assert [event.seat for event in table.happened("turn")] == [CARL, ANNA]


@pytest.mark.rule("C-44")
def test_the_leavers_areas_become_nobodys() -> None:
    table = Table(players=3)
    table.area("r1", "Island", holder=BEN)

    table.game.concede(BEN)

    assert (table.holder("r1"), table.holder("s2")) == (NOBODY, NOBODY)


@pytest.mark.rule("C-44", "C-41")
def test_a_stronghold_that_the_leaver_had_taken_falls_back_to_its_living_owner() -> None:
    table = lost_by_ben(3, 9)

    table.game.concede(ANNA)

    assert table.holder("s2") == BEN
    assert table.game.view_for(None).players[BEN].turns_left is None


@pytest.mark.rule("C-44")
def test_an_attacker_who_leaves_in_the_middle_of_the_attack_takes_nothing() -> None:
    table = Table(players=3)
    table.area("i1", "Island", value=3)
    golem, bear, _ = table.put(GOLEM, at="i1"), table.put(BEAR, BEN, at="i1"), table.put(BEAR, CARL, at="i1")
    table.turn("Attack/Conquer")
    table.attack("i1", golem)
    assert table.chooser == BEN

    table.game.concede(ANNA)

    assert table.holder("i1") == NOBODY
    table.until("Movement", of=BEN)
    table.choose("pass")
    table.move(bear, "i2")
    assert table.at(bear) == "i2"


@pytest.mark.rule("C-44")
def test_a_blocker_who_leaves_in_the_middle_of_the_attack_leaves_the_attacker_blocked() -> None:
    table = Table(players=3)
    table.area("i1", "Island", value=3)
    golem, bear, _ = table.put(GOLEM, at="i1"), table.put(BEAR, BEN, at="i1"), table.put(BEAR, CARL, at="i1")
    table.give(instant(Draw()))
    table.turn("Attack/Conquer")
    table.attack("i1", golem)
    table.choose("pass")
    table.do(Action("block", object=bear, target=golem))
    table.choose("done")
    assert (table.asked, table.chooser) == ("priority", ANNA)

    table.game.concede(BEN)
    table.fight()

    assert table.holder("i1") == NOBODY
    assert table.look(golem).damage == 0


@pytest.mark.rule("C-44", "C-40", "C-13")
def test_the_space_keeps_double_mana_and_conquer_value_seven() -> None:
    table = Table(players=3)
    table.lose_stronghold(BEN, to=ANNA)
    table.priority()
    assert table.lost(BEN)
    assert table.holder("s2") == ANNA
    table.dice(1)
    table.turn("Mana Production")
    assert table.pool(ANNA) == "WWG"

    for card, taken in ((OGRE, False), (GIANT, True)):
        attacker = table.put(card, CARL, at="s2")
        table.turn("Attack/Conquer", of=CARL)
        table.attack("s2", attacker)
        table.fight()
        assert (table.holder("s2") == CARL) is taken

    assert not table.lost(CARL)


@pytest.mark.rule("C-44", "C-29", "C-30")
def test_and_loses_every_other_special_rule() -> None:
    table = Table(players=3)
    table.lose_stronghold(BEN, to=ANNA)
    table.priority()
    page = creature("Page", 2, 2, cost="{W}")

    assert table.size(table.put(page, ANNA, at="s2")) == (3, 4)  # Plains, and hers
    assert table.size(table.put(page, CARL, at="s2")) == (3, 3)


# --- C-45 ---


def conquer_last_area(players: int, held: int) -> Table:
    """Anna holds so many areas and takes one more."""
    table = Table(players=players)
    areas = [space.name for space in table.game.board.spaces if space.stronghold == NOBODY]
    for name in areas[:held]:
        table.area(name, "Island", holder=ANNA)
    table.area(areas[held], "Island", value=3)
    golem = table.put(GOLEM, at=areas[held])
    table.turn("Attack/Conquer")
    table.attack(areas[held], golem)
    table.fight()
    return table


@pytest.mark.rule("C-45")
@pytest.mark.parametrize(("players", "needed"), [(2, 5), (3, 7), (4, 8)])
def test_a_majority_of_the_areas_wins(players: int, needed: int) -> None:
    assert conquer_last_area(players, needed - 2).state.winners is None
    assert conquer_last_area(players, needed - 1).state.winners == (ANNA,)


@pytest.mark.rule("C-45")
def test_strongholds_do_not_count() -> None:
    table = lost_by_ben()
    for name in ("a2", "a3", "c1", "c2"):
        table.area(name, "Island", holder=ANNA)
    table.priority()

    assert table.holder("s1") == table.holder("s2") == ANNA
    assert table.state.winners is None


@pytest.mark.rule("C-45")
def test_the_number_stays_when_somebody_is_out() -> None:
    table = Table(players=3)
    table.game.concede(CARL)
    for name in ("r1", "r2", "r3", "r4", "r5", "r6"):
        table.area(name, "Island", holder=ANNA)
    table.priority()
    assert table.state.winners is None

    table.area("r7", "Island", holder=ANNA)
    table.priority()

    assert table.state.winners == (ANNA,)


@pytest.mark.rule("C-45")
def test_whoever_is_left_alone_wins() -> None:
    table = Table(players=3)
    table.game.concede(ANNA)
    assert table.state.winners is None

    table.game.concede(CARL)

    assert table.state.winners == (BEN,)
    assert table.game.decision is None


@pytest.mark.rule("C-45", "C-43")
def test_a_stronghold_taken_from_a_weak_opponent_wins_a_game_of_two() -> None:
    table = Table()
    table.put(OGRE, BEN, at="a1")
    giant = table.put(GIANT, at="s2")
    table.turn("Attack/Conquer")

    table.attack("s2", giant)
    table.fight()

    assert table.state.winners == (ANNA,)
