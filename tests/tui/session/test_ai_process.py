"""Computer players in a process of their own."""

from __future__ import annotations

import time

import pytest

from engine import notation
from engine.base.records import replace
from tests.tui.games import asked, play_until, session
from tui.session.ai_process import AIProcess, ThinkingError


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


def test_a_worker_remembers_no_more_players_than_play(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server asks one worker for ever more of them, each of a game of its own."""
    from engine import ai
    from tui.session import ai_process

    made: list[int] = []
    monkeypatch.setattr(ai_process, "MOST_PLAYERS", 2)
    monkeypatch.setattr(ai, "make", lambda level, seed: made.append(seed) or Absent())
    asked_for = iter([1, 2, 1, 3, 1, 2])

    class Ends:
        def recv(self) -> object:
            if (seed := next(asked_for, None)) is None:
                raise EOFError
            return ai_process.Request("easy", seed, None, 1.0)  # pyright: ignore[reportArgumentType]

        def send(self, obj: object) -> None:
            """Nobody reads it."""

    ai_process.work(Ends())  # pyright: ignore[reportArgumentType]
    assert made == [1, 2, 3, 2]


class Absent:
    """A computer player who doesn't know what to do."""


def test_a_view_travels_unchanged() -> None:
    import pickle

    view = play_until(session(), asked(1, "priority", "First Main")).game.view_for(1)
    again = pickle.loads(pickle.dumps(view))
    assert replace(again, rules=view.rules) == view
    assert again.rules.id == view.rules.id
