"""A hostile client against a server: nothing but the offender may be disturbed, and those who play
must not notice.

    python -m tests.hostile.ssh_client --seconds 20

Honest players sit at tables and move their cursors, and it is measured how long a key takes to what
is painted then: first in peace, then under each attack, which is a process of its own. 1 if the
server fell, honest players were cut off, or 95 of 100 keys took over 150 ms.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import re
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import asyncssh

HELP = {"known_hosts": None, "config": None, "agent_path": None}
MOST = 0.150  # seconds that 95 of 100 keys may take at most
MARK = "0wn3d"  # stands in whatever is smuggled
SMUGGLED = f"\x1b]0;{MARK}\x07\x1b[2J\x1b[31m{MARK}\u202e\u2066{MARK}\x00\x9b31m"
# none of it may come to anybody's terminal
PARTS = (f"]0;{MARK}", f"\x1b[31m{MARK}", "\u202e", "\u2066", "\x9b31m")
FATAL = (
    (20, b"\0" * 16),
    (21, b"x"),
    (30, b"\xff" * 40),
    (90, b"\xff\xff\xff\xffxx"),
    (94, b"\0\0\0\x63\0\0\0\1x"),
    (5, b"\0\0\0\4what"),
)


async def come(
    port: int, address: str, username: str = "guest", **more: Any
) -> asyncssh.SSHClientConnection:
    """Come in from an address of this machine."""
    return await asyncssh.connect(
        "127.0.0.1",
        port,
        username=username,
        client_keys=None,
        local_addr=(address, 0),
        **HELP,
        **more,
    )


# --- attacks, each in a process of its own ---


async def malformed(port: int, seconds: float) -> str:
    """Packets that are none: before the login, and after it."""
    random, sent, fell = Random(1), 0, 0
    until = time.monotonic() + max(seconds, 300)
    address = 2
    while sent < 10_000 and time.monotonic() < until:
        address = 2 + (address - 1) % 60
        if random.random() < 0.5:
            sent += await _raw(port, f"127.0.0.{address}", random)
            continue
        try:
            line = await asyncio.wait_for(come(port, f"127.0.0.{address}"), 10)
        except (OSError, asyncssh.Error, TimeoutError):
            fell += 1
            await asyncio.sleep(0.05)
            continue
        with contextlib.suppress(Exception):
            for _ in range(80):
                line.send_packet(
                    random.randrange(100, 256),
                    random.randbytes(random.choice((0, 1, 4, 30, 3_000, 30_000))),
                )
                line.send_packet(
                    80, b"\0\0\0\x08" + random.randbytes(8) + b"\1" + random.randbytes(9)
                )
                line.send_packet(2, random.randbytes(20_000))
                sent += 3
            line.send_packet(*random.choice(FATAL))
            sent += 1
            await asyncio.wait_for(line.wait_closed(), 2)
        line.abort()
    return f"{sent} packets sent, {fell} connections were not let in"


async def _raw(port: int, address: str, random: Random) -> int:
    """Something that is no SSH at all, or breaks off in the middle."""
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
        start = random.choice(
            (
                b"",
                b"SSH-2.0-x\r\n",
                b"SSH-2.0-" + b"x" * 9_000 + b"\r\n",
                b"GET / HTTP/1.1\r\n\r\n",
                b"SSH-1.5-old\r\n",
            )
        )
        lengths = (
            b"\0\0\0\x0c\x0a\x14",
            b"\xff\xff\xff\xff",
            b"\0\0\0\0",
            b"\0\0\1\0\xff\x14",
            b"\0\3\xff\xff\4\x14",
        )
        writer.write(
            start + random.choice(lengths) + random.randbytes(random.choice((5, 60, 3_000, 60_000)))
        )
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(reader.read(), 0.3)
        writer.close()
    except OSError:
        await asyncio.sleep(0.05)
        return 0
    return 2


async def requests(port: int, seconds: float) -> str:
    """Shells, commands, forwards, environments, subsystems, paths outside the folder."""
    refused, let_in, problems = 0, 0, list[str]()
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            line = await come(port, "127.0.0.2")
        except (OSError, asyncssh.Error):
            await asyncio.sleep(0.2)
            continue
        wanted: list[Callable[[], Awaitable[object]]] = [
            lambda line=line: line.open_connection("127.0.0.1", port),
            lambda line=line: line.open_unix_connection("/tmp/x"),
            lambda line=line: line.forward_remote_port("", 0, "127.0.0.1", port),
            lambda line=line: line.forward_remote_path("/tmp/x", "/tmp/y"),
            lambda line=line: line.open_tun(),
            lambda line=line: line.open_tap(),
            lambda line=line: line.create_process(subsystem="netconf"),
            lambda line=line: line.create_process(subsystem="../sftp"),
        ]
        for ask in wanted:
            try:
                await asyncio.wait_for(ask(), 5)
                problems.append("something was opened that may not be")
            except (asyncssh.Error, asyncssh.ChannelListenError, OSError):
                refused += 1
        environment = {
            "LD_PRELOAD": "/tmp/x.so",
            "PATH": "/tmp",
            **{f"X{number}": "x" * 2_000 for number in range(100)},
        }
        for command in (
            "/bin/sh",
            "sh -c id",
            "scp -t /etc",
            "$(id)",
            "games; id",
            "x" * 20_000,
            SMUGGLED,
            f"name '{SMUGGLED}'",
        ):
            done = await line.run(command, env=environment, timeout=20)
            said = str(done.stdout) + str(done.stderr)
            if not done.exit_status or "uid=" in said or "\x1b" in said or "\u202e" in said:
                problems.append(f"{command[:30]!r}: {said[:80]!r}")
            refused += 1
        problems += await _files(line)
        let_in += 1
        line.abort()
    return (
        f"{refused} requests refused on {let_in} connections, {len(problems)} not: {problems[:3]}"
    )


async def _files(line: asyncssh.SSHClientConnection) -> list[str]:
    """Paths outside the folder, by SFTP."""
    problems = list[str]()
    try:
        files = await line.start_sftp_client()
    except (asyncssh.Error, asyncssh.SFTPError):
        return problems
    for path in (
        "/etc/passwd",
        "../../etc/passwd",
        "house.db",
        "/host_key",
        "..",
        "./../host_key",
        "\x1b[2J.txt",
        "x" * 5_000,
    ):
        with contextlib.suppress(asyncssh.SFTPError, asyncssh.Error):
            async with files.open(path, "rb") as file:
                problems.append(f"{path}: {(await file.read(20))!r}")
        with contextlib.suppress(asyncssh.SFTPError, asyncssh.Error):
            async with files.open(path, "wb") as file:
                await file.write(b"x")
            problems.append(f"{path} was written")
        for change in (files.symlink, files.rename, files.link):
            with contextlib.suppress(asyncssh.SFTPError, asyncssh.Error):
                await change("/etc/passwd", "passwd.txt")
                problems.append(f"{change.__name__}")
    return problems


async def silent(port: int, seconds: float) -> str:
    """Connections that never log in: many of one address, and one each of many."""
    there: list[asyncio.StreamWriter] = []
    refused = 0
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        addresses = ["127.0.0.2"] * 100 + [f"127.0.1.{number}" for number in range(1, 101)]
        for address in addresses:
            try:
                _, writer = await asyncio.open_connection(
                    "127.0.0.1", port, local_addr=(address, 0)
                )
                writer.write(b"SSH-2.0-silent\r\n")
                there.append(writer)
            except OSError:
                refused += 1
        await asyncio.sleep(1)
    return f"{len(there)} connections made, {refused} refused"


async def keys(port: int, seconds: float) -> str:
    """Keys, pastes without end, and sizes, as fast as they can be sent."""
    random, sent = Random(1), 0
    until = time.monotonic() + seconds

    async def flood() -> None:
        nonlocal sent
        line = await come(port, "127.0.0.2")
        process = await line.create_process(
            term_type="xterm-256color", term_size=(100, 30), encoding=None
        )

        async def swallow() -> None:
            while await process.stdout.read(65_536):
                pass

        reading = asyncio.create_task(swallow())
        while time.monotonic() < until:
            part = random.choice(
                (
                    b"j" * 3_000,
                    b"\x1b[A\x1b[B" * 500,
                    b"\x1b",
                    b"\x1b[200~" + b"x" * 20_000,
                    b"\x1b[<0;3;3M" * 300,
                )
            )
            process.stdin.write(part)
            process.change_terminal_size(random.randrange(1, 5_000), random.randrange(1, 5_000))
            sent += len(part)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(process.stdin.drain(), 0.5)
        reading.cancel()
        line.abort()

    ended = await asyncio.gather(*(flood() for _ in range(6)), return_exceptions=True)
    return (
        f"{sent:,} bytes of keys offered, "
        f"{sum(isinstance(each, Exception) for each in ended)} of 6 were cut off"
    )


async def deaf(port: int, seconds: float) -> str:
    """Terminals that have much sent to them and read nothing; and packets that grow as they are
    unpacked.
    """
    until, cut = time.monotonic() + seconds, 0
    while time.monotonic() < until:
        try:
            line = await come(port, "127.0.0.2", compression_algs=["zlib@openssh.com"])
            process = await line.create_process(term_type="xterm", encoding=None, window=1 << 30)
            assert line._transport is not None
            line._transport.pause_reading()
            for _ in range(40):
                line.send_packet(2, b"\0" * 200_000)
                process.stdin.write(b"jjkk?q")
                process.change_terminal_size(390, 140)
                await asyncio.sleep(0.02)
            line.abort()
        except (OSError, asyncssh.Error):
            cut += 1
            await asyncio.sleep(0.1)
    return f"cut off {cut} times"


async def smuggler(port: int, seconds: float) -> str:
    """Control characters in names, talk and decks."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    said = 0
    async with asyncssh.connect(
        "127.0.0.1", port, username="x", client_keys=[key], local_addr=("127.0.0.2", 0), **HELP
    ) as line:
        for name in (SMUGGLED, f"a{SMUGGLED}", "a\u202eb", "\x9b2Jx"):
            done = await line.run(f"name '{name}'")
            assert done.exit_status, done.stdout
            said += 1
        await line.run("name Mallory")
        process = await line.create_process(term_type="xterm", term_size=(100, 30))
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            # whatever is typed where, none of it may come through
            for start in ("t", "n", "a", "/"):
                process.stdin.write(start)
                await asyncio.sleep(0.1)
                process.stdin.write(f"\x1b[200~{SMUGGLED}\x1b[201~\r")
                await asyncio.sleep(0.2)
                process.stdin.write("\x1b")
                await asyncio.sleep(0.2)
                said += 1
    return f"{said} times"


