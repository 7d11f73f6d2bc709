"""Accounts: their page in the lobby, a second machine, and what the host of the server can do
about them.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import asyncssh
import pytest

from tests.server.server_tests import Quiet, Visitor, in_lobby, open_server, until
from tui import cli
from tui.server.game_server import GameServer
from tui.server.storage import accounts
from tui.server.storage.accounts import (
    MOST_KEYS,
    AccountError,
    BannedError,
    ServerPlayer,
    guest_of,
    read_key,
)


def public(comment: str = "") -> str:
    """A new public key, as a file has it."""
    return (
        asyncssh.generate_private_key("ssh-ed25519", comment=comment or None)
        .export_public_key()
        .decode()
    )


KEY = read_key(public("edna@desk"))


@pytest.fixture
async def edna(server: GameServer) -> ServerPlayer:
    return await server.accounts.make("Edna", *KEY)


@pytest.mark.slow
async def test_the_use_of_a_key_is_noted_once_a_minute(
    server: GameServer, edna: ServerPlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def used() -> int:
        return (await server.accounts.keys(1))[0].used

    made = await used()
    for later, noted in (
        (30_000, 0),
        (59_999, 0),
        (60_000, 60_000),
        (90_000, 60_000),
        (120_000, 120_000),
        (0, 0),
    ):
        monkeypatch.setattr(accounts, "now", lambda later=later: made + later)
        assert await server.accounts.of_key(KEY[0]) is not None
        assert await used() == made + noted  # the last: the machine's clock was set back
    await server.accounts.ban(1, "spam")
    with pytest.raises(BannedError):
        await server.accounts.of_key(KEY[0])
    await server.accounts.ban(1, "")
    await server.accounts.hand(1, *read_key(public()))
    assert await server.accounts.of_key(KEY[0]) is None


# --- the page ---


@pytest.mark.slow
async def test_the_page_tells_name_and_keys(server: GameServer, edna: ServerPlayer) -> None:
    async with in_lobby(server, edna, KEY) as seen:
        await seen.press("a")
        await seen.sees("Your account: Edna")
        await seen.sees("edna@desk")
        assert KEY[0] in seen.shown
        assert "here now" in seen.shown


@pytest.mark.slow
async def test_a_key_is_added_by_pasting_it_and_taken_away_again(
    server: GameServer, edna: ServerPlayer
) -> None:
    async with in_lobby(server, edna, KEY) as seen:
        await seen.press("a")
        await seen.sees("edna@desk")
        await seen.press("a")
        await seen.paste(public("edna@sofa"))
        await seen.press("enter")
        await seen.sees("now opens your account")
        await seen.press("down", "D")
        await seen.sees("Press D again")
        await seen.press("D")
        await seen.sees("no longer opens")
        assert [key.label for key in await server.accounts.keys(1)] == ["edna@desk"]
        await seen.press("D")
        await seen.sees("only key")
        assert len(await server.accounts.keys(1)) == 1


@pytest.mark.slow
async def test_escape_leaves_what_is_typed(server: GameServer, edna: ServerPlayer) -> None:
    async with in_lobby(server, edna, KEY) as seen:
        await seen.press("a")
        await seen.sees("edna@desk")
        await seen.press("N", "x", "q", "escape")
        await seen.at("AccountScreen")
        assert (await server.accounts.called("Edna")).account == 1
        await seen.press("escape")
        await seen.at("LobbyScreen")


@pytest.mark.slow
async def test_a_new_name_is_everybodys_to_see(server: GameServer, edna: ServerPlayer) -> None:
    async with in_lobby(server, edna, KEY) as seen:
        await seen.press("a")
        await seen.sees("edna@desk")
        await seen.press("N")
        await seen.type("Edna the Bold")
        await seen.sees("Your account: Edna the Bold")
        assert set(server.lobby.here) == {"Edna the Bold"}
        await seen.press("N")
        await seen.paste("\u202eEdna")
        await seen.press("enter")
        await seen.sees("Your name was not changed")


@pytest.mark.slow
async def test_a_guest_is_told_how_to_have_an_account(server: GameServer) -> None:
    async with in_lobby(server, guest_of("guest")) as seen:
        await seen.press("a")
        await seen.sees("Connect under another name with a key")


# --- from another machine ---


@pytest.mark.slow
async def test_a_code_from_one_machine_opens_the_account_on_another(
    server: GameServer, edna: ServerPlayer
) -> None:
    code = await server.accounts.give_pass(edna)
    other = read_key(public())
    async with in_lobby(server, None, other) as seen:
        await seen.sees("This key is new here")
        await seen.type("aaaa-bbbb-cccc")
        await seen.sees("This code is wrong")
        seen.app.screen.query_one("#name").value = ""  # pyright: ignore[reportAttributeAccessIssue]
        await seen.type(code)
        await seen.sees("The hall: Edna")
    found = await server.accounts.of_key(other[0])
    assert found is not None
    assert found.holder == edna.holder
    with pytest.raises(AccountError, match="has expired"):
        await server.accounts.use_pass(code, *read_key(public()))


@pytest.mark.slow
async def test_codes_are_not_tried_one_after_another(
    server: GameServer, edna: ServerPlayer
) -> None:
    async with in_lobby(server, None, read_key(public())) as seen:
        await seen.sees("This key is new here")
        for _ in range(10):
            seen.app.screen.query_one("#name").value = ""  # pyright: ignore[reportAttributeAccessIssue]
            await seen.type("aaaa-bbbb-cccc")
        await until(lambda: not seen.app.is_running or seen.app._exit)


# --- settings ---


@pytest.mark.slow
async def test_what_a_player_wants_of_the_program_is_kept_with_the_account(
    server: GameServer, edna: ServerPlayer
) -> None:
    async with in_lobby(server, edna, KEY) as seen:
        assert seen.server_app.change_setting("theme", "day") == ""
        assert seen.server_app.change_keys({"hall.make": "M"}) == ""
        await until(lambda: not seen.app.workers, "what is kept")
    again = await server.accounts.of_key(KEY[0])
    async with in_lobby(server, again, KEY) as seen:
        assert seen.server_app.settings.theme == "day"
        assert seen.server_app.keymap == {"hall.make": "M"}


@pytest.mark.slow
async def test_papers_that_nobody_can_read_are_as_none(
    server: GameServer, edna: ServerPlayer
) -> None:
    await server.accounts.keep_papers(edna, "[[[", '[hall]\nmake = "nonsense key"\n')
    async with in_lobby(server, await server.accounts.of_key(KEY[0]), KEY) as seen:
        assert seen.server_app.settings.theme == "night"
        assert seen.server_app.keymap == {}


# --- keys ---


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "a public key"),
        ("nonsense", "a public key"),
        ("ssh-ed25519 AAAA", "can't be read"),
        ("ssh-dss AAAAB3NzaC1kc3M=", "a public key"),
        ("ssh-ed25519 " + "A" * 5000, "a public key"),
        (
            "-----BEGIN OPENSSH PRIVATE KEY-----\nabc\n-----END OPENSSH PRIVATE KEY-----",
            "keep it to yourself",
        ),
        ('command="sh" ' + public(), "a public key"),
    ],
    ids=[
        "nothing",
        "nonsense",
        "cut short",
        "of an old kind",
        "endless",
        "a private key",
        "with a command",
    ],
)
def test_what_is_no_public_key(text: str, words: str) -> None:
    with pytest.raises(AccountError, match=words):
        read_key(text)


def test_a_short_rsa_key_is_refused() -> None:
    short = asyncssh.generate_private_key("ssh-rsa", key_size=1024).export_public_key().decode()
    with pytest.raises(AccountError, match="1024 bits"):
        read_key(short)


def test_the_comment_of_a_key_is_clean_and_short() -> None:
    assert read_key(public("\x1b[31mred\u202e" + "x" * 200))[1].isprintable()
    assert len(read_key(public("x" * 200))[1]) < 200


@pytest.mark.slow
async def test_an_account_has_so_many_keys(server: GameServer, edna: ServerPlayer) -> None:
    for _ in range(MOST_KEYS - 1):
        await server.accounts.add_key(edna, *read_key(public()))
    with pytest.raises(AccountError, match="at most"):
        await server.accounts.add_key(edna, *read_key(public()))


async def test_two_who_take_away_the_last_two_keys_at_once_leave_one(
    server: GameServer, edna: ServerPlayer
) -> None:
    other = read_key(public())
    await server.accounts.add_key(edna, *other)
    both = (server.accounts.take_key_away(edna, fingerprint) for fingerprint in (KEY[0], other[0]))
    answers = await asyncio.gather(*both, return_exceptions=True)
    assert sorted(isinstance(answer, AccountError) for answer in answers) == [False, True]
    assert len(await server.accounts.keys(1)) == 1


# --- spellfront admin ---


def admin(data: Path, *words: str) -> int:
    return cli.main(["admin", *words, "--data", str(data)])


@pytest.mark.slow
async def test_accounts_are_looked_after_while_the_house_is_open(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, keys = (
        tmp_path / "house",
        [asyncssh.generate_private_key("ssh-ed25519") for _ in range(2)],
    )
    async with open_server(data) as (server, port):
        edna = await Visitor(server, port, "edna", keys[0]).come()
        await edna.press("Edna\r")
        await edna.at("LobbyScreen")
        assert await asyncio.to_thread(admin, data, "rename", "edna", "Edna Two") == 0
        assert await asyncio.to_thread(admin, data, "ban", "Edna Two", "be", "kind") == 0
        await until(
            lambda: b"You have been banned from this server: be kind" in edna.sent, "a farewell"
        )
        await until(lambda: edna.app not in server.apps)
        async with asyncssh.connect(
            "127.0.0.1", port, username="x", client_keys=[keys[0]], known_hosts=None, config=None
        ) as line:
            done = await line.run(term_type="xterm")
            assert "You are banned from this server: be kind" in str(done.stdout)
        assert await asyncio.to_thread(admin, data, "list") == 0
        assert "Edna Two  1 key     last seen: 20" in (told := capsys.readouterr().out)
        assert "banned: be kind" in told
        assert await asyncio.to_thread(admin, data, "unban", "Edna Two") == 0
        line_of_key = keys[1].export_public_key().decode()
        (tmp_path / "new.pub").write_text(line_of_key)
        assert (
            await asyncio.to_thread(admin, data, "hand", "Edna Two", str(tmp_path / "new.pub")) == 0
        )
        assert await server.accounts.of_key(keys[0].get_fingerprint()) is None
        again = await Visitor(server, port, "edna", keys[1]).come()
        await again.sees("The hall: Edna Two")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("rename", "Nobody", "X"), "there is no player here called 'Nobody'"),
        (("rename", "Edna"), "found 1 argument; allowed: 2"),
        (("hand", "Edna", "nonsense"), "paste a public key"),
        (("rename", "Edna", "guest 1"), "doesn't begin with 'guest'"),
    ],
)
def test_mistakes_of_whoever_runs_the_house(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], told: str
) -> None:
    async def make() -> None:
        async with GameServer(tmp_path, ai_pool=Quiet()) as server:
            await server.accounts.make("Edna", *KEY)

    asyncio.run(make())
    assert admin(tmp_path, *words) == 2
    assert told in capsys.readouterr().err


def test_where_there_is_no_house(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert admin(tmp_path, "list") == 2
    assert "there is no server data" in capsys.readouterr().err
    assert admin(tmp_path, "list", "--database", f"sqlite:///{tmp_path}/house.db") == 2
    assert "--database: there is no server data" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_database_that_does_not_answer_is_no_fault(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert admin(tmp_path, "list", "--database", "postgresql://nobody@127.0.0.1:1/nothing") == 2
    assert "--database: can't connect" in capsys.readouterr().err
