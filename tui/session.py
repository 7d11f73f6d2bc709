"""A session: a game with people at one terminal and computer players, what each may see, and whose turn at the keys it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

from engine import chance, notation
from engine.actions import DONE, PASS, IllegalAction
from engine.magic.turn import End
from engine.past import Decided, Past
from engine.record import RecordError
from engine.replay import Recorder, compared, taken_over
from engine.tape import Tape
from tui import ending
from tui.kinds import HUMAN, KINDS
from tui.stops import Stops
from tui.thinking import Thinker, ThinkingError
from tui.undoing import Chronicle

if TYPE_CHECKING:
    from engine.actions import Action
    from engine.events import Event
    from engine.game import Game, Seat
    from engine.ruleset import Ruleset
    from engine.view import View
    from tui.ending import Ahead


class Next(Enum):
    """Who or what a session waits for."""

    PERSON = "the person who sees the screen"
    HAND_OVER = "another person, who must be given the screen first"
    COMPUTER = "a computer player"
    NOBODY = "nobody: the game is over"


class Session:
    """A game in progress. `kinds` says who plays each seat: "human" or "ai:" and a level."""

    is_puzzle = False

    def __init__(
        self,
        recorder: Recorder,
        kinds: Sequence[str],
        *,
        events: Sequence[Event] = (),
        thinker: Thinker | None = None,
        tape: Tape | None = None,
        chronicle: Chronicle | None = None,
        past: Past | None = None,
    ) -> None:
        """`tape`, `chronicle` and `past` are what has been played so far, where that is more than the beginning and its events."""
        self.recorder = recorder
        self.tape = tape or Tape(recorder.record, _telling(recorder.game, events))
        self.kinds = tuple(kinds)
        self.thinker = thinker or Thinker()
        self.chronicle = chronicle or Chronicle(events)
        self.past = past or Past()
        self._returned = -1  # the moment at which decisions were taken back last: nothing is answered by itself then
        self._handed = -1  # the moment at which the screen was handed over last
        self.answered = dict.fromkeys(self.people, 0)  # how many events each person had seen when they answered last
        self.ask_before_ending = True  # whether what is left undone is told before a turn ends
        self._seen: dict[tuple[int, int, int | None], View] = {}  # what seats see at this moment
        steps = recorder.game.view_for(None).turn.steps
        turn = recorder.game.rules.turn
        mains = [index for index, step in enumerate(turn) if step.is_main]
        ends = [index for index, step in enumerate(turn) if isinstance(step, End)]
        self.stops = {seat: Stops(steps, mains, ends, shared=seat in recorder.game.sharing) for seat in self.people}
        self.viewer: int | None = self._first_viewer()

    @classmethod
    def start(
        cls,
        rules: Ruleset,
        seats: Sequence[Seat],
        kinds: Sequence[str],
        seed: int,
        path: Path | None = None,
        thinker: Thinker | None = None,
    ) -> Session:
        """A new game, saved to `path` after every decision.

        Raises ValueError for a number of seats that the variant lacks, and OSError where the game can't be saved.
        """
        recorder = Recorder.start(rules, seats, kinds, seed, path)
        return cls(recorder, kinds, events=recorder.game.events or (), thinker=thinker)

    @classmethod
    def resume(cls, path: Path, thinker: Thinker | None = None) -> Session:
        """Go on with a saved game.

        Raises RecordError where it can't be read, comes out differently or is being played, OSError where it can't be saved.
        """
        file, record = taken_over(path)
        for seat in record.seats:
            if seat.kind not in KINDS:
                raise RecordError(f"{path}: found '{seat.kind}' as who plays {seat.name}; allowed: {', '.join(KINDS)}")
        chronicle, past, returns = Chronicle(), Past(), record.returns()
        game, before, tape, answered = None, None, None, dict[int, int]()
        for place, step in enumerate(compared(record, str(path))):
            game = step.game
            tape = tape or Tape(record, _telling(game, step.events), str(path))
            answered[step.entry.seat] = len(chronicle.events)
            if step.entry.undone:
                chronicle.strike(returns[place] + 1)
                past.cut(returns[place] + 1)
            chronicle.add(place, step.events)
            if before is not None and not step.entry.undone:
                past.note(before, game, step.action, step.events, seat=step.entry.seat, place=place)
            before = game.fork()
        assert game is not None  # a record has at least its start
        kinds = [seat.kind for seat in record.seats]
        session = cls(Recorder(game, record, file), kinds, thinker=thinker, tape=tape, chronicle=chronicle, past=past)
        session.answered |= {seat: told for seat, told in answered.items() if seat in session.people}
        return session

    # --- who is where ---

    @property
    def game(self) -> Game:
        return self.recorder.game

    @property
    def people(self) -> tuple[int, ...]:
        """The seats played by people at this terminal."""
        return tuple(seat for seat, kind in enumerate(self.kinds) if kind == HUMAN)

    @property
    def moment(self) -> int:
        """A number that grows with every decision, to tell whether an answer is still to the question."""
        return len(self.recorder.record.entries)

    def next(self) -> Next:
        """What the session waits for now."""
        decision = self.game.decision
        if decision is None:
            return Next.NOBODY
        if self.kinds[decision.seat] != HUMAN:
            return Next.COMPUTER
        return Next.PERSON if decision.seat == self.viewer else Next.HAND_OVER

    def hand_over(self) -> None:
        """Give the screen to the person who must choose."""
        decision = self.game.decision
        if decision is not None and decision.seat in self.people:
            self.viewer, self._handed = decision.seat, self.moment

    def _first_viewer(self) -> int | None:
        """The only person; with several, nobody until the first hand-over."""
        return self.people[0] if len(self.people) == 1 else None

    # --- what can be seen ---

    def view(self) -> View:
        """The game as whoever sees the screen may know it."""
        return self.seen_by(self.viewer)

    def seen_by(self, seat: int | None) -> View:
        """The game as a seat may know it, put together once for each moment."""
        now = (self.moment, self.game.state.version, seat)
        if now not in self._seen:
            self._seen = {key: view for key, view in self._seen.items() if key[:2] == now[:2]}
            self._seen[now] = self.game.view_for(seat)
        return self._seen[now]

    @property
    def events(self) -> Sequence[Event]:
        """All that has happened, also what was taken back."""
        return self.chronicle.events

    def log(self) -> Sequence[str]:
        """What has happened, as whoever sees the screen may know it."""
        return self.chronicle.log(self.viewer, [player.name for player in self.game.state.players])

    # --- what can be done ---

    def act(self, action: Action, *, by_hand: bool = True) -> list[Event]:
        """Carry out an action for whoever must choose, who chose it unless it is not `by_hand`. Raises IllegalAction."""
        return self._recorded(lambda: self.recorder.apply(action), action, by_hand=by_hand)

    def _recorded(self, do: Callable[[], list[Event]], action: Action | None, *, seat: int = -1, by_hand: bool = True) -> list[Event]:
        """Do something that is one entry of the record: somebody's action, or where there is none, that a seat gives up."""
        place, before, decision = self.moment, self.game.fork(), self.game.decision
        events = do()
        self.chronicle.add(place, events)
        whose = seat if action is None or decision is None else decision.seat
        self.past.note(before, self.game, action, events, seat=whose, place=place, by_hand=by_hand)
        return events

    def answer(self, action: Action) -> list[Event]:
        """Carry out an action of the person who sees the screen. Raises IllegalAction, also where it is for somebody else to choose."""
        decision = self.game.decision
        if decision is not None and decision.seat != self.viewer:
            raise IllegalAction("", f"it is for {self.game.state.players[decision.seat].name} to choose")
        told = len(self.events)
        events = self.act(action)
        if decision is not None:
            self.answered[decision.seat] = told
        return events

    def news(self) -> list[Event]:
        """What has happened since whoever sees the screen answered last, as they may know it."""
        told = self.answered.get(self.viewer, 0) if self.viewer is not None else len(self.events)
        return [event.for_seat(self.viewer) for event in self.chronicle.holding(told)]

    def concede(self, seat: int) -> list[Event]:
        """A player gives up. Raises IllegalAction when the game is over for this player."""
        return self._recorded(lambda: self.recorder.concede(seat), None, seat=seat)

    def last_decision(self, *, free: bool = False) -> Decided:
        """What whoever sees the screen decided last, where that can be taken back. Raises BarredError.

        If `free`, whatever has happened since; but not where another person plays as well.
        """
        return self.past.last(self.game, -1 if self.viewer is None else self.viewer, free=free and len(self.people) == 1)

    def take_back(self, *, free: bool = False) -> Decided:
        """Go back to where whoever sees the screen decided last, and be asked again. Raises BarredError."""
        decided = self.last_decision(free=free)
        self.recorder.take_back(decided.seat, decided.place, decided.before)
        self.past.cut(decided.place)
        self.chronicle.strike(decided.place)
        self.answered[decided.seat] = len(self.events)
        for stops in self.stops.values():
            stops.end_yield()
        self.stops[decided.seat].lift()
        self._returned = self.moment
        return decided

    def pass_by_itself(self) -> bool:
        """Answer for a person whose stops say so, or where all but one answer come to nothing, once. Returns whether it did.

        Whoever can only pass is given the screen all the same, and passes by hand: nobody sees by it who could do what (M-1). Who has
        the screen anyway needn't.
        """
        answer = self._own_answer()
        if answer is not None:
            self.act(answer, by_hand=False)
        elif (decision := self.game.decision) is not None and decision.seat in self.stops:
            self.stops[decision.seat].end_yield()
        return answer is not None

    @property
    def answers_itself(self) -> bool:
        """Whether what is asked now will be answered for the person who is asked."""
        return self._own_answer() is not None

    def _own_answer(self) -> Action | None:
        """What a person's stops answer, or the one answer that does not come to nothing."""
        decision, question = self.game.decision, self.game.question
        if decision is None or question is None or decision.seat not in self.stops or self.moment == self._returned:
            return None
        stops, turn = self.stops[decision.seat], self.game.state.turn
        if decision.kind != "priority":
            ends = stops.ending == turn.number and turn.active == decision.seat and decision.kind in ending.CLOSING
            if ends and DONE in self.game.legal_actions():
                return DONE
            return None if stops.full_control else question.needless(self.game)
        if decision.seat == self.viewer and self.moment != self._handed and not stops.full_control and question.is_courtesy(self.game):
            return PASS
        return None if stops.would_want(self.seen_by(decision.seat)) else PASS

    def ahead(self) -> Ahead | None:
        """What whoever sees the screen is asked next after passing or being done, if nobody does anything; none where that is no answer."""
        view = self.view()
        if view.seat is None or not view.actions:
            return None
        stops = self.stops[view.seat]

        def asks(game: Game) -> bool:
            question = game.question
            if question is None or question.kind != "priority":
                return question is not None and (stops.full_control or question.needless(game) is None)
            return stops.would_want(game.view_for(view.seat))

        return ending.ahead(view, asks)

    def think(self) -> Action:
        """The action of the computer player who must choose. Blocks: call it from a thread. Raises ThinkingError."""
        decision = self.game.decision
        if decision is None:
            raise ThinkingError("there is nothing to decide")
        level = self.kinds[decision.seat].removeprefix("ai:")
        seed = chance.own_seed(self.recorder.record.seed, decision.seat)
        view = self.game.view_for(decision.seat)
        return notation.read(self.thinker.choose(level, seed, view), view)

    def again(self) -> Session:
        """The same from the start, where it is one that can begin anew."""
        raise NotImplementedError

    def close(self) -> None:
        """End the computer players' process, and let another program go on with the game, which is saved already."""
        self.thinker.close()
        self.recorder.close()


def _telling(game: Game, events: Sequence[Event]) -> Game:
    """A copy of a game as it begins, which tells what has happened by then."""
    copy = game.fork()
    copy.events = list(events)
    return copy
