"""Safe reading and writing of files.

A file that a player brings may be huge, deeply nested, a device or not text at all. Everything that
reads such a file reads it here, so that a bad file gives one clear problem, with `found` and
`allowed`, for the caller that knows the file. Written files are never left half written, and one
program at a time has a file.
"""

from __future__ import annotations

import errno
import os
import re
import stat
import tempfile
import tomllib
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, BinaryIO, cast

from msgspec import DecodeError
from msgspec.json import Decoder

try:
    import fcntl
# Without fcntl there is no lock that ends with its program: the second writer takes another file
except ImportError:
    fcntl = None  # type: ignore[assignment]

MOST_BYTES = 1 << 20  # size of a player's file in bytes: about a thousand pages
MOST_RECORD_BYTES = 8 << 20  # size of a game's record in bytes, about sixty for a decision
DEEPEST = 32  # levels of nesting in a TOML or JSON file
GREATEST = (1 << 63) - 1  # largest whole number in TOML
_PART = r"""(?:[A-Za-z0-9_-]++|"[^"\n]*+"|'[^'\n]*+')"""
_LONG_KEY = re.compile(rf"(?<![A-Za-z0-9_-])(?:{_PART}[ \t]*+\.[ \t]*+){{{DEEPEST}}}")


class UnreadableFileError(Exception):
    """A file that can't be used: what was found and what is allowed.

    The message doesn't name the file; the caller does.
    """

    def __init__(self, found: str, allowed: str) -> None:
        super().__init__(f"found {found}; allowed: {allowed}")
        self.found = found
        self.allowed = allowed


class MissingFileError(UnreadableFileError):
    """A file that doesn't exist."""


class FileInUseError(OSError):
    """A file that another program has open."""


class OtherFileError(OSError):
    """A file whose place another file, a pipe or a link has taken."""


def is_file(path: Path) -> bool:
    """Return whether `path` is a file; False for a name that no file can have."""
    try:
        return path.is_file()
    # a name that is too long for a file, or with characters that no file can have
    except (OSError, ValueError):
        return False


# --- reading ---


def read_bytes(path: Path | Traversable, most: int = MOST_BYTES) -> bytes:
    """Return the contents of a regular file of at most `most` bytes.

    Raises UnreadableFileError.
    """
    if not isinstance(path, Path):
        return path.read_bytes()  # a file of the package
    try:
        with open_regular(path) as file:
            data = file.read(most + 1)
    except FileNotFoundError:
        raise MissingFileError("a missing file", "an existing file") from None
    except (OSError, ValueError) as error:
        why = (error.strerror if isinstance(error, OSError) else None) or error
        raise UnreadableFileError(f"an unreadable file ({why})", "a readable file") from None
    if len(data) > most:
        raise UnreadableFileError(f"more than {most:,} bytes", f"at most {most:,} bytes")
    return data


def open_regular(path: Path) -> BinaryIO:
    """Open a regular file for reading.

    It never waits for a pipe or a terminal, and never reads a device. Raises UnreadableFileError,
    and OSError or ValueError if there is no such file.
    """
    if path.is_dir():
        raise UnreadableFileError("a folder", "a regular file")
    handle = os.open(path, os.O_RDONLY | AT_ONCE)
    kind = os.fstat(handle).st_mode
    if not stat.S_ISREG(kind):
        os.close(handle)
        raise UnreadableFileError(
            next((word for test, word in KINDS if test(kind)), "a special file"), "a regular file"
        )
    return os.fdopen(handle, "rb")


AT_ONCE = sum(getattr(os, name, 0) for name in ("O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC", "O_BINARY"))
KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


def read_text(path: Path | Traversable, most: int = MOST_BYTES) -> str:
    r"""Return the text of a file, without a byte order mark and with "\n" at the ends of lines.

    Raises UnreadableFileError.
    """
    try:
        return read_bytes(path, most).decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise UnreadableFileError("bytes that aren't text", "a UTF-8 text file") from None


def read_toml(path: Path | Traversable) -> dict[str, Any]:
    """Return the table of a TOML file. Raises UnreadableFileError."""
    return parse_toml(read_text(path))


def parse_toml(text: str) -> dict[str, Any]:
    """Return the table of a TOML text with at most `DEEPEST` levels and numbers up to `GREATEST`.

    Raises UnreadableFileError.
    """
    if _LONG_KEY.search(text):
        raise UnreadableFileError(
            f"a key with more than {DEEPEST} parts", f"at most {DEEPEST} parts"
        )
    return _parsed(text, tomllib.loads, "TOML")


