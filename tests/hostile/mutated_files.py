"""Files of every kind, spoilt at random and in ways known to hurt, through the commands that read
them.

    python -m tests.hostile.mutated_files --count 500 --seed 1

Each file goes to the real command in a process that serves many files; no traceback, no fault,
nothing over 5 seconds, no process over 200 MB. Prints what went wrong, then a line for each kind; 1
if anything did.
"""

from __future__ import annotations

import argparse
import io
import os
import resource
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from random import Random
from types import FrameType

from tui.terminal.sanitize import clean

LONGEST = 5  # seconds
LARGEST = 200  # megabytes
SPOILS = (
    "[" * 600 + "]" * 600,
    "x = " + "[" * 600 + "]" * 600 + "\n",
    "x = " + "9" * 5000 + "\n",
    ".".join(["a"] * 20_000) + " = 1\n",
    "\0",
    "\x1b]0;mine\x07\x1b[2J",
    "\u202e\u2066\u200b\u2028",
    "[red]words[/red]",
    "9" * 5000,
    '"""',
    "{",
    "-1",
)
VALUES = (
    "0",
    "-1",
    "1.5",
    "nan",
    "true",
    '""',
    "[]",
    "{}",
    "[[]]",
    "9" * 30,
    "9" * 5000,
    "[" * 600 + "]" * 600,
    '"\\u001b[2J\\u202E"',
    '"\\u0000"',
    '"../.."',
)
"""Values that some field may not like."""
ROOT = Path(__file__).parents[2]


class TooLongError(Exception):
    """A command took longer than it may."""


def spoilt(data: bytes, random: Random) -> bytes:
    """A file's bytes with one to three things done to them, most often one: the first that is no
    TOML hides the others.
    """
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        at, length = random.randrange(len(data) + 1), random.choice((1, 1, 4, 40, 400))
        data = random.choice(DOINGS)(data, at, length, random)
    return data


def _put_in(data: bytes, at: int, _length: int, random: Random) -> bytes:
    return data[:at] + random.choice(SPOILS).encode() + data[at:]


def _at_a_line(data: bytes, at: int, length: int, random: Random) -> bytes:
    return _put_in(data, data.rfind(b"\n", 0, at) + 1, length, random)


def _take_out(data: bytes, at: int, length: int, _random: Random) -> bytes:
    return data[:at] + data[at + length :]


def _say_twice(data: bytes, at: int, length: int, _random: Random) -> bytes:
    return data[: at + length] + data[at:]


def _any_bytes(data: bytes, at: int, length: int, random: Random) -> bytes:
    return data[:at] + random.randbytes(length) + data[at + length :]


def _other_number(data: bytes, at: int, _length: int, random: Random) -> bytes:
    places = [place for place, byte in enumerate(data) if 48 <= byte <= 57]
    at = random.choice(places or [at])
    return (
        data[:at]
        + random.choice((b"-1", b"0", b"99999999999999999999", b"1e9", b"true"))
        + data[at + 1 :]
    )


def _other_value(data: bytes, _at: int, _length: int, random: Random) -> bytes:
    """Another value for a key of a TOML file, which is still one."""
    lines = data.split(b"\n")
    places = [place for place, line in enumerate(lines) if b" = " in line]
    if places:
        place = random.choice(places)
        lines[place] = lines[place].partition(b" = ")[0] + b" = " + random.choice(VALUES).encode()
    return b"\n".join(lines)


def _torn(data: bytes, at: int, _length: int, _random: Random) -> bytes:
    return data[:at]


DOINGS: tuple[Callable[[bytes, int, int, Random], bytes], ...] = (
    _put_in, _at_a_line, _take_out, _say_twice, _any_bytes, _other_number, _other_value,
    _other_value, _torn,
)  # fmt: skip


def _run(*words: str) -> int:
    from tui.cli import main

    return main(words)


def _keys(file: Path) -> int:
    from tui.settings.keymap import KeymapError, read_keymap

    try:
        read_keymap(file)
    except KeymapError as error:
        print(clean(str(error)))
    return 0


def _save(file: Path) -> int:
    from engine.history.record import RecordError
    from tui.session.local import LocalSession
    from tui.settings import paths

    print(clean(str(paths.saved_games())))
    try:
        LocalSession.resume(file).close()
    except RecordError as error:
        print(clean(str(error)))
    return _run("replay", str(file), "--check")


