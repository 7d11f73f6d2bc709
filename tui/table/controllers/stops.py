"""Stops: the steps and permanents that a player is asked about, changed at the table."""

from __future__ import annotations

from tui.session.protocol import Next
from tui.table.controllers.table import Controller

WATCHING = "You are watching: only players can do this."


class StopKeys(Controller):
    """Keys that change a player's stops."""

    def plays(self) -> bool:
        """Return whether the person at the keys plays, or refuse for a watcher."""
        if self.session.viewer is None:
            self.ui.refuse(WATCHING)
        return self.session.viewer is not None

    def shown_steps(self) -> set[int]:
        """Return the steps of the turn that have a stop."""
        stops = self.own_stops
        if stops is None:
            return set()
        is_own_turn = self.selection.view.turn.active == self.session.viewer
        return stops.own if is_own_turn else stops.others

    def action_yields(self) -> None:
        from tui.table.screens.yields import yields_page

        if self.plays() and (seat := self.session.viewer) is not None:
            self.ui.push(
                yields_page(self.session.stops[seat], self.selection.view), self._yields_changed
            )

    def _yields_changed(self, _: None) -> None:
        """Go on, since the open question may be passed by itself from now on."""
        if self.session.next() is Next.PERSON and not self.model.working and not self.model.held:
            self.model.shown = self.model.put = -1
            self.table.flow.go_on()

    def action_full_control(self) -> None:
        if self.plays() and (seat := self.session.viewer) is not None:
            stops = self.session.stops[seat]
            stops.full_control = not stops.full_control
            self.table.flow.look_ahead()
            self.ui.tell(
                "You will be asked at every opportunity."
                if stops.full_control
                else "You will be asked at your stops."
            )

    def action_stop(self) -> None:
        if self.plays():
            self.toggle_stop(self.selection.view.turn.step)

    def toggle_stop(self, step: int) -> None:
        """Set or clear the stop of a step, on the own turn or on those of other players."""
        turn = self.selection.view.turn
        if (seat := self.session.viewer) is None or step < 0:
            return
        stops, own = self.session.stops[seat], turn.active == seat
        where = ("your own " if own else "others' ") + turn.steps[step]
        if own and stops.is_last_main(step):
            self.ui.refuse(
                f"The stop in {where} stays: without it, you could miss a whole turn of your own."
            )
            return
        is_set = stops.toggle(step, own=own)
        self.table.flow.look_ahead()
        self.ui.tell(
            f"Stop set: you will be asked in {where}."
            if is_set
            else f"Stop cleared: {where} is passed unless something happens."
        )

    def action_hold(self) -> None:
        """Put the permanent under the cursor on hold, or on guard again.

        A player isn't asked about permanents on hold during other players' turns.
        """
        item = self.selection.find(self.selection.spot) or self.selection.pointed_at()
        seat, stops = self.session.viewer, self.own_stops
        if stops is None:
            self.ui.refuse(WATCHING)
        elif item is None or item.zone != "battlefield" or item.controller != seat:
            self.ui.refuse("First put the cursor on a permanent you control.")
        elif stops.toggle_held(item.id):
            self.ui.tell(
                f"{item.name} is on hold: you won't be asked about it during other players' turns."
            )
        else:
            self.ui.tell(
                f"{item.name} is on guard: you will be asked about it during other players' turns."
            )
