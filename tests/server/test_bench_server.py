"""`spellfront bench server` measures a house; what it finds is for whoever runs it to see."""

from __future__ import annotations

import re

import pytest

from tui.cli import main
from tui.commands.bench_server import ALSO, TARGETS, Paint, _of_paints


def test_a_small_house_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "server", "--games", "1", "--seconds", "3", "--idle", "1"]) == 0
    told = capsys.readouterr().out
    for what in (*TARGETS, *ALSO):
        assert re.search(rf"^{what} +[\d,.]+ ", told, re.M), what
    assert not re.search(r"^frames seen +0\.0", told, re.M)


def test_what_brought_nothing_is_no_frame() -> None:
    found = _of_paints([Paint(10, 100, True), Paint(30, 300, True), Paint(20, 999, False), Paint(5000, 0, False)])
    assert found["frames seen"] == 3
    assert found["key to painted frame, median"] == 20
    assert found["cursor step, median size"] == 200
