"""A page with a title, a body of lines, and a strip of keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from textual.app import ComposeResult
from textual.events import Resize
from textual.screen import Screen

from tui.screens.laid_out import when_laid_out
from tui.terminal import theme
from tui.widgets.key_strip import KeyPlace, KeyStrip
from tui.widgets.lines import Lines, styled

Answer = TypeVar("Answer")


class TitledScreen(Screen[Answer]):
    """A page that is redrawn whenever the screen's size changes."""

    AUTO_FOCUS = ""

    def compose(self) -> ComposeResult:
        yield Lines(id="page-title")
        yield Lines(id="page-body")
        yield KeyStrip(id="keys")

    def on_mount(self) -> None:
        when_laid_out(self, self.redraw)

    def on_resize(self, _: Resize) -> None:
        when_laid_out(self, self.redraw)

    def redraw(self) -> None:
        """Draw the page."""
        raise NotImplementedError

    def show_frame(self, title: str, places: Sequence[KeyPlace]) -> None:
        """Draw the title and the keys."""
        self.query_one("#page-title", Lines).show([styled(f" {title}", theme.HERE)])
        self.query_one(KeyStrip).show_keys(places, getattr(self.app, "keymap", {}))
