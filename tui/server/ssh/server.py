"""The SSH server: keys and guests only; no passwords, shell, forwarding or old algorithms.

`commands.py` has the commands, `lines.py` play without a screen, `limits.py` the limits on
everything.
"""

from __future__ import annotations

import asyncio
import logging
import zlib
from collections import Counter
from collections.abc import Callable, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

import asyncssh
from asyncssh.compression import Compressor, Decompressor, register_compression_alg
from asyncssh.constants import DISC_BY_APPLICATION, MSG_IGNORE
from asyncssh.encryption import get_encryption_algs
from asyncssh.kex import get_kex_algs
from asyncssh.sftp import run_sftp_server
from asyncssh.stream import SSHReader, SSHServerStreamSession, SSHWriter

from engine.base.records import replace
from tui.server.app import ServerApp
from tui.server.ssh import commands
from tui.server.ssh.driver import SSHDriver, fitting
from tui.server.ssh.limits import AdmissionGate, ConnectionLimits, Throttle, WaitQueue, address_of
from tui.server.ssh.lines import LineEditor, PlainVisit
from tui.server.ssh.sftp import Folder
from tui.server.storage.account_files import kept_settings
from tui.server.storage.accounts import BannedError, ServerPlayer, guest_of
from tui.server.storage.save_errors import NOTHING_COUNTS, SAVED_AGAIN
from tui.server.token_buckets import TokenBucket, TokenBuckets
from tui.terminal.capabilities import by_name, described
from tui.terminal.sanitize import clean

if TYPE_CHECKING:
    from tui.server.game_server import GameServer
    from tui.server.match.seat import SeatSession
    from tui.server.storage.messages import MatchConnection
    from tui.terminal.capabilities import Terminal

COMPRESSION = "zlib@openssh.com"
NO_FILES = "Only accounts have a folder here. Log in with `ssh` and your key first.\r\n"
LOG = logging.getLogger("spellfront.ssh")
KEX = (
    "mlkem768x25519-sha256", "sntrup761x25519-sha512", "sntrup761x25519-sha512@openssh.com",
    "curve25519-sha256", "curve25519-sha256@libssh.org",
)  # fmt: skip
CIPHERS = ("chacha20-poly1305@openssh.com", "aes256-gcm@openssh.com", "aes128-gcm@openssh.com")
MACS = ("hmac-sha2-256-etm@openssh.com", "hmac-sha2-512-etm@openssh.com")
SIGNATURES = (
    "ssh-ed25519", "sk-ssh-ed25519@openssh.com", "ecdsa-sha2-nistp256", "ecdsa-sha2-nistp384",
    "ecdsa-sha2-nistp521",
    "sk-ecdsa-sha2-nistp256@openssh.com", "rsa-sha2-512", "rsa-sha2-256",
)  # fmt: skip
LONGEST_VARIABLE = 200  # characters of an environment variable sent by a client
# environment variables accepted from a client
VARIABLES = (b"COLORTERM", b"NO_COLOR", b"LANG", b"LC_ALL", b"LC_CTYPE")
# unread bytes a client may send on a channel, and bytes of a packet
WINDOW, PACKET = 1 << 16, 1 << 15
# unsent bytes for a client; one that grants a larger window but reads nothing is disconnected
MOST_UNREAD = 8 << 20
LEAVING = 0.25  # seconds for terminals to be restored before their connection ends
MOST_PACES = 5_000  # addresses whose key rates are kept in memory
WELCOME = (
    "Spellfront needs a terminal: connect with `ssh -t`. For commands that work without "
    "one, try `ssh ... help`.\r\n"
)
FULL = "Too many terminals are open here right now; try again later.\r\n"


class ServerShared:
    """The state shared by all SSH connections: the server and its limits."""

    def __init__(self, server: GameServer, limits: ConnectionLimits) -> None:
        """Start without connections."""
        self.server, self.limits, self.admission = server, limits, AdmissionGate(limits)
        self.salt = blake2b(host_key(server.data).read_bytes(), person=b"guest names").digest()
        self.wait_queue = WaitQueue()
        self.keys = WaitQueue(least=1 / limits.extra_keys)
        self.paces = TokenBuckets(limits.keys, limits.keys_burst, MOST_PACES)  # of keys, by address
        self.telling = TokenBucket(0.2, 5)  # limits log lines about refused connections
        self.terminals: Counter[str] = Counter()  # terminals with a screen, by address


