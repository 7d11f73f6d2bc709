"""Emblems, read from made-up sentences."""

from __future__ import annotations

import pytest

from engine.cards.checks.whole_card import misfits
from engine.cards.describe import ability_text
from engine.cards.model import (
    Activated,
    AnyAbility,
    Card,
    Change,
    Damage,
    Draw,
    GainLife,
    MakeEmblem,
    PlayerRule,
    Static,
    Target,
    Triggered,
    When,
)
from engine.cards.oracle.printed import Line
from engine.cards.oracle.references import Said
from engine.cards.oracle.understanding import read_line
from engine.cards.oracle.writing import written_ability
from engine.cards.terms import Costs, Filter

FLYING = Static(
    what=Filter(types=("Creature",), controller="you"), change=Change(keywords=("flying",))
)
DRAWS = Triggered(when=When(event="step", step="end", who="you"), effects=(Draw(),))


def walker(*abilities: AnyAbility) -> Card:
    """A planeswalker whose only ability makes an emblem."""
    made = Activated(cost=Costs(loyalty=-5), effects=(MakeEmblem(abilities=abilities),))
    return Card(name="Sage", types=("Planeswalker",), cost="{4}", loyalty=4, abilities=(made,))


@pytest.mark.parametrize(
    ("text", "effect", "targets"),
    [
        (
            'You get an emblem with "Creatures you control have flying."',
            MakeEmblem(abilities=(FLYING,)),
            (),
        ),
        (
            'You get an emblem with "You have no maximum hand size." and "At the beginning of your '
            'end step, draw a card."',
            MakeEmblem(abilities=(PlayerRule(rule="no-maximum-hand-size"), DRAWS)),
            (),
        ),
        (
            'Target opponent gets an emblem with "Whenever you draw a card, this emblem deals 1 '
            'damage to you."',
            MakeEmblem(
                abilities=(
                    Triggered(
                        when=When(event="draws", who="you"), effects=(Damage(amount=1, to="you"),)
                    ),
                ),
                who="target",
            ),
            (Target(player="opponent"),),
        ),
        (
            "You get an emblem with \"Mountains you control have '{T}: You gain 1 life.'\"",
            MakeEmblem(
                abilities=(
                    Static(
                        what=Filter(subtypes=("Mountain",), controller="you"),
                        change=Change(
                            abilities=(
                                Activated(cost=Costs(tap=True), effects=(GainLife(amount=1),)),
                            )
                        ),
                    ),
                )
            ),
            (),
        ),
    ],
)
def test_an_emblem_is_read_and_written(
    text: str, effect: MakeEmblem, targets: tuple[Target, ...]
) -> None:
    text = f"-5: {text}"
    read = read_line("Sage", text, {"types": ("Planeswalker",)})
    ability = Activated(cost=Costs(loyalty=-5), effects=(effect,), targets=targets)
    assert isinstance(read, Line), read
    assert read.abilities == (ability,)
    assert written_ability(ability, Said(this="planeswalker")) == text
    assert ability_text(ability) == text.replace("-5", "-5")


@pytest.mark.parametrize(
    "ability",
    [
        Activated(cost=Costs(tap=True), effects=(Draw(),)),
        Static(change=Change(keywords=("flying",))),
        Triggered(when=When(event="dies"), effects=(Draw(),)),
    ],
)
def test_an_emblem_is_no_permanent(ability: AnyAbility) -> None:
    assert not [*misfits(walker(FLYING, DRAWS), "sage")]
    assert [*misfits(walker(ability), "sage")]
    assert [*misfits(walker(), "sage")]
