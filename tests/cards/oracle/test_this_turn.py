"""What has happened this turn, read from made-up sentences and written back."""

from __future__ import annotations

import pytest

from engine.cards.model import Triggered
from engine.cards.oracle.printed import CardRefusal, Line
from engine.cards.oracle.references import Said
from engine.cards.oracle.understanding import read_line
from engine.cards.oracle.writing import written_ability
from engine.cards.terms import Compare, Condition, Exists, Filter, Matches, Not, Stat

YOURS = Filter(controller="you", among="attacked-this-turn")
CAST = Filter(zone="stack", controller="you", among="cast-this-turn")
GAINED = Stat(what="life-gained-this-turn", of="you")


def ability(text: str) -> Triggered:
    """Return the ability that a line of a creature stands for."""
    line = read_line("Test", text, {"types": ("Creature",)})
    assert isinstance(line, Line), line
    (found,) = line.abilities
    assert isinstance(found, Triggered)
    return found


def written(found: Triggered) -> str | None:
    """Return an ability of a creature in words."""
    return written_ability(found, Said(this="creature", host="enchanted creature"))


@pytest.mark.parametrize(
    ("words", "condition"),
    [
        ("a creature died", Exists(of=Filter(types=("Creature",), among="died-this-turn"))),
        (
            "no creatures attacked",
            Exists(
                of=Filter(types=("Creature",), among="attacked-this-turn"), at_least=0, at_most=0
            ),
        ),
        ("you attacked", Exists(of=YOURS)),
        (
            "you attacked with three or more creatures",
            Exists(
                of=Filter(types=("Creature",), controller="you", among="attacked-this-turn"),
                at_least=3,
            ),
        ),
        (
            "a permanent you controlled left the battlefield",
            Exists(of=Filter(controller="you", among="left-this-turn")),
        ),
        (
            "you had a land enter under your control",
            Exists(of=Filter(types=("Land",), controller="you", among="entered-this-turn")),
        ),
        (
            "a planeswalker entered the battlefield under your control",
            Exists(of=Filter(types=("Planeswalker",), controller="you", among="entered-this-turn")),
        ),
        ("you've cast a spell", Exists(of=CAST)),
        (
            "an opponent cast a creature spell",
            Exists(
                of=Filter(
                    zone="stack", types=("Creature",), controller="opponent", among="cast-this-turn"
                )
            ),
        ),
        ("you've cast two or more spells", Exists(of=CAST, at_least=2)),
        ("you gained life", Compare(left=GAINED, right=1)),
        ("you gained 4 or more life", Compare(left=GAINED, right=4)),
        (
            "an opponent lost life",
            Compare(
                left=Stat(what="life-lost-this-turn", of="opponents", take="greatest"), right=1
            ),
        ),
        (
            "this creature attacked or blocked",
            Matches(
                what="self",
                filter=Filter(
                    any_of=(
                        Filter(among="attacked-this-turn"),
                        Filter(among="blocked-this-turn"),
                    )
                ),
            ),
        ),
        (
            "this creature didn't attack",
            Not(condition=Matches(what="self", filter=Filter(among="attacked-this-turn"))),
        ),
        (
            "this creature dealt damage to an opponent",
            Matches(what="self", filter=Filter(among="dealt-damage-to-opponent-this-turn")),
        ),
    ],
)
def test_conditions(words: str, condition: Condition) -> None:
    text = f"At the beginning of each end step, if {words} this turn, draw a card."
    found = ability(text)
    assert found.condition == condition
    assert written(found) == text


@pytest.mark.parametrize(
    "text",
    [
        "Whenever a creature dealt damage by this creature this turn dies, draw a card.",
        "Whenever a creature dealt damage by enchanted creature this turn dies, draw a card.",
        "When this creature enters, destroy target creature that attacked this turn.",
        "When this creature enters, exile target creature that dealt damage to you this turn.",
        "When this creature enters, draw a card for each creature that died this turn.",
        (
            "When this creature enters, draw a card for each creature put into your graveyard from "
            "the battlefield this turn."
        ),
        (
            "When this creature enters, return target card from your graveyard that was put there "
            "from the battlefield this turn to your hand."
        ),
        "When this creature dies, you gain life equal to the life you've lost this turn.",
        "When this creature enters, put a +1/+1 counter on each creature that entered this turn.",
        "Whenever this creature becomes unattached from a permanent, destroy that permanent.",
        "Whenever you cast a spell that targets this creature, draw a card.",
        (
            "At the beginning of each player's end step, if that player cast a spell this turn, "
            "draw a card."
        ),
        (
            "At the beginning of your end step, if you didn't attack with a creature this turn, "
            "sacrifice this creature."
        ),
        "When this creature dies, if 4 or more damage was dealt to it this turn, draw a card.",
        "When this creature enters, counter target spell that targets a creature you control.",
        "When this creature enters, counter target instant spell that targets you.",
    ],
)
def test_objects_and_numbers_are_written_back(text: str) -> None:
    assert written(ability(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "When this creature dies, if you control a creature that died this turn, draw a card.",
        "At the beginning of your upkeep, if a creature dies this turn, draw a card.",
        "When this creature dies, if an opponent cast two or more spells this turn, draw a card.",
        "At the beginning of your upkeep, if you attacked that player this turn, draw a card.",
    ],
)
def test_what_is_refused(text: str) -> None:
    assert isinstance(read_line("Test", text, {"types": ("Creature",)}), CardRefusal)
