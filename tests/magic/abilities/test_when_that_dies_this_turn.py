"""Delayed triggers that wait until the end of the turn: "when that creature dies this turn"."""

from __future__ import annotations

import pytest

from engine.cards.model import (
    Change,
    Delayed,
    Destroy,
    GainLife,
    Modify,
    Move,
    Spell,
    Target,
    When,
)
from engine.cards.oracle.printed import CardRefusal, Line
from engine.cards.oracle.understanding import read_line
from engine.cards.terms import Filter
from engine.magic.turn.steps import wear_off
from tests.magic.positions import ANNA, BEN, Position, creature, instant

A_CREATURE = Target(of=Filter(types=("Creature",)))
BEAR = creature("Bear", 2, 2)
MARK = instant(
    Delayed(when=When(event="dies", what="it"), then=(GainLife(amount=5),), this_turn=True),
    targets=(A_CREATURE,),
    name="Mark",
)


@pytest.mark.parametrize(("ends", "life"), [(False, 25), (True, 20)])
def test_the_turns_end_ends_the_waiting(ends: bool, life: int) -> None:
    table = Position(plain=True)
    bear = table.put(BEAR, BEN)
    table.cast(table.give(MARK), on=bear)
    if ends:
        wear_off(table.game)
        assert not table.state.delayed
    table.follow(Destroy(what="target"), on=bear)
    table.priority()
    assert table.player(ANNA).life == life


def test_other_creatures_dont_count() -> None:
    table = Position(plain=True)
    bear, other = table.put(BEAR, BEN), table.put(BEAR, BEN)
    table.cast(table.give(MARK), on=bear)
    table.follow(Destroy(what="target"), on=other)
    table.priority()
    assert table.player(ANNA).life == 20
    assert table.state.delayed


def spell(text: str) -> Spell:
    """Return the ability of an instant with a text."""
    line = read_line("Test", text, {"types": ("Instant",)})
    assert isinstance(line, Line), line
    (found,) = line.abilities
    assert isinstance(found, Spell)
    return found


def test_what_is_read() -> None:
    grow = Modify(what="target", change=Change(power=1))
    text = "Target creature gets +1/+0 until end of turn. When that creature dies this turn, "
    later = Delayed(when=When(event="dies", what="it"), then=(GainLife(amount=1),), this_turn=True)
    assert spell(f"{text}you gain 1 life.").effects == (grow, later)
    back = spell("When target creature dies this turn, return that card to the battlefield under "
                 "its owner's control.")  # fmt: skip
    assert back.targets == (A_CREATURE,)
    assert back.effects == (
        Delayed(
            when=When(event="dies", what="it"),
            then=(Move(what="it", to="battlefield"),),
            this_turn=True,
        ),
    )


@pytest.mark.parametrize(
    "text",
    [
        "When that creature dies this turn, draw a card.",
        "When a creature dies this turn, draw a card.",
        "Target creature gains haste until end of turn. When that creature dies this turn, destroy "
        "target creature.",
    ],
)
def test_what_is_refused(text: str) -> None:
    assert isinstance(read_line("Test", text, {"types": ("Instant",)}), CardRefusal)
