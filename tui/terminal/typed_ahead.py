"""A guard against keys meant for an earlier screen or question."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Hashable

DEAF = 0.5  # seconds for which a screen that opened by itself ignores keys
# seconds after a change of question for which the last key is ignored
REPEAT = 0.15


class KeyGuard:
    """A filter for keys pressed before the player could see the current screen or question."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._deaf_until = 0.0
        self._question: Hashable = None
        self._changed = 0.0  # the time of the latest change of question
        self._last = ""  # the latest key

    def deafen(self) -> None:
        """Ignore keys for a moment, because a screen opened by itself."""
        self._deaf_until = self._clock() + DEAF

    def note(self, question: Hashable) -> None:
        """Note the current question."""
        if question != self._question:
            self._question, self._changed = question, self._clock()

    def ignores(self, key: str, answers: Collection[str]) -> bool:
        """Return whether to ignore a key.

        Keys in `answers` are also ignored if repeated too soon after a change of question. A key
        held down stays ignored, since each repetition restarts the wait.
        """
        now = self._clock()
        if now < self._deaf_until:
            return True
        is_repeated = key in answers and key == self._last and now < self._changed + REPEAT
        self._last = key
        if is_repeated:
            self._changed = now
        return is_repeated
