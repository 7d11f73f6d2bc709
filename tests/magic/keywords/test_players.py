"""Designations of players: the monarch, and the city's blessing (CR 702.131, 725)."""

import pytest

from engine.cards.model import BecomeMonarch, GainLife, LoseLife, Static, Triggered, When
from engine.cards.terms import Designated
from engine.magic.turn.losing import leave
from tests.magic.positions import (
    ANNA,
    BEN,
    CARL,
    Position,
    bigger,
    creature,
    enchantment,
    player,
    sorcery,
)

BEAR = creature("Bear", 2, 2)
MAGIC = pytest.mark.rule("M-13")


def crowned(players: int = 2, seat: int = ANNA) -> Position:
    """A table with a monarch; everybody has a library."""
    table = Position(plain=True, players=players)
    for each in range(players):
        table.library_of(each, *["Forest"] * 3)
    table.follow(BecomeMonarch(who="target"), on=player(seat))
    return table


def monarchs(table: Position) -> list[int]:
    """The seats of the players who are the monarch."""
    return [each.seat for each in table.state.players if "monarch" in each.designations]


@MAGIC
@pytest.mark.cr("725.1", "725.3")
def test_only_one_player_is_the_monarch() -> None:
    table = crowned()
    table.follow(BecomeMonarch(), by=BEN)
    assert monarchs(table) == [BEN]
    assert [event.seat for event in table.happened("monarch")] == [ANNA, BEN]


@MAGIC
@pytest.mark.cr("725.2")
def test_the_monarch_draws_at_the_end_of_each_of_their_turns() -> None:
    table = crowned()
    table.begin("end")
    assert table.names(ANNA, "hand") == ["Forest"]
    table.begin("end", BEN)
    assert (table.names(ANNA, "hand"), table.names(BEN, "hand")) == (["Forest"], [])


@MAGIC
@pytest.mark.cr("725.2")
def test_combat_damage_by_a_creature_takes_the_crown() -> None:
    table = crowned(seat=BEN)
    table.attack(table.put(BEAR))
    assert monarchs(table) == [ANNA]


@MAGIC
@pytest.mark.cr("725.2", "510.1c")
def test_other_damage_and_blocked_creatures_take_no_crown() -> None:
    table = crowned(seat=BEN)
    bear, wall = table.put(BEAR), table.put(BEAR, BEN)
    table.attack(bear, blocks={bear: [wall]})
    table.follow(LoseLife(amount=3, who="opponents"))
    assert monarchs(table) == [BEN]


@MAGIC
@pytest.mark.cr("725.1")
def test_becoming_the_monarch_is_an_event_and_being_it_a_condition() -> None:
    table = Position(plain=True)
    becomes = When(event="becomes-monarch", who="you")
    table.put(enchantment("Throne", Triggered(when=becomes, effects=(GainLife(amount=1),))))
    knight = creature(
        "Knight",
        1,
        1,
        abilities=(Static(change=bigger(2, 2), condition=Designated()),),
    )
    mine, theirs = table.put(knight), table.put(knight, BEN)
    table.follow(BecomeMonarch())
    assert (table.size(mine), table.size(theirs), table.player(ANNA).life) == ((3, 3), (1, 1), 21)
    table.follow(BecomeMonarch(), by=BEN)
    assert (table.size(mine), table.size(theirs)) == ((1, 1), (3, 3))


@MAGIC
@pytest.mark.cr("725.4")
def test_the_active_player_succeeds_a_monarch_who_leaves() -> None:
    table = crowned(3, CARL)
    leave(table.game, CARL, "leaves", "losing.conceded")
    assert monarchs(table) == [ANNA]


@MAGIC
@pytest.mark.cr("725.2")
def test_everybody_knows_the_monarch() -> None:
    table = crowned()
    assert "the monarch" in table.game.view_for(BEN).players[ANNA].notes


# --- ascend ---


@MAGIC
@pytest.mark.cr("702.131b", "702.131c")
def test_ten_permanents_and_ascend_give_the_blessing_for_good() -> None:
    table = Position(plain=True)
    aspirant = creature(
        "Aspirant",
        1,
        1,
        "ascend",
        abilities=(Static(change=bigger(1, 1), condition=Designated(what="blessing")),),
    )
    first = table.put(aspirant)
    # with the land of the Stronghold
    bears = [table.put(BEAR) for _ in range(7)]
    table.priority()
    assert table.player(ANNA).designations == ()
    bears.append(table.put(BEAR))
    table.priority()
    assert (table.player(ANNA).designations, table.size(first)) == (("blessing",), (2, 2))
    for bear in bears:
        table.state.change(bear, damage=2)
    table.priority()
    assert (table.player(ANNA).designations, table.size(first)) == (("blessing",), (2, 2))
    assert table.player(BEN).designations == ()


@MAGIC
@pytest.mark.cr("702.131a")
@pytest.mark.parametrize(("bears", "blessed"), [(8, False), (9, True)])
def test_a_spell_with_ascend_looks_as_it_resolves(bears: int, blessed: bool) -> None:
    table = Position(plain=True)
    for _ in range(bears):
        table.put(BEAR)
    table.cast(table.give(sorcery(GainLife(amount=1), keywords=("ascend",))))
    assert ("blessing" in table.player(ANNA).designations) is blessed
