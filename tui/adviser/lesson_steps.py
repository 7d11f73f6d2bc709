"""Advice in lessons: a way to do what the current step asks for."""

from __future__ import annotations

import re
from heapq import heappop, heappush
from typing import TYPE_CHECKING

from engine.actions import DONE, PASS
from engine.scenario.solving import choices, declining, position_key
from tui.adviser.advice import NO_ADVICE, Advice, AdvisedPlan, PlanStep
from tui.adviser.plan_words import steps_of

if TYPE_CHECKING:
    from collections.abc import Hashable

    from engine.actions import Action
    from engine.scenario.puzzles import Lesson
    from engine.scenario.stage import Stage
    from engine.view import View

MOST_POSITIONS = 1_500  # positions examined for one step
ALONE, MEANT, BESIDE = 0, 1, 12
"""Costs of an action that is the only one, that the step's text names, and of any other."""


def lesson_advice(stage: Stage, lesson: Lesson, seat: int, view: View) -> Advice:
    """Return the next thing to do for a step of a lesson; no plan if none is found.

    `stage` is a copy of the game, which the search may use.
    """
    todo = lesson.table
    if todo.look:
        step = PlanStep(f"Go to {todo.look}", goal=todo.look)
        return Advice((AdvisedPlan((), (step,)),), is_final=True)
    way = way_through(stage, lesson, seat)
    if not way:
        return NO_ADVICE
    steps = steps_of(view, stage.game, way)
    return Advice((AdvisedPlan(way, steps),), is_final=True)


def way_through(stage: Stage, lesson: Lesson, seat: int) -> tuple[Action, ...]:
    """Return the player's actions that complete a step, the shortest way by its text; () if none.

    Opponents do nothing, as in lessons.
    """
    said = frozenset(re.findall(r"[\w']+", lesson.table.say))
    waits = "{go-on}" in lesson.table.say
    queue: list[tuple[int, int, tuple[Action, ...], Stage]] = [(0, 0, (), stage.fork())]
    seen: set[Hashable] = set()
    number = 0
    while queue and number < MOST_POSITIONS:
        cost, _, way, here = heappop(queue)
        if way and all(test(here) for test in lesson.tests):
            return way
        decision = here.game.decision
        if decision is None:
            continue
        key = (position_key(here), str(here.game.decision), tuple(here.game.state.agenda))
        if key in seen:
            continue
        seen.add(key)
        if decision.seat != seat:
            number += 1
            after = here.fork()
            after.apply(declining(here, seat))
            heappush(queue, (cost, number, way, after))
            continue
        legal = choices(here, seat)
        for action in legal:
            number += 1
            after = here.fork()
            after.apply(action)
            step = ALONE if len(legal) == 1 else _cost(here, action, said, waits=waits)
            heappush(queue, (cost + step, number, (*way, action), after))
    return ()


def _cost(stage: Stage, action: Action, said: frozenset[str], *, waits: bool) -> int:
    """Return the cost of an action: low if the text of the step names what it is about."""
    if action in (PASS, DONE):
        return MEANT if waits else BESIDE // 3
    names = [
        stage.game.object_name(ident).split()
        for ident in (action.object, action.target)
        if ident > 0
    ]
    named = [word in said for words in names for word in words[-1:]]
    if action.number:
        named.append(str(action.number) in said)
    if action.space:
        named.append(action.space in said)
    strange = sum(not each for each in named)
    # another verb than the text has, such as a move in place of scouting
    return MEANT + (action.verb not in said) + (BESIDE // 2) * strange
