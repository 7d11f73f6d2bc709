"""Programs are killed at random moments, at the screen, in `sim` and two at a time on one save: no
decision that was told is lost.

    python -m tests.hostile.kill --count 200 --seed 1

Before each kill the game's file is read; afterwards it must begin with what was read, be a record,
and come out the same to its last line. Of two programs on one save one plays and the other waits
until it may; each tells every decision with the mark of the position, and all that was told must
stand in the file in the end. Prints a line for each way; 1 if anything was lost.
"""

from __future__ import annotations

import argparse
import os
import pty
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

ROOT = Path(__file__).parents[2]
KEYS = (
    b" ",
    b"\r",
    b"\t",
    b"y",
    b"n",
    b"m",
    b"\x1b[B",
    b"\x1b[C",
    b"1",
    b"2",
    b"a",
    b"d",
    b"u",
    b"v",
    b"?",
    b"\x1b",
)
STARTING = 20.0  # so many seconds a program may take until its game is there


def environment(home: Path) -> dict[str, str]:
    """Folders of its own for a program."""
    folders = {f"XDG_{name}_HOME": str(home) for name in ("DATA", "CONFIG", "STATE", "CACHE")}
    return os.environ | folders | {"TERM": "xterm-256color", "PYTHONPATH": str(ROOT)}


def games(home: Path) -> list[Path]:
    """The records that a program has written."""
    return sorted(home.rglob("*.game"))


def whole_lines(path: Path) -> bytes:
    """What a file has said to the end of a line."""
    data = path.read_bytes()
    return data[: data.rfind(b"\n") + 1]


def lost(path: Path, before: bytes) -> str:
    """What is wrong with a game's file after a kill; nothing where all that was read before is
    there and it plays to its end.
    """
    from engine.history.record import RecordError, load
    from engine.history.replay import check

    if not path.read_bytes().startswith(before):
        return f"{path.name}: what was saved before is not there any more"
    try:
        check(load(path))
    except RecordError as error:
        return str(error)
    return ""


def at_the_screen(random: Random, home: Path) -> list[str]:
    """A person presses keys against the computer, and the program is killed."""
    pid, end = pty.fork()
    if not pid:
        words = [
            sys.executable,
            "-m",
            "tui.cli",
            "play",
            "--seats",
            "human,ai:easy",
            "--variant",
            random.choice(("conquering", "tactical")),
        ]
        os.execve(sys.executable, words, environment(home))
    until = time.monotonic() + STARTING
    while not games(home) and time.monotonic() < until:
        _drain(end, 0.05)
    for _ in range(random.randrange(60)):
        with suppress(OSError):
            os.write(end, random.choice(KEYS))
        _drain(end, random.random() / 20)
    return _killed(pid, home, end)


def _drain(end: int, seconds: float) -> None:
    if select.select([end], [], [], seconds)[0]:
        with suppress(OSError):
            os.read(end, 1 << 16)


def in_sim(random: Random, home: Path) -> list[str]:
    """Computer players play a few games, which are recorded."""
    words = [
        "-m",
        "tui.cli",
        "sim",
        "--games",
        "3",
        "--seats",
        "random,random",
        "--seed",
        str(random.randrange(9999)),
        "--record",
        str(home),
    ]
    process = subprocess.Popen(
        [sys.executable, *words], env=environment(home), stdout=subprocess.DEVNULL
    )
    until = time.monotonic() + STARTING
    while not games(home) and process.poll() is None and time.monotonic() < until:
        time.sleep(0.01)
    time.sleep(random.random())
    return _killed(process.pid, home)


def _killed(pid: int, home: Path, end: int = -1) -> list[str]:
    before = {path: whole_lines(path) for path in games(home)}
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    if end >= 0:
        os.close(end)
    after = games(home)
    gone = [f"{path.name} is gone" for path in before if path not in after]
    return (
        gone
        + [fault for path in after if (fault := lost(path, before.get(path, b"")))]
        + ([] if after else ["no game was begun"])
    )


def two_on_one_save(random: Random, home: Path) -> list[str]:
    """Two programs want to go on with one game; whichever has it is killed, and the other goes
    on.
    """
    path = home / "spellfront" / "games" / "a.game"
    words = [
        sys.executable,
        "-m",
        "tests.hostile.kill",
        "--play",
        str(path),
        "--seed",
        str(random.randrange(9999)),
    ]
    told, processes = home / "told", list[subprocess.Popen[bytes]]()
    with told.open("ab") as file:
        processes += (
            subprocess.Popen(
                [*words, "--number", str(n)], env=environment(home), stdout=file, cwd=ROOT
            )
            for n in (1, 2)
        )
    until = time.monotonic() + STARTING
    while not whole_lines(told) and time.monotonic() < until:
        time.sleep(0.02)
    time.sleep(random.random())
    first, second = random.sample(processes, 2)
    first.kill()
    first.wait()
    time.sleep(random.random())
    second.kill()
    second.wait()
    return list(_missing(path, told)) or ([fault] if (fault := lost(path, b"")) else [])


def _missing(path: Path, told: Path) -> Iterator[str]:
    """Decisions that a program told of and that are not in the file."""
    from engine.history.record import load

    entries = load(path).entries
    if not whole_lines(told):
        yield "nothing was told"
    for line in whole_lines(told).decode().splitlines():
        number, mark = line.split()
        if int(number) >= len(entries) or entries[int(number)].mark != mark:
            yield f"decision {number} was told with the mark {mark} and is not in the file"


def play(path: Path, seed: int, number: int) -> None:
    """Go on with a game as soon as it is free, and tell of each decision once it is made."""
    from engine.history.record import RecordError
    from tests.tui.games import session
    from tui.session.local import LocalSession
    from tui.tools.random_play import choose

    random = Random(seed + number)
    if number == 1:
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
        begun = path.with_name("begun")
        session(("human", "human"), seed=seed, path=begun).close()
        os.link(begun, path)
    while True:
        try:
            played = LocalSession.resume(path)
            break
        except (RecordError, OSError):
            time.sleep(0.02)
    while played.game.decision is not None:
        played.act(choose(played.game.legal_actions(), random))
        entries = played.recorder.record.entries
        os.write(1, f"{len(entries) - 1} {entries[-1].mark}\n".encode())


WAYS = {"at the screen": at_the_screen, "in sim": in_sim, "two on one save": two_on_one_save}


def main(words: list[str] | None = None) -> int:
    """Kill programs in every way in turn."""
    made = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    made.add_argument("--count", type=int, default=200)
    made.add_argument("--seed", type=int, default=1)
    made.add_argument("--play", help=argparse.SUPPRESS)
    made.add_argument("--number", type=int, default=0, help=argparse.SUPPRESS)
    arguments = made.parse_args(words)
    if arguments.play:
        play(Path(arguments.play), arguments.seed, arguments.number)
        return 0
    faults = 0
    kills = dict.fromkeys(WAYS, 0)
    for number in range(arguments.count):
        name = list(WAYS)[number % len(WAYS)]
        with tempfile.TemporaryDirectory() as home:
            found = WAYS[name](Random(f"{arguments.seed} {number}"), Path(home))
        kills[name] += 1
        faults += bool(found)
        for fault in found:
            print(f"{number} {name}: {fault}", flush=True)
    print(
        ", ".join(f"{name}: {count}" for name, count in kills.items())
        + f"; {faults} with something lost"
    )
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
