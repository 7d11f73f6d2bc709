"""Spells that cost more or less by an amount, also for each of their targets."""

from __future__ import annotations

from engine.actions import Action
from engine.cards.model import Card, CastCost, Change, Modify, Spell, Target
from engine.cards.terms import Count, Filter, Stat
from tests.magic.positions import ANNA, BEN, CREATURES, Position, artifact, creature

BEAR = creature("Bear", 2, 2)
FOR_EACH_FURTHER = CastCost(of="self", mana="{2}{R}", amount=Stat(what="targets", plus=-1))
GROWTH = Modify(what="target", change=Change(power=2))
MOB = Card(
    name="Mob",
    types=("Instant",),
    cost="{R}",
    abilities=(
        FOR_EACH_FURTHER,
        Spell(effects=(GROWTH,), targets=(Target(of=CREATURES, count=9, up_to=True),)),
    ),
)


def test_a_tax_for_each_artifact_that_the_caster_controls() -> None:
    table = Position(plain=True)
    theirs = Count(of=Filter(types=("Artifact",), controller="that-player"))
    taxes = CastCost(of=Filter(types=("Creature",)), who="any", amount=theirs)
    table.put(artifact("Hum", taxes), BEN)
    for _ in range(2):
        table.put(artifact("Rock"))
    bear = table.give(BEAR)
    table.mana(ANNA, "{G}{C}{C}")
    table.attend()
    assert not table.may("cast", bear)
    table.mana(ANNA, "{C}")
    table.attend()
    assert table.may("cast", bear)


def test_a_reduction_is_never_an_increase() -> None:
    table = Position(plain=True)
    few = Count(of=CREATURES, times=-1, plus=3)  # 3 minus the number of creatures
    table.put(artifact("Oddity", CastCost(of=Filter(types=("Creature",)), amount=few)))
    bear = table.give(BEAR)
    table.mana(ANNA, "{G}{C}")
    table.attend()
    assert table.may("cast", bear)


def test_a_spell_costs_more_for_each_target_beyond_the_first() -> None:
    table = Position(plain=True)
    creatures = [table.put(BEAR) for _ in range(3)]
    mob = table.give(MOB)
    table.mana(ANNA, "{R}{R}{C}{C}{C}")
    table.attend()
    table.do(Action("cast", object=mob))
    for ident in creatures[:2]:
        table.choose("target", ident)
    assert not table.may("target", creatures[2])  # a third one can't be paid for
    table.do(Action("done")) if table.asked == "target" else None
    while table.asked == "payment":
        table.do(Action("auto"))
    table.resolve()
    assert [table.size(ident)[0] for ident in creatures] == [4, 4, 2]
    assert sum(table.player(ANNA).pool) == 1
