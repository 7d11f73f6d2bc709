"""The table as decisions are taken back at it, one a press."""

from __future__ import annotations

from rich.text import Text

from engine.actions import Action
from engine.history.undo import BarredError, Decided
from tui.session.protocol import Next
from tui.settings.settings import Settings
from tui.table import undo_log, wording
from tui.table.action_builder import spot_of
from tui.table.screens.playback import WatchingTable
from tui.table.stops import passing
from tui.widgets.key_strip import KeyPlace


class UndoingTable(WatchingTable):
    """A table at which decisions are taken back."""

    # at which moment, and if how freely, something can be taken back
    _may: tuple[int, bool, bool] = (-1, False, False)
    _could = -1  # the latest turn in which something could be taken back

    @property
    def _free(self) -> bool:
        """Whether the person at the keys wants to take back freely where they play against
        computers alone.
        """
        return getattr(self.app, "settings", Settings()).undo == "free"

    @property
    def _is_asked(self) -> bool:
        """Whether something can be taken back now at all: nobody else is asked, and nothing is
        being done.
        """
        return not self._working and (bool(self._held) or self.session.next() is Next.PERSON)

    def can_undo(self) -> bool:
        """Whether the last decision of the person at the keys can be taken back; found out once
        for each moment.
        """
        if not self._is_asked:
            return False
        if self._pending is not None:
            return True
        moment, free = self.session.moment, self._free
        if self._may[:2] != (moment, free):
            try:
                self.session.last_decision(free=free)
            except BarredError:
                self._may = moment, free, False
            else:
                self._may = moment, free, True
        if self._may[2]:
            self._could = self.selection.view.turn.number
        return self._may[2]

    def _useful_keys(self) -> list[KeyPlace]:
        """The keys of any table; the one that takes back stands before the one that tells why.

        It keeps its place for the rest of the turn when it can't be used anymore: pressed, it says
        why.
        """
        found = super()._useful_keys()
        at = next((at for at, place in enumerate(found) if place.id == "table.why"), None)
        if at is None or not (self.can_undo() or self._could == self.selection.view.turn.number):
            return found
        return [
            *found[:at],
            KeyPlace("table.undo", "" if self.can_undo() else "no undo"),
            *found[at:],
        ]

    def action_undo(self) -> None:
        """Take back the last decision of the person at the keys, or say why that can't be."""
        self._confirmed, self._asking = None, ""
        if self._pending is not None:
            self._drop_pending(self._pending)
            return
        if not self._is_asked:
            self.refuse(f"Nothing can be taken back now: {self.waiting or 'the game is over'}")
            return
        try:
            decided = self.session.take_back(free=self._free)
        except BarredError as barred:
            self._refuse_undoing(barred)
        else:
            if decided is not None:
                self.went_back(decided)

    def _drop_pending(self, action: Action) -> None:
        """Take back the last thing of a turn, which is shown but not carried out yet."""
        self._pending, self._held, self._orders = None, "", None
        self.show_view()
        if action.object and self.selection.find(spot := spot_of(action.object)) is not None:
            self.selection.go_to(spot)
        self.tell(f"Taken back: {wording.sentence(action, self.session.view())}")

    def _refuse_undoing(self, barred: BarredError) -> None:
        """Say why nothing can be taken back; what is being announced still can be, all of it."""
        if (withdraw := self.selection.verb("take-back")) is not None:
            self.act(withdraw)
        else:
            names = [player.name for player in self.selection.view.players]
            self.refuse(undo_log.why_not(barred, names, self.session.viewer))

    def went_back(self, decided: Decided | None = None) -> None:
        turn = self.session.view().turn
        self._heard, self._turn, self._ended = (
            len(self.session.events),
            (turn.active, turn.number),
            0,
        )
        self._held, self._typed, self._orders, self._done_of, self._last = "", None, None, 0, None
        self._others_acted = self._passed = False
        self._stood = 0, -1
        self._untold.clear()
        self._put_off = []
        self.message = Text()
        self.go_on()
        if decided is None:
            return
        decision = self.selection.view.decision
        if (
            decided.action is not None
            and decided.action.object
            and decision is not None
            and decision.kind in passing.OPEN
        ):
            spot = spot_of(decided.action.object)
            if spot.kind == "object" and self.selection.find(spot) is not None:
                self.selection.go_to(spot)
        self.tell(undo_log.said(decided))
