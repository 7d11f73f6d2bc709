"""The first login with a key: a name for the account."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.screen import Screen
from textual.widgets import Input

from tui import theme
from tui.server.accounts import LONGEST_NAME, AccountError, Player
from tui.widgets.lines import Lines, styled

if TYPE_CHECKING:
    from tui.server.app import HouseApp


class NameScreen(Screen[Player | None]):
    """Asks for a name. Dismissed with the account that has been made, or nothing."""

    BINDINGS = [Binding("escape", "leave", "leave", show=False)]
    AUTO_FOCUS = "#name"

    def compose(self) -> ComposeResult:
        yield Lines(id="page-title")
        yield Lines(id="page-body")
        line = Input(placeholder="your name here", id="name", max_length=LONGEST_NAME)
        line.cursor_blink = False
        yield line

    def on_mount(self) -> None:
        self.query_one("#page-title", Lines).show([styled(" Welcome to Spellfront", theme.HERE)])
        self._say("This key is new here. What shall the others call you? Enter makes your account, Escape leaves.")

    def _say(self, words: str) -> None:
        self.query_one("#page-body", Lines).show([styled(words, theme.PLAIN)])

    @on(Input.Submitted, "#name")
    async def _given(self, event: Input.Submitted) -> None:
        app = cast("HouseApp", self.app)
        try:
            self.dismiss(await app.house.accounts.make(event.value, *app.key))
        except AccountError as error:
            self._say(f"{error}.")

    def action_leave(self) -> None:
        self.dismiss(None)