class SSHConnection(asyncssh.SSHServer):
    """An SSH connection."""

    def __init__(self, shared: ServerShared) -> None:
        self.shared, self.server = shared, shared.server
        self._offered: asyncssh.SSHKey | None = None
        self._username = ""
        self._is_in = False  # whether the gate has admitted the connection
        self.address = ""
        self.channels = 0  # open channels
        self.guest: ServerPlayer | None = None
        self.key: asyncssh.SSHKey | None = None  # the key that was proved
        self.papers = ("", "")  # the fingerprint and the text of the key; empty for guests
        self._account: int | None = None  # the account of the key
        self._is_put_out = False

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Admit or refuse a new connection."""
        self._connection, admission = conn, self.shared.admission
        self.address = address_of(str((conn.get_extra_info("peername") or ("",))[0]))
        self.transport: asyncio.Transport = conn._transport  # pyright: ignore[reportAttributeAccessIssue]
        if why := admission.admits(self.address):
            if self.shared.telling.take():
                LOG.warning("%s was refused: %s", self.address, why)
            self.transport.abort()
            return
        self._is_in = True
        admission.come(self, self.address, self.transport.abort)
        throttle = Throttle(
            self.transport, conn.data_received, self.shared.limits, self.shared.wait_queue
        )
        conn.data_received = throttle.received  # pyright: ignore[reportAttributeAccessIssue]
        conn.send_packet = without_fillers(conn.send_packet)

    def connection_lost(self, exc: Exception | None) -> None:
        """Remove a closed connection; its player can reconnect to the game."""
        self.server.ssh_connections.discard(self)
        if self._is_in:
            self._is_in = False
            self.shared.admission.go(self, self.address)

    def begin_auth(self, username: str) -> bool:
        """Let guests in without authentication."""
        self._username, self.guest = username, guest_of(username, self.shared.salt)
        return self.guest is None

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Accept any key; asyncssh verifies the signature next.

        A client may ask about keys before proving one.
        """
        self._offered = key
        return True

    def auth_completed(self) -> None:
        """Take the last key offered, which is the one that was proved."""
        self.key = None if self.guest is not None else self._offered
        if self.key is not None:
            self.papers = self.key.get_fingerprint(), self.key.export_public_key().decode().strip()
        self.shared.admission.log_in(self)
        self.server.ssh_connections.add(self)

    def session_requested(self) -> TerminalChannel | bool:
        """Open a channel unless there are too many."""
        if self.channels >= self.shared.limits.channels:
            return False
        self.channels += 1
        return TerminalChannel(self)

    # --- identity ---

    @property
    def pace(self) -> TokenBucket:
        """The bucket of unthrottled keys of this address."""
        return self.shared.paces.of(self.address)

    async def player(self) -> ServerPlayer | None:
        """Return the player; None for a key without an account. Raises BannedError."""
        if self.key is None:
            found = self.guest
        else:
            found = await self.server.accounts.of_key(self.papers[0])
            self.note_account(found.account if found is not None else None)
        return replace(found, address=self.address) if found is not None else None

    # --- revoked keys ---

    @property
    def opened_by(self) -> tuple[str, int | None]:
        """The fingerprint of the key, empty for guests, and the account of that key or None."""
        return self.papers[0], self._account

    def note_account(self, account: int | None) -> None:
        """Note the account of the key, once per connection."""
        if self._account is None:
            self._account = account

    def put_out(self, why: str) -> None:
        """End the connection, after letting terminals restore their state."""
        if not self._is_put_out:
            self._is_put_out = True
            LOG.info(
                (
                    "%s was disconnected: the key no longer opens the account, or the account is "
                    "banned"
                ),
                self.address,
            )
            asyncio.get_running_loop().call_later(LEAVING, self._disconnect, why)

    def _disconnect(self, why: str) -> None:
        self._connection.disconnect(DISC_BY_APPLICATION, why)
        asyncio.get_running_loop().call_later(LEAVING, self.transport.abort)

    def check_unread(self) -> None:
        """Disconnect a client that doesn't read its output."""
        if self.transport.get_write_buffer_size() > MOST_UNREAD:
            LOG.warning("%s is not reading what it is sent", self.address)
            self.transport.abort()


def without_fillers(send: Callable[..., None]) -> Callable[..., None]:
    """Wrap a function that sends packets so that SSH_MSG_IGNORE packets are dropped.

    asyncssh sends one before every other packet, 36 bytes per key pressed, to protect ciphers that
    are not in `CIPHERS`.
    """

    def send_packet(kind: int, *parts: bytes, **how: Any) -> None:
        if kind != MSG_IGNORE:
            send(kind, *parts, **how)

    return send_packet


