"""Checks of the data folder before a server opens anything, with advice for its host."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from engine.base.files import UnreadableFileError, read_bytes

MAGIC = b"SQLite format 3\0"  # the first bytes of an SQLite file
HEADER = 100  # bytes of the SQLite header
LARGEST_KEY = 1 << 16
OTHERS = stat.S_IRWXG | stat.S_IRWXO
KINDS = {
    stat.S_IFDIR: "a folder",
    stat.S_IFIFO: "a pipe",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
    stat.S_IFSOCK: "a socket",
}
RESTORE = "restore a backup (docs/SERVER.md)"


class DataError(Exception):
    """The server can't use the data folder; the message is for its host."""


def check_folder(data: Path, database: Path | None) -> list[str]:
    """Check the data folder and the database file, and return warnings.

    Raises DataError with the steps to take before the server can start.
    """
    try:
        data.mkdir(parents=True, exist_ok=True, mode=0o700)
    except FileExistsError:
        raise DataError(
            f"{data} isn't a folder; name the folder of the server's key and database, or one to "
            "create"
        ) from None
    except OSError as error:
        raise DataError(
            f"the folder {data} can't be created ({error.strerror}); name one that this user may "
            "write to"
        ) from None
    if not os.access(data, os.R_OK | os.W_OK | os.X_OK):
        raise DataError(
            f"this user may not read and write the folder {data}; change its owner, or name "
            "another one"
        )
    key = data / "host_key"
    if (seen := _kind_of(key)) is not None:
        check_key(key)
    if database is not None and _kind_of(database) is not None:
        _check_database(database, is_used=seen is not None)
    return _warnings(data, key)


def _warnings(data: Path, key: Path) -> list[str]:
    """Return warnings about files that other users of the machine can access."""
    found: list[str] = []
    if (mode := data.stat().st_mode) & OTHERS:
        found.append(
            f"others on this machine may look into {data} (its mode is {stat.S_IMODE(mode):o}), "
            "which has hidden cards and keys; "
            f"run: chmod 700 {data}"
        )
    if key.exists() and (mode := key.stat().st_mode) & OTHERS:
        found.append(
            f"others on this machine may read {key} (its mode is {stat.S_IMODE(mode):o}) and "
            "pretend to be this server; "
            f"run: chmod 600 {key}"
        )
    return found


def _kind_of(path: Path) -> int | None:
    """Return a file's mode; None if there is no file.

    Raises DataError for anything but a regular file.
    """
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        if path.is_symlink():
            where = os.readlink(path)
            raise DataError(
                f"{path} is a link to {where}, which is missing; mount its disk, or delete the link"
            ) from None
        return None
    except OSError as error:
        raise DataError(f"{path} can't be read ({error.strerror})") from None
    if not stat.S_ISREG(mode):
        raise DataError(
            f"{path} is {KINDS.get(stat.S_IFMT(mode), 'a special file')}, not a regular file; "
            "move it away"
        )
    return mode


def check_key(path: Path) -> None:
    """Raise DataError unless a file is a usable private host key."""
    import asyncssh

    another = (
        "restore it from your backup, or delete it to get a new one (players' ssh will "
        "warn them about the new key)"
    )
    try:
        text = read_bytes(path, LARGEST_KEY)
        key = asyncssh.import_private_key(text)
    except UnreadableFileError as error:
        raise DataError(
            f"the server's key {path} can't be read ({error.found}); make it readable only by "
            "this user: chmod 600"
        ) from None
    except ValueError as error:  # asyncssh's key errors are ValueErrors
        if any(word in str(error).lower() for word in ("passphrase", "encrypt")):
            raise DataError(
                f"the server's key {path} has a passphrase; remove it with: ssh-keygen -p -f {path}"
            ) from None
        raise DataError(f"{path} isn't a private key; {another}") from None
    if key.algorithm != b"ssh-ed25519" and not key.algorithm.startswith(
        (b"ecdsa-sha2-", b"rsa-sha2-", b"ssh-rsa")
    ):
        raise DataError(
            f"{path} is a key of the kind {key.algorithm.decode()}, which players' ssh doesn't "
            f"accept; {another}"
        )


def _check_database(path: Path, *, is_used: bool) -> None:
    """Raise DataError if a file can't be a server's database.

    `is_used`: the server has been used before.
    """
    if not os.access(path, os.R_OK | os.W_OK):
        raise DataError(
            f"this user may not read and write the database {path}; change its owner or its mode"
        )
    with path.open("rb") as file:
        header = file.read(HEADER)
    if not header:
        if is_used:
            raise DataError(
                f"the database {path} is empty, though this server has been used before; "
                f"{RESTORE}, or delete it to start over"
            )
        return
    if not header.startswith(MAGIC):
        raise DataError(f"{path} isn't a database; {RESTORE}, or move the file away to start over")
    size, expected = path.stat().st_size, _expected(header)
    if size < expected:
        raise DataError(
            f"the database {path} is damaged: {expected - size:,} of its {expected:,} bytes are "
            f"missing; {RESTORE}"
        )


def _expected(header: bytes) -> int:
    """Return the least size in bytes of an SQLite file, according to its header."""
    # the page count is valid only if these fields agree
    if len(header) < HEADER or header[24:28] != header[92:96]:
        return HEADER
    page = int.from_bytes(header[16:18]) or 1
    return (65_536 if page == 1 else page) * int.from_bytes(header[28:32])
