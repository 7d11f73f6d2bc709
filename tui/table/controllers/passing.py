"""Passing: the keys that pass, end the turn, and yield, and the questions before they do."""

from __future__ import annotations

import time
from collections.abc import Callable

from tui.settings.settings import Settings
from tui.table.controllers.table import Controller
from tui.table.stops import passing
from tui.table.stops.passing import Left, UnusedOption

TAB = "Tab goes through the choices."


class Passing(Controller):
    """Passing of the player at the keys."""

    def action_go_on(self) -> None:
        if (
            self.table.answers.is_confirmed()
            or self.release()
            or self._put_back()
            or self._is_there_already()
            or self._is_early()
        ):
            return
        if self.table.playback.watches:
            self.table.playback.action_pause()
        elif (
            passing.ends_turn(self.selection.view, self.model.ahead)
            and not self.table.words.waiting
        ):
            self.ask_to_end(self.end_turn)
        else:
            self.pass_now()

    def release(self) -> bool:
        """Go on from a pause that waits for a key; return False if there is none."""
        held, self.model.held = self.model.held, ""
        pending, self.model.pending = self.model.pending, None
        if pending is not None:
            self.model.ended = self.session.view().turn.number
            self.table.orders.carry_out(pending)
        elif held:
            self.table.flow.go_on()
        return bool(held)

    def forget_pending(self) -> None:
        """Drop the last action of a turn that is shown but not carried out."""
        if self.model.pending is not None:
            self.model.pending, self.model.held = None, ""

    def _put_back(self) -> bool:
        """Put back everything picked and not yet done; return False if nothing is picked."""
        words, name = self.table.words.putting_back(), self.selection.builder.picked_first()
        if not words or self.table.words.waiting:
            return False
        while self.selection.builder.picked:
            self.selection.back()
        self.table.orders.choose_nothing()
        self.ui.tell(
            f"You let go of {name} and haven't passed."
            if name
            else "All creatures stay where they are: you haven't passed."
        )
        return True

    def is_begun(self) -> bool:
        """Refuse a key that would pass over something picked; return False if nothing is picked."""
        if words := self.table.words.putting_back():
            self.ui.refuse(
                f"First finish the action you've started. {self.table.words.keyed(words)}"
            )
        return bool(words)

    def _is_there_already(self) -> bool:
        """Ignore a key that goes on to a step that has already come; return False otherwise."""
        came, self.model.came = self.model.came, ""
        if came:
            self.model.earliest = self.model.unmet_until = 0.0
            self.ui.tell(
                f"{came} has already begun, so nothing was passed. "
                f"{self.table.words.keyed_closing()}"
            )
        return bool(came)

    def _is_early(self) -> bool:
        """Refuse a key that was meant for the previous question; return False otherwise."""
        early = bool(self.selection.verb("pass", "done")) and time.monotonic() < max(
            self.model.unmet_until, self.model.earliest
        )
        if early:
            self.model.earliest = self.model.unmet_until = 0.0
            self.ui.refuse(
                "Not passed: you were just asked something new. Press the key again to pass."
            )
        return early

    def end_turn(self) -> None:
        """End the turn: everything is passed until the turn is over or another question comes."""
        seat, turn = self.session.viewer, self.selection.view.turn
        answer = passing.closing(self.selection.view)
        if seat is not None and answer is not None:
            self.session.stops[seat].ending = self.model.ended = turn.number
            self.table.orders.act(answer)

    def finish_turn(self) -> None:
        """End the turn after combat: questions about attacks still come, no later main phase."""
        seat, turn = self.session.viewer, self.selection.view.turn
        answer = passing.closing(self.selection.view)
        if seat is not None and answer is not None:
            self.session.stops[seat].finishing = self.model.ended = turn.number
            self.table.orders.act(answer)

    def action_end_turn(self) -> None:
        self._ask_to_finish(self.end_turn)

    def action_finish_turn(self) -> None:
        self._ask_to_finish(self.finish_turn, attacks=True)

    def _ask_to_finish(self, then: Callable[[], object], *, attacks: bool = False) -> None:
        """Call `then`, which ends the turn (with `attacks`: after them), or refuse with why not."""
        view = self.selection.view
        if (
            self.table.answers.is_confirmed()
            or self.release()
            or self.is_begun()
            or self._is_early()
        ):
            return
        if self.table.words.waiting or view.decision is None:
            self.ui.refuse(self.table.words.cant_act())
        elif view.turn.active != view.seat:
            self.ui.refuse(
                f"It's {view.players[view.turn.active].name}'s turn: you can end only your own."
            )
        elif not passing.can_end(view):
            self.ui.refuse(
                " ".join(self.table.answers.keyed_answers("First answer this question."))
                or f"First finish the action you've started: {TAB}"
            )
        else:
            self.ask_to_end(then, attacks=attacks)

    @property
    def _asks_before_ending(self) -> bool:
        return (
            self.session.ask_before_ending
            and getattr(self.ui.app, "settings", Settings()).ask_before_ending
        )

    def _on_hold(self) -> set[int]:
        """Return the ids of the permanents that the player has put on hold."""
        stops = self.own_stops
        return stops.held if stops is not None else set[int]()

    def ask_to_end(self, then: Callable[[], object], *, attacks: bool = False) -> None:
        """Name the things that ending the turn would waste, then call `then`.

        Things knowingly left undone before are not named again; without waste, `then` is called at
        once. With `attacks`, the player is still asked about attacks.
        """
        left = (
            passing.wasted(self.selection.view, self._on_hold(), attacks=not attacks)
            if self._asks_before_ending
            else None
        )
        words = left.words(self.left_on_purpose()) if left is not None else []
        if left is None or not words:
            then()
            return

        def on_purpose() -> None:
            self._leave_on_purpose(left)
            then()

        key, back = self.table.words.keyed("end it"), self.table.words.first_key("no")
        self.table.answers.confirm(
            "End the turn?",
            on_purpose,
            f"Still possible: {', '.join(words)}",
            f"{key}, {back}: keep playing",
            going_on=True,
        )

    def pass_now(self) -> None:
        """Pass, or refuse with the question that has to be answered."""
        keyed = " ".join(self.table.answers.keyed_answers("You have to answer this question."))
        self.table.answers.answer(
            "pass", "done", otherwise=keyed or f"You have to choose something: {TAB}"
        )

    def action_yield(self) -> None:
        seat = self.session.viewer
        if seat is not None and self.session.stops[seat].lift():
            self.ui.tell("Automatic passing is off.")
        elif self.is_begun():
            pass
        elif seat is None or not self.selection.verb("pass"):
            self.ui.refuse("You don't have priority, so you can't pass.")
        elif self.selection.view.turn.active == seat and passing.is_closing(self.selection.view):
            self.ask_to_end(self._start_yield)
        else:
            self._start_yield()

    def _start_yield(self) -> None:
        view, seat = self.selection.view, self.session.viewer
        if seat is not None:
            self.session.stops[seat].start_yield(view)
            self.model.ended = view.turn.number if view.turn.active == seat else self.model.ended
            self.pass_now()

    def left_on_purpose(self) -> frozenset[UnusedOption]:
        """Return the things that the player has knowingly left undone."""
        return self.model.on_purpose.get(self.session.viewer, frozenset())

    def _leave_on_purpose(self, left: Left) -> None:
        new = left.things()
        named = {(thing.verb, thing.what) for thing in new}
        earlier = {
            thing for thing in self.left_on_purpose() if (thing.verb, thing.what) not in named
        }
        self.model.on_purpose[self.session.viewer] = new | earlier
