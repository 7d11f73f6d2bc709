"""A smoke alarm: mirror games of the hard player against the easy one, at little effort.

    python -m tests.smoke_hard [--games N] [--variants conquering,frontier]

The hard player has a twentieth of its usual effort. It must answer legally, and win two of each six
games at least. That is no measure of its strength: `spellfront lab match` is.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from random import Random
from time import process_time

import tui  # noqa: F401 - chooses the compiled engine, before it is imported
from engine import ai
from engine.base import chance
from engine.game import Game
from engine.magic.turn.setup import Seat
from engine.variant.loading import load
from tui.commands.common import all_decks
from tui.tools.computer_games import EFFORT, MOST, by_effort

SHARE = 20
GAMES = 6
NEEDED = 2  # of each six
VARIANTS = ("conquering", "war_game", "frontier", "battle_field", "tactical")


def is_won(variant: str, seed: int) -> bool:
    """Play a game in which both seats have the same deck; return whether the hard player wins.

    Raises IllegalAction if a player answers with what isn't legal.
    """
    rules = load(variant)
    deck = Random(seed // 2).choice(all_decks(rules))
    hard = seed % 2
    levels = ["easy", "easy"]
    levels[hard] = "hard"
    game = Game.start(rules, [Seat(level, deck) for level in levels], seed // 2)
    players = [ai.make(level, chance.own_seed(seed, seat)) for seat, level in enumerate(levels)]
    limit = by_effort(EFFORT // SHARE)
    for _ in range(MOST):
        if (decision := game.decision) is None:
            break
        game.apply(players[decision.seat].choose(game.view_for(decision.seat), limit()))
    return game.state.winners == (hard,)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m tests.smoke_hard")
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--variants", default=",".join(VARIANTS))
    options = parser.parse_args(arguments)
    silent = True
    for variant in options.variants.split(","):
        since = process_time()
        won = sum(is_won(variant, seed) for seed in range(options.games))
        enough = won * GAMES >= NEEDED * options.games
        silent &= enough
        sys.stdout.write(
            f"{variant}: {won} of {options.games} won{'' if enough else ': too few'}, "
            f"{process_time() - since:.0f} s\n"
        )
        sys.stdout.flush()
    return 0 if silent else 1


if __name__ == "__main__":
    sys.exit(main())
