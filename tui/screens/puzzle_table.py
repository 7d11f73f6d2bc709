"""The table with a puzzle or a lesson on it: what is to be done stands above the map, and the end comes when it is settled."""

from __future__ import annotations

import re
from collections.abc import Mapping

from rich.text import Text
from textual.app import ComposeResult
from textual.screen import Screen

from engine.scenario.goals import Verdict
from engine.scenario.goals import spoken as goal_spoken
from tui import keys, theme
from tui.frame import frame_of
from tui.puzzle_session import PuzzleSession
from tui.screens.laid_out import when_laid_out
from tui.screens.notice import Notice
from tui.screens.table import TableScreen
from tui.sitting import Sitting
from tui.widgets.key_strip import Place
from tui.widgets.lines import Lines, styled, wrapped

MOST_LINES = 4  # lines above the map


class PuzzleTable(TableScreen):
    """A puzzle or lesson at the table. Dismissed with "again" to begin anew, else as any table."""

    BINDINGS = keys.bindings("puzzle")
    session: PuzzleSession

    def __init__(self, session: PuzzleSession, *, pace: float = 0.4) -> None:
        super().__init__(session, pace=pace)
        self.session = session
        self._hint = 0  # the hint that is shown; 0: the goal

    def on_mount(self) -> None:
        self.mount(Lines(id="coach"), after="#players")
        super().on_mount()

    def redraw(self) -> None:
        """Draw everything, and what is to be done; a lesson may go on by where the cursor is."""
        super().redraw()
        if not self.query("#coach"):
            return
        went_on = bool(self.session.puzzle.lessons) and not self._working and self.session.learn(self._looked_at)
        if went_on and self.session.verdict is not Verdict.OPEN:
            when_laid_out(self, self.go_on)
        coach = self.query_one("#coach", Lines)
        width = max(self.size.width - 1, 20)
        lines = [line for text in coach_lines(self.session, self._hint, self.keymap) for line in wrapped(text, width, "   ")][:MOST_LINES]
        coach.styles.height = len(lines)
        coach.show(lines)

    @property
    def _looked_at(self) -> str:
        """The space that the cursor is on."""
        return self.desk.space if self.desk.pane == "map" else ""

    def _useful_keys(self) -> list[Place]:
        own = [Place("puzzle.hint")] if self.session.scenario.hints else []
        found = super()._useful_keys()
        return [*found[:3], *own, Place("puzzle.again"), *found[3:]]

    def action_hint(self) -> None:
        hints = self.session.scenario.hints
        if not hints:
            self.refuse("There are no hints here.")
            return
        self._hint = self._hint % len(hints) + 1 if self._hint or not self.session.hints else self.session.hints
        self.session.hints = max(self.session.hints, self._hint)
        self._after_key()

    def action_again(self) -> None:
        self._leave("again")

    def action_concede(self) -> None:
        """To give up is to be told the solution."""
        if self.session.scenario.solution:
            self._confirm("Give up and read the solution?", self._tell_solution)
        else:
            self.refuse("Nothing is told here of how it is done.")

    def _tell_solution(self) -> None:
        from tui.screens.pages import Page

        self.message = Text()
        self.redraw()
        self.app.push_screen(Page(self.session.scenario.title, [styled(self.session.scenario.solution, theme.PLAIN)]))

    def action_leave(self) -> None:
        self._confirm("Leave the table? It begins anew another time.", lambda: self._leave("left"))

    def _game_over(self) -> None:
        from tui.solved import note_solved

        self._come_to_front()
        reached = self.session.verdict is Verdict.REACHED
        unsaved = note_solved(self.session.name) if reached else ""
        self.app.push_screen(SettledScreen(self.session, unsaved, self.keymap), self._settled)

    def _settled(self, how: str | None) -> None:
        self._leave(how or "left")


class SettledScreen(Screen[str]):
    """How a puzzle or lesson came out. Dismissed with "again" or "left"."""

    BINDINGS = keys.bindings("settled")
    AUTO_FOCUS = ""

    def __init__(self, session: PuzzleSession, unsaved: str, keymap: Mapping[str, str]) -> None:
        """`unsaved` says why it can't be remembered, if it can't."""
        super().__init__(classes="notice")
        self._session = session
        self._unsaved = unsaved
        self._keymap = keymap

    def compose(self) -> ComposeResult:
        reached, scenario = self._session.verdict is Verdict.REACHED, self._session.scenario
        ended = "Well done: that was the lesson" if self._session.puzzle.lessons else f"Solved {help_taken(self._session)}"
        lines = [styled(f"{ended if reached else 'Not this time'}: {scenario.title}", theme.HERE if reached else theme.DANGER), Text()]
        told = scenario.solution if reached else f"The goal was: {goal_spoken(scenario.goal)}. It can't be reached any more."
        lines += wrapped(styled(told, theme.PLAIN), 54)
        lines += [styled(f"This can't be remembered: {self._unsaved}", theme.DANGER)] if self._unsaved else []
        ways = {"again": "again", "leave": "back"} if reached else {"again": "try again", "solution": "solution", "leave": "back"}
        shown = {keys.first_key(f"settled.{name}", self._keymap): (words, name) for name, words in ways.items()}
        yield Notice([*lines, Text()], shown)

    def on_mount(self) -> None:
        frame_of(self).guard.deafen()

    def action_again(self) -> None:
        self.dismiss("again")

    def action_leave(self) -> None:
        self.dismiss("left")

    def action_solution(self) -> None:
        from tui.screens.pages import Page

        scenario = self._session.scenario
        self.app.push_screen(Page(scenario.title, [styled(scenario.solution or "Nothing is told of it.", theme.PLAIN)]))


def help_taken(session: PuzzleSession) -> str:
    """How much somebody was told before a puzzle was solved."""
    told, hints = session.hints, len(session.scenario.hints)
    return "without a hint" if not told else "with every hint" if told == hints else f"with {told} of {hints} hints"


def table_for(session: Sitting, pace: float) -> PuzzleTable:
    """The table at which a puzzle or lesson is played."""
    assert isinstance(session, PuzzleSession)
    return PuzzleTable(session, pace=pace)


def coach_lines(session: PuzzleSession, hint: int, keymap: Mapping[str, str]) -> list[Text]:
    """What is to be done: the goal of a puzzle and the hint that is shown, or the next thing that a lesson asks for."""
    scenario, todo = session.scenario, session.to_do
    if todo is not None:
        text = styled(f" {session.lesson + 1}/{len(session.puzzle.lessons)} ", theme.HERE)
        return [text.append(spoken(todo.say, keymap), theme.STRONG)]
    turns = "this turn" if scenario.within == 1 else f"within {scenario.within} turns"
    lines = [styled(" Goal: ", theme.HERE).append(f"{goal_spoken(scenario.goal)}, {turns}", theme.STRONG)]
    if hint:
        lines.append(styled(f" Hint {hint} of {len(scenario.hints)}: ", theme.HERE).append(scenario.hints[hint - 1], theme.PLAIN))
    else:
        lines.append(styled(f" {scenario.story}", theme.QUIET))
    return lines


def spoken(text: str, keymap: Mapping[str, str]) -> str:
    """What a lesson says, with the player's own keys in it."""

    def key(match: re.Match[str]) -> str:
        ident = f"table.{match[1]}"
        return keys.first_key(ident, keymap) if ident in keys.BY_ID else match[0]

    return re.sub(r"\{([a-z-]+)\}", key, text)
