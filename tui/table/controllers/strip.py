"""The strip of keys: the commands that are useful now, and the words beside them."""

from __future__ import annotations

from rich.cells import cell_len

from tui.table import forecast, group_orders
from tui.table.action_builder import NOTHING
from tui.table.controllers.model import OpenAdvice
from tui.table.controllers.table import Controller
from tui.table.stops import passing as ending
from tui.widgets.key_strip import KeyPlace, key_line

SHOWING = ("pane-to-zones", "overlay", "everything", "read")
"""Commands that show what is nowhere on a small screen: players' zones, threats, all that can be
done, all about one thing.
"""
ATTACK_WITH_ALL = "attack with all"
TO_COMBAT = "to combat, then end turn"
ENDLESS = 1_000  # columns for a strip of keys of any length
# keys that give way to a forecast in the strip, like those that are always there
SPARE_KEYS = frozenset(("table.suggest", "table.yield", "table.hint"))


class Strip(Controller):
    """The strip of keys at the foot of a table."""

    def useful_keys(self) -> list[KeyPlace]:
        """Return the commands for the strip, those that answer the question first.

        The key that takes back stands before the one that tells why, and keeps its place for the
        rest of a turn in which it was useful: pressed, it explains why nothing can be taken back.
        """
        found, undo = self._useful_keys(), self.table.undo
        at = next((at for at, place in enumerate(found) if place.id == "table.why"), None)
        if at is None or not undo.could_undo():
            return found
        return [
            *found[:at],
            KeyPlace("table.undo", "" if undo.can_undo() else "can't undo"),
            *found[at:],
        ]

    def _useful_keys(self) -> list[KeyPlace]:
        """Return the commands for the strip without undo; their order ignores the cursor."""
        selection = self.selection
        found: list[KeyPlace] = []
        if self.model.advice is not None:
            return self._advice_keys(self.model.advice)
        if self.model.question is not None:
            asks_to_end = [KeyPlace("table.go-on", "end it"), KeyPlace("table.no", "keep playing")]
            return (
                asks_to_end
                if self.model.question.is_going_on
                else [KeyPlace("table.yes"), KeyPlace("table.no")]
            )
        if self.model.held:
            return [
                KeyPlace("table.go-on", self.table.words.closing_words()),
                KeyPlace("table.why"),
                *self.lasting_keys(),
            ]
        found += self.table.playback.keys()
        if selection.builder.candidates():
            found.append(KeyPlace("table.take", self._taking(), idle=not selection.can_take()))
            found += [KeyPlace("table.next-choice")] if selection.choices() else []
        found += [KeyPlace("table.back", "undo pick")] if selection.builder.picked else []
        if words := self.table.words.closing_words():
            found.append(
                KeyPlace(
                    "table.go-on", "let go" if selection.builder.picked else words.partition(",")[0]
                )
            )
        pairs = (("table.yes", ("yes", "keep")), ("table.no", ("no", "mulligan")),
                 ("table.auto", ("auto",)), ("table.take-back", ("take-back",)))  # fmt: skip
        for ident, verbs in pairs:
            if action := selection.verb(*verbs):
                found.append(
                    KeyPlace(ident, action.verb if action.verb not in ("auto", "take-back") else "")
                )
        if (
            words
            and words != ending.END_TURN
            and ending.can_end(selection.view)
            and not self.table.words.putting_back()
        ):
            found.append(KeyPlace("table.end-turn"))
            attacks = self.model.ahead is not None and self.model.ahead.kind in ending.ATTACKS
            found += [KeyPlace("table.finish-turn")] if attacks and selection.verb("pass") else []
        found += [KeyPlace("table.why"), *self._all_key(), *self._number_key(), *self._way_out()]
        found += (
            [KeyPlace("table.suggest")]
            if any(action.verb == "move" for action in selection.view.actions)
            else []
        )
        found += [KeyPlace("table.yield")] if selection.verb("pass") else []
        found += self._hint_key()
        return found + self.lasting_keys()

    def _advice_keys(self, opened: OpenAdvice) -> list[KeyPlace]:
        """Return the keys of the adviser's strip."""
        close = KeyPlace("table.back", "close")
        if opened.advice is None or not opened.advice.plans:
            return [close]
        take = KeyPlace("table.take", "do it")
        if opened.advice.plans[0].chance is None or opened.goes_on:
            return [take, close]
        onward = "more" if self.table.adviser.has_more(opened) else "plans"
        return [take, KeyPlace("table.hint", onward if opened.tells_why else "why"), close]

    def _hint_key(self) -> list[KeyPlace]:
        """Return the key of the adviser, while a player of this game may ask it."""
        asks = bool(self.selection.view.actions) and not self.session.is_puzzle
        return [KeyPlace("table.hint")] if asks and not self.table.adviser.no_adviser else []

    def _taking(self) -> str:
        """Return the word of the key that takes: a number, or "list" for the pieces in a space."""
        if self.model.number > 1:
            return f"take {self.model.number}"
        return "list" if self.selection.candidate() == NOTHING else ""

    def _all_key(self) -> list[KeyPlace]:
        """Return the key for all, idle if only another place of the cursor makes it useful."""
        view, selection = self.selection.view, self.selection
        spaces = group_orders.starts(view)
        if len(group_orders.attackers(view)) > 1 and spaces.get(selection.space, 0) < 2:
            attacks = self.table.orders.attacks_of_all()
            return [KeyPlace("table.all", ATTACK_WITH_ALL, idle=len(attacks) < 2)]
        if (number := len(self.table.orders.equals())) > 1:
            return [KeyPlace("table.all", f"all {number}")]
        return (
            [KeyPlace("table.all", "move all", idle=spaces.get(selection.space, 0) < 2)]
            if max(spaces.values(), default=0) > 1
            else []
        )

    def with_forecast(self, places: list[KeyPlace]) -> list[KeyPlace]:
        """Return the strip with the forecast of an attack with all, as far as there is room."""
        key = KeyPlace("table.all", ATTACK_WITH_ALL)
        outcome = self._outcome_of_all() if key in places else ""
        if not outcome:
            return self._with_whole_words(places)
        first = outcome.partition("; ")[0]
        ways = (
            f"{ATTACK_WITH_ALL} → {outcome}",
            f"all → {outcome}",
            f"all: {outcome}",
            f"all: {first}…",
        )
        for line in (
            places,
            [KeyPlace(place.id) if place.id == "table.pane-to-map" else place for place in places],
        ):
            room = self._room_beside(line, key)
            if word := next((way for way in ways if cell_len(way) <= room), ""):
                return [place._replace(word=word) if place == key else place for place in line]
        return places

    def _with_whole_words(self, places: list[KeyPlace]) -> list[KeyPlace]:
        """Return the strip with the full words of "finish turn", if there is room."""
        key = KeyPlace("table.finish-turn")
        if key not in places or cell_len(TO_COMBAT) > self._room_beside(places, key):
            return places
        return [place._replace(word=TO_COMBAT) if place == key else place for place in places]

    def _room_beside(self, places: list[KeyPlace], key: KeyPlace) -> int:
        """Return the cells for the word of `key` beside the keys that keep their place."""
        lasting = self.lasting_keys()
        others = [
            place
            for place in places
            if place.id not in SPARE_KEYS and place not in lasting and place != key
        ]
        bare = [*others, KeyPlace("table.help"), key._replace(word=" ")]
        return self.ui.size.width - key_line(bare, self.ui.keymap, ENDLESS)[0].cell_len + 1

    def _outcome_of_all(self) -> str:
        """Return the outcome of an attack with all; an empty string if unknown."""
        attacks = self.table.orders.attacks_of_all()
        trial = (
            forecast.of(self.selection.view).together(attacks)
            if len(attacks) > 1 and not self.selection.in_haste
            else None
        )
        return forecast.results(self.selection.view, trial) if trial is not None else ""

    def _number_key(self) -> list[KeyPlace]:
        """Return the key that chooses a number of equal objects, if there are several."""
        return [KeyPlace("table.so-many")] if len(self.table.orders.row_of_equals()) > 1 else []

    def lasting_keys(self) -> list[KeyPlace]:
        """Return the commands that are always useful, those that show hidden things first.

        Their order changes from turn to turn, so that each is seen where not all fit.
        """
        turn = self.selection.view.turn.number % len(SHOWING)
        panes = ("pane-to-hand", "pane-to-here", "pane-to-map", "pane-to-choices")
        rest = (*SHOWING[turn:], *SHOWING[:turn], *panes, "log", "command")
        return [
            KeyPlace(f"table.{name}")
            for name in rest
            if name != "pane-to-map" or self.selection.pane == "map"
        ]

    def _way_out(self) -> list[KeyPlace]:
        """Return the key that leaves a list."""
        sideways = "".join(
            self.table.words.first_key(name) for name in ("move-to-left", "move-to-right")
        )
        return (
            [KeyPlace("table.pane-to-map", f"{sideways} map")]
            if self.selection.pane != "map"
            else []
        )
