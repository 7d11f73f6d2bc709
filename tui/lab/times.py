"""Times of decisions as histograms, which are small in a file and can be added up.

A bucket is about 9% wide, so quantiles are within 5%; the worst time and the sum are exact.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import log2

from msgspec import Struct, field

FINENESS = 8  # buckets for each doubling of the time
SHORTEST = 1e-6  # seconds; shorter times count as this


class Spread(Struct):
    """Times in seconds: the number in each bucket, the sum and the longest."""

    buckets: dict[int, int] = field(default_factory=dict)
    total: float = 0.0
    worst: float = 0.0

    def add(self, seconds: float) -> None:
        """Count a time."""
        bucket = round(FINENESS * log2(max(seconds, SHORTEST) / SHORTEST))
        self.buckets[bucket] = self.buckets.get(bucket, 0) + 1
        self.total += seconds
        self.worst = max(self.worst, seconds)

    def merge(self, other: Spread) -> None:
        """Count all times of another spread."""
        for bucket, number in other.buckets.items():
            self.buckets[bucket] = self.buckets.get(bucket, 0) + number
        self.total += other.total
        self.worst = max(self.worst, other.worst)

    @property
    def number(self) -> int:
        """The number of times."""
        return sum(self.buckets.values())

    def quantile(self, share: float) -> float:
        """Return the time that this share of all times doesn't exceed; 0 without times."""
        rank, passed = share * self.number, 0
        for bucket, number in sorted(self.buckets.items()):
            passed += number
            if passed >= rank:
                return min(self.worst, SHORTEST * 2 ** (bucket / FINENESS))
        return 0.0


class DecisionTimes(Struct):
    """Times of one kind of decision: of the processor, in the player's thread, and by the clock."""

    cpu: Spread = field(default_factory=Spread)
    wall: Spread = field(default_factory=Spread)

    def merge(self, other: DecisionTimes) -> None:
        """Count all times of other decisions."""
        self.cpu.merge(other.cpu)
        self.wall.merge(other.wall)


# the times of a player by kind of decision
TimesByKind = dict[str, DecisionTimes]


def merged(many: Iterable[TimesByKind]) -> TimesByKind:
    """Return the times of several games together, by kind."""
    found: TimesByKind = {}
    for times in many:
        for kind, each in times.items():
            found.setdefault(kind, DecisionTimes()).merge(each)
    return dict(sorted(found.items()))


def of_all_kinds(times: TimesByKind) -> DecisionTimes:
    """Return the times of all kinds of decisions together."""
    found = DecisionTimes()
    for each in times.values():
        found.merge(each)
    return found
