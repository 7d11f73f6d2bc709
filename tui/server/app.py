"""The app of one terminal in the house: the hall at the bottom, tables above it."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import tomli_w
from rich.console import Console
from textual.screen import Screen

from engine.base.records import replace
from tui.app import SpellfrontApp
from tui.server.ssh.driver import SSHDriver
from tui.server.storage import account_files
from tui.server.storage.accounts import AccountError
from tui.settings.keymap import as_tables
from tui.settings.settings import Settings, Value, changed

if TYPE_CHECKING:
    from engine.history.timeline import Tape
    from tui.server.house import House
    from tui.server.lobby.table_setup import TableSetup
    from tui.server.ssh.driver import Channel
    from tui.server.storage.accounts import Player
    from tui.session.protocol import Sitting
    from tui.table.screens.rewind import RewindScreen
    from tui.table.screens.table import TableScreen
    from tui.terminal.capabilities import Terminal

Done = TypeVar("Done")


class HouseApp(SpellfrontApp):
    """One terminal in the house."""

    CSS_PATH = Path(__file__).parent.with_name("spellfront.tcss")
    keeps_files = False
    reads_elsewhere = True

    def __init__(
        self,
        house: House,
        channel: Channel,
        player: Player | None,
        terminal: Terminal,
        key: tuple[str, str] = ("", ""),
    ) -> None:
        """`player` is nobody for a new key, whose fingerprint and text `key` is: a name is asked
        for first.
        """
        self.house, self.channel, self.player, self.key = house, channel, player, key
        # the choices with which its player made a table last
        self.last_setup: TableSetup | None = None
        self.farewell = ""  # what is said once the screen is gone
        self._reviews_begun = 0  # whose first part is on its way
        super().__init__(terminal=terminal)
        self.driver_class = SSHDriver
        # Textual would redirect those of the whole process
        self._capture_stdout, self._capture_stderr = sys.__stdout__, sys.__stderr__
        self.console = Console(
            color_system="truecolor",
            file=io.StringIO(),
            force_terminal=True,
            legacy_windows=False,
            _environ={},
        )  # what the server's own terminal can do is of no account
        self.error_console = Console(file=io.StringIO())  # nobody is shown a traceback
        self._dress = self._dressed()
        self._leave_house: Callable[[], None] | None = None

    async def read_on(self, tape: Tape) -> bool:
        from tui.server.match.sent_timeline import SeenTape

        assert isinstance(tape, SeenTape)
        return await tape.read_on()

    @property
    def who(self) -> Player:
        """Who sits at this terminal, once that is known."""
        assert self.player is not None
        return self.player

    def get_default_screen(self) -> Screen[Any]:
        from tui.server.screens.hall import HallScreen

        return HallScreen()

    def on_mount(self) -> None:
        from tui.server.screens.name import NameScreen

        if self.player is None:
            self.push_screen(NameScreen(), self._named)
        else:
            self._come()

    def is_new_player(self) -> bool:
        """Return whether an account has nothing of its own yet, which could be of an earlier
        version.
        """
        return self.player is None or not (self.player.settings or self.player.keymap)

    def keep_keys_version(self) -> bool:
        self._keep()
        return True

    def _named(self, player: Player | None) -> None:
        if player is None:
            self.exit()
            return
        self.player = replace(player, address=self.channel.address)
        # somebody who has played here before, from another machine
        if player.settings or player.keymap:
            self.settings, self.settings_problems = self.kept_settings()
            self.keymap = self.kept_keys()
            self.set_keymap(self.keymap)
            self._dress = self._dressed()
            self._draw_anew()
            self._is_new_player = False
        self._come()

    def _come(self) -> None:
        self._leave_house = self.house.hall.come(self.who)
        self.call_later(self._show_hall)
        if not self.is_scripted and not self.who.is_guest:
            self.tell_moved_keys()

    async def _show_hall(self) -> None:
        from tui.server.screens.hall import HallScreen

        for screen in self.screen_stack:
            if isinstance(screen, HallScreen):
                await screen.look()
                if question := await self.house.accounts.name_question(self.who):
                    screen.tell(question)

    def be(self, player: Player) -> None:
        """Whoever sits here is called something else from now on."""
        if self._leave_house is not None:
            self._leave_house()
        self.player, self._leave_house = player, self.house.hall.come(player)

    def on_unmount(self) -> None:
        if self._leave_house is not None:
            self._leave_house()

    async def look_back(self, table: int, *, at_end: bool) -> RewindScreen:
        """A screen that looks back on a game, from where it is or from its beginning.

        Raises TableError, RecordError.
        """
        from tui.server.storage.tables import TableError
        from tui.table.screens.rewind import RewindScreen

        reviews = self.house.allowances.reviews
        reviews.count(
            (app.player, app.reviewing) for app in self.house.apps if app.player is not None
        )
        if refusal := reviews.refusal(self.who):
            raise TableError(refusal)
        self._reviews_begun += 1
        try:
            return RewindScreen(*await self.house.hall.tape(self.who, table), at_end=at_end)
        finally:
            self._reviews_begun -= 1

    @property
    def reviewing(self) -> int:
        """The number of games that are reviewed at this terminal, with those whose first part is
        on its way.
        """
        from tui.table.screens.rewind import RewindScreen

        return self._reviews_begun + sum(
            isinstance(screen, RewindScreen) for screen in self.screen_stack
        )

    def _table_for(self, session: Sitting) -> TableScreen:
        from tui.server.match.seat import SeatSession
        from tui.server.screens.table import HouseTableScreen

        assert isinstance(session, SeatSession)
        return HouseTableScreen(session, pace=self.pace)

    def _sit_down_again(self, session: Sitting, afterwards: Callable[[str | None], None]) -> bool:
        """Another table is made in the hall, with the last choices."""
        return False

    # --- what is this machine's, and no player's ---

    def kept_settings(self) -> tuple[Settings, list[str]]:
        return account_files.kept_settings(self.player)

    def kept_keys(self) -> dict[str, str]:
        return account_files.kept_keys(self.player)

    @property
    def remembers(self) -> str:
        return (
            "until you leave; log in with a key to save them"
            if self.player is None or self.player.is_guest
            else "and are saved"
        )

    def _keep(self) -> None:
        """Keep the settings and keys of whoever has an account."""
        account = self.player.account if self.player is not None else None
        if self.player is not None and account is not None:
            settings, keymap = (
                tomli_w.dumps(each) for each in (changed(self.settings), as_tables(self.keymap))
            )
            self.player = replace(self.player, settings=settings, keymap=keymap)
            self.run_worker(self._keep_papers(self.player, settings, keymap), group="keeping")

    async def _keep_papers(self, player: Player, settings: str, keymap: str) -> None:
        # the key was taken away meanwhile: this terminal ends in a moment
        with suppress(AccountError):
            await self.house.accounts.keep_papers(player, settings, keymap)

    def usual_colors(self) -> str:
        return self._terminal.colors

    def change_setting(self, name: str, value: Value) -> str:
        """Have a setting from now on."""
        self.settings = replace(self.settings, **{name: value})
        self._dress = self._dressed()
        self._draw_anew()
        self._keep()
        return ""

    def change_keys(self, keymap: Mapping[str, str]) -> str:
        """Have these keys from now on."""
        self.keymap = dict(keymap)
        self.set_keymap(self.keymap)
        self._keep()
        return ""

    def _leave_when_told(self) -> None:
        """Signals are the house's."""

    def _end(self) -> None:
        self.exit()

    @property
    def opened_by(self) -> tuple[str, int | None]:
        """The fingerprint of the player's key, empty for guests; and the account that it opened."""
        return (self.player.key, self.player.account) if self.player is not None else ("", None)

    def note_account(self, account: int | None) -> None:
        """An app knows its account by its player."""

    def put_out(self, why: str) -> None:
        """Have whoever sits here leave the house, and say why."""
        self.leave(why)

    def leave(self, farewell: str) -> None:
        """Leave the house; something is said once the screen is gone."""
        self.farewell = farewell
        self.exit()
