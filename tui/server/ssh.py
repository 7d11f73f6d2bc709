"""The door: who comes in by SSH, and what is never allowed there: passwords, a shell, a command, forwarding, old algorithms."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import asyncssh
from asyncssh.encryption import get_encryption_algs
from asyncssh.kex import get_kex_algs

from tui.server.accounts import BannedError, Player, guest_of
from tui.server.app import HouseApp
from tui.server.driver import SSHDriver, fitting
from tui.terminal import by_name, described

if TYPE_CHECKING:
    from tui.server.house import House

LOG = logging.getLogger("spellfront.ssh")
KEX = (
    "mlkem768x25519-sha256", "sntrup761x25519-sha512", "sntrup761x25519-sha512@openssh.com",
    "curve25519-sha256", "curve25519-sha256@libssh.org",
)  # fmt: skip
CIPHERS = ("chacha20-poly1305@openssh.com", "aes256-gcm@openssh.com", "aes128-gcm@openssh.com")
MACS = ("hmac-sha2-256-etm@openssh.com", "hmac-sha2-512-etm@openssh.com")
SIGNATURES = (
    "ssh-ed25519", "sk-ssh-ed25519@openssh.com", "ecdsa-sha2-nistp256", "ecdsa-sha2-nistp384", "ecdsa-sha2-nistp521",
    "sk-ecdsa-sha2-nistp256@openssh.com", "rsa-sha2-512", "rsa-sha2-256",
)  # fmt: skip
LOGIN = 20
"""Seconds in which whoever comes must have said who they are."""
LONGEST_VARIABLE = 200
"""Of a variable of the environment that a client sends."""
WELCOME = "Spellfront is drawn on a terminal: come in with `ssh -t`.\r\n"
NO_COMMANDS = "Commands are not offered by this house yet: come in with `ssh` and nothing after its name.\r\n"
NO_FILES = "Files are not taken or given by this house yet.\r\n"


class Door(asyncssh.SSHServer):
    """One connection."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._offered: asyncssh.SSHKey | None = None
        self._username = ""
        self.guest: Player | None = None
        self.key: asyncssh.SSHKey | None = None  # the key whose owner this is

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self._connection = conn

    def connection_lost(self, exc: Exception | None) -> None:
        """Whoever was here can come back to where they were."""

    def begin_auth(self, username: str) -> bool:
        """Guests needn't say more."""
        self._username, self.guest = username, guest_of(username)
        return self.guest is None

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Any key is somebody's; asyncssh has its owner prove it next. A client may first ask about keys that it can't prove."""
        self._offered = key
        return True

    def auth_completed(self) -> None:
        """The key asked about last is the one that was proved."""
        self.key = None if self.guest is not None else self._offered

    def session_requested(self) -> Terminal:
        return Terminal(self._house, self)


class Terminal(asyncssh.SSHServerSession[bytes]):
    """One channel with a terminal, and the app that is drawn on it."""

    def __init__(self, house: House, door: Door) -> None:
        self._house, self._door = house, door
        self._app: HouseApp | None = None
        self.driver: SSHDriver | None = None
        self._is_gone = self._is_paused = False
        self._size = (80, 24)
        self._task: asyncio.Task[None] | None = None
        self._not_offered = ""  # what was asked for in place of a terminal, in words

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self._channel = chan

    def pty_requested(self, term_type: str, term_size: tuple[int, int, int, int], term_modes: Mapping[int, int]) -> bool:
        self._size = fitting(term_size[0] or 80, term_size[1] or 24)
        return True

    def shell_requested(self) -> bool:
        """A terminal gets the game; whoever has none is told so."""
        return True

    def exec_requested(self, command: str) -> bool:
        """Whatever it is, it is answered with a sentence, and nothing is carried out."""
        self._not_offered = NO_COMMANDS
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        """Somebody with files is told so; nothing else is even answered."""
        self._not_offered = NO_FILES
        return subsystem == "sftp"

    def session_started(self) -> None:
        if self._not_offered or self._channel.get_terminal_type() is None:  # said at once: the client may have nothing more to send
            self._channel.write_stderr((self._not_offered or WELCOME).encode())
            self._channel.exit(1)
            return
        self._task = asyncio.create_task(self._run(), name="terminal")
        TERMINALS.add(self._task)
        self._task.add_done_callback(TERMINALS.discard)

    async def _run(self) -> None:
        code = 1
        try:
            app = self._app = await self._make_app()
            self._house.apps.add(app)
            if not self._is_gone:
                await app.run_async(size=self._size)
            code = app.return_code or 0
            if app.farewell:
                self.send(f"{app.farewell}\r\n")
            if app._exception is not None:
                LOG.error("a terminal's app crashed", exc_info=app._exception)
                self.send("Something went wrong with this screen. Your game is kept: come in again.\r\n")
        except BannedError as error:
            self.send(f"You may not come in: {error}\r\n")
        except Exception:
            LOG.exception("a terminal failed")
        finally:
            if self._app is not None:
                self._house.apps.discard(self._app)
            self._app = None
            if not self._channel.is_closing():
                self._channel.exit(code)

    async def _make_app(self) -> HouseApp:
        """The app of whoever has come."""
        environment = {name: str(value)[:LONGEST_VARIABLE] for name, value in self._environment().items()}
        name = (self._channel.get_terminal_type() or "")[:LONGEST_VARIABLE]
        terminal = described(name, by_name(name), environment)
        if (key := self._door.key) is None:
            return HouseApp(self._house, self, self._door.guest, terminal)
        fingerprint, public = key.get_fingerprint(), key.export_public_key().decode().strip()
        return HouseApp(self._house, self, await self._house.accounts.of_key(fingerprint), terminal, (fingerprint, public))

    def _environment(self) -> Mapping[str, Any]:
        wanted = ("COLORTERM", "NO_COLOR", "LANG", "LC_ALL", "LC_CTYPE")
        sent = self._channel.get_environment()
        return {name: sent[name] for name in wanted if name in sent}

    # --- what goes out and what comes in ---

    def send(self, data: str) -> None:
        """Write to the terminal."""
        if not self._channel.is_closing():
            self._channel.write(data.encode("utf-8", "replace"))

    def pause_writing(self) -> None:
        """The line is slow: nothing is painted until it has caught up."""
        if self._app is not None and not self._is_paused:
            self._is_paused = True
            self._app._begin_batch()

    def resume_writing(self) -> None:
        if self._app is not None and self._is_paused:
            self._is_paused = False
            self._app._end_batch()
            self._app.call_later(self._app.paint_anew)

    def data_received(self, data: bytes, datatype: int | None) -> None:
        if self.driver is not None:
            self.driver.feed(data)

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        self._size = fitting(width, height)
        if self.driver is not None:
            self.driver.resize(*self._size)

    def break_received(self, msec: int) -> bool:
        return False

    def eof_received(self) -> bool:
        self._hang_up()
        return True  # what is still to be said is, and the channel is closed then

    def connection_lost(self, exc: Exception | None) -> None:
        self._hang_up()

    def _hang_up(self) -> None:
        self._is_gone = True
        if self._app is not None:
            self._app.call_later(self._app.exit)


TERMINALS: set[asyncio.Task[None]] = set()
"""All terminals of this process: a task that nobody holds may vanish."""


def host_key(data: Path) -> Path:
    """The file of the house's own key, made the first time."""
    path = data / "host_key"
    if not path.exists():
        key = asyncssh.generate_private_key("ssh-ed25519", comment="spellfront")
        waiting = path.with_name(".host_key")
        waiting.touch(mode=0o600)
        waiting.write_bytes(key.export_private_key())
        waiting.replace(path)
        path.with_name("host_key.pub").write_bytes(key.export_public_key())
    return path


