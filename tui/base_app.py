"""The base of all apps: line filters, settings, keys, and starting games."""

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
from tui.settings.former_keys import EARLIER, VERSION, MovedKeys, moved_since
from tui.settings.key_commands import BY_ID, SCOPES
from tui.settings.keymap import KeymapError, as_tables, keys_of, read_keymap
from tui.settings.paths import folder, keymap_path, settings_path
from tui.settings.settings import Settings, SettingsError, Value, read_settings, remember, rewrite
from tui.terminal.capabilities import MANY, MONO, SIXTEEN, TRUE, Terminal
from tui.terminal.palette_filter import PaletteFilter
from tui.terminal.palettes import PALETTES, with_colors
from tui.terminal.screen_diff import Canvas, LeanUpdate
from tui.terminal.theme import THEMES
from tui.terminal.typed_ahead import KeyGuard
from tui.widgets.clean_lines import CleanLines
from tui.widgets.line_filters import FilterChain

if TYPE_CHECKING:
    from rich.console import RenderableType
    from textual.filter import LineFilter
    from textual.screen import Screen

    from engine.history.timeline import Timeline
    from tui.session.protocol import GameSession

Done = TypeVar("Done")
CLEAN = CleanLines()
MODERN = Terminal("modern", True, TRUE, False)  # a terminal with all capabilities
DEPTHS = {
    MONO: ColorSystem.STANDARD,
    SIXTEEN: ColorSystem.STANDARD,
    MANY: ColorSystem.EIGHT_BIT,
    TRUE: ColorSystem.TRUECOLOR,
}
"""The color system for each number of colors; MONO has none left to send."""
# commands that are guarded after a change of question
ANSWERS = ("table.go-on", "table.take", "table.yes")
PATIENCE = 3.0  # seconds to quit after a signal before the process is ended
SHOW_CURSOR = "\x1b[?25h"
"""Shows the terminal's cursor, which Textual hides.

The cursor follows the one on the board, for screen readers and braille displays.
"""


