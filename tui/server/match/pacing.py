"""How long a computer player's answer takes to appear: a time that depends on public facts alone
(M-1).

An answer that appeared as soon as it was found would tell how much there was to think about, and so
what is in a hand.
"""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tui.session.progress import Progress

# seconds in which an answer appears, whatever it is: players can follow, and are not kept waiting
STEP = 0.4
WAY = 0.1  # seconds that an answer may take besides thinking
LEAST = 0.05  # seconds that a computer player may think at least
SEARCHING = frozenset({"ai:normal"})
"""Kinds of players that search: they get their full thinking time for the first question in each
step of their turns.
"""


class Pacing:
    """The times of the computer players of one match."""

    def __init__(self, step: float = STEP) -> None:
        """`step` is in seconds; 0: answers appear as soon as they are found."""
        self._step = step
        self._last = -1, -1  # the turn and the step of the last question

    def time_for(self, progress: Progress, seconds: float) -> float:
        """Return the seconds from the question that is asked now to its answer.

        `seconds`: the full thinking time.
        """
        turn, asked = progress.game.state.turn, progress.asked
        moment = turn.number, turn.step
        is_first, self._last = moment != self._last, moment
        if not self._step or asked is None:
            return 0.0
        is_long = is_first and turn.active == asked and progress.kinds[asked] in SEARCHING
        return max(self._step, seconds) if is_long else self._step

    def thinking(self, time: float) -> float | None:
        """Return the seconds of such a time that may be spent on thinking; None: as many as
        there are.
        """
        return max(LEAST, time - WAY) if self._step else None

    def left(self, time: float, passed: float) -> float:
        """Return the seconds until an answer appears for which some have `passed`: late ones
        appear at full steps.
        """
        if passed <= time or not self._step:
            return max(0.0, time - passed)
        return time + ceil((passed - time) / self._step) * self._step - passed
