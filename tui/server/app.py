"""The app of one terminal in the house: the hall at the bottom, tables above it."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from textual.screen import Screen

from engine.records import replace
from tui.app import SpellfrontApp
from tui.server.driver import SSHDriver
from tui.settings import Value

if TYPE_CHECKING:
    from tui.server.accounts import Player
    from tui.server.driver import Channel
    from tui.server.house import House
    from tui.terminal import Terminal

NOWHERE = Path("/nonexistent/spellfront")
"""Settings of the house's guests are in no file of this machine."""


class HouseApp(SpellfrontApp):
    """One terminal in the house."""

    CSS_PATH = Path(__file__).parent.with_name("spellfront.tcss")
    keeps_files = False

    def __init__(self, house: House, channel: Channel, player: Player | None, terminal: Terminal, key: tuple[str, str] = ("", "")) -> None:
        """`player` is nobody for a new key, whose fingerprint and text `key` is: a name is asked for first."""
        self.house, self.channel, self.player, self.key = house, channel, player, key
        super().__init__(terminal=terminal)
        self.driver_class = SSHDriver
        self._capture_stdout, self._capture_stderr = sys.__stdout__, sys.__stderr__  # Textual would redirect those of the whole process
        self.console = Console(
            color_system="truecolor", file=io.StringIO(), force_terminal=True, legacy_windows=False, _environ={}
        )  # what the server's own terminal can do is of no account
        self.error_console = Console(file=io.StringIO())  # nobody is shown a traceback
        self._dress = self._dressed()
        self._leave_house: Callable[[], None] | None = None

    @property
    def who(self) -> Player:
        """Who sits at this terminal, once that is known."""
        assert self.player is not None
        return self.player

    def get_default_screen(self) -> Screen[Any]:
        from tui.server.screens.hall import HallScreen

        return HallScreen()

    def on_mount(self) -> None:
        from tui.server.screens.name import NameScreen

        if self.player is None:
            self.push_screen(NameScreen(), self._named)
        else:
            self._come()

    def _named(self, player: Player | None) -> None:
        if player is None:
            self.exit()
            return
        self.player = player
        self._come()

    def _come(self) -> None:
        self._leave_house = self.house.hall.come(self.who)
        self.call_later(self._show_hall)

    async def _show_hall(self) -> None:
        from tui.server.screens.hall import HallScreen

        for screen in self.screen_stack:
            if isinstance(screen, HallScreen):
                await screen.look()

    def on_unmount(self) -> None:
        if self._leave_house is not None:
            self._leave_house()

    # --- what is this machine's, and no player's ---

    def settings_file(self) -> Path:
        return NOWHERE

    def keymap_file(self) -> Path:
        return NOWHERE

    def usual_colors(self) -> str:
        return self._terminal.colors

    def change_setting(self, name: str, value: Value) -> str:
        """Have a setting from now on."""
        self.settings = replace(self.settings, **{name: value})
        self._dress = self._dressed()
        self._draw_anew()
        return ""

    def change_keys(self, keymap: Mapping[str, str]) -> str:
        """Have these keys from now on."""
        self.keymap = dict(keymap)
        self.set_keymap(self.keymap)
        return ""

    def _leave_when_told(self) -> None:
        """Signals are the house's."""

    def _end(self) -> None:
        self.exit()
