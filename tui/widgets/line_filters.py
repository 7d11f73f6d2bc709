"""A combination of line filters, so that Textual caches only one result per line."""

from __future__ import annotations

from collections.abc import Sequence

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter


class FilterChain(LineFilter):
    """Several filters, applied one after another."""

    def __init__(self, parts: Sequence[LineFilter] = ()) -> None:
        super().__init__()
        self.parts = tuple(parts)

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments of a line after all filters."""
        for part in self.parts:
            segments = part.apply(segments, background)
        return segments
