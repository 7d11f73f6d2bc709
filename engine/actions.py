"""Actions: what a player does, and why it may be refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from msgspec import Struct


class Action(Struct, frozen=True, order=True, gc=False):
    """One small choice.

    Only the fields that the verb needs are set; actions sort by verb, then field by field.
    """

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
TAKE_BACK = Action("take-back")  # what was announced, or ordered so far, is undone


class Refusal(Struct, frozen=True, gc=False):
    """Why something is not allowed: a reason that a variant's `[clauses]` maps to a clause, and
    words for the player.
    """

    reason: str
    message: str
    # the name of the rule by which something else is asked, where that alone is against it: no
    # clause forbids it
    asked_by: str = ""

    @property
    def rule(self) -> str:
        """The name for which there may be a clause to point to."""
        return self.asked_by or self.reason


def chief(reasons: Iterable[Refusal | None]) -> Refusal | None:
    """Of the reasons against several things the one that stands against the most of them, as it
    is said of the first of these.
    """
    found = [reason for reason in reasons if reason is not None]
    counts = Counter(reason.reason for reason in found)
    if not counts:
        return None
    name, number = counts.most_common(1)[0]
    message = next(reason.message for reason in found if reason.reason == name)
    return Refusal(name, f"{message} (and {number - 1} more like it)" if number > 1 else message)


class IllegalAction(Exception):  # noqa: N818 - the name says what it is
    """An action that the rules forbid.

    `code` is the clause ("C-17") or rule ("CR 601.2h"); the game is unchanged.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{message} ({code})" if code else message)
        self.code = code
        self.message = message
