"""The database: one schema, decisions that are added once and together, leases, accounts."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, func, select

from engine.base.records import replace
from tui.server.storage.accounts import AccountError, Accounts, guest_of, wrong_account_name
from tui.server.storage.database import DecisionBatch, KeptElsewhereError, Store, url_of
from tui.server.storage.schema import DECISIONS, METADATA
from tui.server.storage.tables import SeatRow, TableError, Tables


@pytest.mark.slow
async def test_the_migrations_lead_to_the_schema(store: Store) -> None:
    def differences(connection: Connection) -> list[object]:
        return compare_metadata(MigrationContext.configure(connection), METADATA)

    assert await store.read(differences) == []


async def test_it_is_opened_again_as_it_was(store: Store, database: str, tmp_path: Path) -> None:
    await Accounts(store).make("Edna", "SHA256:one", "ssh-ed25519 AAAA")
    again = Store(url_of(database, tmp_path), "there")
    await again.open()
    found = await Accounts(again).of_key("SHA256:one")
    assert found is not None
    assert found.name == "Edna"
    await again.close()


async def table(store: Store) -> int:
    guest = guest_of("guest")
    assert guest is not None
    return (
        await Tables(store).make(
            guest, "conquering", {}, [SeatRow(0, guest.holder, guest.name, "human", "a")]
        )
    ).id


async def test_decisions_are_added_once(store: Store) -> None:
    ident = await table(store)
    await store.keep(DecisionBatch(ident, 1, ["player1: pass", "player2: pass"], 0))
    with pytest.raises(KeptElsewhereError):
        await store.keep(DecisionBatch(ident, 2, ["player2: keep"], 0))
    lines = await store.read(
        lambda c: list(c.execute(select(DECISIONS.c.line).order_by(DECISIONS.c.number)).scalars())
    )
    assert lines == ["player1: pass", "player2: pass"]


async def test_who_plays_a_seat_from_now_on_is_kept_with_the_decision(store: Store) -> None:
    tables = [await table(store) for _ in range(2)]
    await store.keep(DecisionBatch(tables[0], 1, ["player1: pass"], 0))
    batch = [
        DecisionBatch(tables[0], 1, ["player1: keep"], 0, hands={0: "ai:easy"}),
        DecisionBatch(tables[1], 1, ["player1: keep"], 0, hands={0: "ai:easy"}),
    ]
    await asyncio.gather(*map(store.keep, batch), return_exceptions=True)
    kinds = [(await Tables(store).get(ident)).seats[0].kind for ident in tables]
    assert kinds == ["human", "ai:easy"], "of the first nothing is kept"


@pytest.mark.slow
async def test_many_matches_are_kept_together_and_one_that_fails_spoils_no_other(
    store: Store,
) -> None:
    tables = [await table(store) for _ in range(4)]
    await store.keep(DecisionBatch(tables[0], 1, ["player1: pass"], 0))
    answers = await asyncio.gather(
        *(store.keep(DecisionBatch(each, 1, ["player1: keep"], 0)) for each in tables),
        return_exceptions=True,
    )
    assert [type(answer) for answer in answers] == [
        KeptElsewhereError,
        type(None),
        type(None),
        type(None),
    ]
    assert (
        await store.read(
            lambda c: c.execute(select(func.count()).select_from(DECISIONS)).scalar_one()
        )
        == 4
    )


async def test_two_who_sit_down_at_once_get_one_seat(store: Store) -> None:
    tables = Tables(store)
    host, one, other = (guest_of("guest") for _ in range(3))
    assert host is not None
    assert one is not None
    assert other is not None
    seats = [SeatRow(0, host.holder, host.name, "human", "a"), SeatRow(1, "", "", "human", "b")]
    made = await tables.make(host, "conquering", {}, seats)
    answers = await asyncio.gather(
        *(tables.sit_down(made.id, 1, who, "b") for who in (one, other)), return_exceptions=True
    )
    assert sorted(type(answer).__name__ for answer in answers) == ["NoneType", "TableError"]
    with pytest.raises(TableError, match="no table 99"):
        await tables.get(99)


async def test_names_of_accounts_are_each_somebodys(store: Store) -> None:
    accounts = Accounts(store)
    edna = await accounts.make("Edna", "SHA256:one", "")
    with pytest.raises(AccountError, match="is taken here"):
        await accounts.make("EDNA", "SHA256:two", "")
    assert await accounts.of_key("SHA256:two") is None
    with pytest.raises(AccountError, match="already belongs to an account"):
        await accounts.add_key(edna, "SHA256:one", "")
    await accounts.add_key(edna, "SHA256:two", "")
    assert await accounts.of_key("SHA256:two") == replace(edna, key="SHA256:two")


@pytest.mark.parametrize(
    "name", ["", "  ", "guest 1", "Guesthouse", "a\x1b[31m", "a\u202eb", "x" * 25]
)
def test_what_nobody_is_called(name: str) -> None:
    assert wrong_account_name(name)


def test_a_guest_comes_back_by_a_word_that_was_told_to_nobody_else() -> None:
    one, other = guest_of("guest"), guest_of("guest")
    assert one is not None
    assert other is not None
    assert one.holder != other.holder
    assert guest_of("guest-" + one.holder.partition(":")[2]) == one
    assert one.holder.partition(":")[2][:4] not in one.name
    assert guest_of("guest-short") is None
    assert guest_of("edna") is None
