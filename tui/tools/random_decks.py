"""Random decks from all cards, legal or not, so that every card meets every other."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.cards.decks.legality import DeckRules
    from engine.cards.model import Card

RANDOM_DECKS = "random"  # the deck name that stands for random decks
LANDS = 0.4  # share of basic lands, if the variant has lands


def random_deck(rules: DeckRules, random: Random) -> tuple[Card, ...]:
    """Return a random deck of the variant's size in one to three colors."""
    colors = frozenset(random.sample(tuple(BASIC_OF), random.randint(1, 3)))
    pool = [card for color_set, card in _pool() if color_set <= colors]
    number = round(rules.size * LANDS) if rules.lands else 0
    lands = [_basic(BASIC_OF[random.choice(sorted(colors))]) for _ in range(number)]
    return (*lands, *(random.choice(pool) for _ in range(rules.size - number)))


def any_card(random: Random) -> Card:
    """Return a random playable card other than a basic land."""
    return random.choice(_pool())[1]


BASIC_OF = {
    "white": "Plains",
    "blue": "Island",
    "black": "Swamp",
    "red": "Mountain",
    "green": "Forest",
}


def _basic(name: str) -> Card:
    from engine.cards.library import library

    return library().card(name)


@cache
def _pool() -> Sequence[tuple[frozenset[str], Card]]:
    """Return all playable cards with their colors."""
    from engine.cards.decks.legality import colors_of
    from engine.cards.library import library

    cards = (library().card(name) for name in library().names())
    return [
        (colors_of(card), card)
        for card in cards
        if card.playable and "Basic" not in card.supertypes
    ]
