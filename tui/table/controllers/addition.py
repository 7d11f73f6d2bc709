"""The addition of a kind of table: a line above the map, and the commands that go with the line."""

from __future__ import annotations

from tui.table.controllers.table import Controller
from tui.widgets.lines import Lines


class Addition(Controller):
    """Nothing: a game at one terminal needs no more than its board and panels."""

    line: Lines | None = None  # stands between the players and the map

    def begin(self) -> None:
        """Begin with the table."""

    def end(self) -> None:
        """End with the table."""

    def draw(self) -> None:
        """Draw the line above the map, after the rest of the table."""
