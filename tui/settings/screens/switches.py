"""Page of switches: settings that are on or off, one per row."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from rich.text import Text
from textual import on

from tui.screens.titled import TitledScreen
from tui.settings import key_commands
from tui.terminal import theme
from tui.widgets.key_strip import KeyPlace
from tui.widgets.lines import Lines, styled

ON, OFF = "[x]", "[ ]"


class Switch(NamedTuple):
    """A setting that is on or off; a heading if `flip` is None."""

    words: str
    is_on: Callable[[], bool] = bool
    flip: Callable[[], object] | None = None


class Switches(TitledScreen[None]):
    """A title and switches, with the cursor on one of them."""

    BINDINGS = key_commands.bindings("switches")

    def __init__(self, title: str, switches: Sequence[Switch]) -> None:
        super().__init__()
        self._title = title
        self._switches = list(switches)
        self._at = next((row for row, switch in enumerate(self._switches) if switch.flip), 0)
        self._top = 0

    def redraw(self) -> None:
        """Draw the rows that fit, with the cursor's row among them."""
        body = self.query_one("#page-body", Lines)
        height = max(body.size.height, 1)
        self._top = max(0, min(max(self._top, self._at - height + 1), self._at - 1))
        body.show(
            [
                self._row(row)
                for row in range(self._top, min(self._top + height, len(self._switches)))
            ]
        )
        self.show_frame(
            self._title, [KeyPlace(command.id) for command in key_commands.in_scope("switches")]
        )

    def _row(self, row: int) -> Text:
        switch = self._switches[row]
        if switch.flip is None:
            return styled(switch.words, theme.QUIET)
        here = row == self._at
        text = styled(
            f"{'>' if here else ' '} {ON if switch.is_on() else OFF} ",
            theme.HERE if here else theme.CHOICE,
        )
        return text.append(switch.words, theme.CURSOR if here else theme.PLAIN)

    def action_row(self, step: int) -> None:
        """Go to the next switch, or the previous one."""
        rows = [row for row, switch in enumerate(self._switches) if switch.flip]
        at = rows.index(self._at) + step if self._at in rows else 0
        self._at = rows[max(0, min(at, len(rows) - 1))] if rows else 0
        self.redraw()

    def action_flip(self) -> None:
        flip = self._switches[self._at].flip
        if flip is not None:
            flip()
            self.redraw()

    def action_close(self) -> None:
        self.dismiss()

    @on(Lines.Pressed, "#page-body")
    def _pressed(self, event: Lines.Pressed) -> None:
        row = self._top + event.row
        if row < len(self._switches) and self._switches[row].flip:
            self._at = row
            self.action_flip()