async def listen(house: House, host: str, port: int) -> asyncssh.SSHAcceptor:
    """Let people in. Raises OSError where the port is taken."""
    loop = asyncio.get_running_loop()
    if hasattr(asyncio, "eager_task_factory"):  # Textual would have the whole loop start tasks eagerly, and logins by key hang then
        loop.set_task_factory = lambda factory: None  # pyright: ignore[reportAttributeAccessIssue]
    return await asyncssh.listen(
        host,
        port,
        server_factory=lambda: Door(house),
        server_host_keys=[str(host_key(house.data))],
        encoding=None,
        line_editor=False,
        password_auth=False,
        kbdint_auth=False,
        host_based_auth=False,
        gss_host=None,
        agent_forwarding=False,
        x11_forwarding=False,
        allow_scp=False,
        login_timeout=LOGIN,
        keepalive_interval=30,
        kex_algs=_known(KEX, get_kex_algs()),
        encryption_algs=_known(CIPHERS, get_encryption_algs()),
        mac_algs=list(MACS),
        signature_algs=list(SIGNATURES),
        compression_algs=["zlib@openssh.com", "none"],
        server_version="Spellfront",
    )


def _known(wanted: tuple[str, ...], there: list[bytes]) -> list[str]:
    """Those of the wanted algorithms that this machine's libraries have."""
    names = {name.decode() for name in there}
    return [name for name in wanted if name in names]
