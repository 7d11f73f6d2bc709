"""Creatures that must be blocked by whoever can, where creatures block area by area (CR 509.1c)."""

from __future__ import annotations

import pytest

from engine.actions import Action
from engine.cards.model import Change, Static
from tests.magic.positions import ANNA, BEN, aura, creature
from tests.rules.table import BEAR, GOLEM, Table

LURE = aura("Lure", Static(what="attached", change=Change(restrict=("must-be-blocked",))))


@pytest.mark.cr("509.1c")
def test_all_who_can_must_block_the_lure_and_nobody_else() -> None:
    table = Table()
    bait, other = table.put(BEAR, at="b2"), table.put(GOLEM, at="b2")
    guards = [table.put(GOLEM, BEN, at="b2") for _ in range(2)]
    sleeper = table.put(GOLEM, BEN, at="b2", tapped=True)
    table.put(LURE, ANNA, on=bait)
    table.area("b2", "Swamp", value=3)
    table.turn("Attack/Conquer", ANNA)
    table.attack("b2", bait, other)

    assert table.asked == "blockers"
    assert table.refused(Action("done")) == "C-24"
    assert table.refused(Action("block", object=guards[0], target=other)) == "C-24"
    table.do(Action("block", object=guards[0], target=bait))
    table.do(Action("block", object=guards[1], target=bait))

    assert table.state.combat is None or table.asked != "blockers"
    assert sleeper in table.permanents(BEN)


@pytest.mark.cr("509.1c")
def test_who_cant_block_it_need_not() -> None:
    table = Table()
    bait = table.put(creature("Bird", 2, 2, "flying"), at="b2")
    table.put(GOLEM, BEN, at="b2")
    table.put(LURE, ANNA, on=bait)
    table.area("b2", "Swamp", value=2)
    table.turn("Attack/Conquer", ANNA)
    table.attack("b2", bait)
    table.fight()

    assert table.holder("b2") == ANNA


@pytest.mark.cr("509.1c", "702.111b")
@pytest.mark.parametrize("number", [1, 2])
def test_nobody_must_block_what_not_enough_can_block(number: int) -> None:
    """A single guard can't stop menace, so it doesn't have to; two can, and have to."""
    table = Table()
    bait = table.put(creature("Brute", 2, 2, "menace"), at="b2")
    guards = [table.put(GOLEM, BEN, at="b2") for _ in range(number)]
    table.put(LURE, ANNA, on=bait)
    table.area("b2", "Swamp", value=2)
    table.turn("Attack/Conquer", ANNA)
    table.attack("b2", bait)
    assert table.may("done") is (number == 1)
    table.fight(*((guard, bait) for guard in guards if number > 1), damage=(2,))
    assert (table.holder("b2") == ANNA) is (number == 1)


@pytest.mark.rule("C-24")
@pytest.mark.cr("509.1a", "510.1d")
def test_a_creature_that_can_block_any_number_blocks_one_attacker_after_another() -> None:
    table = Table()
    bears = [table.put(BEAR, at="b2"), table.put(BEAR, at="b2")]
    many = Static(change=Change(restrict=("can-block-any-number",)))
    wall = table.put(creature("Wall", 4, 9, abilities=(many,), cost="{4}"), BEN, at="b2")
    table.area("b2", "Swamp", value=2)
    table.turn("Attack/Conquer", ANNA)
    table.attack("b2", *bears)
    table.fight((wall, bears[0]), (wall, bears[1]), damage=(2,))
    assert [table.zone(bear) for bear in bears] == ["graveyard", "graveyard"]
    assert table.look(wall).damage == 4


@pytest.mark.cr("509.1c")
def test_one_block_is_enough_for_what_must_be_blocked_if_able() -> None:
    table = Table()
    once = Static(change=Change(restrict=("must-be-blocked-once",)))
    bait = table.put(creature("Fiend", 2, 2, abilities=(once,)), at="b2")
    guards = [table.put(GOLEM, BEN, at="b2") for _ in range(2)]
    table.area("b2", "Swamp", value=3)
    table.turn("Attack/Conquer", ANNA)
    table.attack("b2", bait)
    assert not table.may("done")
    table.do(Action("block", object=guards[0], target=bait))
    assert table.may("done")


@pytest.mark.cr("509.1c")
def test_a_creature_that_must_block_blocks_some_attacker() -> None:
    table = Table()
    bears = [table.put(BEAR, at="b2") for _ in range(2)]
    must = Static(change=Change(restrict=("must-block",)))
    guard = table.put(creature("Guard", 1, 4, abilities=(must,)), BEN, at="b2")
    table.area("b2", "Swamp", value=3)
    table.turn("Attack/Conquer", ANNA)
    table.attack("b2", *bears)
    assert not table.may("done")
    table.fight((guard, bears[1]))
    assert table.look(guard).damage == 2


@pytest.mark.cr("509.1b")
def test_some_creatures_can_be_blocked_by_one_creature_only() -> None:
    table = Table()
    alone = Static(change=Change(restrict=("blocked-by-one",)))
    rhino = table.put(creature("Rhino", 4, 4, abilities=(alone,)), at="b2")
    guards = [table.put(GOLEM, BEN, at="b2") for _ in range(2)]
    table.area("b2", "Swamp", value=3)
    table.turn("Attack/Conquer", ANNA)
    table.attack("b2", rhino)
    table.do(Action("block", object=guards[0], target=rhino))
    assert not table.may("block", guards[1])


@pytest.mark.cr("509.1a")
def test_two_effects_let_a_creature_block_two_further_attackers() -> None:
    table = Table()
    bears = [table.put(BEAR, at="b2") for _ in range(4)]
    more = Static(change=Change(extra_blocks=1))
    wall = table.put(creature("Wall", 4, 9, abilities=(more, more)), BEN, at="b2")
    table.area("b2", "Swamp", value=3)
    table.turn("Attack/Conquer", ANNA)
    table.attack("b2", *bears)
    for bear in bears[:3]:
        table.do(Action("block", object=wall, target=bear))
    assert not table.may("block", wall)
