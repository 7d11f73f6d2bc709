"""Words of the prompt: the player who is waited for, and the promise of the key that passes."""

from __future__ import annotations

from engine.log import owner
from tui.settings import key_commands
from tui.table import group_orders
from tui.table.controllers.table import Controller
from tui.table.stops import passing as ending

WORKING = "One moment…"  # what the prompt says while the game is at work


class PromptWords(Controller):
    """Words of the prompt."""

    @property
    def waiting(self) -> str:
        """The words while the player is not asked anything; "" otherwise."""
        model = self.model
        paused = self.table.playback.watches and model.watching.paused and not model.working
        asked = self.session.asked if paused else None
        if asked is not None:
            return f"{owner(self.selection.view.players[asked].name)} next decision is waiting"
        return self._waiting()

    @property
    def _asks_itself(self) -> bool:
        """Return whether a question of the screen replaces the question of the game."""
        return self.model.question is not None and bool(self.model.question.prompt)

    def _waiting(self) -> str:
        """Return the words while no computer player is paused."""
        if self.model.working:
            return WORKING
        if self.model.held:
            return self.model.held
        asked = self.session.asked
        if asked is None:
            return ""
        if asked == self.session.viewer:
            return "The game continues…" if self.table.flow.goes_on() else ""
        return f"{self.selection.view.players[asked].name} is choosing…{self.passing_words()}"

    def passing_words(self) -> str:
        """Return the words about automatic passing and its key; "" without automatic passing."""
        stops = self.own_stops
        passing = stops.passing(self.selection.view) if stops is not None else ""
        return f" You pass {passing}; press z to stop" if passing else ""

    def first_key(self, name: str) -> str:
        """Return the first key of a command, as players read it."""
        return key_commands.first_key(f"table.{name}", self.ui.keymap)

    def cant_act(self) -> str:
        """Return the refusal of a key for which the player has to wait."""
        return f"You can't act right now: {self.waiting}"

    def keyed_closing(self) -> str:
        """Return the key that passes with its promise; "" while it does nothing."""
        return self.keyed(self.closing_words())

    def keyed(self, words: str) -> str:
        """Return words behind the key that goes on; "" for no words."""
        key = self.first_key("go-on")
        named = key.capitalize() if len(key) > 1 else key
        return f"{named}: {words}" if words else ""

    def closing_words(self) -> str:
        """Return the promise of the key that passes; "" while it does nothing."""
        if self._asks_itself or self.model.working:
            return ""
        view = self.selection.view
        if self.model.pending is not None:
            return ending.END_TURN if self.model.is_foreseen else "Do it, end turn"
        if self.model.held:
            return f"Let {view.players[view.turn.active].name} begin"
        return "" if self.waiting else self.putting_back() or ending.words(view, self.model.ahead)

    def kept_words(self) -> str:
        """Return the words about things left undone on purpose, for the end of the turn."""
        view = self.selection.view
        shown = self.session.moment, self.model.pending is not None
        if (
            not self.table.passing.left_on_purpose()
            or self.closing_words() != ending.END_TURN
            or self._asks_itself
        ):
            return ""
        if self.model.kept[:2] != shown:
            kept = ending.wasted(view).kept(self.table.passing.left_on_purpose())
            words = kept[0] if len(kept) == 1 else f"{len(kept)} things you could still do"
            self.model.kept = *shown, f" ({words})" if kept else ""
        return self.model.kept[2]

    def putting_back(self) -> str:
        """Return the promise of the key that passes while something is picked; "" otherwise.

        The key then only puts the picked things back.
        """
        decision, name = self.selection.view.decision, self.selection.builder.picked_first()
        if not name and decision is not None and decision.kind == group_orders.ALL:
            return "Stay here"
        return f"Let go of {name}" if name else ""

    def question_shown(self) -> tuple[object, ...]:
        """Return a value that changes whenever the screen waits for another answer."""
        question = self.model.question
        prompt = question.prompt if question is not None else ""
        return self.session.moment, prompt, question is not None
