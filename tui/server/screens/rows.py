"""A page of rows with a cursor, a note and an input line: the base of the server's screens."""

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
from tui.widgets.key_strip import KeyPlace, KeyStrip
from tui.widgets.lines import Lines, justified, styled

if TYPE_CHECKING:
    from textual.screen import Screen

    from tui.server.app import ServerApp
    from tui.server.lobby.chat import ChatLine

Answer = TypeVar("Answer")


SAID = 5  # screen lines for the latest messages
LONGEST_NOTE = 5  # the most screen lines for a note
SOON = 0.1  # seconds over which changes are collected before a refresh


AGO = ((86_400_000, "day"), (3_600_000, "hour"), (60_000, "minute"))


def server_app_of(screen: Screen[Any]) -> ServerApp:
    """Return the app that shows a screen."""
    return cast("ServerApp", screen.app)


def sentence(error: Exception) -> str:
    """Return an error as a sentence."""
    words = str(error)
    return f"{words[:1].upper()}{words[1:]}" + ("" if words.endswith(".") else ".")


READABLE = 74  # columns of text, which also fits a screen of 80


def reading(*words: str) -> list[MenuRow]:
    """Return rows of wrapped text after an empty row."""
    lines = [line for each in words for line in wrap(each, READABLE)]
    return [MenuRow("", heading=True), *(MenuRow(line, heading=True, quiet=True) for line in lines)]


def ago(milliseconds: int) -> str:
    """Return a time span in words, such as "2 hours ago"."""
    for length, word in AGO:
        if number := milliseconds // length:
            return f"{many(number, word)} ago"
    return "just now"


class MenuRow(Struct, frozen=True):
    """A row of a page: a heading, or a row for the cursor."""

    words: str
    detail: str = ""
    heading: bool = False
    strong: bool = False
    quiet: bool = False  # of a heading: plain text instead of a title


class RowsScreen(TitledScreen[Answer]):
    """A page of rows; subclasses supply the rows."""

    scope = ""
    heading = ""
    shown_keys: Sequence[str] = ()
    """The commands in the key strip by name, the most useful first; empty: all of the scope."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: Sequence[MenuRow] = ()
        self.at = 0
        self.note = ""
        self._is_refusal = False
        self._top = 0
        self._is_stale = False  # whether a refresh is scheduled

    @property
    def server_app(self) -> ServerApp:
        """The app of this screen."""
        return server_app_of(self)

    def look_soon(self) -> None:
        """Schedule a refresh; several changes in a row cause a single refresh."""
        if not self._is_stale:
            self._is_stale = True
            asyncio.get_running_loop().call_later(SOON, lambda: self.call_later(self._look_now))

    async def _look_now(self) -> None:
        self._is_stale = False
        if self.is_mounted and self.is_current:
            await self.look()

    async def on_screen_resume(self) -> None:
        """Refresh after another screen was on top, as covered pages are not refreshed."""
        await self.look()

    async def look(self) -> None:
        """Reload the rows."""

    def compose(self) -> ComposeResult:
        *above, keys_below = super().compose()
        yield from (*above, Lines(id="said"), Lines(id="note"), keys_below, AskLine(id="command"))

    def show_rows(self, rows: Sequence[MenuRow]) -> None:
        """Replace the rows, keeping the cursor near its position."""
        self.rows = rows
        places = [place for place, row in enumerate(rows) if not row.heading]
        self.at = min(places, key=lambda place: abs(place - self.at), default=0)
        self.redraw()

    def show_said(self, lines: Sequence[ChatLine]) -> None:
        """Show the latest messages below the rows."""
        if not self.query("#said"):  # the screen is not composed yet, or already closed
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
        """Show a refusal below the rows until the next key."""
        self.note, self._is_refusal = note, True
        self.redraw()

    def tell(self, note: str) -> None:
        """Show a message below the rows until the next key."""
        self.note, self._is_refusal = note, False
        self.redraw()

    def now(self, do: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine that uses the database, after earlier ones of this page."""
        self.run_worker(do, group="rows")

    def redraw(self) -> None:
        """Draw the visible rows, the note and the keys."""
        if not self.is_mounted or not self.query("#page-body"):
            return
        self.query_one("#page-body", Lines).paint(self._lines)
        self._show_note()
        if self._line_at_foot.is_open:
            line = self._line_at_foot
            self.query_one(KeyStrip).show_keys(
                [], self.server_app.keymap, f"{line.purpose}  (Escape cancels)"
            )
        else:
            names = self.shown_keys or [
                command.name for command in key_commands.in_scope(self.scope)
            ]
            self.show_frame(
                self.heading,
                [KeyPlace(f"{self.scope}.{name}", self.word_of(name)) for name in names],
            )

    def word_of(self, name: str) -> str:
        """Return the label of a command for the key strip; empty: the usual label."""
        return ""

    def _show_note(self) -> None:
        """Show the note in as many lines as necessary."""
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

    # --- the input line ---

    @property
    def _line_at_foot(self) -> AskLine:
        return self.query_one("#command", AskLine)

    def ask(
        self, purpose: str, then: Callable[[str], object], value: str = "", *, most: int = 0
    ) -> None:
        """Open the input line; `then` receives the text."""
        self.note = ""
        self._line_at_foot.max_length = most
        self._line_at_foot.ask(purpose, value, lambda typed: (then(typed), None)[1])
        self.redraw()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable all commands while the input line is open."""
        if not self.is_mounted or action.startswith("app."):
            return True
        return None if self._line_at_foot.is_open else True

    def on_key(self, event: Key) -> None:
        """Close the input line on Escape."""
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
        """Handle a paste outside the input line."""
        self.pasted(event.text)

    def pasted(self, text: str) -> None:
        """Handle pasted text: several lines, or any text outside the input line."""
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
        usual = theme.STRONG if row.strong else theme.PLAIN
        text.append(row.words, theme.CURSOR if here else usual)
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

        self.app.push_screen(place_page(self.scope, self.server_app.keymap))

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
