"""Fit chances of winning to collected positions, and check how well they hold.

The fit is a logistic regression by Newton's method. A row is the difference of both players'
counts, and each count has two weights: at the start of the game, and what is added later. Draws
count as half a win.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import log
from typing import NamedTuple

from engine.ai.weights import Weights
from engine.ai.winning_chance import COUNTS, from_odds, strengths
from tui.lab.positions import CollectedGame

BINS = 10
ROUNDS = 12  # of Newton's method
# how strongly weights are drawn to 0, each scaled by its count's spread; fits to fewer than about
# a thousand games need ten times as much
RIDGE = 5.0
ENOUGH = 200  # positions in a bin that counts for `Calibration.worst`
Row = tuple[list[float], float]


class Bin(NamedTuple):
    """Positions with about the same chance."""

    positions: int
    foretold: float  # the average chance
    won: float  # the share that was won


class Calibration(NamedTuple):
    """The agreement of chances with results."""

    games: int
    positions: int
    loss: float  # log-loss
    bins: list[Bin]

    @property
    def worst(self) -> float:
        """The greatest difference in a bin with enough positions."""
        return max(
            [abs(b.foretold - b.won) for b in self.bins if b.positions >= ENOUGH], default=0.0
        )


def fit(games: Sequence[CollectedGame], turns: int) -> dict[str, tuple[float, float]]:
    """Return the weights of the counts, leaving out counts that never differ."""
    rows = [
        (_features(counts, min(number / turns, 1.0)), game.points)
        for game in games
        for number, counts in game.turns
    ]
    if not rows:
        return {}
    width = 2 * len(COUNTS)
    spreads = [(sum([row[i] ** 2 for row, _ in rows]) / len(rows)) ** 0.5 for i in range(width)]
    used = [i for i in range(width) if spreads[i] > 1e-9]
    scaled = [([row[i] / spreads[i] for i in used], points) for row, points in rows]
    found = _newton(scaled, len(used))
    at = dict(zip(used, found, strict=True))
    weights = [at[i] / spreads[i] if i in at else 0.0 for i in range(width)]
    return {
        name: (round(weights[i], 4), round(weights[i + len(COUNTS)], 4))
        for i, name in enumerate(COUNTS)
        if i in at
    }


def _features(counts: Sequence[Sequence[float]], late: float) -> list[float]:
    differences = [first - second for first, second in zip(*counts, strict=True)]
    return differences + [late * value for value in differences]


def _newton(rows: Sequence[Row], width: int) -> list[float]:
    """Return the weights that make the outcomes likeliest, held back by RIDGE."""
    weights = [0.0] * width
    for _ in range(ROUNDS):
        slope = [-RIDGE * weight for weight in weights]
        bend = [[RIDGE if i == j else 0.0 for j in range(i + 1)] for i in range(width)]
        for row, points in rows:
            total = sum([value * weight for value, weight in zip(row, weights, strict=True)])
            chance = from_odds(total)
            off, sure = points - chance, chance * (1 - chance)
            for i, value in enumerate(row):
                if value:
                    slope[i] += off * value
                    times = sure * value
                    line = bend[i]
                    for j in range(i + 1):
                        line[j] += times * row[j]
        step = _solved(bend, slope)
        weights = [weight + change for weight, change in zip(weights, step, strict=True)]
        if max(map(abs, step)) < 1e-4:
            break
    return weights


def _solved(lower: list[list[float]], right: list[float]) -> list[float]:
    """Solve a symmetric positive system, given its lower half, by Cholesky's method."""
    size = len(right)
    for i in range(size):
        for j in range(i + 1):
            rest = lower[i][j] - sum([lower[i][k] * lower[j][k] for k in range(j)])
            lower[i][j] = rest**0.5 if i == j else rest / lower[j][j]
    found = list(right)
    for i in range(size):
        found[i] = (found[i] - sum([lower[i][k] * found[k] for k in range(i)])) / lower[i][i]
    for i in reversed(range(size)):
        below = sum([lower[k][i] * found[k] for k in range(i + 1, size)])
        found[i] = (found[i] - below) / lower[i][i]
    return found


def calibrate(games: Iterable[CollectedGame], weights: Weights) -> Calibration:
    """Return how well the chances hold in these games, from the first seat's side."""
    found: list[tuple[float, float]] = []
    games = list(games)
    for game in games:
        for turn, rows in game.turns:
            strength = strengths(dict(enumerate(rows)), turn, weights)
            found.append((from_odds(strength[0] - strength[1]), game.points))
    loss = -sum([p * log(chance) + (1 - p) * log(1 - chance) for chance, p in found])
    bins: list[list[tuple[float, float]]] = [[] for _ in range(BINS)]
    for chance, points in found:
        bins[min(int(chance * BINS), BINS - 1)].append((chance, points))
    checked = [_bin(each) for each in bins]
    return Calibration(len(games), len(found), loss / max(len(found), 1), checked)


def _bin(inside: Sequence[tuple[float, float]]) -> Bin:
    number = max(len(inside), 1)
    return Bin(
        len(inside),
        sum([chance for chance, _ in inside]) / number,
        sum([points for _, points in inside]) / number,
    )
