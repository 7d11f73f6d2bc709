"""A few lines in a box in the middle of the screen."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from tui.widgets.lines import Lines


class Notice(Lines):
    """A box as high as its lines."""

    def __init__(self, lines: Sequence[Text]) -> None:
        super().__init__(classes="notice-box")
        self._lines = list(lines)
        self.styles.height = len(self._lines) + 4

    def on_mount(self) -> None:
        self.paint(lambda _width, _height: self._lines)
