"""The launch screen: saved games to go on with, and a form for a new one, with whatever the cursor is on described beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, cast

from msgspec.structs import replace
from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.geometry import Offset
from textual.screen import Screen
from textual.widgets import Input

from tui import keys, theme
from tui.widgets.key_strip import KeyStrip
from tui.widgets.lines import Lines, styled

if TYPE_CHECKING:
    from tui.app import SpellfrontApp
    from tui.game_setup import Setup
    from tui.saves import SavedGame
    from tui.screens.launch_form import FormRow
    from tui.session import Session


BREATH = 0.1
"""Seconds after which rules and cards are read, so that the first frame has the machine to itself."""


LONGEST_NOTE = 8
"""Lines of the screen that a note may take."""


class LaunchScreen(Screen[None]):
    """Stays below the table while a game is played, and is there again afterwards."""

    BINDINGS = keys.bindings("launch")
    AUTO_FOCUS = ""

    def __init__(self, problems: Sequence[str] = ()) -> None:
        """`problems` are told first, such as a keymap that can't be used."""
        super().__init__()
        self._note = "; ".join(problems)
        self._setup: Setup | None = None
        self._saved: list[SavedGame] = []
        self._rows: list[FormRow] = []
        self._at = 0
        self._top = 0
        self._checked = False
        self._to_delete = ""
        self._edit: Callable[[str], None] | None = None  # where the line that is being typed goes

    def compose(self) -> ComposeResult:
        yield Lines(id="title")
        with Horizontal(id="launch-body"):
            yield Lines(id="form")
            yield Lines(id="preview")
        yield Lines(id="note")
        yield KeyStrip(id="keys")
        yield Input(id="command")

    def on_mount(self) -> None:
        self.query_one("#command", Input).cursor_blink = False
        title = styled(" Spellfront", theme.HERE)
        title.append("   Magic: The Gathering on a map", theme.QUIET)
        self.query_one("#title", Lines).show([title])
        self._load()
        self.set_timer(BREATH, self._read_rules_and_decks)

    def _load(self) -> None:
        """Read what the first frame shows: saved games and the first variant's header."""
        from tui.game_setup import Setup, SetupError
        from tui.saves import saved_games

        try:
            self._setup = self._setup or Setup.new()
        except SetupError as error:
            self.say(error.problems[0])
            return
        self._saved = saved_games()
        self._at = 1 if self._saved else 3  # the first game to go on with, or the first row under "New game"
        self.redraw()

    @work(thread=True)
    def _read_rules_and_decks(self) -> None:
        """Read rules and cards, which takes a moment, and show the map and whether the decks are legal."""
        from engine.ruleset import RulesetError
        from tui.game_setup import deck_files, deck_offences

        if self._setup is None:
            return
        try:
            for name in deck_files():
                deck_offences(name, self._setup)
        except RulesetError as error:
            self.app.call_from_thread(self.say, f"A variant can't be loaded: {error.problems[0]}")
            return
        self.app.call_from_thread(self._complete)

    def _complete(self) -> None:
        self._checked = True
        self.redraw()

    @property
    def _app(self) -> SpellfrontApp:
        return cast("SpellfrontApp", self.app)

    @property
    def is_complete(self) -> bool:
        """Whether everything is shown, decks checked and all."""
        return self._checked

    # --- drawing ---

    def redraw(self) -> None:
        """Draw the form, what it says of the current row, and the keys."""
        from tui.screens.launch_form import label_width, row_text, rows_of

        if self._setup is None:
            return
        self._rows = rows_of(self._setup, self._saved, self._checked)
        self._at = min(self._at, len(self._rows) - 1)
        form, preview = self.query_one("#form", Lines), self.query_one("#preview", Lines)

        def paint_form(width: int, height: int) -> list[Text]:
            self._top = max(0, min(max(self._top, self._at - height + 2), max(self._at - 2, 0), len(self._rows) - height))
            labels = label_width(self._rows, width)
            lines = [row_text(row, index == self._at, width - 1, labels) for index, row in enumerate(self._rows)]
            shown, below = lines[self._top : self._top + height], len(lines) - self._top - height
            if self._top:
                shown[0] = styled(f"   ↑ {self._top + 1} more", theme.QUIET)
            if below > 0:
                shown[-1] = styled(f"   ↓ {below + 1} more", theme.QUIET)
            return shown

        corner = form.content_region.offset
        self.app.cursor_position = Offset(corner.x + 2, corner.y + self._at - self._top)
        about = self._rows[self._at].about
        form.paint(paint_form)
        preview.paint(lambda width, height: about(width - 1, height) if about else [])
        self._show_note()
        commands = [
            (f"launch.{name}", "") for name in ("next-row", "change-to-right", "press", "start", "puzzles", "rules", "help", "leave")
        ]
        if self._edit is not None:
            self.query_one(KeyStrip).show_keys([("launch.press", "keep"), ("launch.back", "")], self._app.keymap, f"{self._row.label}: ")
            return
        if self._row.press and self._row.press not in ("start", "learn"):
            commands.insert(0, ("launch.delete", ""))
        self.query_one(KeyStrip).show_keys(commands, self._app.keymap)

    @property
    def _row(self) -> FormRow:
        return self._rows[self._at]

    def say(self, note: str) -> None:
        """Show a note until the next key."""
        self._note = note
        self.redraw()
        if self._setup is None:
            self._show_note()

    def _show_note(self) -> None:
        """The note in as many lines as it needs: whoever is told that a file is broken has to read where."""
        words = wrap(self._note, self.size.width - 1, initial_indent=" ", subsequent_indent=" ")  # paths can be longer than a line
        lines = [Text(line, theme.DANGER) for line in words] or [Text(" ", theme.QUIET)]
        note = self.query_one("#note", Lines)
        note.styles.height = min(len(lines), LONGEST_NOTE)
        note.show(lines)

    # --- keys ---

    def _step(self, by: int) -> None:
        self._finish_edit()
        self._note, self._to_delete = "", ""
        if not self._rows:
            return
        at = (self._at + by) % len(self._rows)
        while self._rows[at].is_heading:
            at = (at + by) % len(self._rows)
        self._at = at
        self.redraw()

    def action_next_row(self) -> None:
        self._step(1)

    def action_previous_row(self) -> None:
        self._step(-1)

    def action_change(self, by: int) -> None:
        self._note, self._to_delete = "", ""
        if self._rows and self._row.change is not None:
            label = self._row.label
            self._row.change(by)
            self.redraw()
            if self._row.label != label:  # rows came or went above
                self._at = next(index for index, row in enumerate(self._rows) if row.label == label)
                self.redraw()

    def action_press(self) -> None:
        self._note = ""
        if not self._rows:
            return
        row = self._row
        if row.press == "start":
            self.action_start()
        elif row.press == "learn":
            self.action_puzzles()
        elif row.press:
            self._resume(Path(row.press))
        elif row.edit is not None:
            self._edit = row.edit
            line = self.query_one("#command", Input)
            line.value = "" if row.value == "new" else row.value
            line.add_class("-open")
            line.focus()
            self.redraw()
        else:
            self.action_change(1)

    @on(Input.Submitted, "#command")
    def _edited(self) -> None:
        self._finish_edit()
        self.redraw()

    def action_back(self) -> None:
        self._finish_edit(keep=False)
        self.redraw()

    def _finish_edit(self, *, keep: bool = True) -> None:
        """Close the line that is being typed, if there is one, and keep what it says in its row, or not."""
        edit, self._edit = self._edit, None
        line = self.query_one("#command", Input)
        if edit is not None and keep:
            edit(line.value)
        line.remove_class("-open")
        self.set_focus(None)

    def action_start(self) -> None:
        from tui.game_setup import SetupError

        if self._setup is None:
            return
        try:
            session = self._setup.start()
        except SetupError as error:
            more = f" (and {len(error.problems) - 1} more: go to Start)" if len(error.problems) > 1 else ""
            self.say(error.problems[0] + more)
        else:
            self._play(session)

    def _resume(self, path: Path) -> None:
        from engine.record import RecordError
        from tui.saves import cant_be_saved
        from tui.session import Session

        try:
            session = Session.resume(path)
        except RecordError as error:
            self._explain(path, str(error))
        except OSError as error:
            self._explain(path, cant_be_saved(error))
        else:
            self._play(session)

    def _explain(self, path: Path, problem: str) -> None:
        """Say why a game can't be gone on with: in a line, and beside the form, where there is room for all of it."""
        self._saved = [replace(game, problem=problem) if game.path == path else game for game in self._saved]
        self.say(problem.removeprefix(f"{path}: "))

    def _play(self, session: Session) -> None:
        self._app.sit_down(session, lambda _: self._load())

    def action_delete(self) -> None:
        """Delete a saved game: the first time the key asks, the second time it does."""
        row = self._row if self._rows else None
        if row is None or row.press in ("", "start", "learn"):
            return
        if self._to_delete != row.press:
            self._to_delete = row.press
            self.say("Press D again to delete this game for good.")
            return
        from tui.saves import saved_games

        try:
            Path(row.press).unlink(missing_ok=True)
        except OSError as error:
            self.say(f"This file can't be deleted: {error.strerror or error}")
            return
        self._saved = saved_games()
        self._at, self._note = 1 if self._saved else 3, ""
        self.redraw()

    def action_rules(self) -> None:
        from tui.screens.pages import rules_page

        if self._setup is not None:
            self.app.push_screen(rules_page(self._setup.rules()))

    def action_puzzles(self) -> None:
        from tui.screens.puzzles import PuzzlesScreen

        self.app.push_screen(PuzzlesScreen())

    def action_help(self) -> None:
        from tui.screens.pages import help_page

        self.app.push_screen(help_page("launch", self._app.keymap))

    def action_leave(self) -> None:
        self.app.exit()

    # --- the mouse ---

    @on(Lines.Pressed, "#form")
    def _row_pressed(self, event: Lines.Pressed) -> None:
        at = self._top + event.row
        if at >= len(self._rows) or self._rows[at].is_heading:
            return
        self._finish_edit()
        if at == self._at:
            self.action_press()
        else:
            self._at = at
            self.redraw()
