"""The handing over between two people at one terminal, which shows nothing of the game."""

from __future__ import annotations

import time

from rich.text import Text
from textual.app import ComposeResult
from textual.screen import Screen

from tui.screens.notice import Notice
from tui.settings import key_commands
from tui.terminal import theme
from tui.widgets.lines import styled


class HandOverScreen(Screen[bool]):
    """Asks for the next player. Dismissed with whether that player is ready; false to leave."""

    BINDINGS = key_commands.bindings("hand-over")
    AUTO_FOCUS = ""

    def __init__(self, name: str, seat: int, *, pause: float = 0.0, unsaved: str = "") -> None:
        """`unsaved` says why what was done last could not be saved, if it could not.

        For `pause` seconds nobody can be ready: keys that come then were meant for the table, by
        the player before."""
        super().__init__(classes="notice")
        self._earliest = time.monotonic() + pause
        self._name = name
        self._seat = seat
        self._unsaved = unsaved

    def compose(self) -> ComposeResult:
        head = styled("Please hand the keyboard to ", theme.PLAIN)
        head.append(self._name, theme.seat_style(self._seat))
        warning = (
            [styled(f"Not saved: {self._unsaved}.", theme.DANGER), Text()] if self._unsaved else []
        )
        leave = "leave; the last action is lost" if self._unsaved else "leave; the game is saved"
        yield Notice(
            [head, Text(), *warning],
            {"Enter": (f"{self._name} is here", "ready"), "Q": (leave, "leave")},
        )

    def action_ready(self) -> None:
        if time.monotonic() >= self._earliest:
            self.dismiss(True)

    def action_leave(self) -> None:
        self.dismiss(False)
