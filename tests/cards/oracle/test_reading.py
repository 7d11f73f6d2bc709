"""The reader remembers what can't begin with a word; what it read before must change nothing."""

from __future__ import annotations

import subprocess
import sys

import pytest

from engine.cards.oracle.grammar import Reader
from engine.cards.oracle.printed import CardRefusal, PrintedCard
from engine.cards.oracle.rules import load_rules
from engine.cards.oracle.understanding import understand


@pytest.mark.parametrize(
    ("cut_off", "whole"), [("Tribute", "Tribute 3"), ("Living", "Living weapon")]
)
def test_a_text_that_breaks_off_hides_no_meaning_of_a_whole_one(cut_off: str, whole: str) -> None:
    load_rules()
    assert Reader(cut_off).read("keyword", 0) == []
    assert [each.value for each in Reader(whole).read("keyword", 0)] == [whole.lower()]


@pytest.mark.parametrize(
    "text",
    [
        "Draw a card, " * 30,  # each comma can join clauses, sentences or objects
        "Draw a card and draw a card and " * 30,
        "Draw a card.\n" * 1000,
        "{T}: Add {G}.\n" * 1000,
        "Choose one —\n• Draw a card.\n" * 500,
        "you may draw a card. If you do, " * 300,
    ],
)
def test_a_text_that_would_take_too_long_to_read_is_refused(text: str) -> None:
    hostile = PrintedCard(name="Maze of Words", cost="{1}", type_line="Instant", text=text)
    refused = understand(hostile)
    assert isinstance(refused, CardRefusal)
    assert "too long, or can be read in too many ways" in refused.reason


ORDER = """
import sys
import {first}
from engine.cards.oracle.rules import load_rules
load_rules()
print(*[name for name in sys.modules if name.startswith("engine.cards.oracle.phrases.")])
"""


@pytest.mark.slow
def test_rules_are_loaded_in_one_order_whichever_is_asked_for_first() -> None:
    orders = {
        subprocess.run(
            [sys.executable, "-c", ORDER.format(first=f"engine.cards.oracle.{first}")],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for first in ("understanding", "writing", "phrases.statics", "phrases.keyword_actions")
    }
    assert len(orders) == 1
    assert "phrases.lists" in orders.pop()
