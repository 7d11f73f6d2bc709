"""What attacks on a server share: a server of any checkout on a free port, and visitors who come by
SSH. Loopback only.

An attack is a module with a function `attack(server)` that returns how it got through, or nothing
if the server held:

    if __name__ == "__main__":
        run(attack, __doc__)

`python -m tests.hostile.NAME --server /path/to/checkout` starts that checkout's server in a folder
of its own and runs the attack. Exit code 0: the server held. 1: the attack got through. 2: it could
not be tried.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import sys
import tempfile
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import asyncssh

ROOT = Path(__file__).parents[2]
STARTING = 60.0  # seconds in which a server must be there
WAITING = 20.0  # seconds that an attack waits for anything
ENDING = 10.0  # seconds that a server has to end before it is killed
# nothing of whoever runs this
NO_HELP: dict[str, Any] = {"known_hosts": None, "config": None, "agent_path": None}
# attacks come from one address, and are no flood of connections
MANY_VISITORS = ("--per-address", "1000")
HELD, THROUGH, UNTRIED = 0, 1, 2

Told = dict[str, Any]


class UntriedError(Exception):
    """Something that the attack needs didn't work; it says nothing about the server's defenses."""


class Server:
    """A server of a checkout."""

    def __init__(self, checkout: Path, data: Path, arguments: Sequence[str] = ()) -> None:
        self.checkout, self.data, self.arguments = checkout, data, tuple(arguments)
        self.port = 0
        self.process: asyncio.subprocess.Process | None = None

    @property
    def log(self) -> str:
        """Everything that the server has logged."""
        return (self.data.parent / "log").read_text(errors="replace")

    def _command(self, *words: str) -> list[str]:
        return [sys.executable, "-m", "tui.cli", *words]

    @property
    def _environment(self) -> dict[str, str]:
        """No settings, saved games or Python path of whoever runs this."""
        folders = {
            f"XDG_{name}_HOME": str(self.data.parent / name.lower())
            for name in ("DATA", "CONFIG", "CACHE")
        }
        return {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | folders

    async def start(self) -> None:
        """Start it, on the same port if it has been started before. Raises UntriedError."""
        with (self.data.parent / "log").open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                *self._command("serve", "--port", str(self.port), "--data", str(self.data),
                *self.arguments),
                cwd=self.checkout, env=self._environment, stdout=asyncio.subprocess.PIPE,
                stderr=log,
            )  # fmt: skip
        try:
            self.port = await asyncio.wait_for(self._told_port(), STARTING)
        except TimeoutError:
            raise UntriedError(f"the server never said its port; its log:\n{self.log}") from None

    async def _told_port(self) -> int:
        assert self.process is not None
        assert self.process.stdout is not None
        while line := await self.process.stdout.readline():
            if found := re.search(rb"port (\d+)", line):
                return int(found[1])
        raise UntriedError(f"the server has ended; its log:\n{self.log}")

    async def stop(self, *, kill: bool = False) -> None:
        """End it, and wait until it has ended."""
        if self.process is None or self.process.returncode is not None:
            return
        (self.process.kill if kill else self.process.terminate)()
        try:
            await asyncio.wait_for(self.process.wait(), ENDING)
        except TimeoutError:
            self.process.kill()
            await self.process.wait()

    async def runs(self, *words: str, data: str = "--data") -> str:
        """Run a command of the checkout's program for this server, such as "admin list"; what it
        says. Raises UntriedError.
        """
        done = await asyncio.create_subprocess_exec(
            *self._command(*words, data, str(self.data)), cwd=self.checkout, env=self._environment,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
        )  # fmt: skip
        said, _ = await done.communicate()
        if done.returncode:
            raise UntriedError(f"{' '.join(words)}: {said.decode(errors='replace')}")
        return said.decode(errors="replace")

    @asynccontextmanager
    async def visitor(
        self, name: str = "guest", key: asyncssh.SSHKey | None = None
    ) -> AsyncIterator[Visitor]:
        """Somebody's connection: a guest, or the owner of a key."""
        keys = [key] if key is not None else None
        line = await asyncssh.connect(
            "127.0.0.1", self.port, username=name, client_keys=keys, **NO_HELP
        )
        try:
            yield Visitor(line)
        finally:
            line.abort()

    @asynccontextmanager
    async def account(
        self, name: str, key: asyncssh.SSHKey | None = None
    ) -> AsyncIterator[Visitor]:
        """Somebody's connection with a key of a new account.

        Raises UntriedError if there can't be one.
        """
        key = key or new_key()
        async with self.visitor(name, key) as visitor:
            visitor.key = key
            await visitor.says(f"name {name}")
            yield visitor


