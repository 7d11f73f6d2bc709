"""Limits of a game's size: a game that exceeds one ends with an error.

A game at home has only the bounds of `engine.magic.core.limits`, which real games never reach. A
game on a shared machine gets lower limits when it starts. The record of a game doesn't store them,
since what they forbid never becomes a part of it.
"""

from __future__ import annotations

from msgspec import Struct


class Limits(Struct, frozen=True):
    """The largest allowed numbers of some things; None: no limit."""

    permanents: int | None = None
    stack: int | None = None  # spells and abilities on the stack, including waiting triggers
    letters: int | None = None  # letters in each name and other word of a card


NO_LIMITS = Limits()


class GameLimitError(Exception):
    """A game needs more of something than its limits allow, and can't continue.

    The message is a sentence for players. The position is in the middle of a decision; `report` is
    a record that ends with that decision, or "" until one has been written.
    """

    def __init__(self, things: str, found: int, allowed: int) -> None:
        super().__init__(
            f"This game has reached a limit: it needs {found:,} {things}, but only {allowed:,} "
            "are allowed."
        )
        self.things = things
        self.found = found
        self.allowed = allowed
        self.report = ""


def check_limit(found: int, allowed: int | None, things: str) -> None:
    """Raise GameLimitError if `found` is more than `allowed`; None: no limit."""
    if allowed is not None and found > allowed:
        raise GameLimitError(things, found, allowed)
