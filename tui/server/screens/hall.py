"""The hall as one player sees it: their own games, their turn first, then open tables, then games to watch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.record import RecordError
from tui import keys
from tui.game_setup import header_of
from tui.server.screens.rows import Row, RowsScreen
from tui.server.tables import OPEN, TableError

if TYPE_CHECKING:
    from tui.server.accounts import Player
    from tui.server.tables import TableRow


class HallScreen(RowsScreen[None]):
    """All tables that somebody may see. It looks again whenever something has changed."""

    BINDINGS = keys.bindings("hall")
    scope = "hall"

    def __init__(self) -> None:
        super().__init__()
        self._tables: list[TableRow | None] = []  # what each row stands for
        self._stop = lambda: None

    def on_mount(self) -> None:
        self._stop = self.house_app.house.hall.listen(self.look_soon)

    def on_unmount(self) -> None:
        self._stop()

    async def on_screen_resume(self) -> None:
        await self.look()

    async def look(self) -> None:
        """Look at the tables anew."""
        player = self.house_app.player
        if player is None:
            return
        here = ", ".join(self.house_app.house.hall.present)
        self.heading = f"The hall: {player.name}. Here: {here}"
        self._show(player, await self.house_app.house.hall.listed(player))

    def _show(self, player: Player, tables: list[TableRow]) -> None:
        rows: list[Row] = []
        self._tables = []
        mine = [table for table in tables if table.seat_of(player.holder) is not None]
        others = [table for table in tables if table not in mine]
        parts = (("Your games", mine), ("Open tables", [table for table in others if table.state == OPEN]),
                 ("Games to watch", [table for table in others if table.state != OPEN]))  # fmt: skip
        for title, found in parts:
            if found:
                rows.append(Row(title, heading=True))
                self._tables.append(None)
            for table in found:
                rows.append(_row(table, player))
                self._tables.append(table)
        if not tables:
            rows, self._tables = [Row("There is no table yet. n makes one.", heading=True)], [None]
        if player.is_guest:
            rows += [Row("", heading=True), Row(f"Your way back: ssh guest-{player.holder.partition(':')[2]}@...", heading=True)]
            self._tables += [None, None]
        self.show_rows(rows)

    # --- keys ---

    async def action_open(self) -> None:
        table = self._tables[self.at] if self.at < len(self._tables) else None
        if table is None:
            return
        try:
            await self._open(table)
        except (TableError, RecordError) as error:
            await self.look()
            self.say(str(error))

    async def _open(self, table: TableRow) -> None:
        hall, player = self.house_app.house.hall, self.house_app.who
        if table.state != OPEN:
            await self._play(table.id)
            return
        if table.seat_of(player.holder) is None:
            table = await hall.join(player, table)
        self._wait_at(table)

    def _wait_at(self, table: TableRow) -> None:
        from tui.server.screens.waiting_room import WaitingRoomScreen

        self.app.push_screen(WaitingRoomScreen(table), self._waited)

    async def _waited(self, ident: int | None) -> None:
        if ident is not None:
            await self._play(ident)

    async def _play(self, ident: int) -> None:
        session = await self.house_app.house.hall.sit(self.house_app.who, ident)
        self.house_app.sit_down(session, lambda _: self.look_soon())

    def action_make(self) -> None:
        from tui.server.screens.new_table import NewTableScreen

        if self.house_app.player is not None:
            self.app.push_screen(NewTableScreen(), self._made)

    def _made(self, table: TableRow | None) -> None:
        if table is not None:
            self._wait_at(table)

    def action_decks(self) -> None:
        from tui.server.screens.own_files import OwnFilesScreen

        if self.house_app.player is not None:
            self.app.push_screen(OwnFilesScreen())

    def action_account(self) -> None:
        from tui.server.screens.account import AccountScreen

        if self.house_app.player is None:
            return
        if self.house_app.who.is_guest:
            self.say("Guests have no account: come in with a key (ssh-keygen makes one), and your name, decks and settings are kept.")
        else:
            self.app.push_screen(AccountScreen())

    def action_settings(self) -> None:
        from tui.screens.settings import SettingsScreen

        self.app.push_screen(SettingsScreen())

    def action_leave(self) -> None:
        self.app.exit()


def _row(table: TableRow, player: Player) -> Row:
    """A table in a line."""
    names = " against ".join(seat.name or "an open seat" for seat in table.seats)
    state = "open" if table.state == OPEN else ""
    if table.awaits(player.holder):
        state = "your turn"
    elif table.asked is not None:
        state = f"{table.seats[table.asked].name} is choosing"
    return Row(f"{table.id}. {names}", f"{header_of(table.variant).name}, {state}", strong=table.awaits(player.holder))
