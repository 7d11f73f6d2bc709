"""Several nodes on one database are one server: who leads what, what is said across, and what
happens when one of them dies.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from engine import notation
from engine.base.files import FileInUseError
from engine.history.replay import check
from tests.server.match.test_match import say_quietly
from tests.server.server_tests import Ear, Quiet, until
from tests.tui.games import quiet
from tui.server.game_server import GameServer
from tui.server.match import directory
from tui.server.match.connections import LATE, Connection
from tui.server.match.follower import FollowedMatch
from tui.server.match.match import Match
from tui.server.match.seat import SeatSession
from tui.server.storage import nodes
from tui.server.storage.accounts import ServerPlayer, guest_of
from tui.server.storage.database import NotKeptError, Store, url_of
from tui.server.storage.messages import ChangeStops, Concede, Decide, TakeBack
from tui.server.storage.stop_settings import StopSettings
from tui.server.storage.tables import SeatRow

pytestmark = pytest.mark.slow


@pytest.fixture
async def server(
    postgresql: Callable[[], str], tmp_path: Path
) -> AsyncIterator[Callable[[], object]]:
    """Opens further nodes of one server."""
    database = postgresql()
    async with AsyncExitStack() as open_ones:

        async def node() -> GameServer:
            number = len(list(tmp_path.iterdir()))
            made = GameServer(tmp_path / str(number), database, ai_pool=Quiet())
            await made.open()
            open_ones.push_async_callback(made.close)
            return made

        yield node


def guest() -> ServerPlayer:
    found = guest_of("guest")
    assert found is not None
    return found


async def game_at(first: GameServer) -> int:
    """A game of two guests, led by a node."""
    edna, dale = guest(), guest()
    table = await first.lobby.make(edna, "conquering", ["human"])
    await first.lobby.join(dale, table)
    await first.lobby.start(edna, table.id)
    return table.id


async def at(node: GameServer, ident: int, seat: int | None) -> tuple[Connection, Ear]:
    """Somebody at a seat, through a node."""
    connection, ear = await node.lobby.line(ident, seat), Ear()
    ear(await connection.open(ear))
    return connection, ear


async def play(places: list[tuple[Connection, Ear]], decisions: int) -> None:
    """Have whoever is asked answer, wherever they are."""
    for _ in range(decisions):
        now = max((ear.last for _, ear in places), key=lambda update: update.number)
        connection, ear = next(
            (connection, ear) for connection, ear in places if connection.seat == now.asked
        )
        await until(lambda number=now.number, ear=ear: ear.last.number == number)
        say_quietly(connection, ear.last)
        await until(
            lambda before=now.number: all(ear.last.number > before for _, ear in places),
            "word of a decision",
        )


def die(node: GameServer) -> None:
    """A node is gone, without a word: it says and hears nothing any more."""
    match_directory = node.lobby.directory
    assert match_directory._beating is not None
    match_directory._beating.cancel()
    assert match_directory.notifications._listening is not None
    match_directory.notifications._listening.cancel()
    for match in match_directory.led.values():
        match._stop()
    for each in match_directory.followed.values():
        each._following.cancel()

    async def nothing(*_: object) -> None:
        return None

    node.lobby.directory.nodes.leave = nothing
    gone, match_directory.host._match_hosts = match_directory.host._match_hosts, {}
    for place in gone.values():
        place.over.set_result("dead")


Opens = Callable[[], object]


async def test_a_seat_at_another_node_plays_the_same_game(server: Opens) -> None:
    first, second = await server(), await server()
    ident = await game_at(first)
    places = [await at(first, ident, 0), await at(second, ident, 1), await at(second, ident, None)]
    assert isinstance(first.lobby.directory.host._match_hosts[ident], Match)
    assert isinstance(second.lobby.directory.host._match_hosts[ident], FollowedMatch)
    await play(places[:2], 14)
    await until(lambda: len({ear.last.number for _, ear in places}) == 1)
    edna, dale, third = (ear.last.view for _, ear in places)
    assert edna.turn == dale.turn == third.turn
    assert edna.spaces == dale.spaces == third.spaces
    assert not third.players[0].hand
    assert not dale.players[0].hand
    assert dale.players[1].hand
    check(await first.tables.record(ident))
    assert not await first.lobby.directory.nodes.posted(ident)


async def test_what_is_too_late_is_refused_across_nodes(server: Opens) -> None:
    first, second = await server(), await server()
    ident = await game_at(first)
    places = [await at(first, ident, 0), await at(second, ident, 1)]
    progress = first.lobby.directory.led[ident].progress

    async def asked() -> None:
        """Play until the second player is asked and knows it."""
        while progress.asked != 1:
            await play(places, 1)
        await until(lambda: places[1][1].last.number == progress.moment, "the newest position")

    await asked()
    (connection, ear), before = places[1], places[1][1].last
    word = Decide(before.number, notation.write(quiet(before.view), before.view))
    connection.say(word)
    connection.say(word)
    await until(
        lambda: any(LATE in update.refusal for update in ear.heard), "a refusal of what came twice"
    )
    await asked()
    connection.say(Decide(ear.last.number, "no such thing"))
    await until(
        lambda: any(update.refusal and LATE not in update.refusal for update in ear.heard),
        "a refusal of what is no action",
    )
    assert not second.lobby.directory.followed[ident].connections.posted


async def test_stops_and_taking_back_go_across_nodes(server: Opens) -> None:
    first, second = await server(), await server()
    ident = await game_at(first)
    places = [await at(first, ident, 0), await at(second, ident, 1), await at(first, ident, 1)]
    progress = first.lobby.directory.led[ident].progress
    progress.stops[1].toggle(0, own=True)
    wishes = StopSettings.of(progress.stops[1])
    progress.stops[1].toggle(0, own=True)
    places[1][0].say(ChangeStops(wishes))
    await until(
        lambda: places[2][1].last.wishes == wishes, "the stops at another terminal of the same seat"
    )
    assert StopSettings.of(progress.stops[1]) == wishes
    while places[0][1].last.asked != 1 or places[1][1].last.barred is not None:
        await play(places[:2], 1)
    (connection, ear) = places[1]
    await until(lambda: ear.last.number == places[0][1].last.number)
    connection.say(TakeBack(ear.last.number))
    await until(lambda: ear.last.back and places[0][1].last.back, "what was taken back")
    assert ear.last.number == places[0][1].last.number
    await play(places[:2], 2)
    check(await first.tables.record(ident))


async def test_a_game_that_ends_is_over_at_all_nodes(server: Opens) -> None:
    first, second = await server(), await server()
    ident = await game_at(first)
    (_, edna), (connection, dale) = await at(first, ident, 0), await at(second, ident, 1)
    connection.say(Concede())
    await until(lambda: edna.last.asked is None and dale.last.asked is None)
    assert dale.last.view.winners == (0,)
    await until(
        lambda: (
            not first.lobby.directory.host._match_hosts
            and not second.lobby.directory.host._match_hosts
        )
    )
    assert (await second.tables.get(ident)).state == "over"


async def test_a_dead_nodes_matches_are_led_by_another(
    server: Opens, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever is at the other node plays on without a word, and whoever comes back is at the
    same question.
    """
    monkeypatch.setattr(nodes, "LIFE", 600)
    monkeypatch.setattr(directory, "BEAT", 0.1)
    first, second = await server(), await server()
    ident, other = await game_at(first), await game_at(first)
    places = [await at(first, ident, 0), await at(second, ident, 1)]
    away = [await at(first, other, 0), await at(first, other, 1)]
    await play(places, 6)
    await play(away, 4)
    number, question = away[0][1].last.number, away[0][1].last.view.decision
    die(first)
    places[0] = await at(second, ident, 0)
    await play(places, 6)
    assert ident in second.lobby.directory.led
    back = [await at(second, other, 0), await at(second, other, 1)]
    assert (back[0][1].last.number, back[0][1].last.view.decision) == (number, question)
    await play(back, 3)
    for each in (ident, other):
        check(await second.tables.record(each))


