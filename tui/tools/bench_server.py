"""`spellfront bench server`: keypress times, save times and memory of a full server.

The server and the players are separate programs; the players connect by SSH with terminals of 100
columns and 30 rows. A frame is all output after a key until nothing arrives for a while. The two
players of a game press keys in turn, never while the other's frame is arriving, which would be
counted as their own. A cursor step is a step that follows another: after any other key, messages
and popups disappear as well.
"""

from __future__ import annotations

import asyncio
import json
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import TYPE_CHECKING, cast

from msgspec import Struct, to_builtins

from engine.log import many
from tui.commands.common import CommandError
from tui.commands.serve import need_libraries

if TYPE_CHECKING:
    from engine.view import View
    from tui.server.game_server import GameServer

SIZE = (100, 30)
PACE = 2.0  # seconds between decisions of a player
STILL = 0.06  # seconds without output after which a frame is complete
LATEST = 5.0  # seconds allowed for a frame
# bytes that SSH adds to compressed data: length, padding, authentication code
PACKET = 36
TARGETS = {
    "keypress to painted frame, median": (30.0, "ms"),
    "keypress to painted frame, 95th percentile": (100.0, "ms"),
    "memory with all players": (500.0, "MB"),
    "memory of 1,000 idle sessions": (3500.0, "MB"),
    "saving a decision, 95th percentile": (10.0, "ms"),
    "decisions over all games": (500.0, "a second"),
    "cursor step, median size": (60.0 + PACKET, "bytes"),
    "while nothing changes": (0.0, "bytes"),
}
MORE_IS_BETTER = ("decisions over all games",)
ALSO = {
    "decisions with one worker": "a second",
    "decisions that players made": "a second",
    "longest event-loop delay": "ms",
    "frames seen": "",
    "processor time per frame": "ms",
    "saving a decision, median": "ms",
}
"""Figures without a target."""


class Paint(Struct, frozen=True):
    """The frame after a key."""

    milliseconds: float
    size: int
    step: bool  # whether the key only moved the cursor


def run(games: int, seconds: float, idle: int, database: str, workers: int) -> int:
    """Measure everything and print figures and targets."""
    need_libraries()
    size = f"{SIZE[0]}x{SIZE[1]}"
    print(
        f"{many(games, 'two-player game')} at {size}, each player pressing a key every "
        f"{PACE:.0f} seconds "
        f"for {seconds:.0f} seconds; {many(idle, 'idle session')}",
        flush=True,
    )
    for name in dict.fromkeys(("", database)):
        print(
            f"\n{'PostgreSQL' if name.startswith('postgresql') else 'SQLite':26} {'found':>10} "
            f"{'target':>10}"
        )
        with tempfile.TemporaryDirectory() as data:
            _tell(asyncio.run(_kept(Path(data), name, games)))
            for number in sorted({1, workers}):
                with tempfile.TemporaryDirectory() as played:
                    rate = asyncio.run(_played(Path(played), name, games, number))
                _tell(
                    {"decisions over all games": rate}
                    if number == workers
                    else {"decisions with one worker": rate}
                )
    print(f"\n{'over SSH, on SQLite':26} {'found':>10} {'target':>10}")
    with tempfile.TemporaryDirectory() as data:
        _tell(_over_ssh(Path(data), games, seconds, idle, workers))
    return 0


def _tell(figures: dict[str, float]) -> None:
    for what, figure in figures.items():
        target, unit = TARGETS.get(what, (None, ALSO.get(what, "")))
        missed = target is not None and (
            figure < target if what in MORE_IS_BETTER else figure > target
        )
        print(
            (
                f"{what:32} {figure:10,.1f} {'' if target is None else f'{target:,.0f}':>10} "
                f"{unit}{'  missed' if missed else ''}"
            ),
            flush=True,
        )


def _spread(times: Sequence[float]) -> tuple[float, float]:
    """Return the median and the 95th percentile."""
    return (median(times), quantiles(times, n=20)[-1]) if len(times) > 1 else (0.0, 0.0)


# --- speed of saving ---


