"""The lobby as a player sees it: own games first, then open tables, then games to watch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from engine.history.record import RecordError
from tui.screens.pages import TextPage
from tui.server.screens.rows import SAID, MenuRow, ago, reading, sentence
from tui.server.screens.talking import TalkingScreen
from tui.server.storage.database import now
from tui.server.storage.save_errors import NOTHING_COUNTS
from tui.server.storage.tables import OPEN, OVER, TableError
from tui.session.game_setup import header_of
from tui.settings import key_commands
from tui.terminal import theme
from tui.widgets.lines import styled

if TYPE_CHECKING:
    from tui.server.storage.accounts import ServerPlayer
    from tui.server.storage.tables import TableRow


class LobbyScreen(TalkingScreen[None]):
    """The list of all visible tables, refreshed after every change."""

    BINDINGS = key_commands.bindings("hall")
    scope = "hall"
    shown_keys = (
        "open",
        "make",
        "join",
        "talk",
        "here",
        "help",
        "decks",
        "account",
        "settings",
        "leave",
    )

    def __init__(self) -> None:
        super().__init__()
        self._tables: list[TableRow | None] = []  # the table of each row; None: a row without one

    async def look(self) -> None:
        """Reload and show the tables."""
        player, server = self.server_app.player, self.server_app.server
        if player is None:
            return
        present = server.lobby.present
        self.heading = f"The hall: {player.name}. " + (
            f"{len(present)} are here" if len(present) > 1 else "No one else is here"
        )
        tables = [*await server.lobby.listed(player), *await server.tables.over(player.holder)]
        said = await server.talk.latest(None, player, SAID)
        self.show_said(said)
        self._show(player, tables)
        if trouble := server.store.trouble:
            self.say(NOTHING_COUNTS.format(why=trouble))

    def _show(self, player: ServerPlayer, tables: list[TableRow]) -> None:
        rows: list[MenuRow] = []
        self._tables = []
        over = [table for table in tables if table.state == OVER]
        tables = [table for table in tables if table.state != OVER]
        mine = [table for table in tables if table.seat_of(player.holder) is not None]
        invited = [table for table in tables if table not in mine and table.invites(player.holder)]
        others = [table for table in tables if table not in mine and table not in invited]
        parts = (
            ("Your games", mine),
            ("Invitations", invited),
            ("Open tables", [table for table in others if table.state == OPEN]),
            ("Games to watch", [table for table in others if table.state != OPEN]),
            ("Finished games to review", over),
        )
        for title, found in parts:
            if found:
                rows.append(MenuRow(title, heading=True))
                self._tables.append(None)
            for table in found:
                rows.append(row_of(table, player, self.server_app.server.tables.variant_of(table)))
                self._tables.append(table)
        if not rows:
            rows, self._tables = (
                [
                    MenuRow(
                        "There are no tables yet. Press n to play the computer or people.",
                        heading=True,
                    )
                ],
                [None],
            )
        if back := player.way_back:
            rows += reading(
                f"To come back to this seat, connect as {back}@... on the same server. Keep that "
                "name secret."
            )
        self._tables += [None] * (len(rows) - len(self._tables))
        self.show_rows(rows)

    def word_of(self, name: str) -> str:
        table = self._tables[self.at] if self.at < len(self._tables) else None
        if name != "open" or table is None:
            return ""
        during = "play " if table.seat_of(self.server_app.who.holder) is not None else "watch"
        return {OPEN: "table", OVER: "look "}.get(table.state, during)

    # --- keys ---

    async def action_open(self) -> None:
        table = self._tables[self.at] if self.at < len(self._tables) else None
        if table is None:
            return
        try:
            await self._open(table)
        except (TableError, RecordError) as error:
            await self.look()
            self.say(sentence(error))

    async def _open(self, table: TableRow) -> None:
        if table.state == OVER:
            await self._look_back(table)
            return
        if table.state != OPEN:
            await self._play(table.id)
            return
        self._wait_at(table)

    def action_join(self) -> None:
        self.ask(
            "Code of the table",
            lambda code: self.now(self._join(code)) if code.strip() else None,
            most=16,
        )

    async def _join(self, code: str) -> None:
        try:
            await self._open(
                await self.server_app.server.lobby.by_code(
                    self.server_app.who, self.server_app.channel.address, code
                )
            )
        except (TableError, RecordError) as error:
            self.say(sentence(error))

    async def action_here(self) -> None:
        """Show the players online and the latest messages."""
        server = self.server_app.server
        lines = [
            styled("Here now", theme.HERE),
            *(styled(f"  {name}", theme.PLAIN) for name in server.lobby.present),
            Text(),
        ]
        said = await server.talk.latest(None, self.server_app.who)
        lines += [styled("Messages in the hall", theme.HERE)] if said else []
        lines += [
            styled(f"  {line.name}, {ago(now() - line.at)}: {line.words}", theme.PLAIN)
            for line in said
        ]
        self.app.push_screen(TextPage("Who is here", lines))

    def _wait_at(self, table: TableRow) -> None:
        from tui.server.screens.waiting_room import WaitingRoomScreen

        self.app.push_screen(WaitingRoomScreen(table), self._waited)

    async def _waited(self, ident: int | None) -> None:
        """Open the game that has begun, as a watcher without a seat."""
        if ident is None:
            return
        try:
            await self._play(ident)
        except (TableError, RecordError) as error:
            self.say(sentence(error))

    async def _play(self, ident: int) -> None:
        session = await self.server_app.server.lobby.sit(self.server_app.who, ident)
        self.server_app.sit_down(session, self._left_table)

    def _left_table(self, how: str | None) -> None:
        """Refresh the list, and open the form for a new table if the player wants to play again."""
        self.look_soon()
        if how == "again":
            self.action_make()

    async def _look_back(self, table: TableRow) -> None:
        """Review a finished game, first from the player's own seat."""
        self.app.push_screen(await self.server_app.look_back(table.id, at_end=False))

    def action_make(self) -> None:
        from tui.server.screens.new_table import NewTableScreen

        if self.server_app.player is not None:
            self.app.push_screen(NewTableScreen(), self._made)

    def _made(self, table: TableRow | None) -> None:
        if table is not None:
            self._wait_at(table)

    def action_decks(self) -> None:
        from tui.server.screens.own_files import OwnFilesScreen

        if self.server_app.player is not None:
            self.app.push_screen(OwnFilesScreen())

    def action_account(self) -> None:
        from tui.server.screens.account import AccountScreen

        if self.server_app.player is None:
            return
        if self.server_app.who.is_guest:
            self.say(
                "The name 'guest' has no account. Connect under another name with a key (from "
                "ssh-keygen) to keep your name and decks."
            )
        else:
            self.app.push_screen(AccountScreen())

    def action_settings(self) -> None:
        from tui.settings.screens.settings import SettingsScreen

        self.app.push_screen(SettingsScreen())

    def action_leave(self) -> None:
        self.app.exit()


def row_of(table: TableRow, player: ServerPlayer, variant: str) -> MenuRow:
    """Return a table as a row."""
    names = " against ".join(seat.name or "an open seat" for seat in table.seats)
    name = header_of(variant).name + ("" if table.own is None else " (custom)")
    parts = [name, *([table.clock.words] if table.clock.first else [])]
    if table.private:
        parts.append(
            f"private, code {table.code}" if table.seat_of(player.holder) is not None else "private"
        )
    if table.awaits(player.holder):
        parts.append("your turn")
    elif table.asked is not None:
        parts.append(f"{table.seats[table.asked].name} is choosing")
    return MenuRow(
        f"{table.id}. {names}",
        ", ".join(parts),
        strong=table.awaits(player.holder) or table.invites(player.holder),
    )
