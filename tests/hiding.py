"""Games of every variant in which somebody has something to hide, for tests of what the others
can find out.
"""

from __future__ import annotations

from random import Random

from engine.cards.decks.files import made_for, shipped_decks, suited
from engine.cards.decks.lists import cards_of, load_deck
from engine.game import Game
from engine.magic.turn.setup import Seat
from engine.variant.loading import load

VARIANTS = ("battle_field", "conquering", "frontier", "tactical", "war_game")


def seats_for(variant: str, number: int = 2) -> list[Seat]:
    """Players with the decks that come with a variant."""
    decks = shipped_decks()
    names = suited({name: made_for(file) for name, file in decks.items()}, [variant])
    return [
        Seat(name, cards_of(load_deck(decks[deck])))
        for name, deck in zip(("Edna", "Dale", "Theresa", "Abe")[:number], names, strict=False)
    ]


def game_of(variant: str, decisions: int, seed: int = 5, players: int = 2) -> Game:
    """A game of a variant after so many decisions, made by chance."""
    random = Random(seed)
    game = Game.start(load(variant), seats_for(variant, players), seed)
    for _ in range(decisions):
        if game.decision is None:
            break
        legal = [
            action
            for action in game.legal_actions()
            if action.verb not in ("mulligan", "take-back", "concede")
        ]
        game.apply(random.choice(legal))
    return game
