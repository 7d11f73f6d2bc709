"""Caches of results that follow from the records of cards."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")


# entries of a cache: more than all cards of a game, though Views from other processes add new ones
MOST_RECORDS = 16_384


def of_each(find_out: Callable[[T], R], most: int = MOST_RECORDS) -> Callable[[T], R]:
    """Cache the results of a function of one record.

    Records are compared by identity, which is much faster than by value.
    """
    found: dict[int, tuple[T, R]] = {}

    @wraps(find_out)
    def found_out(record: T) -> R:
        try:  # almost always there: faster than `get`
            return found[id(record)][1]
        except KeyError:
            pass
        if len(found) >= most:
            found.clear()
        # the record is kept, so that no other object gets its id
        found[id(record)] = (record, result := find_out(record))
        return result

    return found_out


MOST = 4096  # entries of a cache; a full cache is emptied


def of_all(find_out: Callable[P, R]) -> Callable[P, R]:
    """Cache the results of a function of several objects that never change.

    The objects are compared by identity.
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
