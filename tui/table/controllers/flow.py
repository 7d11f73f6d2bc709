"""The flow of a game at a table: who is asked, what computer players do, and how the game ends."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from rich.text import Text
from textual.screen import Screen

from engine.actions import IllegalAction
from engine.base.records import replace
from engine.history.replay import GameFaultError
from tui.session.ai_process import ThinkingError
from tui.session.background import BackgroundTask
from tui.session.branching import PLAY_ON
from tui.session.protocol import Next
from tui.table import recap
from tui.table.action_builder import spot_of
from tui.table.controllers.table import Controller
from tui.table.selection import Selection
from tui.table.stops import passing as ending
from tui.table.widgets.prompt import notice, said_of

# paces during which a key that passes was meant for the step before, if the game went on to another
# by itself
SLIDING = 2.5
NEW = 2.0  # seconds for which a question counts as new at most: a key that comes later answers it
# times that priority is passed by itself in a row before the player is asked after all
LONGEST_PASSING = 200


class GameFlow(Controller):
    """The flow of a game at a table."""

    def begin(self) -> None:
        """Begin the game on a screen that has just been mounted."""
        model = self.model
        model.present.set()
        model.heard = len(self.session.events)
        turn = self.session.view().turn
        model.turn = (turn.active, turn.number)
        model.ended = turn.number if self._has_ended_turn(turn.active) else 0
        self.session.listen(lambda: self.ui.call_later(self.hear))
        self.ui.when_laid_out(self.go_on)

    def _has_ended_turn(self, active: int) -> bool:
        """Return whether the player ended the turn before the game was resumed.

        The player has decided something in it, and somebody else is asked now.
        """
        viewer = self.session.viewer
        return active == viewer != self.session.asked and all(
            event.kind != "turn" for event in self.session.news()
        )

    def go_on(self) -> None:
        """Show the position, have the next player asked, and continue an order for many."""
        self._go_on()
        self.table.orders.continue_order()

    def _go_on(self) -> None:
        """Show the position and have the next player asked, be it a person or a computer player."""
        self.table.passing.forget_pending()
        try:
            for _ in range(LONGEST_PASSING):
                if not self.session.pass_by_itself():
                    break
        except GameFaultError as fault:
            self.end_with(fault)
            return
        waits_for = self.session.next()
        if self.turn_slips() and waits_for in (Next.COMPUTER, Next.HAND_OVER):
            self.model.held = "Your turn is over: you had nothing left to do"
            self.show_view()
            return
        if waits_for is Next.HAND_OVER:
            self.session.viewer = None
        self._show_or_skip(waits_for)
        if (unsaved := self.session.unsaved) != self.model.told_unsaved:
            self.model.told_unsaved = unsaved
            if unsaved:
                self.ui.refuse(
                    f"Not saved: {unsaved}. You can play on; the game will be saved as soon as "
                    "possible."
                )
        if waits_for is Next.HAND_OVER:
            self._hand_over()
        elif waits_for is Next.COMPUTER:
            self.ui.run_worker(self._let_computer_play(), exclusive=True, group="computer")
        elif waits_for is Next.NOBODY:
            self.game_over()
        elif waits_for is Next.PERSON and self.model.others_acted:
            self.ui.app.bell()

    async def hear(self) -> None:
        """Take in the news of a game that is led elsewhere."""
        if not self.model.present.is_set():
            return  # whoever returns from looking back hears it then
        heard = self.session.hear()
        if heard.closed:
            self.ui.come_to_front()
            self.ui.app.notify(heard.closed, severity="warning")
            self.leave("left")
            return
        self.model.others_acted = self.model.others_acted or heard.others
        if heard.back:
            self.table.undo.went_back()
        elif self.model.shown != self.session.moment:
            self.go_on()
        elif not heard.refusal:  # something besides the game: what is picked stays picked
            self.look_ahead()
            self.ui.redraw()
        if heard.notice:
            self.ui.tell(heard.notice)
        if heard.refusal:
            self.ui.refuse(heard.refusal)

    def _show_or_skip(self, waits_for: Next) -> None:
        """Draw the position, unless the player skips the computer players' round."""
        self.model.others_play = waits_for is Next.COMPUTER
        if not self.model.others_play:
            self.model.watching.rest()
        if not self.model.watching.skipping:
            self.show_view()

    def show_view(self) -> None:
        """Draw the position as the viewer knows it, without messages about earlier positions."""
        if self.model.shown != self.session.moment:
            self.table.adviser.close()
            self.model.earliest = (
                time.monotonic() + min(self.model.pace / 2, NEW)
                if self.model.passed or self.model.others_acted
                else 0.0
            )
            self.model.unmet_until, self.model.came = 0.0, ""
            if self.model.question is None:
                self.model.message = Text()
        self.model.shown = self.session.moment
        view = self.session.view()
        goes_on = self.goes_on()
        self.model.put = -1 if goes_on else self.model.shown
        self.selection.show(replace(view, decision=None, actions=()) if goes_on else view)
        self.ui.set_class(self.selection.view.is_of_squares, "-squares")
        self.look_ahead()
        self._lay_open_news()
        self._tell_placed()
        if not goes_on:
            self.table.adviser.resume()
        self.ui.redraw()

    def _tell_placed(self) -> None:
        """Go to a creature placed without a question, and name the key for another space."""
        placed = self.session.placed
        if placed is None or not self.selection.view.actions:
            return
        self.selection.go_to(spot_of(placed.object))
        name, undo = (
            self.selection.view.object_name(placed.object),
            self.table.words.first_key("undo"),
        )
        self.model.message = self.model.message or notice(
            f"{name} enters at {placed.space}. {undo}: choose another space"
        )

    def look_ahead(self) -> None:
        """Find the next stop after a pass."""
        self.model.ahead = self.session.ahead() if self.selection.view.actions else None

    def _lay_open_news(self) -> None:
        """Show the deeds of other players as news, and the question in a banner.

        The news stays until the first key that moves the cursor or takes something. While a
        question about something under way is open, its subject stays in sight and the news waits.
        """
        view, decision = self.selection.view, self.selection.view.decision
        told = [*self.model.untold.get(self.session.viewer, ()), *self.session.news()]
        self.model.recap = recap.of_moments(told, view)
        self.model.put_off = []
        where = self.where_in_turn()
        goes_on, self.model.asked_in = self.model.asked_in == view.turn.number, view.turn.number
        heard = any(
            recap.takes_part(event, self.session.viewer) or event.kind == "turn" for event in told
        )
        decided = ". ".join(recap.deciding(told, view))
        opening = recap.opening(told, view)
        if decision is None or not view.actions or not heard:  # others have passed at most
            forced, over = recap.forced_moves(told, view.seat), recap.passed_over(told) or where
            barred = " ".join(filter(None, (opening, decided and f"{decided}.", forced, over)))
            if barred and not self.model.message:
                self.model.message = notice(barred)
            return
        found = recap.recap_of(told, view)
        if goes_on and not where and not found.lines and not view.stack and view.combat is None:
            return  # others have only passed: one's turn goes on
        asked = where or found.banner if self.model.others_acted else ""
        said = " ".join(filter(None, (opening, decided and f"{decided}.", asked)))
        if said and not self.model.message:
            self.model.message = notice(said)
        if decision.kind in ending.OPEN and not view.stack and view.combat is None and found.lines:
            self.selection.to_map()
            self.model.recap = found
        elif found.lines and not self.session.led_elsewhere:
            self.model.put_off = told

    def where_in_turn(self) -> str:
        """Return the player's place in the turn if the last key promised another; else nothing."""
        view, turn, stood = self.selection.view, self.selection.view.turn, self.model.stood
        if view.decision is None or not view.actions or turn.active != view.seat:
            return ""
        self.model.stood = turn.number, turn.step
        if stood[0] != turn.number:
            return ""
        here, there = turn.steps[turn.step], turn.steps[stood[1]]
        if stood[1] != turn.step and here not in self.model.said:
            now, asks_for_moves = (
                time.monotonic(),
                any(action.verb in ending.MOVING for action in view.actions),
            )
            self.model.earliest = max(
                self.model.earliest, now + min(SLIDING * self.model.pace, NEW)
            )
            self.model.unmet_until = now + NEW if asks_for_moves and not self.model.passed else 0.0
            self.model.came = (
                here
                if asks_for_moves
                and not self.model.passed
                and self.model.offered == f"On to {here}"
                else ""
            )
            return f"{there} is over. This is {here}. {self.table.words.keyed_closing()}"
        leaving = self.model.said == ending.END_TURN or any(
            self.model.said == f"On to {step}" for step in turn.steps
        )
        if stood[1] == turn.step and leaving and not view.stack and view.combat is None:
            return (
                f"Something happened before you could leave {here}. "
                f"{self.table.words.keyed_closing()}"
            )
        return ""

    def turn_slips(self) -> bool:
        """Return whether a turn of the player is over that the player hasn't ended."""
        slips, new = False, self.session.events[self.model.heard :]
        self.model.heard = len(self.session.events)
        for event in new:
            if event.kind == "turn":
                active, number = self.model.turn
                slips = slips or (
                    active == self.session.viewer and number not in (0, self.model.ended)
                )
                self.model.turn = (event.seat, event.number)
        viewer = self.session.viewer
        return slips and viewer is not None and not self.session.view().players[viewer].out

    def goes_on(self) -> bool:
        """Return whether the open question is about to be answered by itself."""
        asked = self.session.asked
        if asked is None or asked != self.session.viewer or self.model.put == self.session.moment:
            return False
        return self.session.answers_itself

    def do(self, do: Callable[[], object], *, passing: bool = False) -> None:
        """Call `do`, which changes the game, and go on.

        A long calculation runs in another thread; the screen says so and refuses other actions.
        """
        if self.model.working:
            self.ui.refuse("The last action is still being carried out.")
            return
        deed = BackgroundTask(do, aside=not self.session.led_elsewhere)
        words, decision = (
            ending.words(self.selection.view, self.model.ahead),
            self.selection.view.decision,
        )
        said = words if passing else ""
        self.model.offered = (
            words if decision is not None and decision.kind == "priority" else self.model.offered
        )
        if deed.is_done_at_once():
            self._done(deed, passing=passing, said=said)
            return
        self.model.working = True
        self.ui.redraw()
        self.ui.run_worker(self._wait_for(deed, passing=passing, said=said), group="deed")

    async def _wait_for(self, deed: BackgroundTask, *, passing: bool, said: str) -> None:
        await asyncio.to_thread(deed.join)
        await self.model.present.wait()
        self.model.working = False
        self._done(deed, passing=passing, said=said)

    def _done(self, deed: BackgroundTask, *, passing: bool, said: str) -> None:
        """Go on after an action of the player, or report its error."""
        if isinstance(deed.error, IllegalAction):
            self.ui.refuse(said_of(deed.error))
        elif isinstance(deed.error, GameFaultError):
            self.end_with(deed.error)
        elif deed.error is not None:
            raise deed.error
        else:
            self.model.others_acted, self.model.passed = False, passing
            # meanwhile somebody has answered
            self.model.said = self.model.said if said.startswith("Let ") else said
            self.model.untold[self.session.viewer] = self.model.put_off
            self.go_on()

    def _tell_failure(self, error: Exception) -> None:
        """Say that a computer player gave no answer, and what the player can do about it."""
        from tui.settings.paths import write_failure

        asked = self.session.asked
        name = self.selection.view.players[asked].name if asked is not None else "It"
        first_key = self.table.words.first_key
        leaves = "leaves" if self.session.unsaved else "leaves, and the game is saved"
        self.ui.refuse(
            f"{name} couldn't decide. {first_key('take').capitalize()} asks again; "
            f"{first_key('leave')} {leaves}. {write_failure(error, self.session.path)}"
        )

    async def _let_computer_play(self) -> None:
        moment = self.session.moment
        before = len(self.session.log())
        try:
            action = await asyncio.to_thread(self.session.think)
        except (ThinkingError, IllegalAction) as error:
            self.model.failed = True
            self._tell_failure(error)
            return
        await self.model.present.wait()
        await self.model.watching.turn()
        if moment != self.session.moment or self.session.next() is not Next.COMPUTER:
            return  # meanwhile somebody took something back, or the game has ended
        self.model.working = True
        try:
            await asyncio.to_thread(self.session.act, action)
        except GameFaultError as fault:
            self.end_with(fault)
            return
        finally:
            self.model.working = False
        self.model.others_acted = (
            self.model.others_acted
            or action.verb != "pass"
            or self.session.view().turn.active != self.session.viewer
        )
        # then what was done is looked at as long as one likes
        asks = self.session.asked == self.session.viewer and not self.goes_on()
        if (
            action.verb != "pass"
            and len(self.session.log()) > before
            and self.model.pace
            and not self.model.watching.skipping
            and not asks
        ):
            self.show_view()
            await self.model.watching.look()
        await self.model.present.wait()
        self.ui.call_later(self.go_on)

    def stop_for(self, screen: Screen[str]) -> None:
        """Show another screen, and keep the table still until that screen is left."""

        def returned(how: str | None) -> None:
            if how == PLAY_ON:
                self.leave(PLAY_ON)
                return
            self.model.present.set()
            self.ui.redraw()
            if self.session.led_elsewhere:
                self.ui.call_later(self.hear)

        self.model.present.clear()
        self.ui.push(screen, returned)

    def _hand_over(self) -> None:
        from tui.table.screens.hand_over import HandOverScreen

        seat = self.session.asked
        assert seat is not None
        self.ui.come_to_front()
        name = self.selection.view.players[seat].name
        self.ui.push(
            HandOverScreen(name, seat, pause=2 * self.model.pace, unsaved=self.session.unsaved),
            self._handed_over,
        )

    def _handed_over(self, ready: bool | None) -> None:
        if not ready:
            self.ui.dismiss("left")
            return
        self.session.hand_over()
        self.model.selection = Selection(self.session.view())
        self.model.others_acted = True
        self.go_on()

    def game_over(self) -> None:
        from tui.settings.paths import finish

        self.ui.come_to_front()
        path = finish(self.session.path)
        self.ui.push(self.end_screen(path), lambda how: self.leave(how or "over"))

    def end_screen(self, path: Path | None) -> Screen[str]:
        """Return the screen that shows the end of the game, whose record is at `path`."""
        from tui.table.screens.game_over import GameOverScreen

        return GameOverScreen(
            self.session.seen_by(None),
            self.session.log(),
            self.session.record,
            self.session.tape,
            self._only_person(),
            path,
        )

    def _only_person(self) -> int | None:
        """Return the seat of the only person at this screen; None for several or no persons."""
        return self.session.viewer if len(self.session.stops) == 1 else None

    def leave(self, how: str) -> None:
        """Leave the table, after the last action of a turn that was still held back.

        Returns nothing: a screen can't wait for its own end.
        """
        if self.model.pending is not None and how == "left":
            with suppress(IllegalAction):
                self.session.answer(self.model.pending)
        self.ui.dismiss(how)

    def end_with(self, fault: GameFaultError) -> None:
        """End the game after a fault of the engine: no position can be relied on any more."""
        from tui.screens.fault import FaultScreen
        from tui.settings.paths import write_report

        unsaved = self.session.unsaved
        saved = (
            f"The last action is not saved: {unsaved}."
            if unsaved
            else "The game is saved up to the previous decision."
        )
        self.ui.come_to_front()
        self.ui.push(
            FaultScreen([f"{fault}.", saved, write_report(fault, self.session.path)]),
            lambda _: self.leave("fault"),
        )
