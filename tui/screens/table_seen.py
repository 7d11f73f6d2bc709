"""A table that is looked at: the widgets, and what each of them shows of a View."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import Resize
from textual.screen import Screen
from textual.widgets import Input

from engine.view import View
from tui import theme
from tui.choosing import Spot
from tui.compositor import SideBySide
from tui.desk import LISTS, Desk
from tui.recap import Recap
from tui.screens.laid_out import when_laid_out
from tui.widgets.board import Board, Highlights
from tui.widgets.inspector import Inspector
from tui.widgets.key_strip import KeyStrip
from tui.widgets.lines import Lines, cut_line, styled
from tui.widgets.lists import ListPanel
from tui.widgets.log import Log
from tui.widgets.news import News
from tui.widgets.phase_bar import PhaseBar
from tui.widgets.player_strip import PlayerStrip
from tui.widgets.prompt import Prompt, notice, refusal
from tui.widgets.typed_line import TypedLine


class SeenTable(Screen[str]):
    """A table with a cursor over a View. What it asks and tells is up to those that are made of it."""

    CSS_PATH = "table.tcss"
    AUTO_FOCUS = ""

    def __init__(self, view: View) -> None:
        super().__init__()
        self.desk = Desk(view)
        self.message = Text()
        self._compositor = SideBySide()
        self._recap: Recap | None = None  # what others have done, until the first key that moves or takes something
        self._phase, self._players = PhaseBar(id="phase"), PlayerStrip(id="players")
        self._left, self._zones_left = Vertical(id="left"), ListPanel("zones", id="zones-left", classes="panel")
        self._board, self._legend = Board(id="board"), Lines(id="legend")
        self._inspector, self._lists = Inspector(id="inspector", classes="panel"), [_list_of(pane) for pane in LISTS]
        self._log, self._side_log = Log(id="log", classes="panel"), Log(id="side-log", classes="panel list")
        self._news, self._foot_log = News(id="news", classes="panel list"), Log(id="foot-log")
        self._prompt, self._keys, self._line = Prompt(id="prompt"), KeyStrip(id="keys"), TypedLine(id="command")

    # --- what it tells ---

    def told(self) -> Sequence[str]:
        """What the log shows."""
        raise NotImplementedError

    @property
    def tells_log(self) -> bool:
        """Whether the log is more to the point than what stands under the cursor."""
        raise NotImplementedError

    def _stops_shown(self) -> set[int]:
        """The steps that are marked in the turn."""
        return set()

    def _show_prompt(self) -> None:
        """Draw the prompt and the keys."""
        raise NotImplementedError

    # --- composition ---

    def compose(self) -> ComposeResult:
        yield self._phase
        yield self._players
        with Horizontal(id="middle"):
            with self._left:
                yield self._zones_left
                yield self._log
            with Vertical(id="map"):
                yield self._board
                yield self._legend
            with Vertical(id="side"):
                yield self._inspector
                yield from self._lists
                yield self._side_log
                yield self._news
        yield self._foot_log
        yield self._prompt
        yield self._keys
        yield self._line

    def on_resize(self, _: Resize) -> None:
        when_laid_out(self, self.redraw)

    def _close_command_line(self) -> None:
        self._line.close()
        self.set_focus(None)

    @on(Input.Blurred, "#command")
    def _command_left(self) -> None:
        self._line.close()

    # --- the mouse ---

    def _pressed(self, spot: Spot, pane: str) -> None:
        """Something was pressed on the map or in a list."""
        raise NotImplementedError

    def _after_key(self) -> None:
        """The cursor has moved."""
        raise NotImplementedError

    def action_log(self) -> None:
        """Show the whole log."""
        raise NotImplementedError

    @on(Board.SpacePressed)
    def _space_pressed(self, event: Board.SpacePressed) -> None:
        self._pressed(Spot("space", name=event.space), "map")

    @on(Lines.Pressed)
    def _line_pressed(self, event: Lines.Pressed) -> None:
        lines = event.lines
        if isinstance(lines, ListPanel) and (spot := lines.spot_at(event.row)) is not None:
            self._pressed(spot, lines.pane)
        elif isinstance(lines, Log):
            self.action_log()

    @on(ListPanel.Rolled)
    def _list_rolled(self, event: ListPanel.Rolled) -> None:
        if self.desk.pane == event.pane:
            self.desk.move(0, event.rows)
        else:
            self.desk.pane_to(event.pane)
        self._after_key()

    # --- drawing ---

    def redraw(self) -> None:
        """Draw everything; each widget sends only what has changed."""
        if not self.is_mounted or not self.children:
            return
        desk, view = self.desk, self.desk.view
        candidates = desk.choosing.candidates()
        objects = frozenset(spot.ident for spot in candidates if spot.kind == "object")
        spaces = {spot.name for spot in candidates if spot.kind == "space"} | {s.name for s in view.spaces if s.land in objects}
        current = desk.spot.ident if desk.spot.kind == "object" else 0
        self._board.show(view, self._highlights(objects, frozenset(spaces), current))
        self._show_legend()
        self._phase.show_turn(view, self._stops_shown())
        self._players.show_players(view)
        desk.in_haste = desk.has_to_try()
        if desk.in_haste:  # where the cursor is now is seen before what comes of it has been tried out
            self.call_after_refresh(self._foresee)
        else:
            self._inspector.show_desk(desk)
        self._show_lists()
        self._place_cursor()
        told = self.told()
        for widget in (self._log, self._side_log, self._foot_log):
            widget.show_log(told)
        self._news.show_recap(self._recap)
        self._show_prompt()

    def _foresee(self) -> None:
        """Show what comes of the choice that the cursor is on, as far as that was put off for the cursor's sake."""
        if self.desk.in_haste and self.is_mounted:
            self.desk.in_haste = False
            self._inspector.show_desk(self.desk)
            self._show_prompt()

    def _show_legend(self) -> None:
        """Say below the map how to read what it shows, for as long as it does."""
        legend, words = self._legend, self.desk.legend()
        if legend.display != bool(words):
            legend.display = bool(words)
        legend.paint(lambda width, _: [cut_line(styled(f" {words}", theme.HERE), width)])

    def _highlights(self, objects: frozenset[int], spaces: frozenset[str], current: int) -> Highlights:
        desk = self.desk
        alarm, picked = desk.overlay == "threat", desk.picked()
        news = frozenset[str | int]() if self._recap is None else self._recap.spaces | self._recap.objects
        return Highlights(desk.space, current, objects, spaces, desk.notes(), desk.reach(), alarm=alarm, picked=picked, news=news)

    @property
    def keymap(self) -> dict[str, str]:
        """The player's own keys."""
        return getattr(self.app, "keymap", {})

    def _show_lists(self) -> None:
        """Show the lists that there is room for, and always the one that the cursor is in; the log for what others do."""
        shown = self.desk.pane if self.desk.pane != "map" else "here" if self.desk.items("here") else "hand"
        watching, little_room = self.tells_log and self.desk.pane in ("map", "hand", "choices"), self._foot_log.display
        news = self._recap is not None and self.desk.pane == "map"
        if news or (watching and little_room):
            shown = "news" if news else "log"
        self._inspector.display = not (news and self.has_class("-short"))
        zones_at_left = shown == "zones" and bool(self._left.display)
        self._zones_left.show_desk(self.desk)
        for panel in self._lists:
            panel.set_class(panel.pane == shown and not zones_at_left, "-shown")
            panel.show_desk(self.desk)
        self._side_log.set_class(shown == "log", "-shown")
        self._news.set_class(shown == "news", "-shown")

    def _place_cursor(self) -> None:
        """The terminal's own cursor goes where the desk's is."""
        panels = [
            panel for panel in (self._zones_left, *self._lists) if panel.pane == self.desk.pane and panel.display and panel.size.height
        ]
        if panels:
            panels[0].place_cursor(self.desk.spot)
        else:
            self._board.place_cursor()

    def refuse(self, words: str) -> None:
        """Say until the next key that something can't be done."""
        self.message = refusal(words)
        self.redraw()

    def tell(self, words: str) -> None:
        """Say until the next key that something is so."""
        self.message = notice(words)
        self.redraw()


def _list_of(pane: str) -> ListPanel:
    """The list of a pane; some are always there where there is room."""
    return ListPanel(pane, id=f"list-{pane}", classes="panel list" + (" -always" if pane in ("here", "hand", "stack") else ""))