ATTACKS: dict[str, Callable[[int, float], Coroutine[Any, Any, str]]] = {
    "malformed": malformed, "requests": requests, "silent": silent, "keys": keys, "deaf": deaf,
    "smuggler": smuggler,
}  # fmt: skip


# --- those who play ---


class Honest:
    """Somebody who plays against the computer and moves the cursor now and then."""

    def __init__(self, port: int, number: int) -> None:
        self.port, self.number = port, number
        self.times: list[float] = []
        self.sent = bytearray()
        self.cut = False
        self._painted = asyncio.Event()

    async def play(self) -> None:
        """Come in, begin a game, and press keys until cancelled."""
        key = asyncssh.generate_private_key("ssh-ed25519")
        async with asyncssh.connect(
            "127.0.0.1", self.port, username="x", client_keys=[key], **HELP
        ) as line:
            for words in (
                f"name Honest{self.number}",
                "make conquering easy",
                f"start {self.number}",
            ):
                done = await line.run(words)
                assert not done.exit_status, done.stderr
            process = await line.create_process(
                term_type="xterm-256color", term_size=(100, 30), encoding=None
            )
            reading = asyncio.create_task(self._read(process))
            await asyncio.sleep(2)
            process.stdin.write(b"\r")
            await asyncio.sleep(2)
            try:
                for turn in range(10**9):
                    self._painted.clear()
                    begun = time.perf_counter()
                    process.stdin.write((b"\x1b[C", b"\x1b[D")[turn % 2])
                    await asyncio.wait_for(self._painted.wait(), 10)
                    self.times.append(time.perf_counter() - begun)
                    await asyncio.sleep(0.2)
            except (TimeoutError, asyncssh.Error, OSError):
                self.cut = True
            finally:
                reading.cancel()

    async def _read(self, process: asyncssh.SSHClientProcess[bytes]) -> None:
        while data := await process.stdout.read(65_536):
            self.sent += data
            del self.sent[:-100_000]
            self._painted.set()
        self.cut = True


