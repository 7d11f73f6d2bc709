"""Marks on the map for the steps of the adviser's best plan: a letter for each, with an arrow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.adviser.advice import MARKS
from tui.table.board.squares import ARROWS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.view import SpaceView, View
    from tui.table.controllers.model import OpenAdvice

HERE = "•"  # before the letter of a step that leads nowhere else


def advice_marks(view: View, opened: OpenAdvice | None) -> Mapping[str, str]:
    """Return the marks of the best plan's steps by space: "a→" where a piece leaves, "→a" where
    it arrives, "•a" for a step in one place.
    """
    if opened is None or opened.advice is None or not opened.advice.plans:
        return {}
    spaces = {space.name: space for space in view.spaces}
    found: dict[str, list[str]] = {}
    letters = iter(MARKS)
    for step in opened.advice.plans[0].steps:
        letter = next(letters, "") if step.goal else ""
        if not letter or step.goal not in spaces:
            continue
        if step.start in spaces and step.start != step.goal:
            arrow = _arrow(spaces[step.start], spaces[step.goal])
            found.setdefault(step.start, []).append(f"{letter}{arrow}")
            found.setdefault(step.goal, []).append(f"{arrow}{letter}")
        else:
            found.setdefault(step.goal, []).append(f"{HERE}{letter}")
    return {name: " ".join(marks) for name, marks in found.items()}


def _arrow(start: SpaceView, goal: SpaceView) -> str:
    """Return the arrow from one space toward another."""
    across, down = goal.x - start.x, goal.y - start.y
    if abs(across) > 2 * abs(down):
        down = 0
    elif abs(down) > 2 * abs(across):
        across = 0
    return ARROWS.get((_sign(across), _sign(down)), HERE)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
