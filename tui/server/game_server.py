"""The server: creates, opens and closes its parts."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from sqlalchemy.exc import SQLAlchemyError

from engine.base.files import Lock
from tui.server.lobby.chat import Talk
from tui.server.lobby.lobby import Lobby
from tui.server.match.ai_pool import AIPool, computers_beside
from tui.server.match.match import CLOSED
from tui.server.quotas import USUAL_SHARES, Allowances, Shares
from tui.server.ssh.limits import CodeAttempts
from tui.server.storage.accounts import Accounts, word
from tui.server.storage.database import NewerDatabaseError, Store, url_of
from tui.server.storage.own_folders import sweep
from tui.server.storage.tables import TableError, Tables
from tui.server.workers.game_limits import USUAL, GameLimits

if TYPE_CHECKING:
    from tui.server.app import ServerApp
    from tui.server.match.ai_pool import AIPlayers
    from tui.server.storage.accounts import ServerPlayer

# seconds between two checks that the keys of connected players still open their accounts
GLANCE = 0.3
CHECKS = 20  # key checks between two checks of the database's version
BANNED = "You have been banned from this server: {why}"
REVOKED = "The key that you logged in with no longer opens this account."
SWEEP = 60.0  # seconds between two deletions of unused tables and files
SIGN_OF_LIFE = 2.0  # seconds between two heartbeats
SEEING_OFF = 5.0  # seconds that terminals get to disconnect at shutdown

LOG = logging.getLogger("spellfront.house")


class Visitor(Protocol):
    """A connection that logged in with a key, or the app on such a connection."""

    @property
    def opened_by(self) -> tuple[str, int | None]:
        """The fingerprint of the key, empty for guests, and the account of that key or None."""
        ...

    def note_account(self, account: int | None) -> None:
        """Note the account that the key opens from now on."""
        ...

    def put_out(self, why: str) -> None:
        """Log the player out and give the reason."""
        ...


class GameServer:
    """The server, running from `open` to `close`."""

    def __init__(
        self,
        data: Path,
        database: str = "",
        ai_pool: AIPlayers | None = None,
        *,
        workers: int = 0,
        limits: GameLimits = USUAL,
        shares: Shares = USUAL_SHARES,
    ) -> None:
        """Create the server's parts without opening them.

        `data` is the folder of the host key and, unless `database` names another one, of the
        database. Games run in `workers` processes; 0: in this process.
        """
        self.data = data
        self.node = word(8)
        self.store = Store(url_of(database, data), self.node)
        self.allowances = Allowances(shares)
        self.accounts = Accounts(self.store, self.allowances)
        self.tables = Tables(self.store, data / "own", self.allowances)
        self.ai_pool = ai_pool or AIPool(computers_beside(workers))
        if isinstance(self.ai_pool, AIPool):
            self.ai_pool.host_of = self._host_of
        self.lobby = Lobby(
            self.store, self.tables, self.ai_pool, data / "faults", workers=workers, limits=limits
        )
        self.files = self.lobby.files
        self.talk = Talk(self.store, self.tables)
        self.talk.on_said = self.lobby.tell
        self.store.on_trouble = self.lobby.tell
        self._lock: Lock | None = None  # on the database, if the database is a file
        self._is_closed = False
        self.is_outdated = False  # whether a newer version of Spellfront has upgraded the database
        self.on_outdated: Callable[[], object] = lambda: None
        self.apps: set[ServerApp] = set()  # apps of connected terminals
        self.ssh_connections: set[Visitor] = set()  # connections that are logged in
        self.pass_guesses = CodeAttempts("the code of an account")
        self._revoked = asyncio.Event()
        self.accounts.on_opened = self._note_account
        self.accounts.on_revoked = self._revoked.set

    async def open(self) -> None:
        """Create missing files, upgrade the database and start the background tasks.

        Raises FileInUseError if another server uses the database file.
        """
        self.data.mkdir(parents=True, exist_ok=True, mode=0o700)
        if self.store.file is not None:
            # the database contains hidden cards, so other users must not read the file
            self.store.file.touch(mode=0o600)
            self._lock = Lock(self.store.file)
        await self.store.open()
        await self.lobby.directory.open()
        self._watching = asyncio.create_task(self._put_out(), name="who may be here")
        self._living = asyncio.create_task(self._live(), name="signs of life")
        self._sweeping = asyncio.create_task(self._sweep(), name="sweeping")
        self._checking = asyncio.create_task(self._check_revision(), name="version of the database")

    async def _host_of(self, table: int) -> str:
        """Return the holder of a table's host, so that computer players are shared fairly.

        Returns an empty string if the table can't be read.
        """
        try:
            return (await self.tables.get(table)).host
        except (TableError, SQLAlchemyError):
            return ""

    async def _put_out(self) -> None:
        """Keep logging out players whose key was revoked or whose account was banned."""
        while True:
            self._revoked.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._revoked.wait(), GLANCE)
            try:
                await self._check_keys()
            except SQLAlchemyError as error:
                LOG.warning("the keys of players could not be checked: %s", type(error).__name__)

    async def _check_keys(self) -> None:
        # the keys before the query: an account may change while the database answers
        here = [(each, *each.opened_by) for each in self._visitors()]
        # skip guests and keys without an account
        here = [(each, key, account) for each, key, account in here if account is not None and key]
        owners = await self.accounts.owners({key for _, key, _ in here}) if here else {}
        for each, key, account in here:
            owner, banned = owners.get(key, (None, ""))
            if owner != account or banned:
                each.put_out(BANNED.format(why=banned) if banned else REVOKED)

    def _note_account(self, player: ServerPlayer) -> None:
        """Note that a key opens an account from now on, such as a new account."""
        for each in self._visitors():
            if each.opened_by[0] == player.key:
                each.note_account(player.account)

    def _visitors(self) -> list[Visitor]:
        return [*self.apps, *self.ssh_connections]

    async def _sweep(self) -> None:
        """Keep deleting unused guest tables and unused copies of players' own variants."""
        while True:
            await asyncio.sleep(SWEEP)
            try:
                if await self.tables.end_unused(
                    {app.player.holder for app in self.apps if app.player is not None}
                ):
                    self.lobby.changed()
                await asyncio.to_thread(sweep, self.tables.folder)
            except (SQLAlchemyError, OSError) as error:
                LOG.warning("unused files could not be deleted: %s", type(error).__name__)

    async def _live(self) -> None:
        """Keep writing heartbeats, by which clocks know the time of a crash."""
        while True:
            await asyncio.sleep(SIGN_OF_LIFE)
            with suppress(SQLAlchemyError):
                await self.store.try_again()
                await self.lobby.directory.nodes.live()

    async def _check_revision(self) -> None:
        """Shut down when a newer server has upgraded the database.

        This version would damage the new data.
        """
        while not self.is_outdated:
            await asyncio.sleep(GLANCE * CHECKS)
            try:
                await self.store.check_revision()
            except NewerDatabaseError as error:
                LOG.error("%s", error)
                self.is_outdated = True
                self.on_outdated()
            except SQLAlchemyError as error:
                LOG.warning(
                    "the version of the database could not be read: %s", type(error).__name__
                )

    async def close(self) -> None:
        """Shut down after saving every game."""
        if self._is_closed:
            return
        self._is_closed = True
        self._watching.cancel()
        self._checking.cancel()
        self._sweeping.cancel()
        self._living.cancel()
        await self._see_off()
        await self.lobby.close()
        if isinstance(self.ai_pool, AIPool):
            self.ai_pool.close()
        await self.store.close()
        if self._lock is not None:
            self._lock.let_go()
        LOG.info("closed; every game is saved")

    async def _see_off(self) -> None:
        """Close all apps with a message.

        Terminals that don't disconnect within `SEEING_OFF` seconds are abandoned.
        """
        for app in tuple(self.apps):
            app.leave(CLOSED)
        until = asyncio.get_running_loop().time() + SEEING_OFF
        while self.apps and asyncio.get_running_loop().time() < until:
            await asyncio.sleep(0.02)

    async def __aenter__(self) -> GameServer:
        await self.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await asyncio.shield(self.close())