async def _tables(server: GameServer, games: int) -> list[tuple[int, list[str]]]:
    """Start games; return each table's number and the secret words of its guests."""
    from tui.server.storage.accounts import ServerPlayer, word

    found: list[tuple[int, list[str]]] = []
    for _ in range(games):
        words = [word() for _ in range(2)]
        edna, dale = (ServerPlayer(f"guest:{secret}", f"Guest {secret[:4]}") for secret in words)
        table = await server.lobby.make(edna, "conquering", ["human"])
        await server.lobby.join(dale, table)
        await server.lobby.start(edna, table.id)
        found.append((table.id, words))
    return found


async def _kept(data: Path, database: str, games: int) -> dict[str, float]:
    """Measure saving a decision while each game saves ten per second."""
    from tui.server.game_server import GameServer
    from tui.server.storage.database import DecisionBatch

    async with GameServer(data, database) as server:
        tables = [ident for ident, _ in await _tables(server, games)]
        await server.lobby.directory.close()  # the matches must not interfere
        times: list[float] = []

        async def keep(table: int) -> None:
            random = Random(table)
            for number in range(60):
                await asyncio.sleep(random.random() * 0.2)
                since = time.perf_counter()
                await server.store.keep(
                    DecisionBatch(table, 10_000 + number, ["player1: pass | =01234567"], 0)
                )
                times.append((time.perf_counter() - since) * 1000)

        await asyncio.gather(*map(keep, tables))
    middle, most = _spread(times)
    return {"saving a decision, median": middle, "saving a decision, 95th percentile": most}


async def _played(
    data: Path, database: str, games: int, workers: int, seconds: float = 6.0
) -> float:
    """Return decisions per second over all games, with the simplest answer at once."""
    from tui.server.game_server import GameServer

    async with (
        GameServer(data / "played", database, workers=workers) as server,
        _answering(server, await _tables(server, games)),
    ):
        await asyncio.sleep(1)
        since, before = time.perf_counter(), server.store.decisions
        await asyncio.sleep(seconds)
        return (server.store.decisions - before) / (time.perf_counter() - since)


@asynccontextmanager
async def _answering(
    server: GameServer, tables: Sequence[tuple[int, list[str]]]
) -> AsyncIterator[None]:
    """Let a separate program answer for all seats of the tables.

    The other program decodes the updates; this process only passes them on.
    """
    from tui.server.storage.messages import Decide, Update
    from tui.server.workers.link import Answer, Link
    from tui.server.workers.pool import RemoteConnection

    unread = Update(0, cast("View", None), None)  # a dummy, as no player is at this end
    ours, theirs = socket.socketpair()
    words = [sys.executable, "-m", "tui.tools.bench_server", "answer", str(theirs.fileno())]
    program = subprocess.Popen(words, pass_fds=(theirs.fileno(),))
    theirs.close()
    ours.setblocking(False)
    lines: list[RemoteConnection] = []
    takes = (int, int, str)
    link = Link(
        *await asyncio.open_connection(sock=ours),
        {"say": Answer(lambda line, *said: lines[line].say(Decide(*said)), takes)},
    )

    def passed_on(number: int, seat: int, data: bytes) -> Update:
        link.tell("told", number, seat, data)
        return unread

    reading = asyncio.create_task(link.run())
    try:
        for ident, _ in tables:
            for seat in (0, 1):
                line = await server.lobby.line(ident, seat)
                assert isinstance(line, RemoteConnection)
                line.read = partial(passed_on, len(lines), seat)
                lines.append(line)
                await line.open(lambda _: None)
        yield
    finally:
        link.close()
        await reading
        program.kill()
        program.wait()


async def answer(descriptor: int) -> None:
    """Answer every decision with the simplest action, for all seats behind a socket."""
    from engine import notation
    from tui.server.storage.messages import Update
    from tui.server.workers.link import Answer, Link
    from tui.session.sent_views import read_back

    def told(line: int, seat: int, data: bytes) -> None:
        update = read_back(data, Update)
        if update.asked == seat:
            least = [
                each for each in update.view.actions if each.verb in ("pass", "done", "keep")
            ] or update.view.actions
            link.tell("say", line, update.number, notation.write(least[0], update.view))

    ours = socket.socket(fileno=descriptor)
    ours.setblocking(False)
    link = Link(
        *await asyncio.open_connection(sock=ours), {"told": Answer(told, (int, int, bytes))}
    )
    await link.run()


