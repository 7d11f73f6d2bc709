"""The controllers of a puzzle or lesson: what to do stands above the map, and steps wait for it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping

from rich.text import Text

from engine.actions import Action
from engine.history.undo import Decided
from engine.scenario.goals import Verdict
from engine.scenario.goals import spoken as goal_spoken
from tui.adviser.lesson_steps import lesson_advice
from tui.session.puzzle import PuzzleSession
from tui.settings import key_commands
from tui.table.controllers.addition import Addition
from tui.table.controllers.adviser import AdviserKey
from tui.table.controllers.answers import Answers
from tui.table.controllers.cursor import Cursor
from tui.table.controllers.flow import GameFlow
from tui.table.controllers.kinds import AT_HOME
from tui.table.controllers.model import OpenAdvice
from tui.table.controllers.orders import Orders
from tui.table.controllers.pages import Pages
from tui.table.controllers.passing import Passing
from tui.table.controllers.strip import Strip
from tui.table.controllers.table import Controller, Table
from tui.table.controllers.undo import Undo
from tui.table.controllers.words import PromptWords
from tui.table.stops import passing
from tui.terminal import theme
from tui.widgets.key_strip import KeyPlace
from tui.widgets.lines import Lines, styled, wrapped

LEAST = 2  # lines above the map in a lesson
ABOVE = 3  # the lines above the map take at most one of so many of the screen
READ_ON = "Press {take} to continue"
STRAYED = "That isn't what this step asks for. Press {undo} to undo it."
STRAYED_AND_PAUSING = (
    "That isn't what this step asks for. Press {undo} to undo it, or {take} to continue"
)


class Coach(Addition):
    """The lines above the map of a puzzle or lesson: what to do, hints, and the story."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.line = Lines(id="coach")
        self.puzzle = puzzle_of(self)
        self.tells_story = True  # until the first key: then its room belongs to the map
        self._hint = 0  # number of the hint that is shown; 0: none
        self._step_shown = self.puzzle.lesson  # step of the lesson that is on the screen

    @property
    def is_lesson(self) -> bool:
        """Return whether the puzzle is a lesson, with steps."""
        return bool(self.puzzle.puzzle.lessons)

    def draw(self) -> None:
        """Draw the goal or the step; the cursor's place may complete a step of a lesson."""
        assert self.line is not None
        # its steps say what has happened: the banner would take its room from the map
        if self.is_lesson:
            self.ui.panels.banner.display = False
        if not self.model.working and self.puzzle.note_cursor(self._looked_at):
            self.ui.when_laid_out(self.table.flow.go_on)
        width = max(self.ui.size.width - 1, 20)
        most = max(self.ui.size.height // ABOVE, 4)
        told = coach_lines(self.puzzle, self._hint, self.ui.keymap, story=self.tells_story)
        lines = [line for text in told for line in wrapped(text, width, "   ")][:most]
        # else the map would jump from step to step
        self.line.styles.height = max(len(lines), LEAST if self.is_lesson else 0)
        self.line.show(lines)

    @property
    def _looked_at(self) -> str:
        """The space under the cursor, or of the creatures under it; "" in any other list."""
        return self.selection.space if self.selection.pane in ("map", "here") else ""

    def begin_step(self) -> None:
        """Put the cursor on the map for a new step of the lesson."""
        if self._step_shown != self.puzzle.lesson:
            self._step_shown = self.puzzle.lesson
            self.selection.to_map()

    def action_hint(self) -> None:
        """Show the next hint; after the last one and in lessons, ask the adviser."""
        hints = self.puzzle.scenario.hints
        if self.model.advice is not None or self._hint == len(hints):
            self.table.adviser.ask()
            return
        if self._hint or not self.puzzle.hints:
            self._hint += 1
        else:
            self._hint = self.puzzle.hints
        self.puzzle.hints = max(self.puzzle.hints, self._hint)
        self.table.cursor.after_key()

    def action_again(self) -> None:
        self.table.flow.leave("again")


def puzzle_of(controller: Controller) -> PuzzleSession:
    """Return the session of a puzzle's table."""
    assert isinstance(controller.session, PuzzleSession)
    return controller.session


def coach_of(controller: Controller) -> Coach:
    """Return the coach of a puzzle's table."""
    assert isinstance(controller.table.addition, Coach)
    return controller.table.addition


def _waits_to_be_read(controller: Controller) -> bool:
    """Return whether a lesson waits until its step has been read."""
    return puzzle_of(controller).pausing and not controller.model.working


class PuzzleWords(PromptWords):
    """Words of the prompt at a puzzle or lesson."""

    @property
    def waiting(self) -> str:
        puzzle = puzzle_of(self)
        if puzzle.verdict is not Verdict.OPEN:
            return f"The {'lesson' if puzzle.puzzle.lessons else 'puzzle'} is over"
        if not _waits_to_be_read(self):
            return super().waiting
        if puzzle.progress.strayed:
            return spoken(STRAYED_AND_PAUSING, self.ui.keymap)
        if puzzle.to_do is not None and puzzle.looks_on:
            return f"Go to {puzzle.to_do.look} to continue"
        return spoken(READ_ON, self.ui.keymap)

    def closing_words(self) -> str:
        return "Continue" if _waits_to_be_read(self) else super().closing_words()

    def question_shown(self) -> tuple[object, ...]:
        puzzle = puzzle_of(self)
        return *super().question_shown(), puzzle.lesson, puzzle.pausing


class PuzzleFlow(GameFlow):
    """The flow of a puzzle or lesson: it ends as soon as it is settled."""

    def show_view(self) -> None:
        puzzle = puzzle_of(self)
        coach_of(self).begin_step()
        super().show_view()
        if puzzle.progress.strayed and not puzzle.pausing:
            self.ui.tell(spoken(STRAYED, self.ui.keymap))

    def where_in_turn(self) -> str:
        """Leave out the player's place in the turn: the lesson's step names it."""
        where = super().where_in_turn()
        return "" if coach_of(self).is_lesson else where

    def turn_slips(self) -> bool:
        return super().turn_slips() and not coach_of(self).is_lesson

    def game_over(self) -> None:
        from tui.session.solved import note_solved
        from tui.table.screens.puzzle_table import SettledScreen

        self.ui.come_to_front()
        puzzle = puzzle_of(self)
        reached = puzzle.verdict is Verdict.REACHED
        unsaved = note_solved(puzzle.name) if reached else ""
        self.ui.push(
            SettledScreen(puzzle, unsaved, self.ui.keymap, self.ui.panels.side),
            lambda how: self.leave(how or "left"),
        )


class PuzzlePassing(Passing):
    """Passing at a puzzle or lesson."""

    def release(self) -> bool:
        """Go on from a step that was read, or from another pause; return False without a pause."""
        if not _waits_to_be_read(self):
            return super().release()
        self.model.message = Text()
        if puzzle_of(self).read_on():
            self.table.flow.go_on()
        else:
            self.ui.refuse(f"{self.table.words.waiting}.")
        return True


class PuzzleAnswers(Answers):
    """Answers at a puzzle or lesson."""

    def action_take(self) -> None:
        if self.table.adviser.take():
            return
        if not self.table.passing.release():
            super().action_take()


class PuzzleAdviser(AdviserKey):
    """The adviser at a puzzle or lesson: in a lesson it tells what the step asks for."""

    def _no_question(self) -> str:
        puzzle = puzzle_of(self)
        if puzzle.verdict is Verdict.OPEN and puzzle.looks_on:
            return ""
        if _waits_to_be_read(self):
            return f"{self.table.words.waiting}."
        return super()._no_question()

    async def think(self, opened: OpenAdvice, compared: Action | None) -> None:
        puzzle = puzzle_of(self)
        if not coach_of(self).is_lesson:
            await super().think(opened, compared)
            return
        stage, lesson = puzzle.stage.fork(), puzzle.puzzle.lessons[puzzle.lesson]
        opened.compared = ""
        advice = await asyncio.to_thread(
            lesson_advice, stage, lesson, puzzle.puzzle.seat, puzzle.view()
        )
        if self.model.advice is opened:
            opened.advice, opened.is_settled = advice, True
            self.ui.redraw()


class PuzzleStrip(Strip):
    """The strip of keys at a puzzle or lesson."""

    def useful_keys(self) -> list[KeyPlace]:
        if _waits_to_be_read(self):
            undo = [KeyPlace("table.undo")] if self.table.undo.can_undo() else []
            return [KeyPlace("table.take", "continue"), *undo, *self.lasting_keys()]
        found = super().useful_keys()
        if self.model.advice is not None:
            return found
        own = [KeyPlace("puzzle.hint")] if self._may_ask() else []
        return [*found[:3], *own, KeyPlace("puzzle.again"), *found[3:]]

    def _may_ask(self) -> bool:
        """Return whether the key of hints shows one, or the adviser."""
        return bool(puzzle_of(self).scenario.hints) or not self.table.adviser.no_adviser


class PuzzleCursor(Cursor):
    """The cursor at a puzzle or lesson: the first key ends the story."""

    def after_key(self, *, keep_amount: bool = False) -> None:
        coach_of(self).tells_story = False
        super().after_key(keep_amount=keep_amount)


class PuzzleOrders(Orders):
    """Orders at a puzzle or lesson: the first one ends the story."""

    def act(self, action: Action) -> None:
        coach_of(self).tells_story = False
        super().act(action)


class PuzzleUndo(Undo):
    """Undo at a puzzle or lesson."""

    def went_back(self, decided: Decided | None = None) -> None:
        super().went_back(decided)
        puzzle = puzzle_of(self)
        question = puzzle.game.question
        is_open = question is not None and question.kind in passing.OPEN
        if coach_of(self).is_lesson and is_open:
            self.selection.to_map()
            self.ui.redraw()


class PuzzlePages(Pages):
    """Ways to leave a puzzle or lesson."""

    def action_concede(self) -> None:
        """Give up and read the solution."""
        if coach_of(self).is_lesson:
            self.ui.refuse("You can't concede a lesson. Quit it instead.")
        elif puzzle_of(self).scenario.solution:
            self.table.answers.confirm("Give up and read the solution?", self._tell_solution)
        else:
            self.ui.refuse("No solution is included.")

    def _tell_solution(self) -> None:
        from tui.screens.pages import TextPage

        self.model.message = Text()
        self.ui.redraw()
        scenario = puzzle_of(self).scenario
        self.ui.push(TextPage(scenario.title, [styled(scenario.solution, theme.PLAIN)]))

    def action_leave(self) -> None:
        question = (
            "Quit the lesson? You can continue it later."
            if coach_of(self).is_lesson
            else "Quit the puzzle? It starts over next time."
        )
        self.table.answers.confirm(question, lambda: self.table.flow.leave("left"))


AT_A_PUZZLE = AT_HOME._replace(
    flow=PuzzleFlow,
    answers=PuzzleAnswers,
    cursor=PuzzleCursor,
    orders=PuzzleOrders,
    passing=PuzzlePassing,
    undo=PuzzleUndo,
    pages=PuzzlePages,
    words=PuzzleWords,
    strip=PuzzleStrip,
    adviser=PuzzleAdviser,
    addition=Coach,
)


def coach_lines(
    session: PuzzleSession, hint: int, keymap: Mapping[str, str], *, story: bool = True
) -> list[Text]:
    """Return the lines above the map: a lesson's step, or a puzzle's goal, hint and story.

    `hint`: number of the hint to show; 0: none.
    """
    scenario, todo = session.scenario, session.to_do
    if session.puzzle.lessons:
        if todo is None:
            return [styled(f" {scenario.title}", theme.HERE)]
        step = styled(f" {session.lesson + 1}/{len(session.puzzle.lessons)} ", theme.HERE)
        return [step.append(spoken(todo.say, keymap), theme.STRONG)]
    turns = "this turn" if scenario.within == 1 else f"within {scenario.within} turns"
    lines = [
        styled(" Goal: ", theme.HERE).append(f"{goal_spoken(scenario.goal)}, {turns}", theme.STRONG)
    ]
    if hint:
        lines.append(
            styled(f" Hint {hint} of {len(scenario.hints)}: ", theme.HERE).append(
                scenario.hints[hint - 1], theme.PLAIN
            )
        )
    elif story:
        lines.append(styled(f" {scenario.story}", theme.QUIET))
    return lines


def named(key: str) -> str:
    """Return a key as a sentence names it."""
    if key == "⏎":
        return "Enter"
    return key.capitalize() if len(key) > 1 else key


def spoken(text: str, keymap: Mapping[str, str]) -> str:
    """Return a lesson's text with the player's own keys in it."""

    def key(match: re.Match[str]) -> str:
        ident = f"table.{match[1]}"
        return (
            named(key_commands.first_key(ident, keymap))
            if ident in key_commands.BY_ID
            else match[0]
        )

    return re.sub(r"\{([a-z-]+)\}", key, text)
