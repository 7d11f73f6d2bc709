"""Games in progress, local or remote: decisions, each seat's View, and undo.

A session at one terminal is such a game with a screen that is handed from player to player; a match
on a server is another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Self, TypeVar

from engine import notation
from engine.actions import DONE, PASS, Action, IllegalAction
from engine.base.records import replace
from engine.history.record import CONCEDE, DRAW, RecordError, entry_of
from engine.history.recording import Recorder
from engine.history.replay import GameFaultError, compared
from engine.history.timeline import Timeline
from engine.history.undo import Decided, UndoHistory
from engine.magic.turn.steps import End
from engine.why_not import seen
from tui.session.seat_kinds import HUMAN, KINDS
from tui.table.placement import obvious_place
from tui.table.stops import passing
from tui.table.stops.stakes import division
from tui.table.stops.stops import Stops
from tui.table.undo_log import UndoLog

if TYPE_CHECKING:
    from engine.analysis.auto_payment import Choice, Payment
    from engine.base.files import FileOfOurs
    from engine.events import Event
    from engine.game import Game
    from engine.history.record import Record
    from engine.magic.core.agenda import Question
    from engine.variant.ruleset import Ruleset
    from engine.view import View
    from tui.table.stops.passing import Ahead, LastDeed

Held = TypeVar("Held", bound=Stops)
AUTO_PAY = Action("auto")
OBVIOUS = ("place", "damage")  # kinds of decisions of which some are obvious


class GameInProgress:
    """A game in progress; `kinds` are "human", or "ai:" and a level, by seat."""

    def __init__(
        self,
        recorder: Recorder,
        kinds: Sequence[str],
        *,
        events: Sequence[Event] = (),
        tape: Timeline | None = None,
        undo_log: UndoLog | None = None,
        past: UndoHistory | None = None,
    ) -> None:
        """Begin with a game.

        `tape`, `undo_log` and `past` are the history of a resumed game; a new game only
        has `events`.
        """
        self.recorder = recorder
        self.tape = tape or Timeline(recorder.record, _telling(recorder.game, events))
        self.kinds = tuple(kinds)
        self.undo_log = undo_log or UndoLog(events)
        self.past = past or UndoHistory()
        # moment of the last undo: no decision is automatic then
        self._returned = -1
        # moment after an automatic placement of a creature, and its action
        self._placed: tuple[int, Action | None] = (-1, None)
        self._paid: tuple[int, Choice | None] = (-1, None)  # moment, and the payment to make then
        # number of events before each human player's last decision
        self.answered = dict.fromkeys(self.people, 0)
        self._seen: dict[tuple[int, int, int | None], View] = {}  # Views of seats at this moment
        rules = recorder.game.rules
        self.stops = {seat: stops_of(rules, shared=self.is_observed(seat)) for seat in self.people}
        # default stops, used to decide when computer players are asked
        self._public_stops = stops_of(rules, shared=True)
        self._usual = {seat: str(stops) for seat, stops in self.stops.items()}

    @classmethod
    def replayed(cls, record: Record, name: str, file: FileOfOurs | None = None) -> Self:
        """Resume a recorded game; `name` is used in error messages.

        Raises RecordError if the game replays differently or has an unknown kind of player.
        """
        for seat in record.seats:
            if seat.kind not in KINDS:
                raise RecordError(
                    f"{name}: found '{seat.kind}' as the kind of player for {seat.name}; "
                    f"allowed: {', '.join(KINDS)}"
                )
        undo_log, past, returns = UndoLog(), UndoHistory(), record.returns()
        game, before, tape, answered = None, None, None, dict[int, int]()
        for place, step in enumerate(compared(record, name)):
            game = step.game
            tape = tape or Timeline(record, _telling(game, step.events), name)
            if step.entry.by_hand:
                answered[step.entry.seat] = len(undo_log.events)
            if step.entry.undone:
                undo_log.strike(returns[place] + 1)
                past.cut(returns[place] + 1)
            undo_log.add(place, step.events)
            if before is not None and not step.entry.undone:
                past.note(
                    before,
                    game,
                    step.action,
                    step.events,
                    seat=step.entry.seat,
                    place=place,
                    by_hand=step.entry.by_hand,
                )
            before = game.fork()
        assert game is not None  # a record has at least its start
        kinds = [seat.kind for seat in record.seats]
        progress = cls(Recorder(game, record, file), kinds, tape=tape, undo_log=undo_log, past=past)
        progress.answered |= {
            seat: told for seat, told in answered.items() if seat in progress.people
        }
        progress._go_on_as_wished(name)
        return progress

    def _go_on_as_wished(self, name: str) -> None:
        """Restore the stop settings in the record, and whether an undo was the last entry.

        Raises RecordError for stop settings that can't be read.
        """
        for seat, stops in self.stops.items():
            words = self.record.wishes_of(seat)
            try:
                stops.read(words or str(stops))
            except ValueError:
                whose, like = self.record.seats[seat].name, f"'wishes{seat + 1}: {stops}'"
                raise RecordError(
                    f"{name}: found '{words[:60]}' as the question for {whose}; allowed: a line "
                    f"such as {like}"
                ) from None
        self._returned = self.moment if self.record.entries[-1].undone else -1

    # --- players ---

    @property
    def game(self) -> Game:
        return self.recorder.game

    @property
    def rules(self) -> Ruleset:
        """The rules of the game."""
        return self.game.rules

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of human players."""
        return tuple(seat for seat, kind in enumerate(self.kinds) if kind == HUMAN)

    def is_observed(self, seat: int | None) -> bool:
        """Return whether a human player could infer a seat's hand from whether it is asked.

        Such a seat is asked by public facts alone (M-1).
        """
        others = len(self.people) - (seat in self.people)
        return seat in self.game.sharing and others > 0

    @property
    def asked(self) -> int | None:
        """The seat that must choose; None when the game is over."""
        question = self.game.question
        return question.seat if question is not None else None

    @property
    def moment(self) -> int:
        """The number of entries, to tell whether an answer is still for the current decision."""
        return len(self.recorder.record.entries)

    @property
    def unsaved(self) -> str:
        """The reason why the last entry is not saved; "" if it is."""
        return self.recorder.unsaved

    @property
    def path(self) -> Path | None:
        """The file in which the game is saved, if any."""
        return self.recorder.path

    @property
    def record(self) -> Record:
        """The game so far, hidden information included."""
        return self.recorder.record

    # --- views ---

    def _with_colors(self, view: View) -> View:
        """Return a View whose player is reminded of their deck's colors when choosing a land.

        This happens only for the land of a Stronghold.
        """
        decision, state = view.decision, self.game.state
        if decision is None or decision.kind != "land-type" or decision.seat != view.seat:
            return view
        player = state.players[decision.seat]
        counts = Counter(
            color
            for ident in (*player.library, *player.hand)
            for color in state.objects[ident].printed.colors
        )
        cards = ", ".join(f"{number} {color}" for color, number in counts.most_common())
        return (
            replace(
                view, decision=replace(decision, prompt=f"{decision.prompt} (your deck: {cards})")
            )
            if cards
            else view
        )

    def seen_by(self, seat: int | None) -> View:
        """Return the View of a seat, built once for each moment."""
        now = (self.moment, self.game.state.version, seat)
        if now not in self._seen:
            self._seen = {key: view for key, view in self._seen.items() if key[:2] == now[:2]}
            self._seen[now] = self._with_colors(self.game.view_for(seat))
        return self._seen[now]

    @property
    def events(self) -> Sequence[Event]:
        """All events, undone ones included."""
        return self.undo_log.events

    # --- actions ---

    def act(self, action: Action, *, by_hand: bool = True) -> list[Event]:
        """Carry out an action for the seat that must choose; return the events.

        `by_hand` is False for automatic actions. A computer player's pass never counts as
        made by hand, so that it doesn't prevent an undo, whether the player could have
        acted or not (M-1). Raises IllegalAction.
        """
        asked = self.asked
        by_hand = by_hand and not (
            action == PASS and asked not in self.stops and self.is_observed(asked)
        )
        return self._recorded(
            lambda: self.recorder.apply(action, by_hand=by_hand), action, by_hand=by_hand
        )

    def decide(self, action: Action) -> list[Event]:
        """Carry out a human player's action; Auto-pay becomes the payment that keeps most payable.

        Raises IllegalAction.
        """
        choice = self._payment() if action == AUTO_PAY else None
        return self._pay(choice.payment, by_hand=True) if choice is not None else self.act(action)

    def _payment(self) -> Choice | None:
        """Return the best payment, by its player's knowledge; None if no payment is pending."""
        from engine.analysis.auto_payment import choice

        question = self.game.question
        if question is None or question.kind != "payment":
            return None
        if self._paid[0] != self.moment:
            self._paid = self.moment, choice(seen(self.seen_by(question.seat)))
        return self._paid[1]

    def _pay(self, payment: Payment, *, by_hand: bool) -> list[Event]:
        """Make a whole payment, with only its first action `by_hand`: one undo reverts it."""
        events: list[Event] = []
        for action in payment.actions:
            if action not in self.game.legal_actions():
                break  # an unforeseen event came between: the player pays the rest
            events += self.act(action, by_hand=by_hand)
            by_hand = False
        return events

    def _recorded(
        self,
        do: Callable[[], list[Event]],
        action: Action | None,
        *,
        seat: int = -1,
        by_hand: bool = True,
    ) -> list[Event]:
        """Carry out one entry of the record: an action, or if None a concession or draw."""
        place, before, asked = self.moment, self.game.fork(), self.asked
        events = do()
        self.undo_log.add(place, events)
        whose = seat if action is None or asked is None else asked
        self.past.note(before, self.game, action, events, seat=whose, place=place, by_hand=by_hand)
        self.keep_wishes()
        return events

    def follow(self, line: str) -> None:
        """Carry out the next line of the record of a game that another process runs.

        The line must not be an undo. Raises RecordError if the result differs; the game is
        then useless.
        """
        each, told, state = entry_of(self.record, line), len(self.events), self.game.state
        state.set(dice=each.dice, shuffles=each.shuffles)
        try:
            if each.action == CONCEDE:
                self.concede(each.seat)
            elif each.action == DRAW:
                self.agree(each.seat)
            else:
                self.act(notation.read(each.action, self.game), by_hand=each.by_hand)
        except (IllegalAction, GameFaultError) as error:
            raise RecordError(
                f"found '{each.action}'; allowed: an action that is possible here: "
                f"{type(error).__name__}"
            ) from None
        self.game.state.set(dice=(), shuffles=())
        if str(self.record.entries[-1]) != line:
            raise RecordError(
                f"found {line[:60]!r}, but the result here is {str(self.record.entries[-1])[:60]!r}"
            )
        if each.by_hand and each.seat in self.answered:
            self.answered[each.seat] = told

    def keep_wishes(self) -> None:
        """Record human players' stop settings, if changed."""
        for seat, stops in self.stops.items():
            if str(stops) != (self.record.wishes_of(seat) or self._usual[seat]):
                self.recorder.wish(seat, str(stops))

    def concede(self, seat: int) -> list[Event]:
        """Concede for a player. Raises IllegalAction if the game is over for this player."""
        return self._recorded(lambda: self.recorder.concede(seat), None, seat=seat)

    def agree(self, seat: int) -> list[Event]:
        """Draw the game by agreement, this seat's player last.

        Raises IllegalAction if the game is over.
        """
        return self._recorded(lambda: self.recorder.agree(seat), None, seat=seat)

    def hand_to(self, seat: int, kind: str) -> None:
        """Give a seat to another kind of player."""
        self.kinds = (*self.kinds[:seat], kind, *self.kinds[seat + 1 :])
        if kind != HUMAN:
            self.stops.pop(seat, None)

    def go_back_over(self, decided: Decided) -> None:
        """Undo everything back to a decision, which is asked again."""
        self.recorder.take_back(decided.seat, decided.place, decided.before)
        self.past.cut(decided.place)
        self.undo_log.strike(decided.place)
        self.answered[decided.seat] = len(self.events)
        for stops in self.stops.values():
            stops.end_yield()
        self.stops[decided.seat].lift()
        self._returned = self.moment
        self.keep_wishes()

    def pass_by_itself(self) -> bool:
        """Answer automatically once, by a player's stops or if only one answer does anything.

        Return whether an answer was made. At a shared screen a player who can only pass
        still gets the screen and passes by hand, so that nobody learns who could act (M-1);
        the player already at the screen need not.
        """
        answer = self._own_answer()
        if answer is not None and self._pays_by_itself and (choice := self._payment()) is not None:
            self._pay(choice.payment, by_hand=False)
        elif answer is not None and answer.verb == "place":
            self.act(answer)  # as if by hand, so that an undo returns to this choice
            self._placed = self.moment, answer
        elif answer is not None:
            self.act(answer, by_hand=False)
        elif (asked := self.asked) is not None and asked in self.stops:
            self.stops[asked].end_yield()
            self.stops[asked].note_asked(self.seen_by(asked))
        return answer is not None

    @property
    def placed(self) -> Action | None:
        """The action that placed a creature automatically, if it was the last one; else None."""
        moment, placed = self._placed
        return placed if moment == self.moment else None

    @property
    def answers_itself(self) -> bool:
        """Return whether the pending decision will be answered automatically."""
        return self._own_answer() is not None

    def _own_answer(self) -> Action | None:
        """Return the automatic answer by a player's stops, or the only useful one, or None."""
        question = self.game.question
        if question is None or self.moment == self._returned:
            return None
        if question.seat not in self.stops:
            return self._public_answer(question) if self.is_observed(question.seat) else None
        stops, turn = self.stops[question.seat], self.game.state.turn
        if question.kind != "priority":
            ends = (
                stops.ending == turn.number
                and turn.active == question.seat
                and question.kind in passing.CLOSING
            )
            if ends and DONE in self.game.legal_actions():
                return DONE
            if (
                self._pays_by_itself
                and (choice := self._payment()) is not None
                and choice.is_automatic
            ):
                return next(iter(choice.payment.actions), None)
            if stops.full_control:
                return None
            if question.kind in OBVIOUS:
                return self._obvious_answer(question.seat, question.kind)
            is_alone = self._only_waits(question.seat) and [*self.game.legal_actions()] == [DONE]
            return (
                DONE
                if is_alone or stops.lets_pass(self.seen_by(question.seat))
                else question.needless(self.game)
            )
        needless = question.needless(self.game) is not None
        if not stops.full_control and (
            needless or (self._only_waits(question.seat) and question.is_courtesy(self.game))
        ):
            return PASS
        return None if stops.would_want(self.seen_by(question.seat)) else PASS

    def _public_answer(self, question: Question) -> Action | None:
        """Return the default stops' answer for a computer player by public facts; None if asked.

        So nobody can tell from whether the player is asked what it could do (M-1).
        """
        if question.kind != "priority":
            return question.needless(self.game)
        view = replace(self.seen_by(None), seat=question.seat)
        return None if self._public_stops.would_want(view) else PASS

    @property
    def _pays_by_itself(self) -> bool:
        """Return whether the asked human player wants obvious costs paid automatically."""
        stops = self.stops.get(-1 if self.asked is None else self.asked)
        return stops is not None and stops.pays_by_itself and not stops.full_control

    def _obvious_answer(self, seat: int, kind: str) -> Action | None:
        """Return the obvious space of a new creature or division of damage, or None."""
        view = self.seen_by(seat)
        if kind == "damage":
            return division(view)
        return obvious_place(view) if self.stops[seat].places_by_itself else None

    def _only_waits(self, seat: int) -> bool:
        """Return whether nobody could notice that a seat is not asked if it can only pass."""
        return False


