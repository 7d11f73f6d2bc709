"""The normal player still makes the decisions that it made when they were recorded."""

from __future__ import annotations

import pytest

from tests.normal_decisions import DECISIONS, compared, number_of_choices, recorded, variants

GAMES = recorded()


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_the_normal_player_decides_as_recorded(name: str) -> None:
    others = [each for each in compared(GAMES[name]) if each.made != each.recorded]
    assert others == [], f"{name} has {len(others)} other decisions"


@pytest.mark.slow
def test_enough_decisions_are_recorded_in_each_variant() -> None:
    for variant in variants():
        games = [entry for entry in GAMES.values() if entry["variant"] == variant]
        assert sum(map(number_of_choices, games)) == DECISIONS
