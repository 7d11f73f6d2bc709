"""The analysis of one game: continued where it was left, watched as it grows, and kept."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

from engine.analysis.analysis_file import (
    ENDING,
    MOST_ANALYSIS_BYTES,
    MOST_PLACES,
    AnalysisError,
    AnalysisSource,
    parsed,
    record_mark,
    written,
)
from engine.analysis.game_analysis import GameAnalysis
from engine.base.files import MissingFileError, UnreadableFileError, read_text, write_whole
from engine.log import many
from tui.look_back.analysis_process import (
    AnalysisEffort,
    AnalysisFailedError,
    AnalysisProcess,
    AnalysisRequest,
    Looked,
)

if TYPE_CHECKING:
    from engine.analysis.game_analysis import PlaceChances, RatedDecision
    from engine.history.record import Record

SAVE_EVERY = 3.0  # seconds between two savings of an analysis that grows
GOES_ON = "This game is still in progress: it can be analyzed once it is over."


def path_beside(record: Path) -> Path:
    """Return the path of the analysis of a record."""
    return record.with_name(record.name + ENDING)


def source_of(record: Record, effort: AnalysisEffort) -> AnalysisSource:
    """Return what an analysis of a record would be made from now."""
    from engine.base.version import source_hash
    from tui.compiled_engine import SOURCE

    weights = source_hash(SOURCE / "ai")  # the computer players and their weights
    return AnalysisSource(source_hash(SOURCE), weights, record_mark(record), str(effort))


class GameAnalyst:
    """The analysis of a finished game, as far as it is known."""

    def __init__(
        self,
        record: Record,
        path: Path | None = None,
        effort: AnalysisEffort | None = None,
    ) -> None:
        """Read what is kept beside the record at `path`; None: nothing is kept.

        Raises AnalysisError for a file that is no analysis of this game, and for a game that is
        too long.
        """
        if len(record.entries) > MOST_PLACES:
            raise AnalysisError(
                f"found a game of {many(len(record.entries), 'decision')}; allowed: at most "
                f"{MOST_PLACES}"
            )
        self.record = record
        self.effort = effort or AnalysisEffort()
        self.problem = ""  # why the analysis broke off, or can't be saved
        self._path = None if path is None else path_beside(path)
        self._source = source_of(record, self.effort)
        self.analysis = self._kept() or GameAnalysis([], [], len(record.standing()))
        self._process: AnalysisProcess | None = None
        self._saved = time.monotonic()
        self._unsaved = False

    def _kept(self) -> GameAnalysis | None:
        if self._path is None:
            return None
        try:
            text = read_text(self._path, MOST_ANALYSIS_BYTES)
            return parsed(text, self._source, self.record)
        except MissingFileError:
            return None
        except (UnreadableFileError, AnalysisError) as error:
            raise AnalysisError(
                f"{self._path}: {error}. Delete this file to have the game analyzed again"
            ) from None

    @property
    def request(self) -> AnalysisRequest:
        """The rest of the analysis, as a request to the worker."""
        analysis = self.analysis
        place = analysis.places[-1].place if analysis.places else -1
        return AnalysisRequest(str(self.record), place, analysis.looked, self.effort)

    @property
    def is_running(self) -> bool:
        """Return whether the analysis is growing."""
        return self._process is not None

    def start(self) -> None:
        """Start or continue the analysis in another process; do nothing if it is whole."""
        if self._process is None and not self.analysis.is_whole:
            try:
                self._process = AnalysisProcess(self.request)
            except OSError as error:
                self.problem = f"The analysis can't be made: {error.strerror or error}"

    def grow(self, wait: float = 0.0) -> bool:
        """Add what was found meanwhile; return whether anything was."""
        process = self._process
        if process is None:
            return False
        try:
            found = process.found(wait)
        except AnalysisFailedError as error:
            self.problem = f"The analysis broke off: {error}"
            self.stop()
            return True
        for each in found:
            self.add(each)
        if process.is_over:
            self.stop()
            return True
        if found and time.monotonic() > self._saved + SAVE_EVERY:
            self.save()
        return bool(found)

    def add(self, found: PlaceChances | RatedDecision | Looked) -> None:
        """Add what was found next."""
        if isinstance(found, Looked):
            self.analysis.looked = found.place
        else:
            self.analysis.add(found)
        self._unsaved = True

    def stop(self) -> None:
        """Stop the analysis and save it; it can be continued."""
        process, self._process = self._process, None
        if process is not None:
            process.close()
        self.save()

    def save(self) -> None:
        """Save the analysis beside the record, unless nothing is new."""
        if self._path is None or not self._unsaved:
            return
        text = written(self.analysis, self._source)
        self._saved = time.monotonic()
        if len(text) > MOST_ANALYSIS_BYTES:
            self.problem = "The analysis is too long to be saved."
            return
        try:
            write_whole(self._path, text)
        except OSError as error:
            self.problem = f"The analysis can't be saved: {error.strerror or error}"
        else:
            self._unsaved = False

    @property
    def percent(self) -> int:
        """The share of places and decisions that were looked at, in percent."""
        analysis = self.analysis
        choices = analysis.choices
        looked = sum(at <= analysis.looked for at in choices)
        return 100 * (len(analysis.places) + looked) // max(analysis.number + len(choices), 1)
