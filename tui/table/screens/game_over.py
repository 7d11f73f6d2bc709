"""The end of a game: the winner, the deciding event, a chart of the rounds, all hands."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.screen import Screen

from engine.base.schema import listed
from engine.log import many
from engine.view import PlayerView, View
from tui.base_app import frame_of
from tui.screens.notice import Notice
from tui.session.branching import PLAY_ON
from tui.terminal import symbols, theme
from tui.terminal.clause_numbers import are_shown
from tui.widgets.lines import styled, wrapped

if TYPE_CHECKING:
    from engine.history.record import Record
    from engine.history.timeline import Timeline
    from tui.look_back.analyst import GameAnalyst
    from tui.session.statistics import GameStatistics

WIDTH = 54  # of a line in the box
STANDING_AT = 18  # the column at which a player's standing begins
GROWS_EVERY = 0.5  # seconds between two looks at an analysis under way
ROOM = 17  # lines in the box on a screen of 24 rows


class GameOverScreen(Screen[str]):
    """A summary, until a key is pressed.

    Dismissed with "over", or "again" for another game of the same players.
    """

    BINDINGS = [
        Binding("enter,space,escape,q,Q", "close", "back to the start", id="over.close"),
        Binding("r", "again", "play again", id="over.again"),
        Binding("L", "log", "log", id="over.log"),
        Binding("b", "look_back", "review", id="over.look-back"),
    ]
    AUTO_FOCUS = ""
    home = "the start"  # where whoever leaves comes to

    def __init__(
        self,
        view: View,
        log: Sequence[str],
        record: Record | None = None,
        tape: Timeline | None = None,
        seat: int | None = None,
        path: Path | None = None,
    ) -> None:
        """`record`: the game, for its rounds and another game of the kind; None: neither is shown.

        `tape`: the timeline for a review. `seat`: the seat of the only person at this screen; None
        for several persons or none. `path`: the file of the record, beside which the analysis of a
        game against the computer is kept.
        """
        super().__init__(classes="notice")
        self._view = view
        self._seat = seat
        self._log = log
        self._tape = tape
        self._path = path
        self._course: GameStatistics | None = None
        self.analyst: GameAnalyst | None = None
        self.looks_back = tape is not None
        self._record = (
            record if record is not None and all(seat.deck for seat in record.seats) else None
        )

    def compose(self) -> ComposeResult:
        yield self._notice()

    def _notice(self) -> Notice:
        keys = {"Enter": (f"back to {self.home}", "close"), "L": ("the whole log", "log")}
        if self.plays_again:
            keys = {"Enter": (self.home, "close"), "r": ("again", "again"), "L": ("log", "log")}
        if self.looks_back:
            keys["b"] = ("review", "look_back")
        told = summary(self._view, self._log, self._course, self._seat, self._analysis_words())
        return Notice(told, keys)

    def on_mount(self) -> None:
        app = frame_of(self)
        app.guard.deafen()
        if self._record is not None:
            self._play_through(self._record)
        if app.settings.analysis and app.keeps_files and not app.is_scripted:
            self.analyze()

    # --- the analysis ---

    def analyze(self) -> None:
        """Begin to analyze a game of one person against the computer."""
        from engine.analysis.analysis_file import AnalysisError
        from tui.look_back.analyst import GameAnalyst
        from tui.session.seat_kinds import HUMAN

        record = self._record
        if record is None or self._seat is None or self._path is None:
            return
        if all(seat.kind == HUMAN for seat in record.seats):
            return
        try:
            self.analyst = GameAnalyst(record, self._path)
        except AnalysisError:  # a review tells why
            return
        self.analyst.start()
        self.set_interval(GROWS_EVERY, self._grow)

    async def _grow(self) -> None:
        if self.is_current and self.analyst is not None and self.analyst.grow():
            await self._draw_anew()

    def _analysis_words(self) -> list[str]:
        """Return what the analysis has found so far, in sentences."""
        from tui.look_back.analysis_words import summary_lines

        if self.analyst is None or self._tape is None or self._seat is None:
            return []
        if self.analyst.problem:
            return [self.analyst.problem]
        told = list(summary_lines(self.analyst.analysis, self._tape, [self._seat]))
        if not self.analyst.is_running:
            return told
        return [*told, f"Analyzing the game: {self.analyst.percent}%"]

    def on_unmount(self) -> None:
        if self.analyst is not None:
            self.analyst.stop()

    @work(thread=True)
    def _play_through(self, record: Record) -> None:
        """Find out how the game went, which takes a moment, and show it."""
        from engine.history.record import RecordError
        from tui.session.statistics import course_of

        try:
            course = course_of(record)
        # the position that it began with was no deal, or its cards are no longer what they were
        except RecordError:
            return
        self.app.call_from_thread(self._show_course, course)

    async def _show_course(self, course: GameStatistics) -> None:
        self._course = course
        await self._draw_anew()

    async def _draw_anew(self) -> None:
        if self.is_attached:
            with self.app.batch_update():  # nobody sees the screen without a notice
                await self.query_one(Notice).remove()
                await self.mount(self._notice())

    def action_close(self) -> None:
        self.dismiss("over")

    @property
    def plays_again(self) -> bool:
        """Return whether another game of the same kind can be begun from here."""
        return self._record is not None

    def action_again(self) -> None:
        if self.plays_again:
            self.dismiss("again")

    def action_look_back(self) -> None:
        from tui.table.screens.rewind import RewindScreen

        if self._tape is not None:
            screen = RewindScreen(self._tape, path=self._path, analyst=self.analyst)
            self.app.push_screen(screen, self._looked_back)

    def _looked_back(self, how: str | None) -> None:
        if how == PLAY_ON:
            self.dismiss(PLAY_ON)

    def action_log(self) -> None:
        from tui.screens.pages import log_page

        self.app.push_screen(log_page(self._log, numbered=are_shown(self.app)))


def _standing(view: View, player: PlayerView) -> str:
    """Return the lines about a player at the end."""
    if player.out:
        return "out"
    army = [
        i
        for i in view.permanents
        if i.controller == player.seat and i.power is not None and not i.player_token
    ]
    parts = [many(player.areas_held, "area")] if player.areas_to_win else []
    parts += [f"{player.life} life"] if player.life is not None else []
    power = sum(max(i.power or 0, 0) for i in army)
    return ", ".join([*parts, f"{many(len(army), 'creature')} with total power {power}"])


def summary(
    view: View,
    log: Sequence[str],
    course: GameStatistics | None = None,
    seat: int | None = None,
    analysis: Sequence[str] = (),
) -> list[Text]:
    """Return the result, the deciding event, each player's rounds, and the last events.

    Sentences about the analysis of the game stand in place of the last events.
    """
    winners = view.winners or ()
    own_first = sorted(winners, key=lambda winner: winner != seat)
    names = " and ".join(
        "You" if winner == seat else view.players[winner].name for winner in own_first
    )
    says_wins = len(winners) == 1 and seat not in winners
    head = styled(f"{names} {'wins' if says_wins else 'win'}", theme.HERE)
    if conceded := [each for each in view.players if has_conceded(each.name, log)]:
        told = ["you" if player.seat == seat else player.name for player in conceded]
        head.append(f": {listed(told, 'and')} conceded", theme.HERE)
    if not winners:
        head = styled("The game is a draw", theme.HERE)
    lines = [head, styled(f"{view.rules.name}, round {view.turn.round}", theme.QUIET), Text()]
    if course is None:
        letters = symbols.letters_of(view)
        for player in view.players:
            line = styled(f" {letters[player.seat]} ", theme.badge_style(player.seat))
            line.append(f" {player.name:<14}", theme.seat_style(player.seat)).append(
                _standing(view, player), theme.PLAIN
            )
            lines += wrapped(line, WIDTH, " " * STANDING_AT)
    else:
        decided = what_decided(view, course)
        lines = [
            *lines[:2],
            *(wrapped(styled(decided, theme.PLAIN), WIDTH) if decided else []),
            Text(),
            *_charts(view, course, 1 if analysis else None),
        ]
    style = theme.PLAIN if analysis else theme.QUIET
    last = [
        piece
        for sentence in analysis or log[-4:]
        for piece in wrapped(styled(sentence, style), WIDTH, "  ")
    ]
    room = max(ROOM - len(lines) - 3, 1)
    return [*lines, Text(), *(last[:room] if analysis else last[-room:]), Text()]


def has_conceded(name: str, log: Sequence[str]) -> bool:
    """Return whether the log tells that a player has conceded."""
    return any(line.startswith(f"{name} concedes") for line in log)


def _charts(view: View, course: GameStatistics, most: int | None = None) -> list[Text]:
    """Return the charts of a game, at most `most` of them."""
    from tui.widgets.chart import chart

    names, letters = [player.name for player in view.players], symbols.letters_of(view)
    return [
        line for series in course.series[:most] for line in chart(series, names, letters, WIDTH)
    ]


def what_decided(view: View, course: GameStatistics) -> str:
    """Since when the winner was ahead, and the round in which most was lost, in a sentence or
    two.
    """
    names, told = [player.name for player in view.players], course.series[0]
    sentences: list[str] = []
    if view.winners is not None and len(view.winners) == 1:
        seat = view.winners[0]
        ahead = next(
            ((series, since) for series in course.series if (since := series.leader_since(seat))),
            None,
        )
        if ahead is not None:
            told, since = ahead
            when = "all along" if since == 1 else f"from round {since} on"
            sentences.append(f"{names[seat]} had the most {told.name} {when}.")
    loser, at, loss = told.greatest_loss(view.winners or ())
    if loss:
        before, after = told.numbers[loser][at - 2 : at]
        sentences.append(f"In round {at} {names[loser]} went from {before} to {after}.")
    return " ".join(sentences)
