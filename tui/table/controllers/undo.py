"""Undo: decisions of the player taken back, one a key."""

from __future__ import annotations

from rich.text import Text

from engine.actions import Action
from engine.history.undo import BarredError, Decided
from tui.session.protocol import Next
from tui.settings.settings import Settings
from tui.table import undo_log, wording
from tui.table.action_builder import spot_of
from tui.table.controllers.table import Controller, Table
from tui.table.stops import passing


class Undo(Controller):
    """Undo at a table."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        # moment, free undo (a setting), and whether something can be taken back then
        self._may: tuple[int, bool, bool] = (-1, False, False)
        self._could = -1  # number of the last turn in which something could be taken back

    @property
    def _free(self) -> bool:
        """Return whether undo is free against computer players (a setting)."""
        return getattr(self.ui.app, "settings", Settings()).undo == "free"

    @property
    def _is_asked(self) -> bool:
        """Return whether the player is asked now, and no action is under way."""
        return not self.model.working and (
            bool(self.model.held) or self.session.next() is Next.PERSON
        )

    def can_undo(self) -> bool:
        """Return whether the player's last decision can be taken back; cached for a moment."""
        if not self._is_asked:
            return False
        if self.model.pending is not None:
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

    def could_undo(self) -> bool:
        """Return whether something could be taken back in this turn, now or earlier."""
        return self.can_undo() or self._could == self.selection.view.turn.number

    def action_undo(self) -> None:
        """Take back the player's last decision, or refuse with the reason."""
        self.table.answers.withdraw_question()
        if self.model.pending is not None:
            self._drop_pending(self.model.pending)
            return
        if not self._is_asked:
            self.ui.refuse(
                f"Nothing can be taken back now: {self.table.words.waiting or 'the game is over'}"
            )
            return
        try:
            decided = self.session.take_back(free=self._free)
        except BarredError as barred:
            self.refuse_undoing(barred)
        else:
            if decided is not None:
                self.went_back(decided)

    def _drop_pending(self, action: Action) -> None:
        """Take back the last action of a turn, which is shown but not carried out yet."""
        self.model.pending, self.model.held, self.model.orders = None, "", None
        self.table.flow.show_view()
        if action.object and self.selection.find(spot := spot_of(action.object)) is not None:
            self.selection.go_to(spot)
        self.ui.tell(f"Taken back: {wording.sentence(action, self.session.view())}")

    def refuse_undoing(self, barred: BarredError) -> None:
        """Refuse to undo with the reason; an announced spell or ability is still canceled."""
        if (withdraw := self.selection.verb("take-back")) is not None:
            self.table.orders.act(withdraw)
        else:
            names = [player.name for player in self.selection.view.players]
            self.ui.refuse(undo_log.why_not(barred, names, self.session.viewer))

    def went_back(self, decided: Decided | None = None) -> None:
        """Go on from an earlier position, without orders, news and promises of later ones."""
        turn = self.session.view().turn
        self.model.heard, self.model.turn, self.model.ended = (
            len(self.session.events),
            (turn.active, turn.number),
            0,
        )
        (
            self.model.held,
            self.model.typed,
            self.model.orders,
            self.model.done_of,
            self.model.last,
        ) = "", None, None, 0, None
        self.model.others_acted = self.model.passed = False
        self.model.stood = 0, -1
        self.model.untold.clear()
        self.model.put_off = []
        self.model.message = Text()
        self.table.flow.go_on()
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
        self.ui.tell(undo_log.said(decided))
