"""Whether a computer player is asked, and how long its answer takes to appear, tells nothing of
hidden cards (M-1).
"""

from __future__ import annotations

import asyncio
import time

import pytest

from engine.actions import PASS
from engine.history.recording import sharing_of
from tests.hiding import VARIANTS
from tests.hostile.twins import compared
from tests.server.match.test_match import say_quietly, seated
from tests.server.server_tests import Notebook, Quiet, at_once, progress_of, until
from tests.tui.games import quiet
from tui.server.match.match import Match
from tui.server.match.pacing import STEP, Pacing
from tui.session.progress import GameInProgress

COUNT = 40
COMPUTER = 1


@pytest.mark.slow
@pytest.mark.rule("M-1")
@pytest.mark.parametrize("variant", VARIANTS)
def test_no_twin_of_a_position_asks_a_computer_player_something_else(variant: str) -> None:
    found, differing = compared(variant, COUNT)
    assert len(found) == COUNT
    assert differing == []


@pytest.mark.slow
@pytest.mark.rule("M-1")
def test_the_comparison_notices_a_computer_player_asked_only_when_it_can_act(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("engine.history.recording.sharing_of", lambda kinds: [])
    assert compared("war_game", COUNT)[1]


@pytest.mark.rule("M-1")
@pytest.mark.parametrize(
    ("kinds", "sharing"),
    [
        (("human",), []),
        (("human", "ai:easy"), [1]),
        (("ai:easy", "human", "ai:normal"), [0, 2]),
        (("human", "ai:easy", "human"), [0, 1, 2]),
        (("ai:easy", "ai:normal"), []),
    ],
)
def test_players_are_asked_where_they_can_only_pass_if_a_person_could_tell(
    kinds: tuple[str, ...], sharing: list[int]
) -> None:
    assert sharing_of(kinds) == sharing


def played_on(progress: GameInProgress, kind: str, seat: int, steps: int = 200) -> GameInProgress:
    """A game in which everybody does the least, up to a question of a kind to a seat."""
    for _ in range(steps):
        question = progress.game.question
        assert question is not None
        if not progress.pass_by_itself():
            if (question.seat, question.kind) == (seat, kind):
                return progress
            progress.act(quiet(progress.game.view_for(question.seat)))
    raise AssertionError("that was never asked")


def test_a_computer_players_pass_bars_no_undo_and_its_actions_do() -> None:
    progress = played_on(progress_of(("human", "ai:easy")), "priority", COMPUTER)
    progress.act(PASS)
    assert not progress.record.entries[-1].by_hand
    progress = played_on(progress_of(("human", "ai:easy")), "mulligan", COMPUTER)
    progress.act(quiet(progress.game.view_for(COMPUTER)))
    assert progress.record.entries[-1].by_hand


@pytest.mark.rule("M-1")
def test_the_time_of_an_answer_goes_by_the_turn_and_its_step_alone() -> None:
    progress, pacing = (
        played_on(progress_of(("human", "ai:normal")), "priority", COMPUTER),
        Pacing(),
    )
    own = progress.game.state.turn.active == COMPUTER
    assert pacing.time_for(progress, 1.0) == (1.0 if own else STEP)
    assert pacing.time_for(progress, 1.0) == STEP, "the second question in a step"
    progress.kinds = ("human", "ai:easy")
    assert Pacing().time_for(progress, 1.0) == STEP, "an easy computer player doesn't search"


def test_a_late_answer_appears_at_a_full_step() -> None:
    pacing = Pacing(0.4)
    assert pacing.left(0.4, 0.1) == pytest.approx(0.3)
    assert pacing.left(0.4, 0.5) == pytest.approx(0.3)
    assert pacing.left(1.0, 1.5) == pytest.approx(0.3)
    assert Pacing(0.0).left(0.0, 0.5) == 0.0
    assert pacing.thinking(0.4) == pytest.approx(0.3)
    assert Pacing(0.0).thinking(0.0) is None


class Paced(Quiet):
    """Computer players whose first answer takes a while, shorter than a step."""

    pace = 0.2

    def __init__(self) -> None:
        super().__init__()
        self.waits = [0.12, 0.0]

    async def choose(self, *asked: object, **more: object) -> str:
        await asyncio.sleep(self.waits.pop(0) if self.waits else 0.0)
        return await super().choose(*asked, **more)  # pyright: ignore[reportArgumentType]


@pytest.mark.rule("M-1")
async def test_answers_appear_after_the_same_time_however_long_they_were_thought_of() -> None:
    match = Match(1, progress_of(("human", "ai:easy")), Notebook(), Paced(), at_once)  # pyright: ignore[reportArgumentType]
    ((connection, ear),) = await seated(match, 0)
    took = list[float]()
    while len(took) < 2:
        await until(lambda: ear.last.asked == 0)
        before, since = ear.last, time.monotonic()
        say_quietly(connection, before)
        await until(lambda before=before: ear.last.number > before.number)
        asked = ear.last.asked == COMPUTER
        await until(lambda: ear.last.asked == 0)
        if asked:
            took.append(
                (time.monotonic() - since)
                / (sum(each.asked == COMPUTER for each in ear.heard if each.number > before.number))
            )
    assert all(Paced.pace <= each < Paced.pace * 1.9 for each in took), took
    await match.close()
