"""Triggers that last for the rest of the turn: "until end of turn, whenever" (CR 603.7)."""

import pytest

from engine.cards.model import Damage, Destroy
from engine.magic.turn.steps import wear_off
from tests.magic.mana_sources import check_payable, pool
from tests.magic.positions import ANNA, BEN, Position, creature

OGRE = creature("Ogre", 3, 3)


@pytest.mark.cr("603.7", "605.4a")
def test_each_island_makes_one_more_until_the_end_of_the_turn() -> None:
    table = Position(plain=True)
    islands = [table.put("Island") for _ in range(3)]
    table.cast(table.give("High Tide"))
    table.activate(islands[0])
    assert pool(table) == "{U}{U}"
    check_payable(table, "{U}{U}{U}{U}{U}{U}", enough=True)


@pytest.mark.cr("603.7", "514.2")
def test_the_tide_ends_with_the_turn() -> None:
    table = Position(plain=True)
    island = table.put("Island")
    table.cast(table.give("High Tide"))
    wear_off(table.game)
    table.activate(island)
    assert pool(table) == "{U}"


@pytest.mark.cr("603.7")
def test_a_target_is_remembered_each_time() -> None:
    table = Position(plain=True)
    table.library_of(ANNA, "Forest")
    ogre, other = table.put(OGRE), table.put(OGRE)
    table.cast(table.give("Spiritualize"), on=ogre)
    for source in (ogre, other, ogre):
        table.follow(Damage(amount=2, to="target2", by="target"), on=(source, -(BEN + 1)))
        table.resolve()
    assert (table.player(ANNA).life, table.player(BEN).life) == (24, 14)


@pytest.mark.cr("603.7")
def test_it_is_the_object_of_the_event() -> None:
    table = Position(plain=True)
    ogres = [table.put(OGRE, BEN), table.put(OGRE, BEN)]
    table.cast(table.give("Shriveling Rot"), mode=1)
    table.follow(Damage(amount=1, to="target"), on=ogres[0])
    table.resolve()
    assert [table.zone(ogre) for ogre in ogres] == ["graveyard", "battlefield"]
    table.cast(table.give("Shriveling Rot"), mode=2)
    table.follow(Destroy(what="target"), on=ogres[1])
    table.resolve()
    assert table.player(BEN).life == 17
