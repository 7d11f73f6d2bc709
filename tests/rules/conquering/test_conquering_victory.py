"""The Conquering, the end: what becomes of those who are out, and who wins (C-44, C-45)."""

from __future__ import annotations

import pytest

from engine.actions import Action
from engine.cards.model import Change, Draw, Modify
from engine.magic.core.position import NOBODY
from tests.magic.positions import ANNA, BEN, CARL, creature, enchantment, instant
from tests.rules.table import BEAR, GIANT, GOLEM, OGRE, WALL, Table, lost_by_ben

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
    assert all(
        not getattr(table.player(BEN), zone) for zone in ("hand", "library", "graveyard", "exile")
    )
    assert table.zone(mine) == "battlefield"


@pytest.mark.rule("C-44")
def test_a_creature_that_the_leaver_had_taken_goes_back_to_its_owner() -> None:
    table = Table(players=3)
    mine = table.put(GOLEM, at="i1")
    table.put(GOLEM, BEN, at="i1")
    table.follow(
        Modify(what="target", change=Change(controller="you"), until="forever"), by=BEN, on=mine
    )
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
    golem, bear, _ = (
        table.put(GOLEM, at="i1"),
        table.put(BEAR, BEN, at="i1"),
        table.put(BEAR, CARL, at="i1"),
    )
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
def test_an_attacker_stays_blocked_when_its_blocker_leaves_during_the_attack() -> None:
    table = Table(players=3)
    table.area("i1", "Island", value=3)
    golem, bear, _ = (
        table.put(GOLEM, at="i1"),
        table.put(BEAR, BEN, at="i1"),
        table.put(BEAR, CARL, at="i1"),
    )
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
def test_areas_of_several_players_together_win_nothing() -> None:
    table = Table(players=2)
    areas = [space.name for space in table.game.board.spaces if space.stronghold == NOBODY]
    for number, name in enumerate(areas[:8]):
        table.area(name, "Island", holder=number % 2)

    table.priority()

    assert table.state.winners is None


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
