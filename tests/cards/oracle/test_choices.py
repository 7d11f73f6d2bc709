"""Choices on resolution in texts: of objects, and of colors, types and keywords."""

from __future__ import annotations

import pytest

from engine.cards.oracle.printed import Line
from engine.cards.oracle.references import Said
from engine.cards.oracle.understanding import read_line
from engine.cards.oracle.writing import written_ability

SENTENCES = (
    "Untap up to two lands.",
    "Return a creature you control to its owner's hand.",
    "Put two cards from your hand on top of your library in any order.",
    "Target creature you control gains protection from the color of your choice until end of turn.",
    "Target creature becomes the color of your choice until end of turn.",
    "Target creature becomes the creature type of your choice until end of turn.",
    "Target creature gains your choice of flying or trample until end of turn.",
    "Target land becomes the basic land type of your choice until end of turn.",
)


@pytest.mark.parametrize("sentence", SENTENCES)
def test_a_choice_is_read_and_written_in_the_same_words(sentence: str) -> None:
    line = read_line("Some Spell", sentence, {"types": ("Sorcery",)})
    assert isinstance(line, Line), line
    (spell,) = line.abilities
    assert written_ability(spell, Said(this="spell")) == sentence