def parse_json(text: str) -> dict[str, Any]:
    """Return the table of a JSON text, within the limits of `parse_toml`.

    Raises UnreadableFileError.
    """
    return _parsed(text, Decoder(dict[str, Any]).decode, "JSON")


def _parsed(text: str, parse: Callable[[str], dict[str, Any]], language: str) -> dict[str, Any]:
    """Return the table that `parse` finds in `text`, and check its depth and its numbers.

    Raises UnreadableFileError.
    """
    try:
        data = parse(text)
    except (tomllib.TOMLDecodeError, DecodeError) as error:
        raise UnreadableFileError(str(error), language) from None
    except RecursionError:
        raise UnreadableFileError(
            "endlessly nested lists or tables", f"at most {DEEPEST} levels of nesting"
        ) from None
    except ValueError:  # a number with thousands of digits
        raise UnreadableFileError(
            "a number with too many digits", f"whole numbers up to {GREATEST}"
        ) from None
    waiting: list[tuple[object, int, str]] = [(data, 0, "")]
    while waiting:
        value, depth, where = waiting.pop()
        if depth > DEEPEST:
            raise UnreadableFileError(
                f"more than {DEEPEST} levels of nesting under '{where}'",
                f"at most {DEEPEST} levels",
            )
        if isinstance(value, dict):
            waiting += [
                (each, depth + 1, where or key)
                for key, each in cast("dict[str, object]", value).items()
            ]
        elif isinstance(value, list):
            waiting += [(each, depth + 1, where) for each in cast("list[object]", value)]
        elif isinstance(value, int) and abs(value) > GREATEST:
            raise UnreadableFileError(
                f"a number of {value.bit_length()} bits under '{where}'",
                f"whole numbers up to {GREATEST}",
            )
    return data


# --- writing ---


def write_whole(path: Path, text: str) -> None:
    """Write a text file so that at any moment it is either unchanged or complete.

    Raises OSError.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def append_line(path: Path, line: str, meant: FileMark | None = None) -> None:
    """Append a line to a text file and flush it to the disk; a crash may tear only this line.

    Writes only to a regular file, and if `meant` is given, only to that file. Raises OtherFileError
    for a pipe, a link or another file, and OSError, with nothing added to the file.
    """
    rest = f"{line}\n".encode()
    with _opened_to_append(path) as file:
        found = os.fstat(file.fileno())
        if not stat.S_ISREG(found.st_mode) or (meant is not None and _mark(found) != meant):
            raise OtherFileError(errno.EEXIST, "another file has taken its place", str(path))
        before = found.st_size
        try:
            while rest:
                rest = rest[file.write(rest) :]
            os.fsync(file.fileno())
        except OSError:
            os.truncate(file.fileno(), before)
            raise


# a file's inode, size in bytes and time of the last change in ns
FileMark = tuple[int, int, int]


def _mark(found: os.stat_result) -> FileMark:
    return found.st_ino, found.st_size, found.st_mtime_ns


def _opened_to_append(path: Path) -> BinaryIO:
    """Open a file for appending without waiting for a pipe's reader or following a link.

    Raises OtherFileError, OSError.
    """
    try:
        handle = os.open(
            path,
            os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | AT_ONCE,
            0o666,
        )
    except OSError as error:
        if error.errno in (
            errno.ELOOP,
            errno.ENXIO,
            errno.EISDIR,
            getattr(errno, "EMLINK", errno.ELOOP),
        ):
            raise OtherFileError(error.errno, error.strerror, str(path)) from None
        raise
    return os.fdopen(handle, "ab", buffering=0)  # type: ignore[return-value]


def move_aside(path: Path, target: Path) -> Path:
    """Move a file to `target` or, if something is there, to the same name with a number.

    Returns the new path. Raises OSError.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    for place in _numbered(target):
        try:
            os.link(path, place)  # unlike a rename, a link never replaces another file
        except FileExistsError:
            continue
        except OSError:  # a disk without links
            if place.exists():
                continue
            return path.replace(place)
        path.unlink()
        return place
    raise FileExistsError(17, "a thousand files of this name", str(target))


