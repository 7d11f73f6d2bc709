"""Fingerprints of positions, in both forms of the engine."""

from __future__ import annotations

from engine.cards.model import Spend
from engine.cards.terms import Filter
from engine.history.record import Fingerprints
from engine.magic.core.position import BoundMana
from tests.magic.positions import ANNA, Position


def test_restricted_mana_counts_in_a_fingerprint() -> None:
    table = Position(plain=True)
    before = Fingerprints().of(table.state)
    bound = BoundMana(Spend(cast=Filter(types=("Creature",))), (0, 0, 0, 0, 1, 0))
    table.state.change_player(ANNA, pool=bound.pool, bound=(bound,))
    with_green = Fingerprints().of(table.state)
    table.state.change_player(ANNA, bound=())
    assert len({before, with_green, Fingerprints().of(table.state)}) == 3
