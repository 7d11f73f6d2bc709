"""What the host of a server needs: backups while it is served, moving to another database,
numbers, a log that tells no secret.
"""

from __future__ import annotations

import asyncio
import logging
import re
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec import json
from sqlalchemy import func, select

from engine.history.replay import check
from tests.server.server_tests import Quiet
from tests.server.storage.test_nodes import at, game_at, guest, play
from tui.cli import main
from tui.server.game_server import GameServer
from tui.server.journal import Journal
from tui.server.storage.backup import CopyError, back_up, copy
from tui.server.storage.database import Store, url_of
from tui.server.storage.metrics import Meter
from tui.server.storage.schema import METADATA, TABLES

pytestmark = pytest.mark.slow


async def played(server: GameServer, decisions: int = 4) -> int:
    """A game that goes on."""
    ident = await game_at(server)
    await play([await at(server, ident, 0), await at(server, ident, 1)], decisions)
    return ident


async def test_a_house_is_backed_up_while_it_is_served(tmp_path: Path) -> None:
    async with GameServer(tmp_path, ai_pool=Quiet()) as server:
        ident = await played(server)
        playing = asyncio.create_task(played(server, 8))
        size = await asyncio.to_thread(back_up, tmp_path / "house.db", tmp_path / "backup.db")
        assert size > 10_000
        assert (tmp_path / "backup.db").stat().st_mode & 0o077 == 0
        await playing
        with pytest.raises(CopyError, match="already exists"):
            back_up(tmp_path / "house.db", tmp_path / "backup.db")
    (tmp_path / "again").mkdir()
    (tmp_path / "backup.db").rename(tmp_path / "again" / "house.db")
    async with GameServer(tmp_path / "again", ai_pool=Quiet()) as server:
        record = await server.tables.record(ident)
        check(record)
        assert len(record.entries) > 4
        await play([await at(server, ident, 0), await at(server, ident, 1)], 2)


def test_what_can_not_be_backed_up_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["house", "backup", str(tmp_path / "b"), "--data", str(tmp_path)]) == 2
    assert "there is no server data" in capsys.readouterr().err
    (tmp_path / "house.db").write_bytes(b"no database at all" * 100)
    assert main(["house", "backup", str(tmp_path / "b"), "--data", str(tmp_path)]) == 2
    assert "not a database" in capsys.readouterr().err
    assert main(["house", "backup", "b", "--database", "postgresql://x/y"]) == 2
    assert "pg_dump" in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["house.db"]


async def test_everything_is_copied_and_counted(
    tmp_path: Path, postgresql: Callable[[], str]
) -> None:
    async with GameServer(tmp_path, ai_pool=Quiet()) as server:
        ident = await played(server)
        await server.accounts.make("Edna", "SHA256:one", "ssh-ed25519 AAAA")
    database = postgresql()
    source, target = Store(url_of("", tmp_path), "copy"), Store(url_of(database, tmp_path), "copy")
    for store in (source, target):
        await store.open()
    copied = await copy(source, target)
    assert copied["tables"] == 1
    assert copied["accounts"] == 1
    assert copied["decisions"] > 4
    with pytest.raises(CopyError, match="empty"):
        await copy(source, target)
    for store in (source, target):
        await store.close()
    async with GameServer(tmp_path / "node", database, ai_pool=Quiet()) as server:
        await play([await at(server, ident, 0), await at(server, ident, 1)], 3)
        table = await server.lobby.make(guest(), "conquering", ["human"])
        assert table.id == ident + 1
        await server.accounts.make("Dale", "SHA256:two", "ssh-ed25519 AAAB")


