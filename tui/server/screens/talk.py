"""What is said at a table, during its game."""

from __future__ import annotations

from textwrap import wrap

from tui import keys
from tui.server.screens.rows import READABLE, Row, RowsScreen, sentence
from tui.server.talk import LONGEST, TalkError


class TalkScreen(RowsScreen[None]):
    """All that was said at a table. The game goes on meanwhile."""

    BINDINGS = keys.bindings("talk")
    scope = "talk"
    shown_keys = ("talk", "back", "row-to-down", "row-to-up", "help")

    def __init__(self, table: int) -> None:
        super().__init__()
        self._table = table
        self.heading = f"Talk at table {table}"
        self._stop = lambda: None

    def on_mount(self) -> None:
        self._stop = self.house_app.house.hall.listen(self.look_soon)
        self.call_later(self.look)

    def on_unmount(self) -> None:
        self._stop()

    async def look(self) -> None:
        """Read what was said; the cursor is on the last line as long as it was."""
        was_last = self.at >= len(self.rows) - 1
        said = await self.house_app.house.talk.latest(self._table)
        rows = [Row(piece) for line in said for piece in wrap(f"{line.name}: {line.words}", READABLE, subsequent_indent="  ")]
        self.at = len(rows) - 1 if was_last else self.at
        self.show_rows(rows or [Row("Nobody has said anything yet.", heading=True)])

    def action_talk(self) -> None:
        self.ask("Say at this table", lambda words: self.now(self._say(words)) if words.strip() else None, most=LONGEST)

    async def _say(self, words: str) -> None:
        try:
            await self.house_app.house.talk.say(self.house_app.who, self._table, words)
        except TalkError as error:
            self.say(sentence(error))
        await self.look()
        self.house_app.house.hall.tell()

    def action_open(self) -> None:
        self.action_talk()

    def action_back(self) -> None:
        self.dismiss()
