"""The JSON lines of the cards that ship beside those written by hand, made from a collection.

    python3 -m building.read_cards FILE

Every card that is understood and isn't written by hand becomes a line: facts and ability data. A
card that isn't understood becomes a line of facts in another file. No text is kept.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from msgspec import Struct, json

from building.card_store import DATA
from engine.base.files import UnreadableFileError, write_whole
from engine.base.records import replace
from engine.cards.card_names import name_key
from engine.cards.collection.importing import Understanding, read_card, refused_cards
from engine.cards.collection.reading import CollectedCard, Collection
from engine.cards.library import library
from engine.cards.model import Card
from engine.cards.oracle.understanding import understand
from engine.cards.stores.card_store import RefusedCard
from engine.cards.stores.shipped import LINES


def main(arguments: list[str]) -> int:
    """Write the lines of the cards in a collection."""
    if len(arguments) != 1:
        print(__doc__)
        return 2
    try:
        cards, refused = lines_of(Collection(Path(arguments[0])))
    except UnreadableFileError as error:
        print(f"{arguments[0]}: {error}")
        return 2
    for name, lines in zip(LINES, (cards, refused), strict=True):
        write_whole(DATA / name, "".join(f"{line}\n" for line in lines))
    print(f"{len(cards):,} cards understood, {len(refused):,} refused")
    return 0


def lines_of(
    collection: Iterable[CollectedCard], reading: Understanding = understand
) -> tuple[list[str], list[str]]:
    """Return the lines of cards that are understood and of those that aren't, sorted by name."""
    cards: dict[str, Card] = {}
    refused: dict[str, RefusedCard] = {}
    for each in collection:
        if library().is_written(each.printed.name):
            continue
        found = read_card(each, reading)
        if isinstance(found, Card):
            cards[name_key(found.name)] = found
            continue
        for known in refused_cards(each, found):
            facts = replace(known, reason="", line="", phrase="")
            refused.setdefault(name_key(facts.under or facts.name), facts)
    return _sorted(cards), _sorted(refused)


def _sorted(records: dict[str, Card] | dict[str, RefusedCard]) -> list[str]:
    return [_line(records[key]) for key in sorted(records)]


def _line(record: Struct) -> str:
    return json.encode(record, order="deterministic").decode()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
