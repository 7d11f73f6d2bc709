"""Pairs of games: the same seed twice with the seats swapped, scored from 0 to 1 together.

Both games of a pair share decks and luck, so they aren't independent. Intervals and tests
therefore count pairs, by their five possible scores ("pentanomial").
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log, log10

POINTS = (2.0, 1.5, 1.0, 0.5, 0.0)
"""The possible points of a player in a pair, best first: a draw counts half."""
NAMES = ("2-0", "1.5-0.5", "1-1", "0.5-1.5", "0-2")
SCORES = tuple(points / 2 for points in POINTS)
LIMIT_95 = 3.841458820694124  # the 95% quantile of the chi-square distribution with one degree
STEPS = 100  # halvings of an interval: enough for the precision of a float

# the number of pairs with each of the scores
Counts = Sequence[int]


def index_of(first: float, second: float) -> int:
    """Return the index in `NAMES` of a pair whose games gave these points."""
    return POINTS.index(first + second)


def mean_score(counts: Counts) -> float:
    """Return the average score of the pairs; there must be one."""
    total = sum(number * score for number, score in zip(counts, SCORES, strict=True))
    return total / sum(counts)


def log_likelihood(counts: Counts, mean: float) -> float:
    """Return the greatest log-likelihood of the pairs if the true average score is `mean`.

    The distribution is any over the five scores with this average. `mean` is between 0 and 1,
    both excluded.
    """
    total = sum(counts)
    seen = [(number, score - mean) for number, score in zip(counts, SCORES, strict=True) if number]
    slope = _slope(counts, seen, total, mean)
    return sum([number * log(number / (total + slope * off)) for number, off in seen], 0.0)


def _slope(counts: Counts, seen: list[tuple[int, float]], total: int, mean: float) -> float:
    """Return the Lagrange multiplier of the average.

    A score without a pair has probability 0, unless the average can't be reached without the
    lowest or the highest score: then the multiplier is at its bound.
    """
    low, high = -total / (1 - mean), total / mean
    if not counts[-1] and _excess(seen, total, high) >= 0:
        return high
    if not counts[0] and _excess(seen, total, low) <= 0:
        return low
    slope, before = 0.0, high - low
    for _ in range(STEPS):
        excess = _excess(seen, total, slope)
        low, high = (slope, high) if excess > 0 else (low, slope)
        # Newton's step, or halving where that leads astray: near a bound the excess is steep
        steepness = sum([number * (off / (total + slope * off)) ** 2 for number, off in seen])
        step = excess / steepness if steepness else 0.0
        if abs(step) <= 1e-13 * total:
            break
        if not low < slope + step < high or abs(2 * step) > abs(before):
            step = (low + high) / 2 - slope
        slope, before = slope + step, step
    return slope


def _excess(seen: list[tuple[int, float]], total: int, slope: float) -> float:
    return sum([number * off / (total + slope * off) for number, off in seen], 0.0)


def interval(counts: Counts) -> tuple[float, float]:
    """Return the 95% interval of the true average score, by the likelihood ratio.

    It never leaves 0 to 1, and is honest where all pairs ended alike.
    """
    total, mean = sum(counts), mean_score(counts)
    best = sum([number * log(number / total) for number in counts if number], 0.0)

    def fits(score: float) -> bool:
        return 2 * (best - log_likelihood(counts, score)) <= LIMIT_95

    return _edge(mean, 0.0, fits), _edge(mean, 1.0, fits)


def _edge(inside: float, outside: float, fits: Callable[[float], bool]) -> float:
    """Return the last value from `inside` toward `outside` that fits."""
    for _ in range(STEPS):
        middle = (inside + outside) / 2
        if middle in (inside, outside):
            break
        inside, outside = (middle, outside) if fits(middle) else (inside, middle)
    return inside


def score_of(elo: float) -> float:
    """Return the expected score of a player who is better by so many Elo points."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float | None:
    """Return the Elo points that a score stands for; None for 0 and 1."""
    return -400 * log10(1 / score - 1) if 0 < score < 1 else None
