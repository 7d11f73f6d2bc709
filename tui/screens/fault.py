"""The notice shown when a game can't continue."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.screen import Screen

from tui.screens.notice import Notice
from tui.terminal import theme
from tui.widgets.lines import styled, wrapped

WIDTH = 54  # cells of a line in the box


class FaultScreen(Screen[None]):
    """A notice that explains a fault and closes on a key press."""

    BINDINGS = [Binding("enter,space,escape,q,Q", "close", "leave the table", id="fault.close")]
    AUTO_FOCUS = ""

    def __init__(self, sentences: Sequence[str]) -> None:
        super().__init__(classes="notice")
        self._sentences = sentences

    def compose(self) -> ComposeResult:
        lines = [styled("This game can't continue", theme.DANGER), Text()]
        for sentence in self._sentences:
            lines += [*wrapped(styled(sentence, theme.PLAIN), WIDTH), Text()]
        yield Notice(lines, {"Enter": ("leave the table", "close")})

    def action_close(self) -> None:
        self.dismiss()
