"""The bytes that are sent to each terminal name no card that its player may not know (M-1)."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.events import Event
from tests.server.sent_bytes import forms, played


@pytest.mark.slow
@pytest.mark.rule("M-1")
async def test_no_terminal_is_sent_the_name_of_a_card_that_its_player_may_not_know(
    tmp_path: Path,
) -> None:
    sent = await played(tmp_path, "war_game", 40)
    assert sent.leaks == []
    assert sent.shown > 20  # names do come through as they are


@pytest.mark.slow
@pytest.mark.rule("M-1")
async def test_a_name_that_is_sent_too_early_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Were an event sent as it is, and not as its reader may know it, the bytes would tell."""
    monkeypatch.setattr(Event, "for_seat", lambda event, seat: event)
    assert (await played(tmp_path, "war_game", 25)).leaks


def test_a_name_is_found_whole_broken_and_cut() -> None:
    found = forms("Hill Giant", ["Hill Troll"])
    assert found == ["HillGiant", "HillGian…"]
    assert forms("Nezumi Cutthroat", [])[1:3] == ["NezumiCu…", "NezumiCut…"]
    assert "NezumiCu…" not in forms("Nezumi Cutthroat", ["Nezumi Cub"])
