"""Computer players choose the same action in positions that look the same to them (M-1).

    python3 -m tests.computer_twins [--count 200] [--variant frontier] [--level normal]

A twin of a position differs from it in everything hidden from the player who must choose. The
positions are those of recorded games, with three twins each. The exit code is 1 if a level chooses
otherwise in a twin.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import NamedTuple

from engine import ai
from engine.analysis import leak_check
from engine.game import Game
from tests.recorded_positions import GAMES, VARIANTS, positions
from tui.tools.computer_games import by_effort

LEVELS = tuple(level for level in ai.PLAYERS if level != "random")
TWINS = 3  # of each position
EFFORT = 100  # search steps of a decision, the same in all twins


class Difference(NamedTuple):
    """A choice that depends on something hidden."""

    level: str
    position: int
    kind: str  # of the question
    chosen: str
    chosen_in_twin: str


def differences(
    variant: str, count: int, levels: Sequence[str] = LEVELS, games: int = GAMES
) -> list[Difference]:
    """Return the choices in `count` positions of a variant that differ from those in twins."""
    found: list[Difference] = []
    for number, game in enumerate(positions(variant, count, games)):
        assert game.decision is not None
        seat, kind = game.decision.seat, game.decision.kind
        for level in levels:
            here = _chosen(level, game, seat, number)
            for seed in range(1, TWINS + 1):
                there = _chosen(level, _twin(game, seat, seed), seat, number)
                if there != here:
                    found.append(Difference(level, number, kind, here, there))
    return found


def _twin(game: Game, seat: int, seed: int) -> Game:
    other = leak_check.twin(game, seat, seed)
    other.sharing, other.payment = game.sharing, game.payment
    return other


def _chosen(level: str, game: Game, seat: int, seed: int) -> str:
    action = ai.make(level, seed).choose(game.view_for(seat), by_effort(EFFORT)())
    return str(action)


def main() -> int:
    """Compare choices in each variant; return the exit code."""
    parser = argparse.ArgumentParser(description="Compare the choices of computer players.")
    parser.add_argument("--count", type=int, default=200, help="positions of each variant")
    parser.add_argument("--variant", choices=VARIANTS, action="append", help="only this one")
    parser.add_argument("--level", choices=LEVELS, action="append", help="only this one")
    options = parser.parse_args()
    failed = 0
    for variant in options.variant or VARIANTS:
        levels = options.level or LEVELS
        found = differences(variant, options.count, levels, 10)
        failed += len(found)
        print(f"{variant}: {len(found)} choices differ from those in twins", flush=True)
        for each in found:
            print(f"  {each}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
