"""A game in progress, whoever sits at it and wherever: what has been decided, what each seat may
know of it, and the way back.

A session at one terminal is one of these with a screen that is handed from one person to the next;
a match of a server is led with one.
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
from engine.history.replay import GameFaultError, Recorder, compared
from engine.history.timeline import Tape
from engine.history.undo import Decided, Past
from engine.magic.turn.steps import End
from engine.why_not import seen
from tui.session.seat_kinds import HUMAN, KINDS
from tui.table.placement import obvious_place
from tui.table.stops import passing
from tui.table.stops.stakes import division
from tui.table.stops.stops import Stops
from tui.table.undo_log import Chronicle

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
OBVIOUS = ("place", "damage")  # kinds of questions of which some answer themselves


class Progress:
    """A game in progress. `kinds` says who plays each seat: "human" or "ai:" and a level."""

    def __init__(
        self,
        recorder: Recorder,
        kinds: Sequence[str],
        *,
        events: Sequence[Event] = (),
        tape: Tape | None = None,
        chronicle: Chronicle | None = None,
        past: Past | None = None,
    ) -> None:
        """`tape`, `chronicle` and `past` are what has been played so far, where that is more
        than the beginning and its events.
        """
        self.recorder = recorder
        self.tape = tape or Tape(recorder.record, _telling(recorder.game, events))
        self.kinds = tuple(kinds)
        self.chronicle = chronicle or Chronicle(events)
        self.past = past or Past()
        # the moment at which decisions were taken back last: nothing is answered by itself then
        self._returned = -1
        # how a creature was placed without a question, and the moment after it
        self._placed: tuple[int, Action | None] = (-1, None)
        self._paid: tuple[int, Choice | None] = (-1, None)  # the payment to be made at a moment
        # how many events each person had seen when they answered last
        self.answered = dict.fromkeys(self.people, 0)
        self._seen: dict[tuple[int, int, int | None], View] = {}  # what seats see at this moment
        rules = recorder.game.rules
        self.stops = {seat: stops_of(rules, shared=self.is_observed(seat)) for seat in self.people}
        # the usual ones, by which computer players are asked
        self._public_stops = stops_of(rules, shared=True)
        self._usual = {seat: str(stops) for seat, stops in self.stops.items()}

    @classmethod
    def replayed(cls, record: Record, name: str, file: FileOfOurs | None = None) -> Self:
        """Go on with a recorded game, which is called by its name where something is wrong with it.

        Raises RecordError where it comes out differently, or somebody plays in it whom we don't
        know.
        """
        for seat in record.seats:
            if seat.kind not in KINDS:
                raise RecordError(
                    f"{name}: found '{seat.kind}' as the kind of player for {seat.name}; "
                    f"allowed: {', '.join(KINDS)}"
                )
        chronicle, past, returns = Chronicle(), Past(), record.returns()
        game, before, tape, answered = None, None, None, dict[int, int]()
        for place, step in enumerate(compared(record, name)):
            game = step.game
            tape = tape or Tape(record, _telling(game, step.events), name)
            if step.entry.by_hand:
                answered[step.entry.seat] = len(chronicle.events)
            if step.entry.undone:
                chronicle.strike(returns[place] + 1)
                past.cut(returns[place] + 1)
            chronicle.add(place, step.events)
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
        progress = cls(
            Recorder(game, record, file), kinds, tape=tape, chronicle=chronicle, past=past
        )
        progress.answered |= {
            seat: told for seat, told in answered.items() if seat in progress.people
        }
        progress._go_on_as_wished(name)
        return progress

    def _go_on_as_wished(self, name: str) -> None:
        """Be as the record says that the game was: what people want to be asked about, and
        whether they have just taken back.
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

    # --- who plays ---

    @property
    def game(self) -> Game:
        return self.recorder.game

    @property
    def rules(self) -> Ruleset:
        """What is played."""
        return self.game.rules

    @property
    def people(self) -> tuple[int, ...]:
        """The seats played by people."""
        return tuple(seat for seat, kind in enumerate(self.kinds) if kind == HUMAN)

    def is_observed(self, seat: int | None) -> bool:
        """Return whether a person could tell from whether a seat is asked what is in its hand;
        then that depends on public facts (M-1).
        """
        others = len(self.people) - (seat in self.people)
        return seat in self.game.sharing and others > 0

    @property
    def asked(self) -> int | None:
        """The seat that must choose; none when the game is over."""
        question = self.game.question
        return question.seat if question is not None else None

    @property
    def moment(self) -> int:
        """A number that grows with every decision, to tell whether an answer is still to the
        question.
        """
        return len(self.recorder.record.entries)

    @property
    def unsaved(self) -> str:
        """Why what was done last is not saved; nothing where it is."""
        return self.recorder.unsaved

    @property
    def path(self) -> Path | None:
        """The file that the game is saved to, if there is one."""
        return self.recorder.path

    @property
    def record(self) -> Record:
        """The game so far, for whoever may know everything of it."""
        return self.recorder.record

    # --- what can be seen ---

    def _with_colors(self, view: View) -> View:
        """A view in which whoever chooses the land of a Stronghold is reminded of the colours of
        their deck, which nobody else hears.
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
                view, decision=replace(decision, prompt=f"{decision.prompt} (you play {cards})")
            )
            if cards
            else view
        )

    def seen_by(self, seat: int | None) -> View:
        """The game as a seat may know it, put together once for each moment."""
        now = (self.moment, self.game.state.version, seat)
        if now not in self._seen:
            self._seen = {key: view for key, view in self._seen.items() if key[:2] == now[:2]}
            self._seen[now] = self._with_colors(self.game.view_for(seat))
        return self._seen[now]

    @property
    def events(self) -> Sequence[Event]:
        """All that has happened, also what was taken back."""
        return self.chronicle.events

    # --- what is done ---

    def act(self, action: Action, *, by_hand: bool = True) -> list[Event]:
        """Carry out an action for whoever must choose, who chose it unless it is not `by_hand`.

        Raises IllegalAction.

        A computer player's pass never counts as chosen: it bars no undo, whether there was anything
        else to do or not (M-1).
        """
        asked = self.asked
        by_hand = by_hand and not (
            action == PASS and asked not in self.stops and self.is_observed(asked)
        )
        return self._recorded(
            lambda: self.recorder.apply(action, by_hand=by_hand), action, by_hand=by_hand
        )

    def decide(self, action: Action) -> list[Event]:
        """Carry out what a person chose; Auto-pay as the payment that keeps the most payable.

        Raises IllegalAction.
        """
        choice = self._payment() if action == AUTO_PAY else None
        return self._pay(choice.payment, by_hand=True) if choice is not None else self.act(action)

    def _payment(self) -> Choice | None:
        """Return how the person who is asked to pay should do it, by what they know; None where
        no payment is asked for.
        """
        from engine.analysis.auto_payment import choice

        question = self.game.question
        if question is None or question.kind != "payment":
            return None
        if self._paid[0] != self.moment:
            self._paid = self.moment, choice(seen(self.seen_by(question.seat)))
        return self._paid[1]

    def _pay(self, payment: Payment, *, by_hand: bool) -> list[Event]:
        """Make a payment in one go, of which only the first action counts as made `by_hand`: one
        undo takes back all of it.
        """
        events: list[Event] = []
        for action in payment.actions:
            if action not in self.game.legal_actions():
                break  # something came between that nobody could know: the rest is asked for
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
        """Do something that is one entry of the record: somebody's action, or where there is
        none, that a seat gives up.
        """
        place, before, asked = self.moment, self.game.fork(), self.asked
        events = do()
        self.chronicle.add(place, events)
        whose = seat if action is None or asked is None else asked
        self.past.note(before, self.game, action, events, seat=whose, place=place, by_hand=by_hand)
        self.keep_wishes()
        return events

    def follow(self, line: str) -> None:
        """Carry out what was decided where the game is led: the next line of its record, which
        takes nothing back.

        Raises RecordError where it comes out differently; then this is not that game any more.
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
        """Have the record say what people want to be asked about, where that has changed."""
        for seat, stops in self.stops.items():
            if str(stops) != (self.record.wishes_of(seat) or self._usual[seat]):
                self.recorder.wish(seat, str(stops))

    def concede(self, seat: int) -> list[Event]:
        """A player gives up. Raises IllegalAction when the game is over for this player."""
        return self._recorded(lambda: self.recorder.concede(seat), None, seat=seat)

    def agree(self, seat: int) -> list[Event]:
        """The game is drawn: all have agreed, this seat's player last.

        Raises IllegalAction when it is over.
        """
        return self._recorded(lambda: self.recorder.agree(seat), None, seat=seat)

    def hand_to(self, seat: int, kind: str) -> None:
        """Somebody of another kind plays a seat from now on."""
        self.kinds = (*self.kinds[:seat], kind, *self.kinds[seat + 1 :])
        if kind != HUMAN:
            self.stops.pop(seat, None)

    def go_back_over(self, decided: Decided) -> None:
        """Go back to where something was decided, which is asked again."""
        self.recorder.take_back(decided.seat, decided.place, decided.before)
        self.past.cut(decided.place)
        self.chronicle.strike(decided.place)
        self.answered[decided.seat] = len(self.events)
        for stops in self.stops.values():
            stops.end_yield()
        self.stops[decided.seat].lift()
        self._returned = self.moment
        self.keep_wishes()

    def pass_by_itself(self) -> bool:
        """Answer for a player whose stops say so, or where all but one answer come to nothing,
        once. Returns whether it did.

        Whoever can only pass is given the screen all the same, and passes by hand: nobody sees by
        it who could do what (M-1). Who has the screen anyway needn't.
        """
        answer = self._own_answer()
        if answer is not None and self._pays_by_itself and (choice := self._payment()) is not None:
            self._pay(choice.payment, by_hand=False)
        elif answer is not None and answer.verb == "place":
            self.act(answer)  # as if by hand, so that one undo asks for the space
            self._placed = self.moment, answer
        elif answer is not None:
            self.act(answer, by_hand=False)
        elif (asked := self.asked) is not None and asked in self.stops:
            self.stops[asked].end_yield()
            self.stops[asked].note_asked(self.seen_by(asked))
        return answer is not None

    @property
    def placed(self) -> Action | None:
        """How a creature was placed without a question, if that was the last thing done."""
        moment, placed = self._placed
        return placed if moment == self.moment else None

    @property
    def answers_itself(self) -> bool:
        """Whether what is asked now will be answered for the person who is asked."""
        return self._own_answer() is not None

    def _own_answer(self) -> Action | None:
        """What a player's stops answer, or the one answer that does not come to nothing."""
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
        """Return what the usual stops answer for a computer player, going by what a spectator sees;
        None if the player is asked.

        So nobody can tell by whether the player is asked what it could do (M-1).
        """
        if question.kind != "priority":
            return question.needless(self.game)
        view = replace(self.seen_by(None), seat=question.seat)
        return None if self._public_stops.would_want(view) else PASS

    @property
    def _pays_by_itself(self) -> bool:
        """Whether the person who is asked wants costs paid that leave no choice."""
        stops = self.stops.get(-1 if self.asked is None else self.asked)
        return stops is not None and stops.pays_by_itself and not stops.full_control

    def _obvious_answer(self, seat: int, kind: str) -> Action | None:
        """Return where a creature enters, or how damage is divided, if a seat's player need not
        be asked.
        """
        view = self.seen_by(seat)
        if kind == "damage":
            return division(view)
        return obvious_place(view) if self.stops[seat].places_by_itself else None

    def _only_waits(self, seat: int) -> bool:
        """Whether nobody could tell by it that a seat is not asked where it can only pass."""
        return False


