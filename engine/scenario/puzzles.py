"""Puzzles and lessons: scenarios with a goal or lessons, set up to be played."""

from __future__ import annotations

from importlib import resources
from importlib.resources.abc import Traversable

from msgspec import Struct

from engine.base.records import replace
from engine.base.schema import Problem
from engine.scenario.form import LessonTable, Scenario
from engine.scenario.goals import Goal, Test, condition, goal_of
from engine.scenario.running import stage_of
from engine.scenario.solving import MOST_POSITIONS, Findings, Solver, UnfitPuzzleError
from engine.scenario.stage import ScriptError, Stage


class Lesson(Struct, frozen=True):
    """A task of a lesson, and the conditions that complete it."""

    table: LessonTable
    tests: tuple[Test, ...]


class Puzzle(Struct, frozen=True):
    """A scenario that can be played: position, goal and lessons."""

    scenario: Scenario
    stage: Stage
    goal: Goal | None
    lessons: tuple[Lesson, ...]
    seat: int  # seat of the solver


def shipped(folder: str) -> list[Traversable]:
    """Return the shipped files of a folder beside the variants, by variant and name."""
    top = resources.files("variants") / folder
    found: list[Traversable] = []
    for each in sorted(top.iterdir(), key=lambda path: path.name) if top.is_dir() else ():
        found += sorted(each.iterdir(), key=lambda path: path.name) if each.is_dir() else [each]
    return [path for path in found if path.name.endswith(".toml")]


def puzzle_of(text: str, file: str = "puzzle") -> tuple[Puzzle | None, list[Problem]]:
    """Return the puzzle or lesson in a file's text, set up, or all problems with it."""
    stage, scenario, problems = stage_of(text, file)
    if stage is None or scenario is None:
        return None, problems
    goal, problems = (
        (None, []) if scenario.lesson and not scenario.goal else goal_of(stage, scenario)
    )
    lessons, more = _lessons(stage, scenario)
    problems += more
    if problems:
        return None, [replace(problem, file=file) for problem in problems]
    seat = goal.seat if goal is not None else stage.game.state.turn.active
    return Puzzle(scenario, stage, goal, lessons, seat), []


def _lessons(stage: Stage, scenario: Scenario) -> tuple[tuple[Lesson, ...], list[Problem]]:
    lessons: list[Lesson] = []
    problems: list[Problem] = []
    for number, table in enumerate(scenario.lesson, 1):
        where = f"lesson.{number}"
        if bool(table.until) == bool(table.look):
            problems.append(
                Problem(where=where, found="both or neither", allowed="either 'until' or 'look'")
            )
        if table.look and not stage.game.has_space(table.look):
            problems.append(
                Problem(
                    where=f"{where}.look", found=repr(table.look), allowed="a space of this map"
                )
            )
        try:
            lessons.append(Lesson(table, condition(stage, table.until)))
        except ScriptError as error:
            problems.append(
                Problem(where=f"{where}.until", found=error.found, allowed=error.expected)
            )
    return tuple(lessons), problems


def examined(puzzle: Puzzle, most: int = MOST_POSITIONS) -> Findings:
    """Return the solver's findings on a puzzle.

    Raises UnfitPuzzleError if the puzzle can't be proved, is unsolvable or solves itself.
    """
    assert puzzle.goal is not None
    for player in puzzle.stage.game.state.players:
        if player.seat != puzzle.seat and player.hand:
            raise UnfitPuzzleError(f"{player.name} has cards in hand, which the solver can't see")
    findings = Solver(puzzle.goal, most).examine(puzzle.stage)
    if not findings.plans:
        raise UnfitPuzzleError("it can't be solved against every reply")
    if findings.idle:
        raise UnfitPuzzleError("it is solved by doing nothing")
    return findings
