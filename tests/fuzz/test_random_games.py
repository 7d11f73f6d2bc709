"""Random games with every position checked: the quick part of `spellfront fuzz`."""

from __future__ import annotations

import pytest

from tui.commands.fuzz import Task, play


@pytest.mark.rule("M-1", "M-19")
@pytest.mark.parametrize(("seats", "seed"), [(2, 101), (2, 102), (3, 103), (4, 104)])
def test_a_random_game_is_sound(seats: int, seed: int) -> None:
    outcome = play(Task("conquering", (), "", seats, seed, every=40, decisions=300))
    assert outcome.faults == ()
    assert outcome.decisions == 300


@pytest.mark.rule("M-1", "M-19")
@pytest.mark.parametrize(("seats", "seed"), [(2, 201), (3, 202), (4, 203)])
def test_a_random_game_of_supply_and_battles_is_sound_under_any_house_rules(seats: int, seed: int) -> None:
    outcome = play(Task("war_game", (), "", seats, seed, every=40, decisions=300, house=True))
    assert outcome.faults == ()
    assert outcome.decisions == 300
    assert {option.partition("=")[0] for option in outcome.options} >= {"battles", "supply", "room", "pace"}
