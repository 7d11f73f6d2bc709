"""An older version's database, brought to this one: every game goes on, every key opens its
account, and no number comes back.
"""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from sqlalchemy import MetaData, insert, select, text

from tui.commands.common import CommandError
from tui.commands.serve import asked_database
from tui.server.game_server import GameServer
from tui.server.match.seat import SeatSession
from tui.server.storage.accounts import Accounts, guest_of
from tui.server.storage.backup import back_up, copy
from tui.server.storage.database import NewerDatabaseError, Store, migrations, url_of
from tui.server.storage.schema import TABLES

pytestmark = pytest.mark.slow

# made by old_house.py
OLD = Path(os.environ.get("SPELLFRONT_OLD_ROWS", (Path(__file__).parents[1] / "rows_0003.json")))
NEWER = text("UPDATE alembic_version SET version_num = '9999'")


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest) -> str:
    return "" if request.param == "sqlite" else request.getfixturevalue("postgresql")()


def make_old(store: Store, rows: dict[str, list[dict[str, Any]]], revision: str) -> None:
    """Fill an empty database as the older version left it."""
    config = migrations()
    with store._engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
        metadata = MetaData()
        metadata.reflect(connection)
        for name, found in rows.items():
            table = metadata.tables[name]
            switches = [column.name for column in table.columns if column.type.python_type is bool]
            if found:
                connection.execute(
                    insert(table),
                    [row | {name: bool(row[name]) for name in switches} for row in found],
                )
        if store.is_shared:
            for name in ("accounts", "tables", "chat"):
                connection.execute(
                    text(
                        f"SELECT setval(pg_get_serial_sequence('{name}', 'id'), (SELECT max(id) "
                        f"FROM {name}))"
                    )
                )


def old_house(database: str, folder: Path) -> tuple[dict[str, list[dict[str, Any]]], str]:
    """The rows of an older version's database, which has just been made; and where it is."""
    old = json.loads(OLD.read_text())
    store = Store(url_of(database, folder), "old")
    make_old(store, old["rows"], old["revision"])
    store._engine.dispose()
    return old["rows"], database


async def test_every_game_goes_on_and_every_key_opens_its_account(
    database: str, tmp_path: Path
) -> None:
    rows, _ = old_house(database, tmp_path)
    async with GameServer(tmp_path, database) as server:
        for key in rows["keys"]:
            found = await server.accounts.of_key(key["fingerprint"])
            assert found is not None
            assert found.account == key["account"]
        players = {
            f"account:{row['id']}": await server.accounts.called(row["name"])
            for row in rows["accounts"]
        }
        guest = guest_of("guest-abcdefghjkmn")
        assert guest is not None
        players[guest.holder] = guest
        lengths = {row["table"]: row["number"] for row in rows["decisions"]}
        for table in rows["tables"]:
            for seat in rows["seats"]:
                if table["state"] == "playing" and seat["table"] == table["id"]:
                    session = await server.lobby.sit(players[seat["holder"]], table["id"])
                    await goes_on(session, table, lengths[table["id"]])


async def goes_on(session: SeatSession, table: dict[str, Any], last: int) -> None:
    """Whether the next decision can be made."""
    assert session.moment == last + 1
    assert session.asked == table["asked"]
    assert session.asked != session.viewer or session.view().actions
    session.close()


async def test_numbers_of_tables_never_come_back(database: str, tmp_path: Path) -> None:
    rows, _ = old_house(database, tmp_path)
    guest = guest_of("guest")
    assert guest is not None
    async with GameServer(tmp_path, database) as server:
        first = await server.lobby.make(guest, "conquering", ["human"])
        await server.lobby.stand_up(guest, first)
        assert first.id > max(row["id"] for row in rows["tables"])
    async with GameServer(tmp_path, database) as server:
        assert (await server.lobby.make(guest, "conquering", ["human"])).id > first.id


async def test_codes_of_private_tables_are_renewed(database: str, tmp_path: Path) -> None:
    rows, _ = old_house(database, tmp_path)
    before = {row["id"]: (row["code"], bool(row["private"])) for row in rows["tables"]}
    store = Store(url_of(database, tmp_path), "new")
    await store.open()
    for ident, code in await store.read(
        lambda c: [tuple(row) for row in c.execute(select(TABLES.c.id, TABLES.c.code))]
    ):
        was, is_private = before[ident]
        assert (code != was) == is_private
        assert not is_private or len(code) >= 10
    await store.close()


async def test_a_backup_before_and_a_copy_after(postgresql: Any, tmp_path: Path) -> None:
    rows, _ = old_house("", tmp_path)
    back_up(tmp_path / "house.db", tmp_path / "before.db")
    source, target = (
        Store(url_of("", tmp_path), "old"),
        Store(url_of(postgresql(), tmp_path), "new"),
    )
    await source.open()
    await target.open()
    numbers = 3 + max(row["id"] for row in rows["tables"])  # the last ones of tables that are gone
    await source.write(
        lambda c: c.execute(
            text(f"UPDATE sqlite_sequence SET seq = {numbers} WHERE name = 'tables'")
        )
    )
    copied = await copy(source, target)
    assert copied["decisions"] == len(rows["decisions"])
    assert copied["names"] == len(rows["accounts"]) - 1, "two of them look alike"
    assert await Accounts(target).of_key("SHA256:edna") is not None
    await source.close()
    await target.close()
    guest = guest_of("guest")
    assert guest is not None
    async with GameServer(tmp_path, target.address) as server:
        assert (await server.lobby.make(guest, "conquering", ["human"])).id == numbers + 1
    again = Store(f"sqlite:///{tmp_path / 'before.db'}", "again")
    await again.open()
    await again.close()


async def test_an_older_program_leaves_a_newer_database_alone(
    database: str, tmp_path: Path
) -> None:
    store = Store(url_of(database, tmp_path), "newer")
    await store.open()
    await store.check_revision()
    await store.write(lambda c: c.execute(NEWER))
    with pytest.raises(NewerDatabaseError, match="newer Spellfront"):
        await store.check_revision()
    await store.close()
    with pytest.raises(CommandError, match="made by a newer Spellfront"), asked_database():
        await Store(url_of(database, tmp_path), "older").open()


async def test_a_server_closes_once_a_newer_one_has_updated_the_database(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.server.game_server.GLANCE", 0.01)
    async with GameServer(tmp_path, database) as server:
        outdated = asyncio.Event()
        server.on_outdated = outdated.set
        await server.store.write(lambda c: c.execute(NEWER))
        await asyncio.wait_for(outdated.wait(), 5)
