"""Who may see a table, what may be wished for one, and how often codes are tried."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import asyncssh
import pytest

from tests.server.bots import Bot
from tests.server.server_tests import NO_HELP, in_lobby, open_server, until
from tui.server.game_server import GameServer
from tui.server.lobby.chat import TalkError
from tui.server.ssh.limits import CodeAttempts, TooManyGuessesError, address_of
from tui.server.storage.accounts import ServerPlayer, guest_of
from tui.server.storage.clocks import Clock
from tui.server.storage.decks import offered
from tui.server.storage.tables import Own, SeatRow, TableError

VARIANT = "conquering"


def guest() -> ServerPlayer:
    found = guest_of("guest")
    assert found is not None
    return found


# --- seeing ---


async def test_nothing_of_a_private_table_is_told_by_its_number(
    server: GameServer, edna: ServerPlayer
) -> None:
    table, stranger = await server.lobby.make(edna, VARIANT, ["human"], private=True), guest()
    await server.talk.say(edna, table.id, "our secret")
    for see in (server.lobby.table, server.lobby.tape, server.lobby.place, server.lobby.start):
        with pytest.raises(TableError, match=f"there is no table {table.id}"):
            await see(stranger, table.id)
    with pytest.raises(TableError):
        await server.tables.sit_down(table.id, 1, stranger, "")
    assert await server.talk.latest(table.id, stranger) == []
    with pytest.raises(TalkError):
        await server.talk.say(stranger, table.id, "who is there?")
    assert [line.words for line in await server.talk.latest(table.id, edna)] == ["our secret"]


@pytest.mark.slow
async def test_a_code_shows_a_private_game_to_watch_as_long_as_it_goes_on(
    server: GameServer, edna: ServerPlayer
) -> None:
    friend, table = guest(), await server.lobby.make(edna, VARIANT, ["ai:easy"], private=True)
    await server.lobby.start(edna, table.id)
    with pytest.raises(TableError):
        await server.lobby.place(friend, table.id)
    assert len(table.code) >= 10
    await server.lobby.by_code(friend, "192.0.2.1", f" {table.code.upper()} ")
    (await server.lobby.sit(friend, table.id)).close()
    assert [each.id for each in await server.lobby.listed(friend)] == [table.id]
    await server.tables.fail(table.id)
    with pytest.raises(TableError):
        await server.lobby.table(friend, table.id)


@pytest.mark.slow
async def test_an_old_waiting_room_closes_with_its_table(
    server: GameServer, edna: ServerPlayer
) -> None:
    """Under the rules page it isn't told that its table is gone, and looks again by its number."""
    dale = await server.accounts.make("Dale", "SHA256:dale", "")
    first = await server.lobby.make(dale, VARIANT, ["human"])
    async with in_lobby(server, guest()) as seen:
        await seen.press("enter")
        await seen.at("WaitingRoomScreen")
        await seen.press("R")
        await server.lobby.stand_up(dale, first)
        private = await server.lobby.make(edna, VARIANT, ["human"], private=True)
        assert private.id != first.id
        await seen.press("escape")
        await seen.at("LobbyScreen")
        assert private.code not in seen.shown


# --- wishing ---

WISHES: list[tuple[dict[str, object], str]] = [
    ({"variant": "/etc/passwd"}, "found '/etc/passwd'"),
    ({"kinds": []}, "this table has 1 seat"),
    ({"kinds": ["human"] * 4}, "found 5 seats"),
    ({"kinds": ["ai:cheater"]}, "for a seat"),
    ({"options": {"map": "/etc/passwd"}}, "house rule 'map'"),
    (
        {"variant": "battle_field", "options": {"map": "/etc/passwd"}},
        "map: found '/etc/passwd'; allowed: bare",
    ),
    ({"variant": "tactical", "options": {"table": "../../secret"}}, "table: found '../../secret'"),
    ({"variant": "tactical", "options": {"size": "9999x9999"}}, "size: found '9999x9999'"),
    ({"options": {"x" * 100: "y"}}, "house rules"),
    ({"decks": ["../../secret.txt", "b"]}, "as a deck"),
    ({"clock": Clock(1, 59)}, "as a clock"),
    ({"clock": Clock(5, 5, then="ai:cheater")}, "as a clock"),
    ({"own": Own("Nobody", "mine.toml", 'extends = "conquering"')}, "guests have no files"),
]


@pytest.mark.parametrize(("wish", "problem"), WISHES)
async def test_a_wish_is_checked_whoever_makes_it(
    server: GameServer, wish: dict[str, object], problem: str
) -> None:
    host = guest()
    with pytest.raises(TableError, match=problem):
        await server.lobby.make(host, **{"variant": VARIANT, "kinds": ["human"]} | wish)  # pyright: ignore[reportArgumentType]
    assert await server.lobby.listed(host) == []


