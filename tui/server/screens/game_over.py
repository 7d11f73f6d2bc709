"""The end of a game on a server: the usual summary, with the lobby and a review a key away."""

from __future__ import annotations

from collections.abc import Sequence

from engine.history.record import RecordError
from engine.view import View
from tui.server.screens.rows import sentence, server_app_of
from tui.server.storage.tables import TableError
from tui.table.screens.game_over import GameOverScreen


class ServerGameOverScreen(GameOverScreen):
    """A summary that closes at a key. The server keeps the record of the game."""

    home = "the hall"

    def __init__(self, view: View, log: Sequence[str], table: int, seat: int | None = None) -> None:
        super().__init__(view, log, seat=seat)
        self.looks_back = True
        self._table = table

    @property
    def plays_again(self) -> bool:
        """Return whether a new table can be made with the previous choices."""
        return server_app_of(self).last_setup is not None

    def action_look_back(self) -> None:
        """Review the game from the beginning."""
        self.run_worker(self._look_back(), exclusive=True, group="looking back")

    async def _look_back(self) -> None:
        try:
            screen = await server_app_of(self).look_back(self._table, at_end=False)
        except (TableError, RecordError) as error:
            self.app.notify(sentence(error), severity="error")
            return
        if self.is_current:
            self.app.push_screen(screen)
