"""The frame around all screens: what every line is drawn through, settings and keys, and how one
sits down to a game.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING, Any, TypeVar, cast

from rich.color import ColorSystem
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.app import App
from textual.css.query import NoMatches
from textual.events import Resize
from textual.filter import Monochrome
from textual.widget import MountError
from textual.widgets import Input
from textual.worker import WorkerFailed

from engine.base.records import replace
from tui.session import last_choices
from tui.session.branching import PLAY_ON
from tui.session.protocol import BY_ITSELF, follow_settings
from tui.settings.default_keys import EARLIER, VERSION, Moved, moved_since
from tui.settings.key_commands import BY_ID, SCOPES
from tui.settings.keymap import KeymapError, as_tables, keys_of, read_keymap
from tui.settings.paths import folder as games
from tui.settings.paths import keymap_path, settings_path
from tui.settings.settings import Settings, SettingsError, Value, read_settings, remember, rewrite
from tui.terminal.capabilities import MANY, MONO, SIXTEEN, TRUE, Terminal
from tui.terminal.palettes import PALETTES, with_colors
from tui.terminal.screen_diff import Canvas, LeanUpdate
from tui.terminal.theme import THEMES
from tui.terminal.typed_ahead import KeyGuard
from tui.widgets.clean_lines import CleanLines
from tui.widgets.dress import Dress
from tui.widgets.line_filters import Together

if TYPE_CHECKING:
    from rich.console import RenderableType
    from textual.filter import LineFilter
    from textual.screen import Screen

    from engine.history.timeline import Tape
    from tui.session.protocol import Sitting

Done = TypeVar("Done")
CLEAN = CleanLines()
MODERN = Terminal("modern", True, TRUE, False)  # a terminal that can do everything
DEPTHS = {
    MONO: ColorSystem.STANDARD,
    SIXTEEN: ColorSystem.STANDARD,
    MANY: ColorSystem.EIGHT_BIT,
    TRUE: ColorSystem.TRUECOLOR,
}
"""How colours are sent; where there are none, none is left to send."""
# commands whose keys are not taken again right after a change of question
ANSWERS = ("table.go-on", "table.take", "table.yes")
PATIENCE = 3.0  # so many seconds the program may take to leave when it is told to end
SHOW_CURSOR = "\x1b[?25h"
"""Textual hides the terminal's cursor; here it follows the cursor on the board, for screen
readers and braille lines.
"""


class Frame(App[None]):
    """An app that knows no screen: `tui.app` brings them."""

    TITLE = "Spellfront"
    CSS_PATH = "spellfront.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-slim"), (60, "-narrow"), (116, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-short"), (28, "-medium"), (36, "-tall")]
    # whether whoever sits here can come by files that are written on this machine
    keeps_files = True
    # whether games that are looked back on are played through in another process
    reads_elsewhere = False
    part = 500  # so many decisions are played through at once where a game is looked back on

    def __init__(self, *, pace: float | None = None, terminal: Terminal = MODERN) -> None:
        """`pace` is how long a computer player's action stands on the screen, in seconds; the
        player's own setting, if it is not given.
        """
        super().__init__()
        self.session: Sitting | None = None  # the game that is played here
        # the game to sit down to when a screen is left to play on
        self.following: Sitting | None = None
        self.settings, self.settings_problems = self.kept_settings()
        self._terminal = terminal
        for theme in THEMES:
            self.register_theme(theme)
        self._dress = self._dressed()
        self._line_filter = Together()
        self._canvas = Canvas()
        self._pace = pace
        self.guard = KeyGuard()
        self._is_new_player = self.is_new_player()
        self.keymap: dict[str, str] = {}
        self.keymap_problems: list[str] = []
        self._read_keys()

    async def read_on(self, tape: Tape) -> bool:
        """Read another part of a game that is looked back on.

        Whether that was the last. Raises RecordError.
        """
        return await asyncio.to_thread(tape.read, self.part)

    def kept_settings(self) -> tuple[Settings, list[str]]:
        """The player's settings, and what is wrong with them."""
        return read_settings(self.settings_file())

    def kept_keys(self) -> dict[str, str]:
        """The player's own keys. Raises KeymapError."""
        return read_keymap(self.keymap_file())

    @property
    def remembers(self) -> str:
        """For how long settings that are changed hold."""
        return "and are saved"

    def settings_file(self) -> Path:
        """Where the player's settings are."""
        return settings_path()

    def keymap_file(self) -> Path:
        """Where the player's own keys are."""
        return keymap_path()

    @property
    def is_scripted(self) -> bool:
        """Whether a program presses the keys, such as a test: nothing then guards against slips
        or tells news.
        """
        return self._pace is not None

    def is_new_player(self) -> bool:
        """Return whether nobody has played here before."""
        return not any(
            path.exists()
            for path in (self.settings_file(), self.keymap_file(), last_choices.path(), games())
        )

    def keys_that_moved(self) -> list[Moved]:
        """Return the commands whose default keys have moved since the player was here, and note
        that they have been told.
        """
        known = self.settings.keys_version or (VERSION if self._is_new_player else min(EARLIER))
        if self.settings.keys_version == VERSION:
            return []
        self.settings = replace(self.settings, keys_version=VERSION)
        return moved_since(known, self.keymap) if self.keep_keys_version() else []

    def keep_keys_version(self) -> bool:
        """Remember that the player knows the default keys of today; False if that can't be
        written and would be told again and again.
        """
        try:
            remember(self.settings_file(), "keys_version", VERSION)
        except SettingsError:
            return False
        return True

    def ignores_key(self, key: str) -> bool:
        """Return whether a key is not taken, since it was meant for what was on the screen
        before; what is typed into a line always is.
        """
        if self.is_scripted or not self.settings.guard_keys or isinstance(self.focused, Input):
            return False
        answers = [each for ident in ANSWERS for each in keys_of(BY_ID[ident], self.keymap)]
        return self.guard.ignores(key, answers)

    @property
    def pace(self) -> float:
        """How long a computer player's action stands on the screen, in seconds."""
        return self.settings.pause if self._pace is None else self._pace

    def bell(self) -> None:
        """Ring, if the player wants that."""
        if self.settings.bell:
            super().bell()

    def change_setting(self, name: str, value: Value) -> str:
        """Have a setting from now on, and remember it.

        Returns why it can't be remembered, or nothing.
        """
        self.settings = replace(self.settings, **{name: value})
        if name in BY_ITSELF and self.session is not None:
            for stops in self.session.stops.values():
                setattr(stops, BY_ITSELF[name], bool(value))
        self._dress = self._dressed()
        self._draw_anew()
        try:
            remember(self.settings_file(), name, value)
        except SettingsError as error:
            return f"This lasts only until you quit: {error}"
        return ""

    def change_keys(self, keymap: Mapping[str, str]) -> str:
        """Have these keys from now on, and all others as usual, and remember them.

        Returns why that can't be, or nothing.
        """

        def change(data: dict[str, Any]) -> None:
            for scope in SCOPES:
                data.pop(scope, None)
            data.update(as_tables(keymap))

        try:
            rewrite(self.keymap_file(), change)
            self.keymap, self.keymap_problems = read_keymap(self.keymap_file()), []
        except SettingsError as error:
            return str(error)
        except KeymapError as error:
            return error.problems[0]
        self.set_keymap(self.keymap)
        return ""

    def _draw_anew(self) -> None:
        """Draw every line of every screen again: what is kept of them is out of date."""
        for screen in self.screen_stack:
            for widget in screen.walk_children(with_self=True):
                widget.refresh()

    def get_line_filters(self) -> Sequence[LineFilter]:
        """What every line goes through before it is drawn: Textual's filters, the border, and
        what suits this player and terminal.
        """
        # NO_COLOR means no greys either
        filters = [each for each in super().get_line_filters() if not isinstance(each, Monochrome)]
        parts = (*filters, CLEAN, *(() if self._dress.changes_nothing else (self._dress,)))
        if parts != self._line_filter.parts:
            self._line_filter = Together(parts)
        return [self._line_filter]

    def _dressed(self) -> Dress:
        """How lines look as the settings are now, on this terminal."""
        colors = self.usual_colors() if self.settings.colors == "auto" else self.settings.colors
        palette = with_colors(PALETTES[self.settings.theme], colors)
        self.theme = palette.name
        self.console._color_system = DEPTHS[colors]
        self.animation_level = "full" if self.settings.motion else "none"
        return Dress(palette, colorless=colors == MONO, ascii=self.has_ascii_alone)

    @property
    def has_ascii_alone(self) -> bool:
        """Return whether nothing but ASCII is shown."""
        return self.settings.ascii or self._terminal.ascii

    def usual_colors(self) -> str:
        """How many colours there are where the player's settings don't say."""
        return MONO if os.environ.get("NO_COLOR") else self._terminal.colors

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        """Send an update of the screen to the terminal: only what differs from what is there."""
        if (
            isinstance(renderable, LayoutUpdate | ChopsUpdate)
            and self._driver is not None
            and not self._driver.is_inline
        ):
            renderable = LeanUpdate(renderable, self._canvas, (self.size.width, self.size.height))
            if self._is_there_already(renderable):
                return
        super()._display(screen, renderable)

    def _is_there_already(self, update: LeanUpdate) -> bool:
        """Whether the terminal shows all of an update, and has its own cursor in its place."""
        rests = (
            self.screen.outer_size.clamp_offset(self.cursor_position)
            == self._previous_cursor_position
        )
        is_sent = (
            self._running and not self._closed and not self._batch_count and not self.is_headless
        )
        return is_sent and rests and not update.render_segments(self.console)

    @property
    def _background_screens(self) -> list[Screen[Any]]:
        """The screens that are seen through the one on top: none, where that has a ground of its
        own.

        Textual always takes the one below for seen, and would paint the one on top whenever
        anything changes there.
        """
        return (
            []
            if self._screen_stack and self.screen.styles.background.a == 1
            else super()._background_screens
        )

    def on_resize(self, _: Resize) -> None:
        """A terminal of another size shows who knows what."""
        self._canvas.forget()

    def paint_anew(self) -> None:
        """Send the whole screen to the terminal, which may show something else."""
        self._canvas.forget()
        self.screen.refresh()

    def run(self, *arguments: Any, **options: Any) -> Any:
        """Run the app. Raise a fault in it again once the terminal is restored, for the caller
        to put into words.
        """
        result = super().run(*arguments, **options)
        # Textual keeps what failed in the worker outside of the chain
        if isinstance(self._exception, WorkerFailed):
            raise self._exception from self._exception.error
        if self._exception is not None:
            raise self._exception
        return result

    def _fatal_error(self) -> None:
        """Leave after a fault; Textual would print a traceback, which `run` leaves to its caller.

        The game is saved already.
        """
        self._close_messages_no_wait()

    def _leave_when_told(self) -> None:
        """Whoever ends the program, or takes its terminal away, ends it as if it had been left:
        all is saved, the terminal as it was.
        """
        for name in ("SIGTERM", "SIGHUP"):
            if hasattr(signal, name):
                # a system or a thread without them
                with suppress(NotImplementedError, RuntimeError, ValueError):
                    asyncio.get_running_loop().add_signal_handler(getattr(signal, name), self._end)

    def _handle_exception(self, error: Exception) -> None:
        """A fault ends the program; but a screen that comes while that ends already finds
        nothing on itself, which is none.
        """
        if not (self._exit and isinstance(error, NoMatches | MountError)):
            super()._handle_exception(error)

    def _end(self) -> None:
        """Leave; and where that takes too long, since Textual waits for ever to write to a
        terminal that has gone, just end.
        """
        timer = Timer(PATIENCE, os._exit, (0,))
        timer.daemon = True
        timer.start()
        self.exit()

    def on_mount(self) -> None:
        self._leave_when_told()
        self.app_resume_signal.subscribe(self, lambda _: self.paint_anew())
        self.set_keymap(self.keymap)
        if self._driver is not None:
            self._driver.write(SHOW_CURSOR)
        self.begin()

    def begin(self) -> None:
        """Show what comes first above the screen at the bottom."""

    def play_on(self, afterwards: Callable[[str | None], None]) -> None:
        """Sit down to the game that somebody plays on with."""
        following, self.following = self.following, None
        if following is not None:
            self.sit_down(following, afterwards)

    def _read_keys(self) -> None:
        try:
            self.keymap = self.kept_keys()
        except KeymapError as error:
            self.keymap_problems = error.problems

    def sit_down(self, session: Sitting, afterwards: Callable[[str | None], None]) -> None:
        """Play a session; what comes afterwards, when it was "left" or is "over", is up to the
        caller.

        Those who want to play "again" sit down to another game first.
        """
        follow_settings(session, self.settings)

        def left(how: str | None) -> None:
            session.drop() if how == "left" else session.close()
            if how == PLAY_ON:
                self.play_on(afterwards)
            elif how != "again" or not self._sit_down_again(session, afterwards):
                afterwards(how)

        self.session = session
        self.push_screen(self._table_for(session), left)

    def _table_for(self, session: Sitting) -> Screen[str]:
        """The screen on which a session is played."""
        raise NotImplementedError

    def _sit_down_again(self, session: Sitting, afterwards: Callable[[str | None], None]) -> bool:
        """Another game of the same players with the same decks; whether there can be one."""
        from tui.session.errors import SetupError

        try:
            following = session.again()
        except SetupError as error:
            self.notify("\n".join(error.problems), severity="error")
            return False
        self.sit_down(following, afterwards)
        return True

    def on_unmount(self) -> None:
        if self.session is not None:
            self.session.close()


def frame_of(screen: Screen[Any]) -> Frame:
    """The frame that a screen is shown in."""
    return cast("Frame", screen.app)
