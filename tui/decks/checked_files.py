"""The card files that have been checked, known by their contents, so that each is checked once."""

from __future__ import annotations

from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

from msgspec import DecodeError, Struct, json
from platformdirs import user_cache_path

from engine.base.files import MOST_BYTES, UnreadableFileError, read_bytes, write_whole
from engine.base.records import replace
from engine.base.schema import Problem
from engine.cards.library import check_text, checks_version
from tui.settings.paths import APP

MOST_PROBLEMS = 50  # a file with more problems is checked each time


class _Kept(Struct):
    """The cache file: the version of the checks, and the problems of each file by its hash."""

    version: str = ""
    problems: dict[str, list[Problem]] = {}


def path() -> Path:
    """Return the cache file."""
    return user_cache_path(APP) / "checked-cards.json"


class CheckedFiles:
    """The results of earlier checks, and those of the files that are checked now."""

    def __init__(self) -> None:
        kept = _read()
        self._known = kept.problems if kept.version == checks_version() else {}
        self._now: dict[str, list[Problem]] = {}

    def problems(self, file: str, text: str) -> list[Problem]:
        """Return the problems of a file with this name and text."""
        key = blake2b(text.encode(), digest_size=16).hexdigest()
        found = self._known.get(key)
        if found is None:
            found = check_text("", text)
        if len(found) <= MOST_PROBLEMS:
            self._now[key] = found
        return [replace(problem, file=file) for problem in found]

    def save(self) -> None:
        """Keep the results of the files that were asked for, if others are kept."""
        if self._now == self._known:
            return
        data = json.encode(_Kept(checks_version(), self._now))
        if len(data) <= MOST_BYTES:
            with suppress(OSError):
                write_whole(path(), data.decode())


def _read() -> _Kept:
    try:
        return json.decode(read_bytes(path()), type=_Kept)
    except (UnreadableFileError, DecodeError, RecursionError):
        return _Kept()
