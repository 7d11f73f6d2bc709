"""Files: read whatever they are, never half written, and kept by one program at a time.

Whatever is read may be huge, nested, a device or no text at all. Everything that reads a file of a
player's reads it here, so that one bad file is one clear problem: `found` and `allowed`, for
whoever knows which file it is about.
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
# a system without it has no locks that end with their program: there whoever writes second writes
# elsewhere
except ImportError:
    fcntl = None  # type: ignore[assignment]

MOST_BYTES = 1 << 20  # the size of a file of a player's own: a million bytes are a thousand pages
MOST_RECORD_BYTES = 8 << 20  # the size of a game's record, which has some sixty bytes a decision
DEEPEST = 32  # so deep may tables and lists of a TOML file lie in each other
GREATEST = (1 << 63) - 1  # the greatest whole number in a TOML file, as TOML itself has it
_PART = r"""(?:[A-Za-z0-9_-]++|"[^"\n]*+"|'[^'\n]*+')"""
_LONG_KEY = re.compile(rf"(?<![A-Za-z0-9_-])(?:{_PART}[ \t]*+\.[ \t]*+){{{DEEPEST}}}")


class UnreadableFileError(Exception):
    """A file that can't be used: what was found and what is allowed.

    Whoever asked for it names it.
    """

    def __init__(self, found: str, allowed: str) -> None:
        super().__init__(f"found {found}; allowed: {allowed}")
        self.found = found
        self.allowed = allowed


class MissingFileError(UnreadableFileError):
    """There is no such file."""


class FileInUseError(OSError):
    """Another program has the file."""


class OtherFileError(OSError):
    """Something else is where a file was meant to be."""


def is_file(path: Path) -> bool:
    """Whether there is such a file."""
    try:
        return path.is_file()
    # a name that is too long for any file, or that no file could have
    except (OSError, ValueError):
        return False


# --- reading ---


def read_bytes(path: Path | Traversable, most: int = MOST_BYTES) -> bytes:
    """What is in a file; only a plain file of so many bytes at the most is ever read.

    Raises UnreadableFileError.
    """
    if not isinstance(path, Path):
        return path.read_bytes()  # it came with the game
    try:
        with _opened(path) as file:
            data = file.read(most + 1)
    except FileNotFoundError:
        raise MissingFileError("a missing file", "an existing file") from None
    except (OSError, ValueError) as error:
        why = (error.strerror if isinstance(error, OSError) else None) or error
        raise UnreadableFileError(f"an unreadable file ({why})", "a readable file") from None
    if len(data) > most:
        raise UnreadableFileError(f"more than {most:,} bytes", f"at most {most:,} bytes")
    return data


