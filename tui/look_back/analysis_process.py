"""A worker process that analyzes a finished game, so that the screen never waits for it.

The worker gets the record's text and sends the chances and ratings one by one as it finds them.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout, suppress
from io import StringIO
from typing import TYPE_CHECKING, NamedTuple, cast

from tui.session.background import start_process

if TYPE_CHECKING:
    from engine.ai.player import OutOfTime
    from engine.analysis.game_analysis import PlaceChances, RatedDecision
    from engine.history.record import Record
    from tui.session.background import Pipe

SECONDS = 0.25  # time for each decision
SEARCHING = 0.6  # share of that for the search; the rest is for confirming what it found
NICE = 5  # priority of the worker below that of the screen


class AnalysisEffort(NamedTuple):
    """The limit for each decision: `steps` of the search or, without steps, `seconds`."""

    seconds: float = SECONDS
    steps: int = 0

    def __str__(self) -> str:
        return f"{self.steps} steps" if self.steps else f"{self.seconds:g} s"

    def limit(self) -> OutOfTime:
        """Return the limit of one decision."""
        if self.steps:
            left = iter(range(self.steps))
            return lambda: next(left, None) is None
        end = time.monotonic() + SEARCHING * self.seconds
        return lambda: time.monotonic() >= end


class AnalysisRequest(NamedTuple):
    """A game to analyze, and how far that has come already."""

    record: str
    place: int  # the last place whose chances are known; -1: none
    looked: int  # the last place whose decision was looked at
    effort: AnalysisEffort


class Looked(NamedTuple):
    """A place whose decision can't be rated."""

    place: int


class AnalysisFailedError(Exception):
    """Error of an analysis that broke off; the message is shown to the player."""


def findings(request: AnalysisRequest) -> Iterator[PlaceChances | RatedDecision | Looked]:
    """Yield what an analysis finds: the chances at all places, then the rating of each decision.

    Raises RecordError if the game can't be replayed.
    """
    from engine.history.record import parse

    yield from findings_in(parse(request.record), request)


def findings_in(
    record: Record, request: AnalysisRequest
) -> Iterator[PlaceChances | RatedDecision | Looked]:
    """Yield what an analysis of a record finds."""
    from engine.ai.weights import weights_of
    from engine.analysis.place_analysis import choices_in, place_chances, rate_place
    from engine.history.timeline import Timeline

    tape = Timeline.of(record)
    tape.read()
    weights = weights_of(tape.now.rules)
    yield from place_chances(tape, weights, request.place)
    for place in choices_in(tape, request.looked):
        found = rate_place(tape, place, weights, request.effort.limit())
        yield Looked(place) if found is None else found


class AnalysisProcess:
    """A running analysis in another process."""

    def __init__(self, request: AnalysisRequest) -> None:
        """Start the worker. Raises OSError."""
        self._process, self._pipe = start_process("spellfront-analysis", work, request)
        self.is_over = False

    def found(self, wait: float = 0.0) -> list[PlaceChances | RatedDecision | Looked]:
        """Return what was found since the last call, after at most `wait` seconds.

        Raises AnalysisFailedError.
        """
        found: list[PlaceChances | RatedDecision | Looked] = []
        try:
            while not self.is_over and self._pipe.poll(0.0 if found else wait):
                message = cast("tuple[str, object]", self._pipe.recv())
                if message[0] == "found":
                    found.append(cast("PlaceChances | RatedDecision | Looked", message[1]))
                elif message[0] == "over":
                    self.close()
                else:
                    self.close()
                    raise AnalysisFailedError(str(message[1]))
        except (EOFError, OSError):
            self.close()
            raise AnalysisFailedError("its process ended") from None
        return found

    def close(self) -> None:
        """End the worker."""
        self.is_over = True
        if self._process.is_alive():
            self._process.terminate()
        self._pipe.close()


def work(pipe: Pipe, request: AnalysisRequest) -> None:
    """Analyze a game in the worker; end when the other end of the pipe is closed."""
    if hasattr(os, "nice"):
        os.nice(NICE)
    with (
        redirect_stdout(StringIO()),
        redirect_stderr(StringIO()),
        suppress(BrokenPipeError, OSError),
    ):
        try:
            for found in findings(request):
                pipe.send(("found", found))
        except (BrokenPipeError, OSError):
            raise
        except Exception as error:  # every error is shown on the screen
            pipe.send(("error", f"{type(error).__name__}: {error}"))
        else:
            pipe.send(("over", None))
