"""The table as it is drawn: the widgets, and what each of them shows of a session."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.cells import cell_len

from engine.actions import Action
from engine.view import View
from tui.base_app import frame_of
from tui.session import effort
from tui.session.protocol import GameSession
from tui.settings import key_commands
from tui.table import forecast, group_orders
from tui.table.action_builder import NOTHING, Spot
from tui.table.playback import Watching
from tui.table.screens.seen import SeenTable
from tui.table.stops import passing as ending
from tui.table.stops.passing import Ahead, Left, UnusedOption
from tui.widgets.key_strip import KeyPlace, key_line

SHOWING = ("pane-to-zones", "overlay", "everything", "read")
"""Commands that show what is nowhere on a small screen: players' zones, threats, all that can be
done, all about one thing.
"""
ATTACK_WITH_ALL = "attack with all"
TO_COMBAT = "to combat, then end turn"
ENDLESS = 1_000  # columns for a strip of keys of any length
# keys that give way to a forecast in the strip, like those that are always there
SPARE_KEYS = frozenset(("table.suggest", "table.yield"))
WORKING = "One moment…"  # what the prompt says while the game is at work


class DrawnTable(SeenTable):
    """A session at the table, as far as it is shown: what stands where, what is asked, what the
    keys would do.
    """

    def __init__(self, session: GameSession, *, pace: float = 0.4) -> None:
        """`pace` is how long each visible action of a computer player stands on the screen before
        the next, in seconds.

        For half as long a key that passes was meant for what was asked before.
        """
        super().__init__(session.view())
        self.session = session
        self.pace = pace
        self.watching = Watching(pace)
        self._typed: str | None = None  # what has been typed of a space's name after "go"
        # what "yes" does, when the screen itself asked
        self._confirmed: Callable[[], object] | None = None
        # something is being done to the game beside the screen: nothing of it may be looked at
        self._working = False
        self._shown = -1  # the moment of the game that is on the screen
        # the moment whose question has been put to the person at the keys: a stop that is cleared
        # then waits for the next
        self._put = -1
        self._failed = False  # a computer player could not answer
        self._others_play = False  # it is for computer players to go on
        self._others_acted = False  # since the person at the keys was asked
        self._passed = False  # what the person at the keys did last was to pass, or to be done
        self._earliest = 0.0  # when what is asked now may be passed over
        # moves are asked for in a step that came up by itself: when that counts as seen without a
        # key
        self._unmet_until = 0.0
        # the step that came up by itself where the key that passes was to lead, until a key is
        # pressed
        self._came = ""
        self._ahead: Ahead | None = None  # what comes when what is asked now is passed over
        # so many of the equals under the cursor are to be taken, if a number was given
        self._number = 0
        self._asking = ""  # a question of the screen's own
        # whether it is about going on, so that the keys which go on answer it
        self._is_going_on = False
        # what each seat has left undone knowing it
        self._on_purpose: dict[int | None, frozenset[UnusedOption]] = {}
        self._kept: tuple[int, str] = (-1, "")  # what of that could be done at a moment, in words
        # the last thing of a turn, which is shown but not carried out before a key is pressed
        self._pending: Action | None = None
        # why nothing goes on until a key is pressed: a turn is over that nobody has ended
        self._held = ""
        # whether the position shown has what the last thing of a turn comes to
        self._is_foreseen = True

    # --- what it tells ---

    def told(self) -> Sequence[str]:
        return self.session.log()

    @property
    def tells_log(self) -> bool:
        return bool(self.waiting)

    def _show_prompt(self) -> None:
        frame_of(self).guard.note(self.question_shown())
        self._prompt.show_selection(
            self.selection,
            self.message,
            "" if self._pending is not None and self._is_foreseen else self.waiting,
            closing=self.watching_words()
            or self._keyed(self._closing_words()) + self._kept_words(),
            asking=self._asking,
        )
        typed = "" if self._typed is None else f"go to: {self._typed}_ "
        self._keys.show_keys(
            self._with_forecast(self._useful_keys()), self.keymap, typed, KeyPlace("table.help")
        )

    def question_shown(self) -> tuple[object, ...]:
        """Return a value that changes whenever the screen waits for an answer to something else."""
        return self.session.moment, self._asking, self._confirmed is not None

    def watching_words(self) -> str:
        """How computer players are watched now; nothing while a person is asked."""
        raise NotImplementedError

    def watching_keys(self) -> list[KeyPlace]:
        """The keys of watching, for the strip."""
        raise NotImplementedError

    @property
    def waiting(self) -> str:
        """What the prompt says when this person is not asked anything."""
        if self._working:
            return WORKING
        if self._held:
            return self._held
        asked = self.session.asked
        if asked is None:
            return ""
        if asked == self.session.viewer:
            return "The game continues…" if self._goes_on() else ""
        return f"{self.selection.view.players[asked].name} is choosing…{self._passing()}"

    def _passing(self) -> str:
        """What is passed for this person by itself, and how to end that."""
        seat = self.session.viewer
        passing = (
            self.session.stops[seat].passing(self.selection.view)
            if seat is not None and seat in self.session.stops
            else ""
        )
        return f" You pass {passing}; press z to stop" if passing else ""

    def _goes_on(self) -> bool:
        """Whether what this person is asked is about to be answered for them: it is shown to
        nobody.
        """
        asked = self.session.asked
        if asked is None or asked != self.session.viewer or self._put == self.session.moment:
            return False
        return self.session.answers_itself

    def _first_key(self, name: str) -> str:
        """The first key of a command, as a reader knows it."""
        return key_commands.first_key(f"table.{name}", self.keymap)

    def _keyed(self, words: str) -> str:
        """Words with the key that does what they say."""
        key = self._first_key("go-on")
        return f"{key.capitalize() if len(key) > 1 else key}: {words}" if words else ""

    def _closing_words(self) -> str:
        """What the key that passes does now; nothing while it does nothing."""
        if self._asking or self._working:
            return ""
        view = self.selection.view
        if self._pending is not None:
            return ending.END_TURN if self._is_foreseen else "Do it, end turn"
        if self._held:
            return f"Let {view.players[view.turn.active].name} begin"
        return "" if self.waiting else self.putting_back() or ending.words(view, self._ahead)

    def _left_on_purpose(self) -> frozenset[UnusedOption]:
        """What whoever is at the keys has left undone knowing it: it is not asked about again as
        long as it is as it was.
        """
        return self._on_purpose.get(self.session.viewer, frozenset())

    def _leave_on_purpose(self, left: Left) -> None:
        new = left.things()
        named = {(thing.verb, thing.what) for thing in new}
        earlier = {
            thing for thing in self._left_on_purpose() if (thing.verb, thing.what) not in named
        }
        self._on_purpose[self.session.viewer] = new | earlier

    def _kept_words(self) -> str:
        """Behind the end of the turn, what is left undone on purpose once more."""
        view, moment = self.selection.view, self.session.moment
        if not self._left_on_purpose() or self._closing_words() != ending.END_TURN or self._asking:
            return ""
        if self._kept[0] != moment:
            kept = ending.wasted(view).kept(self._left_on_purpose())
            self._kept = (
                moment,
                f" ({kept[0] if len(kept) == 1 else f'{len(kept)} things you could still do'})"
                if kept
                else "",
            )
        return self._kept[1]

    def putting_back(self) -> str:
        """What the key that passes does while something is picked: only that is put back, and
        nothing is passed. Nothing otherwise.
        """
        decision, name = self.selection.view.decision, self.selection.builder.picked_first()
        if not name and decision is not None and decision.kind == group_orders.ALL:
            return "Stay here"
        return f"Let go of {name}" if name else ""

    def _stops_shown(self) -> set[int]:
        seat = self.session.viewer
        if seat is None or seat not in self.session.stops:
            return set()
        stops = self.session.stops[seat]
        return stops.own if self.selection.view.turn.active == seat else stops.others

    def _useful_keys(self) -> list[KeyPlace]:
        """Commands for the strip of keys, those that answer the question first.

        Where each stands doesn't depend on the cursor.
        """
        selection = self.selection
        found: list[KeyPlace] = []
        if self._confirmed is not None:
            asks_to_end = [KeyPlace("table.go-on", "end it"), KeyPlace("table.no", "keep playing")]
            return (
                asks_to_end if self._is_going_on else [KeyPlace("table.yes"), KeyPlace("table.no")]
            )
        if self._held:
            return [
                KeyPlace("table.go-on", self._closing_words()),
                KeyPlace("table.why"),
                *self._lasting_keys(),
            ]
        found += self.watching_keys()
        if selection.builder.candidates():
            found += [
                KeyPlace("table.take", self._taking(), idle=not selection.can_take()),
                KeyPlace("table.next-choice"),
            ]
        found += [KeyPlace("table.back", "undo pick")] if selection.builder.picked else []
        if words := self._closing_words():
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
            and not self.putting_back()
        ):
            found.append(KeyPlace("table.end-turn"))
            attacks = self._ahead is not None and self._ahead.kind in ending.ATTACKS
            found += [KeyPlace("table.finish-turn")] if attacks and selection.verb("pass") else []
        found += [KeyPlace("table.why"), *self._all_key(), *self._number_key(), *self._way_out()]
        found += (
            [KeyPlace("table.suggest")]
            if any(action.verb == "move" for action in selection.view.actions)
            else []
        )
        found += [KeyPlace("table.yield")] if selection.verb("pass") else []
        return found + self._lasting_keys()

    def _taking(self) -> str:
        """What the key that takes does if that is not to take one thing: take several, or go to
        the list of the pieces there.
        """
        if self._number > 1:
            return f"take {self._number}"
        return "list" if self.selection.candidate() == NOTHING else ""

    def _all_key(self) -> list[KeyPlace]:
        """The key for all, where it does something, or would do with the cursor elsewhere."""
        view, selection = self.selection.view, self.selection
        spaces = group_orders.starts(view)
        if len(group_orders.attackers(view)) > 1 and spaces.get(selection.space, 0) < 2:
            attacks = self.attacks_of_all()
            return [KeyPlace("table.all", ATTACK_WITH_ALL, idle=len(attacks) < 2)]
        if (number := len(self._equals())) > 1:
            return [KeyPlace("table.all", f"all {number}")]
        return (
            [KeyPlace("table.all", "move all", idle=spaces.get(selection.space, 0) < 2)]
            if max(spaces.values(), default=0) > 1
            else []
        )

    def _with_forecast(self, places: list[KeyPlace]) -> list[KeyPlace]:
        """Return the places of the strip, the key that attacks with all with as much of its
        forecast as there is room for.
        """
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
        """Return the places of the strip, the key that ends the turn after combat with all that
        it does if there is room.
        """
        key = KeyPlace("table.finish-turn")
        if key not in places or cell_len(TO_COMBAT) > self._room_beside(places, key):
            return places
        return [place._replace(word=TO_COMBAT) if place == key else place for place in places]

    def _room_beside(self, places: list[KeyPlace], key: KeyPlace) -> int:
        """Return the cells for the word of a key beside the keys of the strip that don't give
        way to it.
        """
        lasting = self._lasting_keys()
        others = [
            place
            for place in places
            if place.id not in SPARE_KEYS and place not in lasting and place != key
        ]
        bare = [*others, KeyPlace("table.help"), key._replace(word=" ")]
        return self.size.width - key_line(bare, self.keymap, ENDLESS)[0].cell_len + 1

    def _outcome_of_all(self) -> str:
        """Return what an attack with all comes to; an empty string if that can't be said."""
        attacks = self.attacks_of_all()
        trial = (
            forecast.of(self.selection.view).together(attacks)
            if len(attacks) > 1 and not self.selection.in_haste
            else None
        )
        return forecast.results(self.selection.view, trial) if trial is not None else ""

    def attacks_of_all(self) -> list[Action]:
        """The attack with all that can, aimed at what is under the cursor if that can be
        attacked.
        """
        selection = self.selection
        at = next((space for space in selection.view.spaces if space.name == selection.space), None)
        return group_orders.attack_with_all(
            selection.view, (selection.spot.ident, *(at.creatures if at is not None else ()))
        )

    def _equals(self) -> list[Spot]:
        """As `_row_of_equals`, but for attackers: attacks have a key for all."""
        selection = self.selection
        return (
            []
            if selection.builder.begins(selection.candidate(), "attacker") is not None
            else self._row_of_equals()
        )

    def _row_of_equals(self) -> list[Spot]:
        """The equals that the row under the cursor stands for, where something can be done with
        them.
        """
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
        """Return whether another of the equals can still be chosen after one of them: not as the
        target of a spell that has but one.
        """
        action = self.selection.builder.action_at(candidate)
        if action is None or action.verb != "target":
            return True
        view = self.selection.view
        return forecast.of(view).within(
            ("several", action), lambda: _asks_for_more_targets(view, action), False
        )

    def _number_key(self) -> list[KeyPlace]:
        """The key that says how many of several equals, where it does."""
        return [KeyPlace("table.so-many")] if len(self._row_of_equals()) > 1 else []

    def _lasting_keys(self) -> list[KeyPlace]:
        """Commands that are always of use; where not all fit, each turn others are seen first,
        and those that show more come before all.
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
        """How one gets out of a list."""
        sideways = "".join(self._first_key(name) for name in ("move-to-left", "move-to-right"))
        return (
            [KeyPlace("table.pane-to-map", f"{sideways} map")]
            if self.selection.pane != "map"
            else []
        )


def _asks_for_more_targets(view: View, action: Action) -> bool:
    """Return whether a further target can be chosen after one."""
    game = effort.seen(view).fork()
    game.apply(action)
    return any(each.verb == "target" for each in game.legal_actions())
