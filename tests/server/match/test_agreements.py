"""What all must agree to, and clocks: in matches without SSH."""

from __future__ import annotations

import asyncio

import pytest
from msgspec import json

from engine.history.undo import Why
from tests.server.match.test_match import play, say_quietly, seated
from tests.server.server_tests import Ear, Notebook, Quiet, at_once, progress_of, until
from tui.server.match.connections import Connection
from tui.server.match.match import Match
from tui.server.storage.clocks import DAY, NO_CLOCK, Clock, Clocks, left_now, shown
from tui.server.storage.messages import (
    Agree,
    Concede,
    Decide,
    Decline,
    MatchStatus,
    Proposal,
    Propose,
)
from tui.session.progress import GameInProgress


def timed(
    progress: GameInProgress, clock: Clock = NO_CLOCK, standing: MatchStatus | None = None
) -> tuple[Match, Notebook]:
    """A match at which time is kept."""
    keeper = Notebook()
    match = Match(
        1, progress, keeper, Quiet(), at_once, clock=clock, standing=standing or MatchStatus()
    )  # pyright: ignore[reportArgumentType]
    return match, keeper


async def asked_first(match: Match) -> tuple[tuple[Connection, Ear], tuple[Connection, Ear]]:
    """Both players, whoever must choose first."""
    one, other = await seated(match, 0, 1)
    await until(
        lambda: one[1].last.standing.running is not None or not match._clocks.clock.first,
        "the first of all",
    )
    return (one, other) if one[1].last.asked == one[0].seat else (other, one)


# --- a draw ---


async def test_a_draw_is_so_when_all_agree() -> None:
    match, keeper = timed(progress_of())
    (one, ear), (other, heard) = await asked_first(match)
    other.say(Propose("draw"))
    await until(lambda: ear.last.standing.proposal is not None)
    assert ear.last.standing.proposal == Proposal(
        "draw", other.seat or 0, (other.seat or 0,), ear.last.number
    )
    assert ear.last.asked == one.seat  # nobody is asked anything else meanwhile
    one.say(Agree("draw"))
    await until(lambda: heard.last.asked is None)
    assert heard.last.view.winners == ()
    assert keeper.lines[-1].split(" | ")[0] == f"player{(one.seat or 0) + 1}: agree-to-a-draw"
    assert keeper.kept[-1].state == "over"


async def test_two_who_propose_a_draw_have_agreed() -> None:
    match, _ = timed(progress_of())
    (one, ear), (other, _) = await asked_first(match)
    one.say(Propose("draw"))
    other.say(Propose("draw"))
    await until(lambda: ear.last.asked is None)
    assert ear.last.view.winners == ()


async def test_a_draw_is_declined_or_withdrawn_and_not_proposed_again_in_the_same_turn() -> None:
    match, _ = timed(progress_of())
    (one, ear), (other, heard) = await asked_first(match)
    one.say(Propose("draw"))
    other.say(Decline())
    await until(lambda: "does not agree to a draw" in ear.last.notice)
    assert ear.last.standing.proposal is None
    one.say(Propose("draw"))
    await until(lambda: "already" in ear.last.refusal)
    other.say(Agree("draw"))
    await until(lambda: "no one is proposing" in heard.last.refusal)
    other.say(Propose("draw"))
    other.say(Decline())
    await until(lambda: "withdraws the proposal for" in ear.last.notice)
    other.say(Decline())
    await until(lambda: "there is nothing to decline" in heard.last.refusal)
    await match.close()


async def test_a_draw_lapses_as_whoever_has_not_agreed_plays_on() -> None:
    match, _ = timed(progress_of())
    (one, ear), (other, heard) = await asked_first(match)
    other.say(Propose("draw"))
    await until(lambda: ear.last.standing.proposal is not None)
    say_quietly(one, ear.last)
    await until(lambda: heard.last.standing.proposal is None)
    await match.close()


