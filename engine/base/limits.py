"""Limits of a game: more permanents, or more on the stack, and the game ends with an error that
says so.

A game at home has none but the bounds of `engine.magic.core.limits`, which no one plays for. A game
that shares a machine with others is given lower ones when it begins. A record of a game says
nothing of them, since what they forbid never becomes a part of it.
"""

from __future__ import annotations

from msgspec import Struct


class Limits(Struct, frozen=True):
    """The most that a game may have of some things; None: as many as there is any room for."""

    permanents: int | None = None
    stack: int | None = None  # spells and abilities on the stack, waiting triggers included
    letters: int | None = None  # in each name and other word of a card


NO_LIMITS = Limits()


class GameLimitError(Exception):
    """A game needs more of something than it may have, and can't go on.

    Its text is a sentence for players.

    The position is one in the middle of a decision. `report` is a record that ends with that
    decision, once somebody has written one.
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
    """Raise GameLimitError if a number of things is more than is allowed."""
    if allowed is not None and found > allowed:
        raise GameLimitError(things, found, allowed)
