"""Lessons that the player has left before the end, kept in a file of the player's."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path

import msgspec
from msgspec import Struct
from platformdirs import user_data_path

from engine.base.files import write_whole
from tui.settings.paths import APP


class Deed(Struct, frozen=True):
    """A decision in a lesson."""

    step: int  # the step that was shown
    words: str  # the action in its text form
    by_hand: bool = True


class Kept(Struct, frozen=True):
    """A lesson as the player left it."""

    text: str  # digest of the lesson's file: progress through another version is worth nothing
    step: int  # the step that was shown
    deeds: list[Deed] = []


def digest(text: str) -> str:
    """Return what tells one version of a lesson's file from another."""
    return blake2b(text.encode(), digest_size=8).hexdigest()


def _path() -> Path:
    return user_data_path(APP) / "lessons.json"


def kept_lessons() -> dict[str, Kept]:
    """Return the lessons that were left before the end, by name; none if the file can't be read."""
    try:
        return msgspec.json.decode(_path().read_bytes(), type=dict[str, Kept])
    except (OSError, ValueError, msgspec.DecodeError):
        return {}


def keep(name: str, kept: Kept | None) -> None:
    """Keep a lesson as it is, or drop it if `kept` is None.

    A lesson is no loss: nothing is said if it can't be kept.
    """
    lessons = kept_lessons()
    if kept is None and name not in lessons:
        return
    lessons.pop(name, None)
    if kept is not None:
        lessons[name] = kept
    try:
        write_whole(_path(), msgspec.json.encode(lessons).decode())
    except OSError:
        return
