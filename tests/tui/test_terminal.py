"""Whatever ends the program, the terminal is as it was and the game can be gone on with."""

from __future__ import annotations

import os
import pty
import select
import signal
import sys
import time
from pathlib import Path

import pytest

from engine.record import load
from tui.session import Session

SOON = 60.0
"""So many seconds anything may take on a busy machine."""
LEFT = (b"\x1b[?1049l", b"\x1b[?25h", b"\x1b[?1000l")
"""What gives the terminal its own page back, its cursor and its mouse."""


def started(home: Path) -> tuple[int, int]:
    """The program in a terminal of its own: its process, and our end."""
    pid, end = pty.fork()
    if not pid:
        folders = {f"XDG_{name}_HOME": str(home) for name in ("DATA", "CONFIG", "STATE", "CACHE")}
        here = str(Path(__file__).parents[2])
        words = [sys.executable, "-m", "tui.cli", "play", "--seats", "human,ai:easy", "--seed", "3"]
        os.execve(sys.executable, words, os.environ | folders | {"TERM": "xterm-256color", "PYTHONPATH": here})
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
def test_a_program_that_is_told_to_end_leaves_the_terminal_as_it_was(name: str, tmp_path: Path) -> None:
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


def goes_on(path: Path) -> None:
    """The game can be gone on with."""
    session = Session.resume(path)
    try:
        assert session.game.decision is not None
        assert len(load(path).entries) == session.moment
    finally:
        session.close()
