"""Spells that target something: as events, and as targets of others."""

from __future__ import annotations

import pytest

from engine.cards.model import Counter, GainLife, Target, Triggered, When
from engine.cards.terms import Filter
from tests.magic.positions import ANNA, BEN, Position, creature, instant, player

TOUCH = instant(
    GainLife(amount=1),
    targets=(Target(of=Filter(types=("Creature",)), player="any"),),
    name="Touch",
)


def heroic(seat: int = ANNA) -> tuple[Position, int]:
    """Return a table with a creature that gains its controller 5 life when targeted."""
    when = When(event="cast", what=Filter(targets="self"), who="you")
    gain = Triggered(when=when, effects=(GainLife(amount=5),))
    table = Position(plain=True)
    return table, table.put(creature("Hero", 2, 2, abilities=(gain,)), seat)


@pytest.mark.parametrize(("caster", "life"), [(ANNA, 26), (BEN, 20)])
def test_a_hero_sees_its_own_players_spells(caster: int, life: int) -> None:
    table, hero = heroic()
    table.cast(table.give(TOUCH, caster), on=hero)
    assert table.player(ANNA).life == life


def test_spells_with_other_targets_are_not_seen() -> None:
    table, _ = heroic()
    table.cast(table.give(TOUCH), on=table.put(creature("Bear", 2, 2)))
    assert table.player(ANNA).life == 21


@pytest.mark.parametrize("aim", ["mine", "theirs", "player"])
def test_only_spells_that_target_my_creatures_can_be_countered(aim: str) -> None:
    table = Position(plain=True)
    mine = Filter(types=("Creature",), controller="you")
    guard = table.give(
        instant(
            Counter(),
            targets=(Target(of=Filter(zone="stack", targets=mine)),),
            name="Guard",
        )
    )
    ours, theirs = table.put(creature("Bear", 2, 2)), table.put(creature("Ox", 2, 4), BEN)
    table.cast(
        table.give(TOUCH, BEN),
        on={"mine": ours, "theirs": theirs, "player": player(ANNA)}[aim],
        resolve=False,
    )
    table.attend(ANNA)
    assert table.may("cast", guard) is (aim == "mine")
