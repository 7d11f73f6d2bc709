"""Importing a collection: each card is understood or refused, and goes into one store."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path

from msgspec import Struct

from engine.base.files import read_text
from engine.base.records import replace
from engine.cards.card_names import name_key
from engine.cards.collection.reading import VINTAGE, CollectedCard, Collection, Vintage
from engine.cards.decks.closest import makes_of, roles_of
from engine.cards.model import Card
from engine.cards.oracle.printed import CardRefusal, PrintedCard
from engine.cards.oracle.understanding import refusals, understand
from engine.cards.oracle.version import grammar_version
from engine.cards.stores.card_store import RefusedCard, StoreWriter, write_store

AT_ONCE = 500  # cards written at a time

Understanding = Callable[[PrintedCard], Card | CardRefusal]
Refusing = Callable[[PrintedCard], list[CardRefusal]]


class ImportReport(Struct):
    """The result of an import, in numbers of cards."""

    understood: int = 0
    refused: int = 0
    shipped: int = 0  # left out, since a card with the name comes with Spellfront
    skipped: Counter[str] = Counter()  # entries that are no cards, by the keys of `SKIPPED`


def import_cards(
    collection: Collection,
    target: Path,
    *,
    is_shipped: Callable[[str], bool],
    reading: Understanding = understand,
    progress: Callable[[], None] = lambda: None,
) -> ImportReport:
    """Make a store of the cards of a collection; until it is complete, an older one counts.

    `progress` is called for each card. Raises UnreadableFileError and OSError.
    """
    report = ImportReport()

    def fill(writer: StoreWriter) -> None:
        cards: list[Card] = []
        refused: list[RefusedCard] = []
        for each in collection:
            progress()
            if is_shipped(each.printed.name):
                report.shipped += 1
                continue
            found = read_card(each, reading)
            if isinstance(found, Card):
                report.understood += 1
                cards.append(found)
            else:
                report.refused += 1
                refused += refused_cards(each, found)
            if len(cards) + len(refused) >= AT_ONCE:
                writer.add(cards)
                writer.refuse(refused)
                cards.clear()
                refused.clear()
        writer.add(cards)
        writer.refuse(refused)
        source = os.fsencode(collection.path.absolute()).decode("utf-8", "replace")
        writer.finish(grammar=grammar_version(), source=source)

    write_store(target, fill)
    report.skipped = collection.skipped
    return report


def read_card(each: CollectedCard, reading: Understanding = understand) -> Card | CardRefusal:
    """Return the data of a card of a collection, or why it can't be had.

    Data that `reading` gives has been checked.
    """
    name = each.printed.name
    if each.refusal:
        return CardRefusal(name=name, reason=each.refusal)
    try:
        found = reading(each.printed)
    except Exception as error:
        return _failed(name, error)
    if isinstance(found, CardRefusal):
        return found
    vintage = each.vintage or vintage_lists().get(name_key(name), "legal")
    return found if vintage == "legal" else replace(found, vintage=vintage)


def refusals_of(each: CollectedCard, refusing: Refusing = refusals) -> list[CardRefusal]:
    """Return a refusal for each line of a card that isn't understood; none if the card is."""
    name = each.printed.name
    if each.refusal:
        return [CardRefusal(name=name, reason=each.refusal)]
    try:
        return refusing(each.printed)
    except Exception as error:
        return [_failed(name, error)]


def _failed(name: str, error: Exception) -> CardRefusal:
    """Return the refusal of a text that the grammar fails on: one mustn't lose all others."""
    return CardRefusal(name=name, reason=f"reading failed: {type(error).__name__}: {error}")


@cache
def vintage_lists() -> dict[str, Vintage]:
    """Return the cards that Vintage bans or restricts, for collections that don't say so."""
    lines = read_text(files("engine.cards.collection") / "vintage.txt").splitlines()
    entries = (line.split(" ", 1) for line in lines if not line.startswith("#"))
    return {name_key(name): VINTAGE[kind] for kind, name in entries}


def refused_cards(each: CollectedCard, refusal: CardRefusal) -> Iterator[RefusedCard]:
    """Yield what a store keeps of a refused card: under its name and those of its faces."""
    printed = each.printed
    land = "Land" in printed.type_line.split()
    size = f"{printed.power}/{printed.toughness}" if printed.power is not None else ""
    refused = RefusedCard(
        name=printed.name,
        cost=printed.cost,
        type_line=printed.type_line,
        size=size,
        roles=tuple(sorted(roles_of(printed.text))),
        makes=makes_of(printed.text, printed.type_line) if land else "",
        reason=refusal.reason,
        line=refusal.line,
        phrase=refusal.phrase,
    )
    yield refused
    for name in each.names:
        yield replace(refused, under=name)
