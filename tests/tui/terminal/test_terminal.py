"""Whatever ends the program, the terminal is as it was and the game can be gone on with."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import sys
import time
from pathlib import Path

import pytest

from engine.history.record import load
from tui.session.local import LocalSession
from tui.terminal.capabilities import Terminal, TerminalKind, by_name, described

pytestmark = pytest.mark.slow

SOON = 60.0  # so many seconds anything may take on a busy machine
# what gives the terminal its own page back, its cursor and its mouse
LEFT = (b"\x1b[?1049l", b"\x1b[?25h", b"\x1b[?1000l")


GAME = ("play", "--seats", "human,ai:easy", "--seed", "3")
PUZZLE = (
    "puzzle",
    "play",
    str(Path(__file__).parents[3] / "variants/puzzles/conquering/01-growth-that-waits.toml"),
)


def started(home: Path, *words: str, **environ: str) -> tuple[int, int]:
    """The program in a terminal of its own, which says this of itself: its process, and our end."""
    pid, end = pty.fork()
    if not pid:
        folders = {f"XDG_{name}_HOME": str(home) for name in ("DATA", "CONFIG", "STATE", "CACHE")}
        here = str(Path(__file__).parents[3])
        command = [sys.executable, "-m", "tui.cli", *(words or GAME)]
        usual = {"TERM": "xterm-256color", "PYTHONPATH": here, "LC_ALL": "C.UTF-8"}
        os.environ.pop("COLORTERM", "")
        os.environ.pop("NO_COLOR", "")
        os.execve(sys.executable, command, os.environ | folders | usual | environ)
    return pid, end


def read_until(end: int, wanted: bytes) -> bytes:
    """What the program writes, up to something, or to its end."""
    data, until = b"", time.monotonic() + SOON
    while wanted not in data and time.monotonic() < until:
        if select.select([end], [], [], 0.2)[0]:
            try:
                more = os.read(end, 1 << 16)
            except OSError:
                break
            if not more:
                break
            data += more
    return data


def ended(pid: int) -> int | None:
    """How the program has ended; None if it goes on and on."""
    until = time.monotonic() + SOON
    while time.monotonic() < until:
        found, status = os.waitpid(pid, os.WNOHANG)
        if found:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.05)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    return None


def saved(home: Path) -> Path:
    """The one saved game; nothing tells of a fault."""
    assert not list(home.rglob("fault*"))
    (path,) = home.rglob("*.game")
    return path


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_program_that_is_told_to_end_leaves_the_terminal_as_it_was(
    name: str, tmp_path: Path
) -> None:
    pid, end = started(tmp_path)
    read_until(end, b"keep")
    os.kill(pid, getattr(signal, name))
    told = read_until(end, b"never")
    assert ended(pid) == 0
    assert all(word in told for word in LEFT)
    os.close(end)
    goes_on(saved(tmp_path))


def test_a_program_whose_terminal_has_gone_ends(tmp_path: Path) -> None:
    pid, end = started(tmp_path)
    read_until(end, b"keep")
    os.close(end)
    assert ended(pid) == 0
    goes_on(saved(tmp_path))


# --- terminals told apart ---


def drawn(home: Path, *words: str, until: bytes = b"keep", **environ: str) -> bytes:
    """What the program writes to such a terminal before it is left."""
    pid, end = started(home, *words, **environ)
    told = read_until(end, until)
    os.kill(pid, signal.SIGTERM)
    read_until(end, b"never")
    ended(pid)
    os.close(end)
    return told


COLORS = {
    "true": rb"\x1b\[[0-9;]*[34]8;2;",
    "256": rb"\x1b\[[0-9;]*[34]8;5;",
    "16": rb"\x1b\[(?:[0-9];)*(?:[349][0-7]|10[0-7])[;m]",
}


@pytest.mark.parametrize(
    ("environ", "colors"),
    [
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, "true"),
        ({"TERM": "xterm-256color"}, "256"),
        ({"TERM": "linux"}, "16"),
        ({"TERM": "vt100", "COLORTERM": "truecolor"}, ""),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, ""),
    ],
    ids=["true", "256", "16", "vt100", "no-color"],
)
def test_a_terminal_gets_the_colours_that_it_has(
    environ: dict[str, str], colors: str, tmp_path: Path
) -> None:
    told = drawn(tmp_path, **environ)
    assert [name for name, form in COLORS.items() if re.search(form, told)] == [colors] * bool(
        colors
    )
    # what is filled elsewhere is reversed
    assert (b"\x1b[7m" in told or b";7" in told or b"7;" in told) or colors


def test_a_puzzle_that_is_asked_for_by_name_gets_them_too(tmp_path: Path) -> None:
    told = drawn(tmp_path, *PUZZLE, until=b"Goal")
    assert [name for name, form in COLORS.items() if re.search(form, told)] == ["256"]


@pytest.mark.parametrize(
    "environ", [{"TERM": "vt100"}, {"LC_ALL": "en_US.ISO-8859-1"}], ids=["vt100", "latin"]
)
def test_a_terminal_from_before_unicode_gets_ascii(environ: dict[str, str], tmp_path: Path) -> None:
    told = drawn(tmp_path, **environ)
    assert b"keep" in told
    assert told.isascii()


def test_a_terminal_that_draws_nothing_is_played_on_line_by_line(tmp_path: Path) -> None:
    told = drawn(tmp_path, until=b"> ", TERM="dumb", COLORTERM="truecolor")
    assert b"can't show a full-screen program" in told
    assert b"1. " in told
    assert b"\x1b" not in told
    goes_on(saved(tmp_path))


@pytest.mark.parametrize(
    ("name", "said", "terminal"),
    [
        ("dumb", {"COLORTERM": "truecolor"}, Terminal("dumb", False, "mono", False)),
        ("", {}, Terminal("", False, "mono", False)),
        ("vt220", {}, Terminal("vt220", True, "mono", True)),
        ("xterm-mono", {"COLORTERM": "truecolor"}, Terminal("xterm-mono", True, "mono", False)),
        ("linux", {"LANG": "de_DE"}, Terminal("linux", True, "16", True)),
        (
            "xterm",
            {"COLORTERM": "24bit", "LANG": "de_DE.utf8"},
            Terminal("xterm", True, "true", False),
        ),
        (
            "screen-256color",
            {"LC_ALL": "", "LANG": "C.UTF-8"},
            Terminal("screen-256color", True, "256", False),
        ),
        ("xterm-direct", {}, Terminal("xterm-direct", True, "true", False)),
        ("xterm-direct", {"NO_COLOR": "yes"}, Terminal("xterm-direct", True, "mono", False)),
        ("xterm", {"NO_COLOR": ""}, Terminal("xterm", True, "16", False)),
    ],
)
def test_a_terminal_is_known_by_its_name_where_the_system_knows_none(
    name: str, said: dict[str, str], terminal: Terminal
) -> None:
    assert described(name, by_name(name), said) == terminal


@pytest.mark.parametrize(
    ("known", "colors"),
    [
        (-1, "mono"),
        (0, "mono"),
        (2, "mono"),
        (8, "16"),
        (16, "16"),
        (88, "16"),
        (256, "256"),
        (1 << 24, "true"),
    ],
)
def test_colours_are_counted_as_the_system_has_them(known: int, colors: str) -> None:
    assert described("any", TerminalKind(known, True), {}).colors == colors


def goes_on(path: Path) -> None:
    """The game can be gone on with."""
    session = LocalSession.resume(path)
    try:
        assert session.game.decision is not None
        assert len(load(path).entries) == session.moment
    finally:
        session.close()
