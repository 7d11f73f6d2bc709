"""The chance of winning a position, between 0 and 1."""

from __future__ import annotations

from math import exp

from engine.ai.evaluate import WON, evaluate
from engine.ai.weights import Weights
from engine.game import Game

STEEPEST = 30.0  # logarithm of the odds beyond which nothing changes


def chance(game: Game, seat: int, weights: Weights) -> float:
    """Return a seat's chance of winning: 1 in a won game, 0 in a lost one, half of 1 in a draw."""
    value = evaluate(game, seat, weights)
    if value == WON:
        return 1.0
    if value == -WON:
        return 0.0
    return _from_odds(value / weights.chance.scale)


def _from_odds(logarithm: float) -> float:
    return 1 / (1 + exp(-max(-STEEPEST, min(STEEPEST, logarithm))))
