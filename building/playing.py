"""Random games from which the C compiler learns: `python3 -m building.playing DECISIONS SEEDS`."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

from engine.cards.decks.find import legal_decks
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
    decks, actions = legal_decks(rules.deck, rules.id, rules.extends), 0
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
                game.offer.sample(game, random.random)
                if actions % 2
                else random.choice(game.legal_actions())
            )
            actions += 1


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
