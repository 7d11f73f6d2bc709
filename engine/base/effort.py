"""Effort: the work that may still be done in a game that is only tried out.

Some positions lead to more than anybody can wait for: triggers without end, a spell with thousands
of copies. A fork that is given an effort counts what is done in it and in its own forks, and breaks
off when that is too much. What is counted doesn't depend on the machine, so the same position
breaks off everywhere at the same place. The game itself, and what computer players think, has none.
"""

from __future__ import annotations


class TooMuchError(Exception):
    """More would happen than is worth finding out.

    The game in which it would happen is of no use any more, nor is a fork of it.
    """


class Effort:
    """Units of work that are left.

    A unit is a task of the agenda, an object that is looked at or created, or an answer that is
    found.
    """

    __slots__ = ("left",)

    def __init__(self, left: int) -> None:
        self.left = left

    def spend(self, work: int) -> None:
        """Count some work before it is done.

        Raises TooMuchError if there isn't enough left for it.
        """
        self.left -= work
        if self.left < 0:
            raise TooMuchError("this would set off more events than can be tried out")