async def test_a_seat_is_kept_for_one_person_once(server: GameServer, edna: ServerPlayer) -> None:
    dale = await server.accounts.make("Dale", "SHA256:dale", "")
    for invited in ({1: dale, 2: dale}, {3: dale}, {2: edna}):
        with pytest.raises(TableError, match=r"two seats|can't be reserved"):
            await server.lobby.make(edna, VARIANT, ["human", "human"], invited=invited)
    with pytest.raises(TableError, match="can't be reserved"):
        await server.lobby.make(edna, VARIANT, ["ai:easy"], invited={1: dale})


async def test_an_option_of_an_older_table_opens_no_file_either(
    server: GameServer, edna: ServerPlayer
) -> None:
    deck = offered("battle_field")[0]
    seats = [
        SeatRow(0, edna.holder, edna.name, "human", deck),
        SeatRow(1, "", "Computer 1", "ai:easy", deck),
    ]
    table = await server.tables.make(edna, "battle_field", {"map": "/etc/passwd"}, seats)
    with pytest.raises(TableError, match="map: found '/etc/passwd'"):
        await server.lobby.start(edna, table.id)


# --- words ---


@pytest.mark.slow
async def test_words_that_fail_leave_nothing_and_say_why(tmp_path: Path) -> None:
    async with open_server(tmp_path) as (server, port):
        edna, dale = await Bot(port, "Edna").come(), await Bot(port, "Dale").come()
        table = (await dale.says(f"make {VARIANT} human"))["table"]["table"]
        for words in (
            f"make {VARIANT} --deck nonsense",
            f"make {VARIANT} --deck missing.txt",
            "make battle_field --option map=/etc/passwd",
            f"make {VARIANT} human human human human human",
            f"join {table} --deck missing.txt",
            "join abcdefghjkmn",
            "show 999999999",
            "replay 1",
        ):
            code, out, error = await edna.tries(words)
            assert (code, out) == (1, ""), words
            assert error.strip()
            assert "Traceback" not in error + out
            code, out, error = await edna.tries(f"{words} --json")
            assert code == 1
            assert json.loads(out)["error"] == "refused"
        assert [each["table"] for each in (await edna.says("games"))["tables"]] == [table], (
            "no half-made table is there"
        )
        assert (await dale.says(f"show {table}"))["table"]["seats"][1]["free"]
        player = await server.accounts.of_key(edna.key.get_fingerprint())
        assert player is not None
        await server.accounts.ban(player.account or 0, "be kind")
        await until(edna.line.is_closed)
        line = await asyncssh.connect(
            "127.0.0.1", port, username="edna", client_keys=[edna.key], **NO_HELP
        )
        done = await line.run("games --json")
        assert done.exit_status == 1
        assert "be kind" in json.loads(str(done.stdout))["message"]


# --- codes ---


@pytest.mark.slow
async def test_codes_are_tried_a_few_times_and_logged_without_them(
    server: GameServer,
    edna: ServerPlayer,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    monkeypatch.setattr(CodeAttempts, "WITHIN", 1e9)
    table = await server.lobby.make(edna, VARIANT, ["human"], private=True)
    for _ in range(CodeAttempts.MOST + 1):
        await server.lobby.by_code(guest(), "192.0.2.9", table.code)  # right ones don't count
    for _ in range(CodeAttempts.MOST):
        with pytest.raises(TableError, match="no table has this code"):
            await server.lobby.by_code(guest(), "192.0.2.1", "abcdefghjkmn")
    with pytest.raises(TooManyGuessesError):
        await server.lobby.by_code(guest(), "192.0.2.1", table.code)
    for _ in range(CodeAttempts.MOST):
        with pytest.raises(TableError):
            await server.lobby.by_code(edna, address_of(f"2001:db8:{_}::1"), "abcdefghjkmn")
    with pytest.raises(TooManyGuessesError):
        await server.lobby.by_code(edna, "192.0.2.7", table.code)
    assert "192.0.2.1: a wrong attempt at the code of a table" in caplog.text
    assert "abcdefghjkmn" not in caplog.text
    assert table.code not in caplog.text


def test_addresses_count_by_network_where_one_customer_has_it() -> None:
    assert (
        address_of("2001:db8:1:2:3:4:5:6") == address_of("2001:db8:1:2::1") == "2001:db8:1:2::/64"
    )
    assert address_of("2001:db8:1:3::1") != address_of("2001:db8:1:2::1")
    assert address_of("fe80::1%eth0") == "fe80::/64"
    assert address_of("::ffff:192.0.2.1") == address_of("192.0.2.1") == "192.0.2.1"
