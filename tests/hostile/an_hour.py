"""A server for an hour, and the memory that it takes every minute: games end and begin anew, people
come, play, watch and go.

    python -m tests.hostile.an_hour
    python -m tests.hostile.an_hour --minutes 10 --games 10 --objects 12

At each table two bots play by words over SSH, over many connections, and take back now and then.
Others sit at a terminal against the computer and press keys, look on at games, or play line by
line. 1 where memory has grown by more an hour than `--most` in the second half, or where something
of those who were there is left when all have gone.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

import asyncssh

from tests.server.bots import Bot, at_one_table, eager, lazy
from tests.server.server_tests import NO_HELP

ROOT = Path(__file__).parents[2]
# decisions in a game at most, after which somebody gives up: they do so at any time
LONGEST_GAME = 300
MANY = 100_000  # accounts a day and tables an hour, as many as nobody makes
STAY = 40  # decisions after which a bot's line breaks, and it comes again
VARIANTS = ("conquering", "battle_field", "frontier", "tactical", "war_game")
SIZES = ((80, 24), (100, 30), (132, 43))
IN_THE_HALL = ("w\x1b", ",\x1b", "j", "k", "?\x1b", "C\x1b", "a\x1b")
AT_A_TABLE = (" ", "\t\r", "h", "j", "k", "l", " ", "?\x1b", "L\x1b", "\t\r", "'\x1b", "v\x1b")
GONE = 300.0  # seconds after which nothing may be left of those who were there
# what comes of lines that break
TROUBLE = (
    OSError,
    asyncssh.Error,
    AssertionError,
    asyncio.TimeoutError,
    ValueError,
    KeyError,
    TypeError,
)
PEOPLE = (
    "ServerApp",
    "Widget",
    "SeatSession",
    "PlainVisit",
    "Connection",
    "SSHConnection",
    "Match",
    "GameInProgress",
)
"""Kinds of things that are there only while somebody is."""

# --- the server ---


async def serve(data: Path, port: int, every: float, objects: int, workers: int) -> None:
    """A server that tells what it takes, again and again, until it is ended."""
    from tui.commands.serve import collect_cycles
    from tui.server.game_server import GameServer
    from tui.server.quotas import Shares
    from tui.server.ssh.limits import ConnectionLimits
    from tui.server.ssh.server import listen

    shares = Shares(new_accounts=MANY, new_tables=MANY)  # those who come are many, from one address
    async with GameServer(data, workers=workers, shares=shares) as server:
        listener = await listen(server, "127.0.0.1", port, ConnectionLimits.of_addresses(2_000))
        collect_cycles()
        first = Counter[str]()
        while True:
            told = measured(server) | {"port": listener.get_port()}
            if objects:
                found = kinds()
                told["grown"] = (found - first).most_common(objects) if first else []
                first = first or (found if told["matches"] > 1 else first)
            sys.stdout.write(json.dumps(told) + "\n")
            sys.stdout.flush()
            await asyncio.sleep(every)


def measured(server: Any) -> dict[str, Any]:
    """What a server takes, and what there is of it."""
    taken: dict[str, Any] = sizes("self")
    match_directory = server.lobby.directory
    processes = [
        worker.process
        for worker in getattr(match_directory.host, "_workers", ())
        if worker.process is not None
    ]
    taken["workers"] = [sizes(str(process.pid))["pss"] for process in processes]
    left = (
        {}
        if server.apps or match_directory.led
        else {name: found for name, found in there().items() if found}
    )
    return taken | {
        "terminals": len(server.apps), "players": len(server.lobby.here),
        "matches": len(match_directory.led),
        "tasks": len(asyncio.all_tasks()),
        "objects": len(gc.get_objects()), "decisions": server.store.decisions, "left": left,
    }  # fmt: skip


def sizes(process: str) -> dict[str, float]:
    """Megabytes that a process has: its share of what it shares, and all of it."""
    text = Path(f"/proc/{process}/smaps_rollup").read_text()
    return {
        name.lower(): int(found[1]) / 1024
        for name in ("Pss", "Rss")
        if (found := re.search(rf"{name}:\s+(\d+) kB", text))
    }


def kinds() -> Counter[str]:
    """How many things there are of each kind."""
    gc.collect()
    return Counter(type(each).__qualname__ for each in gc.get_objects())


def _is_of_a_screen(kind: type) -> bool:
    """Return whether a class belongs to the server or its screens: SQLite has connections too."""
    return str(kind.__module__).startswith(("tui.", "textual."))


def there() -> dict[str, int]:
    """How many things there are of the kinds that belong to somebody, with those derived from
    them.
    """
    gc.collect()
    found = Counter(
        name
        for each in gc.get_objects()
        for name in {kind.__name__ for kind in type(each).__mro__ if _is_of_a_screen(kind)}
        & set(PEOPLE)
    )
    return {name: found[name] for name in PEOPLE}


# --- those who come ---


class Crowd:
    """Everybody who comes to the server."""

    def __init__(self, port: int, arguments: argparse.Namespace) -> None:
        self.port, self.pace, self.random = port, arguments.pace, Random(arguments.seed)
        self.counts = Counter[str]()
        self.tables: list[int] = []  # games that go on

    async def again_and_again(self, do: Callable[[int], Awaitable[object]], number: int) -> None:
        """Do something until the end; what breaks is begun anew."""
        while True:
            try:
                await do(number)
            except TROUBLE as error:
                self.counts[f"{do.__name__}: {type(error).__name__}: {str(error)[:200]}"] += 1
                await asyncio.sleep(1)

    async def all(self, arguments: argparse.Namespace) -> None:
        who = [
            (self.bots, arguments.games),
            (self.alone, arguments.alone),
            (self.watch, arguments.visitors),
            (self.read, arguments.lines),
        ]
        await asyncio.gather(
            *(self.again_and_again(do, number) for do, many in who for number in range(many))
        )

    async def bot(self, name: str) -> Bot:
        """Somebody new, who has an account."""
        return await Bot(self.port, f"{name}{self.random.randrange(10**9)}").come()

    # --- bots ---

    async def bots(self, number: int) -> None:
        """Two who play one game after another."""
        edna, dale = await self.bot("Edna"), await self.bot("Dale")
        while True:
            variant = self.random.choice(VARIANTS)
            table = await at_one_table(edna, dale, variant)
            self.tables.append(table)
            try:
                await self.game(edna, dale, table)
            finally:
                self.tables.remove(table)
            self.counts["games"] += 1

    async def game(self, edna: Bot, dale: Bot, table: int) -> None:
        """A game to its end: each says what it does over a line that breaks now and then."""
        most = self.random.randrange(LONGEST_GAME)
        choose = dict(
            zip(
                (edna, dale),
                self.random.sample((eager(self.random.randrange(99)), lazy), 2),
                strict=True,
            )
        )
        position, number = (await edna.says(f"show {table}"))["position"], 0
        while position is not None and position["asked"] is not None:
            number += 1
            bot, other = (edna, dale) if position["asked"] == 1 else (dale, edna)
            if position["question"] is None:
                position = (await bot.says(f"show {table}"))["position"]
                continue
            await asyncio.sleep(self.pace * 2 * self.random.random())
            if number > most:
                await bot.says(f"concede {table}")
                return
            done = await bot.tries(
                f'decide {table} "{choose[bot](position)}" --number {position["number"]} --json'
            )
            if self.random.random() < 0.05:
                await self.take_back(bot, other, table)
            if not number % STAY:
                bot.go()
                await bot.come_back(self.port)
            position = json.loads(done[1])["position"] if not done[0] and number % STAY else None
            position = position or (await other.says(f"show {table}"))["position"]

    async def take_back(self, bot: Bot, other: Bot, table: int) -> None:
        """One asks for what it decided last back, and the other agrees."""
        if (
            not (await bot.tries(f"propose {table} take-back"))[0]
            and not (await other.tries(f"agree {table}"))[0]
        ):
            self.counts["take-backs"] += 1

    # --- at terminals ---

    async def terminal(self, bot: Bot | None, seconds: float, *, at_table: bool) -> None:
        """Somebody sits at a terminal, presses keys, and is gone: their line breaks, or they
        close it.
        """
        keys = bot.key if bot is not None else None
        line = await asyncssh.connect(
            "127.0.0.1",
            self.port,
            username="guest" if bot is None else bot.name,
            client_keys=[keys] if keys else None,
            **NO_HELP,
        )
        try:
            terminal = await line.create_process(
                term_type="xterm-256color", term_size=self.random.choice(SIZES), encoding=None
            )
            reading = asyncio.create_task(drained(terminal.stdout))
            await asyncio.sleep(1)
            for key in self.random.sample(IN_THE_HALL, 2):
                terminal.stdin.write(key.encode())
                await asyncio.sleep(0.5)
            if at_table:
                terminal.stdin.write(b"\r")
                await asyncio.sleep(1)
            until = time.monotonic() + seconds
            while time.monotonic() < until and not reading.done():
                terminal.stdin.write(
                    self.random.choice(AT_A_TABLE if at_table else IN_THE_HALL).encode()
                )
                await asyncio.sleep(0.3 + self.pace * self.random.random())
                if self.random.random() < 0.05:
                    terminal.change_terminal_size(*self.random.choice(SIZES))
            reading.cancel()
        finally:
            line.abort() if self.random.random() < 0.5 else line.close()
        self.counts["visits"] += 1

    async def alone(self, number: int) -> None:
        """Somebody plays at a terminal against the computer, comes again and again, and gives up
        in the end.
        """
        bot = await self.bot("Theresa")
        for _ in range(20):
            table = (await bot.says(f"make {self.random.choice(VARIANTS)} easy"))["table"]["table"]
            await bot.says(f"start {table}")
            for _ in range(self.random.randrange(1, 4)):
                await self.terminal(bot, 15, at_table=True)
            await bot.tries(f"concede {table}")
            self.counts["games against the computer"] += 1
        bot.go()

    async def watch(self, number: int) -> None:
        """Somebody looks on at a game, or stays in the lobby."""
        await self.terminal(None, self.random.random() * 15, at_table=bool(number % 4))

    async def read(self, number: int) -> None:
        """Somebody looks on line by line."""
        line = await asyncssh.connect(
            "127.0.0.1", self.port, username="guest", client_keys=None, **NO_HELP
        )
        try:
            if self.tables:
                process = await line.create_process(
                    f"play {self.random.choice(self.tables)} --plain"
                )
                reading = asyncio.create_task(drained(process.stdout))
                for _ in range(self.random.randrange(5)):
                    process.stdin.write(
                        self.random.choice(("map\n", "log\n", "rules M-1\n", "stack\n"))
                    )
                    await asyncio.sleep(1)
                reading.cancel()
                self.counts["readings"] += 1
            await asyncio.sleep(1)
        finally:
            line.abort() if self.random.random() < 0.5 else line.close()


async def drained(stream: Any) -> None:
    """Read all there is."""
    with suppress(*TROUBLE):
        while await stream.read(1 << 16):
            pass


async def come(port: int, arguments: argparse.Namespace) -> None:
    """Everybody comes; what they have done is told at the end."""
    crowd = Crowd(port, arguments)
    with suppress(TimeoutError):
        await asyncio.wait_for(crowd.all(arguments), arguments.minutes * 60)
    sys.stdout.write(
        ", ".join(f"{count} {what}" for what, count in sorted(crowd.counts.items())) + "\n"
    )


# --- what is found ---


def slope(points: list[tuple[float, float]]) -> float:
    """By how much something grows in a unit of time, along the line that fits best."""
    if len(points) < 2:
        return 0.0
    at, value = fmean(x for x, _ in points), fmean(y for _, y in points)
    spread = sum((x - at) ** 2 for x, _ in points)
    return sum((x - at) * (y - value) for x, y in points) / spread if spread else 0.0


def run(arguments: argparse.Namespace) -> int:
    """Measure a server while all come, and once they have gone."""
    words = [sys.executable, "-m", "tests.hostile.an_hour"]
    # megabytes of the front process, then of each worker
    points: list[tuple[float, Sequence[float]]] = []
    with (
        tempfile.TemporaryDirectory() as data,
        socket.socket() as free,
        (Path(data) / "log").open("w+") as log,
    ):
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        server = subprocess.Popen(
            [*words, "--serve", data, "--port", str(port), "--every", str(arguments.every),
            "--objects", str(arguments.objects),
             "--workers", str(arguments.workers)],
            stdout=subprocess.PIPE, stderr=log, cwd=ROOT, text=True,
        )  # fmt: skip
        assert server.stdout is not None
        server.stdout.readline()
        passed = [
            f"--{name}={getattr(arguments, name)}"
            for name in ("minutes", "games", "alone", "visitors", "lines", "pace", "seed")
        ]
        crowd = subprocess.Popen(
            [*words, "--come", *passed, "--port", str(port)],
            stdout=subprocess.PIPE,
            cwd=ROOT,
            text=True,
        )
        begun, gone_at, told = time.monotonic(), 0.0, {}
        heads = (
            ("minute", 7),
            ("PSS MB", 8),
            ("workers", 12),
            ("RSS MB", 8),
            ("terminals", 10),
            ("matches", 8),
            ("tasks", 7),
        )
        print(*(f"{name:>{width}}" for name, width in (*heads, ("objects", 9), ("decisions", 10))))
        try:
            while line := server.stdout.readline():
                told, minute = json.loads(line), (time.monotonic() - begun) / 60
                workers = "+".join(f"{size:.0f}" for size in told["workers"])
                print(
                    f"{minute:7.1f} {told['pss']:8.1f} {workers:>12} {told['rss']:8.1f} "
                    f"{told['terminals']:10} {told['matches']:8} "
                    f"{told['tasks']:7} {told['objects']:9,} {told['decisions']:10,}",
                    *(f"{name} +{count}" for name, count in told.get("grown", ())),
                    flush=True,
                )
                if crowd.poll() is None:
                    points.append((minute / 60, [told["pss"], *told["workers"]]))
                    continue
                gone_at = gone_at or time.monotonic()
                if (
                    not told["matches"] and not any(told["left"].values())
                ) or time.monotonic() > gone_at + GONE:
                    break
            assert crowd.stdout is not None
            print(crowd.stdout.read().strip() or "nobody told what they did")
            log.seek(0)
            for words_of_house, count in Counter(
                line for line in log if not line.startswith(" ")
            ).most_common(12):
                print(f"{count} times in the log: {words_of_house.strip()[:200]}")
        finally:
            for program in (crowd, server):
                program.kill()
                program.wait()
    half = points[len(points) // 2 :]
    slopes = [
        slope([(at, sizes[place]) for at, sizes in half if place < len(sizes)])
        for place in range(1 + arguments.workers)
    ]
    theirs = ", ".join(f"{each:+.1f}" for each in slopes[1:])
    print(
        f"MB an hour in the second half: {slopes[0]:+.1f} the front process, {theirs} its workers; "
        f"left when all had gone: {told['left'] or 'nothing'}, {told['matches']} matches"
    )
    return 1 if max(slopes) > arguments.most or any(told["left"].values()) or told["matches"] else 0


def main(words: list[str] | None = None) -> int:
    """Keep a server for an hour."""
    made = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    made.add_argument("--minutes", type=float, default=60)
    made.add_argument("--games", type=int, default=20, help="tables at which two bots play")
    made.add_argument(
        "--alone", type=int, default=4, help="people at terminals against the computer"
    )
    made.add_argument("--visitors", type=int, default=8, help="people at terminals who look on")
    made.add_argument("--lines", type=int, default=2, help="people who look on line by line")
    made.add_argument(
        "--pace", type=float, default=1.0, help="seconds that a bot thinks, on average"
    )
    made.add_argument("--every", type=float, default=60, help="seconds from one line to the next")
    made.add_argument(
        "--objects",
        type=int,
        default=0,
        help="tell so many kinds of things of which there are more than at first",
    )
    made.add_argument(
        "--most",
        type=float,
        default=4,
        help="megabytes an hour by which the memory of each process may seem to grow",
    )
    made.add_argument(
        "--workers", type=int, default=2, help="processes of the house that host games"
    )
    made.add_argument("--seed", type=int, default=1)
    made.add_argument("--serve", default="", help=argparse.SUPPRESS)
    made.add_argument("--come", action="store_true", help=argparse.SUPPRESS)
    made.add_argument("--port", type=int, default=0, help=argparse.SUPPRESS)
    arguments = made.parse_args(words)
    if arguments.serve:
        asyncio.run(
            serve(
                Path(arguments.serve),
                arguments.port,
                arguments.every,
                arguments.objects,
                arguments.workers,
            )
        )
    elif arguments.come:
        asyncio.run(come(arguments.port, arguments))
    else:
        return run(arguments)
    return 0


if __name__ == "__main__":
    sys.exit(main())
