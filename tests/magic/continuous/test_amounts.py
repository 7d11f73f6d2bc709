"""Amounts (CR 107): what is counted and measured as a spell or ability speaks of it."""

import pytest

from engine.cards.model import (
    Activated,
    AddMana,
    Change,
    Damage,
    Discard,
    Draw,
    GainLife,
    LoseLife,
    MakeToken,
    Mill,
    Modify,
    PutCounters,
    Static,
)
from engine.cards.terms import Amount, Costs, Count, Stat
from tests.magic.positions import ANNA, BEN, CREATURES, Position, artifact, aura, creature

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
    mine = artifact(
        "Mine", Activated(cost=Costs(tap=True), effects=(AddMana(add="{G}", times=less),))
    )
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


POWER = Stat(what="power", of="self")


@pytest.mark.cr("107.1b")
@pytest.mark.parametrize(
    ("change", "size"),
    [
        (Change(power=POWER, toughness=POWER), (-2, 4)),
        # -X/-0 with X below nothing
        (Change(power=Stat(what="power", of="self", times=-1)), (-2, 4)),
        # +X/+0, X being its power plus 5
        (Change(power=Stat(what="power", of="self", plus=5)), (1, 4)),
        (Change(power=Stat(what="toughness", of="self", plus=-9)), (-2, 4)),
        # +0/+X, X being 1 minus its toughness
        (Change(toughness=Stat(what="toughness", of="self", times=-1, plus=1)), (-2, 4)),
        (Change(toughness=Stat(what="hand", of="you", times=-1)), (-2, 3)),
        (Change(power=-3, toughness=-1), (-5, 3)),
        (Change(base_power=POWER), (-8, 4)),  # set to what is below nothing (with -6/-0 on top)
    ],
)
def test_a_bonus_is_never_less_than_nothing_but_what_is_set_may_be(
    change: Change, size: tuple[int, int]
) -> None:
    table = Position(plain=True)
    table.watchful()
    table.give(BEAR)
    colossus = creature(
        "Colossus",
        4,
        4,
        abilities=(Activated(cost=Costs(), effects=(Modify(what="self", change=change),)),),
    )
    ident = table.put(colossus)
    table.follow(Modify(what="target", change=Change(power=-6)), on=ident)
    table.activate(ident, resolve=False)
    while table.state.stack:
        table.choose("pass")
    assert table.size(ident) == size


@pytest.mark.cr("107.1b")
def test_a_lasting_bonus_is_never_less_than_nothing_either() -> None:
    table = Position(plain=True)
    ox = table.put(creature("Ox", -2, 4))
    bear = table.put(BEAR)
    measure = Stat(what="power", of="attached")
    banner = Static(what=CREATURES, change=Change(power=measure, toughness=measure))
    flag = table.put(aura("Flag", banner), on=ox)
    assert (table.size(bear), table.size(ox)) == ((2, 2), (-2, 4))
    assert table.zone(flag) == "battlefield"


@pytest.mark.cr("107.1b")
def test_nothing_is_done_with_less_than_nothing() -> None:
    table = Position(plain=True)
    runt = table.put(creature("Runt", -3, 3))
    table.library_of(ANNA, BEAR, BEAR)
    low = Stat(what="power", of="target")
    rat = creature("Rat", 1, 1, cost="")
    table.follow(
        Damage(amount=low, to="players"),
        GainLife(amount=low),
        LoseLife(amount=low, who="players"),
        Draw(count=low),
        Mill(who="you", count=low),
        MakeToken(token=rat, count=low),
        PutCounters(on="target", count=low),
        Discard(count=low),
        on=runt,
    )
    anna = table.player(ANNA)
    assert (anna.life, table.player(BEN).life, len(anna.library), len(anna.hand)) == (20, 20, 2, 0)
    assert (table.look(runt).counters, len(table.permanents(ANNA))) == ((), 1)
