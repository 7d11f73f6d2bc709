"""Token buckets, which limit the rate of actions."""

from __future__ import annotations

import time

# buckets of players and addresses that are kept in memory
MOST_REMEMBERED = 10_000


class TokenBucket:
    """A bucket that refills at a constant rate and is emptied by each action."""

    def __init__(self, rate: float, most: float) -> None:
        """Start full, with `most` tokens, refilling by `rate` tokens per second."""
        self._rate, self._most = rate, most
        self._there, self._at = most, time.monotonic()

    def _fill(self) -> None:
        now = time.monotonic()
        self._there = min(self._most, self._there + (now - self._at) * self._rate)
        self._at = now

    def take(self, much: float = 1.0) -> bool:
        """Consume tokens; return False if too few are available."""
        self._fill()
        if self._there < much:
            return False
        self._there -= much
        return True

    def give_back(self, much: float = 1.0) -> None:
        """Return tokens to the bucket."""
        self._there = min(self._most, self._there + much)

    def owe(self, much: float) -> float:
        """Consume tokens even if too few are available.

        Returns the seconds until the debt is repaid.
        """
        self._fill()
        self._there -= much
        return max(0.0, -self._there / self._rate)

    @property
    def is_full(self) -> bool:
        """Return whether the bucket has refilled completely."""
        self._fill()
        return self._there >= self._most


class TokenBuckets:
    """A token bucket for each player or address.

    Full buckets are dropped when there are more than `remembered`.
    """

    def __init__(self, rate: float, most: float, remembered: int | None = None) -> None:
        """Create no bucket yet; `rate` and `most` are those of each `TokenBucket`."""
        self._rate, self._most = rate, most
        self._remembered = MOST_REMEMBERED if remembered is None else remembered
        self._all: dict[str, TokenBucket] = {}

    def __len__(self) -> int:
        return len(self._all)

    def of(self, who: str) -> TokenBucket:
        """Return the bucket of a player or address, creating a full one if necessary."""
        if who not in self._all and len(self._all) > self._remembered:
            self._all = {each: bucket for each, bucket in self._all.items() if not bucket.is_full}
        return self._all.setdefault(who, TokenBucket(self._rate, self._most))