class BaseApp(App[None]):
    """An app without knowledge of its screens, which `tui.app` supplies."""

    TITLE = "Spellfront"
    CSS_PATH = "spellfront.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-slim"), (60, "-narrow"), (116, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-short"), (28, "-medium"), (36, "-tall")]
    # whether the player can access files written on this machine
    keeps_files = True
    # whether reviews are replayed in another process
    reads_elsewhere = False
    part = 500  # decisions of a review replayed at once

    def __init__(self, *, pace: float | None = None, terminal: Terminal = MODERN) -> None:
        """Create the app.

        `pace` is the time for which a computer player's action is shown, in seconds; None: the
        player's own setting.
        """
        super().__init__()
        self.session: GameSession | None = None  # the current game
        # the game to open when a screen is left to play on
        self.following: GameSession | None = None
        self.settings, self.settings_problems = self.kept_settings()
        self._terminal = terminal
        for theme in THEMES:
            self.register_theme(theme)
        self._dress = self._dressed()
        self._line_filter = FilterChain()
        self._canvas = Canvas()
        self._pace = pace
        self.guard = KeyGuard()
        self._is_new_player = self.is_new_player()
        self.keymap: dict[str, str] = {}
        self.keymap_problems: list[str] = []
        self._read_keys()

    async def read_on(self, tape: Timeline) -> bool:
        """Read the next part of a reviewed game; return whether it was the last.

        Raises RecordError.
        """
        return await asyncio.to_thread(tape.read, self.part)

    def kept_settings(self) -> tuple[Settings, list[str]]:
        """Return the player's settings, and the problems in their file."""
        return read_settings(self.settings_file())

    def kept_keys(self) -> dict[str, str]:
        """Return the player's keymap. Raises KeymapError."""
        return read_keymap(self.keymap_file())

    @property
    def remembers(self) -> str:
        """A phrase about the lifetime of changed settings."""
        return "and are saved"

    def settings_file(self) -> Path:
        """Return the path of the player's settings."""
        return settings_path()

    def keymap_file(self) -> Path:
        """Return the path of the player's keymap."""
        return keymap_path()

    @property
    def is_scripted(self) -> bool:
        """Return whether a program presses the keys, such as a test.

        Guards against slips and news are off then.
        """
        return self._pace is not None

    def is_new_player(self) -> bool:
        """Return whether the machine has no trace of an earlier game or setting."""
        return not any(
            path.exists()
            for path in (self.settings_file(), self.keymap_file(), last_choices.path(), folder())
        )

    def keys_that_moved(self) -> list[MovedKeys]:
        """Return the commands whose default keys have moved since the last visit, only once."""
        known = self.settings.keys_version or (VERSION if self._is_new_player else min(EARLIER))
        if self.settings.keys_version == VERSION:
            return []
        self.settings = replace(self.settings, keys_version=VERSION)
        return moved_since(known, self.keymap) if self.keep_keys_version() else []

    def keep_keys_version(self) -> bool:
        """Save that the player knows the current default keys; return False on failure.

        The news is withheld then, or it would come back every time.
        """
        try:
            remember(self.settings_file(), "keys_version", VERSION)
        except SettingsError:
            return False
        return True

    def ignores_key(self, key: str) -> bool:
        """Return whether to ignore a key meant for an earlier screen.

        Typing in an input line is never ignored.
        """
        if self.is_scripted or not self.settings.guard_keys or isinstance(self.focused, Input):
            return False
        answers = [each for ident in ANSWERS for each in keys_of(BY_ID[ident], self.keymap)]
        return self.guard.ignores(key, answers)

    @property
    def pace(self) -> float:
        """The time for which a computer player's action is shown, in seconds."""
        return self.settings.pause if self._pace is None else self._pace

    def bell(self) -> None:
        """Ring the bell if the player wants that."""
        if self.settings.bell:
            super().bell()

    def change_setting(self, name: str, value: Value) -> str:
        """Change and save a setting.

        Returns why the setting can't be saved, or an empty string.
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
        """Replace the keymap and save it; all other keys get their defaults.

        Returns why that failed, or an empty string.
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
        """Redraw every line of every screen, as the cached lines are outdated."""
        for screen in self.screen_stack:
            for widget in screen.walk_children(with_self=True):
                widget.refresh()

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return the filters for every line: Textual's own, sanitizing, and the theme."""
        # with NO_COLOR, Textual would draw in grays
        filters = [each for each in super().get_line_filters() if not isinstance(each, Monochrome)]
        parts = (*filters, CLEAN, *(() if self._dress.changes_nothing else (self._dress,)))
        if parts != self._line_filter.parts:
            self._line_filter = FilterChain(parts)
        return [self._line_filter]

    def _dressed(self) -> PaletteFilter:
        """Return the line filter for the current settings and terminal; also set the theme."""
        colors = self.usual_colors() if self.settings.colors == "auto" else self.settings.colors
        palette = with_colors(PALETTES[self.settings.theme], colors)
        self.theme = palette.name
        self.console._color_system = DEPTHS[colors]
        self.animation_level = "full" if self.settings.motion else "none"
        return PaletteFilter(palette, colorless=colors == MONO, ascii=self.has_ascii_alone)

    @property
    def has_ascii_alone(self) -> bool:
        """Return whether only ASCII is shown."""
        return self.settings.ascii or self._terminal.ascii

    def usual_colors(self) -> str:
        """Return the default number of colors."""
        return MONO if os.environ.get("NO_COLOR") else self._terminal.colors

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        """Send a screen update, reduced to its differences."""
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
        """Return whether the terminal already shows an update, with the cursor in place."""
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
        """The screens visible behind the top one; none if the top one is opaque.

        Textual always includes the screen below, and would repaint the top one whenever anything
        below changes.
        """
        return (
            []
            if self._screen_stack and self.screen.styles.background.a == 1
            else super()._background_screens
        )

    def on_resize(self, _: Resize) -> None:
        """Forget the terminal's contents, which are unknown after a resize."""
        self._canvas.forget()

    def paint_anew(self) -> None:
        """Repaint the whole screen, in case the terminal shows something else."""
        self._canvas.forget()
        self.screen.refresh()

    def run(self, *arguments: Any, **options: Any) -> Any:
        """Run the app; raise any error again after restoring the terminal."""
        result = super().run(*arguments, **options)
        # Textual keeps a worker's error outside the exception chain
        if isinstance(self._exception, WorkerFailed):
            raise self._exception from self._exception.error
        if self._exception is not None:
            raise self._exception
        return result

    def _fatal_error(self) -> None:
        """Quit after an error without a traceback, which the caller of `run` reports.

        The game is saved already.
        """
        self._close_messages_no_wait()

    def _leave_when_told(self) -> None:
        """Quit properly on SIGTERM and SIGHUP, restoring the terminal."""
        for name in ("SIGTERM", "SIGHUP"):
            if hasattr(signal, name):
                # not available on all systems and threads
                with suppress(NotImplementedError, RuntimeError, ValueError):
                    asyncio.get_running_loop().add_signal_handler(getattr(signal, name), self._end)

    def _handle_exception(self, error: Exception) -> None:
        """Handle an error, except those of screens that are opened while the app quits."""
        if not (self._exit and isinstance(error, NoMatches | MountError)):
            super()._handle_exception(error)

    def _end(self) -> None:
        """Quit; end the process if that takes too long.

        Textual waits forever to write to a closed terminal.
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
        """Open the first screen above the default one."""

    def play_on(self, afterwards: Callable[[str | None], None]) -> None:
        """Open the game in `following`."""
        following, self.following = self.following, None
        if following is not None:
            self.sit_down(following, afterwards)

    def _read_keys(self) -> None:
        try:
            self.keymap = self.kept_keys()
        except KeymapError as error:
            self.keymap_problems = error.problems

    def sit_down(self, session: GameSession, afterwards: Callable[[str | None], None]) -> None:
        """Play a session; `afterwards` gets "left" or "over" at the end.

        With "again", another game with the same players begins first.
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

    def _table_for(self, session: GameSession) -> Screen[str]:
        """Return the table screen of a session."""
        raise NotImplementedError

    def _sit_down_again(
        self, session: GameSession, afterwards: Callable[[str | None], None]
    ) -> bool:
        """Start another game with the same players and decks; return False if impossible."""
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


def frame_of(screen: Screen[Any]) -> BaseApp:
    """Return the app that shows a screen."""
    return cast("BaseApp", screen.app)