def _map(file: Path) -> int:
    variant = file.with_suffix(".toml")
    lines = (
        'extends = "tactical"',
        'id = "mine"',
        'name = "Mine"',
        'summary = "Mine."',
        "[change]",
        f'"board.map" = "{file.name}"',
    )
    variant.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return _run("variants", "check", str(variant))


def _record() -> bytes:
    """A short game of computer players."""
    with tempfile.TemporaryDirectory() as folder:
        _run(
            "sim", "--seats", "ai:easy,ai:easy", "--games", "1", "--most", "80", "--record", folder
        )
        return next(Path(folder).iterdir()).read_bytes()


def _shipped(folder: str, ending: str) -> list[bytes]:
    return [path.read_bytes() for path in sorted((ROOT / folder).rglob(f"*{ending}"))]


KEYS = b'[table]\ngo-on = "space,p"\npane-to-zones = "P"\n'

READERS: dict[str, tuple[str, Callable[[], list[bytes]], Callable[[Path], int]]] = {
    "variants": (
        ".toml",
        lambda: _shipped("variants", ".toml"),
        lambda file: _run("variants", "check", str(file)),
    ),
    "cards": (
        ".toml",
        lambda: _shipped("engine/cards/data", ".toml")[:6],
        lambda file: _run("cards", "check", str(file)),
    ),
    "decks": (
        ".txt",
        lambda: _shipped("engine/cards/data/decks", ".txt"),
        lambda file: _run("decks", "check", str(file)),
    ),
    "keys": (".toml", lambda: [KEYS], _keys),
    "records": (".game", lambda: [_record()], _save),
    "scenarios": (
        ".toml",
        lambda: _shipped("tests/scenarios", ".toml"),
        lambda file: _run("scenario", "run", str(file)),
    ),
    "maps": (".txt", lambda: _shipped("variants/maps", ".txt"), _map),
}
"""For each kind the ending of its files, good ones to begin with, and what reads them."""


def _too_long(_signal: int, _frame: FrameType | None) -> None:
    raise TooLongError


def attempt(read: Callable[[Path], int], file: Path) -> str:
    """What goes wrong as a file is read, or nothing."""
    said = io.StringIO()
    signal.signal(signal.SIGALRM, _too_long)
    signal.alarm(LONGEST)
    try:
        with redirect_stdout(said), redirect_stderr(said):
            status = read(file)
    except TooLongError:
        return f"more than {LONGEST} seconds"
    except Exception as error:  # whatever reaches the player that is no words
        return f"{type(error).__name__}: {str(error)[:80]}"
    finally:
        signal.alarm(0)
    words = said.getvalue()
    if status not in (0, 1, 2) or "Traceback" in words:
        return f"status {status}: {words[-120:]!r}"
    strange = next((letter for letter in words if not letter.isprintable() and letter != "\n"), "")
    return f"{strange!r} would reach the terminal" if strange else ""


def faults(kind: str, count: int, seed: int) -> Iterator[str]:
    """What goes wrong with so many spoilt files of a kind."""
    ending, good, read = READERS[kind]
    random = Random(f"{kind} {seed}")
    with redirect_stdout(io.StringIO()):
        originals = good()
    with tempfile.TemporaryDirectory() as folder:
        for number in range(count):
            file = Path(folder) / f"{kind}-{number}{ending}"
            file.write_bytes(spoilt(random.choice(originals), random))
            if fault := attempt(read, file):
                yield f"{kind} {number}: {fault}"
            file.unlink()


def _in_a_process(kind: str, count: int, seed: int) -> tuple[int, int]:
    """How many faults there were, and the megabytes that the process took."""
    child = os.fork()
    if not child:
        found = 0
        for fault in faults(kind, count, seed):
            found += 1
            print(fault, flush=True)
        os._exit(min(found, 100))
    _, status, used = os.wait4(child, 0)
    return os.waitstatus_to_exitcode(status), used.ru_maxrss // 1024


def main() -> int:
    """Spoil and read; 1 if anything went wrong."""
    parser = argparse.ArgumentParser(
        description="Spoilt files of every kind through the commands that read them."
    )
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kinds", nargs="*", default=list(READERS), choices=list(READERS))
    arguments = parser.parse_args()
    wrong = False
    for kind in arguments.kinds:
        found, megabytes = _in_a_process(kind, arguments.count, arguments.seed)
        wrong = wrong or bool(found) or megabytes > LARGEST
        print(f"{kind}: {arguments.count} files, {found} faults, {megabytes} MB", flush=True)
    print(f"this process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
