"""Tactical Magic, decks: those that ship for it, and what a deck must be (T-1)."""

from __future__ import annotations

import pytest

from engine.cards.decks.files import shipped_decks
from engine.cards.decks.legality import check
from engine.cards.decks.lists import cards_of, load_deck
from engine.cards.library import library
from engine.variant.loading import load

RULES = load("tactical")


def legal() -> list[str]:
    """The shipped decks that may be played."""
    made = {name: load_deck(file) for name, file in shipped_decks().items()}
    return [
        name
        for name, deck in made.items()
        if deck.variant == RULES.id and not check(cards_of(deck), RULES.deck)
    ]


@pytest.mark.rule("T-1")
def test_at_least_four_decks_of_different_plans_ship() -> None:
    plans = {load_deck(shipped_decks()[name]).plan for name in legal()}

    assert len(legal()) >= 4
    assert len(plans) == len(legal())
    assert all(plan.endswith(".") for plan in plans)


@pytest.mark.rule("T-1")
@pytest.mark.parametrize("name", legal())
def test_they_are_ordinary_decks_with_lands(name: str) -> None:
    deck = load_deck(shipped_decks()[name])
    cards = cards_of(deck)

    assert deck.problems == ()
    assert len(cards) == 60
    assert 20 <= sum("Land" in card.types for card in cards) <= 25
    assert sum("Creature" in card.types for card in cards) >= 24


@pytest.mark.rule("T-1")
def test_a_deck_without_lands_is_refused() -> None:
    forests = (library().card("Forest"),) * 11
    bears = tuple(
        library().card(name)
        for name in ("Grizzly Bears", "Timber Wolves", "Craw Wurm", "Spined Wurm")
        for _ in range(4)
    )
    rest = tuple(
        library().card(f"{name}") for name in ("Wall of Ice", "Wall of Wood") for _ in range(4)
    )

    offences = check((*forests, *bears, *rest), RULES.deck)

    assert [(o.card, o.reason, o.clause) for o in offences if o.reason == "lands"] == [
        ("", "lands", "T-1")
    ]


@pytest.mark.rule("T-22", "W-26", "F-30", "C-24")
@pytest.mark.parametrize(
    "variant", ["tactical", "war_game", "frontier", "conquering", "battle_field"]
)
@pytest.mark.parametrize("card", ["Benalish Hero", "Sea Serpent"])
def test_banding_and_islandhome_are_played_everywhere(variant: str, card: str) -> None:
    four = (library().card(card),) * 4

    assert "playable" not in {offence.reason for offence in check(four, load(variant).deck)}
