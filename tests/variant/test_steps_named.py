"""Prose that ships for a variant names its own steps: who reads "main phase" and looks for it on
the screen has to find it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import variants
from engine.variant.clauses import clauses_of
from engine.variant.inheritance import shipped
from engine.variant.loading import load
from engine.variant.rules_text import pages

FOLDER = Path(variants.__file__).parent
OF_OWN = ("battle_field", "conquering", "frontier", "tactical", "war_game")
SPOKEN = ("say", "hints", "solution", "title", "goal_words", "why", "story")
"""What puzzles and lessons tell; the rest of their files is positions."""
STEP = re.compile(r"\b((?:first |second )?[\w/]+) (?:step|phase)s?\b", re.IGNORECASE)
GENERIC = {
    "main",
    "combat",
    "attack",
    "movement",
    "casting",
    "supply",
    "discard",
    "cleanup",
    "end",
    "draw",
    "upkeep",
    "untap",
}
"""Words for steps in any variant."""


def strings(found: Any, spoken: bool = False) -> Iterator[str]:
    """All that a file tells a player."""
    if isinstance(found, str) and spoken:
        yield found
    elif isinstance(found, list):
        for each in found:
            yield from strings(each, spoken)
    elif isinstance(found, dict):
        for key, each in found.items():
            yield from strings(each, spoken or key in SPOKEN)


def prose(variant: str) -> Iterator[tuple[str, str]]:
    """Whatever is told of a variant, with where."""
    rules = load(variant)
    for players in rules.players:
        yield from (("rules page", line) for page in pages(rules, players) for line in page.lines)
    yield from ((number, words) for number, words in clauses_of(rules))
    files = [
        *(FOLDER / "puzzles" / variant).glob("*.toml"),
        *(FOLDER / "lessons").glob(f"{variant}.toml"),
    ]
    for path in sorted(files):
        yield from (
            (path.name, words) for words in strings(tomllib.loads(path.read_text(encoding="utf-8")))
        )


@pytest.mark.parametrize("variant", shipped())
def test_no_step_is_named_that_the_variant_has_not_got(variant: str) -> None:
    rules = load(variant)
    own = {step.name.lower() for step in rules.turn} | {
        part for step in rules.turn for part in step.name.lower().split("/")
    }
    strange = [
        (where, words)
        for where, words in prose(variant)
        for named in STEP.findall(words)
        if (name := named.lower()) not in own and name.split()[-1] in GENERIC
    ]
    assert not strange


def test_lessons_and_puzzles_are_read() -> None:
    for variant in OF_OWN:
        assert any(where.endswith(".toml") for where, _ in prose(variant))
