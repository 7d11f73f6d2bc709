"""What is hidden from a computer player changes no choice of it (M-1)."""

from __future__ import annotations

import pytest

from tests.computer_twins import LEVELS, differences
from tests.recorded_positions import VARIANTS

COUNT = 8  # positions of each variant; `python3 -m tests.computer_twins` compares 200


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_computer_player_chooses_the_same_in_every_twin(variant: str, level: str) -> None:
    assert differences(variant, COUNT, [level], games=1) == []
