"""What nobody uses any more goes: tables of guests, copies of variants, folders of processes
that are gone.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from sqlalchemy import select, update

from tests.server.server_tests import Quiet
from tui.server.game_server import GameServer
from tui.server.storage import own_folders
from tui.server.storage.accounts import ServerPlayer, guest_of
from tui.server.storage.database import now
from tui.server.storage.decks import at_hand
from tui.server.storage.own_folders import DAY, OWN_FOLDER, sweep
from tui.server.storage.schema import TABLES
from tui.server.storage.tables import Own

ROOT = Path(__file__).parents[3]
OWN = Own(
    "Edna", "mine.toml", 'extends = "conquering"\nid = "mine"\nname = "Mine"\nsummary = "Mine."\n'
)


def guest() -> ServerPlayer:
    found = guest_of("guest")
    assert found is not None
    return found


@pytest.mark.slow
async def test_open_tables_of_guests_end_after_an_hour_unused(tmp_path: Path) -> None:
    async with GameServer(tmp_path / "house", ai_pool=Quiet()) as server:
        edna, here, gone, joined = (
            await server.accounts.make("Edna", "SHA256:1", ""),
            guest(),
            guest(),
            guest(),
        )
        kept = [
            (await server.lobby.make(player, "conquering", ["human"])).id
            for player in (edna, here, joined)
        ]
        unused = (await server.lobby.make(gone, "conquering", ["human"])).id
        await server.talk.say(gone, unused, "hello")
        assert await server.tables.end_unused({here.holder}) == 0
        await server.store.write(
            lambda connection: connection.execute(
                update(TABLES).values(changed=now() - 61 * 60_000)
            )
        )
        await server.lobby.join(edna, await server.tables.get(kept[2]))
        assert await server.tables.end_unused({here.holder}) == 1
        assert (
            await server.store.read(
                lambda connection: list(
                    connection.execute(select(TABLES.c.id).order_by(TABLES.c.id)).scalars()
                )
            )
            == kept
        )


def test_a_variant_unread_for_thirty_days_is_deleted_and_written_again(
    tmp_path: Path,
) -> None:
    path, old = at_hand(tmp_path, OWN), time.time() - 31 * DAY
    sweep(tmp_path)
    assert path.exists()
    os.utime(path, (old, old))
    assert at_hand(tmp_path, OWN) == path  # it is in use
    sweep(tmp_path)
    assert path.exists()
    os.utime(path, (old, old))
    sweep(tmp_path)
    assert not any(tmp_path.iterdir())
    assert at_hand(tmp_path, OWN).read_text() == OWN.rules
    sweep(tmp_path / "nothing")


def test_the_folder_of_a_process_goes_with_it_and_that_of_a_killed_one_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = (
        "import os, sys; from tui.server.storage.own_folders import own_folder; (own_folder() "
        "/ 'x').touch(); sys.stdout.write(str(own_folder()))"
    )
    ways = {"": False, "; sys.stdout.flush(); os.kill(os.getpid(), 9)": True}
    for way, stays in ways.items():
        environment = os.environ | {"TMPDIR": str(tmp_path)}
        done = subprocess.run(
            [sys.executable, "-c", made + way],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.stdout.startswith(f"{tmp_path}/{OWN_FOLDER}"), done.stderr
        assert Path(done.stdout).exists() == stays
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    mine = own_folders.own_folder.__wrapped__()
    assert [each.name for each in tmp_path.iterdir()] == [mine.name]
