"""Games that were recorded are still what they were."""

from __future__ import annotations

import pytest

from tests.golden_games import STRETCH, golden, played

GAMES = golden()


@pytest.mark.slow
@pytest.mark.rule("M-19")
@pytest.mark.parametrize("name", GAMES)
def test_a_recorded_game_is_what_it_was(name: str) -> None:
    for number, (was, now) in enumerate(
        zip(GAMES[name]["digests"].split(), played(GAMES[name]), strict=True)
    ):
        assert was == now, (
            f"{name} is another game from decision {number * STRETCH} to "
            f"{number * STRETCH + STRETCH} (see golden_games.py)"
        )
