"""Positions out of random games, for what must hold in every position of every variant."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.game import Game
from engine.magic.turn.setup import Seat
from engine.variant.loading import load
from engine.view import View
from tui.tools.random_decks import random_deck
from tui.tools.random_play import choose_eagerly

VARIANTS = ("conquering", "war_game", "frontier", "battle_field", "tactical")


def random_game(variant: str, seed: int) -> tuple[Game, Random]:
    """A game of two players with decks of any cards, at its first decision."""
    random, rules = Random(seed), load(variant)
    seats = [Seat(name, random_deck(rules.deck, random)) for name in ("Edna", "Dale")]
    return Game.start(rules, seats, seed), random


def positions(variant: str, seed: int, *, every: int, decisions: int) -> Iterator[Game]:
    """Every so many decisions a position of a random game."""
    game, random = random_game(variant, seed)
    for number in range(1, decisions + 1):
        if game.decision is None:
            return
        game.apply(choose_eagerly(game.legal_actions(), random))
        if number % every == 0 and game.decision is not None:
            yield game


def views_asked(variant: str) -> Iterator[View]:
    """What whoever is asked sees, in positions of two long random games."""
    for seed in (3, 4):
        for game in positions(variant, seed, every=7, decisions=420):
            decision = game.decision
            assert decision is not None
            yield game.view_for(decision.seat)
