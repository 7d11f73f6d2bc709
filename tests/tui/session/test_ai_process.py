"""Computer players in a process of their own."""

from __future__ import annotations

import time

import pytest

from engine import ai, notation
from engine.ai.memory import Memory
from engine.base.records import replace
from tests.tui.games import asked, play_until, session
from tui.session import ai_process
from tui.session.ai_process import AIProcess, ThinkingError
from tui.session.sent_views import read_back, written
from tui.tools.computer_games import by_effort


@pytest.mark.slow
def test_a_worker_answers_dies_and_is_replaced() -> None:
    played = play_until(session(), asked(1, "priority", "First Main"))
    thinker = AIProcess(seconds=0.2)
    view = played.game.view_for(1)
    try:
        assert (
            notation.read(thinker.choose("easy", 1, view), played.game)
            in played.game.legal_actions()
        )
        begun = time.monotonic()
        assert (
            notation.read(thinker.choose("normal", 1, view), played.game)
            in played.game.legal_actions()
        )
        assert time.monotonic() - begun < 5
        assert thinker._process is not None
        thinker._process.kill()
        thinker._process.join()
        with pytest.raises(ThinkingError, match="its process ended"):
            thinker.choose("easy", 1, view)
        assert thinker.choose("easy", 1, view)
        with pytest.raises(ThinkingError, match="there is no computer player called 'genius'"):
            thinker.choose("genius", 1, view)
    finally:
        thinker.close()
    assert thinker._process is None


def test_two_processes_that_take_turns_choose_like_one_player() -> None:
    """A plan of several actions, the mood and what was weighed go from process to process."""
    one, several = ai.make("normal", 5), b""
    game = play_until(session(), asked(1, "priority", "First Main")).game.fork()
    compared = remembered = 0
    while game.decision is not None and compared < 25:
        view = game.view_for(game.decision.seat)
        action = view.actions[-1]
        if game.decision.seat == 1:
            action = one.choose(view, by_effort(60)())
            memory = read_back(several, Memory) if several else None
            other = ai.make("normal", 5)  # a process that has never seen this player
            other.memory = memory or other.memory
            assert other.choose(view, by_effort(60)()) == action
            several = written(other.memory)
            compared += len(view.actions) > 1
            remembered += bool(one.memory.plan or one.memory.weighed)
        game.apply(action)
    assert remembered


def test_memories_of_players_whose_games_are_over_are_dropped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ai_process, "MOST_PLAYERS", 2)
    memories = ai_process.Memories()
    for seed in (1, 2, 1, 3):
        memories.keep(b"%d" % seed, "easy", seed)
    assert [memories.of("easy", seed) for seed in (1, 2, 3)] == [b"1", b"", b"3"]


def test_a_view_travels_unchanged() -> None:
    import pickle

    view = play_until(session(), asked(1, "priority", "First Main")).game.view_for(1)
    again = pickle.loads(pickle.dumps(view))
    assert replace(again, rules=view.rules) == view
    assert again.rules.id == view.rules.id
