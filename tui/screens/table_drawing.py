"""The table as it is drawn: the widgets, and what each of them shows of a session."""

from __future__ import annotations

from collections.abc import Callable

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import Resize
from textual.screen import Screen

from tui import ending, keys, theme
from tui.desk import LISTS, Desk
from tui.ending import Ahead
from tui.recap import Recap
from tui.session import Session
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

WORKING = "This takes a moment…"
"""What the prompt says while the game is at work."""


class DrawnTable(Screen[str]):
    """A session at the table, as far as it is shown: what stands where, what is asked, what the keys would do."""

    CSS_PATH = "table.tcss"
    AUTO_FOCUS = ""

    def __init__(self, session: Session, *, pace: float = 0.4) -> None:
        """`pace` is how long each visible action of a computer player stands on the screen before the next, in seconds.

        For half as long a key that passes was meant for what was asked before.
        """
        super().__init__()
        self.session = session
        self.pace = pace
        self.desk = Desk(session.view())
        self.message = Text()
        self._typed: str | None = None  # what has been typed of a space's name after "go"
        self._confirmed: Callable[[], object] | None = None  # what "yes" does, when the screen itself asked
        self._working = False  # something is being done to the game beside the screen: nothing of it may be looked at
        self._shown = -1  # the moment of the game that is on the screen
        self._failed = False  # a computer player could not answer
        self._others_acted = False  # since the person at the keys was asked
        self._passed = False  # what the person at the keys did last was to pass, or to be done
        self._earliest = 0.0  # when what is asked now may be passed over
        self._ahead: Ahead | None = None  # what comes when what is asked now is passed over
        self._recap: Recap | None = None  # what others have done, until the first key that moves or takes something
        self._asking = ""  # a question of the screen's own
        self._held = ""  # why nothing goes on until a key is pressed: a turn is over that nobody has ended

    # --- composition ---

    def compose(self) -> ComposeResult:
        yield PhaseBar(id="phase")
        yield PlayerStrip(id="players")
        with Horizontal(id="middle"):
            with Vertical(id="left"):
                yield ListPanel("zones", id="zones-left", classes="panel")
                yield Log(id="log", classes="panel")
            with Vertical(id="map"):
                yield Board(id="board")
                yield Lines(id="legend")
            with Vertical(id="side"):
                yield Inspector(id="inspector", classes="panel")
                for pane in LISTS:
                    yield ListPanel(
                        pane, id=f"list-{pane}", classes="panel list" + (" -always" if pane in ("here", "hand", "stack") else "")
                    )
                yield Log(id="side-log", classes="panel list")
                yield News(id="news", classes="panel list")
        yield Log(id="foot-log")
        yield Prompt(id="prompt")
        yield KeyStrip(id="keys")
        yield TypedLine(id="command")

    def on_resize(self, _: Resize) -> None:
        self.call_after_refresh(self.redraw)

    @property
    def _line(self) -> TypedLine:
        return self.query_one("#command", TypedLine)

    def _close_command_line(self) -> None:
        self._line.close()
        self.set_focus(None)

    # --- drawing ---

    @property
    def waiting(self) -> str:
        """What the prompt says when this person is not asked anything."""
        if self._working:
            return WORKING
        if self._held:
            return self._held
        decision = self.session.game.decision
        if decision is None:
            return ""
        if decision.seat == self.session.viewer:
            return "The game goes on…" if self._goes_on() else ""
        return f"{self.session.game.state.players[decision.seat].name} is choosing…{self._passing()}"

    def _passing(self) -> str:
        """What is passed for this person by itself, and how to end that."""
        seat = self.session.viewer
        passing = self.session.stops[seat].passing(self.desk.view) if seat in self.session.stops else ""
        return f" You pass {passing}: z ends that" if passing else ""

    def _goes_on(self) -> bool:
        """Whether what this person is asked is about to be answered for them: it is shown to nobody."""
        decision = self.session.game.decision
        return decision is not None and decision.seat == self.session.viewer and self.session.answers_itself

    def redraw(self) -> None:
        """Draw everything; each widget sends only what has changed."""
        if not self.is_mounted or not self.query("#prompt"):
            return
        desk, view = self.desk, self.desk.view
        candidates = desk.choosing.candidates()
        objects = frozenset(spot.ident for spot in candidates if spot.kind == "object")
        spaces = {spot.name for spot in candidates if spot.kind == "space"} | {s.name for s in view.spaces if s.land in objects}
        current = desk.spot.ident if desk.spot.kind == "object" else 0
        self.query_one(Board).show(view, self._highlights(objects, frozenset(spaces), current))
        self._show_legend()
        self.query_one(PhaseBar).show_turn(view, self._stops_shown())
        self.query_one(PlayerStrip).show_players(view)
        self.query_one(Inspector).show_desk(desk)
        self._show_lists()
        self._place_cursor()
        log = self.session.log()
        for widget in self.query(Log):
            widget.show_log(log)
        self.query_one(News).show_recap(self._recap)
        self.query_one(Prompt).show_desk(desk, self.message, self.waiting, closing=self._keyed(self._closing_words()), asking=self._asking)
        self.query_one(KeyStrip).show_keys(self._useful_keys(), self.keymap, "" if self._typed is None else f"go to: {self._typed}_ ")

    def _show_legend(self) -> None:
        """Say below the map how to read what it shows, for as long as it does."""
        legend, words = self.query_one("#legend", Lines), self.desk.legend()
        if legend.display != bool(words):
            legend.display = bool(words)
        legend.paint(lambda width, _: [cut_line(styled(f" {words}", theme.HERE), width)])

    def _highlights(self, objects: frozenset[int], spaces: frozenset[str], current: int) -> Highlights:
        desk = self.desk
        alarm, picked = desk.overlay == "threat", desk.picked()
        news = frozenset[str | int]() if self._recap is None else self._recap.spaces | self._recap.objects
        return Highlights(desk.space, current, objects, spaces, desk.notes(), desk.reach(), alarm=alarm, picked=picked, news=news)

    def _keyed(self, words: str) -> str:
        """Words with the key that does what they say."""
        key = keys.key_words(self.keymap.get("table.go-on", keys.BY_ID["table.go-on"].keys))[0]
        return f"{key.capitalize() if len(key) > 1 else key}: {words}" if words else ""

    def _closing_words(self) -> str:
        """What the key that passes does now; nothing while it does nothing."""
        if self._asking or self._working:
            return ""
        if self._held:
            return f"Let {self.session.game.state.players[self.session.game.state.turn.active].name} begin"
        view = self.desk.view
        return "" if self.waiting else ending.words(view, self._ahead)

    @property
    def keymap(self) -> dict[str, str]:
        """The player's own keys."""
        return getattr(self.app, "keymap", {})

    def _show_lists(self) -> None:
        """Show the lists that there is room for, and always the one that the cursor is in; the log for what others do."""
        shown = self.desk.pane if self.desk.pane != "map" else "here" if self.desk.items("here") else "hand"
        watching, little_room = self.waiting and self.desk.pane in ("map", "hand", "choices"), self.query_one("#foot-log").display
        news = self._recap is not None and self.desk.pane == "map"
        if news or (watching and little_room):
            shown = "news" if news else "log"
        self.query_one(Inspector).display = not (news and self.has_class("-short"))
        zones_at_left = shown == "zones" and bool(self.query_one("#left").display)
        for panel in self.query(ListPanel):
            if panel.id != "zones-left":
                panel.set_class(panel.pane == shown and not zones_at_left, "-shown")
            panel.show_desk(self.desk)
        self.query_one("#side-log").set_class(shown == "log", "-shown")
        self.query_one(News).set_class(shown == "news", "-shown")

    def _place_cursor(self) -> None:
        """The terminal's own cursor goes where the desk's is."""
        panels = [panel for panel in self.query(ListPanel) if panel.pane == self.desk.pane and panel.display and panel.size.height]
        if panels:
            panels[0].place_cursor(self.desk.spot)
        else:
            self.query_one(Board).place_cursor()

    def _stops_shown(self) -> set[int]:
        seat = self.session.viewer
        if seat is None or seat not in self.session.stops:
            return set()
        stops = self.session.stops[seat]
        return stops.own if self.desk.view.turn.active == seat else stops.others

    def _useful_keys(self) -> list[tuple[str, str]]:
        """Commands for the strip of keys, those that answer the question first."""
        desk = self.desk
        found: list[tuple[str, str]] = []
        if self._confirmed is not None:
            return [("table.yes", ""), ("table.no", "")]
        if self._held:
            return [("table.go-on", self._closing_words()), *self._lasting_keys()]
        if desk.choosing.candidates():
            found += [("table.take", "")] if desk.can_take() else []
            found += [("table.next-choice", "")]
        found += [("table.back", "undo pick")] if desk.choosing.picked else []
        if words := self._closing_words():
            found.append(("table.go-on", words.partition(",")[0]))
        pairs = (("table.yes", ("yes", "keep")), ("table.no", ("no", "mulligan")),
                 ("table.auto", ("auto",)), ("table.take-back", ("take-back",)))  # fmt: skip
        for ident, verbs in pairs:
            if action := desk.verb(*verbs):
                found.append((ident, action.verb.replace("-", " ") if action.verb != "auto" else ""))
        if words and words != ending.END_TURN and ending.can_end(desk.view):
            found.append(("table.end-turn", ""))
        found += [("table.all", self._all_words())] if self._all_words() else []
        found += [("table.yield", "")] if desk.verb("pass") else []
        return found + self._lasting_keys()

    def _all_words(self) -> str:
        """What the key for all does here; nothing where it does nothing."""
        view = self.desk.view
        if len([action for action in view.actions if action.verb == "attacker" and not action.target]) > 1:
            return "attack with all"
        here = {item.id for item in self.desk.standing(self.desk.space)}
        movers = {action.object for action in view.actions if action.verb == "move" and action.object in here}
        return "move all" if len(movers) > 1 else ""

    def _lasting_keys(self) -> list[tuple[str, str]]:
        """Commands that are always of use."""
        rest = ("help", "pane-to-hand", "pane-to-here", "pane-to-map", "pane-to-choices", "pane-to-zones", "overlay", "log", "command")
        return [(f"table.{name}", "") for name in rest]

    def refuse(self, words: str) -> None:
        """Say until the next key that something can't be done."""
        self.message = refusal(words)
        self.redraw()

    def tell(self, words: str) -> None:
        """Say until the next key that something is so."""
        self.message = notice(words)
        self.redraw()
