"""The table as orders for many are given at it: they are carried out one action after another,
until something else is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.text import Text

from engine.actions import Action, IllegalAction
from engine.base.records import replace
from engine.log import many
from engine.magic.core.agenda import DecisionView
from engine.view import ObjectView
from tui.session import effort
from tui.session.protocol import Next
from tui.table import forecast, group_orders, wording
from tui.table.action_builder import Spot
from tui.table.board.layout import neighbor_towards
from tui.table.screens.running import RunningTable
from tui.table.stops import passing
from tui.table.widgets.prompt import said_of

# what creatures have done that had an order together
DID = {"move": "moved", "attacker": "attacked"}


class OrderingTable(RunningTable):
    """A table at which orders for many are given."""

    # what is still to be done of an order for many, while one is carried out
    _orders: tuple[Action, ...] | None = None
    _done_of = 0  # so many of its actions have been taken
    # ids of equals that are to do together what the first of them is told to
    _together: tuple[int, ...] = ()
    _skipped = 0  # so many of them could not be taken any more
    # the last order, and who carried it out, as it was before
    _last: tuple[Action, ObjectView] | None = None
    _tells_order = True  # whether what comes of the order is told at its end
    # an action that shows a secret, once its player has said that it is meant
    _shown_secret: Action | None = None

    def act(self, action: Action) -> None:
        """Carry out an action, or give the order for many that a choice stands for."""
        if action.verb == group_orders.ALL:
            self._order(tuple(group_orders.move_all(self.session.view(), action)))
            return
        if action.verb in wording.SECRET and action != self._shown_secret:
            self._ask_about_secret(action)
            return
        self._shown_secret = None
        view = self.selection.view
        whole = (
            group_orders.at_once(view, action) or forecast.of(view).detour(action)
            if self._orders is None
            else ()
        )
        if whole:
            self._tells_order = False
            self._order(whole)
            return
        together, self._together = self._together, ()
        if action.object in together:
            self._order(tuple(replace(action, object=ident) for ident in together))
            return
        doer = next(
            (item for item in self.selection.view.permanents if item.id == action.object), None
        )
        if action.verb in group_orders.REPEATED and doer is not None:
            self._last = action, doer
        super().act(action)

    def _ask_about_secret(self, action: Action) -> None:
        """Ask whether an action is meant that shows everyone a secret, and carry it out then."""

        def meant() -> None:
            self._shown_secret = action
            self.act(action)

        self._confirm(f"{wording.sentence(action, self.selection.view)}?", meant)

    def _confirm(
        self, question: str, then: Callable[[], object], details: str = "", keys: str = ""
    ) -> None:
        """Ask something of the screen's own."""
        raise NotImplementedError

    def go_on(self) -> None:
        """Go on, and with what is still to be done of an order as soon as its player is asked
        again.
        """
        super().go_on()
        if self._orders is not None and self.session.next() is Next.PERSON and not self._working:
            self.call_later(self._order, self._orders, self._done_of)

    def _order(self, wanted: tuple[Action, ...], done: int = 0) -> None:
        """Take the first of some actions that can be taken, and the others later; the order ends
        where none can.

        What it brings on meanwhile goes on by itself, unless somebody answers or something else has
        to be chosen.
        """
        legal = self.session.view().actions
        able = [
            order
            for order in wanted
            if any(group_orders.is_same(order, action) for action in legal)
        ]
        first = next(
            (
                action
                for order in able[:1]
                for action in legal
                if group_orders.is_same(order, action)
            ),
            None,
        )
        self._note_order(ordering=first is not None)
        if first is None:
            self._orders = None
            self._tell_order(wanted, done)
            return
        place = wanted.index(able[0])
        self._orders, self._done_of = wanted[place + 1 :], done + 1
        self._skipped = (self._skipped if done else 0) + place
        self.act(first)

    def _note_order(self, *, ordering: bool) -> None:
        """Say whether an order is carried out, about which its player is not asked."""
        seat = self.session.viewer
        if seat is not None and seat in self.session.stops:
            self.session.stops[seat].ordering = ordering

    def _tell_order(self, left: tuple[Action, ...], done: int) -> None:
        """What came of an order for many: how many did what, and why others did not."""
        tells, self._tells_order = self._tells_order, True
        if not tells or self._last is None or not (done or left):
            return
        view, verb = self.session.view(), self._last[0].verb
        did = (
            "will attack"
            if verb == "attacker" and view.combat is not None
            else DID.get(verb, "did so")
        )
        unable, skipped = "", self._skipped
        if left and not view.stack and view.combat is None and passing.closing(view) is not None:
            skipped += len(left)
        elif left:
            unable = (
                f"; {many(len(left), 'other')} couldn't yet, because the game asked "
                "something else first"
            )
        unable = f"; {skipped} could no longer{unable}" if skipped else unable
        self.tell(f"{many(done, 'creature')} {did}{unable}.")

    # --- keys ---

    def action_all(self) -> None:
        """Have all equals do what the cursor is on, attack with all, or ask where all of the
        space under the cursor go.
        """
        view, space = self.selection.view, self.selection.space
        if self.waiting:
            self.refuse(f"You can't act right now: {self.waiting}")
            return
        if view.decision is not None and view.decision.kind == group_orders.ALL:
            self.refuse("Choose where all of them go, or press Esc to cancel.")
            return
        if self._begin_together():
            return
        goals, attacks = group_orders.goals(view, space), self.attacks_of_all()
        if attacks and group_orders.starts(view).get(space, 0) < 2:
            self._order(tuple(attacks))
        elif goals and view.decision is not None:
            prompt = f"Where should everything in {space} move? Esc: cancel"
            self.selection.show(
                replace(
                    view,
                    actions=tuple(goals),
                    decision=DecisionView(view.decision.seat, group_orders.ALL, prompt),
                )
            )
            self.message = Text()
            self.redraw()
        elif any(action.verb == "attacker" for action in view.actions):
            self.refuse("First put the cursor on the piece to attack, then press this key.")
        elif any(action.verb == "move" for action in view.actions):
            self.refuse(
                "First put the cursor on a space with creatures that can move, then press this key."
            )
        else:
            self.refuse("Nothing can attack or move now.")

    def _begin_together(self) -> bool:
        """Take the row of several equals for all of them; where more is to be picked, they do it
        once that is. Whether it is such a row.
        """
        group = self._equals()
        if len(group) < 2:
            return False
        self._take_together(group, f"All {len(group)}")
        return True

    def _take_together(self, group: Sequence[Spot], words: str) -> None:
        self._number = 0
        action = self.selection.take()
        self._together = tuple(spot.ident for spot in group)
        if action is not None:
            self.act(action)
        else:
            self.tell(f"{words}: choose what they do. Esc: cancel")

    def action_step(self, dx: int, dy: int) -> None:
        """Move the creature under the cursor, or the one that was picked, a space that way."""
        selection = self.selection
        spot = next(
            (
                spot
                for spot in (*reversed(selection.builder.picked), selection.candidate())
                if spot.kind == "object"
            ),
            selection.spot,
        )
        item = selection.find(spot)
        if item is None or not item.space:
            self.refuse(
                "First put the cursor on a creature that can move: Tab goes to the next one."
            )
            return
        goal = neighbor_towards(selection.view.spaces, item.space, dx, dy)
        moves = (
            each
            for each in selection.view.actions
            if each.verb == "move" and each.object == item.id and not each.word
        )
        move = next((each for each in moves if each.space == goal), None)
        self.message = Text()
        if move is not None:
            self._take_steps(move)
        else:
            self.refuse(self._why_no_step(Action("move", item.id, origin=item.space, space=goal)))

    def _take_steps(self, move: Action) -> None:
        """Carry out a move, with as many equals as were asked for.

        On squares the cursor follows.
        """
        group = self._row_of_equals()
        number, self._number = max(self._number, 1), 0
        self._together = tuple(spot.ident for spot in group[:number]) if number > 1 else ()
        here = self.selection.here()
        follows = here is not None and here.square
        self.act(move)
        if follows and self.selection.view.actions:
            self.selection.go_to(Spot("object", move.object))
            self.redraw()

    def _why_no_step(self, move: Action) -> str:
        """Return why a creature can't go a space that way."""
        view = self.selection.view
        if move.space == move.origin:
            return f"There is no space that way from {move.origin}."
        try:
            effort.attempt(view, move)
        except IllegalAction as problem:
            return said_of(problem)
        return f"{wording.name_of(view, move.object)} can't move to {move.space} now."

    def action_hold(self) -> None:
        """Hold the creature under the cursor, so that its player isn't asked about it in others'
        turns, or put it on guard again.
        """
        item, seat = (
            self.selection.find(self.selection.spot) or self.selection.pointed_at(),
            self.session.viewer,
        )
        if seat is None or seat not in self.session.stops:
            self.refuse("You are watching: only players can do this.")
        elif item is None or item.zone != "battlefield" or item.controller != seat:
            self.refuse("First put the cursor on a permanent you control.")
        elif self.session.stops[seat].toggle_held(item.id):
            self.tell(
                f"{item.name} is on hold: you won't be asked about it during other players' turns."
            )
        else:
            self.tell(
                f"{item.name} is on guard: you will be asked about it during other players' turns."
            )

    def action_so_many(self) -> None:
        """Have the next key that takes do it with one more of the equals under the cursor, and
        with one of them after all.
        """
        several = len(self._row_of_equals())
        if several < 2:
            self.refuse(
                "First put the cursor on a row of several identical creatures, such as 3× Elves."
            )
            return
        self._number = max(self._number, 1) % several + 1
        self.tell(
            f"{self._number} of {several}: {self._first_key('take')}: use that many. Esc: just one"
        )

    def take_number(self) -> bool:
        """Take as many of the equals under the cursor as was said. Whether a number was."""
        number, group = self._number, self._row_of_equals()
        if number < 2 or len(group) < number:
            return False
        self._take_together(group[:number], f"{number} of {len(group)}")
        return True

    def action_again(self) -> None:
        """Give the last order to the next like creature."""
        found = (
            group_orders.again(self.selection.view, *self._last) if self._last is not None else None
        )
        if found is not None:
            self.act(found)
        elif self._last is None:
            self.refuse(
                "There is no order to repeat yet: move, attack or block with a creature first."
            )
        else:
            self.refuse(f"No other {self._last[1].name} can do that now.")

    def choose_nothing(self) -> bool:
        """Ask again what was asked before an order for many was begun, or a number given.

        Whether that was so.
        """
        self._together = ()
        if self._number:
            self._number = 0
            return True
        decision = self.selection.view.decision
        begun = (
            decision is not None
            and decision.kind == group_orders.ALL
            and not self.selection.builder.picked
        )
        if begun:
            self.selection.show(self.session.view())
        return begun
