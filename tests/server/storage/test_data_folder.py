"""Damaged and foreign databases and keys: each ends `spellfront serve` with a sentence that says
what to do.
"""

from __future__ import annotations

import asyncio
import os
import re
import sqlite3
from collections.abc import Callable
from pathlib import Path
from shutil import copytree

import asyncssh
import pytest

from tests.server.server_tests import Quiet
from tui.commands import serve
from tui.commands.common import CommandError
from tui.server.game_server import GameServer
from tui.server.ssh.server import host_key
from tui.server.storage.data_folder import check_folder


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a server that has been used."""
    data = tmp_path_factory.mktemp("served") / "house"

    async def use() -> None:
        async with GameServer(data, ai_pool=Quiet()) as server:
            await server.accounts.make("Edna", "SHA256:1", "")
            host_key(data)

    asyncio.run(use())
    return data


def refused(data: Path) -> str:
    """Why a server can't be opened."""

    async def tried() -> None:
        async with serve._opened(GameServer(data, ai_pool=Quiet())):
            raise AssertionError("it was opened")

    with pytest.raises(CommandError) as error:
        asyncio.run(tried())
    return str(error.value)


def foreign(data: Path, *statements: str) -> None:
    """Another program's database in place of the server's."""
    (data / "house.db").unlink()
    with sqlite3.connect(data / "house.db") as connection:
        for each in statements:
            connection.execute(each)
    connection.close()


def key(data: Path, **how: object) -> None:
    """Another key in place of the server's."""
    kind = str(how.pop("kind", "ssh-ed25519"))
    (data / "host_key").write_bytes(asyncssh.generate_private_key(kind).export_private_key(**how))  # pyright: ignore[reportArgumentType]


def replaced(name: str, make: Callable[[Path], object]) -> Callable[[Path], None]:
    """Something else in place of a file."""

    def do(data: Path) -> None:
        (data / name).unlink()
        make(data / name)

    return do


CASES: dict[str, tuple[Callable[[Path], object], str]] = {
    "truncated": (
        lambda data: os.truncate(data / "house.db", 8_192),
        "is damaged: .* bytes are missing; restore a backup",
    ),
    "cut in its header": (
        lambda data: os.truncate(data / "house.db", 40),
        "is damaged: 60 of its 100 bytes are missing",
    ),
    "empty": (
        lambda data: os.truncate(data / "house.db", 0),
        "is empty, though this server has been used before; restore a backup",
    ),
    "garbage": (
        lambda data: (data / "house.db").write_bytes(b"nothing" * 1000),
        "isn't a database; restore a backup",
    ),
    "a hole": (
        lambda data: hole(data / "house.db"),
        "the database is damaged .*; restore a backup",
    ),
    "another program's": (
        lambda data: foreign(data, "CREATE TABLE notes (id INTEGER)"),
        "this database belongs to another program",
    ),
    "another program's with alembic": (
        lambda data: foreign(
            data,
            "CREATE TABLE alembic_version (version_num)",
            "INSERT INTO alembic_version VALUES ('0001')",
        ),
        "this database belongs to another program",
    ),
    "newer": (lambda data: revision(data, "9999"), "This database was made by a newer Spellfront"),
    "a folder": (
        replaced("house.db", Path.mkdir),
        "house.db is a folder, not a regular file; move it away",
    ),
    "a pipe": (replaced("house.db", os.mkfifo), "house.db is a pipe, not a regular file"),
    "a device": (
        replaced("house.db", lambda path: path.symlink_to("/dev/null")),
        "house.db is a device, not a regular file",
    ),
    "a dangling link": (
        replaced("house.db", lambda path: path.symlink_to("gone/file")),
        "is a link to gone/file, which is missing; mount",
    ),
    "a key of garbage": (
        lambda data: (data / "host_key").write_bytes(b"\xff\x00"),
        "isn't a private key; restore it from your backup",
    ),
    "an empty key": (lambda data: os.truncate(data / "host_key", 0), "isn't a private key"),
    "a public key": (
        lambda data: (data / "host_key").write_bytes((data / "host_key.pub").read_bytes()),
        "isn't a private key",
    ),
    "a key with a passphrase": (
        lambda data: key(data, passphrase="secret", format_name="pkcs8-pem"),
        "has a passphrase; remove it with: ssh-keygen -p -f",
    ),
    "a key of a wrong kind": (
        lambda data: key(data, kind="ssh-dss"),
        "is a key of the kind ssh-dss, which players' ssh doesn't accept",
    ),
    "a key that is a pipe": (
        replaced("host_key", os.mkfifo),
        "host_key is a pipe, not a regular file",
    ),
    "a key that is a dangling link": (
        replaced("host_key", lambda path: path.symlink_to("gone/file")),
        "is a link to gone/file",
    ),
}


def hole(path: Path) -> None:
    """Nothing but zeros where the names of all tables are."""
    with path.open("r+b") as file:
        file.seek(100)
        file.write(bytes(3_996))


def revision(data: Path, number: str) -> None:
    """A database of another version."""
    with sqlite3.connect(data / "house.db") as connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", (number,))
    connection.close()


@pytest.mark.parametrize("case", CASES)
def test_what_can_not_be_used_is_told_with_what_to_do(
    case: str, served: Path, tmp_path: Path
) -> None:
    damage, words = CASES[case]
    data = copytree(served, tmp_path / "house")
    damage(data)
    left = {each.name: each.lstat().st_size for each in data.iterdir()}
    assert re.search(words, refused(data))
    assert {name: (data / name).lstat().st_size for name in left} == left, (
        "nothing is written to what can't be used"
    )


def test_a_file_is_no_folder_and_a_missing_one_is_made(served: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert "isn't a folder" in refused(tmp_path / "file")
    assert check_folder(tmp_path / "deep" / "new", tmp_path / "deep" / "new" / "house.db") == []


@pytest.mark.skipif(
    not hasattr(os, "getuid") or os.getuid() == 0, reason="root may read everything"
)
def test_what_this_user_may_not_read_is_told(served: Path, tmp_path: Path) -> None:
    for name, words in (
        ("house.db", "may not read and write the database"),
        ("host_key", "make it readable"),
    ):
        data = copytree(served, tmp_path / name)
        (data / name).chmod(0)
        assert words in refused(data)


def test_others_who_may_read_the_folder_are_a_warning(served: Path, tmp_path: Path) -> None:
    data = copytree(served, tmp_path / "house")
    data.chmod(0o700)
    (data / "host_key").chmod(0o600)
    assert check_folder(data, data / "house.db") == []
    data.chmod(0o755)
    (data / "host_key").chmod(0o644)
    folder, host = check_folder(data, data / "house.db")
    assert f"others on this machine may look into {data} (its mode is 755)" in folder
    assert folder.endswith(f"run: chmod 700 {data}")
    assert host.endswith(f"run: chmod 600 {data / 'host_key'}")


def test_admin_tells_what_is_wrong_as_well(
    served: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from tui.cli import main

    data = copytree(served, tmp_path / "house")
    (data / "house.db").write_bytes(b"nothing" * 1000)
    assert main(["admin", "list", "--data", str(data)]) == 2
    assert (
        "the database is damaged (file is not a database); restore a backup"
        in capsys.readouterr().err
    )
