"""Results of earlier effects in texts: "this way", "that many", "the sacrificed creature"."""

from __future__ import annotations

from typing import Any

import pytest

from engine.cards.model import Damage, Destroy, Discard, Draw, GainLife, LoseLife, Sacrifice
from engine.cards.oracle.printed import CardRefusal, Line
from engine.cards.oracle.understanding import read_line
from engine.cards.terms import Count, Filter, Stat

SPELL = {"types": ("Sorcery",)}
CREATURES = Filter(types=("Creature",))
MINE = Filter(types=("Creature",), controller="you")


def effects_of(text: str) -> tuple[Any, ...]:
    """Return the effects of a spell's text."""
    line = read_line("Some Spell", text, SPELL)
    assert isinstance(line, Line), line
    (spell,) = line.abilities
    return spell.effects  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("text", "effects"),
    [
        (
            "Each opponent loses 2 life. You gain life equal to the life lost this way.",
            (LoseLife(amount=2, who="opponents"), GainLife(amount=Stat(what="life-lost"))),
        ),
        (
            "Destroy all creatures. Draw a card for each creature destroyed this way.",
            (
                Destroy(what=CREATURES),
                Draw(count=Count(of=Filter(types=("Creature",), among="destroyed"))),
            ),
        ),
        (
            "Each player discards their hand, then draws that many cards.",
            (
                Discard(who="players", count="all"),
                Draw(who="players", count=Count(of=Filter(among="discarded", owner="that-player"))),
            ),
        ),
        (
            "Discard two cards. Draw that many cards.",
            (Discard(count=2), Draw(count=Count(of=Filter(among="discarded")))),
        ),
        (
            "Sacrifice a creature. You gain life equal to the sacrificed creature's toughness.",
            (Sacrifice(of=CREATURES), GainLife(amount=Stat(what="toughness", of="sacrificed"))),
        ),
        (
            "Sacrifice a creature. You gain life equal to that creature's power.",
            (Sacrifice(of=CREATURES), GainLife(amount=Stat(what="power", of="sacrificed"))),
        ),
        (
            "You gain X life and draw X cards, where X is the number of creatures you control.",
            (GainLife(amount=Count(of=MINE)), Draw(count=Count(of=MINE))),
        ),
        (
            "This spell deals 3 damage to you. You gain that much life.",
            (Damage(amount=3, to="you"), GainLife(amount=Stat(what="damage-taken"))),
        ),
        (
            "Draw cards equal to the greatest power among creatures you control.",
            (
                Draw(
                    count=Stat(
                        what="power",
                        of=Filter(types=("Creature",), controller="you"),
                        take="greatest",
                    )
                ),
            ),
        ),
    ],
)
def test_a_result_is_the_amount_of_a_later_effect(text: str, effects: tuple[Any, ...]) -> None:
    assert effects_of(text) == effects


@pytest.mark.parametrize("text", ["Draw that many cards.", "You gain that much life."])
def test_a_number_that_nothing_has_given_is_refused(text: str) -> None:
    assert isinstance(read_line("Some Spell", text, SPELL), CardRefusal)