class FewVariables(dict[bytes, bytes]):
    """A client's environment, limited to a few names and short values."""

    def __setitem__(self, name: bytes, value: bytes) -> None:
        if name in VARIABLES and len(value) <= LONGEST_VARIABLE:
            super().__setitem__(name, value)


class SFTPWriter(SSHWriter[bytes]):
    """The output of SFTP.

    Closing leaves the channel open, which must still report the exit code: `scp` takes silence for
    a failure.
    """

    def close(self) -> None:
        """Do nothing; see the class."""


class TerminalChannel(SSHServerStreamSession[bytes]):
    """A channel: a terminal with an app, a command, or SFTP."""

    def __init__(self, ssh_connection: SSHConnection) -> None:
        super().__init__(None)
        self._ssh_connection, self.server = ssh_connection, ssh_connection.server
        self._app: ServerApp | None = None
        self._visit: PlainVisit | None = None
        self.driver: SSHDriver | None = None
        self.player: ServerPlayer | None = None
        self._is_gone = self._is_paused = False
        self._size = (80, 24)
        self._sizes = TokenBucket(ssh_connection.shared.limits.sizes, 2)
        self._is_resizing = False
        self._task: asyncio.Task[None] | None = None

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        super().connection_made(chan)
        self._channel = chan
        chan._env = FewVariables()  # pyright: ignore[reportAttributeAccessIssue] - asyncssh would keep whatever it is sent

    def pty_requested(
        self, term_type: str, term_size: tuple[int, int, int, int], term_modes: Mapping[int, int]
    ) -> bool:
        self._size = fitting(term_size[0] or 80, term_size[1] or 24)
        return True

    def shell_requested(self) -> bool:
        """Accept a shell request: a terminal gets the game, other clients a hint."""
        return True

    def exec_requested(self, command: str) -> bool:
        """Accept any command; unknown commands get an error message."""
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        return subsystem == "sftp"

    def session_started(self) -> None:
        self._task = asyncio.create_task(self._run(), name="terminal")
        TERMINALS.add(self._task)
        self._task.add_done_callback(TERMINALS.discard)

    async def _run(self) -> None:
        code = 1
        try:
            if (command := self._channel.get_command()) is not None:
                code = await self._do(command)
            elif self._channel.get_subsystem() is not None:
                code = await self._serve_files()
            elif self._channel.get_terminal_type() is None:
                self._channel.write_stderr(WELCOME.encode())
            else:
                code = await self._show()
        except BannedError as error:
            self.send(f"You are banned from this server: {clean(str(error))}\r\n")
        except (BrokenPipeError, ConnectionError, asyncssh.Error):
            LOG.debug("a connection was lost")
        except Exception:
            LOG.exception("a terminal failed")
            await self.complain(f"{commands.FAULT}\n")
        finally:
            if not self._channel.is_closing():
                self._channel.exit(code)

    # --- a screen ---

    async def _show(self) -> int:
        """Run the app on a terminal until the player leaves."""
        terminals, limits, address = (
            self._ssh_connection.shared.terminals,
            self._ssh_connection.shared.limits,
            self._ssh_connection.address,
        )
        if terminals[address] >= limits.per_address or terminals.total() >= limits.connections:
            self.send(FULL)
            return 1
        terminals[address] += 1
        try:
            app = self._app = ServerApp(
                self.server,
                self,
                await self._ssh_connection.player(),
                self._terminal(),
                self._ssh_connection.papers,
            )
            self.server.apps.add(app)
            if not self._is_gone:
                await app.run_async(size=self._size)
            if app.farewell:
                self.send(f"{app.farewell}\r\n")
            if app._exception is not None:
                LOG.error("a terminal's app crashed", exc_info=app._exception)
                self.send(
                    "Something went wrong with this screen. Your game is saved; please connect "
                    "again.\r\n"
                )
            return app.return_code or 0
        finally:
            if self._app is not None:
                self.server.apps.discard(self._app)
            self._app = None
            terminals[address] -= 1
            if not terminals[address]:
                del terminals[address]

    def _terminal(self) -> Terminal:
        """Return the capabilities of the client's terminal."""
        environment = {
            str(name): str(value) for name, value in self._channel.get_environment().items()
        }
        name = (self._channel.get_terminal_type() or "")[:LONGEST_VARIABLE]
        return described(name, by_name(name), environment)

    def send(self, data: str) -> None:
        """Write to the terminal unless the connection is closed.

        asyncio logs a warning for each write to a broken connection.
        """
        if not self._channel.is_closing() and not self._ssh_connection.transport.is_closing():
            self._channel.write(data.encode("utf-8", "replace"))
            self._ssh_connection.check_unread()

    def read_on(self, *, on: bool) -> None:
        """Resume or pause reading."""
        if not self._channel.is_closing():
            self._channel.resume_reading() if on else self._channel.pause_reading()

    def pace(self) -> tuple[TokenBucket, WaitQueue]:
        """Return the bucket of unthrottled keys and the queue for keys beyond."""
        return self._ssh_connection.pace, self._ssh_connection.shared.keys

    # --- commands ---

    async def _do(self, command: str) -> int:
        """Run a command."""
        allowances = self.server.allowances
        try:
            if too_many := await allowances.await_command(self._ssh_connection.address):
                return await commands.refuse(command, self, too_many)
            self.player = await self._ssh_connection.player()
            if self.player is not None and (
                too_many := await allowances.await_command_of(self.player)
            ):
                return await commands.refuse(command, self, too_many)
            return await commands.run(command, self)
        except BannedError as error:
            return await commands.refuse(command, self, f"You are banned from this server: {error}")
        except (ConnectionError, asyncssh.Error):
            raise
        except Exception:
            LOG.exception("a command failed: %s", command[:LONGEST_VARIABLE])
            return await commands.report_fault(command, self)

    @property
    def address(self) -> str:
        return self._ssh_connection.address

    @property
    def key(self) -> tuple[str, str]:
        return self._ssh_connection.papers

    @property
    def ascii(self) -> bool:
        return self._channel.get_terminal_type() is not None and self._terminal().ascii

    async def write(self, text: str) -> None:
        """Write to standard output and wait until the client has caught up."""
        self.send(self._ended(text))
        await self.drain(None)

    async def complain(self, text: str) -> None:
        """Write to standard error."""
        if not self._channel.is_closing():
            self._channel.write_stderr(self._ended(text).encode("utf-8", "replace"))

    def _ended(self, text: str) -> str:
        """Return text with the line endings that the client needs."""
        return text if self._channel.get_terminal_type() is None else text.replace("\n", "\r\n")

    async def read_all(self, most: int) -> bytes:
        """Return all of standard input. Raises WordError for more than `most` bytes."""
        found = bytearray()
        while part := await self.read(None, PACKET, False):
            found += part
            if len(found) > most:
                raise commands.WordError(f"the input can have at most {most} bytes")
        return bytes(found)

    def plain_visit(self, line: MatchConnection) -> PlainVisit:
        """Return a plain-text player on this channel."""
        return PlainVisit(
            line, lambda text: self.send(self._ended(text)), self._channel.close, ascii=self.ascii
        )

    async def converse(self, visit: PlainVisit, session: SeatSession) -> str:
        """Let the player play line by line until the game or the connection ends."""
        self._visit = visit
        cooked = LineEditor(self.send) if self._channel.get_terminal_type() is not None else None
        told = self.server.store.trouble

        def tell() -> None:
            nonlocal told
            if told != (told := self.server.store.trouble):
                self.send(
                    self._ended(f"{NOTHING_COUNTS.format(why=told) if told else SAVED_AGAIN}\n")
                )

        deaf = self.server.lobby.listen(tell)
        reading = asyncio.create_task(
            visit.listen(lambda: self.read(None, 1_024, False), cooked), name="lines"
        )
        try:
            return await visit.play(session, kept_settings(self.player)[0])
        finally:
            reading.cancel()
            deaf()
            self._visit = None

    # --- files ---

    async def _serve_files(self) -> int:
        """Serve files by SFTP until the client disconnects."""
        player = await self._ssh_connection.player()
        if player is None or player.is_guest:
            self._channel.write_stderr(NO_FILES.encode())
            return 1
        folder = Folder(
            self._channel,
            self.server.lobby.files,
            player,
            lambda: self.at_eof(None),
            self._complain,
        )
        await run_sftp_server(
            folder, SSHReader(self, self._channel), SFTPWriter(self, self._channel), 3
        )
        return 0

    def _complain(self, words: str) -> None:
        """Write a line to standard error."""
        self._channel.write_stderr(f"{words}\n".encode())

    # --- output and input ---

    def pause_writing(self) -> None:
        """Stop drawing until a slow connection has caught up."""
        super().pause_writing()
        if self._visit is not None:
            self._visit.flow(on=False)
        if self._app is not None and not self._is_paused:
            self._is_paused = True
            self._app._begin_batch()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._visit is not None:
            self._visit.flow(on=True)
        if self._app is not None and self._is_paused:
            self._is_paused = False
            self._app._end_batch()
            self._app.call_later(self._app.paint_anew)

    def data_received(self, data: bytes, datatype: int | None) -> None:
        if self._app is None:
            super().data_received(data, datatype)
        elif self.driver is not None:
            self.driver.feed(data)

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        """Resize the app; of many resizes in a row only the last counts, as resizing is slow."""
        self._size = fitting(width, height)
        if self._is_resizing:
            return
        self._is_resizing = True
        if self._sizes.take():
            self._resize()
        else:
            self._ssh_connection.shared.keys.wait(self._resize)

    def _resize(self) -> None:
        self._is_resizing = False
        if self.driver is not None:
            self.driver.resize(*self._size)

    def exception_received(self, exc: Exception) -> None:
        """Ignore signals and breaks."""

    def break_received(self, msec: int) -> bool:
        return False

    def eof_received(self) -> bool:
        super().eof_received()
        if self._app is not None:
            self._hang_up()
        return True  # lets pending output out before the channel closes

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._ssh_connection.channels -= 1
        self._hang_up()

    def _hang_up(self) -> None:
        self._is_gone = True
        if self._visit is not None:
            self._visit.leave()
        if self._app is not None:
            self._app.call_later(self._app.exit)
        elif self._task is not None and self._connection_lost:
            self._task.cancel()


