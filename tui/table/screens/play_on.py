"""The players who play on from a position: a row for each seat."""

from __future__ import annotations

from rich.text import Text
from textual import on

from engine.history.record import Record
from tui.screens.titled import TitledScreen
from tui.session.branching import wrong_seats
from tui.session.game_setup import step
from tui.session.seat_kinds import HUMAN, KINDS, in_words
from tui.settings import key_commands
from tui.terminal import theme
from tui.widgets.key_strip import KeyPlace
from tui.widgets.lines import Lines, styled, wrapped

WORDS = (
    "This starts a new game from here, saved separately; the original stays as it is. "
    "Libraries start in the same order, but later die rolls and shuffles can turn out differently."
)


class PlayOnScreen(TitledScreen[list[str] | None]):
    """Dismissed with who plays each seat, or with nothing."""

    BINDINGS = key_commands.bindings("play-on")

    def __init__(self, record: Record, title: str) -> None:
        super().__init__()
        self._record = record
        self._title = title
        kinds = [seat.kind for seat in record.seats]
        self._kinds = [kind if kind in KINDS else KINDS[-1] for kind in kinds]
        if HUMAN not in self._kinds:  # whoever plays on wants to play
            self._kinds[0] = HUMAN
        self._at = 0
        self._first = 0  # the row of the first seat

    def redraw(self) -> None:
        """Draw the explanation and the seats."""
        body = self.query_one("#page-body", Lines)
        lines = [Text(), *wrapped(styled(WORDS, theme.PLAIN), max(body.size.width, 20)), Text()]
        self._first = len(lines)
        names = max(len(seat.name) for seat in self._record.seats)
        for row, (seat, kind) in enumerate(zip(self._record.seats, self._kinds, strict=True)):
            here = row == self._at
            line = styled(
                f"{'>' if here else ' '} {seat.name:<{names}}  ",
                theme.HERE if here else theme.PLAIN,
            )
            lines.append(
                line.append(
                    f"‹ {in_words(kind)} ›" if here else f"  {in_words(kind)}  ",
                    theme.CURSOR if here else theme.PLAIN,
                )
            )
        problem = wrong_seats(self._record, self._kinds)
        body.show([*lines, Text(), styled(f"! {problem}" if problem else "", theme.DANGER)])
        places = [
            KeyPlace(f"play-on.{name}")
            for name in ("start", "change-to-right", "row-to-down", "back")
        ]
        self.show_frame(f"Play on from here: {self._title}", places)

    def action_row(self, by: int) -> None:
        self._at = (self._at + by) % len(self._kinds)
        self.redraw()

    def action_change(self, by: int) -> None:
        self._kinds[self._at] = step(KINDS, self._kinds[self._at], by)
        self.redraw()

    def action_start(self) -> None:
        if not wrong_seats(self._record, self._kinds):
            self.dismiss(self._kinds)

    def action_back(self) -> None:
        self.dismiss(None)

    @on(Lines.Pressed, "#page-body")
    def _pressed(self, event: Lines.Pressed) -> None:
        row = event.row - self._first
        if row == self._at:
            self.action_change(1)
        elif 0 <= row < len(self._kinds):
            self.action_row(row - self._at)
