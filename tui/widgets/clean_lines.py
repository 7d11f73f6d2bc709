"""The line filter that sanitizes everything on screen (`tui.terminal.sanitize`)."""

from __future__ import annotations

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter


class CleanLines(LineFilter):
    """A filter that cleans every line without moving any cell."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the cleaned segments of a line."""
        if all(segment.text.isprintable() for segment in segments):
            return segments
        return [
            Segment(_same_room(segment.text), segment.style, segment.control)
            for segment in segments
        ]


def _same_room(text: str) -> str:
    """Return a cleaned text of the same width."""
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else " " * cell_len(letter) for letter in text)
