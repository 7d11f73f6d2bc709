"""The table: the game as one player sees it, and the keys with which it is played."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rich.text import Text
from textual import on
from textual.events import Key
from textual.widgets import Input

from engine.actions import Action, IllegalAction
from engine.log import many
from tui.session.protocol import Next
from tui.settings import key_commands as keys
from tui.settings.keymap import keys_of
from tui.settings.settings import Settings
from tui.table import typed_commands
from tui.table.action_builder import Spot
from tui.table.amounts import TypedAmount, amounts, range_words
from tui.table.screens.undoing import UndoingTable
from tui.table.stops import passing
from tui.table.widgets.phase_bar import PhaseBar
from tui.table.widgets.prompt import REFUSED, refusal, said_of
from tui.terminal.clause_numbers import are_shown
from tui.widgets.lines import Lines

DIGITS = "0123456789"
# panes from which the key that goes back leads to the map before it cancels anything
LISTS_OF_THE_MAP = ("here", "zones")
# commands whose keys pass
PASSING = ("table.go-on", "table.end-turn", "table.finish-turn", "table.yield")

TAB = "Tab goes through the choices."


class TableScreen(UndoingTable):
    """A session at the table.

    Dismissed with "left", "over", "again" or, where the engine went wrong, "fault".
    """

    BINDINGS = keys.bindings("table")
    help_scope = "table"  # the place whose keys come first in the full help

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._amount = TypedAmount()

    # --- keys ---

    def meet_key(self, event: Key) -> bool:
        """Characters that are no command: the rest of a space's name, or a choice's number.

        Any key may end a round of watching.

        The app calls it, where commands are carried out as well: else what is typed fast would
        overtake the Enter before it. Whether that is all that the key does.
        """
        if self.skips(event.key):
            return True
        if not self._passes(event.key):
            self._unmet_until, self._came = 0.0, ""
        if self._typed is not None:
            self._type_name(event.key, event.character or "")
            return True
        return self._meet_number(event)

    def _meet_number(self, event: Key) -> bool:
        """Take a digit, or Backspace after digits, for what is asked; return whether the key is
        used up by that.
        """
        found = {} if self._line.is_open else amounts(self.selection.builder)
        is_digit = bool(event.character) and event.character in DIGITS
        if found and event.key == "backspace":
            erased = self._amount.erase()
            self._show_amount(found)
            return erased
        if found and is_digit:
            self._amount.type(event.character or "")
            self._show_amount(found)
            return True
        if is_digit and not self._is_bound(event.key):
            self._go_to_number(int(event.character or ""))
            return True
        return False

    def _passes(self, key: str) -> bool:
        """Return whether a key passes, in this player's keymap."""
        return any(key in keys_of(keys.BY_ID[command], self.keymap) for command in PASSING)

    def _is_bound(self, key: str) -> bool:
        """Return whether a player's keymap gives a key to a command: that wins over numbers."""
        return any(
            key in (self.keymap.get(command.id, command.keys)).split(",")
            for command in keys.in_scope("table")
        )

    def _show_amount(self, found: Mapping[int, Spot]) -> None:
        """Put the cursor on the amount typed, or tell the range; nothing is done before Enter."""
        typed = self._amount.digits
        self._after_key(keep_amount=True)
        if not typed:
            self.tell(f"Type {range_words(found)}, then press Enter.")
        elif int(typed) in found:
            self.selection.aim_at(found[int(typed)])
            self.redraw()
        elif self._amount.may_grow(found):
            self.tell(f"{typed}: type {range_words(found)}.")
        else:
            self.refuse(f"{typed} is out of range: type {range_words(found)}.")

    def _confirm_amount(self) -> bool:
        """Take the amount typed, or tell the range if it is out of it; return False if nothing
        was typed.
        """
        typed, found = self._amount.digits, amounts(self.selection.builder)
        if not typed or not found:
            return False
        self._amount.clear()
        spot = found.get(int(typed))
        action = self.selection.builder.action_at(spot) if spot is not None else None
        if action is not None:
            self.act(action)
        else:
            self.refuse(f"{typed} is out of range: type {range_words(found)}.")
        return True

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While a space's name or a line is being typed, letters are letters, and what is behind
        stays as it is.
        """
        if action.startswith("app."):
            return True
        typing = self._typed is not None or (
            self._line.is_open and action not in ("back", "next_choice")
        )
        return None if typing else True

    def _go_to_number(self, number: int) -> None:
        """Go to the choice of a number, wherever the cursor is; with priority, play the card in
        hand with it.
        """
        plays, is_hand = self.selection.numbers_play, self.selection.numbers_are_the_hands
        went, choices = self.selection.by_number(number), len(self.selection.builder.numbers())
        self._after_key()
        decision = self.selection.view.decision
        if went and (plays or (decision is not None and decision.kind == "payment")):
            self.action_take()
        elif not went and is_hand:
            self.refuse(f"No card in your hand has the number {number}.")
        elif not went:
            self.refuse(
                f"There is no choice {number} now: there {'is' if choices == 1 else 'are'} "
                f"{many(choices, 'choice')}."
            )

    def _type_name(self, key: str, character: str) -> None:
        names = [space.name for space in self.selection.view.spaces]
        typed = (self._typed or "") + (character if key != "enter" else "")
        matches = (
            [name for name in names if name.startswith(typed)]
            if character and key != "escape"
            else []
        )
        self._typed = typed if matches and key != "enter" else None
        if typed in names and (len(matches) == 1 or key == "enter"):
            self._typed = None
            self.selection.go_to(Spot("space", name=typed))
            # as if the name had been complete already, like that of any square without a longer one
            if key == "enter":
                self.action_take()
                return
        self._after_key()

    def _after_key(self, *, keep_amount: bool = False) -> None:
        if not keep_amount:
            self._amount.clear()
        self._withdraw_question()
        self.message, self._recap, self._number = Text(), None, 0
        self.redraw()

    def _withdraw_question(self) -> None:
        """Cancel the screen's own question when any other key is pressed."""
        self._confirmed, self._asking, self._is_going_on = None, "", False

    def action_move(self, dx: int, dy: int) -> None:
        self.selection.move(dx, dy)
        self._after_key()

    def action_pane(self, pane: str) -> None:
        self.selection.pane_to(pane)
        self._after_key()

    def action_next_choice(self) -> None:
        if not self._line.is_open:
            self.selection.cycle(1)
            self._after_key()
        elif self._line.finding:
            self._find(onward=True)
        else:
            self._line.complete()

    def action_previous_choice(self) -> None:
        self.selection.cycle(-1)
        self._after_key()

    def action_suggest(self) -> None:
        if self.waiting or not self.selection.view.actions:
            self.refuse(f"You can't act right now: {self.waiting}")
            return
        found = self.selection.suggest()
        self._after_key()
        if found and (why := self.selection.why_suggested()):
            self.tell(f"{self.selection.label(self.selection.candidate())}: {why}.")
        elif not found:
            self.tell(f"No suggestion here. {self._keyed(self._closing_words())}".rstrip())

    def action_take(self) -> None:
        if self._is_confirmed():
            return
        self._withdraw_question()
        self.message, self._recap = Text(), None
        if self._ask_again() or self._confirm_amount() or self.take_number():
            return
        self._number = 0
        if not self.selection.can_take():
            if not self.waiting and self._goes_to_next_attacker():
                return
            from tui.explain.why import reason

            self.refuse(
                self.waiting if self._working else reason(self.selection, *self._keyed_answers())
            )
            return
        action = self.selection.take()
        if action is not None:
            self.act(action)
        else:
            self.redraw()

    def _keyed_answers(self, *before: str) -> list[str]:
        """Return the keys of both answers to a question of yes or no, in a sentence after
        others; nothing for any other question.
        """
        yes, no = self.selection.verb("yes", "keep"), self.selection.verb("no", "mulligan")
        return (
            [*before, f"{self._first_key('yes')}: {yes.verb}, {self._first_key('no')}: {no.verb}."]
            if yes and no
            else []
        )

    def _goes_to_next_attacker(self) -> bool:
        """Go on from an attacker that was chosen already to the next that can be; return whether
        the cursor was on one.
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
        self.tell(f"{item.name} is attacking already. {self._keyed(self._closing_words())}")
        self.redraw()
        return True

    def _ask_again(self) -> bool:
        """Ask a computer player again that has failed; false where none has."""
        failed, self._failed = self._failed, False
        if failed:
            self.go_on()
        return failed

    def action_back(self) -> None:
        if self._line.is_open:
            self._close_command_line()
            return
        self._withdraw_question()
        if self.selection.overlay and not self.selection.builder.picked:
            self.selection.overlay = ""
        elif (
            cancel := self._cancels()
        ) is not None and self.selection.pane not in LISTS_OF_THE_MAP:
            self.act(cancel)
            return
        elif not self.choose_nothing():
            self.selection.back()
        self._after_key()

    def _cancels(self) -> Action | None:
        """Return the action that cancels what is announced, where its question has no other way
        out and nothing is picked yet.
        """
        selection = self.selection
        return (
            None
            if selection.builder.picked or selection.verb("pass", "done")
            else selection.verb("take-back")
        )

    def _answer(self, *verbs: str, otherwise: str) -> None:
        """Take the first of these actions that is legal."""
        self.message = Text()
        if self._ask_again():
            return
        action = self.selection.verb(*verbs)
        if action is not None:
            self.act(action)
        else:
            self.refuse(f"You can't act right now: {self.waiting}" if self.waiting else otherwise)

    def action_go_on(self) -> None:
        if (
            self._is_confirmed()
            or self.release()
            or self._put_back()
            or self._is_there_already()
            or self._is_early()
        ):
            return
        if self.watches:
            self.action_pause()
        elif passing.ends_turn(self.selection.view, self._ahead) and not self.waiting:
            self._ask_to_end(self.end_turn)
        else:
            self._pass()

    def _is_confirmed(self) -> bool:
        """Answer the screen's own question with yes if the key that asked it is pressed again,
        or Enter; return whether that was so.
        """
        going_on = self._confirmed is not None and self._is_going_on
        if going_on:
            self.action_yes()
        return going_on

    @property
    def _asks_before_ending(self) -> bool:
        return (
            self.session.ask_before_ending
            and getattr(self.app, "settings", Settings()).ask_before_ending
        )

    def _put_back(self) -> bool:
        """Put back all that has been picked and not yet done. Whether there was anything."""
        words, name = self.putting_back(), self.selection.builder.picked_first()
        if not words or self.waiting:
            return False
        while self.selection.builder.picked:
            self.selection.back()
        self.choose_nothing()
        self.tell(
            f"You let go of {name} and haven't passed."
            if name
            else "All creatures stay where they are: you haven't passed."
        )
        return True

    def _is_begun(self) -> bool:
        """Refuse a key that would pass over something picked and not yet done; return whether
        there is any.
        """
        if words := self.putting_back():
            self.refuse(f"First finish the action you've started. {self._keyed(words)}")
        return bool(words)

    def _is_there_already(self) -> bool:
        """Take the first key that goes on as done if it was to lead to a step that has come by
        itself; return whether it was.
        """
        came, self._came = self._came, ""
        if came:
            self._earliest = self._unmet_until = 0.0
            self.tell(
                f"{came} has already begun, so nothing was passed. "
                f"{self._keyed(self._closing_words())}"
            )
        return bool(came)

    def _is_early(self) -> bool:
        """Refuse a key that passes if it was meant for what was asked before; return whether it
        was.
        """
        early = bool(self.selection.verb("pass", "done")) and time.monotonic() < max(
            self._unmet_until, self._earliest
        )
        if early:
            self._earliest = self._unmet_until = 0.0
            self.refuse(
                "Not passed: you were just asked something new. Press the key again to pass."
            )
        return early

    def action_end_turn(self) -> None:
        self._ask_to_finish(self.end_turn)

    def action_finish_turn(self) -> None:
        self._ask_to_finish(self.finish_turn, attacks=True)

    def _ask_to_finish(self, then: Callable[[], object], *, attacks: bool = False) -> None:
        """Do what ends the turn, now or after its `attacks`, or say why that isn't possible."""
        view = self.selection.view
        if self._is_confirmed() or self.release() or self._is_begun() or self._is_early():
            return
        if self.waiting or view.decision is None:
            self.refuse(f"You can't act right now: {self.waiting}")
        elif view.turn.active != view.seat:
            self.refuse(
                f"It's {view.players[view.turn.active].name}'s turn: you can end only your own."
            )
        elif not passing.can_end(view):
            self.refuse(
                " ".join(self._keyed_answers("First answer this question."))
                or f"First finish the action you've started: {TAB}"
            )
        else:
            self._ask_to_end(then, attacks=attacks)

    def _on_hold(self) -> set[int]:
        """Return the ids of the permanents that the person at the keys doesn't want to be asked
        about.
        """
        seat = self.session.viewer
        return (
            self.session.stops[seat].held
            if seat is not None and seat in self.session.stops
            else set[int]()
        )

    def _ask_to_end(self, then: Callable[[], object], *, attacks: bool = False) -> None:
        """Tell what ending the turn would clearly waste, unless the player has left it undone
        before; then do something.

        Where nothing would be wasted, it is done at once. With `attacks`, the player is still asked
        about these.
        """
        left = (
            passing.wasted(self.selection.view, self._on_hold(), attacks=not attacks)
            if self._asks_before_ending
            else None
        )
        words = left.words(self._left_on_purpose()) if left is not None else []
        if left is None or not words:
            then()
            return

        def on_purpose() -> None:
            self._leave_on_purpose(left)
            then()

        key, back = self._keyed("end it"), self._first_key("no")
        self._confirm(
            "End the turn?",
            on_purpose,
            f"Still possible: {', '.join(words)}",
            f"{key}, {back}: keep playing",
            going_on=True,
        )

    def _pass(self) -> None:
        keyed = " ".join(self._keyed_answers("You have to answer this question."))
        self._answer("pass", "done", otherwise=keyed or f"You have to choose something: {TAB}")

    def action_take_back(self) -> None:
        self._answer("take-back", otherwise="There is nothing to cancel.")

    def action_auto(self) -> None:
        self._answer("auto", otherwise="There is nothing to pay.")

    def action_yes(self) -> None:
        if self._confirmed is not None:
            confirmed, self._confirmed = self._confirmed, None
            self.message, self._asking = Text(), ""
            confirmed()
        else:
            self._answer("yes", "keep", otherwise=self._no_yes_or_no())

    def action_no(self) -> None:
        if self._confirmed is not None:
            self._withdraw_question()
            self._after_key()
        else:
            self._answer("no", "mulligan", otherwise=self._no_yes_or_no())

    def _no_yes_or_no(self) -> str:
        """Say which key answers what is asked, if it is no question of yes or no."""
        words = self._keyed(self._closing_words())
        return (
            f"This isn't a yes-or-no question. {words}"
            if words
            else "This isn't a yes-or-no question: choose something."
        )

    def action_go(self) -> None:
        self._typed = ""
        self._after_key()

    def action_overlay(self, step: int = 1) -> None:
        self.selection.next_overlay(step)
        self._after_key()
        if self.selection.overlay:
            self.tell(
                f"{self._first_key('overlay')}: the next overlay, {self._first_key('back')}: no "
                "overlay"
            )

    def action_paint_anew(self) -> None:
        if paint := getattr(self.app, "paint_anew", None):
            paint()

    def action_zoom(self, step: int) -> None:
        if self._board.zoom(step):
            self._after_key()
        else:
            squares = self.selection.view.is_of_squares
            self.refuse(
                "The squares are already as large or as small as they can be."
                if squares
                else "The whole map is already visible: there is nothing to zoom."
            )

    def action_yield(self) -> None:
        seat = self.session.viewer
        if seat is not None and self.session.stops[seat].lift():
            self.tell("Automatic passing is off.")
        elif self._is_begun():
            pass
        elif seat is None or not self.selection.verb("pass"):
            self.refuse("You don't have priority, so you can't pass.")
        elif self.selection.view.turn.active == seat and passing.is_closing(self.selection.view):
            self._ask_to_end(self._start_yield)
        else:
            self._start_yield()

    def _start_yield(self) -> None:
        view, seat = self.selection.view, self.session.viewer
        if seat is not None:
            self.session.stops[seat].start_yield(view)
            self._ended = view.turn.number if view.turn.active == seat else self._ended
            self._pass()

    def action_yields(self) -> None:
        from tui.table.screens.yields import yields_page

        if self._plays() and (seat := self.session.viewer) is not None:
            self.app.push_screen(
                yields_page(self.session.stops[seat], self.selection.view), self._yields_changed
            )

    def _plays(self) -> bool:
        """Whether whoever is at the keys plays; if they only look on, it is said."""
        if self.session.viewer is None:
            self.refuse("You are watching: only players can do this.")
        return self.session.viewer is not None

    def _yields_changed(self, _: None) -> None:
        """What is asked now may be passed by itself from now on."""
        if self.session.next() is Next.PERSON and not self._working and not self._held:
            self._shown = self._put = -1
            self.go_on()

    def action_full_control(self) -> None:
        if self._plays() and (seat := self.session.viewer) is not None:
            stops = self.session.stops[seat]
            stops.full_control = not stops.full_control
            self._look_ahead()
            self.tell(
                "You will be asked at every opportunity."
                if stops.full_control
                else "You will be asked at your stops."
            )

    def action_stop(self) -> None:
        if self._plays():
            self._toggle_stop(self.selection.view.turn.step)

    def _toggle_stop(self, step: int) -> None:
        turn = self.selection.view.turn
        if (seat := self.session.viewer) is None or step < 0:
            return
        stops, own = self.session.stops[seat], turn.active == seat
        where = ("your own " if own else "others' ") + turn.steps[step]
        if own and stops.is_last_main(step):
            self.refuse(
                f"The stop in {where} stays: without it, you could miss a whole turn of your own."
            )
            return
        is_set = stops.toggle(step, own=own)
        self._look_ahead()
        self.tell(
            f"Stop set: you will be asked in {where}."
            if is_set
            else f"Stop cleared: {where} is passed unless something happens."
        )

    def _confirm(
        self,
        question: str,
        then: Callable[[], object],
        details: str = "",
        keys: str = "",
        *,
        going_on: bool = False,
    ) -> None:
        """Ask something of the screen's own; with details, the question stands in place of what the
        game asks.

        `going_on`: the question is about going on, so that the keys which go on answer it.
        """
        self._is_going_on = going_on
        yes, no = self._first_key("yes"), self._first_key("no")
        asked = f"{question} {keys or f'{yes}: yes, {no}: no'}"
        self._confirmed, self._asking = then, asked if details else ""
        self.tell(details or asked)

    def action_concede(self) -> None:
        if self._plays() and self.session.asked is not None:
            self._confirm("Concede this game?", self._concede)

    def _concede(self) -> None:
        assert self.session.viewer is not None
        viewer = self.session.viewer
        self._do(lambda: self.session.concede(viewer))

    def action_leave(self) -> None:
        unsaved = self.session.unsaved
        kept = (
            "Nothing has been decided yet: the game won't be saved."
            if self.session.is_untouched
            else "The game is saved."
        )
        saved = f"The last action will be lost: {unsaved}." if unsaved else kept
        self._confirm(f"Leave the table? {saved}", lambda: self._leave("left"))

    def action_help(self) -> None:
        from tui.screens.pages import here_page

        lasting = self._lasting_keys()
        places = [place for place in self._useful_keys() if place not in lasting]
        self.app.push_screen(
            here_page(
                self.selection, self.waiting, places, self.seen(), self.keymap, self.help_scope
            )
        )

    def action_settings(self) -> None:
        from tui.settings.screens.settings import SettingsScreen

        self.app.push_screen(SettingsScreen(), lambda _: self._settings_changed())

    def _settings_changed(self) -> None:
        self.pace = self.watching.pause = getattr(self.app, "pace", self.pace)
        self.redraw()

    def action_log(self) -> None:
        from tui.screens.pages import log_page

        self.app.push_screen(log_page(self.session.log(), numbered=are_shown(self.app)))

    def action_look_back(self) -> None:
        from tui.table.screens.rewind import RewindScreen

        self.message = Text()
        if (tape := self.session.tape) is not None:
            self.stop_for(RewindScreen(tape, self.session.viewer))
        else:
            self.refuse("You can review this game when it is over.")

    def action_read(self) -> None:
        from tui.screens.pages import about_page

        self.app.push_screen(about_page(self.selection, self.waiting, self.size.width))

    def action_why(self) -> None:
        from tui.screens.pages import oracle_page

        refused = self.message.plain if self.message.plain.startswith(REFUSED) else ""
        self.app.push_screen(oracle_page(self.selection, refused, self.size.width, self.told()))

    def action_rules(self) -> None:
        from tui.screens.pages import rules_page

        self.app.push_screen(rules_page(self.session.rules, len(self.selection.view.players)))

    def action_everything(self) -> None:
        from tui.table.screens.action_list import EverythingScreen

        if not self.selection.view.actions:
            self.refuse(
                f"You can't act right now: {self.waiting}"
                if self.waiting
                else "There is nothing to do."
            )
            return
        self.message = Text()
        self.app.push_screen(EverythingScreen(self.selection.view), self._do_all)

    def _do_all(self, actions: Sequence[Action] | None) -> None:
        """Do what was found in the list of everything, with as many equals as was said."""
        if actions and len(actions) > 1:
            self._order(tuple(actions))
        elif actions:
            self.act(actions[0])

    # --- the command line ---

    def action_command(self) -> None:
        self._after_key()
        self._line.open(
            "an action, a space or a command", typed_commands.suggester(self.selection.view)
        )

    def action_find(self) -> None:
        self.selection.pane_to("choices")
        self._after_key()
        self._line.open("words from an option: Tab goes to the next match", finding=True)

    def _find(self, *, onward: bool) -> None:
        found = self.selection.seek(self._line.value, onward=onward)
        self.message = Text() if found else refusal("No option has these words.")
        self.redraw()

    @on(Input.Changed, "#command")
    def _line_changed(self) -> None:
        if self._line.finding and self._line.value:
            self._find(onward=False)

    @on(Input.Submitted, "#command")
    def _command_given(self, event: Input.Submitted) -> None:
        finding = self._line.finding
        self._close_command_line()
        self.message = Text()
        if finding:
            self.redraw()
            return
        try:
            done = typed_commands.understand(event.value, self.selection.view)
        except (IllegalAction, typed_commands.UnknownCommand) as problem:
            self.refuse(said_of(problem))
            return
        if isinstance(done, Spot):
            self.selection.go_to(done)
            self.redraw()
        elif isinstance(done, Action):
            self.act(done)
        else:
            self.run_worker(self.run_action(done.action))

    # --- the mouse ---

    @on(Lines.Pressed)
    def _step_pressed(self, event: Lines.Pressed) -> None:
        if (
            isinstance(event.lines, PhaseBar)
            and (step := event.lines.step_at(event.column)) is not None
        ):
            self._toggle_stop(step)

    def _pressed(self, spot: Spot, pane: str) -> None:
        self.message = Text()
        action = self.selection.press(spot, pane)
        if action is not None:
            self.act(action)
        else:
            self.redraw()
