"""The forecast of a fight is what then happens when nobody intervenes.

`python3 -m tests.tui.fights` draws as many fights as one likes.
"""

from __future__ import annotations

import pytest

from tests.hiding import VARIANTS
from tests.tui.fights import fights

EACH = {"battle_field": 3, "conquering": 3, "frontier": 4, "tactical": 3, "war_game": 4}


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_fights_go_as_foretold(variant: str) -> None:
    drawn = list(fights(variant, 1, EACH[variant]))
    assert len(drawn) == EACH[variant]
    for fight in drawn:
        assert fight.results, "what comes of it is told in words"
        assert fight.happened == fight.foretold, fight.words