# --- over SSH ---


def _over_ssh(data: Path, games: int, seconds: float, idle: int, workers: int) -> dict[str, float]:
    from tui.server.game_server import GameServer

    async def made() -> list[tuple[int, list[str]]]:
        async with GameServer(data) as server:
            return await _tables(server, games)

    guests = [word for _, words in asyncio.run(made()) for word in words]
    with _served(data, workers) as (program, port, metrics):
        with _visited(port, guests, seconds) as players:
            assert players.stdout is not None
            players.stdout.readline()  # all players are at their tables
            before = _numbers(metrics)
            told = json.loads(players.stdout.readline())
            numbers, taken = _numbers(metrics), memory(program.pid)
        figures = _of_paints([Paint(**each) for each in told["paints"]]) | {
            "while nothing changes": told["still"],
            "memory with all players": taken,
            "decisions that players made": (
                numbers["spellfront_decisions_total"] - before["spellfront_decisions_total"]
            )
            / seconds,
            "longest event-loop delay": numbers["spellfront_loop_late_seconds"] * 1000,
        }
        spent = numbers["process_cpu_seconds_total"] - before["process_cpu_seconds_total"]
        figures["processor time per frame"] = spent * 1000 / max(1, figures["frames seen"])
        if idle:
            figures["memory of 1,000 idle sessions"] = _idle_memory(program.pid, port, idle)
    return {name: figures[name] for name in (*TARGETS, *ALSO) if name in figures}


def _of_paints(paints: Sequence[Paint]) -> dict[str, float]:
    seen = [paint for paint in paints if paint.size]
    middle, most = _spread([paint.milliseconds for paint in seen])
    steps = [paint.size for paint in seen if paint.step]
    return {
        "keypress to painted frame, median": middle,
        "keypress to painted frame, 95th percentile": most,
        "cursor step, median size": median(steps) if steps else 0.0,
        "frames seen": len(seen),
    }


@contextmanager
def _served(data: Path, workers: int) -> Iterator[tuple[subprocess.Popen[str], int, int]]:
    """Run a server; yield the process, the SSH port and the metrics port."""
    words = [
        sys.executable,
        "-m",
        "tui.cli",
        "serve",
        "--port",
        "0",
        "--metrics",
        "0",
        "--per-address",
        "5000",
        "--data",
        str(data),
    ]
    words += ["--workers", str(workers)]
    program = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert program.stdout is not None
    try:
        ports: list[int] = []
        while len(ports) < 2 and (line := program.stdout.readline()):
            ports += [int(found) for found in re.findall(r"(?:port |:)(\d+)", line)][:1]
        if len(ports) < 2:
            raise CommandError("the server to be measured didn't start")
        yield program, ports[0], ports[1]
    finally:
        program.terminate()
        program.wait(30)


@contextmanager
def _visited(port: int, guests: Sequence[str], seconds: float) -> Iterator[subprocess.Popen[str]]:
    """Run the players in a separate program."""
    told = json.dumps({"port": port, "guests": list(guests), "seconds": seconds})
    program = subprocess.Popen(
        [sys.executable, "-m", "tui.tools.bench_server", told], stdout=subprocess.PIPE, text=True
    )
    try:
        yield program
    finally:
        program.kill()
        program.wait()


def _numbers(port: int) -> dict[str, float]:
    text = urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=20).read().decode()
    return {name: float(figure) for name, figure in re.findall(r"^(\w+) (\S+)$", text, re.M)}


def _idle_memory(pid: int, port: int, idle: int) -> float:
    """Return the megabytes of a thousand idle players, extrapolated from fewer."""
    before = memory(pid)
    with _visited(port, [""] * idle, 0) as players:
        assert players.stdout is not None
        players.stdout.readline()
        time.sleep(3)
        taken = max(0.0, memory(pid) - before)
    return before + taken / idle * 1000


def memory(pid: int) -> float:
    """Return the megabytes of a process and its descendants, counting shared memory once.

    Returns 0 where the system doesn't tell.
    """
    return sum(map(_own_memory, (pid, *_descendants(pid))))


