"""The arithmetic of the lab: scores and intervals over pairs, sequential tests and times."""

from __future__ import annotations

from math import log
from random import Random

import pytest

from tui.lab.pairs import (
    NAMES,
    SCORES,
    elo_of,
    index_of,
    interval,
    log_likelihood,
    mean_score,
    score_of,
)
from tui.lab.sprt import SequentialTest
from tui.lab.times import Spread

RUNS = 1000  # simulated tests of each strength
MOST_WRONG = 0.06


def pairs_of_strength(score: float) -> list[float]:
    """Return the probabilities of the scores of pairs, many of which end 1-1."""
    off = score - 0.5
    return [0.2 + off, 0.1, 0.4, 0.1, 0.2 - off]


def simulated(score: float, test: SequentialTest, random: Random) -> str:
    """Return the decision of a test on drawn pairs."""
    counts, weights = [0] * len(NAMES), pairs_of_strength(score)
    while True:
        counts[random.choices(range(len(NAMES)), weights)[0]] += 1
        if decision := test.decision(counts):
            return decision


@pytest.mark.slow
def test_a_sequential_test_is_seldom_wrong() -> None:
    test, random = SequentialTest(0, 100, 0.05, 0.05), Random(41)
    wrong = sum(
        simulated(score_of(elo), test, random) != right
        for elo, right in ((0, "low"), (100, "high"))
        for _ in range(RUNS)
    )
    assert wrong <= MOST_WRONG * 2 * RUNS


def test_a_sequential_test_weighs_each_pair() -> None:
    test = SequentialTest(0, 50, 0.05, 0.05)
    assert test.llr((1, 0, 0, 0, 0)) > 0 > test.llr((0, 0, 0, 0, 1))
    assert test.llr((5, 0, 5, 0, 0)) > test.llr((5, 0, 5, 0, 1))
    assert test.decision((1, 0, 0, 0, 0)) == ""
    assert test.decision((60, 0, 10, 0, 0)) == "high"
    assert test.decision((0, 0, 10, 0, 60)) == "low"


@pytest.mark.slow
@pytest.mark.parametrize("score", [0.3, 0.5, 0.65])
def test_an_interval_holds_the_true_score_in_95_of_100_experiments(score: float) -> None:
    random, held = Random(7), 0
    for _ in range(400):
        counts = [0] * len(NAMES)
        for index in random.choices(range(len(NAMES)), pairs_of_strength(score), k=50):
            counts[index] += 1
        low, high = interval(counts)
        held += low <= score <= high
    assert 0.92 <= held / 400 <= 0.98


def test_an_interval_is_honest_where_all_pairs_ended_alike() -> None:
    low, high = interval((10, 0, 0, 0, 0))
    assert 0.8 < low < 0.85
    assert high == 1.0
    low, high = interval((0, 0, 0, 0, 1))
    assert low == 0.0
    assert high > 0.8
    low, high = interval((0, 0, 10, 0, 0))
    assert low < 0.45
    assert high == pytest.approx(1 - low)


def test_more_pairs_make_the_interval_narrower() -> None:
    few, many = interval((5, 1, 3, 0, 1)), interval((50, 10, 30, 0, 10))
    assert few[0] < many[0] < mean_score((5, 1, 3, 0, 1)) < many[1] < few[1]


def test_no_average_fits_better_than_the_one_that_was_seen() -> None:
    counts = (3, 1, 4, 1, 5)
    best = log_likelihood(counts, mean_score(counts))
    assert all(log_likelihood(counts, score / 100) <= best + 1e-9 for score in range(1, 100))


def test_the_likelihood_is_that_of_a_distribution_with_the_average() -> None:
    """The reference halves an interval many times, where the lab takes fewer, longer steps."""
    random = Random(11)
    for _ in range(1000):
        counts = [random.randrange(60) if random.random() < 0.7 else 0 for _ in NAMES]
        mean = random.choice((0.001, 0.02, 0.3, 0.5, 0.64, 0.9, 0.999))
        assert log_likelihood(counts, mean) == pytest.approx(by_halving(counts, mean), abs=1e-9)


def by_halving(counts: list[int], mean: float) -> float:
    """Return the greatest log-likelihood, found slowly, as its dual's least value."""
    total, seen = sum(counts), [each for each in zip(counts, SCORES, strict=True) if each[0]]

    def slope_of(slope: float) -> float:
        return sum(number * (score - mean) / (1 + slope * (score - mean)) for number, score in seen)

    low, high = -1 / (1 - mean), 1 / mean
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if slope_of(middle) > 0 else (low, middle)
    return sum(number * log(number / total / (1 + low * (score - mean))) for number, score in seen)


def test_a_pair_has_one_of_five_scores() -> None:
    assert [NAMES[index_of(1, second)] for second in (1, 0.5, 0)] == ["2-0", "1.5-0.5", "1-1"]
    assert NAMES[index_of(0.5, 0.5)] == "1-1"
    assert NAMES[index_of(0, 0.5)] == "0.5-1.5"


def test_elo_points_and_scores_are_the_same_thing() -> None:
    assert score_of(0) == 0.5
    assert score_of(100) == pytest.approx(0.64, abs=0.001)
    assert elo_of(score_of(-35)) == pytest.approx(-35)
    assert elo_of(1.0) is None


def test_times_can_be_added_up() -> None:
    random, one, other, times = Random(3), Spread(), Spread(), []
    for number in range(2000):
        times.append(random.lognormvariate(-7, 1))
        (one if number % 3 else other).add(times[-1])
    one.merge(other)
    times.sort()
    assert one.number == len(times)
    assert one.worst == times[-1]
    assert one.total == pytest.approx(sum(times))
    assert one.quantile(0.5) == pytest.approx(times[999], rel=0.05)
    assert one.quantile(0.99) == pytest.approx(times[1979], rel=0.05)
    assert Spread().quantile(0.5) == 0
