"""A screen with the panels of a table: a cursor over a View, a message, and the mouse."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.events import Resize
from textual.screen import Screen
from textual.widgets import Input

from tui.screens.laid_out import when_laid_out
from tui.table.action_builder import Spot
from tui.table.board.widget import BoardWidget
from tui.table.controllers.model import PanelModel
from tui.table.screens.panels import TablePanels
from tui.table.selection import Selection
from tui.table.widgets.lists import ListPanel
from tui.table.widgets.log import Log
from tui.table.widgets.prompt import notice, refusal
from tui.terminal.compositor import SideBySide
from tui.widgets.lines import Lines


class PanelScreen(Screen[str]):
    """A screen with the panels of a table."""

    CSS_PATH = "table.tcss"
    AUTO_FOCUS: ClassVar[str | None] = ""

    def __init__(self, model: PanelModel) -> None:
        super().__init__()
        self.model = model
        self.panels = TablePanels(self, self.show_prompt)
        self._compositor = SideBySide()

    @property
    def selection(self) -> Selection:
        """The cursor."""
        return self.model.selection

    @property
    def keymap(self) -> dict[str, str]:
        """The player's own keys."""
        return getattr(self.app, "keymap", {})

    def compose(self) -> ComposeResult:
        yield from self.panels.compose()

    def on_resize(self, _: Resize) -> None:
        when_laid_out(self, self.redraw)

    def redraw(self) -> None:
        """Draw everything."""
        raise NotImplementedError

    def show_prompt(self) -> None:
        """Draw the prompt and the strip of keys."""
        raise NotImplementedError

    def refuse(self, words: str) -> None:
        """Show a refusal until the next key."""
        self.model.message = refusal(words)
        self.redraw()

    def tell(self, words: str) -> None:
        """Show a message until the next key."""
        self.model.message = notice(words)
        self.redraw()

    def close_command_line(self) -> None:
        """Close the line into which a command is typed."""
        self.panels.line.close()
        self.set_focus(None)

    @on(Input.Blurred, "#command")
    def _command_left(self) -> None:
        self.panels.line.close()

    # --- the mouse ---

    def pressed(self, spot: Spot, pane: str) -> None:
        """Handle a click on the map or in a list."""
        raise NotImplementedError

    def after_key(self) -> None:
        """Draw the screen after the cursor has moved."""
        raise NotImplementedError

    def show_log(self) -> None:
        """Show the whole log."""
        raise NotImplementedError

    @on(BoardWidget.SpacePressed)
    def _space_pressed(self, event: BoardWidget.SpacePressed) -> None:
        self.pressed(Spot("space", name=event.space), "map")

    @on(Lines.Pressed)
    def _line_pressed(self, event: Lines.Pressed) -> None:
        lines = event.lines
        if isinstance(lines, ListPanel) and (spot := lines.spot_at(event.row)) is not None:
            self.pressed(spot, lines.pane)
        elif isinstance(lines, Log):
            self.show_log()

    @on(ListPanel.Rolled)
    def _list_rolled(self, event: ListPanel.Rolled) -> None:
        if self.selection.pane == event.pane:
            self.selection.move(0, event.rows)
        else:
            self.selection.pane_to(event.pane)
        self.after_key()
