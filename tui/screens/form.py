"""A form: rows with a cursor, a description of the current row, and a line to type values in."""

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

LONGEST_NOTE = 8  # lines of the longest note


class FormScreen(Screen[Answer]):
    """A form.

    Subclasses define the rows and the effect of pressing a row.
    """

    AUTO_FOCUS = ""
    scope = ""

    def __init__(self) -> None:
        super().__init__()
        self._note = ""
        self._rows: list[FormRow] = []
        self._at = 0
        self._top = 0
        # receiver of the typed line; None: no row is being edited
        self._edit: Callable[[str], None] | None = None

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
        """Return the current rows; an empty list while nothing can be shown yet."""
        raise NotImplementedError

    def places(self) -> list[KeyPlace]:
        """Return the commands in the strip of keys."""
        raise NotImplementedError

    def press_place(self) -> KeyPlace:
        """Return the key that presses the current row, with a verb for its effect.

        The verb is padded to 6 cells, so that the keys behind it don't move.
        """
        row = self._row if self._rows else FormRow("")
        if row.change:
            word = "change"
        elif row.edit:
            word = "edit"
        else:
            word = "start" if row.press == "start" else "open"
        return KeyPlace(f"{self.scope}.press", f"{word:<6}")

    def press(self, row: FormRow) -> None:
        """Follow a row that opens or starts something."""
        raise NotImplementedError

    def forget(self) -> None:
        """Cancel an open question, because the cursor moved or a value changed."""

    # --- drawing ---

    def redraw(self) -> None:
        """Draw the form, the description of the current row, and the keys."""
        # the program is closing, and a background result arrived too late
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
        """Draw the note in as many lines as needed, at most `LONGEST_NOTE`.

        An error in a file has to be readable up to the line number.
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
        """Open the line at the bottom with `value`; `edit` receives the edited text."""
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
        """Close the line being typed, if any, and store the text if `keep`."""
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
