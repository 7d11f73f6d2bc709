"""Chat at a table during the game."""

from __future__ import annotations

from textwrap import wrap

from textual.events import Key

from tui.server.screens.rows import READABLE, MenuRow
from tui.server.screens.talking import TalkingScreen
from tui.settings import key_commands


class TalkScreen(TalkingScreen[None]):
    """All messages at a table, shown while the game goes on."""

    BINDINGS = key_commands.bindings("talk")
    scope = "talk"
    shown_keys = ("talk", "back", "row-to-down", "row-to-up", "help")

    def __init__(self, table: int) -> None:
        super().__init__()
        self.table_number = table
        self.heading = f"Messages at table {table}"

    def on_mount(self) -> None:
        self.call_later(self._begin)

    async def _begin(self) -> None:
        """Load the messages and open the input line."""
        await self.look()
        self.action_talk()

    async def look(self) -> None:
        """Load the messages; a cursor on the last line stays there."""
        was_last = self.at >= len(self.rows) - 1
        said = await self.server_app.server.talk.latest(self.table_number, self.server_app.who)
        rows = [
            MenuRow(piece)
            for line in said
            for piece in wrap(f"{line.speaker}: {line.words}", READABLE, subsequent_indent="  ")
        ]
        self.at = len(rows) - 1 if was_last else self.at
        self.show_rows(rows or [MenuRow("No messages yet.", heading=True)])

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow scrolling while a message is typed."""
        return True if action == "row" else super().check_action(action, parameters)

    async def _say(self, words: str) -> None:
        """Send a message and open the input line again."""
        await super()._say(words)
        if not self.note and self.is_attached:
            self.action_talk()

    def on_key(self, event: Key) -> None:
        """Close the page when Escape is pressed on an empty input line."""
        if event.key == "escape" and not self._line_at_foot.value:
            event.stop()
            self.action_back()
        else:
            super().on_key(event)

    def action_open(self) -> None:
        self.action_talk()

    def action_back(self) -> None:
        self.dismiss()
