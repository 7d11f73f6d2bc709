"""Clocks can't be cheated: by taking back, by words that are refused, or by a server that is
started again.
"""

from __future__ import annotations

import pytest
from msgspec import json
from sqlalchemy import insert, update

from engine import notation
from engine.actions import TAKE_BACK
from tests.server.match.test_agreements import asked_first, say_quietly, timed
from tests.server.server_tests import progress_of, until
from tui.server.storage.clocks import DAY, Clock, Clocks
from tui.server.storage.database import Store
from tui.server.storage.messages import Decide, MatchStatus, TakeBack
from tui.server.storage.nodes import Nodes
from tui.server.storage.schema import NODES, TABLES
from tui.server.storage.tables import PLAYING


def test_what_a_decision_has_won_is_lost_with_it() -> None:
    clocks = Clocks(Clock(1, 5), 2, MatchStatus())
    clocks.go(0, 0, 1)
    for moment in (1_000, 2_000, 3_000):
        clocks.stop(moment)
        clocks.decided(0, moment)
        clocks.taken_back(999)  # of a record whose last decision is the 999th
        clocks.go(moment, 0, 1)
    assert clocks.standing(3_000, None).left == (57_000, 60_000), "time that was used stays used"


def test_another_player_loses_as_well_what_taken_back_decisions_have_won() -> None:
    clocks = Clocks(Clock(1, 5), 2, MatchStatus())
    for place, seat in ((3, 0), (4, 1), (5, 0)):
        clocks.decided(seat, place)
    kept = Clocks(Clock(1, 5), 2, clocks.kept(0, None))  # also after the server was started again
    kept.taken_back(3)
    assert kept.standing(0, None).left == (65_000, 60_000)


def test_a_turn_that_is_taken_back_gives_no_days_back() -> None:
    clocks = Clocks(Clock(days=1), 2, MatchStatus())
    clocks.go(0, 0, 1)
    clocks.go(DAY // 2, 1, 2)
    clocks.go(DAY // 2 + 1_000, 0, 1)
    assert clocks.standing(DAY // 2 + 1_000, None).left == (DAY // 2, DAY - 1_000)


@pytest.fixture
def hands(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Where the hands of the clock are, in milliseconds."""
    now = [0]
    monkeypatch.setattr("tui.server.match.match.milliseconds", lambda: now[0])
    return now


async def test_deciding_and_taking_back_wins_no_time(hands: list[int]) -> None:
    match, _ = timed(progress_of(), Clock(1, 5))
    (one, ear), _ = await asked_first(match)
    for _ in range(12):
        before = ear.last.number
        say_quietly(one, ear.last)
        await until(lambda: ear.last.number > before)  # noqa: B023
        before = ear.last.number
        one.say(TakeBack(before))
        await until(lambda: ear.last.number > before or ear.last.refusal)  # noqa: B023
        assert not ear.last.refusal
    assert ear.last.standing.left == (60_000, 60_000)
    await match.close()


async def test_an_announcement_that_is_taken_back_wins_no_time(hands: list[int]) -> None:
    """It is taken back by an answer, not by an undo."""
    match, _ = timed(progress_of(), Clock(1, 5))
    (one, ear), (other, heard) = await asked_first(match)
    before, wanted = [0, 0], ("take-back", "keep", "cast", "play", "choose", "pass", "done")
    for _ in range(120):
        asked, told = (one, ear) if ear.last.asked == one.seat else (other, heard)
        actions = sorted(
            told.last.view.actions,
            key=lambda each: wanted.index(each.verb) if each.verb in wanted else len(wanted),
        )
        number, is_back = told.last.number, actions[0] == TAKE_BACK
        before = before if is_back else list(match._clocks.standing(0, None).left)
        asked.say(Decide(number, notation.write(actions[0], told.last.view)))
        await until(lambda: told.last.number > number or told.last.refusal)  # noqa: B023
        assert not told.last.refusal
        if is_back:
            assert list(match._clocks.standing(0, None).left) == before, (
                "as before the announcement"
            )
            break
    else:
        pytest.fail("nothing was announced")
    await match.close()


async def test_a_word_that_is_refused_stops_no_time(hands: list[int]) -> None:
    match, _ = timed(progress_of(), Clock(1, 5))
    work = match._work

    async def slow(do: object) -> object:
        hands[0] += 7_000
        return await work(do)  # pyright: ignore[reportArgumentType]

    (one, ear), _ = await asked_first(match)
    match._work = slow  # pyright: ignore[reportAttributeAccessIssue]
    one.say(Decide(ear.last.number, "nonsense"))
    await until(lambda: ear.last.refusal)
    assert match._clocks.remaining(hands[0]) == 60_000 - hands[0] < 60_000
    await match.close()


# --- a server that is started again ---


@pytest.mark.slow
async def test_time_has_passed_until_a_crash_and_not_while_no_server_was_there(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = [1_000_000]
    monkeypatch.setattr("tui.server.storage.nodes.steady", lambda: time[0])
    first = Nodes(store)
    await first.come()
    standing = MatchStatus((60_000, 60_000), 0, at=time[0])
    row = {
        "code": "x", "host": "", "variant": "", "options": "{}", "watchable": True,
        "state": PLAYING, "header": "", "created": 0,
        "changed": 0, "clock": "{}", "clocks": json.encode(standing).decode(),
    }  # fmt: skip
    await store.write(lambda c: c.execute(insert(TABLES), row))
    time[0] += 20_000
    await first.live()
    await store.write(lambda c: c.execute(update(NODES).values(until=0)))  # it crashes
    time[0] += 3_600_000
    second = Nodes(store)
    await second.come()
    time[0] += 5_000
    standing = await second.standing(1)
    assert time[0] - standing.at == 25_000
    assert (await second.standings({1}))[1].left == (60_000, 60_000), "nobody leads it yet"


async def test_time_has_passed_when_a_server_is_shut_down(hands: list[int]) -> None:
    match, keeper = timed(progress_of(), Clock(1, 5))
    (one, _), _ = await asked_first(match)
    hands[0] = 20_000
    await match.close()
    assert f'"running":{one.seat}' in keeper.standing
    assert "40000" in keeper.standing
