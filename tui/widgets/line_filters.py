"""Filters of lines that are one, so that of every line only one more is kept."""

from __future__ import annotations

from collections.abc import Sequence

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter


class Together(LineFilter):
    """Several filters, one after another."""

    def __init__(self, parts: Sequence[LineFilter] = ()) -> None:
        super().__init__()
        self.parts = tuple(parts)

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The segments of a line, as all filters leave them."""
        for part in self.parts:
            segments = part.apply(segments, background)
        return segments
