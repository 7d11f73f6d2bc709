"""The border (`tui.terminal.sanitize`) on the screen: every line of every widget goes through
it.
"""

from __future__ import annotations

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter


class CleanLines(LineFilter):
    """Cleans every line that any widget draws; no cell moves, since what is taken out takes up
    no room.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The segments of a line, cleaned."""
        if all(segment.text.isprintable() for segment in segments):
            return segments
        return [
            Segment(_same_room(segment.text), segment.style, segment.control)
            for segment in segments
        ]


def _same_room(text: str) -> str:
    """A clean text as wide as it was drawn."""
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else " " * cell_len(letter) for letter in text)
