"""The phase bar: the active player, the steps of the turn, and a dot at each step with a stop."""

from __future__ import annotations

import re
from collections.abc import Collection

from rich.text import Text

from engine.view import View
from tui.terminal import symbols, theme
from tui.widgets.lines import Lines, Same

STOP = "•"
ROOMY = 100  # columns from which "round" is spelled out even if the steps must be shortened


class PhaseBar(Lines):
    """One line; `step_at` finds the step at a mouse position."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._places: list[tuple[int, int]] = []

    def show_turn(self, view: View, stops: Collection[int]) -> None:
        """Draw the turn; `stops` are the indexes of the steps with a stop."""
        self.paint(
            lambda width, _: [self._line(view, stops, width)], about=(Same(view), frozenset(stops))
        )

    def _line(self, view: View, stops: Collection[int], width: int) -> Text:
        text, self._places = turn_line(view, stops, width)
        return text

    def step_at(self, column: int) -> int | None:
        """Return the index of the step at a column of the bar; None between steps."""
        return next(
            (step for step, (start, end) in enumerate(self._places) if start <= column < end), None
        )


def turn_line(view: View, stops: Collection[int], width: int) -> tuple[Text, list[tuple[int, int]]]:
    """Return the bar's text, and the start and end columns of each step's name."""
    turn = view.turn
    text = Text()
    active = view.players[turn.active]
    text.append(f" {symbols.letters_of(view)[turn.active]} ", theme.badge_style(turn.active))
    text.append(f" {active.name}", theme.seat_style(turn.active))
    room = width - text.cell_len - len(turn.steps) * 2
    long, short = (
        f"  round {turn.round} " if turn.number else "  before the first turn ",
        f" r{turn.round} " if turn.number else " ",
    )
    words = long if sum(map(len, turn.steps)) + len(long) <= room or width >= ROOMY else short
    text.append(words, theme.QUIET)
    names = _fitting(turn.steps, room - len(words))
    places: list[tuple[int, int]] = []
    for step, name in enumerate(names):
        mark = STOP if step in stops else " "
        start = text.cell_len
        if step == turn.step:
            text.append(f"[{name}]", theme.CURSOR)
        else:
            text.append(mark, theme.CHOICE)
            text.append(f"{name} ", theme.QUIET)
        places.append((start, text.cell_len))
    return text, places


ORDINALS = {"First": "1", "Second": "2", "Third": "3"}


def _fitting(names: tuple[str, ...], room: int) -> list[str]:
    """Return the step names in full, or the longest short forms that fit.

    "Second Main" becomes "Main 2", then "M2"; "Attack/Conquer" becomes "Attack".
    """
    short = [_short(name) for name in names]
    mains = [f"{word[0]}{word[-1]}" if word[-1].isdigit() else word for word in short]
    for words in (list(names), short, mains, [word[:4] for word in mains]):
        if sum(map(len, words)) <= room:
            return words
    return [word[:2] for word in short]


def _short(name: str) -> str:
    first, *rest = re.split(r"[ /]", name)
    return f"{rest[0]} {ORDINALS[first]}" if first in ORDINALS and rest else first
