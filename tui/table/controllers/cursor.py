"""The cursor of a table: keys and clicks that move it, and lines that are typed for it."""

from __future__ import annotations

from rich.text import Text
from textual.events import Key

from engine.actions import Action, IllegalAction
from tui.settings import key_commands
from tui.settings.keymap import keys_of
from tui.table import typed_commands
from tui.table.action_builder import Spot
from tui.table.controllers.table import Controller
from tui.table.widgets.prompt import refusal, said_of

# commands whose keys pass
PASSING = ("table.go-on", "table.end-turn", "table.finish-turn", "table.yield")


class Cursor(Controller):
    """The cursor of the player at the keys."""

    def meet_key(self, event: Key) -> bool:
        """Handle a character that is no command, such as a digit; return False if unused.

        Any key may end a round of watching.
        """
        if self.table.playback.skips(event.key):
            return True
        if not self._passes(event.key):
            self.model.unmet_until, self.model.came = 0.0, ""
        if self.model.typed is not None:
            self.type_name(event.key, event.character or "")
            return True
        return self.table.answers.meet_number(event)

    def _passes(self, key: str) -> bool:
        """Return whether a key passes, in this player's keymap."""
        return any(
            key in keys_of(key_commands.BY_ID[command], self.ui.keymap) for command in PASSING
        )

    def type_name(self, key: str, character: str) -> None:
        """Add a character to the name of the space to go to."""
        names = [space.name for space in self.selection.view.spaces]
        typed = (self.model.typed or "") + (character if key != "enter" else "")
        matches = (
            [name for name in names if name.startswith(typed)]
            if character and key != "escape"
            else []
        )
        self.model.typed = typed if matches and key != "enter" else None
        if typed in names and (len(matches) == 1 or key == "enter"):
            self.model.typed = None
            self.selection.go_to(Spot("space", name=typed))
            # as if the name had been complete already, like that of any square without a longer one
            if key == "enter":
                self.table.answers.action_take()
                return
        self.after_key()

    def after_key(self, *, keep_amount: bool = False) -> None:
        """Draw the table after a key that moved the cursor, without old messages and news."""
        if not keep_amount:
            self.table.answers.amount.clear()
        self.table.answers.withdraw_question()
        self.table.adviser.close()
        self.model.message, self.model.recap, self.model.number = Text(), None, 0
        self.ui.redraw()

    def action_move(self, dx: int, dy: int) -> None:
        self.selection.move(dx, dy)
        self.after_key()

    def action_pane(self, pane: str) -> None:
        self.selection.pane_to(pane)
        self.after_key()

    def action_next_choice(self) -> None:
        if not self.ui.panels.line.is_open and (warning := self.selection.warning()):
            self.after_key()
            self.ui.tell(f"{warning}. {self._in_spite_of_it()}")
        elif not self.ui.panels.line.is_open:
            self.selection.cycle(1)
            self.after_key()
        elif self.ui.panels.line.finding:
            self.find(onward=True)
        else:
            self.ui.panels.line.complete()

    def _in_spite_of_it(self) -> str:
        """Return the keys of a player who wants a choice that Tab doesn't go to."""
        first_key = self.table.words.first_key
        if not self.selection.choices():
            return f"{first_key('everything')} lists everything you can do."
        tab, back = first_key("next-choice").capitalize(), first_key("back").capitalize()
        return f"{tab} again goes to them, {back} takes it back."

    def action_previous_choice(self) -> None:
        self.selection.cycle(-1)
        self.after_key()

    def action_suggest(self) -> None:
        if self.table.words.waiting or not self.selection.view.actions:
            self.ui.refuse(self.table.words.cant_act())
            return
        found = self.selection.suggest()
        self.after_key()
        if found and (why := self.selection.why_suggested()):
            self.ui.tell(f"{self.selection.label(self.selection.candidate())}: {why}.")
        elif not found:
            self.ui.tell(f"No suggestion here. {self.table.words.keyed_closing()}".rstrip())

    def action_go(self) -> None:
        self.model.typed = ""
        self.after_key()

    def action_overlay(self, step: int = 1) -> None:
        self.selection.next_overlay(step)
        self.after_key()
        if self.selection.overlay:
            onward, back = map(self.table.words.first_key, ("overlay", "back"))
            self.ui.tell(f"{onward}: the next overlay, {back}: no overlay")

    def action_zoom(self, step: int) -> None:
        if self.ui.panels.board.zoom(step):
            self.after_key()
        else:
            squares = self.selection.view.is_of_squares
            self.ui.refuse(
                "The squares are already as large or as small as they can be."
                if squares
                else "The whole map is already visible: there is nothing to zoom."
            )

    def action_paint_anew(self) -> None:
        if paint := getattr(self.ui.app, "paint_anew", None):
            paint()

    # --- the command line ---

    def action_command(self) -> None:
        self.after_key()
        self.ui.panels.line.open(
            "an action, a space or a command", typed_commands.suggester(self.selection.view)
        )

    def action_find(self) -> None:
        self.selection.pane_to("choices")
        self.after_key()
        self.ui.panels.line.open("words from an option: Tab goes to the next match", finding=True)

    def find(self, *, onward: bool) -> None:
        """Go to an option that contains the typed words; `onward`: to the next option."""
        found = self.selection.seek(self.ui.panels.line.value, onward=onward)
        self.model.message = Text() if found else refusal("No option has these words.")
        self.ui.redraw()

    def line_changed(self) -> None:
        """Go to the first option that contains the words typed so far."""
        if self.ui.panels.line.finding and self.ui.panels.line.value:
            self.find(onward=False)

    def command_given(self, words: str) -> None:
        """Carry out a typed command, or refuse with the reason."""
        finding = self.ui.panels.line.finding
        self.ui.close_command_line()
        self.model.message = Text()
        if finding:
            self.ui.redraw()
            return
        try:
            done = typed_commands.understand(words, self.selection.view)
        except (IllegalAction, typed_commands.UnknownCommand) as problem:
            self.ui.refuse(said_of(problem))
            return
        if isinstance(done, Spot):
            self.selection.go_to(done)
            self.ui.redraw()
        elif isinstance(done, Action):
            self.table.orders.act(done)
        else:
            self.ui.run_command(done.action)

    # --- the mouse ---

    def pressed(self, spot: Spot, pane: str) -> None:
        """Move the cursor to the clicked thing, and take a choice that was clicked."""
        self.model.message = Text()
        self.table.adviser.close()
        action = self.selection.press(spot, pane)
        if action is not None:
            self.table.orders.act(action)
        else:
            self.ui.redraw()