async def test_a_node_without_any_line_to_the_database_is_gone_at_once(server: Opens) -> None:
    """As one is that was killed: nobody waits until it should have said again that it is there."""
    first, second = await server(), await server()
    ident = await game_at(first)
    assert not await second.lobby.directory.nodes.lease(ident)
    die(first)
    since, name = asyncio.get_running_loop().time(), f"'spellfront {first.node}'"
    cut = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = {name}"
    while not await second.lobby.directory.nodes.lease(ident):
        await second.store.write(lambda connection: connection.exec_driver_sql(cut))
        await asyncio.sleep(0.05)
    assert asyncio.get_running_loop().time() - since < nodes.LIFE / 1000 / 2


async def test_a_node_that_closes_leaves_its_matches_at_once(server: Opens) -> None:
    first, second = await server(), await server()
    ident = await game_at(first)
    places = [await at(first, ident, 0), await at(second, ident, 1)]
    await play(places, 3)
    await first.close()
    assert places[0][1].last.closed
    await until(lambda: ident in second.lobby.directory.led, "another that leads")
    places[0] = await at(second, ident, 0)
    await play(places, 3)


async def test_a_late_leader_tells_nobody_what_it_decides(
    server: Opens, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that was held up for so long that another leads: what it decides is nothing, and its
    players see what was decided there.
    """
    first, second = await server(), await server()
    ident = await game_at(first)
    places = [await at(first, ident, 0), await at(first, ident, 1)]
    await play(places, 2)
    match_directory = first.lobby.directory
    match_directory._beating.cancel()
    match_directory.notifications._listening.cancel()
    await first.store.write(lambda connection: connection.exec_driver_sql("DELETE FROM leases"))
    there = [await at(second, ident, 0), await at(second, ident, 1)]
    assert ident in second.lobby.directory.led
    await play(there, 2)
    connection, ear = next(place for place in places if place[0].seat == place[1].last.asked)
    say_quietly(connection, ear.last)
    await until(lambda: ear.last.number == there[0][1].last.number, "what was decided elsewhere")
    assert ident in match_directory.followed
    check(await first.tables.record(ident))


async def test_the_screens_session_needs_not_know_where_its_match_is_led(server: Opens) -> None:
    first, second = await server(), await server()
    ident = await game_at(first)
    sessions = [
        await SeatSession.at(await node.lobby.line(ident, seat))
        for seat, node in enumerate((first, second))
    ]
    for _ in range(10):
        asked = sessions[0].asked
        session, before = sessions[asked or 0], sessions[0].moment
        await until(lambda: sessions[0].moment == sessions[1].moment)
        session.answer(quiet(session.view()))
        await until(lambda before=before: all(each.moment > before for each in sessions))
    assert [len(each.events) for each in sessions] == [len(sessions[0].events)] * 2


async def test_the_hall_is_one(server: Opens) -> None:
    first, second = await server(), await server()
    told: list[int] = []
    second.lobby.listen(lambda: told.append(1))
    edna = guest()
    leave = first.lobby.come(edna)
    table = await first.lobby.make(edna, "conquering", ["human"])
    await until(lambda: told, "word of a table")
    assert [row.id for row in await second.lobby.listed(guest())] == [table.id]
    await first.lobby.directory._look()
    assert await second.lobby.directory.nodes.here() == {edna.name}
    leave()


async def test_the_line_to_the_database_is_opened_again(server: Opens) -> None:
    first, second = await server(), await server()
    ident = await game_at(first)
    places = [await at(first, ident, 0), await at(second, ident, 1)]
    await play(places, 1)
    await first.store.write(
        lambda connection: connection.exec_driver_sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> "
            "pg_backend_pid() AND datname = current_database()"
        )
    )
    await asyncio.sleep(0.1)
    await play(places, 4)
    check(await first.tables.record(ident))


async def test_one_server_has_a_file(tmp_path: Path) -> None:
    async with GameServer(tmp_path, ai_pool=Quiet()):
        with pytest.raises(FileInUseError):
            await GameServer(tmp_path, ai_pool=Quiet()).open()


async def test_a_killed_servers_leases_hold_nobody_up(tmp_path: Path) -> None:
    """Where there is one server alone, whatever was before it is gone."""
    old = Store(url_of("", tmp_path), "old")
    await old.open()
    await nodes.Nodes(old).come()
    table = await GameServer(tmp_path).tables.make(
        guest(), "conquering", {}, [SeatRow(0, "", "A", "ai:easy", "a")]
    )
    assert await nodes.Nodes(old).lease(table.id)
    await old.close()
    async with GameServer(tmp_path, ai_pool=Quiet()) as server:
        assert await server.lobby.directory.nodes.lease(table.id)


async def test_a_database_that_fails_closes_no_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with GameServer(tmp_path, ai_pool=Quiet()) as server:
        ident = await game_at(server)
        places = [await at(server, ident, 0), await at(server, ident, 1)]
        await play(places, 2)
        keep = server.lobby.directory.nodes.keep
        failed: list[int] = []

        async def fails(kept: object) -> None:
            if not failed:
                failed.append(1)
                raise NotKeptError("the disk is full")
            await keep(kept)  # pyright: ignore[reportArgumentType]

        monkeypatch.setattr(server.lobby.directory.nodes, "keep", fails)
        await play(places, 3)
        assert failed
        check(await server.tables.record(ident))
