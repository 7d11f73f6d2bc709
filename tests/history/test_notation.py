"""Actions as text: whatever may be chosen is written so that it reads back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.actions import Action
from engine.analysis.invariants import faults
from engine.cards.model import Enters
from engine.notation import read, write
from tests.magic.positions import Position, creature
from tui.table.typed_commands import understand

NAMES = Position(plain=True).game


@pytest.mark.parametrize(
    "word",
    [
        "Time Lord", "C'tan", "Assembly-Worker", "Urza’s", "Jace, the Mind Sculptor", "x = y",
        "Fire // Ice", "player2", "7 =7", '"', '"Ach! Hans, Run!"', "a|b", "a  b", " a", "\n|\t",
    ],
)  # fmt: skip
def test_any_word_reads_back(word: str) -> None:
    action = Action("choose", number=3, word=word)
    assert read(write(action, NAMES), NAMES) == action


@given(st.text(min_size=1))
def test_no_word_breaks_a_line(word: str) -> None:
    action = Action("choose", word=word)
    text = write(action, NAMES)
    assert read(text, NAMES) == action
    assert len(text.splitlines()) == 1
    assert "|" not in text


def test_a_plain_word_needs_no_quotes() -> None:
    assert write(Action("choose", word="Time Lord"), NAMES) == "choose =Time Lord"
    assert read("choose = Time   Lord ", NAMES) == Action("choose", word="Time Lord")


@pytest.mark.parametrize("typed", ["choose =Time Lord", "choose time lord"])
def test_a_creature_type_of_two_words_may_be_typed(typed: str) -> None:
    table = Position(plain=True)
    table.cast(table.give(creature("Hunter", 2, 2, abilities=(Enters(choose="creature-type"),))))
    assert faults(table.game) == []
    meant = understand(typed, table.game.view_for(0))
    assert meant == Action("choose", word="Time Lord")
