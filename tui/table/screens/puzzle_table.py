"""The table with a puzzle or a lesson on it: what to do stands above the map, and the end stands
beside it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from rich.text import Text
from textual.app import ComposeResult
from textual.events import Resize
from textual.screen import ModalScreen
from textual.widget import Widget

from engine.actions import Action
from engine.history.undo import Decided
from engine.scenario.goals import Verdict
from engine.scenario.goals import spoken as goal_spoken
from tui.base_app import frame_of
from tui.screens.laid_out import when_laid_out
from tui.session.protocol import GameSession
from tui.session.puzzle import PuzzleSession
from tui.settings import key_commands
from tui.table.screens.table import TableScreen
from tui.table.stops import passing
from tui.terminal import theme
from tui.widgets.key_strip import KeyPlace, KeyStrip
from tui.widgets.lines import Lines, styled, wrapped

NARROWEST = 24  # columns beside the map that the end of a puzzle needs
FRAME = 4  # columns of a box's border and padding
LEAST = 2  # lines above the map in a lesson
ABOVE = 3  # the lines above the map take at most one of so many of the screen
READ_ON = "Press {take} to continue"
STRAYED = "That isn't what this step asks for. Press {undo} to undo it."
STRAYED_AND_PAUSING = (
    "That isn't what this step asks for. Press {undo} to undo it, or {take} to continue"
)


class PuzzleTable(TableScreen):
    """A puzzle or lesson at the table.

    Dismissed with "again" to restart, "next" for the next one, else as any table.
    """

    BINDINGS = key_commands.bindings("puzzle")
    session: PuzzleSession

    def __init__(self, session: PuzzleSession, *, pace: float = 0.4) -> None:
        super().__init__(session, pace=pace)
        self.session = session
        self._hint = 0  # the hint that is shown; 0: none
        self._tells_story = True  # until the first key: then its room belongs to the map
        self._on_screen = session.lesson  # the step of a lesson that is shown

    def on_mount(self) -> None:
        self.mount(Lines(id="coach"), after="#players")
        super().on_mount()

    def redraw(self) -> None:
        """Draw everything, and above the map what to do.

        A lesson may go on by where the cursor is.
        """
        super().redraw()
        if not self.query("#coach"):
            return
        # its steps say what has happened: the banner would take its room from the map
        if self.session.puzzle.lessons:
            self._banner.display = False
        if not self._working and self.session.note_cursor(self._looked_at):
            when_laid_out(self, self.go_on)
        coach = self.query_one("#coach", Lines)
        width = max(self.size.width - 1, 20)
        most = max(self.size.height // ABOVE, 4)
        told = coach_lines(self.session, self._hint, self.keymap, story=self._tells_story)
        lines = [line for text in told for line in wrapped(text, width, "   ")][:most]
        # else the map would jump from step to step
        coach.styles.height = max(len(lines), LEAST if self.session.puzzle.lessons else 0)
        coach.show(lines)

    # --- a lesson waits to be read ---

    @property
    def waiting(self) -> str:
        if self.session.verdict is not Verdict.OPEN:
            return "The lesson is over" if self.session.puzzle.lessons else "The puzzle is over"
        if not self.session.pausing or self._working:
            return super().waiting
        todo = self.session.to_do
        if self.session.progress.strayed:
            return spoken(STRAYED_AND_PAUSING, self.keymap)
        if todo is not None and self.session.looks_on:
            return f"Go to {todo.look} to continue"
        return spoken(READ_ON, self.keymap)

    def _closing_words(self) -> str:
        return (
            "Continue" if self.session.pausing and not self._working else super()._closing_words()
        )

    def question_shown(self) -> tuple[object, ...]:
        return *super().question_shown(), self.session.lesson, self.session.pausing

    def show_view(self) -> None:
        if self._on_screen != self.session.lesson:
            self._begin_step()
        super().show_view()
        if self.session.progress.strayed and not self.session.pausing:
            self.tell(spoken(STRAYED, self.keymap))

    def _begin_step(self) -> None:
        """Put the cursor on the map for a step that is new on the screen: most begin there,
        whatever list the last one ended in.
        """
        self._on_screen = self.session.lesson
        self.selection.to_map()

    def went_back(self, decided: Decided | None = None) -> None:
        super().went_back(decided)
        question = self.session.game.question
        if self.session.puzzle.lessons and question is not None and question.kind in passing.OPEN:
            self.selection.to_map()
            self.redraw()

    def _where(self) -> str:
        """Leave out where in the turn the player is: the lesson's step says it."""
        where = super()._where()
        if self.session.puzzle.lessons:
            where = self._slid = ""
        return where

    def _turn_slips(self) -> bool:
        return super()._turn_slips() and not self.session.puzzle.lessons

    def release(self) -> bool:
        """Go on if the lesson waits to be read, or the table for any other reason.

        Return whether it did.
        """
        if not self.session.pausing or self._working:
            return super().release()
        self.message = Text()
        if self.session.read_on():
            self.go_on()
        else:
            self.refuse(f"{self.waiting}.")
        return True

    def action_take(self) -> None:
        if not self.release():
            super().action_take()

    @property
    def _looked_at(self) -> str:
        """The space that the cursor is on or whose creatures it is on; none in any other list."""
        return self.selection.space if self.selection.pane in ("map", "here") else ""

    def _useful_keys(self) -> list[KeyPlace]:
        if self.session.pausing and not self._working:
            return [
                KeyPlace("table.take", "continue"),
                *([KeyPlace("table.undo")] if self.can_undo() else []),
                *self._lasting_keys(),
            ]
        own = [KeyPlace("puzzle.hint")] if self.session.scenario.hints else []
        found = super()._useful_keys()
        return [*found[:3], *own, KeyPlace("puzzle.again"), *found[3:]]

    def _after_key(self, *, keep_amount: bool = False) -> None:
        self._tells_story = False
        super()._after_key(keep_amount=keep_amount)

    def act(self, action: Action) -> None:
        self._tells_story = False
        super().act(action)

    def action_hint(self) -> None:
        hints = self.session.scenario.hints
        if not hints:
            self.refuse("There are no hints here.")
            return
        self._hint = (
            self._hint % len(hints) + 1
            if self._hint or not self.session.hints
            else self.session.hints
        )
        self.session.hints = max(self.session.hints, self._hint)
        self._after_key()

    def action_again(self) -> None:
        self._leave("again")

    def action_concede(self) -> None:
        """Give up and read the solution."""
        if self.session.puzzle.lessons:
            self.refuse("You can't concede a lesson. Quit it instead.")
        elif self.session.scenario.solution:
            self._confirm("Give up and read the solution?", self._tell_solution)
        else:
            self.refuse("No solution is included.")

    def _tell_solution(self) -> None:
        from tui.screens.pages import TextPage

        self.message = Text()
        self.redraw()
        self.app.push_screen(
            TextPage(
                self.session.scenario.title, [styled(self.session.scenario.solution, theme.PLAIN)]
            )
        )

    def action_leave(self) -> None:
        lesson = bool(self.session.puzzle.lessons)
        question = (
            "Quit the lesson? You can continue it later."
            if lesson
            else "Quit the puzzle? It starts over next time."
        )
        self._confirm(question, lambda: self._leave("left"))

    def _game_over(self) -> None:
        from tui.session.solved import note_solved

        self._come_to_front()
        reached = self.session.verdict is Verdict.REACHED
        unsaved = note_solved(self.session.name) if reached else ""
        self.app.push_screen(
            SettledScreen(self.session, unsaved, self.keymap, self.query_one("#side")),
            self._settled,
        )

    def _settled(self, how: str | None) -> None:
        self._leave(how or "left")


