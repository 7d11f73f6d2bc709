"""What follows from a record of a card, found out once."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")


# so many records are remembered: more than all cards in a game have, yet Views from other processes
# bring new ones
MOST_RECORDS = 16_384


def of_each(find_out: Callable[[T], R], most: int = MOST_RECORDS) -> Callable[[T], R]:
    """Find it out once of each record of a card.

    They are told apart by identity, which is much faster than by what they hold.
    """
    found: dict[int, tuple[T, R]] = {}

    @wraps(find_out)
    def found_out(record: T) -> R:
        entry = found.get(id(record))
        if entry is None:
            if len(found) >= most:
                found.clear()
            # kept with it, so that its identity stays its own
            entry = found[id(record)] = (record, find_out(record))
        return entry[1]

    return found_out


MOST = 4096  # as much is remembered of things together; then all of it is found out again


def of_all(find_out: Callable[P, R]) -> Callable[P, R]:
    """Find it out once of each few things together, none of which ever changes.

    They are told apart by identity.
    """
    found: dict[tuple[int, ...], tuple[object, R]] = {}

    @wraps(find_out)
    def found_out(*things: P.args, **none: P.kwargs) -> R:
        key = tuple(map(id, things))
        entry = found.get(key)
        if entry is None:
            if len(found) >= MOST:
                found.clear()
            entry = found[key] = (things, find_out(*things, **none))
        return entry[1]

    return found_out
