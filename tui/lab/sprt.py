"""The sequential test: play pairs until it is clear which of two strengths fits better.

A generalized sequential probability ratio test (GSPRT) on pairs, as chess engines are tested:
the log-likelihood ratio (LLR) of the two bounds is compared with limits after each pair.
"""

from __future__ import annotations

from math import log
from typing import NamedTuple

from tui.lab.pairs import Counts, log_likelihood, score_of


class SequentialTest(NamedTuple):
    """The settings of a sequential test.

    `low` and `high` are Elo points; `alpha` is the highest rate of wrong decisions for `high`,
    and `beta` for `low`.
    """

    low: float
    high: float
    alpha: float
    beta: float

    @property
    def limits(self) -> tuple[float, float]:
        """The LLR at which `low` or `high` is decided for."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def llr(self, counts: Counts) -> float:
        """Return the log-likelihood ratio of `high` to `low`."""
        return log_likelihood(counts, score_of(self.high)) - log_likelihood(
            counts, score_of(self.low)
        )

    def decision(self, counts: Counts) -> str:
        """Return "high", "low", or "" if it is still open."""
        llr = self.llr(counts)
        lowest, highest = self.limits
        if llr >= highest:
            return "high"
        return "low" if llr <= lowest else ""