class SettledScreen(ModalScreen[str]):
    """How a puzzle or lesson came out, beside the map. Dismissed with "next", "again" or "left"."""

    BINDINGS = key_commands.bindings("settled")
    AUTO_FOCUS = ""

    def __init__(
        self, session: PuzzleSession, unsaved: str, keymap: Mapping[str, str], side: Widget
    ) -> None:
        """`unsaved` says why it can't be remembered, if it can't; `side` is the part of the
        table beside the map.
        """
        super().__init__()
        self._session = session
        self._unsaved = unsaved
        self._keymap = keymap
        self._side = side

    @property
    def _reached(self) -> bool:
        return self._session.verdict is Verdict.REACHED

    def compose(self) -> ComposeResult:
        yield SettledBox(self._lines, id="settled")
        yield KeyStrip(id="settled-keys")

    def on_mount(self) -> None:
        frame_of(self).guard.deafen()
        self._lay_out()

    def on_resize(self, _: Resize) -> None:
        self.call_after_refresh(self._lay_out)

    def _lay_out(self) -> None:
        """Put the box where the lists are: beside the map, or below it on a narrow screen."""
        box, side = self.query_one(SettledBox), self._side.region
        below = side.width < NARROWEST
        width = self.size.width if below else side.width
        height = min(len(self._lines(width - FRAME)) + 2, self.size.height - 1)
        top = (
            self.size.height - 1 - height
            if below
            else max(min(side.y, self.size.height - 1 - height), 0)
        )
        box.styles.offset = (0 if below else side.x, top)
        box.styles.width, box.styles.height = width, height
        box.refresh()
        self.query_one(KeyStrip).show_keys(
            [KeyPlace(f"settled.{name}", word) for name, word in self._ways()], self._keymap
        )

    def _ways(self) -> list[tuple[str, str]]:
        """The keys of the screen, with their words."""
        if not self._reached:
            return [("next", "try again"), ("solution", "solution"), ("leave", "back to the list")]
        following = (
            [("next", f"next: {self._session.following}")] if self._session.following else []
        )
        return [
            *following,
            ("again", "restart"),
            ("leave", "back to the list" if following else "back"),
        ]

    def _lines(self, width: int) -> list[Text]:
        scenario, lesson = self._session.scenario, bool(self._session.puzzle.lessons)
        ended = "Lesson complete" if lesson else f"Solved {help_taken(self._session)}"
        style = theme.HERE if self._reached else theme.DANGER
        lines = wrapped(styled(ended if self._reached else "Not this time", style), width)
        lines += [*wrapped(styled(scenario.title, theme.STRONG), width), Text()]
        told = (
            scenario.solution
            if self._reached
            else f"The goal was: {goal_spoken(scenario.goal)}. You can't reach it anymore."
        )
        lines += wrapped(styled(told, theme.PLAIN), width)
        lines += (
            wrapped(styled(f"This can't be saved: {self._unsaved}", theme.DANGER), width)
            if self._unsaved
            else []
        )
        lines.append(Text())
        for name, word in self._ways():
            key = key_commands.first_key(f"settled.{name}", self._keymap)
            lines += wrapped(styled(named(key), theme.KEY).append(f"  {word}", theme.QUIET), width)
        return lines

    def action_next(self) -> None:
        """Go to the next puzzle, or try the same one again."""
        self.dismiss(
            "again" if not self._reached else "next" if self._session.following else "left"
        )

    def action_again(self) -> None:
        self.dismiss("again")

    def action_leave(self) -> None:
        self.dismiss("left")

    def action_solution(self) -> None:
        from tui.screens.pages import TextPage

        scenario = self._session.scenario
        self.app.push_screen(
            TextPage(
                scenario.title,
                [styled(scenario.solution or "No solution is included.", theme.PLAIN)],
            )
        )


