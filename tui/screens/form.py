"""A form: rows with a cursor, whatever it is on described beside it, and a line at the foot into
which values are typed.
"""

from __future__ import annotations

from collections.abc import Callable
from textwrap import wrap
from typing import TYPE_CHECKING, TypeVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.geometry import Offset
from textual.screen import Screen
from textual.widgets import Input

from tui.base_app import BaseApp, frame_of
from tui.launch.form import label_width, row_text
from tui.terminal import theme
from tui.widgets.headed_rows import in_sight, next_row
from tui.widgets.key_strip import KeyPlace, KeyStrip
from tui.widgets.lines import Lines

if TYPE_CHECKING:
    from tui.launch.form import FormRow

Answer = TypeVar("Answer")

LONGEST_NOTE = 8  # lines of the screen that a note may take


class FormScreen(Screen[Answer]):
    """A form. What its rows are, and what pressing one does, is up to those that are made of it."""

    AUTO_FOCUS = ""
    scope = ""

    def __init__(self) -> None:
        super().__init__()
        self._note = ""
        self._rows: list[FormRow] = []
        self._at = 0
        self._top = 0
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

    @property
    def _app(self) -> BaseApp:
        return frame_of(self)

    def rows(self) -> list[FormRow]:
        """The rows as they are now; none while there is nothing to be shown yet."""
        raise NotImplementedError

    def places(self) -> list[KeyPlace]:
        """The commands in the strip of keys."""
        raise NotImplementedError

    def press_place(self) -> KeyPlace:
        """The key that presses, with what it does on the row where the cursor is; what stands
        behind it stays where it is.
        """
        row = self._row if self._rows else FormRow("")
        word = (
            "change"
            if row.change
            else "edit"
            if row.edit
            else "start"
            if row.press == "start"
            else "open"
        )
        return KeyPlace(f"{self.scope}.press", f"{word:<6}")

    def press(self, row: FormRow) -> None:
        """A row was pressed that leads somewhere."""
        raise NotImplementedError

    def forget(self) -> None:
        """The cursor has moved, or something was changed: what was asked before holds no more."""

    # --- drawing ---

    def redraw(self) -> None:
        """Draw the form, what it says of the current row, and the keys."""
        # the program is being left: what was still being found out comes too late
        if not self.app.is_running:
            return
        self._rows = self.rows()
        if not self._rows:
            self._show_note()
            return
        self._at = min(self._at, len(self._rows) - 1)
        form, preview = self.query_one("#form", Lines), self.query_one("#preview", Lines)

        def paint_form(width: int, height: int) -> list[Text]:
            labels = label_width(self._rows, width)
            lines = [
                row_text(row, index == self._at, width - 1, labels)
                for index, row in enumerate(self._rows)
            ]
            self._top, shown = in_sight(lines, self._top, self._at, height)
            return shown

        corner = form.content_region.offset
        self.app.cursor_position = Offset(corner.x + 2, corner.y + self._at - self._top)
        about = self._rows[self._at].about
        form.paint(paint_form)
        preview.paint(lambda width, height: about(width - 1, height) if about else [])
        self._show_note()
        if self._edit is not None:
            self.query_one(KeyStrip).show_keys(
                [KeyPlace(f"{self.scope}.press", "keep"), KeyPlace(f"{self.scope}.back")],
                self._app.keymap,
                f"{self._row.label}: ",
            )
        else:
            self.query_one(KeyStrip).show_keys(self.places(), self._app.keymap)

    @property
    def _row(self) -> FormRow:
        return self._rows[self._at]

    def say(self, note: str) -> None:
        """Show a note until the next key."""
        self._note = note
        self.redraw()

    def _show_note(self) -> None:
        """The note in as many lines as it needs: whoever is told that a file is broken has to
        read where.
        """
        # paths can be longer than a line
        words = wrap(self._note, self.size.width - 1, initial_indent=" ", subsequent_indent=" ")
        lines = [Text(line, theme.DANGER) for line in words] or [Text(" ")]
        note = self.query_one("#note", Lines)
        note.styles.height = min(len(lines), LONGEST_NOTE)
        note.show(lines)

    # --- keys ---

    def _step(self, by: int) -> None:
        self._finish_edit()
        self._note = ""
        self.forget()
        if not self._rows:
            return
        self._at = next_row([row.is_heading for row in self._rows], self._at, by)
        self.redraw()

    def action_next_row(self) -> None:
        self._step(1)

    def action_previous_row(self) -> None:
        self._step(-1)

    def action_change(self, by: int) -> None:
        self._note = ""
        self.forget()
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
        if row.press:
            self.press(row)
        elif row.edit is not None:
            self._type(row.edit, row.value)
        else:
            self.action_change(1)

    def _type(self, edit: Callable[[str], None], value: str) -> None:
        """Open the line at the foot with a value; what is typed there goes to `edit`."""
        self._edit = edit
        line = self.query_one("#command", Input)
        line.value = value
        line.add_class("-open")
        line.focus()
        self.redraw()

    @on(Input.Submitted, "#command")
    def _edited(self) -> None:
        self._finish_edit()
        self.redraw()

    def action_back(self) -> None:
        self._finish_edit(keep=False)
        self.redraw()

    def _finish_edit(self, *, keep: bool = True) -> None:
        """Close the line that is being typed, if there is one, and keep what it says in its row,
        or not.
        """
        edit, self._edit = self._edit, None
        line = self.query_one("#command", Input)
        if edit is not None and keep:
            edit(line.value)
        line.remove_class("-open")
        self.set_focus(None)

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
