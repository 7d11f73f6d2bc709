"""A session over a puzzle or lesson: it begins in the middle of a game and ends as soon as it is
settled. Lessons can be resumed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import notation
from engine.actions import DONE, PASS, IllegalAction
from engine.history.record import Record, SeatEntry, entry
from engine.history.replay import GameFaultError, Recorder
from engine.scenario.goals import Verdict, verdict
from engine.scenario.puzzles import puzzle_of
from engine.scenario.solving import Solver, UnfitPuzzleError, declining
from engine.scenario.stage import Stage
from tui.session import kept_lessons
from tui.session.kept_lessons import Deed, Kept
from tui.session.lesson_progress import LessonProgress, Mark
from tui.session.local import Session
from tui.session.protocol import Next
from tui.session.seat_kinds import HUMAN
from tui.table import wording
from tui.table.stops import passing

if TYPE_CHECKING:
    from engine.actions import Action
    from engine.events import Event
    from engine.history.undo import Decided
    from engine.scenario.form import LessonTable, Scenario

# who answers for the opponents where a solver can't look through what could still come
OPPONENT = "ai:easy"
MOST_FORESEEN = 4_000  # so many positions are looked at to find an opponent's best reply


class PuzzleSession(Session):
    """A puzzle or lesson at the table.

    Raises ValueError, with every problem, for a file that is neither.
    """

    is_puzzle = True

    def __init__(self, text: str, name: str) -> None:
        """`text` is that of the puzzle's file, `name` what it is known by."""
        puzzle, problems = puzzle_of(text, name)
        if puzzle is None:
            raise ValueError("\n".join(map(str, problems)))
        self.text, self.name = text, name
        self.puzzle = puzzle
        self.hints = 0  # number of hints that were shown
        self.following = ""  # title of the puzzle to play after this one; empty: none
        self.progress = LessonProgress(puzzle.lessons, puzzle.stage)
        # each decision that stands, and the progress before it, by its place
        self._deeds: dict[int, tuple[Deed, Mark]] = {}
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
        # what each label stands for, by the number of decisions so far
        self._labels = {0: dict(puzzle.stage.labels)}
        super().__init__(Recorder(game, record), kinds)
        self.ask_before_ending = not puzzle.lessons  # a lesson says itself what to do first

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
        except (IllegalAction, GameFaultError):  # played by other rules than these
            return cls(text, name)
        return session

    def _resume(self, kept: Kept) -> None:
        for deed in kept.deeds:
            self.progress.resume(deed.step, self.stage, runs_on=False)
            self.act(notation.read(deed.words, self.game), by_hand=deed.by_hand)
        self.progress.resume(kept.step, self.stage, runs_on=self._runs_on)
        self.answered = dict.fromkeys(self.answered, len(self.events))

    def close(self) -> None:
        """End the session; a lesson that is not over can be resumed."""
        super().close()
        if self.puzzle.lessons:
            begun = self.verdict is Verdict.OPEN and self.lesson > 0
            deeds = [deed for _, (deed, _) in sorted(self._deeds.items())]
            kept_lessons.keep(
                self.name,
                Kept(kept_lessons.digest(self.text), self.lesson, deeds) if begun else None,
            )

    @property
    def scenario(self) -> Scenario:
        return self.puzzle.scenario

    def again(self) -> PuzzleSession:
        """Return the same from the start, with the hints that were shown."""
        new = PuzzleSession(self.text, self.name)
        new.hints, new.following = self.hints, self.following
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
    def lesson(self) -> int:
        """The number of the lesson's step that is shown."""
        return self.progress.step

    @property
    def to_do(self) -> LessonTable | None:
        """The step that a lesson shows; None in a puzzle and at the end."""
        return self.progress.to_do

    @property
    def pausing(self) -> bool:
        """Whether the game waits until the player has read what a lesson says."""
        return self.progress.pausing and self.asked is not None

    @property
    def looks_on(self) -> bool:
        """Whether the step still asks to move the cursor, which can be done during a pause."""
        return self.progress.looks_on

    def note_cursor(self, space: str) -> bool:
        """Note where the cursor is; a lesson's step may ask for no more.

        Return whether that changed anything.
        """
        if self.next() is not Next.PERSON:
            return False
        return self.progress.note_cursor(space, self.stage, runs_on=self._runs_on)

    def read_on(self) -> bool:
        """Go on after a pause; return False if the step asks to move the cursor first."""
        return self.progress.read_on(self.stage, runs_on=self._runs_on)

    @property
    def _runs_on(self) -> bool:
        """Whether the game would go on without the player."""
        return self.asked is not None and (self.asked != self.viewer or super().answers_itself)

    def _strays(self, action: Action) -> bool:
        """Return whether a player's action has nothing to do with what the lesson's step says."""
        todo, question = self.to_do, self.game.question
        if todo is None or question is None or question.kind not in passing.OPEN:
            return False
        if action in (PASS, DONE):
            return "{go-on}" not in todo.say
        if not action.object or wording.is_for_mana(action, self.seen_by(question.seat)):
            return False
        return not any(word in todo.say for word in self.game.object_name(action.object).split())

    def _has_left(self, todo: LessonTable) -> bool:
        """Return whether the part of the turn in which a step is to be done is over."""
        turn = self.game.state.turn
        if turn.active != self.viewer:
            return "turn" not in todo.until
        return bool(todo.step) and (
            turn.step < 0 or self.game.rules.turn[turn.step].name != todo.step
        )

    # --- as in any session ---

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
        """Return None: where a creature enters, or who is hurt, may be what a puzzle or a lesson
        is about.
        """
        return None

    def act(self, action: Action, *, by_hand: bool = True) -> list[Event]:
        if self.verdict is not Verdict.OPEN:
            raise IllegalAction("", "it is already decided")
        stage, todo, place, mark = self.stage, self.to_do, self.moment, self.progress.mark
        deed = Deed(self.lesson, notation.write(action, self.game), by_hand)
        strays = by_hand and self.asked == self.viewer and self._strays(action)
        events = super().act(action, by_hand=by_hand)
        stage.follow(events)
        self._deeds[place] = deed, mark
        self._labels = {
            each: labels for each, labels in self._labels.items() if each < self.moment - 1
        } | {self.moment - 1: stage.labels}
        left = todo is not None and self._has_left(todo)
        self.progress.note_decision(self.stage, runs_on=self._runs_on, strayed=strays or left)
        return events

    def last_decision(self, *, free: bool = False) -> Decided:
        """Return the player's last decision, whatever the opponents did since: a puzzle can be
        restarted at any time as well.
        """
        return super().last_decision(free=True)

    def take_back(self, *, free: bool = False) -> Decided:
        decided = super().take_back(free=free)
        labels = self._labels[max(each for each in self._labels if each < decided.place)]
        self._labels = {
            each: then for each, then in self._labels.items() if each < decided.place
        } | {self.moment - 1: labels}
        undone = [mark for each, (_, mark) in self._deeds.items() if each >= decided.place]
        self._deeds = {each: then for each, then in self._deeds.items() if each < decided.place}
        if undone:
            self.progress.return_to(undone[0])
        return decided

    def think(self) -> Action:
        """Return an opponent's reply: the least in a lesson, the best in a puzzle."""
        if self.puzzle.goal is None or self.puzzle.lessons:
            return declining(self.stage, self.puzzle.seat)
        try:
            return Solver(self.puzzle.goal, MOST_FORESEEN).defence(self.stage.fork())
        except UnfitPuzzleError:
            return super().think()
