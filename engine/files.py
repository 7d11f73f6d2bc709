"""Files that are never half written."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def is_file(path: Path) -> bool:
    """Whether there is such a file."""
    try:
        return path.is_file()
    except OSError:  # a name that is too long for any file
        return False


def write_whole(path: Path, text: str) -> None:
    """Write a text file so that at any moment it is either as before or complete. Raises OSError where it can't be written."""
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


def append_line(path: Path, line: str) -> None:
    """Add a line to a text file and see it to the disk; a crash may tear this line, but none before it.

    Raises OSError where it can't be written; then nothing of it stays in the file.
    """
    rest = f"{line}\n".encode()
    with path.open("ab", buffering=0) as file:
        before = os.fstat(file.fileno()).st_size
        try:
            while rest:
                rest = rest[file.write(rest) :]
            os.fsync(file.fileno())
        except OSError:
            os.truncate(file.fileno(), before)
            raise


class FileOfOurs:
    """A text file that this program alone adds lines to: a second program with the same file does not mix its own into ours."""

    def __init__(self, path: Path) -> None:
        """Nothing is written yet."""
        self.path = path
        self._left: tuple[int, int] | None = None  # the file as it was left, told by its place on the disk and its size

    def write(self, text: str) -> None:
        """Write the file whole, in place of what was there. Raises OSError."""
        write_whole(self.path, text)
        self._left = self._now()

    def add(self, line: str, whole: str) -> None:
        """Add a line; where somebody else has taken the file meanwhile, write the whole text to another. Raises OSError."""
        now = self._now()
        if now is not None and now == self._left:
            append_line(self.path, line)
            self._left = self._now()
            return
        if now is not None:
            stem = self.path.stem
            others = (self.path.with_stem(f"{stem}-{number}") for number in range(2, 1000))
            self.path = next(path for path in others if not path.exists())
        self.write(whole)

    def _now(self) -> tuple[int, int] | None:
        try:
            found = self.path.stat()
        except OSError:
            return None
        return found.st_ino, found.st_size
