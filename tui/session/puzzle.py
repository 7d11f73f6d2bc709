"""Sessions for puzzles and lessons, which begin in mid-game and end once decided.

Lessons can be resumed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import notation
from engine.actions import DONE, PASS, IllegalAction
from engine.history.record import Record, SeatEntry, entry
from engine.history.recording import Recorder
from engine.history.replay import GameFaultError
from engine.scenario.goals import Verdict, verdict
from engine.scenario.puzzles import puzzle_of
from engine.scenario.solving import Solver, UnfitPuzzleError, declining
from engine.scenario.stage import Stage
from tui.session import kept_lessons
from tui.session.kept_lessons import KeptLesson, LessonDecision
from tui.session.lesson_progress import LessonProgress, Mark
from tui.session.local import LocalSession
from tui.session.protocol import Next
from tui.session.seat_kinds import HUMAN
from tui.table import wording
from tui.table.stops import passing

if TYPE_CHECKING:
    from engine.actions import Action
    from engine.events import Event
    from engine.history.undo import Decided
    from engine.scenario.form import LessonTable, Scenario

# kind of opponent if the solver can't search the position
OPPONENT = "ai:easy"
MOST_FORESEEN = 4_000  # most positions searched for an opponent's best reply


class PuzzleSession(LocalSession):
    """A puzzle or lesson at the table.

    Raises ValueError, with all problems, for an invalid file.
    """

    is_puzzle = True

    def __init__(self, text: str, name: str) -> None:
        """Begin a puzzle or lesson from a file's text; `name` identifies it."""
        puzzle, problems = puzzle_of(text, name)
        if puzzle is None:
            raise ValueError("\n".join(map(str, problems)))
        self.text, self.name = text, name
        self.puzzle = puzzle
        self.hints = 0  # number of hints shown
        self.following = ""  # title of the next puzzle; empty: none
        self.progress = LessonProgress(puzzle.lessons, puzzle.stage)
        # by place: each decision not undone, and the progress before it
        self._decisions: dict[int, tuple[LessonDecision, Mark]] = {}
        game = puzzle.stage.game
        kinds = [HUMAN if player.seat == puzzle.seat else OPPONENT for player in game.state.players]
        seats = [
            SeatEntry(player.name, kind)
            for player, kind in zip(game.state.players, kinds, strict=True)
        ]
        record = Record(
            variant=game.rules.id,
            variant_version=game.rules.version,
            seats=seats,
            entries=[entry(-1, "", [], "")],
        )
        # labels of objects, by the number of decisions so far
        self._labels = {0: dict(puzzle.stage.labels)}
        super().__init__(Recorder(game, record), kinds)
        self.ask_before_ending = not puzzle.lessons  # a lesson itself says what to do first

    @classmethod
    def resumed(cls, text: str, name: str) -> PuzzleSession:
        """Return a lesson as the player left it, or a puzzle or lesson from the start.

        Raises ValueError as the constructor does.
        """
        session, kept = cls(text, name), kept_lessons.kept_lessons().get(name)
        if kept is None or kept.text != kept_lessons.digest(text):
            return session
        try:
            session._resume(kept)
        except (IllegalAction, GameFaultError):  # the rules have changed since
            return cls(text, name)
        return session

    def _resume(self, kept: KeptLesson) -> None:
        for decision in kept.deeds:
            self.progress.resume(decision.step, self.stage, runs_on=False)
            self.act(notation.read(decision.words, self.game), by_hand=decision.by_hand)
        self.progress.resume(kept.step, self.stage, runs_on=self._runs_on)
        self.answered = dict.fromkeys(self.answered, len(self.events))

    def close(self) -> None:
        """End the session; an unfinished lesson can be resumed."""
        super().close()
        if self.puzzle.lessons:
            begun = self.verdict is Verdict.OPEN and self.lesson > 0
            decisions = [decision for _, (decision, _) in sorted(self._decisions.items())]
            kept_lessons.keep(
                self.name,
                KeptLesson(kept_lessons.digest(self.text), self.lesson, decisions)
                if begun
                else None,
            )

    @property
    def scenario(self) -> Scenario:
        return self.puzzle.scenario

    def again(self) -> PuzzleSession:
        """Return the same puzzle from the start, with the hints already shown."""
        new = PuzzleSession(self.text, self.name)
        new.hints, new.following = self.hints, self.following
        return new

    # --- progress ---

    @property
    def stage(self) -> Stage:
        """The position, with the labels that scenarios use."""
        moment = self.moment - 1
        return Stage(self.game, self._labels[max(each for each in self._labels if each <= moment)])

    @property
    def verdict(self) -> Verdict:
        """The state of the goal, or of the lesson."""
        if self.puzzle.lessons:
            return Verdict.REACHED if self.lesson == len(self.puzzle.lessons) else Verdict.OPEN
        assert self.puzzle.goal is not None
        return verdict(self.stage, self.puzzle.goal)

    @property
    def lesson(self) -> int:
        """The number of the lesson's current step."""
        return self.progress.step

    @property
    def to_do(self) -> LessonTable | None:
        """The current step of a lesson; None in a puzzle and at the end."""
        return self.progress.to_do

    @property
    def pausing(self) -> bool:
        """Return whether the game waits until the player has read the lesson's text."""
        return self.progress.pausing and self.asked is not None

    @property
    def looks_on(self) -> bool:
        """Return whether the step still asks to move the cursor, as possible in a pause."""
        return self.progress.looks_on

    def note_cursor(self, space: str) -> bool:
        """Update a lesson after a cursor movement; return whether anything changed."""
        if self.next() is not Next.PERSON:
            return False
        return self.progress.note_cursor(space, self.stage, runs_on=self._runs_on)

    def read_on(self) -> bool:
        """Continue after a pause; return False if the step asks to move the cursor first."""
        return self.progress.read_on(self.stage, runs_on=self._runs_on)

    @property
    def _runs_on(self) -> bool:
        """Return whether the game would continue without the player."""
        return self.asked is not None and (self.asked != self.viewer or super().answers_itself)

    def _strays(self, action: Action) -> bool:
        """Return whether a player's action has nothing to do with the lesson's step."""
        todo, question = self.to_do, self.game.question
        if todo is None or question is None or question.kind not in passing.OPEN:
            return False
        if action in (PASS, DONE):
            return "{go-on}" not in todo.say
        if not action.object or wording.is_for_mana(action, self.seen_by(question.seat)):
            return False
        return not any(word in todo.say for word in self.game.object_name(action.object).split())

    def _has_left(self, todo: LessonTable) -> bool:
        """Return whether the part of the turn for a step is over."""
        turn = self.game.state.turn
        if turn.active != self.viewer:
            return "turn" not in todo.until
        return bool(todo.step) and (
            turn.step < 0 or self.game.rules.turn[turn.step].name != todo.step
        )

    # --- overrides ---

    def next(self) -> Next:
        if self.pausing:
            return Next.PERSON
        return Next.NOBODY if self.verdict is not Verdict.OPEN else super().next()

    def pass_by_itself(self) -> bool:
        return self.verdict is Verdict.OPEN and not self.pausing and super().pass_by_itself()

    @property
    def answers_itself(self) -> bool:
        return self.pausing or (self.verdict is Verdict.OPEN and super().answers_itself)

    def _obvious_answer(self, seat: int, kind: str) -> Action | None:
        """Return None: a creature's space, or what is damaged, may be the point of a puzzle."""
        return None

    def act(self, action: Action, *, by_hand: bool = True) -> list[Event]:
        if self.verdict is not Verdict.OPEN:
            raise IllegalAction("", "it is already decided")
        stage, todo, place, mark = self.stage, self.to_do, self.moment, self.progress.mark
        decision = LessonDecision(self.lesson, notation.write(action, self.game), by_hand)
        strays = by_hand and self.asked == self.viewer and self._strays(action)
        events = super().act(action, by_hand=by_hand)
        stage.follow(events)
        self._decisions[place] = decision, mark
        self._labels = {
            each: labels for each, labels in self._labels.items() if each < self.moment - 1
        } | {self.moment - 1: stage.labels}
        left = todo is not None and self._has_left(todo)
        self.progress.note_decision(self.stage, runs_on=self._runs_on, strayed=strays or left)
        return events

    def last_decision(self, *, free: bool = False) -> Decided:
        """Return the player's last decision, whatever the opponents did since.

        A puzzle can be restarted at any time anyway.
        """
        return super().last_decision(free=True)

    def take_back(self, *, free: bool = False) -> Decided:
        decided = super().take_back(free=free)
        labels = self._labels[max(each for each in self._labels if each < decided.place)]
        self._labels = {
            each: then for each, then in self._labels.items() if each < decided.place
        } | {self.moment - 1: labels}
        undone = [mark for each, (_, mark) in self._decisions.items() if each >= decided.place]
        self._decisions = {
            each: then for each, then in self._decisions.items() if each < decided.place
        }
        if undone:
            self.progress.return_to(undone[0])
        return decided

    def think(self) -> Action:
        """Return an opponent's reply: a passive one in a lesson, the best one in a puzzle."""
        if self.puzzle.goal is None or self.puzzle.lessons:
            return declining(self.stage, self.puzzle.seat)
        try:
            return Solver(self.puzzle.goal, MOST_FORESEEN).defence(self.stage.fork())
        except UnfitPuzzleError:
            return super().think()
