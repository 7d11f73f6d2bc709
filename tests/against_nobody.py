"""Computer players against a seat that only passes: does a level win, and in how many rounds.

    python -m tests.against_nobody [--levels easy,normal] [--games N] [--variants
    conquering,frontier]

The easy player is meant to be careless, not idle: it wins every one of 20 seeded games of each
variant, within twice the rounds that the normal player needs for the same game.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from random import Random
from statistics import median

import tui  # noqa: F401 - chooses the compiled engine, before it is imported
from engine import ai
from engine.actions import Action
from engine.base import chance
from engine.game import Game
from engine.magic.turn.setup import Seat
from engine.variant.loading import load
from tui.commands.common import all_decks
from tui.tools.computer_games import EFFORT

# the verbs of whoever only passes, as far as there is a choice
IDLE = ("pass", "done", "no", "keep")
MOST_ROUNDS = 120  # after so many a game counts as not won
GAMES = 20
VARIANTS = ("conquering", "war_game", "frontier", "battle_field", "tactical")


def idle(game: Game) -> Action:
    """Return what a seat answers that does nothing of its own accord."""
    actions = game.legal_actions()
    return next((action for verb in IDLE for action in actions if action.verb == verb), actions[0])


def start(variant: str, seed: int) -> Game:
    """Return a game for two at its first question, with decks that ship."""
    rules = load(variant)
    first, second = Random(seed).choices(all_decks(rules), k=2)
    return Game.start(rules, [Seat("Player", first), Seat("Nobody", second)], seed)


def rounds_to_win(variant: str, level: str, seed: int) -> int | None:
    """Return the number of rounds in which a player of a level wins a seeded game against a seat
    that only passes; None if never.
    """
    game, player = start(variant, seed), ai.make(level, chance.own_seed(seed, 0))
    while (decision := game.decision) is not None and game.round <= MOST_ROUNDS:
        if decision.seat:
            game.apply(idle(game))
            continue
        steps = iter(range(EFFORT))
        game.apply(player.choose(game.view_for(0), lambda left=steps: next(left, None) is None))
    return game.round if game.state.winners == (0,) else None


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the rounds of every game, and return 1 if an easy player loses one or takes more
    than twice as long.
    """
    parser = argparse.ArgumentParser(
        prog="python -m tests.against_nobody", description=__doc__.splitlines()[0]
    )
    parser.add_argument("--levels", default="easy,normal")
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--variants", default=",".join(VARIANTS))
    asked = parser.parse_args(arguments)
    wrong = 0
    for variant in asked.variants.split(","):
        found = {
            level: [rounds_to_win(variant, level, seed) for seed in range(1, asked.games + 1)]
            for level in asked.levels.split(",")
        }
        for level, rounds in found.items():
            won = [number for number in rounds if number is not None]
            said = " ".join("-" if number is None else str(number) for number in rounds)
            print(
                (
                    f"{variant:13} {level:7} won {len(won)} of {len(rounds)}, median "
                    f"{median(won or [0]):.0f} rounds: {said}"
                ),
                flush=True,
            )
        if {"easy", "normal"} <= found.keys():
            for one, other in zip(found["easy"], found["normal"], strict=True):
                wrong += one is None or (other is not None and one > 2 * other)
    print(f"{wrong} games in which easy is too idle")
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
