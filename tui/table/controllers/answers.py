"""Answers: the keys that take a choice, go back, say yes or no, or type an amount."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rich.text import Text
from textual.events import Key

from engine.actions import Action
from engine.log import many
from tui.settings import key_commands
from tui.table.action_builder import Spot
from tui.table.amounts import TypedAmount, amounts, range_words
from tui.table.controllers.model import ScreenQuestion
from tui.table.controllers.table import Controller, Table

DIGITS = "0123456789"
# panes from which the key that goes back leads to the map before it cancels anything
LISTS_OF_THE_MAP = ("here", "zones")


class Answers(Controller):
    """Answers of the player at the keys."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.amount = TypedAmount()

    def action_take(self) -> None:
        if self.is_confirmed() or self.table.adviser.take():
            return
        self.table.adviser.close()
        self.withdraw_question()
        self.model.message, self.model.recap = Text(), None
        if self._ask_again() or self._confirm_amount() or self.table.orders.take_number():
            return
        self.model.number = 0
        if not self.selection.can_take():
            if not self.table.words.waiting and self._goes_to_next_attacker():
                return
            self.ui.refuse(self._why_nothing_is_taken())
            return
        action = self.selection.take()
        if action is not None:
            self.table.orders.act(action)
        else:
            self.ui.redraw()

    def keyed_answers(self, *before: str) -> list[str]:
        """Return `before` and the keys of both answers to a yes-or-no question.

        An empty list for any other question.
        """
        yes, no = self.selection.verb("yes", "keep"), self.selection.verb("no", "mulligan")
        if yes is None or no is None:
            return []
        yes_key, no_key = map(self.table.words.first_key, ("yes", "no"))
        return [*before, f"{yes_key}: {yes.verb}, {no_key}: {no.verb}."]

    def _goes_to_next_attacker(self) -> bool:
        """Move the cursor from a chosen attacker to the next possible one.

        Return False if the cursor is not on a chosen attacker.
        """
        selection = self.selection
        item, combat = selection.find(selection.spot), selection.view.combat
        chosen = (
            {attacker for attacker, *_ in combat.attackers}
            if combat is not None and combat.seat == selection.view.seat
            else set[int]()
        )
        if (
            item is None
            or not {each.ident for each in selection.group(selection.spot)} & chosen
            or not selection.verb("done")
        ):
            return False
        if any(action.verb == "attacker" for action in selection.view.actions):
            selection.cycle(1)
        self.ui.tell(f"{item.name} is attacking already. {self.table.words.keyed_closing()}")
        self.ui.redraw()
        return True

    def _ask_again(self) -> bool:
        """Ask a computer player again after a failure; return False if none has failed."""
        failed, self.model.failed = self.model.failed, False
        if failed:
            self.table.flow.go_on()
        return failed

    def action_back(self) -> None:
        if self.ui.panels.line.is_open:
            self.ui.close_command_line()
            return
        if self.table.adviser.close():
            self.ui.redraw()
            return
        self.withdraw_question()
        if self.selection.overlay and not self.selection.builder.picked:
            self.selection.overlay = ""
        elif (
            cancel := self._cancels()
        ) is not None and self.selection.pane not in LISTS_OF_THE_MAP:
            self.table.orders.act(cancel)
            return
        elif not self.table.orders.choose_nothing():
            self.selection.back()
        self.table.cursor.after_key()

    def _cancels(self) -> Action | None:
        """Return the action that cancels the announced spell or ability, if nothing else leaves it.

        None while something is picked, or if passing leaves the question.
        """
        selection = self.selection
        return (
            None
            if selection.builder.picked or selection.verb("pass", "done")
            else selection.verb("take-back")
        )

    def answer(self, *verbs: str, otherwise: str) -> None:
        """Take the first legal action with one of these `verbs`, or refuse with `otherwise`."""
        self.model.message = Text()
        if self._ask_again():
            return
        action = self.selection.verb(*verbs)
        if action is not None:
            self.table.orders.act(action)
        else:
            self.ui.refuse(self.table.words.cant_act() if self.table.words.waiting else otherwise)

    def _why_nothing_is_taken(self) -> str:
        """Return the refusal of Enter where it does nothing.

        While the last action of a turn waits, that names the keys that do it and take it back.
        """
        from tui.explain.why import reason

        words = self.table.words
        if self.model.working:
            return words.waiting
        if self.model.pending is not None:
            undo = words.first_key("undo")
            return f"Your turn waits for a key. {words.keyed_closing()}, {undo}: take it back."
        return reason(self.selection, *self.keyed_answers())

    def action_take_back(self) -> None:
        self.answer("take-back", otherwise="There is nothing to cancel.")

    def action_auto(self) -> None:
        self.answer("auto", otherwise="There is nothing to pay.")

    def action_yes(self) -> None:
        question, self.model.question = self.model.question, None
        if question is not None:
            self.model.message = Text()
            question.then()
        else:
            self.answer("yes", "keep", otherwise=self._no_yes_or_no())

    def action_no(self) -> None:
        if self.model.question is not None:
            self.table.cursor.after_key()
        else:
            self.answer("no", "mulligan", otherwise=self._no_yes_or_no())

    def _no_yes_or_no(self) -> str:
        """Return the refusal of a yes-or-no key, with the key that answers the question."""
        words = self.table.words.keyed_closing()
        return (
            f"This isn't a yes-or-no question. {words}"
            if words
            else "This isn't a yes-or-no question: choose something."
        )

    # --- questions of the screen's own ---

    def is_confirmed(self) -> bool:
        """Answer "yes" to a question about going on; return False if none is open.

        The key that asked the question answers it when pressed again, and so does Enter.
        """
        question = self.model.question
        if question is None or not question.is_going_on:
            return False
        self.action_yes()
        return True

    def confirm(
        self,
        question: str,
        then: Callable[[], object],
        details: str = "",
        keys: str = "",
        *,
        going_on: bool = False,
    ) -> None:
        """Ask a yes-or-no question of the screen's own, and call `then` for "yes".

        With `details`, the question replaces the question of the game. `keys` replaces the names of
        the keys that answer. `going_on`: the keys that go on answer "yes" as well.
        """
        yes, no = self.table.words.first_key("yes"), self.table.words.first_key("no")
        asked = f"{question} {keys or f'{yes}: yes, {no}: no'}"
        self.model.question = ScreenQuestion(then, asked if details else "", going_on)
        self.ui.tell(details or asked)

    def withdraw_question(self) -> None:
        """Cancel the screen's own question."""
        self.model.question = None

    # --- amounts and numbers ---

    def meet_number(self, event: Key) -> bool:
        """Handle a digit, or Backspace after digits; return whether the key is used up."""
        found = {} if self.ui.panels.line.is_open else amounts(self.selection.builder)
        is_digit = bool(event.character) and event.character in DIGITS
        if found and event.key == "backspace":
            erased = self.amount.erase()
            self._show_amount(found)
            return erased
        if found and is_digit:
            self.amount.type(event.character or "")
            self._show_amount(found)
            return True
        if is_digit and not self._is_bound(event.key):
            self._go_to_number(int(event.character or ""))
            return True
        return False

    def _is_bound(self, key: str) -> bool:
        """Return whether the keymap gives a key to a command, which wins over numbers."""
        return any(
            key in (self.ui.keymap.get(command.id, command.keys)).split(",")
            for command in key_commands.in_scope("table")
        )

    def _show_amount(self, found: Mapping[int, Spot]) -> None:
        """Put the cursor on the typed amount, or show the range; only Enter takes the amount."""
        typed = self.amount.digits
        self.table.cursor.after_key(keep_amount=True)
        if not typed:
            self.ui.tell(f"Type {range_words(found)}, then press Enter.")
        elif int(typed) in found:
            self.selection.aim_at(found[int(typed)])
            self.ui.redraw()
        elif self.amount.may_grow(found):
            self.ui.tell(f"{typed}: type {range_words(found)}.")
        else:
            self.ui.refuse(f"{typed} is out of range: type {range_words(found)}.")

    def _confirm_amount(self) -> bool:
        """Take the typed amount, or refuse one out of range; return False if none is typed."""
        typed, found = self.amount.digits, amounts(self.selection.builder)
        if not typed or not found:
            return False
        self.amount.clear()
        spot = found.get(int(typed))
        action = self.selection.builder.action_at(spot) if spot is not None else None
        if action is not None:
            self.table.orders.act(action)
        else:
            self.ui.refuse(f"{typed} is out of range: type {range_words(found)}.")
        return True

    def _go_to_number(self, number: int) -> None:
        """Go to the choice with a number; with priority, play the card in hand with that number."""
        plays, is_hand = self.selection.numbers_play, self.selection.numbers_are_the_hands
        went, choices = self.selection.by_number(number), len(self.selection.builder.numbers())
        self.table.cursor.after_key()
        decision = self.selection.view.decision
        if went and (plays or (decision is not None and decision.kind == "payment")):
            self.action_take()
        elif not went and is_hand:
            self.ui.refuse(f"No card in your hand has the number {number}.")
        elif not went:
            self.ui.refuse(
                f"There is no choice {number} now: there {'is' if choices == 1 else 'are'} "
                f"{many(choices, 'choice')}."
            )
