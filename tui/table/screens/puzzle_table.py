"""The table with a puzzle or lesson on it, and the end of the puzzle beside the map."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rich.text import Text
from textual.app import ComposeResult
from textual.events import Resize
from textual.screen import ModalScreen
from textual.widget import Widget

from engine.scenario.goals import Verdict
from engine.scenario.goals import spoken as goal_spoken
from tui.base_app import frame_of
from tui.session.protocol import GameSession
from tui.session.puzzle import PuzzleSession
from tui.settings import key_commands
from tui.table.controllers.puzzles_and_lessons import AT_A_PUZZLE, named
from tui.table.screens.table import TableScreen
from tui.terminal import theme
from tui.widgets.key_strip import KeyPlace, KeyStrip
from tui.widgets.lines import Lines, styled, wrapped

NARROWEST = 24  # columns beside the map that the end of a puzzle needs
FRAME = 4  # columns of a box's border and padding


class PuzzleTable(TableScreen):
    """A puzzle or lesson at the table.

    Dismissed with "again" to restart, "next" for the next one, else as any table.
    """

    BINDINGS = key_commands.bindings("puzzle")
    kinds = AT_A_PUZZLE


class SettledScreen(ModalScreen[str]):
    """The outcome of a puzzle or lesson, beside the map.

    Dismissed with "next", "again" or "left".
    """

    BINDINGS = key_commands.bindings("settled")
    AUTO_FOCUS = ""

    def __init__(
        self, session: PuzzleSession, unsaved: str, keymap: Mapping[str, str], side: Widget
    ) -> None:
        """`unsaved`: the reason why the solution isn't saved; `side`: the panels beside the map."""
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
        onward = "next" if self._session.following else "left"
        self.dismiss(onward if self._reached else "again")

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
    if not told:
        return "without a hint"
    return "with every hint" if told == hints else f"with {told} of {hints} hints"


def table_for(session: GameSession, pace: float) -> PuzzleTable:
    """The table at which a puzzle or lesson is played."""
    assert isinstance(session, PuzzleSession)
    return PuzzleTable(session, pace=pace)
