"""The door: who comes in by SSH, and what is never allowed: passwords, a shell, foreign commands,
forwarding, old algorithms.

`words.py` has the words, `lines.py` those who play without a screen, `limits.py` how much there is
of everything.
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
from tui.server.app import HouseApp
from tui.server.ssh import commands as words
from tui.server.ssh.driver import SSHDriver, fitting
from tui.server.ssh.limits import Gate, Limits, Patience, Throttle, address_of
from tui.server.ssh.lines import Cooked, PlainVisit
from tui.server.ssh.sftp import Folder
from tui.server.storage.account_files import kept_settings
from tui.server.storage.accounts import BannedError, Player, guest_of
from tui.server.storage.save_errors import NOTHING_COUNTS, SAVED_AGAIN
from tui.server.token_buckets import Bucket, Buckets
from tui.terminal.capabilities import by_name, described
from tui.terminal.sanitize import clean

if TYPE_CHECKING:
    from tui.server.house import House
    from tui.server.match.seat import SeatSession
    from tui.server.storage.messages import Line
    from tui.terminal.capabilities import Terminal as TerminalOf

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
LONGEST_VARIABLE = 200  # of a variable of the environment that a client sends
# what is kept of that environment
VARIABLES = (b"COLORTERM", b"NO_COLOR", b"LANG", b"LC_ALL", b"LC_CTYPE")
# bytes that a client may send on a channel before they are read, and in one packet
WINDOW, PACKET = 1 << 16, 1 << 15
# bytes that may wait for a client to read them: one that grants a greater window and reads nothing
# is left
MOST_UNREAD = 8 << 20
LEAVING = 0.25  # seconds in which terminals are left before their connection ends
MOST_PACES = 5_000  # so many addresses are remembered that press no more keys
WELCOME = (
    "Spellfront needs a terminal: connect with `ssh -t`. For commands that work without "
    "one, try `ssh ... help`.\r\n"
)
FULL = "Too many terminals are open here right now; try again later.\r\n"


class Doorway:
    """What all who come in share: the house, and what there is of everything."""

    def __init__(self, house: House, limits: Limits) -> None:
        """Nobody has come yet."""
        self.house, self.limits, self.gate = house, limits, Gate(limits)
        self.salt = blake2b(host_key(house.data).read_bytes(), person=b"guest names").digest()
        self.patience = Patience()
        self.keys = Patience(least=1 / limits.extra_keys)
        self.paces = Buckets(limits.keys, limits.keys_burst, MOST_PACES)  # of keys, by address
        self.telling = Bucket(0.2, 5)  # of those who are not let in
        self.terminals: Counter[str] = Counter()  # with a screen, by address


class Door(asyncssh.SSHServer):
    """One connection."""

    def __init__(self, doorway: Doorway) -> None:
        self.doorway, self.house = doorway, doorway.house
        self._offered: asyncssh.SSHKey | None = None
        self._username = ""
        self._is_in = False  # past the gate
        self.address = ""
        self.channels = 0  # open now
        self.guest: Player | None = None
        self.key: asyncssh.SSHKey | None = None  # the key whose owner this is
        self.papers = ("", "")  # the fingerprint and the text of the key; nothing for guests
        self._account: int | None = None  # that the key has opened
        self._is_put_out = False

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Somebody has come: past the gate, or not at all."""
        self._connection, gate = conn, self.doorway.gate
        self.address = address_of(str((conn.get_extra_info("peername") or ("",))[0]))
        self.transport: asyncio.Transport = conn._transport  # pyright: ignore[reportAttributeAccessIssue]
        if why := gate.admits(self.address):
            if self.doorway.telling.take():
                LOG.warning("%s was refused: %s", self.address, why)
            self.transport.abort()
            return
        self._is_in = True
        gate.come(self, self.address, self.transport.abort)
        throttle = Throttle(
            self.transport, conn.data_received, self.doorway.limits, self.doorway.patience
        )
        conn.data_received = throttle.received  # pyright: ignore[reportAttributeAccessIssue]
        conn.send_packet = without_fillers(conn.send_packet)

    def connection_lost(self, exc: Exception | None) -> None:
        """Whoever was here can come back to where they were."""
        self.house.doors.discard(self)
        if self._is_in:
            self._is_in = False
            self.doorway.gate.go(self, self.address)

    def begin_auth(self, username: str) -> bool:
        """Guests needn't say more."""
        self._username, self.guest = username, guest_of(username, self.doorway.salt)
        return self.guest is None

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Any key is somebody's; asyncssh has its owner prove it next.

        A client may first ask about keys that it can't prove.
        """
        self._offered = key
        return True

    def auth_completed(self) -> None:
        """The key asked about last is the one that was proved."""
        self.key = None if self.guest is not None else self._offered
        if self.key is not None:
            self.papers = self.key.get_fingerprint(), self.key.export_public_key().decode().strip()
        self.doorway.gate.log_in(self)
        self.house.doors.add(self)

    def session_requested(self) -> Terminal | bool:
        """A channel, unless there are too many."""
        if self.channels >= self.doorway.limits.channels:
            return False
        self.channels += 1
        return Terminal(self)

    # --- who it is ---

    @property
    def pace(self) -> Bucket:
        """Keys of this address that are never too many."""
        return self.doorway.paces.of(self.address)

    async def player(self) -> Player | None:
        """Who has come; nobody yet for a new key. Raises BannedError."""
        if self.key is None:
            found = self.guest
        else:
            found = await self.house.accounts.of_key(self.papers[0])
            self.note_account(found.account if found is not None else None)
        return replace(found, address=self.address) if found is not None else None

    # --- keys that are taken away while their owners are here ---

    @property
    def opened_by(self) -> tuple[str, int | None]:
        """The fingerprint of the key, empty for guests; and the account that it opened, if there
        was one.
        """
        return self.papers[0], self._account

    def note_account(self, account: int | None) -> None:
        """Note which account the key opens; it is the same for as long as the connection lasts."""
        if self._account is None:
            self._account = account

    def put_out(self, why: str) -> None:
        """End the connection with everything on it; terminals are left first, so that they are
        as they were.
        """
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
        """Leave a client that lets be sent to it and reads nothing."""
        if self.transport.get_write_buffer_size() > MOST_UNREAD:
            LOG.warning("%s is not reading what it is sent", self.address)
            self.transport.abort()


def without_fillers(send: Callable[..., None]) -> Callable[..., None]:
    """What sends packets, but none that says nothing.

    asyncssh sends such a one before each other packet, 36 bytes for every key, for the sake of
    ciphers that none of ours (`CIPHERS`) is.
    """

    def send_packet(kind: int, *parts: bytes, **how: Any) -> None:
        if kind != MSG_IGNORE:
            send(kind, *parts, **how)

    return send_packet


class FewVariables(dict[bytes, bytes]):
    """The environment that a client may send: a few names, and short values."""

    def __setitem__(self, name: bytes, value: bytes) -> None:
        if name in VARIABLES and len(value) <= LONGEST_VARIABLE:
            super().__setitem__(name, value)


class Answers(SSHWriter[bytes]):
    """What SFTP answers.

    It doesn't close the channel, which is still to be told how it ended: `scp` takes silence for a
    failure.
    """

    def close(self) -> None:
        """Not yet."""


class Terminal(SSHServerStreamSession[bytes]):
    """One channel: a terminal and the app that is drawn on it, or words that are carried out, or
    files.
    """

    def __init__(self, door: Door) -> None:
        super().__init__(None)
        self._door, self.house = door, door.house
        self._app: HouseApp | None = None
        self._visit: PlainVisit | None = None
        self.driver: SSHDriver | None = None
        self.player: Player | None = None
        self._is_gone = self._is_paused = False
        self._size = (80, 24)
        self._sizes = Bucket(door.doorway.limits.sizes, 2)
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
        """A terminal gets the game; whoever has none is told so."""
        return True

    def exec_requested(self, command: str) -> bool:
        """Words of our own, whatever they are: what is none of them is answered with a sentence."""
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
            await self.complain(f"{words.FAULT}\n")
        finally:
            if not self._channel.is_closing():
                self._channel.exit(code)

    # --- a screen ---

    async def _show(self) -> int:
        """The app on a terminal, until it is left."""
        terminals, limits, address = (
            self._door.doorway.terminals,
            self._door.doorway.limits,
            self._door.address,
        )
        if terminals[address] >= limits.per_address or terminals.total() >= limits.connections:
            self.send(FULL)
            return 1
        terminals[address] += 1
        try:
            app = self._app = HouseApp(
                self.house, self, await self._door.player(), self._terminal(), self._door.papers
            )
            self.house.apps.add(app)
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
                self.house.apps.discard(self._app)
            self._app = None
            terminals[address] -= 1
            if not terminals[address]:
                del terminals[address]

    def _terminal(self) -> TerminalOf:
        """What the client says of its terminal."""
        environment = {
            str(name): str(value) for name, value in self._channel.get_environment().items()
        }
        name = (self._channel.get_terminal_type() or "")[:LONGEST_VARIABLE]
        return described(name, by_name(name), environment)

    def send(self, data: str) -> None:
        """Write to the terminal, unless it is gone: asyncio complains of each thing that is
        written to a line that has broken.
        """
        if not self._channel.is_closing() and not self._door.transport.is_closing():
            self._channel.write(data.encode("utf-8", "replace"))
            self._door.check_unread()

    def read_on(self, *, on: bool) -> None:
        """Read on, or no more for now."""
        if not self._channel.is_closing():
            self._channel.resume_reading() if on else self._channel.pause_reading()

    def pace(self) -> tuple[Bucket, Patience]:
        """Keys that are never too many, and where those wait that are."""
        return self._door.pace, self._door.doorway.keys

    # --- words ---

    async def _do(self, command: str) -> int:
        """Carry out words."""
        allowances = self.house.allowances
        try:
            if too_many := await allowances.await_command(self._door.address):
                return await words.refuse(command, self, too_many)
            self.player = await self._door.player()
            if self.player is not None and (
                too_many := await allowances.await_command_of(self.player)
            ):
                return await words.refuse(command, self, too_many)
            return await words.run(command, self)
        except BannedError as error:
            return await words.refuse(command, self, f"You are banned from this server: {error}")
        except (ConnectionError, asyncssh.Error):
            raise
        except Exception:
            LOG.exception("a command failed: %s", command[:LONGEST_VARIABLE])
            return await words.report_fault(command, self)

    @property
    def address(self) -> str:
        return self._door.address

    @property
    def key(self) -> tuple[str, str]:
        return self._door.papers

    @property
    def ascii(self) -> bool:
        return self._channel.get_terminal_type() is not None and self._terminal().ascii

    async def write(self, text: str) -> None:
        """Write to standard output, and wait until the line has caught up."""
        self.send(self._ended(text))
        await self.drain(None)

    async def complain(self, text: str) -> None:
        """Write to standard error."""
        if not self._channel.is_closing():
            self._channel.write_stderr(self._ended(text).encode("utf-8", "replace"))

    def _ended(self, text: str) -> str:
        """Lines as a terminal needs them, where there is one."""
        return text if self._channel.get_terminal_type() is None else text.replace("\n", "\r\n")

    async def read_all(self, most: int) -> bytes:
        """All of standard input. Raises WordError for more than so many bytes."""
        found = bytearray()
        while part := await self.read(None, PACKET, False):
            found += part
            if len(found) > most:
                raise words.WordError(f"the input can have at most {most} bytes")
        return bytes(found)

    def plain_visit(self, line: Line) -> PlainVisit:
        """Somebody who plays line by line here."""
        return PlainVisit(
            line, lambda text: self.send(self._ended(text)), self._channel.close, ascii=self.ascii
        )

    async def converse(self, visit: PlainVisit, session: SeatSession) -> str:
        """Have somebody play line by line."""
        self._visit = visit
        cooked = Cooked(self.send) if self._channel.get_terminal_type() is not None else None
        told = self.house.store.trouble

        def tell() -> None:
            nonlocal told
            if told != (told := self.house.store.trouble):
                self.send(
                    self._ended(f"{NOTHING_COUNTS.format(why=told) if told else SAVED_AGAIN}\n")
                )

        deaf = self.house.hall.listen(tell)
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
        """Files by SFTP, until the client has enough."""
        player = await self._door.player()
        if player is None or player.is_guest:
            self._channel.write_stderr(NO_FILES.encode())
            return 1
        folder = Folder(
            self._channel, self.house.hall.files, player, lambda: self.at_eof(None), self._complain
        )
        await run_sftp_server(
            folder, SSHReader(self, self._channel), Answers(self, self._channel), 3
        )
        return 0

    def _complain(self, words: str) -> None:
        """Say something on standard error."""
        self._channel.write_stderr(f"{words}\n".encode())

    # --- what goes out and what comes in ---

    def pause_writing(self) -> None:
        """The line is slow: nothing is painted until it has caught up."""
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
        """The terminal has another size; where many follow on each other, the last in its turn:
        nothing takes as long to draw.
        """
        self._size = fitting(width, height)
        if self._is_resizing:
            return
        self._is_resizing = True
        if self._sizes.take():
            self._resize()
        else:
            self._door.doorway.keys.wait(self._resize)

    def _resize(self) -> None:
        self._is_resizing = False
        if self.driver is not None:
            self.driver.resize(*self._size)

    def exception_received(self, exc: Exception) -> None:
        """Signals and breaks are nothing to us."""

    def break_received(self, msec: int) -> bool:
        return False

    def eof_received(self) -> bool:
        super().eof_received()
        if self._app is not None:
            self._hang_up()
        return True  # what is still to be said is, and the channel is closed then

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._door.channels -= 1
        self._hang_up()

    def _hang_up(self) -> None:
        self._is_gone = True
        if self._visit is not None:
            self._visit.leave()
        if self._app is not None:
            self._app.call_later(self._app.exit)
        elif self._task is not None and self._connection_lost:
            self._task.cancel()


# all terminals of this process: a task that nobody holds may vanish
TERMINALS: set[asyncio.Task[None]] = set()


class Deflated(Compressor):
    """What a terminal is sent, compressed: few bytes at a time, so that what ends each of them
    counts as well.
    """

    def __init__(self) -> None:
        self._stream = zlib.compressobj(zlib.Z_BEST_COMPRESSION)

    def compress(self, data: bytes) -> bytes:
        """The packet, of which nothing waits for the next one."""
        return self._stream.compress(data) + self._stream.flush(zlib.Z_PARTIAL_FLUSH)


class Inflated(Decompressor):
    """What a client has compressed, of which no packet becomes larger than any may be."""

    def __init__(self) -> None:
        self._stream = zlib.decompressobj()

    def decompress(self, data: bytes) -> bytes | None:
        """The packet; none for what is no packet, and the connection ends then."""
        try:
            found = self._stream.decompress(data, 2 * PACKET)
        except zlib.error:
            return None
        return None if self._stream.unconsumed_tail else found


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


async def listen(
    house: House, host: str, port: int, limits: Limits | None = None
) -> asyncssh.SSHAcceptor:
    """Let people in. Raises OSError where the port is taken."""
    doorway = Doorway(house, limits or Limits())
    house.allowances.of_connections(doorway.limits.per_address)
    register_compression_alg(COMPRESSION.encode(), Deflated, Inflated, True, True)
    loop = asyncio.get_running_loop()
    # Textual would have the whole loop start tasks eagerly, and logins by key hang then
    if hasattr(asyncio, "eager_task_factory"):
        loop.set_task_factory = lambda factory: None  # pyright: ignore[reportAttributeAccessIssue]
    return await asyncssh.listen(
        host,
        port,
        server_factory=lambda: Door(doorway),
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
        login_timeout=doorway.limits.login,
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
    """Those of the wanted algorithms that this machine's libraries have."""
    names = {name.decode() for name in there}
    return [name for name in wanted if name in names]
