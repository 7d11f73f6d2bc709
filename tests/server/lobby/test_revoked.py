"""A key that is taken away: whatever it had opened ends within a second, and changes nothing any
more.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection
from pathlib import Path

import asyncssh
import pytest

from tests.server.bots import Bot, at_one_table
from tests.server.server_tests import NO_HELP, Quiet, Visitor, open_server, until
from tests.server.storage.test_accounts import admin, public
from tui.server.game_server import GameServer
from tui.server.storage.accounts import AccountError, Accounts, RevokedError, ServerPlayer, read_key
from tui.server.storage.database import Store, url_of
from tui.server.storage.decks import Files

AT_ONCE = 1.0  # seconds within which everything ends


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest) -> str:
    return "" if request.param == "sqlite" else request.getfixturevalue("postgresql")()


CHANGES: dict[str, Callable[[Accounts, Files, ServerPlayer], Awaitable[object]]] = {
    "add a key": lambda accounts, _, thief: accounts.add_key(thief, *read_key(public())),
    "take a key away": lambda accounts, _, thief: accounts.take_key_away(thief, "SHA256:new"),
    "get a code": lambda accounts, _, thief: accounts.give_pass(thief),
    "rename": lambda accounts, _, thief: accounts.rename(thief, "Thief"),
    "change settings": lambda accounts, _, thief: accounts.keep_papers(thief, "", ""),
    "bring a file": lambda _, files, thief: files.bring(thief, "bears.txt", b"4 Grizzly Bears\n"),
    "delete a file": lambda _, files, thief: files.take_away(thief, "bears.txt"),
}


@pytest.mark.slow
async def test_a_revoked_key_changes_nothing(database: str, tmp_path: Path) -> None:
    async with GameServer(tmp_path, database, ai_pool=Quiet()) as server:
        thief = await server.accounts.make("Edna", "SHA256:stolen", "")
        # another process of the host
        elsewhere = Store(url_of(database, tmp_path), "admin")
        await Accounts(elsewhere).hand(1, "SHA256:new", "")
        await elsewhere.close()
        for change in CHANGES.values():
            with pytest.raises(RevokedError):
                await change(server.accounts, server.files, thief)
        assert [key.fingerprint for key in await server.accounts.keys(1)] == ["SHA256:new"]


@pytest.mark.slow
async def test_a_key_is_checked_where_the_change_is_made(database: str, tmp_path: Path) -> None:
    """Two transactions at once: whichever is first, the thief has no key in the end."""
    async with GameServer(tmp_path, database, ai_pool=Quiet()) as server:
        for number in range(8):
            thief = await server.accounts.make(f"Edna{number}x", f"SHA256:stolen{number}", "")
            elsewhere = Store(url_of(database, tmp_path), "admin")
            await asyncio.gather(
                server.accounts.add_key(thief, f"SHA256:thief{number}", ""),
                Accounts(elsewhere).hand(thief.account or 0, f"SHA256:new{number}", ""),
                return_exceptions=True,
            )
            await elsewhere.close()
            keys = [key.fingerprint for key in await server.accounts.keys(thief.account or 0)]
            assert keys == [f"SHA256:new{number}"]


@pytest.mark.slow
async def test_everything_of_a_revoked_key_ends_within_a_second(tmp_path: Path) -> None:
    data, owners = tmp_path / "house", asyncssh.generate_private_key("ssh-ed25519")
    (tmp_path / "new.pub").write_bytes(owners.export_public_key())
    async with open_server(data) as (server, port):
        thief, dale = await Bot(port, "Edna").come(), await Bot(port, "Dale").come()
        table = await at_one_table(thief, dale, "conquering")
        plain = await thief.line.create_process(f"play {table} --plain")
        await plain.stdout.readline()
        files = await asyncssh.connect(
            "127.0.0.1", port, username="edna", client_keys=[thief.key], **NO_HELP
        )
        await (await files.start_sftp_client()).listdir(".")
        waiting = await files.create_process(f"show {table} --wait")
        terminal = await Visitor(server, port, "edna", thief.key).come()
        await asyncio.to_thread(admin, data, "hand", "Edna", str(tmp_path / "new.pub"))
        revoked = asyncio.get_running_loop().time()
        await until(lambda: b"no longer opens this account" in terminal.sent, "a farewell")
        lines = (thief.line, files, terminal.connection)
        await until(lambda: all(line.is_closed() for line in lines), "the end of all connections")
        assert asyncio.get_running_loop().time() - revoked < AT_ONCE
        await waiting.wait_closed()
        assert not dale.line.is_closed()
        assert server.ssh_connections
        dale.go()


async def test_a_key_that_its_owner_takes_away_is_out_at_once(tmp_path: Path) -> None:
    async with open_server(tmp_path) as (server, port):
        edna = await Bot(port, "Edna").come()
        old = await server.accounts.of_key(edna.key.get_fingerprint())
        assert old is not None
        await server.accounts.add_key(old, *read_key(public()))
        await server.accounts.take_key_away(old, old.key)
        await until(edna.line.is_closed, "the end of the connection")
        assert await Bot(port, "guest").come_back(port) is None, "others still come in"


async def test_no_code_outlives_the_key_that_asked_for_it(tmp_path: Path) -> None:
    async with GameServer(tmp_path, ai_pool=Quiet()) as server:
        thief = await server.accounts.make("Edna", "SHA256:stolen", "")
        await server.accounts.add_key(thief, "SHA256:own", "")
        code = await server.accounts.give_pass(thief)
        owner = await server.accounts.of_key("SHA256:own")
        assert owner is not None
        await server.accounts.take_key_away(owner, "SHA256:stolen")
        with pytest.raises(AccountError, match="expired"):
            await server.accounts.use_pass(code, "SHA256:another", "")
        code = await server.accounts.give_pass(owner)
        await server.accounts.ban(1, "be kind")
        with pytest.raises(AccountError, match="banned"):
            await server.accounts.use_pass(code, "SHA256:another", "")


class Guarded:
    """A connection at some node."""

    def __init__(self, player: ServerPlayer) -> None:
        self.opened_by, self.why = (player.key, player.account), ""

    def note_account(self, account: int | None) -> None:
        """It is known."""

    def put_out(self, why: str) -> None:
        self.why = why


@pytest.mark.slow
async def test_every_node_puts_out_whoever_is_banned_at_another(
    postgresql: Callable[[], str], tmp_path: Path
) -> None:
    database = postgresql()
    async with (
        GameServer(tmp_path / "a", database, ai_pool=Quiet()) as here,
        GameServer(tmp_path / "b", database, ai_pool=Quiet()) as there,
    ):
        edna, dale = [
            Guarded(await here.accounts.make(name, f"SHA256:{name}", ""))
            for name in ("Edna", "Dale")
        ]
        there.ssh_connections |= {edna, dale}
        await here.accounts.ban(1, "be kind")
        await here.accounts.hand(2, "SHA256:new", "")
        changed = asyncio.get_running_loop().time()
        await until(lambda: edna.why and dale.why)
        assert asyncio.get_running_loop().time() - changed < AT_ONCE
        assert "be kind" in edna.why
        assert "no longer opens" in dale.why


async def test_an_account_that_is_made_while_keys_are_checked_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.server.game_server.GLANCE", 1e6)
    async with GameServer(tmp_path, ai_pool=Quiet()) as server:
        new = Guarded(ServerPlayer("", "", None, key="SHA256:new"))
        new.note_account = lambda account: setattr(new, "opened_by", ("SHA256:new", account))
        server.ssh_connections.add(new)
        owners = server.accounts.owners

        async def slow(fingerprints: Collection[str]) -> dict[str, tuple[int, str]]:
            found = await owners(fingerprints)
            await server.accounts.make("Edna", "SHA256:new", "")
            return found

        monkeypatch.setattr(server.accounts, "owners", slow)
        other = await server.accounts.make("Dale", "SHA256:dale", "")
        server.ssh_connections.add(Guarded(other))
        await server._check_keys()
        assert new.opened_by[1] is not None
        assert not new.why
