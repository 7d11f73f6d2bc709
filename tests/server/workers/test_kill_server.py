"""The program that kills servers finds nothing; what it would find is tried out on what it is
given.
"""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path

import pytest

from engine.history.record import entry_of
from tests.hostile import kill_server
from tests.server.server_tests import Quiet
from tests.server.storage.test_nodes import at, game_at, play
from tui.server.game_server import GameServer


@pytest.mark.slow
def test_a_killed_server_loses_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert kill_server.main(["--count", "1", "--bots", "2", "--most", "0.3"]) == 0
    assert "0 lost or different" in capsys.readouterr().out


@pytest.mark.slow
async def test_what_was_told_and_is_not_kept_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kill_server.Killing, "start", lambda *_: None)
    monkeypatch.setattr(kill_server.Killing, "program", lambda *_: None)
    killing = kill_server.Killing(tmp_path, Namespace(nodes=1, seed=1, bots=2), "")
    notes: list[dict[str, object]] = []

    async def look(**more: object) -> list[str]:
        notes.append({"table": table, "at": 1.0} | more)
        killing.told.write_text("".join(json.dumps(each) + "\n" for each in notes))
        killing.read, killing.faults, killing.seen, killing.decided = 0, [], {}, {}
        await killing.compare(len(notes), whole=True)
        notes[2:] = []
        return killing.faults

    async with GameServer(tmp_path / "data0", ai_pool=Quiet()) as server:
        table = await game_at(server)
        progress = server.lobby.directory.led[table].progress
        places = [await at(server, table, 0), await at(server, table, 1)]
        before = progress.moment
        told = {"seat": 0, "number": before, "asked": progress.asked}
        right = kill_server.fingerprint(kill_server.position(table, progress, 0))
        await play(places, 3)
        record = await server.tables.record(table)
        entry = entry_of(record, str(record.entries[before]))
        assert await look(**told, seen=right) == []
        assert await look(seat=entry.seat, decided=before, action=entry.action) == []
        # it is not kept, and never comes
        assert len(await look(**told | {"number": 99}, seen=right)) == 2
        # another seat sees something else
        assert len(await look(**told | {"seat": 1}, seen=right)) == 1
        assert len(await look(**told, seen="something else")) == 1  # told in two ways
        assert len(await look(seat=entry.seat, decided=before, action="another")) == 1
        assert len(await look(seat=entry.seat, decided=99, action="pass")) == 1


def test_a_position_has_the_same_fingerprint_whatever_has_happened_since() -> None:
    position = {"number": 3, "asked": 1, "news": ["Edna passes."], "proposal": None}
    assert kill_server.fingerprint(position) == kill_server.fingerprint(position | {"news": []})
    assert kill_server.fingerprint(position) != kill_server.fingerprint(position | {"asked": 2})
