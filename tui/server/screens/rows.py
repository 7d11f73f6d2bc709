"""A list of rows with a cursor, and a note below it: what the pages of the house are made of."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar, cast

from msgspec import Struct
from rich.text import Text
from textual import on
from textual.app import ComposeResult

from tui import keys, theme
from tui.screens.titled import TitledScreen
from tui.widgets.key_strip import Place
from tui.widgets.lines import Lines, justified, styled

if TYPE_CHECKING:
    from tui.server.app import HouseApp

Answer = TypeVar("Answer")


SOON = 0.1
"""Seconds after which a change is looked at, with all others by then."""


class Row(Struct, frozen=True):
    """A row: a heading, or something that the cursor can be on."""

    words: str
    detail: str = ""
    heading: bool = False
    strong: bool = False


class RowsScreen(TitledScreen[Answer]):
    """A page of rows. What they are is up to those that are made of it."""

    scope = ""
    heading = ""

    def __init__(self) -> None:
        super().__init__()
        self.rows: Sequence[Row] = ()
        self.at = 0
        self.note = ""
        self._top = 0
        self._is_stale = False  # something has changed, and will be looked at soon

    @property
    def house_app(self) -> HouseApp:
        """The app that it is in."""
        return cast("HouseApp", self.app)

    def look_soon(self) -> None:
        """Look anew: called from anywhere, and several changes at a time are looked at once."""
        if not self._is_stale:
            self._is_stale = True
            asyncio.get_running_loop().call_later(SOON, lambda: self.call_later(self._look_now))

    async def _look_now(self) -> None:
        self._is_stale = False
        if self.is_mounted:
            await self.look()

    async def look(self) -> None:
        """Find out what the rows are now."""

    def compose(self) -> ComposeResult:
        *above, keys_below = super().compose()
        yield from (*above, Lines(id="note"), keys_below)

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Have other rows; the cursor stays where it can."""
        self.rows = rows
        places = [place for place, row in enumerate(rows) if not row.heading]
        self.at = min(places, key=lambda place: abs(place - self.at), default=0)
        self.redraw()

    def say(self, note: str) -> None:
        """Say something below the rows, until the next key."""
        self.note = note.replace("\n", "; ")
        self.redraw()

    def redraw(self) -> None:
        """Draw the rows that fit, the cursor's among them."""
        if not self.is_mounted or not self.query("#page-body"):
            return
        self.query_one("#page-body", Lines).paint(self._lines)
        self.query_one("#note", Lines).show([styled(f" {self.note}", theme.DANGER)])
        self.show_frame(self.heading, [Place(command.id) for command in keys.in_scope(self.scope)])

    def _lines(self, width: int, height: int) -> list[Text]:
        self._top = max(0, min(max(self._top, self.at - height + 1), max(self.at - 1, 0)))
        return [self._line(place, width) for place in range(self._top, min(self._top + height, len(self.rows)))]

    def _line(self, place: int, width: int) -> Text:
        row = self.rows[place]
        if row.heading:
            return styled(row.words, theme.HERE)
        here = place == self.at
        text = styled("> " if here else "  ", theme.HERE)
        text.append(row.words, theme.CURSOR if here else theme.STRONG if row.strong else theme.PLAIN)
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
        from tui.screens.pages import help_page

        self.app.push_screen(help_page(self.scope, self.house_app.keymap))

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
