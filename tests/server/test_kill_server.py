"""The program that kills servers finds nothing; what it would find is tried out on what it is given."""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path

import pytest

from tests.hostile import kill_server


def test_a_killed_server_loses_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert kill_server.main(["--count", "1", "--bots", "2", "--most", "0.3"]) == 0
    assert "0 lost or different" in capsys.readouterr().out


async def test_what_was_told_and_is_not_kept_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.server.house_tests import Quiet
    from tui.server.house import House

    monkeypatch.setattr(kill_server.Killing, "start", lambda *_: None)
    monkeypatch.setattr(kill_server.Killing, "program", lambda *_: None)
    killing = kill_server.Killing(tmp_path, Namespace(nodes=1, seed=1, bots=2), "")
    async with House(tmp_path / "data0", thinkers=Quiet()) as house:
        table = await kill_server.begun(house, "conquering")
        mark = (await house.tables.record(table)).entries[0].mark
        told = [{"table": table, "seat": 0, "number": 1, "mark": mark, "asked": 0, "at": 1.0}]
        killing.told.write_text("".join(json.dumps(each) + "\n" for each in told))
        await killing.compare(1, whole=True)
        assert not killing.faults
        told = [{**told[0], "number": 99, "mark": "12345678"}, {**told[0], "mark": "12345678"}]
        with killing.told.open("a") as file:
            file.writelines(json.dumps(each) + "\n" for each in told)
        await killing.compare(2, whole=True)
        assert len(killing.faults) == 2
