"""Unfinished lessons, saved in a file of the player's."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path

import msgspec
from msgspec import Struct
from platformdirs import user_data_path

from engine.base.files import write_whole
from tui.settings.paths import APP


class LessonDecision(Struct, frozen=True):
    """A decision in a lesson."""

    step: int  # step of the lesson that was shown
    words: str  # text form of the action
    by_hand: bool = True


class KeptLesson(Struct, frozen=True):
    """A lesson as the player left it."""

    text: str  # digest of the lesson's file: progress in another version is dropped
    step: int  # step of the lesson that was shown
    deeds: list[LessonDecision] = []


def digest(text: str) -> str:
    """Return a digest of the text of a lesson's file."""
    return blake2b(text.encode(), digest_size=8).hexdigest()


def _path() -> Path:
    return user_data_path(APP) / "lessons.json"


def kept_lessons() -> dict[str, KeptLesson]:
    """Return the unfinished lessons by name; none if the file can't be read."""
    try:
        return msgspec.json.decode(_path().read_bytes(), type=dict[str, KeptLesson])
    except (OSError, ValueError, msgspec.DecodeError):
        return {}


def keep(name: str, kept: KeptLesson | None) -> None:
    """Save a lesson's progress, or drop it if `kept` is None.

    Errors are ignored: a lesson is easily repeated.
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
