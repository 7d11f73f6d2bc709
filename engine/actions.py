"""Actions of players, and the reasons why they are refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from msgspec import Struct


class Action(Struct, frozen=True, order=True, gc=False):
    """One small choice.

    Only the fields that the verb needs are set; actions sort by verb, then field by field.
    """

    verb: str
    object: int = 0  # object id; players as -(seat + 1)
    ability: int = 0  # number of the object's ability, from 1
    target: int = 0  # second object or player
    origin: str = ""  # space that the object leaves
    space: str = ""  # destination or chosen space
    number: int = 0
    word: str = ""


DONE = Action("done")  # finish a choice
PASS = Action("pass")  # pass priority (CR 117.3d)
DECLINES = ("pass", "done", "no")  # verbs that decline to act
TAKE_BACK = Action("take-back")  # cancel an announcement or the orders so far


class Refusal(Struct, frozen=True, gc=False):
    """The reason why an action is refused, and a message for the player.

    A variant's `[clauses]` may map the reason to a clause.
    """

    reason: str
    message: str
    # name of the rule that asks for another action first, if no clause forbids this one
    asked_by: str = ""

    @property
    def rule(self) -> str:
        """The name to look up in `[clauses]`."""
        return self.asked_by or self.reason


def chief(reasons: Iterable[Refusal | None]) -> Refusal | None:
    """Return the most frequent reason, with the message of its first refusal, or None."""
    found = [reason for reason in reasons if reason is not None]
    counts = Counter(reason.reason for reason in found)
    if not counts:
        return None
    name, number = counts.most_common(1)[0]
    message = next(reason.message for reason in found if reason.reason == name)
    return Refusal(name, f"{message} (and {number - 1} more like it)" if number > 1 else message)


class IllegalAction(Exception):  # noqa: N818 - the name says what it is
    """Error for an action that the rules forbid; the game is unchanged.

    `code` is the clause ("C-17") or rule ("CR 601.2h").
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{message} ({code})" if code else message)
        self.code = code
        self.message = message
