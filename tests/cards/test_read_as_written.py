"""Cards that are written by hand are read from their texts as the same data."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.base.records import replace
from engine.cards.collection.importing import read_card
from engine.cards.collection.reading import Collection
from engine.cards.library import library
from engine.cards.model import Card
from engine.cards.spelling import one_spelling

SHARED = [folder / "shared/cards/oracle_dev.jsonl.gz" for folder in Path(__file__).parents]
MOST_UNLIKE = 0.005
OLDER_TEXT = {
    "Goblin King": "its text had 'Goblin creatures' where Oracle has 'Goblins' today",
    "Lord of Atlantis": "its text had 'Merfolk creatures' where Oracle has 'Merfolk' today",
}
"""Cards whose text in the collection differs from the present one, and how."""


@pytest.mark.slow
def test_what_is_read_equals_what_is_written_by_hand() -> None:
    file = next((path for path in SHARED if path.exists()), None)
    if file is None:
        pytest.skip("no texts are here")
    known = library()
    read = [
        found
        for each in Collection(file)
        if known.is_written(each.printed.name) and isinstance(found := read_card(each), Card)
    ]
    unlike = [
        card.name
        for card in read
        if as_printed_then(one_spelling(known.card(card.name))) != as_printed_then(card)
        and card.name not in OLDER_TEXT
    ]
    assert len(unlike) <= MOST_UNLIKE * len(read), unlike
    assert len(read) >= 1_380


def as_printed_then(card: Card) -> Card:
    """A card without the creature type that was given to many after the collection was made."""
    return replace(card, subtypes=tuple(each for each in card.subtypes if each != "Phyrexian"))
