"""The form for a new table: the local form plus seats, clock and watchers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.screens.form import FormScreen
from tui.screens.laid_out import when_laid_out
from tui.server.lobby.table_setup import INVITED, OwnFile, TableSetup, rows_of
from tui.server.screens.rows import sentence, server_app_of
from tui.server.storage.accounts import AccountError
from tui.server.storage.decks import CARDS, VARIANT, at_hand
from tui.server.storage.tables import Own, TableError, TableRow
from tui.session.game_setup import deck_offences
from tui.session.seat_kinds import HUMAN
from tui.settings import key_commands
from tui.terminal import theme
from tui.widgets.key_strip import KeyPlace
from tui.widgets.lines import Lines, styled

if TYPE_CHECKING:
    from tui.launch.form import FormRow
    from tui.server.app import ServerApp
    from tui.server.storage.accounts import ServerPlayer


class NewTableScreen(FormScreen[TableRow | None]):
    """The form. Dismissed with the new table, or None."""

    BINDINGS = key_commands.bindings("new-table")
    scope = "new-table"

    def __init__(self) -> None:
        super().__init__()
        self._setup = TableSetup.fresh()
        self._checked = False
        self._at = 1

    def on_mount(self) -> None:
        self._setup = self.server_app.last_setup or self._setup
        title = styled(" A new table", theme.HERE).append(
            "   arrow keys: choose, S: make the table", theme.QUIET
        )
        self.query_one("#title", Lines).show([title])
        when_laid_out(self, self.redraw)
        self.run_worker(self._complete(), group="reading")

    @property
    def server_app(self) -> ServerApp:
        """The app of this screen."""
        return server_app_of(self)

    async def _complete(self) -> None:
        """Load the player's own files, then the rules and decks, outside the event loop."""
        lobby, account = self.server_app.server.lobby, self.server_app.who.account
        for file in await lobby.files.listed(account):
            if account is not None and file.kind in (VARIANT, CARDS):
                text = await lobby.files.text(account, file.name)
                if file.kind == CARDS:
                    self._setup.own_cards[file.name] = OwnFile(file.name, text)
                else:
                    path = at_hand(lobby.tables.folder, Own("", file.name, text))
                    self._setup.own[str(path)] = OwnFile(file.name, text, path)
        await self._read()

    async def _read(self) -> None:
        """Load the rules and decks of the chosen variant.

        Loading takes a moment; drawing must not wait.
        """
        setup, self._checked = self._setup, False
        self._redraw_if_there()

        def read() -> None:
            setup.rules()
            for deck in setup.suited():
                deck_offences(deck, setup)

        await self.server_app.server.lobby.work(read)
        self._checked = True
        self._redraw_if_there()

    def _redraw_if_there(self) -> None:
        """Redraw unless the screen was closed meanwhile."""
        if self.query("#form"):
            self.redraw()

    def rows(self) -> list[FormRow]:
        return rows_of(self._setup, self._checked)

    def places(self) -> list[KeyPlace]:
        names = ("next-row", "change-to-right", "press", "start", "rules", "back", "help")
        return [
            self.press_place() if name == "press" else KeyPlace(f"new-table.{name}")
            for name in names
        ]

    def press(self, row: FormRow) -> None:
        self.run_worker(self.action_start(), group="making")

    def action_change(self, by: int) -> None:
        before = self._setup.variant, dict(self._setup.options)
        super().action_change(by)
        if (self._setup.variant, self._setup.options) != before:
            self.run_worker(self._read(), group="reading", exclusive=True)

    async def action_start(self) -> None:
        self._finish_edit()
        setup, who = self._setup, self.server_app.who
        kinds = [HUMAN if seat.kind == INVITED else seat.kind for seat in setup.seats[1:]]
        own = setup.whose_own(who)
        try:
            table = await self.server_app.server.lobby.make(
                who,
                setup.rules().id if own is not None and own.variant else setup.variant,
                kinds,
                dict(setup.options),
                decks=[seat.deck for seat in setup.seats],
                invited=await self._invited(),
                watchable=setup.watchable,
                private=setup.private,
                clock=setup.timed,
                own=own,
            )
        except (TableError, AccountError) as error:
            self.say(sentence(error))
        else:
            self.server_app.last_setup = setup
            self.dismiss(table)

    async def _invited(self) -> dict[int, ServerPlayer]:
        """Return the invited player of each reserved seat.

        Raises AccountError for an unknown or missing name.
        """
        found = dict[int, "ServerPlayer"]()
        for number, seat in enumerate(self._setup.seats):
            if seat.kind == INVITED:
                if not seat.name:
                    raise AccountError(
                        f"seat {number + 1} is by invitation; enter a name, or open the seat to "
                        "anyone"
                    )
                found[number] = await self.server_app.server.accounts.called(seat.name)
        return found

    def action_rules(self) -> None:
        from tui.screens.pages import rules_page

        if self._checked:
            self.app.push_screen(rules_page(self._setup.rules(), len(self._setup.seats)))

    def action_help(self) -> None:
        from tui.screens.pages import place_page

        self.app.push_screen(place_page("new-table", self.server_app.keymap))

    def action_back(self) -> None:
        if self._edit is not None:
            super().action_back()
        else:
            self.dismiss(None)
