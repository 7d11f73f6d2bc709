"""A table before its game: who sits there with which deck. The game begins for everybody when its host starts it."""

from __future__ import annotations

from tui import keys
from tui.game_setup import header_of, step
from tui.kinds import HUMAN, in_words
from tui.server.decks import offered
from tui.server.screens.rows import Row, RowsScreen
from tui.server.tables import OPEN, PLAYING, TableError, TableRow


class WaitingRoomScreen(RowsScreen[int | None]):
    """A table that has not begun. Dismissed with its number when the game begins, with nothing when somebody goes back to the hall."""

    BINDINGS = keys.bindings("waiting-room")
    scope = "waiting-room"

    def __init__(self, table: TableRow) -> None:
        super().__init__()
        self._table = table
        self._stop = lambda: None

    def on_mount(self) -> None:
        self._stop = self.house_app.house.hall.listen(self.look_soon)
        self.call_later(self.look)

    def on_unmount(self) -> None:
        self._stop()

    async def look(self) -> None:
        """See who sits here now, and whether the game has begun."""
        try:
            self._table = await self.house_app.house.tables.get(self._table.id)
        except TableError:
            self.dismiss(None)  # its host has taken it away
            return
        if self._table.state == PLAYING and self.is_current:
            self.dismiss(self._table.id)
        elif self._table.state == OPEN:
            self._show()

    def _show(self) -> None:
        table, holder = self._table, self.house_app.who.holder
        self.heading = f"Table {table.id}: {header_of(table.variant).name}"
        mine = table.seat_of(holder)
        rows = [Row("Seats", heading=True)]
        for seat in table.seats:
            who = seat.name or "an open seat"
            kind = "" if seat.kind == HUMAN else f" ({in_words(seat.kind)})"
            rows.append(Row(f"{who}{kind}", seat.deck if seat.name else "", strong=seat.seat == mine))
        waits = "Enter starts the game." if table.host == holder else f"{table.seats[0].name} starts the game."
        rows += [Row("", heading=True), Row(waits if table.is_full else "Waiting for somebody to sit down.", heading=True)]
        self.show_rows(rows)

    # --- keys ---

    async def action_start(self) -> None:
        try:
            await self.house_app.house.hall.start(self.house_app.who, self._table.id)
        except TableError as error:
            self.say(str(error))

    async def action_deck(self, by: int) -> None:
        seat = self._table.seat_of(self.house_app.who.holder)
        if seat is not None:
            name = step(offered(self._table.variant), self._table.seats[seat].deck, by)
            await self.house_app.house.hall.choose_deck(self.house_app.who, self._table, name)

    async def action_stand_up(self) -> None:
        await self.house_app.house.hall.stand_up(self.house_app.who, self._table)
        self.dismiss(None)

    def action_back(self) -> None:
        self.dismiss(None)
