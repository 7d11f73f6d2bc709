"""Whoever is at a match through a node that doesn't lead it is told the same besides the game:
time, haste, what all agree on.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.server.match.test_match import say_quietly
from tests.server.server_tests import Ear, Quiet, until
from tests.server.storage.test_nodes import Opens, at, die, guest, play, server
from tui.server.game_server import GameServer
from tui.server.match import directory
from tui.server.match.ai_pool import HURRIED, RESTED, SECONDS
from tui.server.match.connections import Connection
from tui.server.match.follower import FollowedMatch
from tui.server.storage import nodes
from tui.server.storage.clocks import NO_CLOCK, Clock, as_of
from tui.server.storage.database import DecisionBatch, KeptElsewhereError, NotKeptError
from tui.server.storage.messages import NO_NOTICES, Agree, Decline, MatchStatus, Notices, Propose

pytestmark = pytest.mark.slow

__all__ = ["server"]


async def game_of(
    first: GameServer, clock: Clock = NO_CLOCK, kinds: tuple[str, ...] = ("human",)
) -> int:
    """A game of two guests, and of computer players, led by a node."""
    edna, dale = guest(), guest()
    table = await first.lobby.make(edna, "conquering", kinds, clock=clock)
    await first.lobby.join(dale, table)
    await first.lobby.start(edna, table.id)
    return table.id


def notices(ear: Ear) -> list[str]:
    return [update.notice for update in ear.heard if update.notice]


@pytest.fixture
def hands(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Where the hands of the clock are, in milliseconds."""
    now = [0]
    monkeypatch.setattr("tui.server.match.match.milliseconds", lambda: now[0])
    return now


async def far_and_near(
    server: Opens, clock: Clock = NO_CLOCK
) -> tuple[list[GameServer], int, list[tuple[Connection, Ear]]]:
    """Two nodes, and a player at each: the first leads."""
    first, second = await server(), await server()
    ident = await game_of(first, clock)
    places = [await at(first, ident, 0), await at(second, ident, 1)]
    assert isinstance(second.lobby.directory.host._match_hosts[ident], FollowedMatch)
    return [first, second], ident, places


def test_what_was_missed_is_told_as_far_as_it_is_kept() -> None:
    told = NO_NOTICES
    assert told.since(0) == ""
    for number in range(6):
        told = told.and_then(f"Notice {number}.")
    assert told.since(4) == "Notice 4. Notice 5."
    assert told.since(0) == "Notice 2. Notice 3. Notice 4. Notice 5."
    assert told.since(6) == told.since(9) == ""


def test_time_has_passed_since_it_was_kept() -> None:
    kept = MatchStatus((5000, 4000), 1, 3, at=10_000, notices=Notices(1, ("Something.",)))
    assert as_of(kept, 12_500) == MatchStatus((5000, 1500), 1, 3)
    assert as_of(kept, 9_000).left == (5000, 4000)  # another machine's clock is a little late


async def test_both_are_told_that_time_is_up(server: Opens, hands: list[int]) -> None:
    nodes_, ident, places = await far_and_near(server, Clock(5, 5))
    await until(lambda: places[0][1].last.standing.running is not None)
    hands[0] = 5 * 60_000
    nodes_[0].lobby.directory.led[ident]._ring()
    await until(lambda: all(ear.last.asked is None for _, ear in places), "the end of the game")
    near, far = (notices(ear) for _, ear in places)
    assert near == far
    assert "run out of time: that player loses" in far[0]


async def test_both_are_told_that_a_computer_player_takes_over(
    server: Opens, hands: list[int]
) -> None:
    nodes_, ident, places = await far_and_near(server, Clock(5, 5, then="ai:easy"))
    await until(lambda: places[0][1].last.standing.running is not None)
    hands[0] = 5 * 60_000
    nodes_[0].lobby.directory.led[ident]._ring()
    await until(lambda: all(notices(ear) for _, ear in places), "word of it")
    assert [notices(ear) for _, ear in places] == [notices(places[0][1])] * 2
    assert "player takes over" in notices(places[1][1])[0]


async def test_both_are_told_of_a_draw_declined_and_of_one_agreed_on(server: Opens) -> None:
    _, _, ((near, heard), (far, ear)) = await far_and_near(server)
    far.say(Propose("draw"))
    await until(
        lambda: heard.last.standing.proposal is not None and ear.last.standing.proposal is not None
    )
    near.say(Decline())
    await until(lambda: notices(ear), "word of it")
    assert notices(ear) == notices(heard)
    assert "does not agree to a draw" in notices(ear)[0]
    near.say(Propose("draw"))
    await until(lambda: ear.last.standing.proposal is not None)
    far.say(Agree("draw"))
    await until(lambda: ear.last.asked is None and heard.last.asked is None)
    assert ear.last.view.winners == heard.last.view.winners == ()