def _descendants(pid: int) -> Iterator[int]:
    """Return all descendants of a process."""
    for tasks in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):
            for child in map(int, tasks.read_text().split()):
                yield child
                yield from _descendants(child)


def _own_memory(pid: int) -> float:
    try:
        text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    except OSError:
        return 0.0
    found = re.search(r"^Pss:\s+(\d+)", text, re.M)
    return int(found[1]) / 1024 if found else 0.0


# --- the players ---


class BenchPlayer:
    """A simulated player at a terminal."""

    def __init__(self, port: int, guest: str, turn: asyncio.Lock) -> None:
        """Create a player; the players of a game share the lock `turn`."""
        self._port, self._guest, self._turn = port, guest, turn
        # bytes received, as sent: compressed and encrypted
        self.size = 0
        self._last = 0.0
        # `size` right after the latest cursor step
        self._stepped = -1
        self._random = Random(guest)

    async def come(self) -> None:
        """Connect with the compression of `ssh -C`."""
        import asyncssh

        name = f"guest-{self._guest}" if self._guest else "guest"
        self._line = await asyncssh.connect(
            "127.0.0.1", self._port, username=name, known_hosts=None, client_keys=None,
            config=None, agent_path=None,
            compression_algs=["zlib@openssh.com"],
        )  # fmt: skip
        received = self._line.data_received

        def counted(data: bytes, datatype: int | None = None) -> None:
            self.size += len(data)
            self._last = time.perf_counter()
            received(data, datatype)

        self._line.data_received = counted
        self._terminal = await self._line.create_process(
            term_type="xterm-256color", term_size=SIZE, encoding=None
        )
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        while await self._terminal.stdout.read(1 << 16):
            pass

    async def key(self, keys: str) -> Paint:
        """Press a key and wait for the complete frame."""
        start, before, steps = time.perf_counter(), self.size, keys in "hjkl"
        follows, self._last = self._stepped == before, start
        self._terminal.stdin.write(keys.encode())
        while self.size == before and time.perf_counter() - start < LATEST / 5:
            await asyncio.sleep(0.002)
        while time.perf_counter() - self._last < STILL and time.perf_counter() - start < LATEST:
            await asyncio.sleep(0.005)
        self._stepped = self.size if steps else -1
        return Paint((self._last - start) * 1000, self.size - before, steps and follows)

    async def play(self, seconds: float, paints: list[Paint]) -> None:
        """Press keys for some seconds: passes, answers and cursor steps."""
        await asyncio.sleep(self._random.random() * PACE)
        until = time.perf_counter() + seconds
        while time.perf_counter() < until:
            since = time.perf_counter()
            keys = self._random.choice((" ", "\t\r", " ", "\t\r", "h", "j", "k", "l"))
            async with self._turn:
                paints.append(await self.key(keys))
            await asyncio.sleep(max(0.0, PACE - (time.perf_counter() - since)))


async def visit(port: int, guests: Sequence[str], seconds: float) -> None:
    """Connect all players, let those with a game play, and print the figures."""
    turns = [asyncio.Lock() for _ in guests[::2]]
    players = [BenchPlayer(port, guest, turns[number // 2]) for number, guest in enumerate(guests)]
    for player in players:
        await player.come()
    await asyncio.sleep(2)
    if not seconds:
        print("here", flush=True)
        await asyncio.sleep(3600)
    for keys in ("\r", "y"):  # open the game in the lobby's first row, then keep the hand
        for player in players:
            await player.key(keys)
    print("here", flush=True)
    before = [player.size for player in players]
    await asyncio.sleep(3)
    still = sum(player.size for player in players) - sum(before)
    paints: list[Paint] = []
    await asyncio.gather(*(player.play(seconds, paints) for player in players))
    print(
        json.dumps({"paints": [to_builtins(paint) for paint in paints], "still": still}), flush=True
    )


if __name__ == "__main__":
    if sys.argv[1] == "answer":
        asyncio.run(answer(int(sys.argv[2])))
    else:
        asyncio.run(visit(**json.loads(sys.argv[1])))