# all terminals of this process; asyncio itself holds tasks only weakly
TERMINALS: set[asyncio.Task[None]] = set()


class Deflated(Compressor):
    """A compressor for a terminal's output: small packets, each flushed."""

    def __init__(self) -> None:
        self._stream = zlib.compressobj(zlib.Z_BEST_COMPRESSION)

    def compress(self, data: bytes) -> bytes:
        """Return the compressed packet, complete in itself."""
        return self._stream.compress(data) + self._stream.flush(zlib.Z_PARTIAL_FLUSH)


class Inflated(Decompressor):
    """A decompressor that limits the size of packets."""

    def __init__(self) -> None:
        self._stream = zlib.decompressobj()

    def decompress(self, data: bytes) -> bytes | None:
        """Return the packet; None ends the connection because of invalid data."""
        try:
            found = self._stream.decompress(data, 2 * PACKET)
        except zlib.error:
            return None
        return None if self._stream.unconsumed_tail else found


def host_key(data: Path) -> Path:
    """Return the path of the server's host key, creating the key if necessary."""
    path = data / "host_key"
    if not path.exists():
        key = asyncssh.generate_private_key("ssh-ed25519", comment="spellfront")
        waiting = path.with_name(".host_key")
        waiting.touch(mode=0o600)
        waiting.write_bytes(key.export_private_key())
        waiting.replace(path)
        path.with_name("host_key.pub").write_bytes(key.export_public_key())
    return path