async def test_computer_players_don_t_agree_to_a_draw() -> None:
    match, _ = timed(progress_of(("human", "ai:easy")))
    ((connection, ear),) = await seated(match, 0)
    connection.say(Propose("draw"))
    await until(lambda: "computer players always play on" in ear.last.refusal)
    await match.close()


async def test_whoever_watches_agrees_to_nothing() -> None:
    match, _ = timed(progress_of())
    (one, ear), _ = await asked_first(match)
    ((watcher, seen),) = await seated(match, None)
    one.say(Propose("draw"))
    await until(lambda: seen.last.standing.proposal is not None)
    watcher.say(Agree("draw"))
    await asyncio.sleep(0.02)
    assert ear.last.asked is not None
    await match.close()


async def test_what_is_proposed_is_kept() -> None:
    match, keeper = timed(progress_of())
    (one, ear), _ = await asked_first(match)
    one.say(Propose("draw"))
    await until(lambda: ear.last.standing.proposal is not None)
    await match.close()
    again, _ = timed(match.progress, standing=json.decode(keeper.standing, type=MatchStatus))
    other, ear = next(place for place in await seated(again, 0, 1) if place[0].seat != one.seat)
    other.say(Agree("draw"))
    await until(lambda: ear.last.asked is None)


# --- taking back ---


async def test_by_agreement_more_is_taken_back_than_alone() -> None:
    match, _ = timed(progress_of())
    places = await seated(match, 0, 1)
    await play(places, 9)
    (one, ear), (other, _) = places
    while (
        ear.last.asked != one.seat or ear.last.barred is None or ear.last.barred.why is Why.NOTHING
    ):
        await play(places, 1)
    before, record = ear.last, match.progress.record
    one.say(Propose("take-back"))
    await until(lambda: ear.last.standing.proposal is not None)
    assert ear.last.number == before.number
    other.say(Agree("take-back"))
    await until(lambda: ear.last.back)
    assert record.entries[-1].undone >= 1
    assert ear.last.asked == one.seat
    assert "Everyone agrees" in ear.last.notice
    await match.close()


async def test_a_take_back_lapses_with_the_next_decision_and_needs_something() -> None:
    match, _ = timed(progress_of())
    (one, ear), (other, heard) = await asked_first(match)
    other.say(Propose("take-back"))
    await until(lambda: "no recent decision" in heard.last.refusal)
    say_quietly(one, ear.last)
    await until(lambda: heard.last.asked == other.seat)
    one.say(Propose("take-back"))
    await until(lambda: heard.last.standing.proposal is not None)
    say_quietly(other, heard.last)
    await until(lambda: heard.last.standing.proposal is None)
    await match.close()


async def test_somebody_who_is_out_has_no_say() -> None:
    match, _ = timed(progress_of(("human", "human", "human")))
    places = await seated(match, 0, 1, 2)
    (_, one), (two, _), (three, heard) = places
    three.say(Concede())
    await until(lambda: one.last.view.players[2].out)
    three.say(Propose("draw"))
    await until(lambda: "you are out" in heard.last.refusal)
    places[0][0].say(Propose("draw"))
    two.say(Agree("draw"))
    await until(lambda: one.last.asked is None)
    assert one.last.view.winners == ()


# --- clocks ---


def test_time_runs_for_one_alone_and_comes_back_with_each_decision() -> None:
    clocks = Clocks(Clock(1, 5), 2, MatchStatus())
    clocks.go(0, 0, 1)
    assert clocks.standing(10_000, None).left == (50_000, 60_000)
    clocks.stop(10_000)
    assert clocks.remaining(10_000) is None
    clocks.decided(0, 1)
    clocks.go(20_000, 1, 1)
    assert clocks.standing(21_000, None) == MatchStatus((55_000, 59_000), 1, 1)
    clocks.go(30_000, None, 2)  # a computer player thinks
    assert clocks.standing(90_000, None).left == (55_000, 50_000)


