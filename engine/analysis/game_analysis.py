"""Analysis of a finished game: the worth of each decision, and where the result came from.

Every number is the chance of winning, from 0 to 1, as one player could know it then. This module
has the numbers and what follows from them; `place_analysis` finds them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Annotated

from msgspec import Meta, Struct

Chance = Annotated[float, Meta(ge=0.0, le=1.0)]
Number = Annotated[int, Meta(ge=0, le=1_000_000)]
Words = Annotated[str, Meta(max_length=300)]
MOST_SEATS = 9
MOST_STEPS = 60  # most actions of a better plan that are kept

INACCURACY, MISTAKE, BLUNDER = "?!", "?", "??"
GOOD = "!"
MARKS = ((0.20, BLUNDER), (0.10, MISTAKE), (0.05, INACCURACY))
"""The least lost chance for each mark."""
ALONE = 0.10  # the least chance that every other action would have lost, for the mark `GOOD`
ERRORS = (MISTAKE, BLUNDER)
BAD = (INACCURACY, MISTAKE, BLUNDER)


class RatedDecision(Struct, frozen=True, forbid_unknown_fields=True):
    """A decision as its player could know it then: what was done, and the best plan."""

    place: Number  # the place on the timeline to which the decision led
    seat: Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
    before: Chance  # the chance in the position before the decision
    best: Chance  # the chance of the best plan
    done: Chance  # the chance of what was done: `best`, unless another plan is surely better
    # the best plan as the notation writes it; empty: what was done
    plan: Annotated[tuple[Words, ...], Meta(max_length=MOST_STEPS)] = ()
    # how much chance every other plan would have lost at least; 0: little, or unknown
    alone: Chance = 0.0

    @property
    def lost(self) -> float:
        """The chance that the decision lost."""
        return max(0.0, self.best - self.done)

    @property
    def mark(self) -> str:
        """The mark of the decision: "??", "?", "?!", "!" or ""."""
        found = next((mark for least, mark in MARKS if self.lost >= least - 1e-9), "")
        return found or (GOOD if self.alone >= ALONE else "")


class PlaceChances(Struct, frozen=True, forbid_unknown_fields=True):
    """The chances of all players at a place of the timeline, each from that player's View.

    `expected` are the chances that the decision led to on average, before dice, draws and reveals.
    `by` is the seat whose decision led here: -1 for the beginning.
    """

    place: Number
    by: Annotated[int, Meta(ge=-1, lt=MOST_SEATS)]
    expected: Annotated[tuple[Chance, ...], Meta(max_length=MOST_SEATS)]
    chances: Annotated[tuple[Chance, ...], Meta(max_length=MOST_SEATS)]
    choice: bool = False  # whether the decision that led here is to be rated
    # whether a concession or an agreed draw led here, which counts apart from other decisions
    apart: bool = False


class ResultSources(Struct, frozen=True):
    """Sources of a player's result: `start` and the four sums add up to `result`."""

    start: float
    own: float  # the player's own decisions
    others: float  # decisions of the other players
    chance: float  # dice, draws and reveals
    result: float
    apart: float = 0.0  # concessions and agreed draws, whoever made them