class SettledBox(Lines):
    """The lines of the end in a box."""

    def __init__(self, lines: Callable[[int], list[Text]], *, id: str) -> None:
        super().__init__(id=id)
        self._lines = lines

    def on_mount(self) -> None:
        self.paint(lambda width, _: self._lines(width))


def help_taken(session: PuzzleSession) -> str:
    """Say how many hints were read before a puzzle was solved."""
    told, hints = session.hints, len(session.scenario.hints)
    return (
        "without a hint"
        if not told
        else "with every hint"
        if told == hints
        else f"with {told} of {hints} hints"
    )


def table_for(session: GameSession, pace: float) -> PuzzleTable:
    """The table at which a puzzle or lesson is played."""
    assert isinstance(session, PuzzleSession)
    return PuzzleTable(session, pace=pace)


def coach_lines(
    session: PuzzleSession, hint: int, keymap: Mapping[str, str], *, story: bool = True
) -> list[Text]:
    """Return what to do: a lesson's step, or the goal of a puzzle with the hint that is shown or
    with its story.
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
    return "Enter" if key == "⏎" else key.capitalize() if len(key) > 1 else key


def spoken(text: str, keymap: Mapping[str, str]) -> str:
    """Return what a lesson says, with the player's own keys in it."""

    def key(match: re.Match[str]) -> str:
        ident = f"table.{match[1]}"
        return (
            named(key_commands.first_key(ident, keymap))
            if ident in key_commands.BY_ID
            else match[0]
        )

    return re.sub(r"\{([a-z-]+)\}", key, text)
