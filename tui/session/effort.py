"""Effort limits for forecasts on a screen, so that no card can delay a key for long.

A screen tries actions out on games made from Views. Within `limited`, all of these together may use
a certain amount of work (`engine.base.effort`); beyond it TooMuchError is raised, and the screen
shows `TOO_MUCH` instead of the forecast.
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
# units for one forecast, about 10 ms; four times the need of a full board of the shipped variants
FORECAST = 1_000
# units for examining a whole turn or board: stakes, upcoming decisions, actions left undone
SCREEN = 4_000
_present = ContextVar["Effort | None"]("effort", default=None)


@contextmanager
def limited(work: int) -> Generator[Effort]:
    """Limit the work of all games made from Views in this context. Raises TooMuchError.

    An outer limit applies as well.
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
    """Count the work of a game toward the current limit; return the game."""
    game.effort = _present.get()
    return game


def check() -> None:
    """Raise TooMuchError if the current limit is used up.

    Then an inner limit was used up only because of this one.
    """
    present = _present.get()
    if present is not None and present.left <= 0:
        raise TooMuchError("the outer limit is used up")


def seen(view: View) -> Game:
    """Return the game as far as the player of a View knows it, with its work counted."""
    from engine import why_not

    return counted(why_not.seen(view))


def attempt(view: View, action: Action) -> None:
    """Try an action in the position as the player of a View knows it.

    Raises IllegalAction if the action is illegal or takes too much work to try.
    """
    try:
        with limited(FORECAST):
            seen(view).fork().apply(action)
    except TooMuchError:
        raise IllegalAction("", TOO_MUCH_TO_TRY) from None


def imagined(view: View) -> Game:
    """Return a playable game made from a View, with its work counted."""
    from engine.ai import determinize

    return counted(determinize.determinize(view, view.rules, 1, deals_cards=False))
