"""Random games from which the C compiler learns: `python3 -m building.playing DECISIONS SEEDS`."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

from engine.cards.decks.files import made_for, shipped_decks, suited
from engine.cards.decks.legality import check
from engine.cards.decks.lists import cards_of, load_deck
from engine.cards.model import Card
from engine.game import Game
from engine.magic.turn.setup import Seat
from engine.variant.loading import load
from engine.variant.ruleset import Ruleset

VARIANTS = Path(__file__).resolve().parent.parent / "variants"
LOOKS = 20  # actions between two forks of the game, each with a view


def main(decisions: int, seeds: int) -> None:
    """Play `decisions` decisions of every variant with each of `seeds` seeds."""
    for variant in sorted(VARIANTS.glob("*.toml")):
        rules = load(variant.stem)
        for seed in range(seeds):
            play(rules, decisions, Random(seed))


def play(rules: Ruleset, decisions: int, random: Random) -> None:
    """Play games until `decisions` random decisions have been made.

    Every other decision is drawn from all legal actions, the rest by the game's own sampling.
    """
    decks, actions = decks_for(rules), 0
    while actions < decisions:
        game = Game.start(
            rules,
            [Seat(name, random.choice(decks)) for name in ("Edna", "Dale")],
            random.randrange(10_000),
        )
        while actions < decisions and game.question is not None:
            if actions % LOOKS == 0:
                game = game.fork()
                game.view_for(None)
            game.apply(
                game.offer.drawn(game, random.random)
                if actions % 2
                else random.choice(game.legal_actions())
            )
            actions += 1


def decks_for(rules: Ruleset) -> list[tuple[Card, ...]]:
    """Return the shipped decks that are legal in a variant."""
    shipped = shipped_decks()
    names = suited(
        {name: made_for(file) for name, file in shipped.items()}, (rules.id, rules.extends)
    )
    decks = [cards_of(load_deck(shipped[name])) for name in names]
    return [cards for cards in decks if not check(cards, rules.deck)]


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
