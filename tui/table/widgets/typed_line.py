"""The line at the bottom of the table for typed commands."""

from __future__ import annotations

from textual.suggester import Suggester
from textual.widgets import Input


class TypedLine(Input):
    """An input line, hidden until opened; while open, keys type letters."""

    finding = False  # whether the text searches the options instead of naming a command

    @property
    def is_open(self) -> bool:
        return self.has_class("-open")

    def open(
        self, purpose: str, suggester: Suggester | None = None, *, finding: bool = False
    ) -> None:
        """Show an empty line with `purpose` as its placeholder."""
        self.cursor_blink = False
        self.suggester, self.placeholder, self.value, self.finding = suggester, purpose, "", finding
        self.add_class("-open")
        self.focus()

    def close(self) -> None:
        """Hide the line and discard the text."""
        self.finding = False
        self.remove_class("-open")

    def complete(self) -> None:
        """Accept the suggestion."""
        self.cursor_position = len(self.value)
        self.action_cursor_right()
