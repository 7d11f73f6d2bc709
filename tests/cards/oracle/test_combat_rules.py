"""Requirements and restrictions of combat, read from made-up sentences and written back."""

from __future__ import annotations

import pytest

from engine.cards.model import (
    Activated,
    AnyAbility,
    AnyEffect,
    Change,
    Damage,
    Modify,
    Static,
    Tap,
    Target,
)
from engine.cards.oracle.printed import CardRefusal, Line
from engine.cards.oracle.references import Said
from engine.cards.oracle.understanding import read_line
from engine.cards.oracle.writing import written_ability
from engine.cards.terms import Costs, Filter

CREATURE = Filter(types=("Creature",))
MINE = Filter(types=("Creature",), controller="you")


def restricted(*words: str, what: object = "self") -> Static:
    return Static(what=what, change=Change(restrict=words))  # type: ignore[arg-type] # words of Change


def used(*effects: AnyEffect) -> Activated:
    return Activated(cost=Costs(tap=True), effects=effects, targets=(Target(of=CREATURE),))


def on_target(word: str) -> Modify:
    return Modify(what="target", change=Change(restrict=(word,)))  # type: ignore[arg-type] # a word of Change


@pytest.mark.parametrize(
    ("text", "ability"),
    [
        ("This creature must be blocked if able.", restricted("must-be-blocked-once")),
        (
            "Creatures you control can't be blocked by more than one creature.",
            restricted("blocked-by-one", what=MINE),
        ),
        (
            "This creature can block an additional creature each combat.",
            Static(change=Change(extra_blocks=1)),
        ),
        (
            "This creature can block an additional three creatures each combat.",
            Static(change=Change(extra_blocks=3)),
        ),
        (
            "Activated abilities of artifacts can't be activated.",
            restricted("cant-activate", what=Filter(types=("Artifact",))),
        ),
        (
            "This creature gets -1/-1, and its activated abilities can't be activated.",
            Static(change=Change(power=-1, toughness=-1, restrict=("cant-activate",))),
        ),
        (
            "This creature can't block, and its activated abilities can't be activated.",
            restricted("cant-block", "cant-activate"),
        ),
        ("{T}: Target creature blocks this turn if able.", used(on_target("must-block"))),
        (
            "{T}: Target creature blocks this creature this turn if able.",
            used(on_target("must-block-source")),
        ),
        (
            "{T}: Target creature must be blocked this turn if able.",
            used(on_target("must-be-blocked-once")),
        ),
        (
            "{T}: Target creature can block an additional creature this turn.",
            used(Modify(what="target", change=Change(extra_blocks=1))),
        ),
        (
            "{T}: Tap target creature. Its activated abilities can't be activated this turn.",
            used(Tap(what="target"), on_target("cant-activate")),
        ),
        (
            "{T}: This creature deals 2 damage to target creature. If it would die this turn, "
            "exile it instead.",
            used(Damage(amount=2, to="target"), on_target("dies-to-exile")),
        ),
        (
            "{T}: This creature deals 2 damage to target creature. If a creature dealt damage "
            "this way would die this turn, exile it instead.",
            used(
                Damage(amount=2, to="target"),
                Modify(
                    what=Filter(types=("Creature",), among="damaged"),
                    change=Change(restrict=("dies-to-exile",)),
                ),
            ),
        ),
    ],
)
def test_rules_of_combat(text: str, ability: AnyAbility) -> None:
    assert read_line("Test", text, {"types": ("Creature",)}) == Line(abilities=(ability,))
    assert written_ability(ability, Said(this="creature")) == text


@pytest.mark.parametrize(
    "text",
    [
        "Destroy target land. If a creature would die this turn, exile it instead.",
        "This creature must be blocked by an Elf if able.",
        "Activated abilities of artifacts can't be activated unless they're mana abilities.",
    ],
)
def test_what_only_resembles_them_is_refused(text: str) -> None:
    assert isinstance(read_line("Test", text, {"types": ("Instant",)}), CardRefusal)
