"""Conditions, read from made-up sentences and written back."""

from __future__ import annotations

import pytest

from engine.cards.model import Triggered
from engine.cards.oracle.printed import CardRefusal, Line
from engine.cards.oracle.references import Said
from engine.cards.oracle.understanding import read_line
from engine.cards.oracle.writing import written_ability
from engine.cards.terms import (
    Compare,
    Condition,
    Count,
    Exists,
    Filter,
    Hurt,
    Matches,
    Not,
    Paid,
    Present,
    Recent,
    Stat,
    TurnIs,
)

MINE = Filter(types=("Creature",), controller="you")
IN_HAND = Filter(zone="hand", owner="you")
IN_GRAVEYARD = Filter(zone="graveyard", owner="you")


@pytest.mark.parametrize(
    ("words", "condition"),
    [
        ("this creature was kicked", Paid()),
        ("its prowl cost was paid", Paid(cost="prowl")),
        ("it's your turn", TurnIs(whose="you")),
        ("it's not your turn", Not(condition=TurnIs(whose="you"))),
        ("an opponent was dealt damage this turn", Hurt()),
        ("this creature is on the battlefield", Present()),
        (
            "this creature came under your control since the beginning of your last upkeep",
            Recent(),
        ),
        ("you control a creature", Exists(of=MINE)),
        ("you control three or more creatures", Exists(of=MINE, at_least=3)),
        ("you control no creatures", Exists(of=MINE, at_least=0, at_most=0)),
        ("you control exactly two creatures", Exists(of=MINE, at_least=2, at_most=2)),
        ("you control two or fewer creatures", Exists(of=MINE, at_least=0, at_most=2)),
        ("you don't control a creature", Not(condition=Exists(of=MINE))),
        ("you control fewer than five creatures", Not(condition=Exists(of=MINE, at_least=5))),
        ("you have no cards in hand", Exists(of=IN_HAND, at_least=0, at_most=0)),
        ("you have seven or more cards in hand", Exists(of=IN_HAND, at_least=7)),
        (
            "there are two or more artifacts on the battlefield",
            Exists(of=Filter(types=("Artifact",)), at_least=2),
        ),
        (
            "there are seven or more cards in your graveyard",
            Compare(left=Stat(what="graveyard", of="you"), right=7),
        ),
        ("you have 30 or more life", Compare(left=Stat(what="life", of="you"), right=30)),
        ("you have 5 or less life", Compare(left=5, right=Stat(what="life", of="you"))),
        (
            "creatures you control have total power 8 or greater",
            Compare(left=Stat(what="power", of=MINE, take="total"), right=8),
        ),
        (
            "there are three or more charge counters on this creature",
            Compare(left=Stat(what="counters", kind="charge"), right=3),
        ),
    ],
)
def test_conditions_are_read_and_written(words: str, condition: Condition) -> None:
    text = f"At the beginning of your upkeep, if {words}, you gain 1 life."
    line = read_line("Test", text, {"types": ("Creature",)})
    assert isinstance(line, Line), line
    [ability] = line.abilities
    assert isinstance(ability, Triggered)
    assert ability.condition == condition
    assert written_ability(ability, Said(this="creature")) == text


@pytest.mark.parametrize(
    ("words", "condition"),
    [
        ("it's tapped", Matches(what="self", filter=Filter(tapped=True))),
        ("it isn't tapped", Not(condition=Matches(what="self", filter=Filter(tapped=True)))),
        ("it's an Elf", Matches(what="self", filter=Filter(subtypes=("Elf",)))),
        ("it has flying", Matches(what="self", filter=Filter(keywords=("flying",)))),
        ("it has power 4 or greater", Matches(what="self", filter=Filter(power_min=4))),
        ("its power is 4 or greater", Matches(what="self", filter=Filter(power_min=4))),
        (
            "it has a +1/+1 counter on it",
            Matches(what="self", filter=Filter(counters="+1/+1")),
        ),
        (
            "there are four or more card types among cards in your graveyard",
            Compare(left=Count(of=IN_GRAVEYARD, distinct="card-type"), right=4),
        ),
    ],
)
def test_conditions_of_one_object(words: str, condition: Condition) -> None:
    text = f"Whenever this creature attacks, if {words}, you gain 1 life."
    line = read_line("Test", text, {"types": ("Creature",)})
    assert isinstance(line, Line), line
    assert line.abilities[0].condition == condition  # type: ignore[union-attr]


def test_a_state_is_an_event() -> None:
    text = "When you control no Islands, sacrifice this creature."
    line = read_line("Test", text, {"types": ("Creature",)})
    assert isinstance(line, Line), line
    [ability] = line.abilities
    assert ability.when.event == "state"  # type: ignore[union-attr]
    assert written_ability(ability, Said(this="creature")) == text


@pytest.mark.parametrize(
    "words",
    [
        "you control your commander",
        "you control three or more",
        "it's tapped and",
        "an opponent has no cards in hand",  # of several opponents the language asks for all
        "they aren't creatures",
    ],
)
def test_conditions_that_the_language_lacks_are_refused(words: str) -> None:
    text = f"At the beginning of your upkeep, if {words}, you gain 1 life."
    assert isinstance(read_line("Test", text, {"types": ("Creature",)}), CardRefusal)