class Visitor:
    """Somebody who has come by SSH."""

    def __init__(self, line: asyncssh.SSHClientConnection) -> None:
        self.line = line
        self.key: asyncssh.SSHKey | None = None

    @property
    def is_gone(self) -> bool:
        """Whether the server has ended the connection."""
        return self.line.is_closed()

    async def tries(self, words: str, **more: Any) -> tuple[int | None, str, str]:
        """Say words; how they end, and what is told on both streams.

        Nothing comes back where the connection ends.
        """
        try:
            done = await asyncio.wait_for(self.line.run(words, **more), WAITING)
        except (OSError, asyncssh.Error) as error:
            return None, "", str(error)
        out, error = (
            each.decode(errors="replace") if isinstance(each, bytes) else str(each or "")
            for each in (done.stdout, done.stderr)
        )
        return done.exit_status, out, error

    async def says(self, words: str, **more: Any) -> Told:
        """Say words that the attack needs to be carried out; what is answered.

        Raises UntriedError.
        """
        code, out, error = await self.tries(f"{words} --json", **more)
        if code != 0:
            raise UntriedError(f"{words}: ended with {code}: {out}{error}")
        return json.loads(out)

    @asynccontextmanager
    async def terminal(self, width: int = 100, height: int = 40) -> AsyncIterator[Terminal]:
        """A terminal with the screen of the game."""
        process = await self.line.create_process(
            term_type="xterm-256color", term_size=(width, height), encoding=None
        )
        terminal = Terminal(process, width, height)
        try:
            yield terminal
        finally:
            terminal.close()


MOVES = re.compile(
    r"\x1b\[(\d*)(?:;(\d*))?H|\x1b\[2J|\x1b\[[0-9;:?<>=]*[ "
    r"-/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b.|[\r\n]|[^\x1b\r\n]+"
)


class Terminal:
    """A terminal: what is pressed and what is shown.

    It knows as much of terminals as Textual needs to place text.
    """

    def __init__(self, process: asyncssh.SSHClientProcess[bytes], width: int, height: int) -> None:
        self._process, self._width = process, width
        self._rows = [[" "] * width for _ in range(height)]
        self._row = self._column = 0
        self.text = ""  # all that was sent, without what drives a terminal
        self.is_over = False  # the server has closed it
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        with suppress(OSError, asyncssh.Error):
            while data := await self._process.stdout.read(65_536):
                for found in MOVES.finditer(data.decode("utf-8", "replace")):
                    self._take(found)
        self.is_over = True

    def _take(self, found: re.Match[str]) -> None:
        piece = found[0]
        if piece[0] == "\x1b":
            if piece.endswith("H"):
                self._row, self._column = int(found[1] or 1) - 1, int(found[2] or 1) - 1
            elif piece == "\x1b[2J":
                self._rows = [[" "] * self._width for _ in self._rows]
        elif piece == "\r":
            self._column = 0
        elif piece == "\n":
            self._row += 1
        else:
            self.text += piece
            for letter in piece:
                if self._row < len(self._rows) and self._column < self._width:
                    self._rows[self._row][self._column] = letter
                self._column += 1

    @property
    def shown(self) -> str:
        """What is on the screen now."""
        return "\n".join("".join(row).rstrip() for row in self._rows)

    async def press(self, keys: str) -> None:
        """Send keys; a short wait lets the screen draw before the next ones.

        Nothing happens where the terminal is closed.
        """
        with suppress(OSError):
            self._process.stdin.write(keys.encode())
        await asyncio.sleep(0.3)

    async def sees(self, words: str, seconds: float = WAITING) -> None:
        """Wait until words are on the screen. Raises UntriedError."""
        if not await until(lambda: words in self.shown or words in self.text[-4_000:], seconds):
            raise UntriedError(f"{words!r} never came; there is:\n{self.shown}")

    def close(self) -> None:
        """Leave."""
        self._reading.cancel()
        self._process.close()


def new_key() -> asyncssh.SSHKey:
    """A key that nobody has."""
    return asyncssh.generate_private_key("ssh-ed25519")


def public(key: asyncssh.SSHKey) -> str:
    """The line of a key that is given to a server."""
    return key.export_public_key().decode().strip()


async def until(so: Callable[[], object], seconds: float = WAITING) -> bool:
    """Wait until something is so, at most for some seconds; whether it is."""
    end = asyncio.get_running_loop().time() + seconds
    while not (found := bool(so())) and asyncio.get_running_loop().time() < end:
        await asyncio.sleep(0.02)
    return found


@asynccontextmanager
async def serving(checkout: Path, *arguments: str) -> AsyncIterator[Server]:
    """A server of a checkout, with a data folder of its own and further arguments of `spellfront
    serve`.
    """
    with tempfile.TemporaryDirectory(
        prefix="spellfront-attack-", ignore_cleanup_errors=True
    ) as folder:
        server = Server(checkout.resolve(), Path(folder) / "house", arguments)
        await server.start()
        try:
            yield server
        finally:
            await server.stop()


def run(attack: Callable[[Server], Awaitable[str]], about: str | None, *arguments: str) -> None:
    """Try an attack on the server of the checkout that the command line names; ends the program."""
    made = argparse.ArgumentParser(
        description=about, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    made.add_argument(
        "--server",
        type=Path,
        default=ROOT,
        metavar="CHECKOUT",
        help="whose server is attacked (default: this one)",
    )
    checkout: Path = made.parse_args().server

    async def tried() -> str:
        async with serving(checkout, *(arguments or MANY_VISITORS)) as server:
            return await attack(server)

    try:
        how = asyncio.run(tried())
    except Exception:  # an attack that can't be tried must not pass for one that failed
        traceback.print_exc()
        sys.exit(UNTRIED)
    print(f"GOT THROUGH: {how}" if how else "The server held.")
    sys.exit(THROUGH if how else HELD)
