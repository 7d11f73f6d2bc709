"""The lab's results in words and tables."""

from __future__ import annotations

from collections.abc import Sequence
from shutil import get_terminal_size
from typing import TYPE_CHECKING

from rich.table import Table

from engine.log import many
from tui.lab.pairs import NAMES, elo_of, interval, mean_score
from tui.lab.tasks import engine_stamp
from tui.lab.times import of_all_kinds

if TYPE_CHECKING:
    from tui.lab.results import ResultFile
    from tui.lab.scores import Tally
    from tui.lab.sprt import SequentialTest
    from tui.lab.tasks import Experiment

NARROWEST = 110  # columns of a table


def title(experiment: Experiment) -> str:
    """Return an experiment in words: "normal v easy in The Conquering, same deck..."."""
    first, second = experiment.players
    decks = "the same deck on both sides" if experiment.mirror else "decks drawn"
    options = "".join(f", {option}" for option in experiment.options)
    return f"{first} v {second} in {experiment.name}{options}; {decks}, {limit(experiment)}"


def limit(experiment: Experiment) -> str:
    """Return the limit of a decision in words."""
    if experiment.clock:
        return f"{experiment.clock:g} s a decision"
    return f"effort {experiment.effort}"


def score(tally: Tally) -> str:
    """Return the score with its interval: "92.0% (85.1 to 96.0)"."""
    if not tally.number:
        return "no pair yet"
    low, high = interval(tally.pairs)
    return f"{100 * mean_score(tally.pairs):.1f}% ({100 * low:.1f} to {100 * high:.1f})"


def summary(tally: Tally) -> list[str]:
    """Return the result of an experiment as lines."""
    first, second = tally.experiment.players
    counts = ", ".join(f"{name} {number}" for name, number in zip(NAMES, tally.pairs, strict=True))
    ends = ", ".join(f"{number} {how}" for how, number in tally.ends.items())
    lines = [
        f"{first} scores {score(tally)}, with the 95% interval over {many(tally.number, 'pair')}"
        if tally.number
        else f"{first} has no score yet, as no pair is complete",
        f"pairs: {counts}",
        f"games: {ends}",
    ]
    if tally.number and (elo := elo_of(mean_score(tally.pairs))) is not None:
        lines.insert(1, f"Elo: {round(elo):+d}")
    for player, name in enumerate((first, second)):
        if (times := of_all_kinds(tally.times(player)).cpu).number:
            lines.append(
                f"a decision of {name}: median {_ms(times.quantile(0.5))} ms, 99% "
                f"{_ms(times.quantile(0.99))} ms, worst {_ms(times.worst)} ms of the processor; "
                f"{times.total / len(tally.games):.2g} s a game"
            )
    if tally.halves:
        lines.append(f"not counted: {many(tally.halves, 'game')} without the second of its pair")
    if cut := tally.ends["cut off"]:
        lines.append(
            f"{many(cut, 'game')} stopped after {tally.experiment.most} decisions (--most), "
            "counted as a draw"
        )
    return lines


def notes(file: ResultFile) -> list[str]:
    """Return what is wrong with a file of results."""
    lines: list[str] = []
    if file.unreadable:
        lines.append(f"{file.path}: {many(file.unreadable, 'line')} can't be read and were skipped")
    if file.contradictions:
        lines.append(
            f"{file.path}: {many(file.contradictions, 'game')} went differently on another "
            "machine; the first result counts"
        )
    return lines


def sprt_line(tally: Tally, index: int, test: SequentialTest) -> str:
    """Return the state of a sequential test after a pair."""
    low, high = test.limits
    llr = test.llr(tally.pairs)
    return (
        f"pair {tally.number:3}: {NAMES[index]:7}  score {score(tally):24} LLR {llr:+.2f} "
        f"({low:.2f} to {high:.2f})"
    )


def decided(tally: Tally, test: SequentialTest) -> str:
    """Return the decision of a sequential test in words."""
    first, second = tally.experiment.players
    after = f"after {many(tally.number, 'pair')}"
    decision = test.decision(tally.pairs) if tally.number else ""
    if decision == "high":
        return f"decided {after}: {first} is better than {second} by {test.high:g} Elo or more"
    if decision == "low":
        return f"decided {after}: {first} is better than {second} by {test.low:g} Elo or less"
    return (
        f"undecided {after}: the strength may be on either side of {test.low:g} to "
        f"{test.high:g} Elo; more --pairs continue the test"
    )


def width() -> int:
    """Return the width for tables."""
    return max(get_terminal_size((NARROWEST, 24)).columns, NARROWEST)


def time_table(tally: Tally) -> Table:
    """Return the times of each player by kind of decision."""
    table = Table(title="milliseconds a decision", title_justify="left")
    table.add_column("player")
    table.add_column("decision")
    headings = ("number", "median", "99%", "worst", "99.9% by the clock", "worst by the clock")
    for heading in headings:
        table.add_column(heading, justify="right")
    for player, name in enumerate(tally.experiment.players):
        times = tally.times(player)
        rows = [*times.items(), ("all", of_all_kinds(times))]
        for kind, each in rows:
            if each.cpu.number:
                cpu, wall = each.cpu, each.wall
                table.add_row(
                    name, kind, str(cpu.number), _ms(cpu.quantile(0.5)), _ms(cpu.quantile(0.99)),
                    _ms(cpu.worst), _ms(wall.quantile(0.999)), _ms(wall.worst),
                )  # fmt: skip
        table.add_section()
    return table


def overview(tallies: Sequence[Tally]) -> Table:
    """Return all experiments of a file."""
    table = Table()
    for heading in ("variant", "players", "decks", "limit", "engine"):
        table.add_column(heading)
    for heading in ("pairs", "score", f"{NAMES[0]} to {NAMES[-1]}", "drawn", "cut off"):
        table.add_column(heading, justify="right", no_wrap=heading == "score")
    for tally in tallies:
        experiment, ends = tally.experiment, tally.ends
        variant = ", ".join((experiment.name, *experiment.options))
        engine = "this" if experiment.engine == engine_stamp() else experiment.engine[:6]
        table.add_row(
            variant, " v ".join(experiment.players), _decks(experiment), limit(experiment), engine,
            str(tally.number), "see lab decks" if experiment.each else score(tally),
            " ".join(map(str, tally.pairs)), str(ends["drawn"]), str(ends["cut off"]),
        )  # fmt: skip
    return table


def _decks(experiment: Experiment) -> str:
    if experiment.each:
        return "each v each"
    return "same" if experiment.mirror else "drawn"


def _ms(seconds: float) -> str:
    """Return a time in milliseconds: three digits."""
    return f"{1000 * seconds:.3g}" if seconds < 1 else f"{1000 * seconds:.0f}"
