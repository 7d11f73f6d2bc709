"""Actions and orders of a player: single ones, and those for many creatures at once."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from engine.actions import Action, IllegalAction
from engine.base.records import replace
from engine.log import many
from engine.magic.core.agenda import DecisionView
from engine.view import View
from tui.session import effort
from tui.session.progress import last_deed
from tui.session.protocol import Next
from tui.table import forecast, group_orders, recap, wording
from tui.table.action_builder import Spot
from tui.table.board.layout import neighbor_towards
from tui.table.controllers.table import Controller
from tui.table.stops import passing
from tui.table.widgets.prompt import notice, said_of

# what creatures have done that had an order together
DID = {"move": "moved", "attacker": "attacked"}


class Orders(Controller):
    """Actions and orders of the player at the keys."""

    def act(self, action: Action) -> None:
        """Carry out an action, or give the order for many creatures that the action stands for."""
        if action.verb == group_orders.ALL:
            self.order(tuple(group_orders.move_all(self.session.view(), action)))
            return
        if action.verb in wording.SECRET and action != self.model.shown_secret:
            self._ask_about_secret(action)
            return
        self.model.shown_secret = None
        self.table.adviser.close()
        self.table.adviser.note(action)
        view = self.selection.view
        whole = (
            group_orders.at_once(view, action) or forecast.of(view).detour(action)
            if self.model.orders is None
            else ()
        )
        if whole:
            self.model.tells_order = False
            self.order(whole)
            return
        together, self.model.together = self.model.together, ()
        if action.object in together:
            self.order(tuple(replace(action, object=ident) for ident in together))
            return
        doer = next(
            (item for item in self.selection.view.permanents if item.id == action.object), None
        )
        if action.verb in group_orders.REPEATED and doer is not None:
            self.model.last = action, doer
        self.act_alone(action)

    def act_alone(self, action: Action) -> None:
        """Carry out an action, or show its outcome if it is the last possible action of a turn."""
        if not self._holds_back(action):
            self.carry_out(action)

    def continue_order(self) -> None:
        """Continue an order for many as soon as its player is asked again."""
        orders = self.model.orders
        waits_for_person = orders is not None and self.session.next() is Next.PERSON
        if waits_for_person and not self.model.working:
            self.ui.call_later(self.order, orders, self.model.done_of)

    def _holds_back(self, action: Action) -> bool:
        """Show the last action of a turn without carrying it out; return False for other actions.

        The player can still take the action back. If a server leads the game, the game would go on
        at once; an action whose outcome is unforeseeable is announced and held back as well.
        """
        session, stops, view = self.session, self.own_stops, self.session.view()
        if stops is None or session.is_puzzle or session.asked != session.viewer:
            return False
        if self.model.ended == view.turn.number:
            return False
        found = last_deed(view, stops, action, unforeseen=session.led_elsewhere)
        if found is None:
            return False
        after, told = found
        self.model.pending, self.model.is_foreseen = action, bool(told)
        announced = f"{wording.sentence(action, view)}: the last thing you can do this turn"
        self.model.held = passing.LAST_DEED if told else announced
        decided = ". ".join(recap.deciding(told, after))
        self.model.message = notice(f"{decided}.") if decided else Text()
        self.selection.show(after)
        self.ui.redraw()
        return True

    def carry_out(self, action: Action) -> None:
        self.table.flow.do(
            lambda: self.session.answer(action), passing=action.verb in ("pass", "done")
        )

    def _ask_about_secret(self, action: Action) -> None:
        """Ask about an action that reveals a secret to all players before carrying it out."""

        def meant() -> None:
            self.model.shown_secret = action
            self.act(action)

        self.table.answers.confirm(f"{wording.sentence(action, self.selection.view)}?", meant)

    def order(self, wanted: tuple[Action, ...], done: int = 0) -> None:
        """Carry out the first legal action of an order, and keep the others for later.

        `wanted`: the actions left; `done`: number of actions carried out. The order ends when no
        action is legal. Questions under way go on by themselves, unless a player has to choose.
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
            self.model.orders = None
            self._tell_order(wanted, done)
            return
        place = wanted.index(able[0])
        self.model.orders, self.model.done_of = wanted[place + 1 :], done + 1
        self.model.skipped = (self.model.skipped if done else 0) + place
        self.act(first)

    def _note_order(self, *, ordering: bool) -> None:
        """Note in the stops whether an order is carried out, which asks its player nothing."""
        if (stops := self.own_stops) is not None:
            stops.ordering = ordering

    def _tell_order(self, left: tuple[Action, ...], done: int) -> None:
        """Report the outcome of an order: the number of creatures that acted, and the failures."""
        tells, self.model.tells_order = self.model.tells_order, True
        if not tells or self.model.last is None or not (done or left):
            return
        view, verb = self.session.view(), self.model.last[0].verb
        did = (
            "will attack"
            if verb == "attacker" and view.combat is not None
            else DID.get(verb, "did so")
        )
        unable, skipped = "", self.model.skipped
        if left and not view.stack and view.combat is None and passing.closing(view) is not None:
            skipped += len(left)
        elif left:
            unable = (
                f"; {many(len(left), 'other')} couldn't yet, because the game asked "
                "something else first"
            )
        unable = f"; {skipped} could no longer{unable}" if skipped else unable
        self.ui.tell(f"{many(done, 'creature')} {did}{unable}.")

    def attacks_of_all(self) -> list[Action]:
        """Return the attack with all possible attackers, aimed at the thing under the cursor."""
        selection = self.selection
        at = next((space for space in selection.view.spaces if space.name == selection.space), None)
        return group_orders.attack_with_all(
            selection.view, (selection.spot.ident, *(at.creatures if at is not None else ()))
        )

    def equals(self) -> list[Spot]:
        """Return the equal objects under the cursor, except attackers (they have a key for all)."""
        selection = self.selection
        return (
            []
            if selection.builder.begins(selection.candidate(), "attacker") is not None
            else self.row_of_equals()
        )

    def row_of_equals(self) -> list[Spot]:
        """Return the equal objects in the row under the cursor that an order can name."""
        selection = self.selection
        candidate = selection.candidate()
        chosen = (
            selection.pane in ("here", "choices")
            and not selection.builder.picked
            and candidate.kind == "object"
        )
        group = selection.group(candidate) if chosen else []
        return group if len(group) > 1 and self._may_take_several(candidate) else group[:1]

    def _may_take_several(self, candidate: Spot) -> bool:
        """Return whether a second equal object can be chosen, such as a second target."""
        action = self.selection.builder.action_at(candidate)
        if action is None or action.verb != "target":
            return True
        view = self.selection.view
        return forecast.of(view).within(
            ("several", action), lambda: _asks_for_more_targets(view, action), False
        )

    # --- keys ---

    def action_all(self) -> None:
        """Order all equal objects, attack with all, or ask for the goal of all in a space."""
        view, space = self.selection.view, self.selection.space
        if self.table.words.waiting:
            self.ui.refuse(self.table.words.cant_act())
            return
        if view.decision is not None and view.decision.kind == group_orders.ALL:
            self.ui.refuse("Choose where all of them go, or press Esc to cancel.")
            return
        if self._begin_together():
            return
        goals, attacks = group_orders.goals(view, space), self.attacks_of_all()
        if attacks and group_orders.starts(view).get(space, 0) < 2:
            self.order(tuple(attacks))
        elif goals and view.decision is not None:
            prompt = f"Where should everything in {space} move? Esc: cancel"
            self.selection.show(
                replace(
                    view,
                    actions=tuple(goals),
                    decision=DecisionView(view.decision.seat, group_orders.ALL, prompt),
                )
            )
            self.model.message = Text()
            self.ui.redraw()
        elif self._is_only_attacker():
            self.table.answers.action_take()
        elif any(action.verb == "attacker" for action in view.actions):
            self.ui.refuse(
                "First put the cursor on what your pieces should attack, then press this key."
            )
        elif any(action.verb == "move" for action in view.actions):
            self.ui.refuse(
                "First put the cursor on a space with creatures that can move, then press this key."
            )
        else:
            self.ui.refuse("Nothing can attack or move now.")

    def _is_only_attacker(self) -> bool:
        """Return whether the cursor is on the attack of the only piece that can attack."""
        selection = self.selection
        begun = selection.builder.begins(selection.candidate(), "attacker")
        return begun is not None and group_orders.attackers(selection.view) == {begun.object}

    def _begin_together(self) -> bool:
        """Give an order to a whole row of equal objects; return False for a single object.

        If more has to be picked, all of them act as soon as that is done.
        """
        group = self.equals()
        if len(group) < 2:
            return False
        self._take_together(group, f"All {len(group)}")
        return True

    def _take_together(self, group: Sequence[Spot], words: str) -> None:
        self.model.number = 0
        action = self.selection.take()
        self.model.together = tuple(spot.ident for spot in group)
        if action is not None:
            self.act(action)
        else:
            self.ui.tell(f"{words}: choose what they do. Esc: cancel")

    def action_step(self, dx: int, dy: int) -> None:
        """Move the creature under the cursor, or the picked one, a space in a direction."""
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
            self.ui.refuse(
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
        self.model.message = Text()
        if move is not None:
            self._take_steps(move)
        else:
            self.ui.refuse(
                self._why_no_step(Action("move", item.id, origin=item.space, space=goal))
            )

    def _take_steps(self, move: Action) -> None:
        """Carry out a move, with equal creatures up to the given number.

        On squares, the cursor follows.
        """
        group = self.row_of_equals()
        number, self.model.number = max(self.model.number, 1), 0
        self.model.together = tuple(spot.ident for spot in group[:number]) if number > 1 else ()
        here = self.selection.here()
        follows = here is not None and here.square
        self.act(move)
        if follows and self.selection.view.actions:
            self.selection.go_to(Spot("object", move.object))
            self.ui.redraw()

    def _why_no_step(self, move: Action) -> str:
        """Return the reason why a creature can't move a space in a direction."""
        view = self.selection.view
        if move.space == move.origin:
            return f"There is no space that way from {move.origin}."
        try:
            effort.attempt(view, move)
        except IllegalAction as problem:
            return said_of(problem)
        return f"{wording.name_of(view, move.object)} can't move to {move.space} now."

    def action_so_many(self) -> None:
        """Raise the number of equal creatures that the next key takes; after all, back to one."""
        several = len(self.row_of_equals())
        if several < 2:
            self.ui.refuse(
                "First put the cursor on a row of several identical creatures, such as 3× Elves."
            )
            return
        self.model.number = max(self.model.number, 1) % several + 1
        take = self.table.words.first_key("take")
        self.ui.tell(f"{self.model.number} of {several}: {take}: use that many. Esc: just one")

    def take_number(self) -> bool:
        """Take the given number of equal objects; return False if no number is given."""
        number, group = self.model.number, self.row_of_equals()
        if number < 2 or len(group) < number:
            return False
        self._take_together(group[:number], f"{number} of {len(group)}")
        return True

    def action_again(self) -> None:
        """Give the last order to the next like creature."""
        found = (
            group_orders.again(self.selection.view, *self.model.last)
            if self.model.last is not None
            else None
        )
        if found is not None:
            self.act(found)
        elif self.model.last is None:
            self.ui.refuse(
                "There is no order to repeat yet: move, attack or block with a creature first."
            )
        else:
            self.ui.refuse(f"No other {self.model.last[1].name} can do that now.")

    def choose_nothing(self) -> bool:
        """Drop an order for many, or a number, that was begun; return False if there is neither."""
        self.model.together = ()
        if self.model.number:
            self.model.number = 0
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


def _asks_for_more_targets(view: View, action: Action) -> bool:
    """Return whether a further target can be chosen after one."""
    game = effort.seen(view).fork()
    game.apply(action)
    return any(each.verb == "target" for each in game.legal_actions())
