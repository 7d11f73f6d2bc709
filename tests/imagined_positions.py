"""Imagined games are played on to the end, from positions with every kind of question.

    python3 -m tests.imagined_positions [--count 100] [--variant frontier] [--show]

The positions are those of recorded games, as the player who must choose knows them. The exit code
is 1 if playing on fails for one of them.
"""

from __future__ import annotations

import argparse
import sys
import traceback
from collections import Counter
from typing import NamedTuple

from engine.ai import search
from engine.ai.determinize import determinize
from engine.game import Game
from tests.recorded_positions import GAMES, VARIANTS, positions

MOST_DECISIONS = 30_000  # of one imagined game; ordinary ones have a few hundred


class Fault(NamedTuple):
    """A position from which an imagined game couldn't be played to the end."""

    position: int
    kind: str  # of the question at which it was imagined
    words: str


def faults_of(variant: str, count: int, games: int = GAMES) -> tuple[Counter[str], list[Fault]]:
    """Imagine `count` positions of a variant and play each to the end.

    Returns the number of positions by kind of question, and the faults.
    """
    kinds: Counter[str] = Counter()
    found: list[Fault] = []
    for number, game in enumerate(positions(variant, count, games)):
        assert game.decision is not None
        kinds[game.decision.kind] += 1
        if words := fault_of(game, number):
            found.append(Fault(number, game.decision.kind, words))
    return kinds, found


def fault_of(game: Game, seed: int) -> str:
    """Return why the game that the deciding player imagines can't be played to its end.

    "" if it can.
    """
    assert game.decision is not None
    view = game.view_for(game.decision.seat)
    try:
        imagined = determinize(view, view.rules, seed, deals_cards=bool(seed % 2))
        for _ in range(MOST_DECISIONS):
            if imagined.decision is None:
                return ""
            imagined.apply(search.policy(imagined))
    except Exception:  # any exception of the engine is a fault
        return traceback.format_exc()
    return f"no end after {MOST_DECISIONS:,} decisions"


def main() -> int:
    """Play imagined games of each variant; return the exit code."""
    parser = argparse.ArgumentParser(description="Play imagined games to the end.")
    parser.add_argument("--count", type=int, default=100, help="positions of each variant")
    parser.add_argument("--variant", choices=VARIANTS, action="append", help="only this one")
    parser.add_argument("--show", action="store_true", help="print the faults in full")
    options = parser.parse_args()
    failed = 0
    for variant in options.variant or VARIANTS:
        kinds, faults = faults_of(variant, options.count, 10)
        failed += len(faults)
        words = ", ".join(f"{number} {kind}" for kind, number in kinds.most_common())
        print(f"{variant}: {len(faults)} faults in {kinds.total()} positions: {words}", flush=True)
        for fault in faults:
            said = fault.words if options.show else fault.words.strip().splitlines()[-1]
            print(f"  {fault.position}, {fault.kind}: {said}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
