"""A few lines in a box in the middle of the screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.text import Text
from textual.events import Click

from tui.terminal import theme
from tui.widgets.lines import Lines


class Notice(Lines):
    """A box as high as its lines, with a last line of keys.

    `keys` maps each key to its label and the screen's action.
    """

    def __init__(self, lines: Sequence[Text], keys: Mapping[str, tuple[str, str]]) -> None:
        super().__init__(classes="notice-box")
        line = Text()
        self._ends: list[tuple[int, str]] = []
        for key, (words, action) in keys.items():
            line.append(key, theme.KEY).append(f"  {words}   ", theme.QUIET)
            self._ends.append((line.cell_len, action))
        self._lines = [*lines, line]
        self.styles.height = len(self._lines) + 4

    def on_mount(self) -> None:
        self.paint(lambda _width, _height: self._lines)

    def on_click(self, event: Click) -> None:
        """Run the action of the key that was clicked."""
        place = event.get_content_offset(self)
        if place is not None and place.y == len(self._lines) - 1:
            for action in [action for end, action in self._ends if place.x < end][:1]:
                self.screen.run_worker(self.screen.run_action(action))
