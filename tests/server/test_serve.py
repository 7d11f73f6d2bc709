"""`spellfront serve` as a program: it says how to join, keeps what was played through a kill,
and ends when told.
"""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import asyncssh
import pytest

from tests.server.server_tests import NO_HELP
from tui.commands.serve import CYCLES

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]


def _heeds_its_terminal() -> None:
    """Whatever the tests themselves were started with, the program isn't told to outlive its
    terminal.
    """
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


@asynccontextmanager
async def served(data: Path) -> AsyncIterator[tuple[asyncio.subprocess.Process, int]]:
    """The program, and the port that it listens at."""
    program = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tui.cli", "serve", "--port", "0", "--data", str(data), cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
        preexec_fn=_heeds_its_terminal,
    )  # fmt: skip
    assert program.stdout is not None
    try:
        told = await asyncio.wait_for(program.stdout.readline(), 30)
        found = re.search(rb"port (\d+)", told)
        assert found, told
        yield program, int(found[1])
    finally:
        if program.returncode is None:
            program.kill()
        await program.wait()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
async def test_it_ends_when_told_and_is_opened_again_with_the_same_key(
    tmp_path: Path, number: signal.Signals
) -> None:
    def come(port: int) -> asyncssh.connection._ACMWrapper[asyncssh.SSHClientConnection]:
        return asyncssh.connect("127.0.0.1", port, username="guest", client_keys=None, **NO_HELP)

    async with served(tmp_path / "house") as (program, port), come(port) as line:
        key = line.get_server_host_key()
        await line.create_process(term_type="xterm", term_size=(80, 24), encoding=None)
        program.send_signal(number)
        assert await asyncio.wait_for(program.wait(), 20) == 0
    assert (tmp_path / "house" / "host_key").stat().st_mode & 0o077 == 0
    async with served(tmp_path / "house") as (_, port), come(port) as line:
        assert line.get_server_host_key() == key


def test_no_look_for_cycles_takes_long() -> None:
    young, times, _ = CYCLES
    assert young * (times + 1) <= 25_000, "every table waits while so many objects are looked at"
