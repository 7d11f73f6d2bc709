"""The line at the foot of the table into which words are typed."""

from __future__ import annotations

from textual.suggester import Suggester
from textual.widgets import Input


class TypedLine(Input):
    """Hidden until it is opened; while it is open, keys are letters."""

    finding = False  # whether what is typed are words of an option, not a command

    @property
    def is_open(self) -> bool:
        return self.has_class("-open")

    def open(
        self, purpose: str, suggester: Suggester | None = None, *, finding: bool = False
    ) -> None:
        """Be there, empty, and say what is wanted."""
        self.cursor_blink = False
        self.suggester, self.placeholder, self.value, self.finding = suggester, purpose, "", finding
        self.add_class("-open")
        self.focus()

    def close(self) -> None:
        """Be gone; what was typed is forgotten."""
        self.finding = False
        self.remove_class("-open")

    def complete(self) -> None:
        """Take what is suggested."""
        self.cursor_position = len(self.value)
        self.action_cursor_right()
