"""What a View tells again because nothing has changed, it would tell anew as well."""

from __future__ import annotations

from random import Random

import pytest

from tests.hiding import VARIANTS, game_of


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_game_that_has_told_much_tells_the_same_as_one_that_has_told_nothing(
    variant: str,
) -> None:
    game, random = game_of(variant, 20), Random(8)
    for _ in range(150):
        if game.decision is None:
            break
        for seat in (0, 1, None):
            told, anew = game.view_for(seat), game.fork().view_for(seat)
            differing = [
                name
                for name in told.__struct_fields__
                if getattr(told, name) != getattr(anew, name)
            ]
            assert not differing
        actions = [
            action
            for action in game.legal_actions()
            if action.verb not in ("mulligan", "take-back", "concede")
        ]
        game.apply(random.choice(actions))


def test_what_has_not_changed_is_told_as_the_same_record() -> None:
    game = game_of("frontier", 60)
    first, again = game.view_for(0), game.view_for(0)
    assert all(one is other for one, other in zip(first.spaces, again.spaces, strict=True))
    assert all(one is other for one, other in zip(first.lands, again.lands, strict=True))
    assert all(one is other for one, other in zip(first.permanents, again.permanents, strict=True))
