"""Triggered abilities of an effect that last until a player's next turn (CR 603.7, 611.2b)."""

from __future__ import annotations

import pytest

from engine.cards.model import Card, Delayed, Destroy, GainLife, When
from engine.cards.terms import Filter
from engine.magic.core.position import AbilityContext
from engine.magic.effects.branching import delay
from engine.magic.turn.steps import BeginTurn, wear_off
from tests.magic.positions import ANNA, BEN, Position, creature

BEAR = creature("Bear", 2, 2)
A_CREATURE = Filter(types=("Creature",))
WALKER = Card(name="Walker", types=("Planeswalker",), loyalty=5, cost="{3}")


def turn_begins(table: Position, seat: int) -> None:
    """A turn ends with its cleanup, and another player's begins."""
    wear_off(table.game)
    BeginTurn(seat).run(table.game)
    table.state.set(agenda=table.state.agenda[:1])


@pytest.mark.rule("M-13")
@pytest.mark.cr("603.7c", "611.2b")
def test_an_ability_triggers_again_and_again_until_its_players_next_turn() -> None:
    table = Position(plain=True)
    gains = Delayed(
        when=When(event="attacks", what=A_CREATURE),
        then=(GainLife(amount=1),),
        each_time=True,
        until="your-next-turn",
    )
    table.follow(gains)
    bear, other = table.put(BEAR, BEN), table.put(BEAR, BEN)
    turn_begins(table, BEN)
    table.happen("attacks", bear, seat=BEN)
    table.happen("attacks", other, seat=BEN)
    assert table.player(ANNA).life == 22
    turn_begins(table, ANNA)
    assert table.state.delayed == ()


@pytest.mark.rule("M-13")
@pytest.mark.cr("603.7c")
def test_it_is_the_object_of_each_event() -> None:
    table = Position(plain=True)
    walker = table.put(WALKER)
    guard = Delayed(
        when=When(event="deals-damage", what=A_CREATURE, by=Filter(among="self"), combat_only=True),
        then=(Destroy(what="it"),),
        each_time=True,
        until="your-next-turn",
    )
    delay(table.game, AbilityContext(ANNA, walker, "Walker"), guard)
    bear, other = table.put(BEAR, BEN), table.put(BEAR, BEN)
    table.happen("deals-damage", bear, seat=BEN, by=walker, amount=2, combat=True)
    table.happen("deals-damage", other, seat=BEN, by=-1, amount=2, combat=True)
    assert (table.zone(bear), table.zone(other)) == ("graveyard", "battlefield")