async def listen(
    server: GameServer, host: str, port: int, limits: ConnectionLimits | None = None
) -> asyncssh.SSHAcceptor:
    """Start listening. Raises OSError if the port is taken."""
    shared = ServerShared(server, limits or ConnectionLimits())
    server.allowances.of_connections(shared.limits.per_address)
    register_compression_alg(COMPRESSION.encode(), Deflated, Inflated, True, True)
    loop = asyncio.get_running_loop()
    # Textual would make the whole loop start tasks eagerly, which makes logins by key hang
    if hasattr(asyncio, "eager_task_factory"):
        loop.set_task_factory = lambda factory: None  # pyright: ignore[reportAttributeAccessIssue]
    return await asyncssh.listen(
        host,
        port,
        server_factory=lambda: SSHConnection(shared),
        server_host_keys=[str(host_key(server.data))],
        encoding=None,
        line_editor=False,
        password_auth=False,
        kbdint_auth=False,
        host_based_auth=False,
        gss_host=None,
        agent_forwarding=False,
        x11_forwarding=False,
        allow_scp=False,
        login_timeout=shared.limits.login,
        window=WINDOW,
        max_pktsize=PACKET,
        keepalive_interval=30,
        kex_algs=_known(KEX, get_kex_algs()),
        encryption_algs=_known(CIPHERS, get_encryption_algs()),
        mac_algs=list(MACS),
        signature_algs=list(SIGNATURES),
        compression_algs=[COMPRESSION, "none"],
        server_version="Spellfront",
    )


def _known(wanted: tuple[str, ...], there: list[bytes]) -> list[str]:
    """Return the wanted algorithms that this machine's libraries support."""
    names = {name.decode() for name in there}
    return [name for name in wanted if name in names]
