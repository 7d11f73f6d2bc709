"""The panels of a table: its widgets, and what each of them shows of a View."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widget import Widget

from tui.table.advice_marks import advice_marks
from tui.table.board.layout import is_broad
from tui.table.board.widget import BoardWidget, Highlights
from tui.table.controllers.model import OpenAdvice
from tui.table.recap import Recap
from tui.table.selection import LISTS, Selection
from tui.table.widgets.advice import AdviceStrip
from tui.table.widgets.banner import Banner, InEffect
from tui.table.widgets.column import Column, PanelHeight
from tui.table.widgets.inspector import Inspector
from tui.table.widgets.lists import ListPanel
from tui.table.widgets.log import Log
from tui.table.widgets.news import RecapPanel
from tui.table.widgets.phase_bar import PhaseBar
from tui.table.widgets.player_strip import PlayerStrip
from tui.table.widgets.prompt import Prompt
from tui.table.widgets.typed_line import TypedLine
from tui.terminal import theme
from tui.widgets.key_strip import KeyStrip
from tui.widgets.lines import Lines, cut_line, styled

PLANNING = ("priority", "move", "next-move", "heal", "supply")
"""Kinds of questions in which the hand is worth as much room as what comes of the choice under
the cursor.
"""
BESIDE_HAND = ("here", "stack")  # the lists beside which a short screen shows the hand
ALWAYS = ("here", "hand", "stack")  # the lists that a tall screen always shows
# lines of a list or of the news, its title among them, that are always shown if there are as many
LEAST_LIST = 4
# lines of the inspector above one list, and above several
LEAST_INSPECTOR, LEAST_INSPECTOR_BESIDE = 9, 7
LEAST_LOG = 4  # lines of the log below a broad board, its title among them
LOG_BESIDE = 8  # lines of the log where it stands among the lists
MANY = 1000  # as many lines as there are


class Shown(NamedTuple):
    """A position as the panels show it."""

    selection: Selection
    log: Sequence[str]
    recap: Recap | None = None  # the deeds of other players, shown as news
    tells_log: bool = False  # the log matters more than the things under the cursor
    stops: frozenset[int] = frozenset()  # the steps of the turn that are marked
    # spaces and ids of objects marked as new; None: those of the recap
    changed: frozenset[str | int] | None = None
    advice: OpenAdvice | None = None  # the adviser's answer


class TablePanels:
    """The widgets of a table, drawn by its screen."""

    def __init__(self, screen: Screen[Any], show_prompt: Callable[[], None]) -> None:
        """`show_prompt` draws the prompt and the strip of keys."""
        self._screen, self._show_prompt = screen, show_prompt
        self._shown: Shown
        self.phase, self.players = PhaseBar(id="phase"), PlayerStrip(id="players")
        self._left, self._zones_left = (
            Vertical(id="left"),
            ListPanel("zones", id="zones-left", classes="panel"),
        )
        self._map, self.board, self._legend = (
            Vertical(id="map"),
            BoardWidget(id="board"),
            Lines(id="legend"),
        )
        self.side, self._inspector = Column(id="side"), Inspector(id="inspector", classes="panel")
        self._lists, self._news = (
            [_list_of(pane) for pane in LISTS],
            RecapPanel(id="news", classes="panel list"),
        )
        self._log, self._side_log = (
            Log(id="log", classes="panel"),
            Log(id="side-log", classes="panel list"),
        )
        self._map_log, self._foot_log = Log(id="map-log", classes="panel"), Log(id="foot-log")
        self.advice = AdviceStrip(id="advice")
        self.banner, self._in_effect = Banner(id="banner"), InEffect(id="in-effect")
        self.chances = Lines(id="chances")  # the chance over a game that was analyzed
        self.prompt, self.keys, self.line = (
            Prompt(id="prompt"),
            KeyStrip(id="keys"),
            TypedLine(id="command"),
        )

    def compose(self, line: Lines | None = None) -> ComposeResult:
        """Yield the widgets, and below the players a `line` of the screen's own."""
        yield self.phase
        yield self.players
        if line is not None:
            yield line
        yield self.banner
        yield self.advice
        with Horizontal(id="middle"):
            with self._left:
                yield self._zones_left
                yield self._log
            with self._map:
                yield self.board
                yield self._legend
                yield self._in_effect
                yield self._map_log
            with self.side:
                yield self._inspector
                yield self._news
                yield from self._lists
                yield self._side_log
        yield self.chances
        yield self._foot_log
        yield self.prompt
        yield self.keys
        yield self.line

    def title_logs(self, title: str) -> None:
        """Give each log panel its title."""
        for log in (self._log, self._side_log, self._map_log):
            log.border_title = title

    def draw(self, shown: Shown) -> None:
        """Draw everything; each widget sends only what has changed."""
        self._shown = shown
        selection, view = shown.selection, shown.selection.view
        candidates = selection.builder.candidates()
        objects = frozenset(spot.ident for spot in candidates if spot.kind == "object")
        self._screen.set_class(is_broad(view), "-broad")
        spaces = {spot.name for spot in candidates if spot.kind == "space"} | {
            s.name for s in view.spaces if s.land in objects
        }
        current = selection.spot.ident if selection.spot.kind == "object" else 0
        self.board.show(view, self._highlights(objects, frozenset(spaces), current))
        self._show_legend()
        self._in_effect.show_view(view)
        self.banner.show_moments(
            () if shown.recap is None else shown.recap.moments, self._screen.size.width
        )
        size = self._screen.size
        self.advice.show_advice(shown.advice, size.width, size.height)
        self.phase.show_turn(view, shown.stops)
        self.players.show_players(view)
        selection.in_haste = selection.has_to_try()
        # where the cursor is now is seen before what comes of it has been tried out
        if selection.in_haste:
            self._screen.call_after_refresh(self._foresee)
        else:
            self._inspector.show_selection(selection)
        self._news.show_recap(shown.recap)  # its length decides about the room for the lists
        self._show_lists()
        self._place_cursor()
        for widget in (self._log, self._side_log, self._map_log, self._foot_log):
            widget.show_log(shown.log)
        self._show_prompt()

    def _foresee(self) -> None:
        """Show the outcome of the choice under the cursor, which was put off for a quick cursor."""
        if self._shown.selection.in_haste and self._screen.is_mounted:
            self._shown.selection.in_haste = False
            self._inspector.show_selection(self._shown.selection)
            self._show_prompt()

    def _show_legend(self) -> None:
        """Show below the map how to read its overlay, while there is one."""
        legend, words = self._legend, self._shown.selection.legend()
        if legend.display != bool(words):
            legend.display = bool(words)
        legend.paint(lambda width, _: [cut_line(styled(f" {words}", theme.HERE), width)])

    def _highlights(
        self, objects: frozenset[int], spaces: frozenset[str], current: int
    ) -> Highlights:
        selection, view = self._shown.selection, self._shown.selection.view
        alarm, picked = selection.overlay == "threat", selection.picked()
        changed, recap = self._shown.changed, self._shown.recap
        if changed is None:
            changed = frozenset() if recap is None else recap.spaces | recap.objects
        return Highlights(
            selection.space,
            current,
            objects,
            spaces,
            selection.notes(),
            selection.reach(),
            alarm=alarm,
            picked=picked,
            news=changed,
            advice=advice_marks(view, self._shown.advice),
        )

    def _show_lists(self) -> None:
        """Show the lists with room: news and hand as a turn begins, the log while others play.

        Otherwise the cursor's list is shown.
        """
        selection, shown = self._shown.selection, self._shown_list()
        if shown == "zones" and self._left.display:
            shown = ""  # the players are in sight at the left
        panes = {shown, *(ALWAYS if self._screen.has_class("-tall") else self._beside(shown))}
        self._zones_left.show_selection(selection)
        for panel in self._lists:
            panel.display = panel.pane in panes
            panel.show_selection(selection)
        self._side_log.display = shown == "log"
        self._news.display = shown == "news"
        self._inspector.display = shown != "news" or self._screen.has_class("-tall")
        self._share_room()

    def _shown_list(self) -> str:
        """Return the list that is shown in the smallest room."""
        selection = self._shown.selection
        if self._shown.recap is not None and self._shown.recap.lines and selection.pane == "map":
            return "news"
        if (
            self._shown.tells_log
            and selection.pane in ("map", "hand", "choices")
            and self._foot_log.display
        ):
            return "log"
        if selection.pane != "map":
            return selection.pane
        return "here" if selection.items("here") else "hand"

    def _beside(self, shown: str) -> set[str]:
        """Return the lists beside `shown` on a short screen: the hand, while its cards matter."""
        view = self._shown.selection.view
        fights = (view.combat is not None or bool(view.stack)) and not any(
            action.verb == "cast" for action in view.actions
        )
        if shown != "news" and (
            view.decision is None or view.decision.kind not in PLANNING or fights
        ):
            return set()
        return (
            {"hand"}
            if self._shown.selection.hand()
            and shown in ("news", *BESIDE_HAND)
            and self._shown.selection.pane in ("map", *BESIDE_HAND)
            else set()
        )

    def _share_room(self) -> None:
        """Share the height of the side among its panels, the cursor's list and the hand first."""
        lists = [panel for panel in self._lists if panel.display]
        first = sorted(
            lists,
            key=lambda panel: (panel.pane != self._shown.selection.pane, panel.pane != "hand"),
        )
        needs: dict[Widget, PanelHeight] = {panel: self._need(panel.pane) for panel in first}
        if self._news.display:
            needs[self._news] = PanelHeight(
                LEAST_LIST, 1 + self._news.length(self.side.size.width - 1)
            )
        if self._side_log.display:
            needs[self._side_log] = PanelHeight(LOG_BESIDE, LOG_BESIDE)
        rest: Widget = [*lists, self._side_log][-1]
        if self._inspector.display:
            rest, needs[self._inspector] = (
                self._inspector,
                PanelHeight(LEAST_INSPECTOR if len(needs) == 1 else LEAST_INSPECTOR_BESIDE, 0),
            )
        self.side.share(needs, rest)
        if self._map_log.display:
            board = self.board.lines_needed(self._map.size.width, self._map.size.height - LEAST_LOG)
            log = max(
                LEAST_LOG,
                self._map.size.height - self._legend.display - self._in_effect.display - board,
            )
            if self._map_log.styles.height is None or self._map_log.styles.height.value != log:
                self._map_log.styles.height = log

    def _need(self, pane: str) -> PanelHeight:
        """Return the lines for a list with its title: all of the list, if there is room."""
        if pane == "zones":
            return PanelHeight(LEAST_LIST, MANY)
        lines = 1 + max(1, len(self._shown.selection.items(pane)))
        return PanelHeight(
            min(lines, LEAST_LIST),
            max(lines, LEAST_LIST + 1)
            if pane == "here" and self._screen.has_class("-tall")
            else lines,
        )

    def _place_cursor(self) -> None:
        """Put the terminal's own cursor at the place of the table's cursor."""
        panels = [
            panel
            for panel in (self._zones_left, *self._lists)
            if panel.pane == self._shown.selection.pane and panel.display and panel.size.height
        ]
        if panels:
            panels[0].place_cursor(self._shown.selection.spot)
        else:
            self.board.place_cursor()

    def seen(self) -> str:
        """Return the text on the screen without the names of keys, for the help about signs."""
        board = "\n".join(line.plain for line in self.board.drawn())
        lines = (
            line
            for widget in self._screen.query(Lines)
            if widget.display and widget is not self.keys
            for line in widget.shown
        )
        return "\n".join((board, *lines))


def _list_of(pane: str) -> ListPanel:
    """Return the list of a pane."""
    return ListPanel(pane, id=f"list-{pane}", classes="panel list")
