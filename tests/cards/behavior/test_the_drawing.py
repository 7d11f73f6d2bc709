"""The drawing of cards: it can be repeated, and each drawn card is played by a test."""

from __future__ import annotations

from pathlib import Path

from engine.cards.library import library
from tests.cards.behavior.drawing import DRAWN, draw

TESTS = sorted(Path(__file__).parent.glob("test_drawn_*.py"))


def test_a_drawing_depends_on_the_names_and_the_seed_alone() -> None:
    names = [f"Card {number}" for number in range(100)]
    few = draw(names, 5)
    assert few == draw(reversed(names), 5) == draw(names, 50)[:5]
    assert few != draw(names, 5, seed=1)
    assert len({*draw(names, 100)}) == 100


def test_each_drawn_card_is_known_and_played() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in TESTS)
    assert [name for name in DRAWN if f'"{name}"' not in text] == []
    assert {library().card(name).name for name in DRAWN} == {*DRAWN}
