"""A list of rows with a cursor, a note below it and a line into which things are typed: what the
pages of the house are made of.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Any, TypeVar, cast

from msgspec import Struct
from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.events import Key, Paste
from textual.widgets import Input

from engine.log import many
from tui.screens.titled import TitledScreen
from tui.settings import key_commands
from tui.terminal import theme
from tui.widgets.ask_line import AskLine
from tui.widgets.key_strip import KeyStrip, Place
from tui.widgets.lines import Lines, justified, styled

if TYPE_CHECKING:
    from textual.screen import Screen

    from tui.server.app import HouseApp
    from tui.server.lobby.chat import Line

Answer = TypeVar("Answer")


SAID = 5  # lines of the screen for what was said last
LONGEST_NOTE = 5  # lines of the screen that a note may take
SOON = 0.1  # seconds after which a change is looked at, with all others by then


AGO = ((86_400_000, "day"), (3_600_000, "hour"), (60_000, "minute"))


def house_app_of(screen: Screen[Any]) -> HouseApp:
    """The app of the house that a screen is shown in."""
    return cast("HouseApp", screen.app)


def sentence(error: Exception) -> str:
    """What stands in the way, as it is told."""
    words = str(error)
    return f"{words[:1].upper()}{words[1:]}" + ("" if words.endswith(".") else ".")


READABLE = 74  # columns of what there is to read, also on a screen of 80


def reading(*words: str) -> list[Row]:
    """Something to read, after an empty row."""
    lines = [line for each in words for line in wrap(each, READABLE)]
    return [Row("", heading=True), *(Row(line, heading=True, quiet=True) for line in lines)]


def ago(milliseconds: int) -> str:
    """How long ago something was, as people say it."""
    for length, word in AGO:
        if number := milliseconds // length:
            return f"{many(number, word)} ago"
    return "just now"


class Row(Struct, frozen=True):
    """A row: a heading, or something that the cursor can be on."""

    words: str
    detail: str = ""
    heading: bool = False
    strong: bool = False
    quiet: bool = False  # of a heading: words to read, and no title


class RowsScreen(TitledScreen[Answer]):
    """A page of rows. What they are is up to those that are made of it."""

    scope = ""
    heading = ""
    shown_keys: Sequence[str] = ()
    """The commands in the strip at the foot, by name, those of most use first; all of the place,
    if nothing is said.
    """

    def __init__(self) -> None:
        super().__init__()
        self.rows: Sequence[Row] = ()
        self.at = 0
        self.note = ""
        self._is_refusal = False
        self._top = 0
        self._is_stale = False  # something has changed, and will be looked at soon

    @property
    def house_app(self) -> HouseApp:
        """The app that it is in."""
        return house_app_of(self)

    def look_soon(self) -> None:
        """Look anew: called from anywhere, and several changes at a time are looked at once."""
        if not self._is_stale:
            self._is_stale = True
            asyncio.get_running_loop().call_later(SOON, lambda: self.call_later(self._look_now))

    async def _look_now(self) -> None:
        self._is_stale = False
        if self.is_mounted and self.is_current:
            await self.look()

    async def on_screen_resume(self) -> None:
        """What has changed while another screen was above is not looked at before this one is
        seen again.
        """
        await self.look()

    async def look(self) -> None:
        """Find out what the rows are now."""

    def compose(self) -> ComposeResult:
        *above, keys_below = super().compose()
        yield from (*above, Lines(id="said"), Lines(id="note"), keys_below, AskLine(id="command"))

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Have other rows; the cursor stays where it can."""
        self.rows = rows
        places = [place for place, row in enumerate(rows) if not row.heading]
        self.at = min(places, key=lambda place: abs(place - self.at), default=0)
        self.redraw()

    def show_said(self, lines: Sequence[Line]) -> None:
        """Show the end of what was said, below the rows."""
        if not self.query("#said"):  # the screen is not there yet, or no more
            return
        pieces = [
            styled(piece, theme.PLAIN)
            for line in lines
            for piece in wrap(
                f"{line.speaker}: {line.words}",
                max(self.size.width - 4, 20),
                initial_indent="  ",
                subsequent_indent="    ",
            )
        ][-SAID:]
        said = self.query_one("#said", Lines)
        said.styles.height = len(pieces)
        said.show(pieces)

    def say(self, note: str) -> None:
        """Say below the rows, until the next key, why something can't be."""
        self.note, self._is_refusal = note, True
        self.redraw()

    def tell(self, note: str) -> None:
        """Say below the rows, until the next key, that something is so."""
        self.note, self._is_refusal = note, False
        self.redraw()

    def now(self, do: Coroutine[Any, Any, None]) -> None:
        """Do something for which the store is asked, and draw what comes of it; one thing after
        another.
        """
        self.run_worker(do, group="rows")

    def redraw(self) -> None:
        """Draw the rows that fit, the cursor's among them."""
        if not self.is_mounted or not self.query("#page-body"):
            return
        self.query_one("#page-body", Lines).paint(self._lines)
        self._show_note()
        if self._line_at_foot.is_open:
            line = self._line_at_foot
            self.query_one(KeyStrip).show_keys(
                [], self.house_app.keymap, f"{line.purpose}  (Escape cancels)"
            )
        else:
            names = self.shown_keys or [
                command.name for command in key_commands.in_scope(self.scope)
            ]
            self.show_frame(
                self.heading, [Place(f"{self.scope}.{name}", self.word_of(name)) for name in names]
            )

    def word_of(self, name: str) -> str:
        """What is said of a command in the strip of keys, if not the usual."""
        return ""

    def _show_note(self) -> None:
        """The note in as many lines as it needs."""
        width = max(self.size.width - 1, 20)
        words = [
            piece
            for line in self.note.splitlines()
            for piece in wrap(line, width, initial_indent=" ", subsequent_indent=" ")
        ]
        note = self.query_one("#note", Lines)
        note.styles.height = max(1, min(len(words), LONGEST_NOTE))
        note.show(
            [
                styled(line, theme.DANGER if self._is_refusal else theme.HERE)
                for line in words[:LONGEST_NOTE]
            ]
            or [Text(" ")]
        )

    # --- the line at the foot ---

    @property
    def _line_at_foot(self) -> AskLine:
        return self.query_one("#command", AskLine)

    def ask(
        self, purpose: str, then: Callable[[str], object], value: str = "", *, most: int = 0
    ) -> None:
        """Have something typed; `then` is given it."""
        self.note = ""
        self._line_at_foot.max_length = most
        self._line_at_foot.ask(purpose, value, lambda typed: (then(typed), None)[1])
        self.redraw()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While something is typed, nothing else is done."""
        if not self.is_mounted or action.startswith("app."):
            return True
        return None if self._line_at_foot.is_open else True

    def on_key(self, event: Key) -> None:
        """Escape leaves what is typed."""
        if event.key == "escape" and self._line_at_foot.is_open:
            event.stop()
            self._line_at_foot.close(keep=False)
            self.redraw()

    @on(Input.Submitted, "#command")
    def _typed(self) -> None:
        self._line_at_foot.close(keep=True)
        if self.is_current:
            self.redraw()

    @on(AskLine.Pasted)
    def _pasted_lines(self, event: AskLine.Pasted) -> None:
        self._line_at_foot.close(keep=False)
        self.pasted(event.text)

    def on_paste(self, event: Paste) -> None:
        """Something was pasted where nothing is typed."""
        self.pasted(event.text)

    def pasted(self, text: str) -> None:
        """Several lines were pasted, or something where nothing was being typed."""
        self.say("You can't paste here.")

    def _lines(self, width: int, height: int) -> list[Text]:
        self._top = max(0, min(max(self._top, self.at - height + 1), max(self.at - 1, 0)))
        return [
            self._line(place, width)
            for place in range(self._top, min(self._top + height, len(self.rows)))
        ]

    def _line(self, place: int, width: int) -> Text:
        row = self.rows[place]
        if row.heading:
            return justified(
                styled(row.words, theme.QUIET if row.quiet else theme.HERE),
                styled(row.detail, theme.QUIET),
                width,
            )
        here = place == self.at
        text = styled("> " if here else "  ", theme.HERE)
        text.append(
            row.words, theme.CURSOR if here else theme.STRONG if row.strong else theme.PLAIN
        )
        return justified(text, styled(row.detail, theme.QUIET), width)

    # --- keys ---

    def action_row(self, by: int) -> None:
        places = [place for place, row in enumerate(self.rows) if not row.heading]
        if places:
            self.note = ""
            at = places.index(self.at) if self.at in places else 0
            self.at = places[max(0, min(at + by, len(places) - 1))]
            self.redraw()

    def action_help(self) -> None:
        from tui.screens.pages import place_page

        self.app.push_screen(place_page(self.scope, self.house_app.keymap))

    @on(Lines.Pressed, "#page-body")
    async def _row_pressed(self, event: Lines.Pressed) -> None:
        place = self._top + event.row
        if place >= len(self.rows) or self.rows[place].heading:
            return
        if place == self.at:
            await self.run_action("open")
        else:
            self.at = place
            self.redraw()
