"""Goals: what a player must achieve, in words that people read and that can be checked.

    Edna holds b2 and White Knight lives
    Dale life at most 4
    Dale wins
    Serra Angel stands on c3

Any other text is read as an expectation (`Edna hand 2`, `not b2 face down`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum

from msgspec import Struct

from engine.base.schema import Problem
from engine.notation import NUMBER
from engine.scenario.acting import halves
from engine.scenario.expecting import look
from engine.scenario.form import Scenario
from engine.scenario.stage import ScriptError, Stage

Test = Callable[[Stage], bool]  # whether a condition holds in a position
DEAD = ("graveyard", "exile")  # zones of objects that have died


class Verdict(Enum):
    """State of a goal."""

    OPEN = "it can still be reached"
    REACHED = "it has been reached"
    MISSED = "it can no longer be reached"


class Goal(Struct, frozen=True):
    """The conditions a player must achieve, and the last turn to do it."""

    seat: int
    text: str
    tests: tuple[Test, ...]
    last: int  # number of the last turn that counts


def goal_of(stage: Stage, scenario: Scenario) -> tuple[Goal | None, list[Problem]]:
    """Return the goal of a scenario that has been set up, or the problems with it."""
    solver = (
        scenario.solver
        or scenario.active
        or next(player.name for player in scenario.player if not player.out)
    )
    names = [player.name for player in scenario.player if not player.out]
    if solver not in names:
        return None, [Problem(where="for", found=repr(solver), allowed=", ".join(names))]
    if not scenario.goal:
        return None, [
            Problem(
                where="goal", found="nothing", allowed="the goal to reach", hint="it must be given"
            )
        ]
    try:
        tests = condition(stage, scenario.goal)
    except ScriptError as error:
        return None, [Problem(where="goal", found=error.found, allowed=error.expected)]
    seat = stage.seat(solver)
    goal = Goal(seat, scenario.goal, tests, last_turn(stage, seat, scenario.within))
    if not scenario.lesson and verdict(stage, goal) is not Verdict.OPEN:
        return None, [
            Problem(
                where="goal",
                found="a goal that has already been reached",
                allowed="a goal still to be reached",
            )
        ]
    return goal, []


def last_turn(stage: Stage, seat: int, turns: int) -> int:
    """Return the number of a player's last turn out of `turns`, the current one included."""
    players, now = len(stage.game.state.players), stage.game.state.turn
    first = now.number + (seat - now.active) % players
    return first + players * (turns - 1)


def verdict(stage: Stage, goal: Goal) -> Verdict:
    """Return the state of a goal.

    A goal is not reached while an item is on the stack or combat is going on.
    """
    state = stage.game.state
    over = stage.game.decision is None
    if (over or not (state.stack or state.combat)) and all(test(stage) for test in goal.tests):
        return Verdict.REACHED
    return Verdict.MISSED if over or state.turn.number > goal.last else Verdict.OPEN


SPOKEN = (
    (r"life at most 0\b", "has no life left"),
    (rf"life at (most|least) ({NUMBER})", r"has at \1 \2 life"),
    (rf"(power|toughness) ({NUMBER}|0)", r"has \1 \2"),
)
"""Longer wording for goals that are written shorter than people speak."""


def spoken(goal: str) -> str:
    """Return a goal as a sentence for players."""
    for short, plain in SPOKEN:
        goal = re.sub(short, plain, goal)
    return goal


# --- words of a goal ---


def condition(stage: Stage, text: str) -> tuple[Test, ...]:
    """Return the conditions in a text, all of which must hold.

    Raises ScriptError for words that can't be understood.
    """
    tests: list[Test] = []
    while text:
        part, text = halves(stage, text, " and ")
        tests.append(_test(stage, part))
    return tuple(tests)


def _test(stage: Stage, text: str) -> Test:
    for pattern, read in FORMS:
        if match := re.fullmatch(pattern, text):
            return read(stage, match)
    positive = text.removeprefix("not ").strip()
    look(stage, positive)
    return lambda now: look(now, positive)[0] is (positive == text)


def _holds(stage: Stage, match: re.Match[str]) -> Test:
    seat, space = stage.seat(match[1]), _space(stage, match[2])
    return lambda now: now.game.state.areas[space].holder == seat


def _wins(stage: Stage, match: re.Match[str]) -> Test:
    seat = stage.seat(match[1])
    return lambda now: seat in (now.game.state.winners or ())


def _life(stage: Stage, match: re.Match[str]) -> Test:
    seat, most, number = stage.seat(match[1]), match[2] == "most", int(match[3])
    if stage.game.state.players[seat].life is None:
        raise ScriptError("a variant in which players have life", repr(match[0]))

    def test(now: Stage) -> bool:
        life = now.game.state.players[seat].life or 0
        return life <= number if most else life >= number

    return test


def _fate(stage: Stage, match: re.Match[str]) -> Test:
    name, dies = _followed(stage, match[1]), match[2] == "dies"

    def test(now: Stage) -> bool:
        obj = now.game.state.objects.get(now.labels[name])
        if dies:
            return obj is None or obj.zone in DEAD
        return obj is not None and obj.zone == "battlefield"

    return test


def _stands(stage: Stage, match: re.Match[str]) -> Test:
    name, space = _followed(stage, match[1]), _space(stage, match[2])
    return lambda now: (
        (obj := now.game.state.objects.get(now.labels[name])) is not None and obj.space == space
    )


def _loses_nobody(stage: Stage, match: re.Match[str]) -> Test:
    seat = stage.seat(match[1])
    creatures = [
        ident for ident in stage.game.state.battlefield if _is_creature_of(stage, ident, seat)
    ]
    return lambda now: all(_is_creature_of(now, ident, seat) for ident in creatures)


def _is_creature_of(stage: Stage, ident: int, seat: int) -> bool:
    obj = stage.game.state.objects.get(ident)
    return (
        obj is not None
        and obj.zone == "battlefield"
        and obj.controller == seat
        and "Creature" in stage.game.characteristics(ident).types
    )


def _followed(stage: Stage, name: str) -> str:
    """Return the label that follows an object across zones, and add one if needed.

    Raises ScriptError if no single object has the name.
    """
    label = next((label for label in stage.labels if label.lower() == name.lower()), None)
    if label is None:
        stage.labels[name] = stage.one_object(name).id
    return label or name


def _space(stage: Stage, name: str) -> int:
    if not stage.game.has_space(name):
        raise ScriptError("a space of this map", repr(name))
    return stage.game.board.names[name]


FORMS: tuple[tuple[str, Callable[[Stage, re.Match[str]], Test]], ...] = (
    (r"(.+) holds (\S+)", _holds),
    (r"(.+) wins", _wins),
    (rf"(.+) life at (most|least) ({NUMBER}|0)", _life),
    (r"(.+) (dies|lives)", _fate),
    (r"(.+) loses no creature", _loses_nobody),
    (r"(.+) stands on (\S+)", _stands),
)
"""Forms of goals besides expectations, each with its parser."""