def test_by_correspondence_everybody_has_days_for_each_turn() -> None:
    clocks = Clocks(Clock(days=1), 2, MatchStatus((DAY // 2, DAY), None, 3))
    clocks.go(0, 0, 3)
    assert clocks.remaining(0) == DAY // 2
    clocks.go(1000, 0, 4)
    assert clocks.remaining(1000) == DAY


def test_a_time_is_short_to_read() -> None:
    times = (0, 59_000, 119_000, 120_000, 3_599_000, 3_660_000, DAY + 3_600_000)
    assert [shown(each) for each in times] == [
        "0:00",
        "0:59",
        "1:59",
        "2 min",
        "59 min",
        "1 h 01",
        "1 d 1 h",
    ]
    assert left_now(MatchStatus((5000, 5000), 1), 6000) == [5000, 0]


@pytest.fixture
def hands(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Where the hands of the clock are, in milliseconds."""
    now = [0]
    monkeypatch.setattr("tui.server.match.match.milliseconds", lambda: now[0])
    return now


async def test_whoever_has_no_time_left_has_lost(hands: list[int]) -> None:
    match, keeper = timed(progress_of(), Clock(1, 0))
    (one, ear), _ = await asked_first(match)
    assert ear.last.standing == MatchStatus((60_000, 60_000), one.seat, 0)
    match._ring()
    await asyncio.sleep(0.02)
    assert ear.last.asked is not None  # it has rung too early
    hands[0] = 60_000
    match._ring()
    await until(lambda: ear.last.asked is None)
    assert ear.last.view.winners == (1 - (one.seat or 0),)
    assert "run out of time: that player loses" in ear.last.notice
    assert "concede" in keeper.lines[-1]


async def test_or_a_computer_player_takes_over(hands: list[int]) -> None:
    match, keeper = timed(progress_of(), Clock(1, 0, then="ai:easy"))
    (one, ear), (other, heard) = await asked_first(match)
    hands[0] = 60_000
    match._ring()
    await until(lambda: keeper.kinds == {one.seat: "ai:easy"})
    await until(lambda: any("player takes over" in update.notice for update in heard.heard))
    await until(lambda: heard.last.asked == other.seat, "the computer player")
    one.say(Decide(ear.last.number, "pass"))
    await until(lambda: ear.last.refusal)
    await match.close()


async def test_times_are_kept_with_decisions(hands: list[int]) -> None:
    match, keeper = timed(progress_of(), Clock(1, 5))
    (one, ear), _ = await asked_first(match)
    hands[0] = 20_000
    number = ear.last.number
    say_quietly(one, ear.last)
    await until(lambda: ear.last.number > number)
    left = [60_000, 60_000]
    left[one.seat or 0] = 45_000
    assert f'"left":{left}'.replace(" ", "") in keeper.kept[-1].standing
    await match.close()
    assert ear.last.closed
    hands[0] = 500_000  # nobody led it meanwhile
    again, _ = timed(match.progress, Clock(1, 5), MatchStatus(tuple(left), None, 0))
    (_, ear), _ = await asked_first(again)
    assert ear.last.standing.left == tuple(left)
    await again.close()


async def test_a_match_at_which_time_runs_is_not_left_alone() -> None:
    match, _ = timed(progress_of(), Clock(days=1))
    assert not match.is_idle
    await match.close()


async def test_people_can_follow_what_computer_players_do() -> None:
    match, _ = timed(progress_of(("human", "ai:easy")))
    quiet = match._ai_pool
    quiet.pace = 0.15  # pyright: ignore[reportAttributeAccessIssue]
    places = await seated(match, 0)
    loop, times = asyncio.get_running_loop(), list[float]()
    match.on_told = lambda: times.append(loop.time())
    for _ in range(3):
        await until(lambda: places[0][1].last.asked == 0, "a person's turn")
        before = places[0][1].last
        say_quietly(places[0][0], before)
        await until(lambda number=before.number: places[0][1].last.number > number)
    await match.close()
    assert times
