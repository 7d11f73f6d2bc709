"""`spellfront bench server` measures a server; what it finds is for whoever runs it to see."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from statistics import median

import pytest

from tests.server.server_tests import open_server
from tui.cli import main
from tui.server.workers import pool
from tui.tools.bench_server import ALSO, TARGETS, BenchPlayer, Paint, _of_paints, _played, _tables

pytestmark = pytest.mark.slow


def test_a_small_house_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "server", "--games", "1", "--seconds", "3", "--idle", "1"]) == 0
    told = capsys.readouterr().out
    for what in (*TARGETS, *ALSO):
        assert re.search(rf"^{what} +[\d,.]+ ", told, re.M), what
    assert not re.search(r"^frames seen +0\.0", told, re.M)


async def test_players_read_views_in_a_process_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "read_back", lambda *_: pytest.fail("the front has read an update"))
    assert await _played(tmp_path, "", games=1, workers=1, seconds=2) > 0


async def test_a_step_of_the_cursor_is_one_small_packet(tmp_path: Path) -> None:
    async with open_server(tmp_path) as (server, port):
        ((_, (word, _)),) = await _tables(server, 1)
        player = BenchPlayer(port, word, asyncio.Lock())
        await player.come()
        packets, inflate = list[bytes](), player._line._decompressor.decompress
        player._line._decompressor.decompress = lambda data: (packets.append(data), inflate(data))[
            1
        ]
        # the lobby's first table, a hand that is kept, and steps that come by all parts of the
        # screen
        for keys in ("\r", "y", *"kjklhjkl"):
            await player.key(keys)
        packets.clear()
        paints = [await player.key(key) for key in "hlkjhlkj"]
        seen = [paint.size for paint in paints if paint.size]
        assert len(packets) == len(seen) > 4
        assert median(seen) <= TARGETS["cursor step, median size"][0]
        assert median(map(len, packets)) <= 60


def test_what_brought_nothing_is_no_frame() -> None:
    found = _of_paints(
        [Paint(10, 100, True), Paint(30, 300, True), Paint(20, 999, False), Paint(5000, 0, False)]
    )
    assert found["frames seen"] == 3
    assert found["keypress to painted frame, median"] == 20
    assert found["cursor step, median size"] == 200