def stops_of(rules: Ruleset, *, shared: bool = False, kind: type[Held] = Stops) -> Held:
    """The stops that a player has from the start, in the steps of a turn."""
    steps = [step.name for step in rules.turn]
    mains = [index for index, step in enumerate(rules.turn) if step.is_main]
    ends = [index for index, step in enumerate(rules.turn) if isinstance(step, End)]
    return kind(steps, mains, ends, shared=shared)


def ahead_of(view: View, stops: Stops) -> Ahead | None:
    """What the player of a View is asked next after passing or being done, if nobody does
    anything; none where that is no answer.
    """
    return passing.ahead(view, lambda game: _asks(game, view.seat, stops)) if view.actions else None


def last_deed(
    view: View, stops: Stops, action: Action, *, unforeseen: bool = False
) -> LastDeed | None:
    """Return what comes of the action with which a player's turn is over; None if it is another
    (`ending.last_deed`).
    """
    return passing.last_deed(
        view, action, lambda game: _asks(game, view.seat, stops), unforeseen=unforeseen
    )


def _asks(game: Game, seat: int | None, stops: Stops) -> bool:
    """Return whether the player of a seat wants to be asked what is asked in a game."""
    question = game.question
    if question is None or (not stops.full_control and question.needless(game) is not None):
        return False
    if question.kind == "attack-area" and stops.lets_pass(game.view_for(seat)):
        return False
    return question.kind != "priority" or stops.would_want(game.view_for(seat))


def _telling(game: Game, events: Sequence[Event]) -> Game:
    """A copy of a game as it begins, which tells what has happened by then."""
    copy = game.fork()
    copy.events = list(events)
    return copy
