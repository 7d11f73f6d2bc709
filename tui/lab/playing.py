"""Play one game of the lab and describe its result."""

from __future__ import annotations

import os
import platform
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from tui import ENGINE_FORM
from tui.lab.results import GameResult
from tui.lab.tasks import decks_of, level_of, rules_of
from tui.lab.times import DecisionTimes, TimesByKind
from tui.tools.computer_games import PlayedGame, by_clock, by_effort, play_out, thinker

if TYPE_CHECKING:
    from tui.lab.tasks import LabTask
    from tui.tools.computer_games import TimeObserver


def play(task: LabTask) -> GameResult:
    """Play a game. Raises CommandError if the engine fails."""
    from engine.base import chance
    from engine.history.recording import Recorder
    from engine.magic.turn.setup import Seat

    experiment = task.experiment
    rules = rules_of(experiment.variant, experiment.options)
    decks = decks_of(experiment.variant, experiment.options)
    seating = (1, 0) if task.swapped else (0, 1)  # the player in each seat
    levels = [level_of(experiment, player) for player in seating]
    table = [
        Seat(f"{level} {player + 1}", decks[deck])
        for level, player, deck in zip(levels, seating, task.decks, strict=True)
    ]
    limit = by_clock(experiment.clock) if experiment.clock else by_effort(experiment.effort)
    times: tuple[TimesByKind, TimesByKind] = ({}, {})
    thinkers = [
        thinker(
            level, chance.own_seed(task.game_seed, player), limit, _into(times[player]),
            experiment.own[player],
        )
        for level, player in zip(levels, seating, strict=True)
    ]  # fmt: skip
    kinds = [level if level == "random" else f"ai:{level}" for level in levels]
    recorder = Recorder.start(rules, table, kinds, task.game_seed)
    played = play_out(recorder, thinkers, experiment.most, task.title, Path(f"{task.title}.game"))
    return GameResult(
        task, _points(played, seating), *played[1:], times, _machine(),
        datetime.now(UTC).isoformat(timespec="seconds"), recorder.game.state.turn.first_seat,
    )  # fmt: skip


def _points(played: PlayedGame, seating: tuple[int, int]) -> float:
    """Return the first player's points."""
    if played.winner is None:
        return 0.5
    return 1.0 if seating[played.winner] == 0 else 0.0


def _into(times: TimesByKind) -> TimeObserver:
    """Return an observer that counts the time of each decision."""

    def observe(kind: str, cpu: float, wall: float) -> None:
        both = times.setdefault(kind, DecisionTimes())
        both.cpu.add(cpu)
        both.wall.add(wall)

    return observe


@cache
def _machine() -> str:
    form = ENGINE_FORM.partition(",")[0]
    return f"{platform.node()}, {os.cpu_count()} cores, Python {platform.python_version()}, {form}"
