"""Stops: in which steps a player wants to be asked, and when passing goes on by itself until something happens.

Only priority is ever passed by itself. A question of which all answers but one come to nothing (`Question.needless`) is answered by
itself as well, unless the player has full control; every other is always asked.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.view import View

OWN_WORDS = ("main", "attack", "combat")
OTHERS_WORDS = ("attack", "combat", "end")
"""Words in the names of steps that have a stop from the start, on one's own turn and on other players'."""


class Stops:
    """One player's stops and yield."""

    def __init__(self, steps: Sequence[str], mains: Collection[int] = (), ends: Collection[int] = ()) -> None:
        """`mains` and `ends`: the main phases and end steps, whatever they are called."""
        self._mains = frozenset(mains)
        self.own = {index for index, name in enumerate(steps) if _has(name, OWN_WORDS)} | set(mains)
        self.others = {index for index, name in enumerate(steps) if _has(name, OTHERS_WORDS)} | set(ends)
        self.full_control = False  # asked at every opportunity
        self._yielding: int | None = None

    def toggle(self, step: int, *, own: bool) -> bool:
        """Set or clear the stop in a step. Returns whether it is set now: the last of one's main phases keeps its own."""
        chosen = self.own if own else self.others
        if not (own and self.is_last_main(step)):
            chosen.symmetric_difference_update({step})
        return step in chosen

    def is_last_main(self, step: int) -> bool:
        """Whether a step is the only one of one's main phases that has a stop: without it a whole turn could go by unasked."""
        return step in self._mains and self.own & self._mains == {step}

    @property
    def yielding(self) -> bool:
        """Whether priority is passed until something happens."""
        return self._yielding is not None

    def start_yield(self, view: View) -> None:
        """Pass until an opponent acts, an attack begins, another question comes, or one's own next turn begins."""
        self._yielding = view.turn.number

    def end_yield(self) -> None:
        self._yielding = None

    def wants(self, view: View) -> bool:
        """Whether the player of this view wants to be asked. Ends a yield when something has happened."""
        wanted = self.would_want(view)
        if wanted:
            self.end_yield()
        return wanted

    def would_want(self, view: View) -> bool:
        """The same of what is only looked at as yet: a yield goes on."""
        decision = view.decision
        if decision is None or decision.kind != "priority":
            return True
        seat, turn = decision.seat, view.turn
        if self.full_control:
            return True
        if view.stack:
            return view.stack[-1].controller != seat
        if self._yielding is not None and turn.active == seat and turn.number != self._yielding:
            return True
        if self._yielding is not None:
            return view.combat is not None and view.combat.seat != seat
        return view.combat is not None or turn.step in (self.own if turn.active == seat else self.others)


def _has(name: str, words: Sequence[str]) -> bool:
    return any(word in name.lower() for word in words)
