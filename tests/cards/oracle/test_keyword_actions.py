"""Keyword actions and tokens with a kind of their own, read as the effects that they stand for."""

import pytest

from engine.cards.model import (
    AnyEffect,
    Choose,
    CopyToken,
    LookAtTop,
    MakeToken,
    May,
    Modify,
    PutCounters,
    Spell,
)
from engine.cards.oracle.phrases.keyword_actions import CLUE, TREASURE
from engine.cards.oracle.printed import CardRefusal
from engine.cards.oracle.understanding import read_line
from engine.cards.terms import Costs


def effects_of(text: str) -> tuple[AnyEffect, ...]:
    """The effects of a spell with this text."""
    line = read_line("Tide", text, {"types": ("Sorcery",)})
    assert not isinstance(line, CardRefusal), line
    (spell,) = line.abilities
    assert isinstance(spell, Spell)
    return spell.effects


@pytest.mark.parametrize(
    ("text", "effect"),
    [
        ("Create a Treasure token.", MakeToken(token=TREASURE)),
        ("Create two tapped Treasure tokens.", MakeToken(token=TREASURE, count=2, tapped=True)),
        ("Each player creates a Treasure token.", MakeToken(token=TREASURE, who="players")),
        ("Investigate.", MakeToken(token=CLUE)),
        ("Investigate twice.", MakeToken(token=CLUE, count=2)),
        (
            "Surveil 2.",
            LookAtTop(count=2, take=2, to="graveyard", optional=True, rest="library-top"),
        ),
    ],
)
def test_an_action_is_an_effect(text: str, effect: AnyEffect) -> None:
    assert effects_of(text) == (effect,)


def test_populate_copies_a_token_of_your_choice() -> None:
    chosen, copied = effects_of("Populate.")
    assert isinstance(chosen, Choose)
    assert (chosen.of.types, chosen.of.token, chosen.of.controller) == (("Creature",), True, "you")
    assert copied == CopyToken(of="chosen")


def test_a_detained_permanent_does_nothing_until_your_next_turn() -> None:
    (effect,) = effects_of("Detain target creature an opponent controls.")
    assert isinstance(effect, Modify)
    assert effect.until == "your-next-turn"
    assert set(effect.change.restrict) == {"cant-attack", "cant-block", "cant-activate"}


@pytest.mark.parametrize("text", ["Create two Treasure token.", "Surveil.", "Detain."])
def test_what_is_no_such_action_is_refused(text: str) -> None:
    assert isinstance(read_line("Tide", text, {"types": ("Sorcery",)}), CardRefusal)


@pytest.mark.parametrize(
    ("text", "effect"),
    [
        ("You get {E}{E}.", PutCounters(on="you", kind="energy", count=2)),
        ("Target player gets three poison counters.",
         PutCounters(on="target", kind="poison", count=3)),
        (
            "You may pay {E}{E}. If you do, investigate.",
            May(cost=Costs(energy=2), then=(MakeToken(token=CLUE),)),
        ),
    ],
)  # fmt: skip
def test_players_get_and_pay_counters(text: str, effect: AnyEffect) -> None:
    assert effects_of(text) == (effect,)
