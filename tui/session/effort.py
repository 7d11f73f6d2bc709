"""Effort of a screen: the work that may be spent on forecasts, so that nothing that a card does can
hold up a key for long.

A screen tries things out on games that are made from Views. Within `limited`, all of these together
may take a certain amount of work (`engine.base.effort`); what needs more raises TooMuchError, and
is left out with the words `TOO_MUCH`.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

from engine.actions import IllegalAction
from engine.base.effort import Effort, TooMuchError

if TYPE_CHECKING:
    from engine.actions import Action
    from engine.game import Game
    from engine.view import View

TOO_MUCH = "This would set off too much to forecast."
TOO_MUCH_TO_TRY = "this would set off too much to try out"
# units for one forecast, about 10 ms; four times what a full board of the games that ship needs
FORECAST = 1_000
# units for what looks through a whole turn or board: what is at stake, what comes next, what is
# left undone
SCREEN = 4_000
_present = ContextVar["Effort | None"]("effort", default=None)


@contextmanager
def limited(work: int) -> Generator[Effort]:
    """Limit the work of all games that are made from Views within, to what is left of an outer
    limit at most. Raises TooMuchError.
    """
    outer = _present.get()
    given = work if outer is None else min(work, outer.left)
    inner = Effort(given)
    token = _present.set(inner)
    try:
        yield inner
    finally:
        _present.reset(token)
        if outer is not None:
            outer.left -= given - max(inner.left, 0)


def counted(game: Game) -> Game:
    """Have the work of a game count towards the present limit. Returns the game."""
    game.effort = _present.get()
    return game


def check() -> None:
    """Raise TooMuchError if the present limit is used up: an inner one was used up only because
    this one was.
    """
    present = _present.get()
    if present is not None and present.left <= 0:
        raise TooMuchError("the outer limit is used up")


def seen(view: View) -> Game:
    """The game as far as the player of a View knows it, its work counted."""
    from engine import why_not

    return counted(why_not.seen(view))


def attempt(view: View, action: Action) -> None:
    """Try an action in the position as the player of a View knows it.

    Raises IllegalAction if it can't be done, or not be tried out.
    """
    try:
        with limited(FORECAST):
            seen(view).fork().apply(action)
    except TooMuchError:
        raise IllegalAction("", TOO_MUCH_TO_TRY) from None


def imagined(view: View) -> Game:
    """A game that can be played on from a View, its work counted."""
    from engine.ai import determinize

    return counted(determinize.imagine(view, view.rules, 1))