def _opened(path: Path) -> BinaryIO:
    """A plain file, open for reading.

    Nothing waits for a pipe or a terminal, and no device is asked for anything.
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
    """The text in a file, without the mark that some editors begin it with.

    Raises UnreadableFileError.
    """
    try:
        return read_bytes(path, most).decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise UnreadableFileError("bytes that aren't text", "a UTF-8 text file") from None


def read_toml(path: Path | Traversable) -> dict[str, Any]:
    """What a TOML file says. Raises UnreadableFileError."""
    return parse_toml(read_text(path))


def parse_toml(text: str) -> dict[str, Any]:
    """What a text says as TOML: no deeper nested and with no greater numbers than anybody needs.

    Raises UnreadableFileError.
    """
    if _LONG_KEY.search(text):
        raise UnreadableFileError(
            f"a key with more than {DEEPEST} parts", f"at most {DEEPEST} parts"
        )
    return _parsed(text, tomllib.loads, "TOML")


def parse_json(text: str) -> dict[str, Any]:
    """What a text says as JSON, a table as `parse_toml` allows one. Raises UnreadableFileError."""
    return _parsed(text, Decoder(dict[str, Any]).decode, "JSON")


def _parsed(text: str, parse: Callable[[str], dict[str, Any]], language: str) -> dict[str, Any]:
    """What a text says: nothing lies too deep in it, and no number is greater than what TOML
    allows.
    """
    try:
        data = parse(text)
    except (tomllib.TOMLDecodeError, DecodeError) as error:
        raise UnreadableFileError(str(error), language) from None
    except RecursionError:
        raise UnreadableFileError(
            "endlessly nested lists or tables", f"at most {DEEPEST} levels of nesting"
        ) from None
    except ValueError:  # a number of thousands of digits
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
    """Write a text file so that at any moment it is either as before or complete.

    Raises OSError where it can't be written.
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
    """Add a line to a text file and see it to the disk; a crash may tear this line alone.

    Raises OSError with nothing of it in the file.

    Only a regular file is written to, and if one is `meant`, only that: raises OtherFileError for a
    pipe, a link or another file there.
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


# a file by its place on the disk, its size and the time of its last change
FileMark = tuple[int, int, int]


def _mark(found: os.stat_result) -> FileMark:
    return found.st_ino, found.st_size, found.st_mtime_ns


def _opened_to_append(path: Path) -> BinaryIO:
    """Open whatever is there without waiting for a pipe's reader and without following a link.

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
    """Move a file to where nothing is yet: there, or to the same name with a number.

    Raises OSError.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    for place in _numbered(target):
        try:
            os.link(path, place)  # unlike renaming this never takes the place of another file
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
    """A name itself, the same with a 2 behind it, and so on."""
    return (
        path if number == 1 else path.with_stem(f"{path.stem}-{number}")
        for number in range(first, 1000)
    )


def write_new(target: Path, text: str) -> Path:
    """Write a text file where nothing is yet: there, or at the same name with a number.

    Returns where. Raises OSError.
    """
    waiting = target.with_name(f".{target.name}.{os.getpid()}")
    write_whole(waiting, text)
    return move_aside(waiting, target)


# --- one program at a time ---


class Lock:
    """Says that a file is ours, until it is let go or the program ends in whatever way."""

    def __init__(self, path: Path) -> None:
        """Take it. Raises FileInUseError where another program has it, and OSError where nothing
        can be written beside the file.
        """
        self._path = path.with_name(f".{path.name}.lock")
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._file: BinaryIO | None = None
        while self._file is None:
            self._file = self._taken(path)

    def _taken(self, path: Path) -> BinaryIO | None:
        """The lock's own file, locked; None where its last owner has just removed it."""
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
        """Others may have the file."""
        if self._file is not None:
            with suppress(OSError):
                self._path.unlink()
            self._file.close()
            self._file = None

    def __del__(self) -> None:
        if getattr(self, "_file", None) is not None:
            self.let_go()


class FileOfOurs:
    """A text file that this program alone adds lines to, and that it never rewrites where
    somebody else has changed it.
    """

    def __init__(self, path: Path, *, new: bool = False) -> None:
        """It is ours from now on; nothing is written yet.

        Raises FileInUseError where another program has it, and OSError. A `new` file takes the
        place of none: where there is one already, or is about to be, it is another beside it.
        """
        self.path = path
        self._lock: Lock | None = None
        if new:
            self._take_free(path, 1)
        else:
            self._lock = Lock(path)
        # the file as it was found or left, told by its place on the disk, size and time
        self._left = self._now()

    def write(self, text: str) -> None:
        """Write the file whole; where somebody else has changed it since we saw it, another
        beside it. Raises OSError.
        """
        now = self._now()
        # what is there stays as it is, ours is another file from now on
        if now not in (None, self._left):
            self._take_free(self.path, 2)
        write_whole(self.path, text)
        self._left = self._now()

    def go_on(self, text: str) -> None:
        """Go on with the file, which should hold this text: it is written only where it doesn't,
        as after a torn line. Raises OSError.
        """
        if (
            self._left is not None
            and self._now() == self._left
            and self.path.read_bytes() == text.encode()
        ):
            return
        self.write(text)

    def add(self, line: str, whole: str) -> None:
        """Add a line; where somebody else has taken the file meanwhile, write the whole text to
        another. Raises OSError.
        """
        now = self._now()
        if now is not None and now == self._left:
            try:
                append_line(self.path, line, now)
            except OtherFileError:  # it was put there in this moment
                self.write(whole)
                return
            except OSError:
                self._left = self._now()  # with nothing of the line in it
                raise
            self._left = self._now()
            return
        self.write(whole)

    def close(self) -> None:
        """Others may have the file."""
        if self._lock is not None:
            self._lock.let_go()

    def _take_free(self, first: Path, number: int) -> None:
        """Take the first of a name, the same with a 2 behind it, and so on, where nothing is and
        that nobody has.
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
