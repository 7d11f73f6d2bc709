"""The file of results: one line of JSON for each game, only ever appended to.

Files of several machines can be joined by `cat`. A line torn by a crash is skipped, and its game
is played again.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec import Struct
from platformdirs import user_data_path

from engine.base.files import append_line
from tui.commands.common import CommandError
from tui.lab.tasks import LabTask
from tui.lab.times import TimesByKind
from tui.settings.paths import APP
from tui.tools.computer_games import CUT_OFF

START = b'{"lab":'  # of each line


class GameResult(Struct, frozen=True):
    """The result of one game."""

    task: LabTask
    points: float  # of the first player: 1, 0.5 or 0
    how: str  # "conquest", "elimination", "draw" or "cut off"
    rounds: int
    decisions: int
    times: tuple[TimesByKind, TimesByKind]  # of each player
    machine: str
    when: str
    first: int | None = None  # the seat that had the first turn; None in older files

    @property
    def cut_off(self) -> bool:
        """True if the game was stopped after too many decisions."""
        return self.how == CUT_OFF

    def contradicts(self, other: GameResult) -> bool:
        """Return whether the same game went differently, as it only may by the clock."""
        return not self.task.experiment.clock and (
            (self.points, self.how, self.decisions) != (other.points, other.how, other.decisions)
        )


class ResultLine(Struct, frozen=True):
    """A line of the file; `lab` is the version of its format."""

    lab: int
    result: GameResult


VERSION = 1


def default_path() -> Path:
    """Return the file of results in Spellfront's data folder."""
    return user_data_path(APP) / "lab" / "results.jsonl"


class ResultFile:
    """A file of results, and what it holds: each game once."""

    def __init__(self, path: Path) -> None:
        """Read a file, if there is one. Raises CommandError if it can't be read."""
        self.path = path
        self.known: dict[bytes, GameResult] = {}
        self.unreadable = 0  # lines
        self.contradictions = 0  # games that went differently on another machine
        self._torn = False  # whether the last line has no end
        if path.exists():
            self._read()

    def _read(self) -> None:
        if not self.path.is_file():
            raise CommandError(f"{self.path} is not a regular file; allowed: a file of results")
        data = self.path.read_bytes()
        self._torn = bool(data) and not data.endswith(b"\n")
        for line in filter(None, data.split(b"\n")):
            found = _read_line(line)
            self.unreadable += found is None
            if found is not None:
                self._take(found)

    def _take(self, result: GameResult) -> None:
        first = self.known.setdefault(result.task.key, result)
        self.contradictions += first.contradicts(result)

    def results(self) -> Iterator[GameResult]:
        """Yield the results, in their order in the file."""
        yield from self.known.values()

    def keep(self, result: GameResult) -> None:
        """Append a result. Raises OSError."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        line = msgspec.json.encode(ResultLine(VERSION, result)).decode()
        append_line(self.path, f"\n{line}" if self._torn else line)
        self._torn = False
        self._take(result)


def _read_line(line: bytes) -> GameResult | None:
    """Return the result in a line; None if it can't be read.

    If a torn line stands before it, as after `cat`, only the last part counts.
    """
    try:
        return msgspec.json.decode(line[max(line.rfind(START), 0) :], type=ResultLine).result
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
