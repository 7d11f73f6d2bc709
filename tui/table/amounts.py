"""Questions answered with a number, such as X or damage, and the typed digits."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from tui.table.action_builder import ActionBuilder, Spot

VERBS = ("x", "assign")  # verbs of actions whose number is the whole answer
MOST_DIGITS = 6  # further digits are ignored: no amount in a game is that large


def amounts(builder: ActionBuilder) -> Mapping[int, Spot]:
    """Return the candidates by amount; empty unless the question asks for an amount."""
    found: dict[int, Spot] = {}
    for spot in builder.candidates():
        action = builder.action_at(spot)
        if action is None or action.verb not in VERBS:
            return {}
        found[action.number] = spot
    return found


def range_words(found: Collection[int]) -> str:
    """Return the allowed amounts in words: "a number from 0 to 12"."""
    least, most = min(found), max(found)
    return (
        f"a number from {least} to {most}" if least < most else f"{least}, the only possible number"
    )


class TypedAmount:
    """The digits typed so far in answer to a question for an amount."""

    def __init__(self) -> None:
        self.digits = ""

    def type(self, digit: str) -> None:
        """Append a digit."""
        if len(self.digits) < MOST_DIGITS:
            self.digits = str(int(self.digits + digit))

    def erase(self) -> bool:
        """Remove the last digit; return whether there was one."""
        had_any = bool(self.digits)
        self.digits = self.digits[:-1]
        return had_any

    def clear(self) -> None:
        """Remove all digits."""
        self.digits = ""

    def may_grow(self, found: Mapping[int, Spot]) -> bool:
        """Return whether more digits could complete an allowed amount."""
        return any(str(amount).startswith(self.digits) for amount in found)
