"""A table that is looked at: the widgets, and what each of them shows of a View."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import Resize
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input

from engine.view import View
from tui.screens.laid_out import when_laid_out
from tui.table.action_builder import Spot
from tui.table.board.layout import is_broad
from tui.table.board.widget import BoardWidget, Highlights
from tui.table.recap import Recap
from tui.table.selection import LISTS, Selection
from tui.table.widgets.banner import Banner, InEffect
from tui.table.widgets.column import Column, PanelHeight
from tui.table.widgets.inspector import Inspector
from tui.table.widgets.lists import ListPanel
from tui.table.widgets.log import Log
from tui.table.widgets.news import RecapPanel
from tui.table.widgets.phase_bar import PhaseBar
from tui.table.widgets.player_strip import PlayerStrip
from tui.table.widgets.prompt import Prompt, notice, refusal
from tui.table.widgets.typed_line import TypedLine
from tui.terminal import theme
from tui.terminal.compositor import SideBySide
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


class SeenTable(Screen[str]):
    """A table with a cursor over a View.

    What it asks and tells is up to those that are made of it.
    """

    CSS_PATH = "table.tcss"
    AUTO_FOCUS = ""

    def __init__(self, view: View) -> None:
        super().__init__()
        self.selection = Selection(view)
        self.message = Text()
        self._compositor = SideBySide()
        # what others have done, until the first key that moves or takes something
        self._recap: Recap | None = None
        self._phase, self._players = PhaseBar(id="phase"), PlayerStrip(id="players")
        self._left, self._zones_left = (
            Vertical(id="left"),
            ListPanel("zones", id="zones-left", classes="panel"),
        )
        self._map, self._board, self._legend = (
            Vertical(id="map"),
            BoardWidget(id="board"),
            Lines(id="legend"),
        )
        self._side, self._inspector = Column(id="side"), Inspector(id="inspector", classes="panel")
        self._lists, self._news = (
            [_list_of(pane) for pane in LISTS],
            RecapPanel(id="news", classes="panel list"),
        )
        self._log, self._side_log = (
            Log(id="log", classes="panel"),
            Log(id="side-log", classes="panel list"),
        )
        self._map_log, self._foot_log = Log(id="map-log", classes="panel"), Log(id="foot-log")
        self._banner, self._in_effect = Banner(id="banner"), InEffect(id="in-effect")
        self._prompt, self._keys, self._line = (
            Prompt(id="prompt"),
            KeyStrip(id="keys"),
            TypedLine(id="command"),
        )

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
        yield self._banner
        with Horizontal(id="middle"):
            with self._left:
                yield self._zones_left
                yield self._log
            with self._map:
                yield self._board
                yield self._legend
                yield self._in_effect
                yield self._map_log
            with self._side:
                yield self._inspector
                yield self._news
                yield from self._lists
                yield self._side_log
        yield self._foot_log
        yield self._prompt
        yield self._keys
        yield self._line

    def title_logs(self, title: str) -> None:
        """Give the log its title, wherever it stands."""
        for log in (self._log, self._side_log, self._map_log):
            log.border_title = title

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

    @on(BoardWidget.SpacePressed)
    def _space_pressed(self, event: BoardWidget.SpacePressed) -> None:
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
        if self.selection.pane == event.pane:
            self.selection.move(0, event.rows)
        else:
            self.selection.pane_to(event.pane)
        self._after_key()

    # --- drawing ---

    def redraw(self) -> None:
        """Draw everything; each widget sends only what has changed."""
        if not self.is_mounted or not self.children:
            return
        selection, view = self.selection, self.selection.view
        candidates = selection.builder.candidates()
        objects = frozenset(spot.ident for spot in candidates if spot.kind == "object")
        self.set_class(is_broad(view), "-broad")
        spaces = {spot.name for spot in candidates if spot.kind == "space"} | {
            s.name for s in view.spaces if s.land in objects
        }
        current = selection.spot.ident if selection.spot.kind == "object" else 0
        self._board.show(view, self._highlights(objects, frozenset(spaces), current))
        self._show_legend()
        self._in_effect.show_view(view)
        self._banner.show_moments(
            () if self._recap is None else self._recap.moments, self.size.width
        )
        self._phase.show_turn(view, self._stops_shown())
        self._players.show_players(view)
        selection.in_haste = selection.has_to_try()
        # where the cursor is now is seen before what comes of it has been tried out
        if selection.in_haste:
            self.call_after_refresh(self._foresee)
        else:
            self._inspector.show_selection(selection)
        self._show_lists()
        self._place_cursor()
        told = self.told()
        for widget in (self._log, self._side_log, self._map_log, self._foot_log):
            widget.show_log(told)
        self._news.show_recap(self._recap)
        self._show_prompt()

    def _foresee(self) -> None:
        """Show what comes of the choice that the cursor is on, as far as that was put off for
        the cursor's sake.
        """
        if self.selection.in_haste and self.is_mounted:
            self.selection.in_haste = False
            self._inspector.show_selection(self.selection)
            self._show_prompt()

    def _show_legend(self) -> None:
        """Say below the map how to read what it shows, for as long as it does."""
        legend, words = self._legend, self.selection.legend()
        if legend.display != bool(words):
            legend.display = bool(words)
        legend.paint(lambda width, _: [cut_line(styled(f" {words}", theme.HERE), width)])

    def _highlights(
        self, objects: frozenset[int], spaces: frozenset[str], current: int
    ) -> Highlights:
        selection = self.selection
        alarm, picked = selection.overlay == "threat", selection.picked()
        news = (
            frozenset[str | int]()
            if self._recap is None
            else self._recap.spaces | self._recap.objects
        )
        return Highlights(
            selection.space,
            current,
            objects,
            spaces,
            selection.notes(),
            selection.reach(),
            alarm=alarm,
            picked=picked,
            news=news,
        )

    @property
    def keymap(self) -> dict[str, str]:
        """The player's own keys."""
        return getattr(self.app, "keymap", {})

    def _show_lists(self) -> None:
        """Show the lists for which there is room: the news and the hand as a turn begins, the
        log while others play, else the cursor's.
        """
        selection, shown = self.selection, self._shown_list()
        if shown == "zones" and self._left.display:
            shown = ""  # the players are in sight at the left
        panes = {shown, *(ALWAYS if self.has_class("-tall") else self._beside(shown))}
        self._zones_left.show_selection(selection)
        for panel in self._lists:
            panel.display = panel.pane in panes
            panel.show_selection(selection)
        self._side_log.display = shown == "log"
        self._news.display = shown == "news"
        self._inspector.display = shown != "news" or self.has_class("-tall")
        self._share_room()

    def _shown_list(self) -> str:
        """The list that is shown however little room there is."""
        selection = self.selection
        if self._recap is not None and self._recap.lines and selection.pane == "map":
            return "news"
        if (
            self.tells_log
            and selection.pane in ("map", "hand", "choices")
            and self._foot_log.display
        ):
            return "log"
        return (
            selection.pane
            if selection.pane != "map"
            else "here"
            if selection.items("here")
            else "hand"
        )

    def _beside(self, shown: str) -> set[str]:
        """The lists that stand beside that one on a short screen: the hand, while the player
        decides what to do, or could cast a card.
        """
        view = self.selection.view
        fights = (view.combat is not None or bool(view.stack)) and not any(
            action.verb == "cast" for action in view.actions
        )
        if shown != "news" and (
            view.decision is None or view.decision.kind not in PLANNING or fights
        ):
            return set()
        return (
            {"hand"}
            if self.selection.hand()
            and shown in ("news", *BESIDE_HAND)
            and self.selection.pane in ("map", *BESIDE_HAND)
            else set()
        )

    def _share_room(self) -> None:
        """Give each panel at the side the height for what it shows, the cursor's list and the
        hand before all others.
        """
        lists = [panel for panel in self._lists if panel.display]
        first = sorted(
            lists, key=lambda panel: (panel.pane != self.selection.pane, panel.pane != "hand")
        )
        needs: dict[Widget, PanelHeight] = {panel: self._need(panel.pane) for panel in first}
        if self._news.display:
            needs[self._news] = PanelHeight(
                LEAST_LIST, 1 + self._news.length(self._side.size.width - 1)
            )
        if self._side_log.display:
            needs[self._side_log] = PanelHeight(LOG_BESIDE, LOG_BESIDE)
        rest: Widget = [*lists, self._side_log][-1]
        if self._inspector.display:
            rest, needs[self._inspector] = (
                self._inspector,
                PanelHeight(LEAST_INSPECTOR if len(needs) == 1 else LEAST_INSPECTOR_BESIDE, 0),
            )
        self._side.share(needs, rest)
        if self._map_log.display:
            board = self._board.lines_needed(
                self._map.size.width, self._map.size.height - LEAST_LOG
            )
            log = max(
                LEAST_LOG,
                self._map.size.height - self._legend.display - self._in_effect.display - board,
            )
            if self._map_log.styles.height is None or self._map_log.styles.height.value != log:
                self._map_log.styles.height = log

    def _need(self, pane: str) -> PanelHeight:
        """The lines for a list with its title: all of it, so far as there is room."""
        if pane == "zones":
            return PanelHeight(LEAST_LIST, MANY)
        lines = 1 + max(1, len(self.selection.items(pane)))
        return PanelHeight(
            min(lines, LEAST_LIST),
            max(lines, LEAST_LIST + 1) if pane == "here" and self.has_class("-tall") else lines,
        )

    def _place_cursor(self) -> None:
        """The terminal's own cursor goes where the desk's is."""
        panels = [
            panel
            for panel in (self._zones_left, *self._lists)
            if panel.pane == self.selection.pane and panel.display and panel.size.height
        ]
        if panels:
            panels[0].place_cursor(self.selection.spot)
        else:
            self._board.place_cursor()

    def seen(self) -> str:
        """Return the text that is on the screen, for help with its signs; the names of keys
        aside.
        """
        board = "\n".join(line.plain for line in self._board.drawn())
        lines = (
            line
            for widget in self.query(Lines)
            if widget.display and widget is not self._keys
            for line in widget.shown
        )
        return "\n".join((board, *lines))

    def refuse(self, words: str) -> None:
        """Say until the next key that something can't be done."""
        self.message = refusal(words)
        self.redraw()

    def tell(self, words: str) -> None:
        """Say until the next key that something is so."""
        self.message = notice(words)
        self.redraw()


def _list_of(pane: str) -> ListPanel:
    """Return the list of a pane."""
    return ListPanel(pane, id=f"list-{pane}", classes="panel list")
