"""Computer players and Views that go from process to process, whatever form the engine has."""

from __future__ import annotations

import pytest

from engine.base.records import replace
from engine.view import View
from tests.tui.games import asked, play_until, session
from tui.session.ai_process import Request, answered
from tui.session.sent_views import read_back, written


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_a_player_takes_its_second_decision_with_what_it_remembers(level: str) -> None:
    view = play_until(session(), asked(1, "priority", "First Main")).game.view_for(1)
    first = answered(Request(level, 5, view, 0.05))
    second = answered(Request(level, 5, view, 0.05, first.memory))
    assert first.memory
    assert second.action


def test_a_view_sent_by_a_worker_is_read_back_unchanged() -> None:
    view = play_until(session(), asked(1, "priority", "First Main")).game.view_for(1)
    again = read_back(written(view), View)
    assert replace(again, rules=view.rules) == view
