"""Actions: what a player does, and why it may be refused."""

from __future__ import annotations

from msgspec import Struct


class Action(Struct, frozen=True, order=True, gc=False):
    """One small choice. Only the fields that the verb needs are set; actions sort by verb, then field by field."""

    verb: str
    object: int = 0  # id of the object concerned; a player as -(seat + 1)
    ability: int = 0  # which of its abilities, from 1
    target: int = 0  # a second object or player
    origin: str = ""  # the space that it leaves
    space: str = ""  # the space concerned
    number: int = 0
    word: str = ""


DONE = Action("done")  # nothing more to choose here
PASS = Action("pass")  # priority goes on (CR 117.3d)


class Refusal(Struct, frozen=True):
    """Why something is not allowed: a reason that a variant's `[clauses]` maps to a clause, and words for the player."""

    reason: str
    message: str


class IllegalAction(Exception):  # noqa: N818 - the name says what it is
    """An action that the rules forbid. `code` is the clause ("C-17") or rule ("CR 601.2h"); the game is unchanged."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{message} ({code})" if code else message)
        self.code = code
        self.message = message
