"""An account's private folder by SFTP: the uploaded files, kept in the database.

No path leads anywhere else. Every SFTP request is answered here or refused: none of asyncssh's
access to the machine's own files remains reachable.
"""

from __future__ import annotations

import stat
from collections.abc import AsyncIterator, Callable
from typing import TYPE_CHECKING, Any

import asyncssh
from asyncssh.constants import FXF_APPEND, FXF_CREAT, FXF_READ, FXF_TRUNC, FXF_WRITE
from asyncssh.sftp import SFTPAttrs, SFTPName, SFTPServer

from tui.server.storage.accounts import AccountError
from tui.server.storage.decks import MOST_BYTES, DeckError, Files, named
from tui.terminal.sanitize import clean

if TYPE_CHECKING:
    from tui.server.storage.accounts import ServerPlayer

MOST_OPEN = 16  # open files per connection
LONGEST_PATH = 200
# lines written to standard error in total, and characters of each
MOST_COMPLAINTS, LONGEST_COMPLAINT = 100, 1_000
TOO_LARGE = f"a file can have at most {MOST_BYTES:,} bytes"


class Open:
    """An open file."""

    def __init__(self, name: str, data: bytes, *, written: bool) -> None:
        self.name, self.data, self.written = name, bytearray(data), written
        self.is_too_large = False


class Folder(SFTPServer):
    """The folder of one account. Uploaded files are checked when closed."""

    def __init__(
        self,
        channel: asyncssh.SSHServerChannel[bytes],
        files: Files,
        player: ServerPlayer,
        is_over: Callable[[], bool],
        complain: Callable[[str], None],
    ) -> None:
        """Open the folder of `player`.

        `is_over`: returns whether the input has ended; incomplete files are dropped then.
        `complain` writes to standard error.
        """
        super().__init__(channel)
        self._is_over, self._complain, self._complaints, self._last_complaint = (
            is_over,
            complain,
            0,
            "",
        )
        self._files, self._player, self._open = files, player, 0

    @property
    def _account(self) -> int:
        if self._player.account is None:
            raise asyncssh.SFTPPermissionDenied(
                "guests have no folder here; log in with a key to get one"
            )
        return self._player.account

    def _failure(self, *problems: str) -> asyncssh.SFTPError:
        """Return an error for a file's problems, reported as in `_told`."""
        return self._told(asyncssh.SFTPFailure(clean("; ".join(problems))))

    def _told(self, error: asyncssh.SFTPError) -> asyncssh.SFTPError:
        """Return an error after writing its reason to standard error.

        OpenSSH's clients show only "Failure" or "Permission denied", but print everything on
        standard error.
        """
        self._write(error.reason)
        return error

    def _write(self, words: str) -> None:
        """Write a line to standard error, without repeats and only up to a limit.

        A client may never read standard error.
        """
        if self._complaints < MOST_COMPLAINTS and words != self._last_complaint:
            self._complaints, self._last_complaint = self._complaints + 1, words
            self._complain(words[:LONGEST_COMPLAINT])

    def _name(self, path: bytes) -> str:
        """Return the result of `name_of`, reporting its errors."""
        try:
            return name_of(path)
        except asyncssh.SFTPError as error:
            raise self._told(error) from None

    # --- paths: one folder with plain file names ---

    def map_path(self, path: bytes) -> bytes:
        return path

    def reverse_map_path(self, path: bytes) -> bytes:
        return path

    def realpath(self, path: bytes) -> bytes:
        return f"/{self._name(path)}".encode()

    # --- files ---

    async def open(self, path: bytes, pflags: int, attrs: SFTPAttrs) -> Open:
        """Open a file for reading, or for replacing as a whole."""
        name, account = self._name(path), self._account
        if not name:
            raise self._failure("this is the folder itself")
        if self._open >= MOST_OPEN:
            raise self._failure(f"at most {MOST_OPEN} files can be open at once")
        written = bool(pflags & (FXF_WRITE | FXF_CREAT | FXF_TRUNC))
        if pflags & FXF_APPEND or (written and pflags & FXF_READ):
            raise self._told(asyncssh.SFTPOpUnsupported("a file can only be replaced as a whole"))
        if written:
            try:
                named(name)
            except DeckError as error:
                raise self._failure(*error.problems) from None
        data = b"" if written else (await self._text(account, name)).encode()
        self._open += 1
        return Open(name, data, written=written)

    async def open56(self, path: bytes, desired_access: int, flags: int, attrs: SFTPAttrs) -> Open:
        raise asyncssh.SFTPOpUnsupported("this server supports only version 3 of SFTP")

    async def _text(self, account: int, name: str) -> str:
        try:
            return await self._files.text(account, name)
        except DeckError as error:
            raise asyncssh.SFTPNoSuchFile(clean(str(error))) from None

    def read(self, file_obj: object, offset: int, size: int) -> bytes:
        return bytes(_file(file_obj).data[offset : offset + min(size, MOST_BYTES)])

    def write(self, file_obj: object, offset: int, data: bytes) -> int:
        """Write a part of a file up to the largest size allowed."""
        file = _file(file_obj)
        if not file.written:
            raise self._told(asyncssh.SFTPPermissionDenied("this file was opened for reading"))
        if offset + len(data) > MOST_BYTES:
            file.is_too_large = True
            raise asyncssh.SFTPFailure(TOO_LARGE)
        file.data.extend(bytes(max(0, offset + len(data) - len(file.data))))
        file.data[offset : offset + len(data)] = data
        return len(data)

    async def close(self, file_obj: object) -> None:
        """Check and save a written file."""
        file = _file(file_obj)
        self._open -= 1
        if file.is_too_large:
            raise self._failure(f"{file.name}: {TOO_LARGE}")
        if file.written and not self._is_over():
            try:
                brought = await self._files.bring(self._player, file.name, bytes(file.data))
            except DeckError as error:
                raise self._failure(*error.problems) from None
            except AccountError as error:
                raise self._failure(str(error)) from None
            if brought.notes:
                self._write(clean(f"{file.name} is saved. {' '.join(brought.notes)}"))

    async def remove(self, path: bytes) -> None:
        try:
            await self._files.take_away(self._player, self._name(path))
        except AccountError as error:
            raise self._told(asyncssh.SFTPPermissionDenied(str(error))) from None
        except DeckError as error:
            raise asyncssh.SFTPNoSuchFile(clean(str(error))) from None

    # --- listings ---

    async def scandir(self, path: bytes) -> AsyncIterator[SFTPName]:
        """List all files of the folder."""
        if self._name(path):
            raise asyncssh.SFTPNotADirectory("this folder can't hold other folders")
        for own in (".", ".."):
            yield SFTPName(own.encode(), attrs=FOLDER)
        for each in await self._files.listed(self._account):
            yield SFTPName(each.name.encode(), attrs=_attributes(each.size, each.changed))

    async def stat(self, path: bytes) -> SFTPAttrs:
        name = self._name(path)
        if not name:
            return FOLDER
        for each in await self._files.listed(self._account):
            if each.name == name:
                return _attributes(each.size, each.changed)
        raise asyncssh.SFTPNoSuchFile("there is no such file")

    async def lstat(self, path: bytes) -> SFTPAttrs:
        return await self.stat(path)

    def fstat(self, file_obj: object) -> SFTPAttrs:
        return _attributes(len(_file(file_obj).data), 0)

    # --- attributes that clients set after an upload: ignored ---

    def setstat(self, path: bytes, attrs: SFTPAttrs) -> None:
        """Ignore times and permissions, which the server sets."""

    def lsetstat(self, path: bytes, attrs: SFTPAttrs) -> None:
        """Ignore times and permissions."""

    def fsetstat(self, file_obj: object, attrs: SFTPAttrs) -> None:
        """Ignore times and permissions."""

    def exit(self) -> None:
        """Do nothing: no file stays open."""


