"""Games imagined from any position can be played on to the end."""

from __future__ import annotations

import pytest

from tests.imagined_positions import fault_of, faults_of
from tests.recorded_positions import VARIANTS, positions

COUNT = 12  # positions of each variant; `python3 -m tests.imagined_positions` plays 100


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_an_imagined_game_can_be_played_to_its_end(variant: str) -> None:
    kinds, faults = faults_of(variant, COUNT, games=1)
    assert kinds.total() == COUNT
    assert faults == []


def test_imagined_games_begin_before_the_first_turn_too() -> None:
    found = [game for game in positions("frontier", 30, games=1) if not game.state.turn.number]
    assert {game.decision.kind for game in found if game.decision} >= {"color", "place", "mulligan"}
    assert [fault_of(game, 1) for game in found] == [""] * len(found)
