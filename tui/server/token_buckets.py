"""Buckets by which rates are limited: filled drop by drop, emptied by gulps."""

from __future__ import annotations

import time

# so many players and addresses are remembered that have taken something lately
MOST_REMEMBERED = 10_000


class Bucket:
    """Something that comes in by drops and is taken out by gulps."""

    def __init__(self, rate: float, most: float) -> None:
        """So much comes in a second, until so much is there; it is full at first."""
        self._rate, self._most = rate, most
        self._there, self._at = most, time.monotonic()

    def _fill(self) -> None:
        now = time.monotonic()
        self._there = min(self._most, self._there + (now - self._at) * self._rate)
        self._at = now

    def take(self, much: float = 1.0) -> bool:
        """Take so much out, where that is there."""
        self._fill()
        if self._there < much:
            return False
        self._there -= much
        return True

    def give_back(self, much: float = 1.0) -> None:
        """Put back so much."""
        self._there = min(self._most, self._there + much)

    def owe(self, much: float) -> float:
        """Take so much out, be it there or not. The seconds until nothing is owed."""
        self._fill()
        self._there -= much
        return max(0.0, -self._there / self._rate)

    @property
    def is_full(self) -> bool:
        """Whether nothing has been taken out of it lately."""
        self._fill()
        return self._there >= self._most


class Buckets:
    """A bucket for each player or address; full ones, of those who have taken nothing lately,
    are forgotten when there are very many.
    """

    def __init__(self, rate: float, most: float, remembered: int | None = None) -> None:
        """Each is as `Bucket` has it; more than so many are forgotten as soon as they are full."""
        self._rate, self._most = rate, most
        self._remembered = MOST_REMEMBERED if remembered is None else remembered
        self._all: dict[str, Bucket] = {}

    def __len__(self) -> int:
        return len(self._all)

    def of(self, who: str) -> Bucket:
        """Return somebody's bucket."""
        if who not in self._all and len(self._all) > self._remembered:
            self._all = {each: bucket for each, bucket in self._all.items() if not bucket.is_full}
        return self._all.setdefault(who, Bucket(self._rate, self._most))
