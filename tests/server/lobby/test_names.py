"""Names of accounts: no two look alike, and none looks like the server's, a guest's or a
computer player's.
"""

from __future__ import annotations

import re

import pytest
from sqlalchemy import delete, update

from tests.server.server_tests import in_lobby
from tui.server.game_server import GameServer
from tui.server.storage import accounts as module
from tui.server.storage.account_names import (
    ANIMALS,
    guest_name,
    normal,
    skeleton,
    wrong_account_name,
)
from tui.server.storage.accounts import AccountError, ServerPlayer
from tui.server.storage.schema import ACCOUNTS, NAMES

LOOKS = [
    ("Edna", "Еdnа"),  # Cyrillic
    ("Edith", "EdIth"),
    ("Edith", "Ed1th"),
    ("Mona", "rnona"),
    ("Bob", "B0b"),
    ("Theresa", "ＴHERESA"),
    ("Anna", "Annа"),
]


@pytest.mark.parametrize(("name", "like"), LOOKS)
async def test_nobody_gets_a_name_that_looks_like_anothers(
    server: GameServer, name: str, like: str
) -> None:
    assert skeleton(name) == skeleton(like)
    await server.accounts.make(name, "SHA256:one", "")
    with pytest.raises(AccountError, match="taken"):
        await server.accounts.make(like, "SHA256:two", "")
    other = await server.accounts.make("Someone else", "SHA256:two", "")
    with pytest.raises(AccountError, match="taken"):
        await server.accounts.rename(other, like)


def test_names_that_only_share_letters_are_two() -> None:
    names = (
        "Edna",
        "Edwin",
        "Dale",
        "Adele",
        "Ana",
        "Anna",
        "Björn",
        "Bjorn",
        "Ольга",
        "Олег",
        "Edna 1",
        "Edna 11",
    )
    assert len({skeleton(name) for name in names}) == len(names)


@pytest.mark.parametrize(
    "name",
    ["Computer", "Computer 1", "C0mputer", "Соmputer 2", "server", "SERVER", "Spellfront",
    "Spe11front", "hall", "Hа11", "guest",
     "Gueѕt 41", "Edna: pass", "Ed\u200bna", "Edna\u3164", "\u2800\u2800", "\u115f",
     "A\u0301\u0301\u0301\u0301", "...", "Edna\ufe0f"],
)  # fmt: skip
def test_names_that_nobody_gets(name: str) -> None:
    assert wrong_account_name(normal(name))


def test_guests_have_names_that_people_can_read_and_nobody_can_choose() -> None:
    names = {guest_name(f"word{number}", b"salt") for number in range(2_000)}
    assert len(names) > 1_500, "few guests have the same name"
    assert all(re.fullmatch("Guest [A-Z][a-z]{1,6} [1-9][0-9]", name) for name in names)
    assert all(wrong_account_name(normal(name)) for name in names), "no account has such a name"
    assert len(set(map(skeleton, ANIMALS))) == len(ANIMALS) >= 200
    assert (
        guest_name("word", b"salt")
        == guest_name("word", b"salt")
        != guest_name("word", b"another server's")
    )


async def test_two_guests_with_one_name_are_told_apart_at_a_table(server: GameServer) -> None:
    one, other = (ServerPlayer(f"guest:{secret}", "Guest Otter 41") for secret in ("a", "b"))
    table = await server.lobby.make(one, "conquering", ["human"])
    table = await server.lobby.join(other, table)
    assert [seat.name for seat in table.seats] == ["Guest Otter 41", "Guest Otter 41 (2)"]
    await server.talk.say(other, table.id, "hello")
    assert [line.name for line in await server.talk.latest(table.id, one)] == ["Guest Otter 41 (2)"]
    await server.lobby.start(one, table.id)
    session = await server.lobby.sit(other, table.id)
    assert [player.name for player in session.view().players] == [
        "Guest Otter 41",
        "Guest Otter 41 (2)",
    ]
    session.close()


async def test_a_name_is_kept_in_one_form(server: GameServer) -> None:
    assert (await server.accounts.make("  Ｅｄｎａ   Ⅳ ", "SHA256:one", "")).name == "Edna IV"
    assert (await server.accounts.called("ｅdna iv")).account == 1


async def test_an_old_name_rests_for_a_month(
    server: GameServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    edna, dale = [
        await server.accounts.make(name, f"SHA256:{name}", "") for name in ("Edna", "Dale")
    ]
    await server.accounts.rename(edna, "Theresa")
    with pytest.raises(AccountError, match="taken"):
        await server.accounts.rename(dale, "Edna")
    await server.accounts.rename(edna, "Edna")  # its own is free for her
    await server.accounts.rename(edna, "Theresa")
    month, time = 30 * 86_400_000, module.now()
    monkeypatch.setattr(module, "now", lambda: time + month + 10_000)
    assert await server.accounts.rename(dale, "Edna") == "Edna"


@pytest.mark.slow
async def test_nobody_reserves_names_by_changing_theirs(server: GameServer) -> None:
    edna = await server.accounts.make("Edna", "SHA256:one", "")
    for name in ("Ann", "Abe", "Theresa"):
        await server.accounts.rename(edna, name)
    with pytest.raises(AccountError, match="try again later"):
        await server.accounts.rename(edna, "Dale")
    assert await server.accounts.give_name(1, "Dale") == "Dale", "the host can"


@pytest.mark.slow
async def test_the_owner_of_an_old_name_is_asked_once_for_another(server: GameServer) -> None:
    """As after an update: two names look alike, and one breaks a rule."""
    players = [
        await server.accounts.make(name, f"SHA256:{name}", "") for name in ("Edna", "Dale", "Abe")
    ]

    async def spoil(ident: int, name: str) -> None:
        await server.store.write(
            lambda c: c.execute(
                update(ACCOUNTS)
                .where(ACCOUNTS.c.id == ident)
                .values(name=name, folded=name.casefold())
            )
        )
        await server.store.write(lambda c: c.execute(delete(NAMES).where(NAMES.c.account == ident)))

    await spoil(2, "Еdnа")
    await spoil(3, "Computer 1")
    edna, dale, abe = [await server.accounts.of_key(player.key) for player in players]
    assert edna is not None
    assert dale is not None
    assert abe is not None
    assert await server.accounts.name_question(edna) == ""
    async with in_lobby(server, dale) as seen:
        await seen.sees("Please choose another name on your account page")
    assert await server.accounts.name_question(dale) == "", "it was asked"
    assert "computer" in await server.accounts.name_question(abe)
