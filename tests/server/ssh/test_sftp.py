"""An account's private folder: files come by SFTP, are looked at, and no path leads out of it."""

from __future__ import annotations

import asyncio
import shutil
from asyncio.subprocess import DEVNULL, PIPE, STDOUT
from pathlib import Path

import asyncssh
import pytest
from asyncssh.sftp import SFTPServer

from tests.server.bots import Bot
from tests.server.server_tests import NO_HELP, PATIENCE, open_server
from tui.server.ssh.sftp import Folder, name_of

DECK = b"20 Forest\n20 Grizzly Bears\n20 Giant Growth\n"
OURS = (
    "convert_attrs",
    "channel",
    "connection",
    "env",
    "logger",
    "format_user",
    "format_group",
    "format_longname",
)
"""Of asyncssh's server for the machine's files: these look at no file."""


def test_nothing_of_the_server_for_the_machines_own_files_is_left() -> None:
    inherited = [
        name for name in vars(SFTPServer) if not name.startswith("_") and name not in vars(Folder)
    ]
    assert set(inherited) <= set(OURS)


@pytest.mark.parametrize(
    "path", [b"..", b"/../x", b"a/b", b"/etc/passwd", b"x" * 300, b"\xff", b"\x1b[2J", b"./.."]
)
def test_paths_that_lead_nowhere(path: bytes) -> None:
    with pytest.raises(asyncssh.SFTPError):
        name_of(path)


@pytest.mark.parametrize("path", [b"", b".", b"/", b"/.", b"./"])
def test_paths_of_the_folder_itself(path: bytes) -> None:
    assert name_of(path) == ""


@pytest.mark.slow
async def test_a_deck_is_brought_read_and_taken_away(tmp_path: Path) -> None:
    async with open_server(tmp_path / "house") as (_, port):
        edna, dale = await Bot(port, "Edna").come(), await Bot(port, "Dale").come()
        async with edna.line.start_sftp_client() as files:
            async with files.open("mine.txt", "wb") as file:
                await file.write(DECK)
            assert "mine.txt" in await files.listdir(".")
            async with files.open("/mine.txt", "rb") as file:
                assert await file.read() == DECK
            with pytest.raises(asyncssh.SFTPError, match="allowed"):
                async with files.open("mine.exe", "wb") as file:
                    await file.write(DECK)
            with pytest.raises(asyncssh.SFTPError, match="at most"):
                async with files.open("large.txt", "wb") as file:
                    await file.write(b"x" * 100_000)
            for change in (files.symlink, files.rename, files.link):
                with pytest.raises(asyncssh.SFTPError):
                    await change("mine.txt", "other.txt")
            with pytest.raises(asyncssh.SFTPError):
                await files.mkdir("folder")
            for path in ("/etc/passwd", "../house.db", "house.db", "host_key"):
                with pytest.raises(asyncssh.SFTPError):
                    async with files.open(path, "rb") as file:
                        await file.read()
        files = await edna.line.start_sftp_client()
        file = await files.open("half.txt", "wb")
        await file.write(DECK)
        files.exit()  # what breaks off in the middle is not kept
        await files.wait_closed()
        async with dale.line.start_sftp_client() as files:
            assert "mine.txt" not in await files.listdir(".")
        assert [file["name"] for file in (await edna.says("decks list"))["files"]] == ["mine.txt"]
        async with edna.line.start_sftp_client() as files:
            await files.remove("mine.txt")
        assert (await edna.says("decks list"))["files"] == []
        found = (await edna.says("decks check", input=DECK.decode()))["found"]
        assert any("Legal in" in line for line in found)
        code, _, problem = await edna.tries("decks check", input="x" * 100_000)
        assert (code, "at most" in problem) == (1, True), problem
    assert not list(tmp_path.rglob("*.txt"))  # no file of the machine has been made


@pytest.mark.slow
async def test_a_guest_has_no_folder(tmp_path: Path) -> None:
    async with open_server(tmp_path) as (_, port):
        line = await asyncssh.connect(
            "127.0.0.1", port, username="guest", client_keys=None, **NO_HELP
        )
        with pytest.raises((asyncssh.Error, asyncssh.SFTPError)):
            await line.start_sftp_client()


@pytest.mark.slow
async def test_the_clients_of_openssh_bring_files_and_are_told_what_is_wrong(
    tmp_path: Path,
) -> None:
    """They take no end for a failure, and say of a failure nothing but that it is one."""
    if not (shutil.which("scp") and shutil.which("sftp")):
        pytest.skip("there is no OpenSSH here")
    async with open_server(tmp_path / "house") as (_, port):
        edna = await Bot(port, "Edna").come()
        edna.key.write_private_key(tmp_path / "key")
        (tmp_path / "key").chmod(0o600)
        (tmp_path / "mine.txt").write_bytes(DECK)
        (tmp_path / "wrong.txt").write_text("nothing of any sense\n")
        (tmp_path / "own.txt").write_text("30 Nonesuch\n")
        (tmp_path / "large.txt").write_text("x" * 100_000)
        (tmp_path / "mine.exe").write_bytes(DECK)

        async def run(program: str, *words: str) -> tuple[int | None, str]:
            alone = (
                "-F none -o IdentityAgent=none -o StrictHostKeyChecking=no -o "
                "UserKnownHostsFile=/dev/null -o BatchMode=yes -i key"
            )
            done = await asyncio.create_subprocess_exec(
                program,
                *alone.split(),
                "-P",
                str(port),
                *words,
                cwd=tmp_path,
                stdout=PIPE,
                stderr=STDOUT,
                stdin=DEVNULL,
            )
            out, _ = await asyncio.wait_for(done.communicate(), PATIENCE)
            return done.returncode, out.decode()

        code, out = await run("scp", "mine.txt", "edna@127.0.0.1:")
        assert code == 0, out
        code, out = await run("scp", "edna@127.0.0.1:mine.txt", "back.txt")
        assert code == 0, out
        assert (tmp_path / "back.txt").read_bytes() == DECK
        for name, said in (
            ("wrong.txt", "found 'nothing of any sense'"),
            ("large.txt", "at most"),
            ("mine.exe", "allowed: a name that ends in"),
        ):
            code, out = await run("scp", name, "edna@127.0.0.1:")
            assert code == 1
            assert said in out
        (tmp_path / "batch").write_text("put mine.txt other.txt\nls\nrm mine.txt\n")
        code, out = await run("sftp", "-b", "batch", "edna@127.0.0.1")
        assert code == 0, out
        assert [file["name"] for file in (await edna.says("decks list"))["files"]] == ["other.txt"]
        one_folder = "there is only one folder here, without subfolders"
        no_more = "here files can only be uploaded, listed, downloaded and deleted"
        for request, expected, said in (
            ("put wrong.txt", 1, "wrong.txt: line 1: found 'nothing of any sense'"),
            ("put mine.txt ../mine.txt", 1, one_folder),
            ("mkdir sub", 1, no_more),
            ("rename other.txt another.txt", 1, no_more),
            (
                "put own.txt",
                0,
                "own.txt is saved. Spellfront knows none of your 30 cards. "
                "Unknown names: 30 Nonesuch.",
            ),
        ):
            (tmp_path / "batch").write_text(f"{request}\n")
            code, out = await run("sftp", "-b", "batch", "edna@127.0.0.1")
            assert (code, out.count(said)) == (expected, 1), (request, out)