def stops_of(rules: Ruleset, *, shared: bool = False, kind: type[Held] = Stops) -> Held:
    """Return the default stops for the steps of a turn."""
    steps = [step.name for step in rules.turn]
    mains = [index for index, step in enumerate(rules.turn) if step.is_main]
    ends = [index for index, step in enumerate(rules.turn) if isinstance(step, End)]
    return kind(steps, mains, ends, shared=shared)


def ahead_of(view: View, stops: Stops) -> Ahead | None:
    """Return the next decision of a View's player after passing or finishing.

    It is a forecast in which no player acts. None if passing isn't possible.
    """
    return passing.ahead(view, lambda game: _asks(game, view.seat, stops)) if view.actions else None


def last_deed(
    view: View, stops: Stops, action: Action, *, unforeseen: bool = False
) -> LastDeed | None:
    """Return the result of an action that ends a player's turn; None for other actions."""
    return passing.last_deed(
        view, action, lambda game: _asks(game, view.seat, stops), unforeseen=unforeseen
    )


def _asks(game: Game, seat: int | None, stops: Stops) -> bool:
    """Return whether a seat's player wants to be asked the pending decision of a game."""
    question = game.question
    if question is None or (not stops.full_control and question.needless(game) is not None):
        return False
    if question.kind == "attack-area" and stops.lets_pass(game.view_for(seat)):
        return False
    return question.kind != "priority" or stops.would_want(game.view_for(seat))


def _telling(game: Game, events: Sequence[Event]) -> Game:
    """Return a copy of a game at its beginning, with the events so far."""
    copy = game.fork()
    copy.events = list(events)
    return copy
