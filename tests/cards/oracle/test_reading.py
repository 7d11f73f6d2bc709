"""The reader remembers what can't begin with a word; what it read before must change nothing."""

from __future__ import annotations

import pytest

from engine.cards.oracle.grammar import Reader
from engine.cards.oracle.rules import load_rules


@pytest.mark.parametrize(
    ("cut_off", "whole"), [("Tribute", "Tribute 3"), ("Living", "Living weapon")]
)
def test_a_text_that_breaks_off_hides_no_meaning_of_a_whole_one(cut_off: str, whole: str) -> None:
    load_rules()
    assert Reader(cut_off).read("keyword", 0) == []
    assert [each.value for each in Reader(whole).read("keyword", 0)] == [whole.lower()]