class GameAnalysis(Struct):
    """All that is known so far about a game. Places and decisions are in the game's order."""

    places: list[PlaceChances]
    decisions: list[RatedDecision]
    number: int = 0  # the number of places in all
    looked: int = 0  # the last place whose decision was looked at, whether it could be rated or not

    def add(self, found: PlaceChances | RatedDecision) -> None:
        """Add what was found next."""
        if isinstance(found, PlaceChances):
            self.places.append(found)
        else:
            self.decisions.append(found)
            self.looked = found.place

    @property
    def choices(self) -> list[int]:
        """The places whose decisions are to be rated, as far as they are known."""
        return [each.place for each in self.places if each.choice]

    @property
    def is_whole(self) -> bool:
        """Return whether nothing is left to look at."""
        return len(self.places) >= self.number and all(at <= self.looked for at in self.choices)

    def decision(self, place: int) -> RatedDecision | None:
        """Return the rating of the decision that led to a place; None if there is none yet."""
        return next((each for each in self.decisions if each.place == place), None)

    def mark(self, place: int) -> str:
        """Return the mark of the decision that led to a place; "" for none."""
        found = self.decision(place)
        return "" if found is None else found.mark

    def of(self, seat: int) -> list[RatedDecision]:
        """Return a player's rated decisions."""
        return [each for each in self.decisions if each.seat == seat]

    def mistakes(self, seat: int | None = None) -> list[RatedDecision]:
        """Return the inaccuracies, mistakes and blunders; with `seat`, only that player's."""
        return [each for each in self.decisions if each.mark in BAD and seat in (None, each.seat)]

    def next_mistake(self, place: int, by: int) -> int | None:
        """Return the place of the next mistake after a place; with `by` < 0, the one before."""
        places = [each.place for each in self.mistakes()]
        if by > 0:
            return next((at for at in places if at > place), None)
        return next((at for at in reversed(places) if at < place), None)

    def worst(self, seat: int | None = None) -> RatedDecision | None:
        """Return the decision that lost most, if it was at least an inaccuracy."""
        return max(self.mistakes(seat), key=lambda each: each.lost, default=None)

    def accuracy(self, seat: int) -> float | None:
        """Return a player's accuracy from 0 to 100; None without a rated decision."""
        return accuracy(self.of(seat))

    def sources(self, seat: int) -> ResultSources | None:
        """Return where a player's result came from; None until all places are known."""
        if not self.places or len(self.places) < self.number:
            return None
        return sources(self.places, seat)

    def chances(self, seat: int) -> list[tuple[int, float]]:
        """Return the places known so far, each with a player's chance."""
        return [(each.place, each.chances[seat]) for each in self.places]


def sources(places: Sequence[PlaceChances], seat: int) -> ResultSources:
    """Return where the last of a player's chances came from."""
    own: list[float] = []
    others: list[float] = []
    luck: list[float] = []
    apart: list[float] = []
    for before, after in pairwise(places):
        decided = after.expected[seat] - before.chances[seat]
        if after.apart:
            apart.append(decided)
        elif after.by == seat:
            own.append(decided)
        else:
            others.append(decided)
        luck.append(after.chances[seat] - after.expected[seat])
    return ResultSources(
        places[0].chances[seat],
        sum(own, 0.0),
        sum(others, 0.0),
        sum(luck, 0.0),
        places[-1].chances[seat],
        sum(apart, 0.0),
    )


# --- accuracy, by the formula of lichess.org ---


def accuracy(decisions: Sequence[RatedDecision]) -> float | None:
    """Return the accuracy of a player's decisions, from 0 to 100; None without any.

    It is the mean of two means: one weights decisions by how much the chances around them
    changed, the other is harmonic, so that a single blunder counts.
    """
    if not decisions:
        return None
    each = [decision_accuracy(100 * one.best, 100 * one.done) for one in decisions]
    values = [100 * one.best for one in decisions]
    size = max(2, min(len(values) // 10, 8))
    first = values[:size]
    windows = [first] * (min(size, len(values)) - 1)
    windows += [values[at : at + size] for at in range(max(len(values) - size + 1, 1))]
    weights = [min(max(deviation(window), 0.5), 12.0) for window in windows]
    paired = list(zip(each, weights, strict=False))
    weighted = sum([one * weight for one, weight in paired], 0.0) / sum(
        [weight for _, weight in paired], 0.0
    )
    harmonic = len(each) / sum([1 / max(one, 1.0) for one in each], 0.0)
    return (weighted + harmonic) / 2


def decision_accuracy(best: float, done: float) -> float:
    """Return the accuracy of one decision, from 0 to 100, of two chances from 0 to 100."""
    if done >= best:
        return 100.0
    raw = 103.1668100711649 * math.exp(-0.04354415386753951 * (best - done)) - 3.166924740191411
    return min(max(raw + 1, 0.0), 100.0)


def deviation(values: Sequence[float]) -> float:
    """Return the standard deviation of some values."""
    mean = sum(values, 0.0) / len(values)
    return math.sqrt(sum([(value - mean) ** 2 for value in values], 0.0) / len(values))
