"""The table: the screen on which one player sees and plays a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.events import Key
from textual.screen import Screen
from textual.widgets import Input

from engine.actions import Action
from tui.base_app import frame_of
from tui.screens.laid_out import when_laid_out
from tui.session.protocol import GameSession
from tui.settings import key_commands
from tui.table.action_builder import Spot
from tui.table.controllers.kinds import AT_HOME
from tui.table.controllers.model import TableModel
from tui.table.controllers.table import ControllerKinds, Table
from tui.table.playback import Watching
from tui.table.screens.panel_screen import PanelScreen
from tui.table.screens.panels import Shown
from tui.table.selection import Selection
from tui.table.widgets.phase_bar import PhaseBar
from tui.widgets.key_strip import KeyPlace
from tui.widgets.lines import Lines


class TableScreen(PanelScreen):
    """A game at a table: it draws the model and hands keys to the controllers.

    Dismissed with "left", "over", "again" or, after a fault of the engine, "fault".
    """

    BINDINGS = key_commands.bindings("table")
    help_scope: ClassVar[str] = "table"  # the place whose keys come first in the full help
    kinds: ClassVar[ControllerKinds] = AT_HOME  # the controllers of this kind of table
    model: TableModel

    def __init__(self, session: GameSession, *, pace: float = 0.4) -> None:
        """`pace` is the time for which a computer player's action stays on the screen, in seconds.

        For half of that time, a key that passes is taken for an answer to the previous question.
        """
        selection = Selection(session.view())
        super().__init__(TableModel(selection, session=session, pace=pace, watching=Watching(pace)))
        self.session = session
        self.table = Table(self.model, self, self.kinds)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Return the method of a controller that carries out a command, for Textual."""
            found = None
            if name.startswith("action_") and "table" in self.__dict__:
                found = self.table.command(name)
            if found is None:
                raise AttributeError(f"{type(self).__name__} has no attribute {name}")
            return found

    def compose(self) -> ComposeResult:
        yield from self.panels.compose(self.table.addition.line)

    def on_mount(self) -> None:
        log, why = (
            key_commands.first_key(command, self.keymap) for command in ("table.log", "log.why")
        )
        self.panels.title_logs(f"Log ({log}, {why}: clauses)")
        self.table.addition.begin()
        self.table.flow.begin()
        self.table.adviser.begin()

    def on_unmount(self) -> None:
        self.table.addition.end()

    @property
    def waiting(self) -> str:
        """The words of the prompt while this player is not asked anything."""
        return self.table.words.waiting

    @property
    def message(self) -> Text:
        """The message in the prompt, shown until the next key."""
        return self.model.message

    def act(self, action: Action) -> None:
        """Carry out an action of the player at the keys."""
        self.table.orders.act(action)

    # --- keys ---

    def meet_key(self, event: Key) -> bool:
        """Handle a key before its command; return whether the key is used up.

        The app calls it in the order in which keys were pressed: otherwise fast typing would
        overtake the Enter before it.
        """
        return self.table.cursor.meet_key(event)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keep letters from being commands while a space's name or a line is typed."""
        if action.startswith("app."):
            return True
        is_typing = self.model.typed is not None or (
            self.panels.line.is_open and action not in ("back", "next_choice")
        )
        return None if is_typing else True

    # --- drawing ---

    def redraw(self) -> None:
        if not self.is_mounted or not self.children:
            return
        self.panels.draw(
            Shown(
                self.selection,
                self.session.log(),
                self.model.recap,
                tells_log=bool(self.waiting),
                stops=frozenset(self.table.stops.shown_steps()),
                advice=self.model.advice,
            )
        )
        self.table.addition.draw()

    def show_prompt(self) -> None:
        model, words, strip = self.model, self.table.words, self.table.strip
        frame_of(self).guard.note(words.question_shown())
        shows_outcome = model.pending is not None and model.is_foreseen
        self.panels.prompt.show_selection(
            model.selection,
            model.message,
            "" if shows_outcome else words.waiting,
            closing=self.table.playback.words() or words.keyed_closing() + words.kept_words(),
            asking=model.question.prompt if model.question is not None else "",
        )
        self.panels.keys.show_keys(
            strip.with_forecast(strip.useful_keys()),
            self.keymap,
            "" if model.typed is None else f"go to: {model.typed}_ ",
            KeyPlace("table.help"),
        )

    # --- for controllers ---

    def push(self, screen: Screen[Any], then: Callable[[Any], None] | None = None) -> None:
        """Open another screen, and call `then` with its result."""
        self.app.push_screen(screen, then)

    def when_laid_out(self, callback: Callable[[], object]) -> None:
        """Call back after the next layout."""
        when_laid_out(self, callback)

    def is_on_top(self) -> bool:
        """Return whether the table is the screen on top."""
        return self.app.screen is self

    def run_command(self, action: str) -> None:
        """Carry out a command that was typed."""
        self.run_worker(self.run_action(action))

    def come_to_front(self) -> None:
        """Close everything that the player has opened or begun: pages, a typed line, a question."""
        while self.app.screen is not self:
            self.app.pop_screen()
        self.close_command_line()
        self.model.typed, self.model.question, self.model.message = None, None, Text()

    def seen(self) -> str:
        """Return the text on the screen, for the help about its signs."""
        return self.panels.seen()

    # --- the mouse and the typed line ---

    def pressed(self, spot: Spot, pane: str) -> None:
        self.table.cursor.pressed(spot, pane)

    def after_key(self) -> None:
        self.table.cursor.after_key()

    def show_log(self) -> None:
        self.table.pages.action_log()

    @on(Lines.Pressed)
    def _step_pressed(self, event: Lines.Pressed) -> None:
        if isinstance(event.lines, PhaseBar):
            step = event.lines.step_at(event.column)
            if step is not None:
                self.table.stops.toggle_stop(step)

    @on(Input.Changed, "#command")
    def _line_changed(self) -> None:
        self.table.cursor.line_changed()

    @on(Input.Submitted, "#command")
    def _command_given(self, event: Input.Submitted) -> None:
        self.table.cursor.command_given(event.value)
