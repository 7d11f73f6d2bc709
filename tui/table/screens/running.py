"""The table as a game goes on at it: whoever must choose is asked, computer players play, the
screen is handed over, a game ends.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress

from rich.text import Text
from textual.screen import Screen

from engine.actions import Action, IllegalAction
from engine.base.records import replace
from engine.events import Event
from engine.history.replay import GameFaultError
from engine.history.undo import Decided
from tui.screens.laid_out import when_laid_out
from tui.session.ai_process import ThinkingError
from tui.session.background import BackgroundTask
from tui.session.branching import PLAY_ON
from tui.session.progress import last_deed
from tui.session.protocol import Next
from tui.settings import key_commands
from tui.table import recap, wording
from tui.table.action_builder import spot_of
from tui.table.screens.drawing import DrawnTable
from tui.table.selection import Selection
from tui.table.stops import passing as ending
from tui.table.widgets.prompt import notice, said_of

# paces during which a key that passes was meant for the step before, if the game went on to another
# by itself
SLIDING = 2.5
NEW = 2.0  # seconds for which a question counts as new at most: a key that comes later answers it
# times that priority is passed by itself in a row before the player is asked after all
LONGEST_PASSING = 200


class RunningTable(DrawnTable):
    """A table at which a game goes on."""

    def on_mount(self) -> None:
        # nothing goes on while the person at the keys is away, looking back on the game
        self._present = asyncio.Event()
        self._present.set()
        # so many events have been looked through for turns that end
        self._heard = len(self.session.events)
        turn = self.session.view().turn
        self._turn = (turn.active, turn.number)  # the last turn that was heard of
        # what has happened while a seat was asked about something under way
        self._untold: dict[int | None, list[Event]] = {}
        self._put_off: list[Event] = []  # what is put off so while what is asked now is
        self._asked_in = -1  # number of the turn in which the person at the keys was asked last
        self._ended = 0  # number of the turn that the person at the keys has ended
        # number and step of the turn of their own in which they were asked last
        self._stood = (0, -1)
        self._told_unsaved = ""  # why the game is not saved, as it was told last
        # what the key that passes was said to do before the last thing was done with priority
        self._offered = ""
        self._said = ""  # what the key that passes was said to do when it was pressed last
        self.title_logs(self._log_title())
        self.session.listen(lambda: self.call_later(self.hear))
        when_laid_out(self, self.go_on)

    def _log_title(self) -> str:
        """What the log is, and how to ask about the clauses at the ends of its lines."""
        log, why = (
            key_commands.first_key(command, self.keymap) for command in ("table.log", "log.why")
        )
        return f"Log ({log}, {why}: clauses)"

    def go_on(self) -> None:
        """Show the position and see to it that whoever must choose next is asked."""
        self._forget_pending()
        try:
            for _ in range(LONGEST_PASSING):
                if not self.session.pass_by_itself():
                    break
        except GameFaultError as fault:
            self._end_with(fault)
            return
        waits_for = self.session.next()
        if self._turn_slips() and waits_for in (Next.COMPUTER, Next.HAND_OVER):
            self._held = "Your turn is over: you had nothing left to do"
            self.show_view()
            return
        if waits_for is Next.HAND_OVER:
            self.session.viewer = None
        self._show_or_skip(waits_for)
        if (unsaved := self.session.unsaved) != self._told_unsaved:
            self._told_unsaved = unsaved
            if unsaved:
                self.refuse(
                    f"Not saved: {unsaved}. You can play on; the game will be saved as soon as "
                    "possible."
                )
        if waits_for is Next.HAND_OVER:
            self._hand_over()
        elif waits_for is Next.COMPUTER:
            self.run_worker(self._let_computer_play(), exclusive=True, group="computer")
        elif waits_for is Next.NOBODY:
            self._game_over()
        elif waits_for is Next.PERSON and self._others_acted:
            self.app.bell()

    async def hear(self) -> None:
        """Something has come from where the game is led."""
        if not self._present.is_set():
            return  # whoever returns from looking back hears it then
        heard = self.session.hear()
        if heard.closed:
            self._come_to_front()
            self.app.notify(heard.closed, severity="warning")
            self._leave("left")
            return
        self._others_acted = self._others_acted or heard.others
        if heard.back:
            self.went_back()
        elif self._shown != self.session.moment:
            self.go_on()
        elif not heard.refusal:  # something besides the game: what is picked stays picked
            self._look_ahead()
            self.redraw()
        if heard.notice:
            self.tell(heard.notice)
        if heard.refusal:
            self.refuse(heard.refusal)

    def _show_or_skip(self, waits_for: Next) -> None:
        """Draw the position, but what leads to the end of a round that is skipped."""
        self._others_play = waits_for is Next.COMPUTER
        if not self._others_play:
            self.watching.rest()
        if not self.watching.skipping:
            self.show_view()

    def show_view(self) -> None:
        """Draw the position as whoever sees the screen may know it.

        What was said of an earlier one is out of date.
        """
        if self._shown != self.session.moment:
            self._earliest = (
                time.monotonic() + min(self.pace / 2, NEW)
                if self._passed or self._others_acted
                else 0.0
            )
            self._unmet_until, self._came = 0.0, ""
            self.message = self.message if self._confirmed is not None else Text()
        self._shown = self.session.moment
        view = self.session.view()
        goes_on = self._goes_on()
        self._put = -1 if goes_on else self._shown
        self.selection.show(replace(view, decision=None, actions=()) if goes_on else view)
        self.set_class(self.selection.view.is_of_squares, "-squares")
        self._look_ahead()
        self._lay_open_news()
        self._tell_placed()
        self.redraw()

    def _tell_placed(self) -> None:
        """Go to a creature that was placed without a question, and say how to choose another
        space.
        """
        placed = self.session.placed
        if placed is None or not self.selection.view.actions:
            return
        self.selection.go_to(spot_of(placed.object))
        name, undo = (
            self.selection.view.object_name(placed.object),
            key_commands.first_key("table.undo", self.keymap),
        )
        self.message = self.message or notice(
            f"{name} enters at {placed.space}. {undo}: choose another space"
        )

    def _look_ahead(self) -> None:
        """Find out what passing would lead to."""
        self._ahead = self.session.ahead() if self.selection.view.actions else None

    def _lay_open_news(self) -> None:
        """Once others have acted, say in a banner what is asked, and lay open what they did until
        the first key that moves or takes.

        Where something else is asked than what to do, what that is about stays in sight instead.
        """
        view, decision = self.selection.view, self.selection.view.decision
        told = [*self._untold.get(self.session.viewer, ()), *self.session.news()]
        self._recap = recap.of_moments(told, view)
        self._put_off = []
        where = self._where()
        goes_on, self._asked_in = self._asked_in == view.turn.number, view.turn.number
        heard = any(
            recap.takes_part(event, self.session.viewer) or event.kind == "turn" for event in told
        )
        decided = ". ".join(recap.deciding(told, view))
        opening = recap.opening(told, view)
        if decision is None or not view.actions or not heard:  # others have passed at most
            forced, over = recap.forced_moves(told, view.seat), recap.passed_over(told) or where
            barred = " ".join(filter(None, (opening, decided and f"{decided}.", forced, over)))
            self.message = notice(barred) if barred and not self.message else self.message
            return
        found = recap.recap_of(told, view)
        if goes_on and not where and not found.lines and not view.stack and view.combat is None:
            return  # others have only passed: one's turn goes on
        asked = where or found.banner if self._others_acted else ""
        said = " ".join(filter(None, (opening, decided and f"{decided}.", asked)))
        if said and not self.message:
            self.message = notice(said)
        if decision.kind in ending.OPEN and not view.stack and view.combat is None and found.lines:
            self.selection.to_map()
            self._recap = found
        elif found.lines and not self.session.led_elsewhere:
            self._put_off = told

    def _where(self) -> str:
        """Where in their turn the person at the keys is, and what passing does there: where that
        isn't what they were told.
        """
        view, turn, stood = self.selection.view, self.selection.view.turn, self._stood
        if view.decision is None or not view.actions or turn.active != view.seat:
            return ""
        self._stood = turn.number, turn.step
        if stood[0] != turn.number:
            return ""
        here, there = turn.steps[turn.step], turn.steps[stood[1]]
        if stood[1] != turn.step and here not in self._said:
            now, asks_for_moves = (
                time.monotonic(),
                any(action.verb in ending.MOVING for action in view.actions),
            )
            self._earliest = max(self._earliest, now + min(SLIDING * self.pace, NEW))
            self._unmet_until = now + NEW if asks_for_moves and not self._passed else 0.0
            self._came = (
                here
                if asks_for_moves and not self._passed and self._offered == f"On to {here}"
                else ""
            )
            return f"{there} is over. This is {here}. {self._keyed(self._closing_words())}"
        leaving = self._said == ending.END_TURN or any(
            self._said == f"On to {step}" for step in turn.steps
        )
        if stood[1] == turn.step and leaving and not view.stack and view.combat is None:
            return (
                f"Something happened before you could leave {here}. "
                f"{self._keyed(self._closing_words())}"
            )
        return ""

    def _turn_slips(self) -> bool:
        """Whether a turn of the person at the keys is over that they have not ended themselves."""
        slips, new = False, self.session.events[self._heard :]
        self._heard = len(self.session.events)
        for event in new:
            if event.kind == "turn":
                active, number = self._turn
                slips = slips or (active == self.session.viewer and number not in (0, self._ended))
                self._turn = (event.seat, event.number)
        viewer = self.session.viewer
        return slips and viewer is not None and not self.session.view().players[viewer].out

    def went_back(self, decided: Decided | None = None) -> None:
        """Go on from an earlier position: nothing that was begun, ordered, told or ended since
        is so any more.
        """
        raise NotImplementedError

    def release(self) -> bool:
        """Go on where nothing went on until a key was pressed. Whether that was so."""
        held, self._held = self._held, ""
        pending, self._pending = self._pending, None
        if pending is not None:
            self._ended = self.session.view().turn.number
            self._carry_out(pending)
        elif held:
            self.go_on()
        return bool(held)

    def _forget_pending(self) -> None:
        """Do nothing of what was only shown so far."""
        if self._pending is not None:
            self._pending, self._held = None, ""

    def _holds_back(self, action: Action) -> bool:
        """Show the last thing of a turn without carrying it out, so that it can still be taken
        back; return whether it is that.

        Where the game is led elsewhere, it goes on from there at once: what nobody can foresee is
        announced there, and waits as well.
        """
        seat, view = self.session.viewer, self.session.view()
        if (
            seat is None
            or seat not in self.session.stops
            or self.session.is_puzzle
            or self.session.asked != seat
        ):
            return False
        if self._ended == view.turn.number:
            return False
        found = last_deed(
            view, self.session.stops[seat], action, unforeseen=self.session.led_elsewhere
        )
        if found is None:
            return False
        after, told = found
        self._pending, self._is_foreseen = action, bool(told)
        announced = f"{wording.sentence(action, view)}: the last thing you can do this turn"
        self._held = ending.LAST_DEED if told else announced
        decided = ". ".join(recap.deciding(told, after))
        self.message = notice(f"{decided}.") if decided else Text()
        self.selection.show(after)
        self.redraw()
        return True

    def end_turn(self) -> None:
        """The person at the keys ends the turn: everything is passed until it is over, or
        something else is asked.
        """
        seat, turn = self.session.viewer, self.selection.view.turn
        answer = ending.closing(self.selection.view)
        if seat is not None and answer is not None:
            self.session.stops[seat].ending = self._ended = turn.number
            self.act(answer)

    def finish_turn(self) -> None:
        """The person at the keys ends the turn after combat: they are asked about attacks, and
        about no later main phase.
        """
        seat, turn = self.session.viewer, self.selection.view.turn
        answer = ending.closing(self.selection.view)
        if seat is not None and answer is not None:
            self.session.stops[seat].finishing = self._ended = turn.number
            self.act(answer)

    def act(self, action: Action) -> None:
        """Carry out an action of the person at the keys, or show what it comes to if it is the
        last of a turn.
        """
        if not self._holds_back(action):
            self._carry_out(action)

    def _carry_out(self, action: Action) -> None:
        self._do(lambda: self.session.answer(action), passing=action.verb in ("pass", "done"))

    def _do(self, do: Callable[[], object], *, passing: bool = False) -> None:
        """Do something to the game.

        What takes long goes on beside the screen, which says so and takes nothing else meanwhile.
        """
        if self._working:
            self.refuse("The last action is still being carried out.")
            return
        deed = BackgroundTask(do, aside=not self.session.led_elsewhere)
        words, decision = (
            ending.words(self.selection.view, self._ahead),
            self.selection.view.decision,
        )
        said = words if passing else ""
        self._offered = (
            words if decision is not None and decision.kind == "priority" else self._offered
        )
        if deed.is_done_at_once():
            self._done(deed, passing=passing, said=said)
            return
        self._working = True
        self.redraw()
        self.run_worker(self._wait_for(deed, passing=passing, said=said), group="deed")

    async def _wait_for(self, deed: BackgroundTask, *, passing: bool, said: str) -> None:
        await asyncio.to_thread(deed.join)
        await self._present.wait()
        self._working = False
        self._done(deed, passing=passing, said=said)

    def _done(self, deed: BackgroundTask, *, passing: bool, said: str) -> None:
        """Go on after a deed of the person at the keys, or say what came of it."""
        if isinstance(deed.error, IllegalAction):
            self.refuse(said_of(deed.error))
        elif isinstance(deed.error, GameFaultError):
            self._end_with(deed.error)
        elif deed.error is not None:
            raise deed.error
        else:
            self._others_acted, self._passed = False, passing
            # meanwhile somebody has answered
            self._said = self._said if said.startswith("Let ") else said
            self._untold[self.session.viewer] = self._put_off
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
        await self._present.wait()
        await self.watching.turn()
        if moment != self.session.moment or self.session.next() is not Next.COMPUTER:
            return  # meanwhile somebody took something back, or the game has ended
        self._working = True
        try:
            await asyncio.to_thread(self.session.act, action)
        except GameFaultError as fault:
            self._end_with(fault)
            return
        finally:
            self._working = False
        self._others_acted = (
            self._others_acted
            or action.verb != "pass"
            or self.session.view().turn.active != self.session.viewer
        )
        # then what was done is looked at as long as one likes
        asks = self.session.asked == self.session.viewer and not self._goes_on()
        if (
            action.verb != "pass"
            and len(self.session.log()) > before
            and self.pace
            and not self.watching.skipping
            and not asks
        ):
            self.show_view()
            await self.watching.look()
        await self._present.wait()
        self.call_later(self.go_on)

    def stop_for(self, screen: Screen[str]) -> None:
        """Show another screen; until it is left, nothing goes on at the table."""

        def returned(how: str | None) -> None:
            if how == PLAY_ON:
                self._leave(PLAY_ON)
                return
            self._present.set()
            self.redraw()
            if self.session.led_elsewhere:
                self.call_later(self.hear)

        self._present.clear()
        self.app.push_screen(screen, returned)

    def _hand_over(self) -> None:
        from tui.table.screens.hand_over import HandOverScreen

        seat = self.session.asked
        assert seat is not None
        self._come_to_front()
        name = self.selection.view.players[seat].name
        self.app.push_screen(
            HandOverScreen(name, seat, pause=2 * self.pace, unsaved=self.session.unsaved),
            self._handed_over,
        )

    def _handed_over(self, ready: bool | None) -> None:
        if not ready:
            self.dismiss("left")
            return
        self.session.hand_over()
        self.selection = Selection(self.session.view())
        self._others_acted = True
        self.go_on()

    def _game_over(self) -> None:
        from tui.settings.paths import finish

        self._come_to_front()
        finish(self.session.path)
        self.app.push_screen(self._end_screen(), lambda how: self._leave(how or "over"))

    def _end_screen(self) -> Screen[str]:
        """What tells how the game has ended."""
        from tui.table.screens.game_over import GameOverScreen

        return GameOverScreen(
            self.session.seen_by(None),
            self.session.log(),
            self.session.record,
            self.session.tape,
            self._only_person(),
        )

    def _only_person(self) -> int | None:
        """Return the seat of the only person who plays at this screen; None if there are several
        or none.
        """
        return self.session.viewer if len(self.session.stops) == 1 else None

    def _leave(self, how: str) -> None:
        """Leave the table. Nothing is returned: a screen can't wait until it has gone itself."""
        if self._pending is not None and how == "left":
            with suppress(IllegalAction):
                self.session.answer(self._pending)
        self.dismiss(how)

    def _end_with(self, fault: GameFaultError) -> None:
        """The engine went wrong: nothing of the position can be relied on, so that nothing more
        is asked or drawn of it.
        """
        from tui.screens.fault import FaultScreen
        from tui.settings.paths import write_report

        unsaved = self.session.unsaved
        saved = (
            f"The last action is not saved: {unsaved}."
            if unsaved
            else "The game is saved up to the previous decision."
        )
        self._come_to_front()
        self.app.push_screen(
            FaultScreen([f"{fault}.", saved, write_report(fault, self.session.path)]),
            lambda _: self._leave("fault"),
        )

    def _come_to_front(self) -> None:
        """Close what the person at the keys has opened and begun: pages, a line being typed, a
        question of the screen's own.
        """
        while self.app.screen is not self:
            self.app.pop_screen()
        self._close_command_line()
        self._typed, self._confirmed, self._asking, self.message = None, None, "", Text()