def _refused(folder: Folder, *_: Any) -> Any:
    """Refuse a request that isn't supported in this folder."""
    raise folder._told(
        asyncssh.SFTPOpUnsupported(
            "here files can only be uploaded, listed, downloaded and deleted"
        )
    )


REFUSED = (
    "mkdir",
    "rmdir",
    "rename",
    "posix_rename",
    "readlink",
    "symlink",
    "link",
    "lock",
    "unlock",
    "statvfs",
    "fstatvfs",
    "fsync",
)
"""All other requests of SFTP."""
for _each in REFUSED:
    setattr(Folder, _each, _refused)

FOLDER = SFTPAttrs(permissions=stat.S_IFDIR | 0o700, size=0, uid=0, gid=0, atime=0, mtime=0)


def _attributes(size: int, changed: int) -> SFTPAttrs:
    return SFTPAttrs(
        permissions=stat.S_IFREG | 0o600,
        size=size,
        uid=0,
        gid=0,
        atime=changed // 1000,
        mtime=changed // 1000,
    )


def _file(file_obj: object) -> Open:
    assert isinstance(file_obj, Open)
    return file_obj


def name_of(path: bytes) -> str:
    """Return the file name in a path; empty for the folder itself.

    Raises SFTPError for any other path.
    """
    if len(path) > LONGEST_PATH:
        raise asyncssh.SFTPNoSuchFile("this path is too long")
    try:
        parts = [part for part in path.decode().split("/") if part not in ("", ".")]
    except UnicodeDecodeError:
        raise asyncssh.SFTPNoSuchFile("this path isn't valid text") from None
    if len(parts) > 1 or ".." in parts or any(not part.isprintable() for part in parts):
        raise asyncssh.SFTPPermissionDenied("there is only one folder here, without subfolders")
    return parts[0] if parts else ""
