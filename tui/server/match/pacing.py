"""The delay before a computer player's answer appears, from public facts alone (M-1).

An answer shown as soon as it is found would reveal how much there was to think about, and thereby
what is in a hand.
"""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tui.session.progress import GameInProgress

# seconds before an answer appears: slow enough to follow, quick enough not to bore
STEP = 0.4
WAY = 0.1  # seconds that an answer may take in addition to thinking
LEAST = 0.05  # the shortest thinking time in seconds
SEARCHING = frozenset({"ai:normal", "ai:hard"})
"""Kinds of players that search, with full thinking time for the first question of each step."""


class Pacing:
    """The delays of the computer players in one match."""

    def __init__(self, step: float = STEP) -> None:
        """Set the step in seconds; 0: answers appear immediately."""
        self._step = step
        self._last = -1, -1  # the turn and the step of the last question

    def time_for(self, progress: GameInProgress, seconds: float) -> float:
        """Return the seconds from the current question to its answer.

        `seconds` is the full thinking time.
        """
        turn, asked = progress.game.state.turn, progress.asked
        moment = turn.number, turn.step
        is_first, self._last = moment != self._last, moment
        if not self._step or asked is None:
            return 0.0
        is_long = is_first and turn.active == asked and progress.kinds[asked] in SEARCHING
        return max(self._step, seconds) if is_long else self._step

    def thinking(self, time: float) -> float | None:
        """Return the thinking time within a delay of `time` seconds; None: unlimited."""
        return max(LEAST, time - WAY) if self._step else None

    def left(self, time: float, passed: float) -> float:
        """Return the seconds until an answer appears after `passed` seconds.

        Late answers appear at full multiples of the step.
        """
        if passed <= time or not self._step:
            return max(0.0, time - passed)
        return time + ceil((passed - time) / self._step) * self._step - passed
