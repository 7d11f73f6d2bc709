"""The table: the game as one player sees it, and the keys with which it is played."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from msgspec.structs import replace
from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import Key, Resize
from textual.screen import Screen
from textual.widgets import Input

from engine.actions import Action, IllegalAction
from engine.replay import GameFaultError
from tui import command_line, keys
from tui.choosing import Spot
from tui.deed import Deed
from tui.desk import LISTS, Desk
from tui.session import Next, Session
from tui.thinking import ThinkingError
from tui.widgets.board import Board, Highlights
from tui.widgets.inspector import Inspector
from tui.widgets.key_strip import KeyStrip
from tui.widgets.lines import Lines
from tui.widgets.lists import ListPanel
from tui.widgets.log import Log
from tui.widgets.phase_bar import PhaseBar
from tui.widgets.player_strip import PlayerStrip
from tui.widgets.prompt import Prompt, notice, refusal
from tui.widgets.typed_line import TypedLine

WORKING = "This takes a moment…"
"""What the prompt says while the game is at work."""
LONGEST_PASSING = 200
"""Times that priority is passed by itself in a row before the player is asked after all."""


class TableScreen(Screen[str]):
    """A session at the table. Dismissed with "left", "over" or, where the engine went wrong, "fault"."""

    BINDINGS = keys.bindings("table")
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
        self._news: Spot | None = None  # where the cursor stood when the log was laid open with what others had done

    # --- composition ---

    def compose(self) -> ComposeResult:
        yield PhaseBar(id="phase")
        yield PlayerStrip(id="players")
        with Horizontal(id="middle"):
            with Vertical(id="left"):
                yield ListPanel("zones", id="zones-left", classes="panel")
                yield Log(id="log", classes="panel")
            yield Board(id="board")
            with Vertical(id="side"):
                yield Inspector(id="inspector", classes="panel")
                for pane in LISTS:
                    yield ListPanel(
                        pane, id=f"list-{pane}", classes="panel list" + (" -always" if pane in ("here", "hand", "stack") else "")
                    )
                yield Log(id="side-log", classes="panel list")
        yield Log(id="foot-log")
        yield Prompt(id="prompt")
        yield KeyStrip(id="keys")
        yield TypedLine(id="command")

    def on_mount(self) -> None:
        self.query_one("#log").border_title = self.query_one("#side-log").border_title = "Log"
        self.call_after_refresh(self.go_on)

    def on_resize(self, _: Resize) -> None:
        self.call_after_refresh(self.redraw)

    # --- the game goes on ---

    def go_on(self) -> None:
        """Show the position and see to it that whoever must choose next is asked."""
        try:
            for _ in range(LONGEST_PASSING):
                if not self.session.pass_by_itself():
                    break
        except GameFaultError as fault:
            self._end_with(fault)
            return
        waits_for = self.session.next()
        if waits_for is Next.HAND_OVER:
            self.session.viewer = None
        self.show_view()
        if unsaved := self.session.recorder.unsaved:
            self.refuse(f"Not saved: {unsaved}. The game goes on, and is saved as soon as it can be.")
        if waits_for is Next.HAND_OVER:
            self._hand_over()
        elif waits_for is Next.COMPUTER:
            self.run_worker(self._let_computer_play(), exclusive=True, group="computer")
        elif waits_for is Next.NOBODY:
            self._game_over()

    def show_view(self) -> None:
        """Draw the position as whoever sees the screen may know it. What was said of an earlier one is out of date."""
        if self._shown != self.session.moment:
            self._earliest = time.monotonic() + self.pace / 2 if self._passed or self._others_acted else 0.0
            self.message = self.message if self._confirmed is not None else Text()
        self._shown = self.session.moment
        view = self.session.view()
        self.desk.show(replace(view, decision=None, actions=()) if self._goes_on() else view)
        self.set_class(self.desk.view.is_of_squares, "-squares")
        self._lay_open_news()
        self.redraw()

    def _lay_open_news(self) -> None:
        """Once others have acted the log stays in sight until the cursor is moved, unless something else is asked than what to do."""
        view = self.desk.view
        self._news = None
        if self._others_acted and view.actions and view.decision and view.decision.kind == "priority" and not view.stack:
            self.desk.to_map()
            self._news = self.desk.spot

    def act(self, action: Action) -> None:
        """Carry out an action of the person at the keys."""
        self._do(lambda: self.session.answer(action), passing=action.verb in ("pass", "done"))

    def _do(self, do: Callable[[], object], *, passing: bool = False) -> None:
        """Do something to the game. What takes long goes on beside the screen, which says so and takes nothing else meanwhile."""
        if self._working:
            self.refuse("What was done last is still being carried out.")
            return
        deed = Deed(do)
        if deed.is_done_at_once():
            self._done(deed, passing=passing)
            return
        self._working = True
        self.redraw()
        self.run_worker(self._wait_for(deed, passing=passing), group="deed")

    async def _wait_for(self, deed: Deed, *, passing: bool) -> None:
        await asyncio.to_thread(deed.join)
        self._working = False
        self._done(deed, passing=passing)

    def _done(self, deed: Deed, *, passing: bool) -> None:
        """Go on after a deed of the person at the keys, or say what came of it."""
        if isinstance(deed.error, IllegalAction):
            self.refuse(str(deed.error))
        elif isinstance(deed.error, GameFaultError):
            self._end_with(deed.error)
        elif deed.error is not None:
            raise deed.error
        else:
            self._others_acted, self._passed = False, passing
            self.go_on()

    async def _let_computer_play(self) -> None:
        moment = self.session.moment
        before = len(self.session.log())
        try:
            action = await asyncio.to_thread(self.session.think)
        except (ThinkingError, IllegalAction) as error:
            self._failed = True
            self.refuse(f"The computer player failed (Enter asks again): {error}")
            return
        if moment != self.session.moment:
            return
        self._working = True
        try:
            await asyncio.to_thread(self.session.act, action)
        except GameFaultError as fault:
            self._end_with(fault)
            return
        finally:
            self._working = False
        self._others_acted = True
        if action.verb != "pass" and len(self.session.log()) > before and self.pace:
            self.show_view()
            await asyncio.sleep(self.pace)
        self.call_later(self.go_on)

    def _hand_over(self) -> None:
        from tui.screens.hand_over import HandOverScreen

        decision = self.session.game.decision
        assert decision is not None
        self._come_to_front()
        name = self.session.game.state.players[decision.seat].name
        self.app.push_screen(
            HandOverScreen(name, decision.seat, pause=2 * self.pace, unsaved=self.session.recorder.unsaved), self._handed_over
        )

    def _handed_over(self, ready: bool | None) -> None:
        if not ready:
            self.dismiss("left")
            return
        self.session.hand_over()
        self.desk = Desk(self.session.view())
        self._others_acted = True
        self.go_on()

    def _game_over(self) -> None:
        from tui.saves import finish
        from tui.screens.game_over import GameOverScreen

        self._come_to_front()
        finish(self.session.recorder.path)
        self.app.push_screen(GameOverScreen(self.session.game.view_for(None), self.session.log()), lambda _: self._leave("over"))

    def _leave(self, how: str) -> None:
        """Leave the table. Nothing is returned: a screen can't wait until it has gone itself."""
        self.dismiss(how)

    def _end_with(self, fault: GameFaultError) -> None:
        """The engine went wrong: nothing of the position can be relied on, so that nothing more is asked or drawn of it."""
        from tui.saves import write_report
        from tui.screens.fault import FaultScreen

        recorder = self.session.recorder
        saved = f"What was done last is not saved: {recorder.unsaved}." if recorder.unsaved else "It is saved up to the decision before."
        self._come_to_front()
        self.app.push_screen(FaultScreen([f"{fault}.", saved, write_report(fault, recorder.path)]), lambda _: self._leave("fault"))

    def _come_to_front(self) -> None:
        """Close what the person at the keys has opened and begun: pages, a line being typed, a question of the screen's own."""
        while self.app.screen is not self:
            self.app.pop_screen()
        self._close_command_line()
        self._typed, self._confirmed, self.message = None, None, Text()

    # --- drawing ---

    @property
    def waiting(self) -> str:
        """What the prompt says when this person is not asked anything."""
        if self._working:
            return WORKING
        decision = self.session.game.decision
        if decision is None:
            return ""
        if decision.seat == self.session.viewer:
            return "The game goes on…" if self._goes_on() else ""
        return f"{self.session.game.state.players[decision.seat].name} is choosing…"

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
        self.query_one(PhaseBar).show_turn(view, self._stops_shown())
        self.query_one(PlayerStrip).show_players(view)
        self.query_one(Inspector).show_desk(desk)
        self._show_lists()
        self._place_cursor()
        log = self.session.log()
        for widget in self.query(Log):
            widget.show_log(log)
        self.query_one(Prompt).show_desk(desk, self.message, self.waiting)
        self.query_one(KeyStrip).show_keys(self._useful_keys(), self.keymap, "" if self._typed is None else f"go to: {self._typed}_ ")

    def _highlights(self, objects: frozenset[int], spaces: frozenset[str], current: int) -> Highlights:
        desk = self.desk
        alarm, picked = desk.overlay == "threat", desk.picked()
        return Highlights(desk.space, current, objects, spaces, desk.notes(), desk.reach(), alarm=alarm, picked=picked)

    @property
    def keymap(self) -> dict[str, str]:
        """The player's own keys."""
        return getattr(self.app, "keymap", {})

    def _show_lists(self) -> None:
        """Show the lists that there is room for, and always the one that the cursor is in; the log for what others do."""
        shown = self.desk.pane if self.desk.pane != "map" else "here" if self.desk.items("here") else "hand"
        watching, little_room = self.waiting and self.desk.pane in ("map", "hand", "choices"), self.query_one("#foot-log").display
        news = little_room and self._news == self.desk.spot
        if news or (watching and little_room):
            shown = "log"
        self.query_one(Inspector).display = not (news and self.has_class("-short"))
        zones_at_left = shown == "zones" and bool(self.query_one("#left").display)
        for panel in self.query(ListPanel):
            if panel.id != "zones-left":
                panel.set_class(panel.pane == shown and not zones_at_left, "-shown")
            panel.show_desk(self.desk)
        self.query_one("#side-log").set_class(shown == "log", "-shown")

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
        if desk.choosing.candidates():
            found += [("table.take", "")] if desk.can_take() else []
            found += [("table.next-choice", "")]
        found += [("table.back", "undo pick")] if desk.choosing.picked else []
        pairs = (("table.go-on", ("pass", "done")), ("table.yes", ("yes", "keep")), ("table.no", ("no", "mulligan")),
                 ("table.auto", ("auto",)), ("table.take-back", ("take-back",)))  # fmt: skip
        for ident, verbs in pairs:
            if action := desk.verb(*verbs):
                found.append((ident, action.verb.replace("-", " ") if action.verb != "auto" else ""))
        found += [("table.yield", "")] if desk.verb("pass") else []
        rest = ("help", "pane-to-hand", "pane-to-here", "pane-to-map", "pane-to-choices", "pane-to-zones", "overlay", "log", "command")
        return found + [(f"table.{name}", "") for name in rest]

    def refuse(self, words: str) -> None:
        """Say until the next key that something can't be done."""
        self.message = refusal(words)
        self.redraw()

    def tell(self, words: str) -> None:
        """Say until the next key that something is so."""
        self.message = notice(words)
        self.redraw()

    # --- keys ---

    def on_key(self, event: Key) -> None:
        """Characters that are no command: the rest of a space's name, or a choice's number."""
        if self._typed is not None:
            event.stop()
            event.prevent_default()
            self._type_name(event.key, event.character or "")
        elif event.character and event.character.isdigit():
            self.desk.by_number(int(event.character))
            self._after_key()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While a space's name or a line is being typed, letters are letters, and what is behind stays as it is."""
        if action.startswith("app."):
            return True
        typing = self._typed is not None or (self._line.is_open and action not in ("back", "next_choice"))
        return None if typing else True

    def _type_name(self, key: str, character: str) -> None:
        names = [space.name for space in self.desk.view.spaces]
        typed = (self._typed or "") + (character if key != "enter" else "")
        matches = [name for name in names if name.startswith(typed)] if character and key != "escape" else []
        self._typed = typed if matches and key != "enter" else None
        if typed in names and (len(matches) == 1 or key == "enter"):
            self._typed = None
            self.desk.go_to(Spot("space", name=typed))
        self._after_key()

    def _after_key(self) -> None:
        self.message = Text()
        self.redraw()

    def action_move(self, dx: int, dy: int) -> None:
        self.desk.move(dx, dy)
        self._after_key()

    def action_pane(self, pane: str) -> None:
        self.desk.pane_to(pane)
        self._after_key()

    def action_next_choice(self) -> None:
        if not self._line.is_open:
            self.desk.cycle(1)
            self._after_key()
        elif self._line.finding:
            self._find(onward=True)
        else:
            self._line.complete()

    def action_previous_choice(self) -> None:
        self.desk.cycle(-1)
        self._after_key()

    def action_take(self) -> None:
        self.message = Text()
        if self._ask_again():
            return
        if not self.desk.can_take() and self.desk.choosing.candidates():
            self.refuse("There is nothing to choose here: Tab goes through what is possible.")
            return
        action = self.desk.take()
        if action is not None:
            self.act(action)
        else:
            self.redraw()

    def _ask_again(self) -> bool:
        """Ask a computer player again that has failed; false where none has."""
        failed, self._failed = self._failed, False
        if failed:
            self.go_on()
        return failed

    def action_back(self) -> None:
        if self._line.is_open:
            self._close_command_line()
            return
        self._confirmed = None
        self.desk.back()
        self._after_key()

    def _answer(self, *verbs: str, otherwise: str) -> None:
        """Take the first of these actions that is legal."""
        self.message = Text()
        if self._ask_again():
            return
        action = self.desk.verb(*verbs)
        if action is not None:
            self.act(action)
        else:
            self.refuse(f"Nothing is asked of you now: {self.waiting}" if self.waiting else otherwise)

    def action_go_on(self) -> None:
        if self.desk.verb("pass", "done") and time.monotonic() < self._earliest:
            self.refuse("Not passed: this is asked only now. Press again to pass.")
            return
        self._pass()

    def _pass(self) -> None:
        self._answer("pass", "done", otherwise="This must be chosen: Tab goes through what is possible.")

    def action_take_back(self) -> None:
        self._answer("take-back", otherwise="There is nothing to take back.")

    def action_auto(self) -> None:
        self._answer("auto", otherwise="There is nothing to pay.")

    def action_yes(self) -> None:
        if self._confirmed is not None:
            confirmed, self._confirmed = self._confirmed, None
            self.message = Text()
            confirmed()
        else:
            self._answer("yes", "keep", otherwise="Nothing here is answered with yes.")

    def action_no(self) -> None:
        if self._confirmed is not None:
            self._confirmed = None
            self._after_key()
        else:
            self._answer("no", "mulligan", otherwise="Nothing here is answered with no.")

    def action_go(self) -> None:
        self._typed = ""
        self._after_key()

    def action_overlay(self) -> None:
        self.desk.next_overlay()
        self.message = Text()
        squares = self.desk.view.is_of_squares
        what = "power that could strike there" if squares else "power there + one move away"
        words = {"threat": f"Threats: others' {what}", "reach": f"Your reach: {what}"}
        self.tell(words[self.desk.overlay]) if self.desk.overlay else self.redraw()

    def action_zoom(self, step: int) -> None:
        if self.query_one(Board).zoom(step):
            self._after_key()
        else:
            squares = self.desk.view.is_of_squares
            self.refuse("The squares are as large or small as can be." if squares else "This map is shown whole: there is nothing to zoom.")

    def action_yield(self) -> None:
        seat = self.session.viewer
        if seat is not None and self.desk.verb("pass"):
            self.session.stops[seat].start_yield(self.desk.view)
            self._pass()
        else:
            self.refuse("There is no priority to pass.")

    def action_full_control(self) -> None:
        if (seat := self.session.viewer) is not None:
            stops = self.session.stops[seat]
            stops.full_control = not stops.full_control
            self.tell("You are asked at every opportunity." if stops.full_control else "You are asked at your stops.")

    def action_stop(self) -> None:
        self._toggle_stop(self.desk.view.turn.step)

    def _toggle_stop(self, step: int) -> None:
        turn = self.desk.view.turn
        if (seat := self.session.viewer) is None or step < 0:
            return
        stops, own = self.session.stops[seat], turn.active == seat
        where = ("your own " if own else "others' ") + turn.steps[step]
        if own and stops.is_last_main(step):
            self.refuse(f"The stop in {where} stays: without it a whole turn of yours could go by.")
        elif stops.toggle(step, own=own):
            self.tell(f"Stop set: you are asked in {where}.")
        else:
            self.tell(f"Stop cleared: {where} is passed unless something happens.")

    def _confirm(self, question: str, then: Callable[[], object]) -> None:
        self._confirmed = then
        self.tell(f"{question} y: yes, n: no")

    def action_concede(self) -> None:
        if self.session.viewer is not None and self.session.game.decision is not None:
            self._confirm("Give up this game?", self._concede)

    def _concede(self) -> None:
        assert self.session.viewer is not None
        viewer = self.session.viewer
        self._do(lambda: self.session.concede(viewer))

    def action_leave(self) -> None:
        unsaved = self.session.recorder.unsaved
        saved = f"What was done last is lost then: {unsaved}." if unsaved else "The game is saved."
        self._confirm(f"Leave the table? {saved}", lambda: self._leave("left"))

    def action_help(self) -> None:
        from tui.screens.pages import help_page

        self.app.push_screen(help_page("table", self.keymap))

    def action_log(self) -> None:
        from tui.screens.pages import log_page

        self.app.push_screen(log_page(self.session.log()))

    def action_read(self) -> None:
        from tui.screens.pages import about_page

        self.app.push_screen(about_page(self.desk, self.waiting, self.size.width))

    def action_rules(self) -> None:
        from tui.screens.pages import rules_page

        self.app.push_screen(rules_page(self.session.game.rules))

    # --- the command line ---

    @property
    def _line(self) -> TypedLine:
        return self.query_one("#command", TypedLine)

    def action_command(self) -> None:
        self._after_key()
        self._line.open("an action, a space or a command", command_line.suggester(self.desk.view))

    def action_find(self) -> None:
        self.desk.pane_to("choices")
        self._after_key()
        self._line.open("words of an option: Tab goes to the next that has them", finding=True)

    def _find(self, *, onward: bool) -> None:
        found = self.desk.seek(self._line.value, onward=onward)
        self.message = Text() if found else refusal("No option has these words.")
        self.redraw()

    @on(Input.Changed, "#command")
    def _line_changed(self) -> None:
        if self._line.finding and self._line.value:
            self._find(onward=False)

    @on(Input.Submitted, "#command")
    def _command_given(self, event: Input.Submitted) -> None:
        finding = self._line.finding
        self._close_command_line()
        self.message = Text()
        if finding:
            self.redraw()
            return
        try:
            done = command_line.understand(event.value, self.desk.view)
        except (IllegalAction, command_line.UnknownCommand) as problem:
            self.refuse(str(problem))
            return
        if isinstance(done, Spot):
            self.desk.go_to(done)
            self.redraw()
        elif isinstance(done, Action):
            self.act(done)
        else:
            self.run_worker(self.run_action(done.action))

    def _close_command_line(self) -> None:
        self._line.close()
        self.set_focus(None)

    @on(Input.Blurred, "#command")
    def _command_left(self) -> None:
        self._line.close()

    # --- the mouse ---

    @on(Board.SpacePressed)
    def _space_pressed(self, event: Board.SpacePressed) -> None:
        self._pressed(Spot("space", name=event.space), "map")

    @on(Lines.Pressed)
    def _line_pressed(self, event: Lines.Pressed) -> None:
        lines = event.lines
        if isinstance(lines, ListPanel) and (spot := lines.spot_at(event.row)) is not None:
            self._pressed(spot, lines.pane)
        elif isinstance(lines, PhaseBar) and (step := lines.step_at(event.column)) is not None:
            self._toggle_stop(step)
        elif isinstance(lines, Log):
            self.action_log()

    @on(ListPanel.Rolled)
    def _list_rolled(self, event: ListPanel.Rolled) -> None:
        if self.desk.pane == event.pane:
            self.desk.move(0, event.rows)
        else:
            self.desk.pane_to(event.pane)
        self._after_key()

    def _pressed(self, spot: Spot, pane: str) -> None:
        self.message = Text()
        action = self.desk.press(spot, pane)
        if action is not None:
            self.act(action)
        else:
            self.redraw()
