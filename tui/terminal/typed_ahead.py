"""Keys that were meant for something else: typed ahead of a screen that has just come up, or
repeated across a change of question.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Hashable

DEAF = 0.5  # seconds in which a screen that has come up by itself takes no keys
# seconds after a change of question in which the key that was pressed last is not taken again
REPEAT = 0.15


class KeyGuard:
    """Tell keys that answer what is on the screen from those that were meant for what was there
    before.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._deaf_until = 0.0
        self._question: Hashable = None
        self._changed = 0.0  # when the question changed last
        self._last = ""  # the key that was pressed last

    def deafen(self) -> None:
        """Take no keys for a moment: a screen has come up that the player has not asked for."""
        self._deaf_until = self._clock() + DEAF

    def note(self, question: Hashable) -> None:
        """Note what is asked now."""
        if question != self._question:
            self._question, self._changed = question, self._clock()

    def ignores(self, key: str, answers: Collection[str]) -> bool:
        """Return whether a key comes too early; of `answers` those that are pressed again too soon
        after the question has changed.

        A key that is held down goes on being ignored, since each repetition starts the wait again.
        """
        now = self._clock()
        if now < self._deaf_until:
            return True
        is_repeated = key in answers and key == self._last and now < self._changed + REPEAT
        self._last = key
        if is_repeated:
            self._changed = now
        return is_repeated
