"""`spellfront bench screen`: time and bytes from a keypress to a full table's new frame."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import tempfile
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from statistics import median, quantiles

from msgspec import Struct

from tui.commands.common import NAMES

SIZES = ((80, 24), (140, 45))  # columns and rows of the terminals
PLAYERS, PIECES, SIDE = 4, 60, 20
# cursor steps, moved pieces and opened help pages per run
STEPS, MOVES, PAGES = 60, 8, 3
STILL = 0.12  # seconds without output after which a frame is complete
SOON = 60.0  # seconds for the table to appear
TARGETS = {
    "cursor step, median": (20.0, "ms"),
    "cursor step, 95th percentile": (40.0, "ms"),
    "cursor step, median size": (400.0, "bytes"),
    "moved piece, median size": (2_000.0, "bytes"),
    "help opened": (30_000.0, "bytes"),
    "help closed": (30_000.0, "bytes"),
}
CARDS = (
    "Grizzly Bears",
    "Hill Giant",
    "White Knight",
    "Serra Angel",
    "Craw Wurm",
    "Air Elemental",
    "Black Knight",
)
SHOWN = "from tui.tools.bench_screen import show; show({seed})"


class Seen(Struct, frozen=True):
    """The effect of a key: milliseconds until the last byte, and the number of bytes."""

    milliseconds: float
    size: int


def run(runs: int, seed: int) -> int:
    """Measure on terminals of two sizes; print best, median and target."""
    print(
        f"Battle Field {SIDE}x{SIDE}, {PLAYERS} players, {PIECES} pieces, threats shown, 256 "
        "colors, over a pseudo-terminal"
    )
    for size in SIZES:
        tables = [_measured(size, seed + number) for number in range(runs)]
        print(f"\n{size[0]}x{size[1]:<19} {'best':>10} {'median':>10} {'target':>10}")
        for what, (target, unit) in TARGETS.items():
            figures = [table[what] for table in tables]
            verdict = "" if median(figures) < target else "  missed"
            print(
                (
                    f"{what:26} {min(figures):10,.1f} {median(figures):10,.1f} {target:10,.0f} "
                    f"{unit}{verdict}"
                ),
                flush=True,
            )
    return 0


def _measured(size: tuple[int, int], seed: int) -> dict[str, float]:
    """Return the figures of one run."""
    random = Random(seed)
    with _table(size, seed) as end:
        _keyed(end, "t")
        steps = [_keyed(end, random.choice("hjkl")) for _ in range(STEPS)]
        _keyed(end, "T")
        moved = [_moved(end) for _ in range(MOVES)]
        pages = [(_keyed(end, "?"), _keyed(end, "\x1b")) for _ in range(PAGES)]
    times = [seen.milliseconds for seen in steps if seen.size]
    return {
        "cursor step, median": median(times),
        "cursor step, 95th percentile": quantiles(times, n=20)[-1],
        "cursor step, median size": median(seen.size for seen in steps if seen.size),
        "moved piece, median size": median(seen.size for seen in moved),
        "help opened": median(opened.size for opened, _ in pages),
        "help closed": median(closed.size for _, closed in pages),
    }


def _moved(end: int) -> Seen:
    """Pick a piece and move it to the first possible square."""
    for key in ("\t", "\r", "\t"):
        _keyed(end, key)
    return _keyed(end, "\r")


def _keyed(end: int, key: str) -> Seen:
    """Press a key and wait for the complete frame."""
    start = last = time.perf_counter()
    os.write(end, key.encode())
    size, patience = 0, 5 * STILL
    while select.select([end], [], [], patience)[0]:
        size += len(os.read(end, 1 << 16))
        last, patience = time.perf_counter(), STILL
    return Seen((last - start) * 1000, size)


@contextmanager
def _table(size: tuple[int, int], seed: int) -> Iterator[int]:
    """Run the table in a new terminal without settings or saves; yield the terminal's end."""
    with tempfile.TemporaryDirectory() as home:
        pid, end = pty.fork()
        if not pid:
            folders = {f"XDG_{name}_HOME": home for name in ("DATA", "CONFIG", "STATE", "CACHE")}
            known = {
                name: value
                for name, value in os.environ.items()
                if name not in ("COLORTERM", "NO_COLOR", "TEXTUAL_COLOR_SYSTEM")
            }
            words = [sys.executable, "-c", SHOWN.format(seed=seed)]
            os.execve(sys.executable, words, known | folders | {"TERM": "xterm-256color"})
        fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
        try:
            _appear(end)
            yield end
        finally:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            os.close(end)


def _appear(end: int) -> None:
    """Wait until the table is complete."""
    until, data = time.monotonic() + SOON, b""
    while b"First Main" not in data:
        if time.monotonic() > until:
            raise RuntimeError("the table to measure did not appear")
        if select.select([end], [], [], 0.2)[0]:
            data += os.read(end, 1 << 16)
    while select.select([end], [], [], 1.0)[0]:
        os.read(end, 1 << 16)


# --- the measured table ---


def show(seed: int) -> None:
    """Show the table to be measured."""
    from engine.history.record import Record, SeatEntry
    from engine.history.recording import Recorder
    from engine.scenario import stage_of
    from tui.app import SpellfrontApp
    from tui.session.local import LocalSession
    from tui.terminal.capabilities import this_terminal

    stage, read, problems = stage_of(position(seed), "bench")
    if stage is None or read is None:
        raise RuntimeError("\n".join(map(str, problems)))
    kinds = ["human", *["ai:easy"] * (PLAYERS - 1)]
    record = Record(
        variant=read.variant,
        seats=[SeatEntry(name, kind) for name, kind in zip(NAMES, kinds, strict=False)],
    )
    SpellfrontApp(
        LocalSession(Recorder(stage.game, record), kinds), pace=0, terminal=this_terminal()
    ).run()


def position(seed: int) -> str:
    """Return a scenario with pieces of all players on random squares."""
    random = Random(seed)
    squares = [f"{chr(97 + x)}{y + 1}" for x in range(SIDE) for y in range(SIDE)]
    drawn = random.sample(squares, PIECES)
    lines = [
        (
            'title = "A full table"\nvariant = "battle_field"\nstep = "First Main"\nturn = '
            f'41\nscript = ""\nactive = "{NAMES[0]}"'
        )
    ]
    lines.append(f'options = {{ size = "{SIDE}x{SIDE}" }}')
    for name, square in zip(NAMES[:PLAYERS], drawn, strict=False):
        lines.append(
            f'[[player]]\nname = "{name}"\ntoken = "{square}"\nhand = ["Plains", "Serra '
            'Angel"]\nlibrary = ["Plains", "Plains"]'
        )
    for number, square in enumerate(drawn[PLAYERS:]):
        lines.append(
            f'[[permanent]]\ncard = "{random.choice(CARDS)}"\ncontroller = '
            f'"{NAMES[number % PLAYERS]}"\nspace = "{square}"'
        )
    return "\n".join(lines)