def _numbered(path: Path, first: int = 1) -> Iterator[Path]:
    """Return the paths of a name, then the name with -2, -3 and so on."""
    return (
        path if number == 1 else path.with_stem(f"{path.stem}-{number}")
        for number in range(first, 1000)
    )


def write_new(target: Path, text: str) -> Path:
    """Write a text file at `target` or, if something is there, at the same name with a number.

    Returns the path. Raises OSError.
    """
    waiting = target.with_name(f".{target.name}.{os.getpid()}")
    write_whole(waiting, text)
    return move_aside(waiting, target)


# --- one program at a time ---


class Lock:
    """A lock on a file, held until released or until the program ends for any reason."""

    def __init__(self, path: Path) -> None:
        """Take the lock.

        Raises FileInUseError if another program has it, and OSError if nothing can be written
        beside the file.
        """
        self._path = path.with_name(f".{path.name}.lock")
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._file: BinaryIO | None = None
        while self._file is None:
            self._file = self._taken(path)

    def _taken(self, path: Path) -> BinaryIO | None:
        """Return the lock file, locked; None if its last owner has just removed it."""
        file = os.fdopen(
            os.open(self._path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600),
            "r+b",
            buffering=0,
        )
        if fcntl is not None:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                owner = file.read(20).decode("ascii", "replace").strip()
                file.close()
                raise FileInUseError(
                    11,
                    (
                        "this game is already open in another copy of Spellfront (process "
                        f"{owner or 'unknown'})"
                    ),
                    str(path),
                ) from None
            except OSError:
                return file  # a disk without locks
        with suppress(FileNotFoundError):
            there, ours = os.stat(self._path), os.fstat(file.fileno())
            if (there.st_dev, there.st_ino) == (ours.st_dev, ours.st_ino):
                file.truncate(0)
                file.write(str(os.getpid()).encode())
                return file
        file.close()
        return None

    def let_go(self) -> None:
        """Release the lock."""
        if self._file is not None:
            with suppress(OSError):
                self._path.unlink()
            self._file.close()
            self._file = None

    def __del__(self) -> None:
        if getattr(self, "_file", None) is not None:
            self.let_go()


class FileOfOurs:
    """A text file that one program writes and never overwrites if changed from outside."""

    def __init__(self, path: Path, *, new: bool = False) -> None:
        """Take the file without writing to it.

        With `new`, a path with a number is taken if the file exists or another program is about to
        create it. Raises FileInUseError if another program has it, and OSError.
        """
        self.path = path
        self._lock: Lock | None = None
        if new:
            self._take_free(path, 1)
        else:
            self._lock = Lock(path)
        # the state of the file when it was found or last written
        self._left = self._now()

    def write(self, text: str) -> None:
        """Write the whole file, or another beside it if the file was changed from outside.

        Raises OSError.
        """
        now = self._now()
        # keep the changed file and continue in another
        if now not in (None, self._left):
            self._take_free(self.path, 2)
        write_whole(self.path, text)
        self._left = self._now()

    def go_on(self, text: str) -> None:
        """Write the file unless it contains `text`, as after a torn line.

        Raises OSError.
        """
        if (
            self._left is not None
            and self._now() == self._left
            and self.path.read_bytes() == text.encode()
        ):
            return
        self.write(text)

    def add(self, line: str, whole: str) -> None:
        """Append `line`; if another program replaced the file, write `whole` to another file.

        Raises OSError.
        """
        now = self._now()
        if now is not None and now == self._left:
            try:
                append_line(self.path, line, now)
            except OtherFileError:  # replaced at this very moment
                self.write(whole)
                return
            except OSError:
                self._left = self._now()  # with nothing of the line in it
                raise
            self._left = self._now()
            return
        self.write(whole)

    def close(self) -> None:
        """Release the file."""
        if self._lock is not None:
            self._lock.let_go()

    def _take_free(self, first: Path, number: int) -> None:
        """Take the first path that doesn't exist and isn't locked, starting at `number`.

        Raises FileExistsError if there is none.
        """
        for path in _numbered(first, number):
            with suppress(FileInUseError):
                lock = Lock(path)
                if not path.exists():
                    self.close()
                    self.path, self._lock = path, lock
                    return
                lock.let_go()
        raise FileExistsError(17, "a thousand files of this name", str(first))

    def _now(self) -> FileMark | None:
        try:
            return _mark(self.path.stat())
        except OSError:
            return None
