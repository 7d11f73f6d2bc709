"""Sentences about what has happened this turn, read and written back."""

from __future__ import annotations

import pytest

from engine.cards.model import Triggered, When
from engine.cards.oracle.printed import CardRefusal, Line
from engine.cards.oracle.references import Said
from engine.cards.oracle.understanding import read_line
from engine.cards.oracle.writing import written_ability
from engine.cards.terms import Compare, Condition, Exists, Filter, Matches, Stat


def only(text: str) -> Triggered:
    """Return the one triggered ability of a line."""
    line = read_line("Test", text, {"types": ("Creature",)})
    assert isinstance(line, Line), line
    [ability] = line.abilities
    assert isinstance(ability, Triggered)
    return ability


@pytest.mark.parametrize(
    ("words", "condition"),
    [
        (
            "a creature died this turn",
            Exists(of=Filter(types=("Creature",), among="died-this-turn")),
        ),
        ("you attacked this turn", Exists(of=Filter(controller="you", among="attacked-this-turn"))),
        (
            "a permanent you controlled left the battlefield this turn",
            Exists(of=Filter(controller="you", among="left-this-turn")),
        ),
        (
            "you've cast an artifact spell this turn",
            Exists(
                of=Filter(
                    zone="stack", types=("Artifact",), controller="you", among="cast-this-turn"
                )
            ),
        ),
        (
            "you had a land enter under your control this turn",
            Exists(of=Filter(types=("Land",), controller="you", among="entered-this-turn")),
        ),
        (
            "you gained 4 or more life this turn",
            Compare(left=Stat(what="life-gained-this-turn", of="you"), right=4),
        ),
        (
            "this creature attacked this turn",
            Matches(what="self", filter=Filter(among="attacked-this-turn")),
        ),
    ],
)
def test_conditions_about_this_turn(words: str, condition: Condition) -> None:
    text = f"At the beginning of your end step, if {words}, draw a card."
    ability = only(text)
    assert ability.condition == condition
    assert written_ability(ability, Said(this="creature")) == text


@pytest.mark.parametrize(
    ("event", "when"),
    [
        (
            "Whenever a creature dealt damage by this creature this turn dies",
            When(event="dies", what=Filter(types=("Creature",), among="damaged-by-self-this-turn")),
        ),
        ("Whenever an opponent loses life", When(event="loses-life", who="opponent")),
        (
            "Whenever a creature card is put into your graveyard from anywhere",
            When(event="is-put-into-graveyard", what=Filter(types=("Creature",), owner="you")),
        ),
        (
            "At the beginning of your precombat main phase",
            When(event="step", step="precombat-main", who="you"),
        ),
    ],
)
def test_events_of_this_turn(event: str, when: When) -> None:
    text = f"{event}, draw a card."
    ability = only(text)
    assert ability.when == when
    assert written_ability(ability, Said(this="creature")) == text


@pytest.mark.parametrize(
    "words",
    [
        "a creature died last turn",
        "a creature you control died this turn this turn",
        "three creatures attacked this turn",
    ],
)
def test_other_turns_are_refused(words: str) -> None:
    text = f"At the beginning of your end step, if {words}, draw a card."
    assert isinstance(read_line("Test", text, {"types": ("Creature",)}), CardRefusal)
