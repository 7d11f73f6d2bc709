"""Decks that are filled up are legal, keep what was in them, and have the lands that they need."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from engine.cards.decks.fill import filled
from engine.cards.decks.legality import check, colors_of, is_land
from engine.cards.decks.search import mana_value
from engine.cards.library import library
from engine.cards.model import Card
from engine.variant.inheritance import shipped
from engine.variant.loading import load

BEGUN = {"Grizzly Bears": 4, "Llanowar Elves": 2, "Giant Growth": 1}


@cache
def cards() -> tuple[Card, ...]:
    return tuple(library().card(name) for name in library().names()[::5]) + tuple(
        library().card(name) for name in ("Plains", "Island", "Swamp", "Mountain", "Forest", *BEGUN)
    )


def deck_of(copies: dict[str, int]) -> list[Card]:
    return [library().card(name) for name, number in copies.items() for _ in range(number)]


@pytest.mark.parametrize("begun", [{}, BEGUN], ids=["from nothing", "from a few cards"])
@pytest.mark.parametrize("variant", list(shipped()))
def test_a_deck_is_legal_in_the_variant_that_it_was_filled_up_for(
    variant: str, begun: dict[str, int]
) -> None:
    rules = load(variant).deck
    for seed in range(2):
        deck = filled(begun, cards(), rules, seed)
        assert check(deck_of(deck), rules) == []
        assert sum(deck.values()) == rules.size
        assert all(deck[name] >= copies for name, copies in begun.items())


def test_the_same_seed_fills_up_in_the_same_way() -> None:
    rules = load("tactical").deck
    assert filled(BEGUN, cards(), rules, 1) == filled(BEGUN, cards(), rules, 1)
    assert filled(BEGUN, cards(), rules, 1) != filled(BEGUN, cards(), rules, 2)


def test_lands_are_in_the_ratio_of_the_colours_in_costs() -> None:
    begun = {"Grizzly Bears": 4, "Craw Wurm": 4, "Llanowar Elves": 4, "White Knight": 2}
    known = (*cards(), *(library().card(name) for name in begun))
    deck = filled(begun, known, load("tactical").deck, 3)
    costs = "".join(card.cost for card in deck_of(deck))
    greener = costs.count("{G}") > costs.count("{W}")
    assert (deck["Forest"] > deck["Plains"]) is greener
    assert min(deck["Forest"], deck["Plains"]) > 0
    assert deck["Forest"] + deck["Plains"] == 24
    assert not any(colors_of(card) - {"green", "white"} for card in deck_of(deck))


def test_a_deck_that_shows_a_curve_is_filled_up_along_it() -> None:
    small = [
        card.name
        for card in cards()
        if mana_value(card) <= 2 and "green" in colors_of(card) and not is_land(card)
    ][:4]
    rules = load("war_game").deck
    values = Counter(
        min(mana_value(card), 6)
        for card in deck_of(filled(dict.fromkeys(small, 4), cards(), rules, 1))
    )
    assert values[1] + values[2] > 30, "more of what it has, as far as there is more"


def test_a_deck_that_is_large_enough_gets_no_more() -> None:
    deck = {"Forest": 30, "Grizzly Bears": 4, "Giant Growth": 4, "Craw Wurm": 40}
    assert filled(deck, (*cards(), library().card("Craw Wurm")), load("tactical").deck, 1) == deck


def test_two_thirds_of_what_is_cast_are_creatures() -> None:
    for seed in range(3):
        deck = filled({}, cards(), load("tactical").deck, seed)
        spells = [card for card in deck_of(deck) if not is_land(card)]
        assert 0.5 < sum("Creature" in card.types for card in spells) / len(spells) < 0.8
