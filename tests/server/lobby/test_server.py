"""The server as people come in: with real connections to a free port, in the test's own process."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import asyncssh
import pytest

from tests.server.server_tests import NO_HELP, Quiet, Visitor, open_server, until
from tui.server.game_server import GameServer
from tui.server.match.match import CLOSED
from tui.server.ssh.driver import OFF
from tui.server.ssh.server import listen

pytestmark = pytest.mark.slow

ENTER, ESCAPE = "\r", "\x1b"


@pytest.fixture(scope="module")
def keys() -> tuple[asyncssh.SSHKey, asyncssh.SSHKey]:
    return asyncssh.generate_private_key("ssh-ed25519"), asyncssh.generate_private_key(
        "ssh-ed25519"
    )


async def named(visitor: Visitor, name: str) -> None:
    """Have an account from now on."""
    await visitor.at("NameScreen")
    await visitor.press(name + ENTER)
    await visitor.at("LobbyScreen")


async def at_one_table(host: Visitor, other: Visitor) -> None:
    """A table is made and joined, and its game begun."""
    await host.press("n")
    await host.at("NewTableScreen")
    await host.sees("Variant")
    await host.press("S")
    await host.at("WaitingRoomScreen")
    await other.sees("Open tables")
    await other.press(ENTER)
    await other.at("WaitingRoomScreen")
    await other.sees("Press Enter to take a seat.")
    await other.press(ENTER)
    await other.sees("you are ready")
    await other.press("r")
    await host.sees("Press Enter to start the game.")
    await host.press(ENTER)
    for visitor in (host, other):
        await visitor.at("ServerTableScreen")
        await until(lambda each=visitor: each.app.screen.is_mounted)


@asynccontextmanager
async def edna_and_a_guest(
    data: Path, key: asyncssh.SSHKey
) -> AsyncIterator[tuple[GameServer, int, Visitor, Visitor]]:
    """A server, its port, and two at a game that has just begun."""
    async with open_server(data) as (server, port):
        edna = await Visitor(server, port, "edna", key).come()
        await named(edna, "Edna")
        guest = await Visitor(server, port, "guest", None).come()
        await guest.sees("To come back")
        await at_one_table(edna, guest)
        yield server, port, edna, guest


def number(visitor: Visitor) -> int:
    assert visitor.app.session is not None
    return visitor.app.session.moment


async def play_by_keys(visitors: list[Visitor], decisions: int) -> None:
    """Whoever is asked takes the first choice there is, or passes."""
    for _ in range(decisions):
        await until(lambda: len({number(each) for each in visitors}) == 1, "the same position")
        asked = visitors[0].app.session.asked  # pyright: ignore[reportOptionalMemberAccess]
        visitor = next(each for each in visitors if each.view.seat == asked)
        before = number(visitor)
        await until(
            lambda visitor=visitor, before=before: visitor.app.screen.model.shown == before,
            "the question",
        )  # pyright: ignore[reportAttributeAccessIssue]
        verbs = {action.verb for action in visitor.view.actions}
        await visitor.press(
            "y" if "keep" in verbs else "\t" + ENTER if not verbs & {"pass", "done"} else " "
        )
        for _ in range(400):
            await asyncio.sleep(0.01)
            if number(visitor) != before:
                break
            if "End the turn?" in visitor.shown:
                await visitor.press("y")
            elif "Space: End turn" in visitor.shown:  # asked when nothing is left to do
                await visitor.press(" ")
        assert number(visitor) != before, visitor.shown
    await until(lambda: len({number(each) for each in visitors}) == 1, "the same position")


async def test_nobody_else_reads_the_database(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    async with GameServer(tmp_path, ai_pool=Quiet()):
        assert {
            path.name: oct(path.stat().st_mode & 0o077) for path in tmp_path.glob("house.db*")
        }.items() >= {("house.db", "0o0")}
        assert all(not path.stat().st_mode & 0o077 for path in tmp_path.glob("house.db-*"))


async def test_what_changes_nothing_sends_nothing(
    tmp_path: Path, keys: tuple[asyncssh.SSHKey, asyncssh.SSHKey]
) -> None:
    async with edna_and_a_guest(tmp_path, keys[0]) as (_, _, edna, _):
        table, sent = edna.app.screen, -1
        while sent != len(edna.sent):
            sent = len(edna.sent)
            await asyncio.sleep(0.3)
        table.refresh()
        await asyncio.sleep(0.3)
        assert len(edna.sent) == sent
        edna.app.cursor_position += (1, 0)
        table.refresh()
        await until(lambda: len(edna.sent) > sent, "the cursor")


async def test_two_players_meet_and_see_the_same_game(
    tmp_path: Path, keys: tuple[asyncssh.SSHKey, asyncssh.SSHKey]
) -> None:
    async with edna_and_a_guest(tmp_path, keys[0]) as (_, _, edna, guest):
        await play_by_keys([edna, guest], 6)
        assert edna.view.turn == guest.view.turn
        assert edna.view.players[1].hand_count == len(guest.view.players[1].hand) > 0
        assert edna.view.players[1].hand == ()
        for visitor, other in ((edna, guest), (guest, edna)):  # the bytes themselves
            own, others = (
                {card.name for card in each.view.players[each.view.seat or 0].hand}
                for each in (visitor, other)
            )
            assert not [name for name in others - own if name in visitor.text()]


async def test_a_line_that_breaks_and_a_house_that_is_opened_again_lose_nothing(
    tmp_path: Path, keys: tuple[asyncssh.SSHKey, asyncssh.SSHKey]
) -> None:
    async with open_server(tmp_path) as (server, port):
        edna, dale = [
            await Visitor(server, port, name, key).come()
            for name, key in zip(("edna", "dale"), keys, strict=True)
        ]
        await named(edna, "Edna")
        await named(dale, "Dale")
        await at_one_table(edna, dale)
        await play_by_keys([edna, dale], 3)
        then = number(edna)
        edna.go()
        await until(lambda: edna.app not in server.apps, "the end of a terminal")
        # the key is the account, whatever name is asked for
        edna = await Visitor(server, port, "whoever", keys[0]).come()
        await edna.sees("Edna against Dale")
        await edna.press(ENTER)
        await edna.at("ServerTableScreen")
        assert number(edna) == then
        await play_by_keys([edna, dale], 2)
        then, view = number(edna), edna.view
    async with open_server(tmp_path) as (server, port):
        edna = await Visitor(server, port, "edna", keys[0]).come()
        await edna.sees("Edna against Dale")
        await edna.press(ENTER)
        await edna.at("ServerTableScreen")
        assert number(edna) == then
        assert edna.view.players == view.players
        assert edna.view.decision == view.decision


async def test_a_house_that_closes_leaves_terminals_as_they_were(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with GameServer(tmp_path, ai_pool=Quiet()) as server:
        listener = await listen(server, "127.0.0.1", 0)
        guests = [
            await Visitor(server, listener.get_port(), "guest", None).come() for _ in range(2)
        ]
        await guests[1].sees("To come back")
        await at_one_table(*guests)
    for guest in guests:
        await guest.process.wait_closed()
        await guest._reading
        screen, _, after = guest.sent.decode().partition(OFF)
        assert screen
        assert after == f"{CLOSED}\r\n"
    assert not caplog.records
    listener.close()


async def test_two_terminals_of_one_player_show_the_same_seat(
    tmp_path: Path, keys: tuple[asyncssh.SSHKey, asyncssh.SSHKey]
) -> None:
    async with edna_and_a_guest(tmp_path, keys[0]) as (server, port, edna, guest):
        second = await Visitor(server, port, "edna", keys[0]).come()
        await second.sees("Your games")
        await second.press(ENTER)
        await second.at("ServerTableScreen")
        await play_by_keys([edna, guest], 4)
        await until(lambda: number(second) == number(edna), "the same position")
        assert second.view == edna.view


async def test_somebody_watches_and_sees_no_hand(
    tmp_path: Path, keys: tuple[asyncssh.SSHKey, asyncssh.SSHKey]
) -> None:
    async with edna_and_a_guest(tmp_path, keys[0]) as (server, port, edna, guest):
        third = await Visitor(server, port, "guest", None).come()
        await third.sees("Games to watch")
        await third.press(ENTER)
        await third.at("ServerTableScreen")
        await play_by_keys([edna, guest], 5)
        await until(lambda: number(third) == number(edna), "the same position")
        assert third.view.seat is None
        assert all(player.hand == () for player in third.view.players)
        hands = {
            card.name
            for each in (edna, guest)
            for card in each.view.players[each.view.seat or 0].hand
        }
        assert not [name for name in hands if name in third.text()]


async def test_against_the_computer(
    tmp_path: Path, keys: tuple[asyncssh.SSHKey, asyncssh.SSHKey]
) -> None:
    async with open_server(tmp_path) as (server, port):
        edna = await Visitor(server, port, "edna", keys[0]).come()
        await named(edna, "Edna")
        await edna.press("n")
        await edna.at("NewTableScreen")
        await edna.sees("Variant")
        await edna.press("jjll")
        await edna.sees("computer, easy")
        await edna.press("S")
        await edna.at("WaitingRoomScreen")
        await edna.sees("Press Enter to start the game.")
        await edna.press(ENTER)
        await edna.at("ServerTableScreen")
        for _ in range(4):
            await until(
                lambda: edna.app.session is not None and edna.app.session.asked == 0,
                "one's own turn",
            )
            await play_by_keys([edna], 1)


async def test_a_game_that_is_over_is_over_for_both(
    tmp_path: Path, keys: tuple[asyncssh.SSHKey, asyncssh.SSHKey]
) -> None:
    async with edna_and_a_guest(tmp_path, keys[0]) as (_, _, edna, guest):
        await edna.press("X")
        await edna.sees("Concede this game?")
        await edna.press("y")
        for visitor in (edna, guest):
            await visitor.at("ServerGameOverScreen")
            await visitor.press(ENTER)
            await visitor.at("LobbyScreen")
        await edna.sees("Finished games")


# --- what the server refuses ---


async def test_nobody_comes_in_by_somebody_elses_public_key(
    tmp_path: Path, keys: tuple[asyncssh.SSHKey, asyncssh.SSHKey]
) -> None:
    """A client may ask whether a key would do that it can't prove; the account is the one whose
    key it proves.
    """
    async with open_server(tmp_path) as (server, port):
        edna = await Visitor(server, port, "edna", keys[0]).come()
        await named(edna, "Edna")
        other = await Visitor(server, port, "edna", keys[1]).come()
        assert other.screen == "NameScreen"
        assert other.app.key[0] == keys[1].get_fingerprint()


async def test_without_a_key_only_guests_come_in(tmp_path: Path) -> None:
    async with open_server(tmp_path) as (_, port):
        with pytest.raises(asyncssh.PermissionDenied):
            await asyncssh.connect("127.0.0.1", port, username="edna", client_keys=None,
            password="edna", **NO_HELP)  # fmt: skip


async def test_no_shell_no_command_no_forwarding(tmp_path: Path) -> None:
    async with open_server(tmp_path) as (server, port):
        async with asyncssh.connect(
            "127.0.0.1", port, username="guest", client_keys=None, **NO_HELP
        ) as line:
            for command in ("/bin/sh", "scp -t .", "sh -c games"):
                done = await line.run(command)
                assert (done.stdout, done.exit_status) == ("", 2)
                assert "allowed: help, name, games" in str(done.stderr)
            done = await line.run("reboot", term_type="xterm")
            assert "allowed: help, name, games" in str(done.stderr) + str(done.stdout)
            process = await line.create_process(subsystem="sftp")
            assert "Only accounts have a folder here" in str(await process.stderr.read())
            with pytest.raises((asyncssh.Error, asyncssh.SFTPError)):
                await line.start_sftp_client()
            with pytest.raises(asyncssh.ChannelOpenError):
                await line.create_process(subsystem="netconf")
            with pytest.raises(asyncssh.ChannelOpenError):
                await line.open_connection("127.0.0.1", port)
            with pytest.raises(asyncssh.ChannelListenError):
                await line.forward_remote_port("", 0, "127.0.0.1", port)
            done = await line.run(term_type=None)
            assert "ssh -t" in str(done.stderr)
            done = await line.run("games", stdin=asyncssh.DEVNULL)
            assert str(done.stdout) == "There are no tables yet.\n"
            # who has nothing to type leaves
            done = await line.run(term_type="xterm", stdin=asyncssh.DEVNULL, timeout=10)
            assert done.exit_status is not None
        assert not server.apps


async def test_old_algorithms_are_refused(tmp_path: Path) -> None:
    async with open_server(tmp_path) as (_, port):
        for old in (
            {"kex_algs": ["diffie-hellman-group14-sha1"]},
            {"encryption_algs": ["aes128-cbc"]},
            {"mac_algs": ["hmac-sha1"], "encryption_algs": ["aes128-ctr"]},
        ):
            with pytest.raises(asyncssh.KeyExchangeFailed):
                await asyncssh.connect(
                    "127.0.0.1", port, username="guest", client_keys=None, **NO_HELP, **old
                )