async def test_both_are_told_of_a_take_back_that_all_agree_on(server: Opens) -> None:
    _, _, places = await far_and_near(server)
    (near, heard), (far, ear) = places
    await play(places, 9)
    await until(lambda: heard.last.number == ear.last.number)
    far.say(Propose("take-back"))
    await until(lambda: heard.last.standing.proposal is not None)
    near.say(Agree("take-back"))
    await until(lambda: ear.last.back and heard.last.back)
    assert notices(ear) == notices(heard)
    assert "Everyone agrees" in notices(ear)[-1]
    await play(places, 2)


async def test_both_are_told_that_computer_players_hurry_and_that_they_rest(server: Opens) -> None:
    first, second = await server(), await server()
    ident = await game_of(first, kinds=("human", "ai:easy"))
    places = [await at(first, ident, 0), await at(second, ident, 1)]
    hasty = first.ai_pool
    assert isinstance(hasty, Quiet)
    for seconds in (SECONDS / 10, SECONDS):
        hasty.seconds, before = seconds, len(notices(places[1][1]))
        while len(notices(places[1][1])) == before:
            await until(
                lambda: (
                    max((ear.last for _, ear in places), key=lambda update: update.number).asked
                    in (0, 1)
                )
            )
            asked = (
                max((ear.last for _, ear in places), key=lambda update: update.number).asked or 0
            )
            connection, ear = places[asked]
            await until(lambda ear=ear, asked=asked: ear.last.asked == asked)
            number = ear.last.number
            say_quietly(connection, ear.last)
            await until(lambda number=number: all(ear.last.number > number for _, ear in places))
    assert (
        notices(places[1][1])
        == notices(places[0][1])
        == [HURRIED.format(seconds=SECONDS / 10), RESTED]
    )


async def test_nothing_is_told_twice_where_another_node_leads_on(
    server: Opens, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nodes, "LIFE", 600)
    monkeypatch.setattr(directory, "BEAT", 0.1)
    (first, second), ident, ((near, _), (far, ear)) = await far_and_near(server)
    far.say(Propose("draw"))
    await until(lambda: ear.last.standing.proposal is not None)
    near.say(Decline())
    await until(lambda: notices(ear))
    die(first)
    await until(lambda: ident in second.lobby.directory.led, "another that leads")
    places = [await at(second, ident, 0), (far, ear)]
    await play(places, 3)
    assert len(notices(ear)) == 1
    assert not notices(places[0][1])
    places[0][0].say(Propose("draw"))
    far.say(Decline())
    await until(lambda: len(notices(ear)) == 2)


async def test_whoever_comes_later_at_another_node_sees_how_much_time_has_passed(
    server: Opens,
) -> None:
    (_, second), ident, (near, _) = await far_and_near(server, Clock(5, 5))
    await until(lambda: near[1].last.standing.running is not None)
    await asyncio.sleep(0.3)
    asked = near[1].last.standing.running or 0
    _, ear = await at(second, ident, None)
    standing = ear.last.standing
    assert standing.running == asked
    assert 5 * 60_000 - 10_000 < standing.left[asked] <= 5 * 60_000 - 300
    assert standing.left[1 - asked] == 5 * 60_000
    assert not standing.at
    assert standing.notices is NO_NOTICES


async def test_a_fault_at_a_following_node_is_told_there(
    server: Opens, monkeypatch: pytest.MonkeyPatch
) -> None:
    (_, second), ident, places = await far_and_near(server)

    def fails(*_: object) -> None:
        raise AttributeError("no such thing")

    monkeypatch.setattr(second.lobby.directory.followed[ident], "_carry_out", fails)
    connection, ear = next(place for place in places if place[0].seat == place[1].last.asked)
    say_quietly(connection, ear.last)
    await until(lambda: places[1][1].last.closed, "the end there")
    assert not places[0][1].last.closed


async def test_what_is_proposed_is_kept_by_whoever_leads_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And a database that fails then closes no match."""
    async with GameServer(tmp_path, ai_pool=Quiet()) as server:
        with pytest.raises(KeptElsewhereError):
            await server.lobby.directory.nodes.keep_standing(
                DecisionBatch(1, 0, (), None, standing="{}")
            )
        ident = await game_of(server)
        (connection, ear), _ = [await at(server, ident, 0), await at(server, ident, 1)]
        keep = server.lobby.directory.nodes.keep_standing
        failed: list[int] = []

        async def fails(*what: object) -> None:
            if not failed:
                failed.append(1)
                raise NotKeptError("the disk is full")
            await keep(*what)  # pyright: ignore[reportArgumentType]

        monkeypatch.setattr(server.lobby.directory.nodes, "keep_standing", fails)
        connection.say(Propose("draw"))
        await until(lambda: ear.last.standing.proposal is not None)
        assert failed
