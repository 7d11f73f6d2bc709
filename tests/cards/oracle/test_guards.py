"""Guards against misunderstanding, on a sample of real cards where a collection lies beside us."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.cards.model import Card
from engine.cards.oracle.printed import PrintedCard
from engine.cards.oracle.understanding import understand
from tests.oracle_guards import changes, collection, written_back

COLLECTION = Path(__file__).parents[4] / "shared" / "cards" / "oracle_dev.jsonl.gz"
MEANS_NOTHING = frozenset({"all", "then", "you", "an", "a", "each", "player's"})
"""Words without which a text can still mean the same: "(all) creatures get", "(then) discard"."""


@pytest.fixture(scope="module")
def cards() -> list[tuple[PrintedCard, Card]]:
    if not COLLECTION.exists():
        pytest.skip("no collection of real cards beside the project")
    some = list(collection(COLLECTION))[7::97]
    return [(each, card) for each in some if isinstance(card := understand(each), Card)]


def test_a_changed_text_is_refused_or_means_something_else(
    cards: list[tuple[PrintedCard, Card]],
) -> None:
    found = changes(cards, 400, seed=40)
    assert found["same data"] <= 8
    same = {key.removeprefix("same: ") for key in found if key.startswith("same: ")}
    assert {key.lower() for key in same} <= {f"delete {word}" for word in MEANS_NOTHING}


def test_what_is_written_is_read_as_the_same_data(cards: list[tuple[PrintedCard, Card]]) -> None:
    found = written_back(cards)
    assert found["as in the text"] > 80  # of some 110
    assert {kind for kind, number in found.items() if number} == {
        "as in the text",
        "in other words",
    }
