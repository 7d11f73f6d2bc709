"""Effort: the amount of work that may still be done in a game that is only tried out.

Some positions take too long to play out: endless triggers, a spell with thousands of copies. A fork
with an effort counts the work done in it and in its own forks, and stops with an error when the
effort is used up. The count doesn't depend on the machine, so the same position stops everywhere at
the same point. The game itself and the computer players' search have no such limit.
"""

from __future__ import annotations


class TooMuchError(Exception):
    """Too much work would be needed to try out an action.

    The game in which the error was raised and its forks can't be used anymore.
    """


class Effort:
    """The units of work that are left.

    A unit is a task of the agenda, an object that is looked at or created, or an answer that is
    found.
    """

    __slots__ = ("left",)

    def __init__(self, left: int) -> None:
        self.left = left

    def spend(self, work: int) -> None:
        """Count `work` units before they are done. Raises TooMuchError if not enough are left."""
        self.left -= work
        if self.left < 0:
            raise TooMuchError("this would set off more events than can be tried out")
