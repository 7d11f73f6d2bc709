"""The Textual app of one terminal on the server: the lobby below, tables above."""

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
    from engine.history.timeline import Timeline
    from tui.server.game_server import GameServer
    from tui.server.lobby.table_setup import TableSetup
    from tui.server.ssh.driver import Channel
    from tui.server.storage.accounts import ServerPlayer
    from tui.session.protocol import GameSession
    from tui.table.screens.rewind import RewindScreen
    from tui.table.screens.table import TableScreen
    from tui.terminal.capabilities import Terminal

Done = TypeVar("Done")


class ServerApp(SpellfrontApp):
    """The app of one connected terminal."""

    CSS_PATH = Path(__file__).parent.with_name("spellfront.tcss")
    keeps_files = False
    reads_elsewhere = True

    def __init__(
        self,
        server: GameServer,
        channel: Channel,
        player: ServerPlayer | None,
        terminal: Terminal,
        key: tuple[str, str] = ("", ""),
    ) -> None:
        """Create the app; a `player` of None is a new key, so the app first asks for a name.

        `key` is the fingerprint and the text of that new key.
        """
        self.server, self.channel, self.player, self.key = server, channel, player, key
        # the choices with which the player created the last table
        self.last_setup: TableSetup | None = None
        self.farewell = ""  # a line printed after the app has closed
        self._reviews_begun = 0  # reviews whose first part is still loading
        super().__init__(terminal=terminal)
        self.driver_class = SSHDriver
        # Textual would redirect the output streams of the whole process
        self._capture_stdout, self._capture_stderr = sys.__stdout__, sys.__stderr__
        self.console = Console(
            color_system="truecolor",
            file=io.StringIO(),
            force_terminal=True,
            legacy_windows=False,
            _environ={},
        )  # the terminal of the server process must not influence colors
        self.error_console = Console(file=io.StringIO())  # players never see a traceback
        self._dress = self._dressed()
        self._leave_server: Callable[[], None] | None = None

    async def read_on(self, tape: Timeline) -> bool:
        from tui.server.match.sent_timeline import SentTimeline

        assert isinstance(tape, SentTimeline)
        return await tape.read_on()

    @property
    def who(self) -> ServerPlayer:
        """The player at this terminal, once known."""
        assert self.player is not None
        return self.player

    def get_default_screen(self) -> Screen[Any]:
        from tui.server.screens.lobby import LobbyScreen

        return LobbyScreen()

    def on_mount(self) -> None:
        from tui.server.screens.name import NameScreen

        if self.player is None:
            self.push_screen(NameScreen(), self._named)
        else:
            self._come()

    def is_new_player(self) -> bool:
        """Return whether the account has no settings and no keymap yet.

        Only an account with some can have been made for an earlier version.
        """
        return self.player is None or not (self.player.settings or self.player.keymap)

    def keep_keys_version(self) -> bool:
        self._keep()
        return True

    def _named(self, player: ServerPlayer | None) -> None:
        if player is None:
            self.exit()
            return
        self.player = replace(player, address=self.channel.address)
        # a returning player at another machine
        if player.settings or player.keymap:
            self.settings, self.settings_problems = self.kept_settings()
            self.keymap = self.kept_keys()
            self.set_keymap(self.keymap)
            self._dress = self._dressed()
            self._draw_anew()
            self._is_new_player = False
        self._come()

    def _come(self) -> None:
        self._leave_server = self.server.lobby.come(self.who)
        self.call_later(self._show_lobby)
        if not self.is_scripted and not self.who.is_guest:
            self.tell_moved_keys()

    async def _show_lobby(self) -> None:
        from tui.server.screens.lobby import LobbyScreen

        for screen in self.screen_stack:
            if isinstance(screen, LobbyScreen):
                await screen.look()
                if question := await self.server.accounts.name_question(self.who):
                    screen.tell(question)

    def be(self, player: ServerPlayer) -> None:
        """Change the player of this terminal, as after a change of name."""
        if self._leave_server is not None:
            self._leave_server()
        self.player, self._leave_server = player, self.server.lobby.come(player)

    def on_unmount(self) -> None:
        if self._leave_server is not None:
            self._leave_server()

    async def look_back(self, table: int, *, at_end: bool) -> RewindScreen:
        """Open a review of a game, at the current position or at the beginning.

        Raises TableError or RecordError.
        """
        from tui.server.storage.tables import TableError
        from tui.table.screens.rewind import RewindScreen

        reviews = self.server.allowances.reviews
        reviews.count(
            (app.player, app.reviewing) for app in self.server.apps if app.player is not None
        )
        if refusal := reviews.refusal(self.who):
            raise TableError(refusal)
        self._reviews_begun += 1
        try:
            return RewindScreen(*await self.server.lobby.tape(self.who, table), at_end=at_end)
        finally:
            self._reviews_begun -= 1

    @property
    def reviewing(self) -> int:
        """The number of open reviews at this terminal, including reviews that are still loading."""
        from tui.table.screens.rewind import RewindScreen

        return self._reviews_begun + sum(
            isinstance(screen, RewindScreen) for screen in self.screen_stack
        )

    def _table_for(self, session: GameSession) -> TableScreen:
        from tui.server.match.seat import SeatSession
        from tui.server.screens.table import ServerTableScreen

        assert isinstance(session, SeatSession)
        return ServerTableScreen(session, pace=self.pace)

    def _sit_down_again(
        self, session: GameSession, afterwards: Callable[[str | None], None]
    ) -> bool:
        """Return False: another table is created in the lobby, with the last choices."""
        return False

    # --- overridden: a player's own files and settings instead of the machine's ---

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
        """Save the settings and keys of a player with an account."""
        account = self.player.account if self.player is not None else None
        if self.player is not None and account is not None:
            settings, keymap = (
                tomli_w.dumps(each) for each in (changed(self.settings), as_tables(self.keymap))
            )
            self.player = replace(self.player, settings=settings, keymap=keymap)
            self.run_worker(self._keep_papers(self.player, settings, keymap), group="keeping")

    async def _keep_papers(self, player: ServerPlayer, settings: str, keymap: str) -> None:
        # the key was removed meanwhile, so the server ends this app in a moment
        with suppress(AccountError):
            await self.server.accounts.keep_papers(player, settings, keymap)

    def usual_colors(self) -> str:
        return self._terminal.colors

    def change_setting(self, name: str, value: Value) -> str:
        """Change a setting and save it."""
        self.settings = replace(self.settings, **{name: value})
        self._dress = self._dressed()
        self._draw_anew()
        self._keep()
        return ""

    def change_keys(self, keymap: Mapping[str, str]) -> str:
        """Change the keymap and save it."""
        self.keymap = dict(keymap)
        self.set_keymap(self.keymap)
        self._keep()
        return ""

    def _leave_when_told(self) -> None:
        """Do nothing: the server process handles signals."""

    def _end(self) -> None:
        self.exit()

    @property
    def opened_by(self) -> tuple[str, int | None]:
        """The fingerprint of the player's key, empty for guests, and the account of that key."""
        return (self.player.key, self.player.account) if self.player is not None else ("", None)

    def note_account(self, account: int | None) -> None:
        """Do nothing: the app reads its account from `player`."""

    def put_out(self, why: str) -> None:
        """Log the player out and print the reason."""
        self.leave(why)

    def leave(self, farewell: str) -> None:
        """Close the app, then print `farewell`."""
        self.farewell = farewell
        self.exit()