def told(name: str, times: list[float]) -> str:
    """How long keys took, in a line."""
    if not times:
        return f"{name:10} no key was answered"
    times = sorted(times)
    at = times[min(len(times) - 1, int(len(times) * 0.95))]
    return (
        f"{name:10} {len(times):5} keys: p50 {median(times) * 1e3:5.0f} ms, p95 "
        f"{at * 1e3:5.0f} ms, worst {times[-1] * 1e3:5.0f} ms"
    )


async def served(data: Path) -> tuple[asyncio.subprocess.Process, int]:
    """A server in a process of its own, and its port."""
    program = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tui.cli", "serve", "--port", "0", "--data", str(data),
        env=os.environ | {"PYTHONPATH": os.getcwd()}, stdout=asyncio.subprocess.PIPE,
        stderr=(data / "log").open("wb"),
    )  # fmt: skip
    assert program.stdout is not None
    found = re.search(rb"port (\d+)", await asyncio.wait_for(program.stdout.readline(), 60))
    assert found
    return program, int(found[1])


def resident(pid: int) -> int:
    """MiB of a process."""
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    return int(found[1]) // 1024 if found else 0


async def besiege(seconds: float, only: list[str], players: int) -> int:
    """Everything one after another."""
    faults = 0
    with tempfile.TemporaryDirectory() as folder:
        program, port = await served(Path(folder))
        honest = [Honest(port, number + 1) for number in range(players)]
        playing = []
        for each in honest:
            playing.append(asyncio.create_task(each.play()))
            await asyncio.sleep(1.5)
        await asyncio.sleep(3)
        for name in ("peace", *only):
            for each in honest:
                each.times.clear()
            said, before = "", time.monotonic()
            if name == "peace":
                await asyncio.sleep(seconds)
            else:
                attack = await asyncio.create_subprocess_exec(
                    sys.executable, "-m", "tests.hostile.ssh_client", "--attack", name, "--port",
                    str(port), "--seconds", str(seconds),
                    stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
                )  # fmt: skip
                said = (await attack.communicate())[0].decode().strip()
            times = [each for player in honest for each in player.times]
            print(
                told(name, times),
                f"| {time.monotonic() - before:.0f} s, server {resident(program.pid)} MiB | {said}",
                flush=True,
            )
            slow = sorted(times)[int(len(times) * 0.95)] > MOST if times else True
            smuggled = [
                player for player in honest if any(part.encode() in player.sent for part in PARTS)
            ]
            cut = sum(player.cut for player in honest)
            faults += slow + bool(smuggled) + cut + (program.returncode is not None)
            if smuggled or cut:
                print(
                    f"  {len(smuggled)} were sent what was smuggled, {cut} were cut off", flush=True
                )
        for task in playing:
            task.cancel()
        program.terminate()
        ended = await program.wait()
        log = (Path(folder) / "log").read_text()
        print(
            f"the server ended with {ended}; {log.count('Traceback')} tracebacks in "
            f"{len(log.splitlines())} lines of its log"
        )
        if "Traceback" in log:
            print(log[log.index("Traceback") : log.index("Traceback") + 3_000])
    return 1 if faults or ended else 0


def main() -> int:
    """Attack, or be attacked."""
    made = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    made.add_argument("--seconds", type=float, default=20.0, help="of each attack")
    made.add_argument("--players", type=int, default=4, help="honest ones")
    made.add_argument("--only", default=",".join(ATTACKS), help="attacks, with commas")
    made.add_argument("--attack", choices=ATTACKS, help=argparse.SUPPRESS)
    made.add_argument("--port", type=int, help=argparse.SUPPRESS)
    words = made.parse_args()
    if words.attack:
        print(asyncio.run(ATTACKS[words.attack](words.port, words.seconds)))
        return 0
    return asyncio.run(besiege(words.seconds, words.only.split(","), words.players))


if __name__ == "__main__":
    sys.exit(main())
