"""A session over a puzzle or lesson: it begins in the middle of a game, ends as soon as it is settled, and is kept nowhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.actions import IllegalAction
from engine.record import Record, SeatEntry, entry
from engine.replay import Recorder
from engine.scenario.goals import Verdict, verdict
from engine.scenario.puzzles import puzzle_of
from engine.scenario.solving import Solver, UnfitPuzzleError, declining
from engine.scenario.stage import Stage
from tui.kinds import HUMAN
from tui.session import Session
from tui.sitting import Next

if TYPE_CHECKING:
    from engine.actions import Action
    from engine.events import Event
    from engine.past import Decided
    from engine.scenario.form import LessonTable, Scenario

OPPONENT = "ai:easy"  # who answers for the opponents where a solver can't look through what could still come
MOST_FORESEEN = 4_000  # so many positions are looked at to find an opponent's best reply


class PuzzleSession(Session):
    """A puzzle or lesson at the table. Raises ValueError, with every problem, for a file that is neither."""

    is_puzzle = True

    def __init__(self, text: str, name: str) -> None:
        """`text` is that of the puzzle's file, `name` what it is known by."""
        puzzle, problems = puzzle_of(text, name)
        if puzzle is None:
            raise ValueError("\n".join(map(str, problems)))
        self.text, self.name = text, name
        self.puzzle = puzzle
        self.hints = 0  # so many have been told
        self.lesson = 0  # so many things of a lesson have been done
        self._unready = self._not_yet(puzzle.stage)  # what is still to come was not so yet when the present thing to do was set
        game = puzzle.stage.game
        kinds = [HUMAN if player.seat == puzzle.seat else OPPONENT for player in game.state.players]
        seats = [SeatEntry(player.name, kind) for player, kind in zip(game.state.players, kinds, strict=True)]
        record = Record(variant=game.rules.id, variant_version=game.rules.version, seats=seats, entries=[entry(-1, "", [], "")])
        self._labels = {0: dict(puzzle.stage.labels)}  # what each label stands for, by the number of decisions so far
        super().__init__(Recorder(game, record), kinds)

    @property
    def scenario(self) -> Scenario:
        return self.puzzle.scenario

    def again(self) -> PuzzleSession:
        """The same from the start; hints that were told needn't be asked for again."""
        new = PuzzleSession(self.text, self.name)
        new.hints = self.hints
        return new

    # --- how it stands ---

    @property
    def stage(self) -> Stage:
        """The position as scenarios speak of it."""
        moment = self.moment - 1
        return Stage(self.game, self._labels[max(each for each in self._labels if each <= moment)])

    @property
    def verdict(self) -> Verdict:
        """How it stands with the goal, or with all that a lesson has to say."""
        if self.puzzle.lessons:
            return Verdict.REACHED if self.lesson == len(self.puzzle.lessons) else Verdict.OPEN
        assert self.puzzle.goal is not None
        return verdict(self.stage, self.puzzle.goal)

    @property
    def to_do(self) -> LessonTable | None:
        """What a lesson asks for now."""
        lessons = self.puzzle.lessons
        return lessons[self.lesson].table if self.lesson < len(lessons) else None

    def learn(self, space: str) -> bool:
        """Go on in a lesson as far as has been done what it asks for, or something that comes later; `space` is where the cursor is.

        Returns whether it went on.
        """
        stage, before = self.stage, self.lesson
        while (todo := self.to_do) is not None:
            done = space == todo.look if todo.look else all(test(stage) for test in self.puzzle.lessons[self.lesson].tests)
            later = [number for number in self._unready if all(test(stage) for test in self.puzzle.lessons[number].tests)]
            if not done and not later:
                break
            self.lesson = max([self.lesson, *later]) + 1
            self._unready = self._not_yet(stage)
        return self.lesson > before

    def _not_yet(self, stage: Stage) -> list[int]:
        """Which of the later things to do are not so as yet: to have done one of these is to have gone on."""
        lessons = list(enumerate(self.puzzle.lessons))[self.lesson + 1 :]
        return [number for number, each in lessons if each.tests and not all(test(stage) for test in each.tests)]

    # --- as in any session ---

    def next(self) -> Next:
        return Next.NOBODY if self.verdict is not Verdict.OPEN else super().next()

    def pass_by_itself(self) -> bool:
        return self.verdict is Verdict.OPEN and super().pass_by_itself()

    @property
    def answers_itself(self) -> bool:
        return self.verdict is Verdict.OPEN and super().answers_itself

    def act(self, action: Action, *, by_hand: bool = True) -> list[Event]:
        if self.verdict is not Verdict.OPEN:
            raise IllegalAction("", "it is settled already")
        stage = self.stage
        events = super().act(action, by_hand=by_hand)
        stage.follow(events)
        self._labels = {each: labels for each, labels in self._labels.items() if each < self.moment - 1} | {self.moment - 1: stage.labels}
        return events

    def last_decision(self, *, free: bool = False) -> Decided:
        """Whatever the opponents have answered: a puzzle can be begun anew at any time as well."""
        return super().last_decision(free=True)

    def take_back(self, *, free: bool = False) -> Decided:
        decided = super().take_back(free=free)
        labels = self._labels[max(each for each in self._labels if each < decided.place)]
        self._labels = {each: then for each, then in self._labels.items() if each < decided.place} | {self.moment - 1: labels}
        return decided

    def think(self) -> Action:
        """An opponent's reply: in a lesson none, in a puzzle the best there is."""
        if self.puzzle.goal is None or self.puzzle.lessons:
            return declining(self.stage, self.puzzle.seat)
        try:
            return Solver(self.puzzle.goal, MOST_FORESEEN).defence(self.stage.fork())
        except UnfitPuzzleError:
            return super().think()
