"""Floods: how much one player or one address may have of everything, and what is said when that
is reached.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from engine.base.records import replace
from tests.server.server_tests import Quiet
from tui.server.game_server import GameServer
from tui.server.lobby.chat import TalkError
from tui.server.quotas import (
    BY_ADDRESS,
    SHARES,
    USUAL_SHARES,
    Allowances,
    Places,
    Rate,
    Shares,
    in_words,
)
from tui.server.storage import tables
from tui.server.storage.accounts import AccountError, ServerPlayer, guest_of
from tui.server.storage.decks import DeckError
from tui.server.storage.tables import TableError

HERE, ELSEWHERE = "192.0.2.1", "192.0.2.2"
FEW = Shares(
    new_accounts=2,
    open_tables=2,
    games=3,
    guest_games=1,
    new_tables=4,
    files_player=2,
    files_address=3,
    lines=2,
)


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[GameServer]:
    async with GameServer(tmp_path / "house", ai_pool=Quiet(), shares=FEW) as opened:
        yield opened


def guest(address: str = HERE) -> ServerPlayer:
    found = guest_of("guest")
    assert found is not None
    return replace(found, address=address)


@pytest.mark.slow
async def test_an_address_makes_so_many_accounts_and_names_that_are_taken_do_not_count(
    server: GameServer,
) -> None:
    make = server.accounts.make
    await make("Edna", "SHA256:1", "", HERE)
    for _ in range(3):
        with pytest.raises(AccountError, match="is taken"):
            await make("Edna", "SHA256:2", "", HERE)
    await make("Dale", "SHA256:2", "", HERE)
    with pytest.raises(
        AccountError,
        match="too many new accounts have come from your address; try again in 12 hours",
    ):
        await make("Abe", "SHA256:3", "", HERE)
    await make("Abe", "SHA256:3", "", ELSEWHERE)


@pytest.mark.slow
async def test_a_player_has_so_many_tables_and_games(server: GameServer) -> None:
    edna = await server.accounts.make("Edna", "SHA256:1", "")
    for _ in range(2):
        await server.lobby.make(edna, "conquering", ["human"])
    with pytest.raises(TableError, match="you have 2 tables whose games have not started"):
        await server.lobby.make(edna, "conquering", ["human"])
    one, other = [
        await server.lobby.make(guest(ELSEWHERE), "conquering", ["human"]) for _ in range(2)
    ]
    await server.lobby.join(edna, one)
    with pytest.raises(
        TableError, match="you have a seat at 3 games; finish or leave one of them first"
    ):
        await server.lobby.join(edna, other)
    somebody = guest("192.0.2.3")
    await server.lobby.make(somebody, "conquering", ["human"])
    with pytest.raises(TableError, match="you have a seat at 1 game; finish"):
        await server.lobby.join(somebody, other)


@pytest.mark.slow
async def test_an_address_makes_so_many_tables(server: GameServer) -> None:
    for _ in range(4):
        await server.lobby.make(guest(), "conquering", ["human"])
    with pytest.raises(
        TableError, match="too many new tables have come from your address; try again in 15 minutes"
    ):
        await server.lobby.make(guest(), "conquering", ["human"])
    await server.lobby.make(guest(ELSEWHERE), "conquering", ["human"])


@pytest.mark.slow
async def test_an_account_brings_so_many_files(server: GameServer) -> None:
    edna, dale = [
        await server.accounts.make(name, f"SHA256:{name}", "", HERE) for name in ("Edna", "Dale")
    ]
    for _ in range(2):
        await server.files.bring(edna, "mine.txt", b"20 Forest")
    with pytest.raises(
        DeckError, match="too many files have come from your account; try again in 12 hours"
    ):
        await server.files.bring(edna, "mine.txt", b"20 Forest")
    await server.files.bring(dale, "mine.txt", b"20 Forest")
    with pytest.raises(
        DeckError, match="too many files have come from your address; try again in 8 hours"
    ):
        await server.files.bring(dale, "mine.txt", b"20 Forest")


@pytest.mark.slow
async def test_guests_at_one_address_talk_as_one(server: GameServer) -> None:
    for _ in range(2):
        await server.talk.say(guest(), None, "hello")
    with pytest.raises(TalkError, match="too quickly"):
        await server.talk.say(guest(), None, "hello")
    await server.talk.say(guest(ELSEWHERE), None, "hello")
    await server.talk.say(await server.accounts.make("Edna", "SHA256:1", "", HERE), None, "hello")


@pytest.mark.slow
async def test_ones_own_games_are_listed_however_many_others_there_are(
    server: GameServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "MOST_LISTED", 2)
    edna, dale = [
        await server.accounts.make(name, f"SHA256:{name}", "") for name in ("Edna", "Dale")
    ]
    mine = await server.lobby.make(edna, "conquering", ["human"])
    invitation = await server.lobby.make(dale, "conquering", ["human"], invited={1: edna})
    others = [
        (await server.lobby.make(guest(f"192.0.2.{number}"), "conquering", ["human"])).id
        for number in range(5, 9)
    ]
    listed = [table.id for table in await server.lobby.listed(edna)]
    assert listed == [mine.id, invitation.id, others[-1]]


def test_the_last_places_are_for_accounts_that_have_none() -> None:
    places = Places("playing {} line by line", most=4, of_player=2, of_address=3, kept=1)
    edna, dale = (
        ServerPlayer("account:1", "Edna", 1, address=HERE),
        ServerPlayer("account:2", "Dale", 2, address=ELSEWHERE),
    )
    with places.place(edna), places.place(edna):
        assert (
            places.refusal(edna)
            == "you are already playing 2 games line by line; allowed: at most 2"
        )
        with places.place(guest()):
            assert "too many players at your address" in places.refusal(guest())
            assert places.refusal(ServerPlayer("account:3", "Abe", 3, address=HERE)) == ""
            assert "the last places are reserved for players with an account" in places.refusal(
                guest(ELSEWHERE)
            )
            assert places.refusal(dale) == ""
            with places.place(dale):
                assert places.refusal(guest(ELSEWHERE)).startswith(
                    "too many players are playing games line by line"
                )
    assert not places.taken


@pytest.mark.slow
async def test_commands_wait_for_a_moment_and_are_refused_when_there_are_far_too_many() -> None:
    allowances = Allowances(replace(USUAL_SHARES, words_player=1000, words_address=10))
    answers = [await allowances.await_command(HERE) for _ in range(41)]
    assert not any(answers)  # the last one has waited for a tenth of a second
    for _ in range(50):
        allowances._words[1].owe(HERE)
    assert (
        "your address is sending commands too quickly; try again in "
        in await allowances.await_command(HERE)
    )
    assert await allowances.await_command(ELSEWHERE) == ""


def test_rates_forget_those_who_have_taken_nothing_lately(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.server.token_buckets.MOST_REMEMBERED", 10)
    rate = Rate(1, 1e-9)
    assert not any(rate.take(f"192.0.2.{number}") for number in range(100))
    assert len(rate._buckets) <= 12


def test_an_address_allowed_more_connections_gets_more_of_every_limit_by_address() -> None:
    more = USUAL_SHARES.of_connections(1_000)
    assert (more.new_accounts, more.words_player) == (
        10 * USUAL_SHARES.new_accounts,
        USUAL_SHARES.words_player,
    )
    assert {"new_accounts", "new_tables", "plain_address", "words_address"} <= set(BY_ADDRESS)
    assert [in_words(each) for each in (0.2, 61, 3_601)] == ["1 second", "2 minutes", "2 hours"]


def test_the_documentation_has_every_number() -> None:
    page = (Path(__file__).parents[2] / "docs" / "SERVER.md").read_text()
    rows = re.findall(r"^\| `(\w+)` \| ([\d,]+) \| (.+?) \|$", page, re.M)
    assert rows == [
        (name, f"{getattr(USUAL_SHARES, name):,}", words) for name, words in SHARES.items()
    ]
