"""A page with chat, refreshed after every change in the lobby."""

from __future__ import annotations

from typing import TypeVar

from tui.server.lobby.chat import LONGEST, TalkError
from tui.server.screens.rows import RowsScreen, sentence

Answer = TypeVar("Answer")


class TalkingScreen(RowsScreen[Answer]):
    """A page of rows with a key for messages, refreshed when other players change anything."""

    table_number: int | None = None  # the table whose chat is shown; None: the lobby

    def __init__(self) -> None:
        super().__init__()
        self._stop = lambda: None

    def on_mount(self) -> None:
        self._stop = self.server_app.server.lobby.listen(self.look_soon)

    def on_unmount(self) -> None:
        self._stop()

    def action_talk(self) -> None:
        where = "in the hall" if self.table_number is None else "at this table"
        self.ask(f"Send a message {where}", self._say_soon, most=LONGEST)

    def _say_soon(self, words: str) -> None:
        """Send a message even if the page is closed at the same moment."""
        if words.strip():
            self.server_app.run_worker(self._say(words), group="talk")

    async def _say(self, words: str) -> None:
        try:
            await self.server_app.server.talk.say(self.server_app.who, self.table_number, words)
        except TalkError as error:
            self.say(sentence(error))
