"""Progress through a lesson: the current step, completed steps, and pauses to read."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from engine.scenario.form import LessonTable
from engine.scenario.puzzles import Lesson
from engine.scenario.stage import Stage


class Mark(Struct, frozen=True):
    """A lesson's progress before a decision, to return to when the decision is undone."""

    step: int
    done: frozenset[int]
    unmet: frozenset[int]


class LessonProgress:
    """Progress through the steps of a lesson, one step for each completed task.

    A step whose condition was met early is still shown, and waits for a key.
    """

    def __init__(self, lessons: Sequence[Lesson], stage: Stage) -> None:
        self.lessons = lessons
        # number of the current step; the number of steps: the lesson is over
        self.step = 0
        self.pausing = False  # the game waits until the player has read the current step
        self.strayed = False  # the player's last action is not what the step asks for
        self._warned = False  # the game has paused once for straying
        self._done: frozenset[int] = frozenset()  # steps whose condition has been met
        # steps whose condition did not hold after the last decision
        self._unmet: frozenset[int] = frozenset()
        # the cursor's space when last noted; None: not since the last decision
        self._place: str | None = None
        self._observe(stage)

    @property
    def to_do(self) -> LessonTable | None:
        """The current step; None at the end."""
        return self.lessons[self.step].table if self.step < len(self.lessons) else None

    @property
    def mark(self) -> Mark:
        """The progress so far."""
        return Mark(self.step, self._done, self._unmet)

    @property
    def looks_on(self) -> bool:
        """Return whether the step still asks to move the cursor."""
        todo = self.to_do
        return todo is not None and bool(todo.look) and self.step not in self._done

    def return_to(self, mark: Mark) -> None:
        """Return to an earlier point when decisions are undone."""
        self.step, self._done, self._unmet = mark.step, mark.done, mark.unmet
        self.pausing = self.strayed = self._warned = False
        self._place = None

    def note_decision(self, stage: Stage, *, runs_on: bool, strayed: bool) -> None:
        """Update the progress after a decision.

        `runs_on`: the game would continue without the player. `strayed`: the action had
        nothing to do with the step.
        """
        self._observe(stage)
        self._place, self.strayed = None, strayed
        if self.to_do is not None and self._is_done(stage):
            self._advance(stage, runs_on=runs_on)
        elif strayed and not self._warned:
            self.pausing = self._warned = runs_on

    def note_cursor(self, space: str, stage: Stage, *, runs_on: bool) -> bool:
        """Update the progress after a cursor movement; return whether anything changed."""
        before, self._place = self._place, space
        todo = self.to_do
        if todo is None or not todo.look or space != todo.look:
            return False
        if before is not None and before != space:
            self._advance(stage, runs_on=runs_on)
            return True
        if self.pausing and self.step in self._done:
            return False
        self._done |= {self.step}  # the cursor was already at the right space
        self.pausing = True
        return True

    def read_on(self, stage: Stage, *, runs_on: bool) -> bool:
        """Continue after a pause; return False if the step still asks to move the cursor."""
        if self.to_do is not None and self._is_done(stage):
            self._advance(stage, runs_on=runs_on)
        elif self.looks_on and not self.strayed:
            return False
        else:
            self.pausing = self.strayed = False
        return True

    def resume(self, step: int, stage: Stage, *, runs_on: bool) -> None:
        """Show a step again, as it was when the player left."""
        self.step = step
        self.pausing = self.to_do is not None and (runs_on or self._is_done(stage))

    def _advance(self, stage: Stage, *, runs_on: bool) -> None:
        self.step += 1
        self.strayed = self._warned = False
        self.pausing = self.to_do is not None and (runs_on or self._is_done(stage))

    def _is_done(self, stage: Stage) -> bool:
        """Return whether the current step is already completed."""
        tests = self.lessons[self.step].tests
        return self.step in self._done or (bool(tests) and all(test(stage) for test in tests))

    def _observe(self, stage: Stage) -> None:
        """Note the conditions met since the last decision."""
        met = {
            number
            for number, each in enumerate(self.lessons)
            if each.tests and all(test(stage) for test in each.tests)
        }
        self._done |= met & self._unmet
        self._unmet = (
            frozenset(number for number, each in enumerate(self.lessons) if each.tests) - met
        )
