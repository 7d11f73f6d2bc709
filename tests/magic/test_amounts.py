"""Amounts (CR 107): what is counted and measured as a spell or ability speaks of it."""

import pytest

from engine.cards.model import Activated, AddMana, Damage, GainLife, LoseLife, PutCounters
from engine.cards.terms import Amount, Costs, Count, Stat
from tests.magic.positions import ANNA, BEN, CREATURES, Position, artifact, creature

BEAR = creature("Bear", 2, 2)


def gained(table: Position, amount: Amount) -> int:
    """How much life Anna gains where a spell says so much."""
    before = table.player(ANNA).life or 0
    table.follow(GainLife(amount=amount))
    return (table.player(ANNA).life or 0) - before


@pytest.mark.cr("107.1a")
@pytest.mark.parametrize(("times", "plus", "half"), [(1, 0, 2), (1, 1, 3), (3, 0, 7), (2, 1, 5)])
def test_half_of_a_number_is_half_of_all_of_it(times: int, plus: int, half: int) -> None:
    table = Position(plain=True)
    for _ in range(5):
        table.put(BEAR)
    assert gained(table, Count(of=CREATURES, times=times, plus=plus, halve=True)) == half


@pytest.mark.cr("700.5")
def test_devotion_is_a_players_whoever_is_asked_for_it() -> None:
    table = Position(plain=True)
    table.put(creature("Shade", 1, 1, cost="{1}{B}{B}"))
    table.put(creature("Rat", 1, 1, cost="{B/G}"))
    table.put(creature("Ghoul", 1, 1, cost="{B}"), BEN)
    assert gained(table, Stat(what="devotion", kind="black", of="you")) == 3
    assert gained(table, Stat(what="devotion", kind="black", of="self")) == 3
    assert gained(table, Stat(what="devotion", kind="black", of="opponents")) == 1


@pytest.mark.cr("107.1b")
def test_less_than_nothing_is_nothing() -> None:
    table = Position(plain=True)
    ox = table.put(creature("Ox", 2, 4), counters=(("+1/+1", 2),))
    for _ in range(3):
        table.put(BEAR)
    less = Count(of=CREATURES, times=-1, plus=2)
    mine = artifact("Mine", Activated(cost=Costs(tap=True), effects=(AddMana(add="{G}", times=less),)))
    table.follow(
        GainLife(amount=less),
        LoseLife(amount=less, who="players"),
        Damage(amount=less, to="players"),
        PutCounters(on=CREATURES, count=less),
    )
    assert [player.life for player in table.state.players] == [20, 20]
    assert table.look(ox).count("+1/+1") == 2
    table.activate(table.put(mine))
    assert sum(table.player(ANNA).pool) == 0
