"""How many cards are understood, by type: these numbers may only rise.

The collection isn't part of the project; without it the test is skipped.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from engine.cards.model import Card
from engine.cards.oracle.understanding import understand
from tests.oracle_guards import collection

COLLECTION = Path(__file__).parents[4] / "shared" / "cards" / "oracle_dev.jsonl.gz"
STEP = 25
"""One card in so many is read."""
TYPES = ("Creature", "Planeswalker", "Land", "Artifact", "Enchantment", "Instant", "Sorcery")
AT_LEAST = {
    "Creature": 219,
    "Planeswalker": 2,
    "Land": 21,
    "Artifact": 27,
    "Enchantment": 40,
    "Instant": 49,
    "Sorcery": 45,
}
"""The cards understood by now, of 566 in all."""


@pytest.mark.skipif(not COLLECTION.exists(), reason="the collection isn't here")
def test_no_fewer_cards_are_understood_than_before() -> None:
    understood: Counter[str] = Counter()
    for printed in list(collection(COLLECTION))[::STEP]:
        kind = next((name for name in TYPES if name in printed.type_line), "")
        understood[kind] += isinstance(understand(printed), Card)
    fewer = {kind: understood[kind] for kind in TYPES if understood[kind] < AT_LEAST[kind]}
    assert fewer == {}
