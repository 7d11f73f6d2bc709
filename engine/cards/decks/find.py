"""Decks by name, by file or from the text of a list; the shipped decks that a variant allows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from os import PathLike
from pathlib import Path

from engine.base.nearest import nearest
from engine.cards.decks.files import made_for, shipped_decks, suited
from engine.cards.decks.legality import DeckRules, check
from engine.cards.decks.lists import Decklist, cards_of, load_deck, read_deck
from engine.cards.model import Card


class DeckError(ValueError):
    """A deck that can't be used, with every problem of its list or every broken deck rule."""

    def __init__(self, message: str, problems: Iterable[object] = ()) -> None:
        self.problems = tuple(map(str, problems))
        super().__init__("\n".join([*filter(None, [message]), *self.problems]))


def open_deck(source: str | PathLike[str], own: Mapping[str, Path] | None = None) -> Decklist:
    """Return the deck with this name, in this file, or listed in this text of several lines.

    Names are those of shipped decks and of `own`. Raises DeckError if there is no such deck;
    problems of the list are in the result.
    """
    name = str(source)
    if "\n" in name:
        return read_deck(name, "deck")
    named = {**shipped_decks(), **(own or {})}
    if name not in named and not Path(name).is_file():
        close = nearest(name, named)
        hint = f"; did you mean '{close[0]}'?" if close else ""
        raise DeckError(
            f"there is no deck '{name}'; allowed: a file, or one of {', '.join(named)}{hint}"
        )
    return load_deck(named.get(name, Path(name)))


def find_deck(source: str | PathLike[str], own: Mapping[str, Path] | None = None) -> Decklist:
    """Return a deck as `open_deck` does. Raises DeckError for problems of its list as well."""
    deck = open_deck(source, own)
    if deck.problems:
        raise DeckError("", deck.problems)
    return deck


def legal_cards(deck: Decklist, rules: DeckRules, variant: str) -> tuple[Card, ...]:
    """Return the cards of a deck. Raises DeckError with every deck rule of `variant` it breaks."""
    cards = cards_of(deck)
    if offenses := check(cards, rules):
        raise DeckError(
            f"the deck '{deck.name}' is not legal in {variant}:",
            [f"  {offense}" for offense in offenses],
        )
    return cards


def suited_names(*variants: str) -> list[str]:
    """Return the names of the shipped decks made for the first of `variants` that has any.

    If none has, those are the decks made for no variant in particular.
    """
    made = {name: made_for(file) for name, file in shipped_decks().items()}
    return suited(made, variants)


def legal_decks(rules: DeckRules, *variants: str) -> list[tuple[Card, ...]]:
    """Return the shipped decks made for the first of `variants` that has any, if they are legal."""
    return [cards for cards in _suited_decks(*variants) if not check(cards, rules)]


@cache
def _suited_decks(*variants: str) -> list[tuple[Card, ...]]:
    shipped = shipped_decks()
    return [cards_of(load_deck(shipped[name])) for name in suited_names(*variants)]


@cache
def every_shipped_deck() -> list[tuple[Card, ...]]:
    """Return the cards of each shipped deck."""
    return [cards_of(load_deck(file)) for _, file in sorted(shipped_decks().items())]
