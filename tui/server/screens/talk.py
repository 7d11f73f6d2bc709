"""What is said at a table, during its game."""

from __future__ import annotations

from textwrap import wrap

from tui import keys
from tui.server.screens.rows import READABLE, Row
from tui.server.screens.talking import TalkingScreen


class TalkScreen(TalkingScreen[None]):
    """All that was said at a table. The game goes on meanwhile."""

    BINDINGS = keys.bindings("talk")
    scope = "talk"
    shown_keys = ("talk", "back", "row-to-down", "row-to-up", "help")

    def __init__(self, table: int) -> None:
        super().__init__()
        self.table_number = table
        self.heading = f"Talk at table {table}"

    def on_mount(self) -> None:
        self.call_later(self.look)

    async def look(self) -> None:
        """Read what was said; the cursor is on the last line as long as it was."""
        was_last = self.at >= len(self.rows) - 1
        said = await self.house_app.house.talk.latest(self.table_number)
        rows = [Row(piece) for line in said for piece in wrap(f"{line.name}: {line.words}", READABLE, subsequent_indent="  ")]
        self.at = len(rows) - 1 if was_last else self.at
        self.show_rows(rows or [Row("Nobody has said anything yet.", heading=True)])

    def action_open(self) -> None:
        self.action_talk()

    def action_back(self) -> None:
        self.dismiss()
