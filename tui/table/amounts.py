"""Amounts: questions that are answered with a number, such as X or damage, and the digits typed
so far.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from tui.table.action_builder import ActionBuilder, Spot

VERBS = ("x", "assign")  # verbs of answers that are numbers themselves
MOST_DIGITS = 6  # more are not taken: no amount in a game comes near


def amounts(builder: ActionBuilder) -> Mapping[int, Spot]:
    """Return the candidates by the amounts that they stand for; nothing unless the question asks
    for an amount.
    """
    found: dict[int, Spot] = {}
    for spot in builder.candidates():
        action = builder.action_at(spot)
        if action is None or action.verb not in VERBS:
            return {}
        found[action.number] = spot
    return found


def range_words(found: Collection[int]) -> str:
    """Return the amounts that can be chosen, in words: "a number from 0 to 12"."""
    least, most = min(found), max(found)
    return (
        f"a number from {least} to {most}" if least < most else f"{least}, the only possible number"
    )


class TypedAmount:
    """The digits typed so far in answer to a question for an amount."""

    def __init__(self) -> None:
        self.digits = ""

    def type(self, digit: str) -> None:
        """Add a digit at the end."""
        if len(self.digits) < MOST_DIGITS:
            self.digits = str(int(self.digits + digit))

    def erase(self) -> bool:
        """Take the last digit back; return whether there was one."""
        had_any = bool(self.digits)
        self.digits = self.digits[:-1]
        return had_any

    def clear(self) -> None:
        """Forget all digits."""
        self.digits = ""

    def may_grow(self, found: Mapping[int, Spot]) -> bool:
        """Return whether more digits can still make it an amount that is allowed."""
        return any(str(amount).startswith(self.digits) for amount in found)
