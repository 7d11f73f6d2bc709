"""The analysis of a recorded game on the command line."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import json, to_builtins

from engine.analysis.analysis_file import AnalysisError
from engine.history.timeline import Timeline
from tui.commands.common import CommandError
from tui.look_back.analysis_process import AnalysisEffort
from tui.look_back.analysis_words import (
    better_words,
    counts_line,
    done_words,
    marked_line,
    summary_lines,
)
from tui.look_back.analyst import GameAnalyst

if TYPE_CHECKING:
    from engine.analysis.game_analysis import GameAnalysis
    from engine.history.record import Record

PATIENCE = 0.5  # seconds between two lines about the progress


def analyze(record: Record, path: Path, steps: int, *, as_json: bool) -> int:
    """Analyze a recorded game and print the analysis; return the exit code.

    `steps` limits the search for each decision; 0: a quarter of a second. Raises CommandError for
    a game that is still in progress, and RecordError.
    """
    tape = Timeline.of(record, str(path))
    tape.read()
    if not tape.is_over:
        raise CommandError(
            f"{path}: found a game that is still in progress; allowed: a game that is over"
        )
    try:
        effort = AnalysisEffort(steps=steps) if steps else None
        analyst = GameAnalyst(record, path, effort)
    except AnalysisError as error:
        print(error, file=sys.stderr)
        return 1
    _run(analyst)
    if analyst.problem:
        print(analyst.problem, file=sys.stderr)
    if not analyst.analysis.is_whole:
        return 1
    if as_json:
        print(json.format(json.encode(as_data(analyst.analysis, tape))).decode())
    else:
        _tell(analyst.analysis, tape)
    return 0


def _run(analyst: GameAnalyst) -> None:
    """Finish an analysis; what there is by then is kept if the player interrupts it."""
    tells = sys.stderr.isatty()
    analyst.start()
    try:
        while analyst.is_running:
            analyst.grow(PATIENCE)
            if tells:
                print(f"\rAnalyzing: {analyst.percent}%", end="", file=sys.stderr, flush=True)
    finally:
        analyst.stop()
        if tells:
            print("\r\033[K", end="", file=sys.stderr)


def _tell(analysis: GameAnalysis, tape: Timeline) -> None:
    for each in analysis.decisions:
        if each.mark:
            print(marked_line(each, tape))
    for seat, name in enumerate(tape.names):
        print(f"{name}: {counts_line(analysis, seat)}")
    for line in summary_lines(analysis, tape):
        print(line)


def as_data(analysis: GameAnalysis, tape: Timeline) -> dict[str, object]:
    """Return an analysis as plain data, for scripts. Chances are from 0 to 1."""
    players = [
        {
            "name": name,
            "accuracy": analysis.accuracy(seat),
            "sources": to_builtins(analysis.sources(seat)),
        }
        for seat, name in enumerate(tape.names)
    ]
    decisions = [
        {
            "place": each.place,
            "seat": each.seat,
            "done": done_words(each, tape),
            "better": better_words(each, tape) if each.plan else "",
            "before": each.before,
            "best_chance": each.best,
            "done_chance": each.done,
            "mark": each.mark,
        }
        for each in analysis.decisions
    ]
    places = [
        {"place": each.place, "by": each.by, "expected": each.expected, "chances": each.chances}
        for each in analysis.places
    ]
    return {"players": players, "decisions": decisions, "places": places}