def test_the_command_copies_what_nobody_serves(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def serve() -> None:
        async with GameServer(tmp_path, ai_pool=Quiet()) as server:
            await played(server)
            words = ["house", "copy", f"sqlite:///{tmp_path}/other.db", "--data", str(tmp_path)]
            assert await asyncio.to_thread(main, words) == 2

    asyncio.run(serve())
    assert "stop the server first" in capsys.readouterr().err
    assert main(["house", "copy", f"sqlite:///{tmp_path}/other.db", "--data", str(tmp_path)]) == 0
    assert re.search(r"decisions +\d+", capsys.readouterr().out)
    assert main(["house", "copy", f"sqlite:///{tmp_path}/other.db", "--data", str(tmp_path)]) == 2
    assert "empty" in capsys.readouterr().err
    assert main(["house", "copy", "mysql://x", "--data", str(tmp_path)]) == 2


async def test_a_copy_that_fails_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tui.server.storage import backup

    async with GameServer(tmp_path, ai_pool=Quiet()) as server:
        await played(server)
    source, target = (
        Store(url_of("", tmp_path), "copy"),
        Store(url_of(f"sqlite:///{tmp_path}/b.db", tmp_path), "copy"),
    )
    for store in (source, target):
        await store.open()
    monkeypatch.setattr(
        backup,
        "_count_on",
        lambda _, table, last: (_ for _ in ()).throw(CopyError("no")) if table is TABLES else None,
    )
    with pytest.raises(CopyError, match="no"):
        await copy(source, target)
    for table in METADATA.sorted_tables:
        assert (
            await target.read(
                lambda c, table=table: c.execute(
                    select(func.count()).select_from(table)
                ).scalar_one()
            )
            == 0
        )
    for store in (source, target):
        await store.close()


async def test_numbers_for_whoever_runs_it(tmp_path: Path) -> None:
    async with GameServer(tmp_path, ai_pool=Quiet()) as server:
        meter = Meter(server)
        meter.open(0)
        try:
            await played(server)

            def asked() -> str:
                return (
                    urllib.request.urlopen(f"http://127.0.0.1:{meter.port}/metrics", timeout=5)
                    .read()
                    .decode()
                )

            told = await asyncio.to_thread(asked)
        finally:
            meter.close()
    found = dict(re.findall(r"^(spellfront_\S+) (\S+)$", told, re.M))
    assert float(found["spellfront_matches_led"]) == 1
    assert float(found["spellfront_decisions_total"]) >= 4
    assert float(found['spellfront_answer_seconds_bucket{le="+Inf"}']) >= 4
    assert float(found["spellfront_keep_seconds_count"]) >= 4
    assert "process_resident_memory_bytes" in told
    assert "Guest" not in told


def test_the_log_tells_what_went_wrong_and_where_but_no_words_of_it() -> None:
    try:
        raise KeyError("Serra Angel in somebody's hand")
    except KeyError as error:
        record = logging.LogRecord(
            "spellfront.match",
            logging.ERROR,
            "",
            0,
            "match %d\nfailed",
            (7,),
            (KeyError, error, error.__traceback__),
        )
    plain, line = Journal().format(record), json.decode(Journal(as_json=True).format(record))
    assert "match 7 failed [KeyError at test_running.py" in plain
    assert line["words"] == "match 7 failed"
    assert line["fault"].startswith("KeyError at test_running.py")
    assert "Serra" not in plain + str(line)
    assert "\n" not in plain


async def test_no_card_is_in_the_log_of_a_match_that_fails(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    async with GameServer(tmp_path, ai_pool=Quiet()) as server:
        ident = await game_at(server)
        (connection, ear), other = await at(server, ident, 0), await at(server, ident, 1)
        hand = {
            card.name
            for each in (ear, other[1])
            for card in each.last.view.players[each.last.view.seat or 0].hand
        }

        def broken(*_: object, **__: object) -> None:
            raise KeyError(", ".join(hand))

        server.lobby.directory.led[ident].progress.recorder.apply = broken
        from tests.server.match.test_match import say_quietly

        seat, heard = next(
            place for place in ((connection, ear), other) if place[0].seat == ear.last.asked
        )
        say_quietly(seat, heard.last)
        await server.lobby.directory.led[ident].over
    assert server.lobby.directory.host.faults == 1
    text = "\n".join(Journal().format(record) for record in caplog.records)
    assert "fault" in text
    assert not [name for name in hand if name in text]
