"""Evening out what players have, returning a card for each, and two tokens, from sentences."""

from __future__ import annotations

import pytest

from engine.cards.model import (
    AnyEffect,
    Choose,
    Destroy,
    Discard,
    MakeToken,
    Move,
    Sacrifice,
    Spell,
)
from engine.cards.oracle.printed import Line
from engine.cards.oracle.references import Said
from engine.cards.oracle.understanding import read_line
from engine.cards.oracle.writing import written_ability
from engine.cards.terms import Count, Filter, PerPlayer, Stat, Sum
from tests.magic.positions import creature


def surplus(kind: str) -> Sum:
    """How many more permanents of a kind a player controls than who controls the fewest."""
    theirs = Count(of=Filter(types=(kind,), controller="that-player"))  # type: ignore[arg-type]
    return Sum(of=(theirs, PerPlayer(amount=theirs, take="least", times=-1)))


CARDS = Sum(
    of=(
        Stat(what="hand", of="that-player"),
        Stat(what="hand", of="players", take="least", times=-1),
    )
)
CAT = creature("Cat", 2, 2, cost="", colors=("white",), subtypes=("Cat",))
DOG = creature("Dog", 3, 3, cost="", colors=("green",), subtypes=("Dog",))


@pytest.mark.parametrize(
    ("text", "effects"),
    [
        (
            "Each player chooses a number of lands they control equal to the number of lands "
            "controlled by the player who controls the fewest, then sacrifices the rest. Players "
            "discard cards and sacrifice creatures the same way.",
            (
                Sacrifice(who="players", of=Filter(types=("Land",)), count=surplus("Land")),
                Discard(who="players", count=CARDS),
                Sacrifice(who="players", of=Filter(types=("Creature",)), count=surplus("Creature")),
            ),
        ),
        (
            "Create two 2/2 white Cat creature tokens and a 3/3 green Dog creature token.",
            (MakeToken(token=CAT, count=2), MakeToken(token=DOG)),
        ),
    ],
)
def test_spells(text: str, effects: tuple[AnyEffect, ...]) -> None:
    spell = Spell(effects=effects)
    assert read_line("Test", text, {"types": ("Sorcery",)}) == Line(abilities=(spell,))
    assert written_ability(spell, Said(this="spell")) == text


def test_a_card_comes_back_for_each_card_discarded() -> None:
    text = (
        "Discard X cards, then return a card from your graveyard to your hand for each card "
        "discarded this way."
    )
    back = Choose(
        of=Filter(zone="graveyard", owner="you"), count=Count(of=Filter(among="discarded"))
    )
    spell = Spell(effects=(Discard(count="X"), back, Move(what="chosen", to="hand")))
    assert read_line("Test", text, {"types": ("Sorcery",)}) == Line(abilities=(spell,))


def test_all_except_the_source() -> None:
    text = "{T}: Destroy all creatures except for this creature."
    read = read_line("Test", text, {"types": ("Creature",)})
    assert isinstance(read, Line)
    [ability] = read.abilities
    others = Filter(types=("Creature",), other=True)
    assert ability.effects == (Destroy(what=others),)  # type: ignore[attr-defined]
