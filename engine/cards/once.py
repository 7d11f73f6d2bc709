"""What follows from a record of a card, found out once."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

R = TypeVar("R")
T = TypeVar("T")


def of_each(find_out: Callable[[T], R]) -> Callable[[T], R]:
    """Find it out once of each record of a card. They are told apart by identity, which is much faster than by what they hold."""
    found: dict[int, tuple[T, R]] = {}

    @wraps(find_out)
    def found_out(record: T) -> R:
        entry = found.get(id(record))
        if entry is None:
            entry = found[id(record)] = (record, find_out(record))  # kept with it, so that its identity stays its own
        return entry[1]

    return found_out
