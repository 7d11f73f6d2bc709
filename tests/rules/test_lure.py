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
