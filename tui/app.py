"""The app: theme, keys and the first screen. It shows a session if it is given one, else the launch screen."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Sequence
from contextlib import suppress
from threading import Timer
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace
from textual.app import App

from tui import own_cards
from tui.keymap import KeymapError, read_keymap
from tui.palettes import PALETTES
from tui.saves import keymap_path, settings_path
from tui.settings import SettingsError, Value, read_settings, remember
from tui.theme import THEMES
from tui.widgets.clean_lines import CleanLines
from tui.widgets.dress import Dress

if TYPE_CHECKING:
    from textual.command import Provider
    from textual.filter import LineFilter
    from textual.screen import Screen

    from tui.screens.table import TableScreen
    from tui.session import Session


CLEAN = CleanLines()
PATIENCE = 3.0
"""So many seconds the program may take to leave when it is told to end."""
SHOW_CURSOR = "\x1b[?25h"
"""Textual hides the terminal's cursor; here it follows the cursor on the board, for screen readers and braille lines."""


def _palette() -> type[Provider]:
    from tui.palette import Palette

    return Palette


class SpellfrontApp(App[None]):
    """Spellfront in a terminal."""

    TITLE = "Spellfront"
    CSS_PATH = "spellfront.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (116, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-short"), (36, "-tall")]
    COMMANDS = {_palette}

    def __init__(self, session: Session | None = None, *, pace: float | None = None) -> None:
        """`pace` is how long a computer player's action stands on the screen, in seconds; the player's own setting, if it is not given."""
        super().__init__()
        self.settings, self.settings_problems = read_settings(settings_path())
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = self.settings.theme
        self._dress = self._tailored()
        self.session = session
        self._pace = pace
        self.keymap: dict[str, str] = {}
        self.keymap_problems: list[str] = []
        self._read_keys()

    @property
    def pace(self) -> float:
        """How long a computer player's action stands on the screen, in seconds."""
        return self.settings.pause if self._pace is None else self._pace

    def bell(self) -> None:
        """Ring, if the player wants that."""
        if self.settings.bell:
            super().bell()

    def change_setting(self, name: str, value: Value) -> str:
        """Have a setting from now on, and remember it. Returns why it can't be remembered, or nothing."""
        self.settings = replace(self.settings, **{name: value})
        self._dress = self._tailored()
        self.theme = self.settings.theme
        self._draw_anew()
        try:
            remember(settings_path(), name, value)
        except SettingsError as error:
            return f"This holds until you leave: {error}"
        return ""

    def _draw_anew(self) -> None:
        """Draw every line of every screen again: what is kept of them is out of date."""
        for screen in self.screen_stack:
            for widget in screen.walk_children(with_self=True):
                widget.refresh()

    def get_line_filters(self) -> Sequence[LineFilter]:
        """What every line goes through before it is drawn: Textual's filters, the border, and what suits this player and terminal."""
        return [*super().get_line_filters(), CLEAN, *([] if self._dress.changes_nothing else [self._dress])]

    def _tailored(self) -> Dress:
        """How lines look as the settings are now."""
        return Dress(PALETTES[self.settings.theme], ascii=self.settings.ascii)

    def run(self, *arguments: Any, **options: Any) -> Any:
        """Run the app. A fault in it is raised again after the terminal is itself again, for the caller to put into words."""
        result = super().run(*arguments, **options)
        if self._exception is not None:
            raise self._exception
        return result

    def _fatal_error(self) -> None:
        """Leave after a fault; Textual would print a traceback, which `run` leaves to its caller. The game is saved already."""
        self._close_messages_no_wait()

    def get_default_screen(self) -> Screen[Any]:
        """The launch screen, at the bottom of all others; or nothing, when there is a session to play at once."""
        if self.session is not None:
            return super().get_default_screen()
        return self._launch_screen()

    def _launch_screen(self) -> Screen[Any]:
        from tui.screens.launch import LaunchScreen

        return LaunchScreen([*self.keymap_problems, *self.settings_problems, *own_cards.load()])

    def _after_only_game(self, how: str | None) -> None:
        """Whoever went straight into a game and has played it to its end starts the next one; whoever leaves the table leaves."""
        if how == "over":
            self.push_screen(self._launch_screen())
        else:
            self.exit()

    def _leave_when_told(self) -> None:
        """Whoever ends the program, or takes its terminal away, ends it as if it had been left: all is saved, the terminal as it was."""
        for name in ("SIGTERM", "SIGHUP"):
            if hasattr(signal, name):
                with suppress(NotImplementedError, RuntimeError, ValueError):  # a system or a thread without them
                    asyncio.get_running_loop().add_signal_handler(getattr(signal, name), self._end)

    def _end(self) -> None:
        """Leave; and where that takes too long, since Textual waits for ever to write to a terminal that has gone, just end."""
        timer = Timer(PATIENCE, os._exit, (0,))
        timer.daemon = True
        timer.start()
        self.exit()

    def on_mount(self) -> None:
        self._leave_when_told()
        self.set_keymap(self.keymap)
        if self._driver is not None:
            self._driver.write(SHOW_CURSOR)
        if self.session is not None:
            self.sit_down(self.session, self._after_only_game)

    def _read_keys(self) -> None:
        try:
            self.keymap = read_keymap(keymap_path())
        except KeymapError as error:
            self.keymap_problems = error.problems

    def sit_down(self, session: Session, afterwards: Callable[[str | None], None]) -> None:
        """Play a session; what comes afterwards, when it was "left" or is "over", is up to the caller."""

        for stops in session.stops.values():
            stops.full_control = self.settings.full_control

        def left(how: str | None) -> None:
            session.close()
            if how == "again":
                self.sit_down(session.again(), afterwards)
            else:
                afterwards(how)

        self.session = session
        self.push_screen(self._table_for(session), left)

    def _table_for(self, session: Session) -> TableScreen:
        if session.is_puzzle:
            from tui.screens.puzzle_table import table_for

            return table_for(session, self.pace)
        from tui.screens.table import TableScreen

        return TableScreen(session, pace=self.pace)

    def on_unmount(self) -> None:
        if self.session is not None:
            self.session.close()
