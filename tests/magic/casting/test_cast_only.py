"""Spells that can be cast only at some times: "Cast this spell only if you've cast another"."""

from __future__ import annotations

import pytest

from engine.cards.describe import rules_text
from engine.cards.model import Card, GainLife, Spell
from engine.cards.oracle.printed import PrintedCard
from engine.cards.oracle.understanding import understand
from engine.cards.terms import During, Exists, Filter, TurnIs
from tests.magic.positions import ANNA, BEN, Position, creature, instant

ANOTHER = Exists(of=Filter(zone="stack", controller="you", among="cast-this-turn", other=True))
YOURS = TurnIs(whose="you")


def test_a_creature_waits_for_another_spell() -> None:
    table = Position(plain=True)
    angel = table.give(creature("Angel", 4, 4, cost="{0}", cast_only=ANOTHER))
    table.attend(ANNA)
    assert not table.may("cast", angel)
    table.cast(table.give(instant(GainLife(amount=1))))
    table.attend(ANNA)
    assert table.may("cast", angel)


@pytest.mark.parametrize(("seat", "fine"), [(ANNA, True), (BEN, False)])
def test_an_instant_for_ones_own_turn(seat: int, fine: bool) -> None:
    table = Position(plain=True)
    spell = table.give(instant(GainLife(amount=1), cast_only=YOURS), seat)
    table.attend(seat)
    assert table.may("cast", spell) is fine


@pytest.mark.parametrize(
    ("words", "condition"),
    [
        ("if you've cast another spell this turn", ANOTHER),
        ("during combat", During(step="combat", whose="any")),
        ("during your end step", During(step="end", whose="you")),
        ("during your turn", YOURS),
    ],
)
def test_the_line_is_read(words: str, condition: object) -> None:
    text = f"Cast this spell only {words}.\nYou gain 1 life."
    card = understand(PrintedCard(name="Test", cost="{W}", type_line="Instant", text=text))
    assert isinstance(card, Card)
    assert card.cast_only == condition
    assert rules_text(card)[0].startswith("Cast this spell only ")


def test_other_times_are_refused() -> None:
    text = "Cast this spell only before attackers are declared.\nYou gain 1 life."
    card = understand(PrintedCard(name="Test", cost="{W}", type_line="Instant", text=text))
    assert not isinstance(card, Card)


def test_what_is_free_is_bound_by_it_too() -> None:
    card = Card(
        name="Gift",
        types=("Instant",),
        cost="{0}",
        cast_only=YOURS,
        abilities=(Spell(effects=(GainLife(amount=1),)),),
    )
    assert rules_text(card)[0] == "Cast this spell only during your turn."
