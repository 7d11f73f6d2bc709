"""A disk that is full: it is named, nothing counts that isn't saved, and play goes on by itself
when there is room again.
"""

from __future__ import annotations

import asyncio
import errno
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import Connection, event
from sqlalchemy.exc import OperationalError

from tests.server.server_tests import Quiet, in_lobby, until
from tui.server.game_server import GameServer
from tui.server.storage import database
from tui.server.storage.accounts import AccountError, guest_of
from tui.server.storage.database import DecisionBatch, NotKeptError
from tui.server.storage.save_errors import FULL, UnsavedError, reason
from tui.server.storage.tables import TableError

LONG = "x" * 200_000  # a line for which there is no room in the pages that are there


class Disk:
    """A disk that can be full: SQLite adds no page to its file then."""

    def __init__(self, server: GameServer) -> None:
        self.is_full = False
        event.listen(server.store._engine, "begin", self._limit)

    def _limit(self, connection: Connection) -> None:
        connection.exec_driver_sql(f"PRAGMA max_page_count = {1 if self.is_full else 1_000_000}")


@pytest.mark.slow
async def test_nothing_is_saved_on_a_full_disk_and_everything_again_when_there_is_room(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "RETRY", 0.01)
    monkeypatch.setattr(database, "RESTING", 0.0)
    async with GameServer(tmp_path / "house", ai_pool=Quiet()) as server:
        player, disk = guest_of("guest"), Disk(server)
        assert player is not None
        table = (await server.lobby.make(player, "conquering", ["human"])).id
        disk.is_full = True
        with pytest.raises(NotKeptError) as unkept:
            await server.store.keep(DecisionBatch(table, 1, [LONG], 0))
        assert (unkept.value.why, server.store.trouble) == (FULL, FULL)
        edna = await server.accounts.make(
            "Edna", "SHA256:1", ""
        )  # there is still room for a little
        for kind in (TableError, AccountError):
            with pytest.raises(
                kind,
                match="the server can't save anything right now: its disk is full; try again later",
            ):
                await server.accounts.keep_papers(edna, LONG, "")
        async with in_lobby(server, player) as seen:
            await seen.sees("No move counts until saving")
        disk.is_full = False
        await server.store.keep(DecisionBatch(table, 1, [LONG], 0))
        assert server.store.trouble == ""
        said = [
            record.getMessage() for record in caplog.records if record.name == "spellfront.store"
        ]
        assert said == [
            "nothing can be saved: its disk is full; no move counts until saving works again",
            "saving works again",
        ]


async def test_a_house_sees_by_itself_that_saving_works_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.server.game_server.SIGN_OF_LIFE", 0.02)
    monkeypatch.setattr(database, "RESTING", 0.1)
    async with GameServer(tmp_path / "house", ai_pool=Quiet()) as server:
        server.store._set_trouble(FULL)
        await asyncio.sleep(0.05)
        assert server.store.trouble == FULL
        await until(lambda: not server.store.trouble, "the end of the trouble")


def test_only_what_keeps_everything_from_being_saved_is_trouble() -> None:
    def of(code: int) -> OperationalError:
        original = sqlite3.OperationalError("")
        original.sqlite_errorcode = code
        return OperationalError("", {}, original)

    assert reason(of(sqlite3.SQLITE_IOERR_WRITE)) == "its disk reports errors"
    assert reason(of(sqlite3.SQLITE_BUSY)) == ""
    assert reason(OSError(errno.ENOSPC, "")) == FULL
    assert issubclass(UnsavedError, TableError)
