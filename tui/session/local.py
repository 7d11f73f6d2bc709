"""Local sessions: a game at one terminal, with hand-overs of the screen between players."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from engine import notation
from engine.actions import IllegalAction
from engine.base import chance
from engine.history.carried import cards_of
from engine.history.recording import Recorder, taken_over
from engine.history.timeline import Timeline
from engine.history.undo import Decided, UndoHistory
from tui.adviser.advice import ADVISER, BETWEEN_PEOPLE
from tui.session.ai_process import AIProcess, ThinkingError
from tui.session.errors import new_seed
from tui.session.progress import GameInProgress, ahead_of
from tui.session.protocol import Heard, Next
from tui.session.seat_kinds import HUMAN
from tui.settings.paths import new_path
from tui.table.undo_log import UndoLog

if TYPE_CHECKING:
    from engine.actions import Action
    from engine.cards.model import Card
    from engine.events import Event
    from engine.log import LogLine
    from engine.magic.turn.setup import Seat
    from engine.variant.ruleset import Ruleset
    from engine.view import View
    from tui.adviser.advice import Advice, AdviceRequest
    from tui.table.stops.passing import Ahead


# moment of a game without decisions: the record has only its start
UNTOUCHED = 1


class LocalSession(GameInProgress):
    """A game at one terminal, whose screen is handed from player to player."""

    is_puzzle = False
    led_elsewhere = False

    def __init__(
        self,
        recorder: Recorder,
        kinds: Sequence[str],
        *,
        events: Sequence[Event] = (),
        thinker: AIProcess | None = None,
        tape: Timeline | None = None,
        undo_log: UndoLog | None = None,
        past: UndoHistory | None = None,
    ) -> None:
        """Begin a session.

        `tape`, `undo_log` and `past` are the history of a resumed game; a new game only
        has `events`.
        """
        super().__init__(recorder, kinds, events=events, tape=tape, undo_log=undo_log, past=past)
        self.thinker = thinker or AIProcess()
        self._handed = -1  # moment of the last hand-over of the screen
        self.ask_before_ending = True  # ask before ending a turn with actions left
        self.viewer: int | None = self._first_viewer()

    @classmethod
    def start(
        cls,
        rules: Ruleset,
        seats: Sequence[Seat],
        kinds: Sequence[str],
        seed: int,
        path: Path | None = None,
        thinker: AIProcess | None = None,
    ) -> LocalSession:
        """Start a new game, saved to `path` after every decision.

        If the file can't be written, `unsaved` says why. Raises ValueError if the variant
        doesn't allow this number of seats.
        """
        try:
            recorder = Recorder.start(rules, seats, kinds, seed, path)
        except OSError as error:
            if path is None:
                raise
            recorder = Recorder.start(rules, seats, kinds, seed)
            recorder.save_later(path, error)
        return cls(recorder, kinds, events=recorder.game.events or (), thinker=thinker)

    @classmethod
    def resume(cls, path: Path, thinker: AIProcess | None = None) -> LocalSession:
        """Resume a saved game.

        Raises RecordError if the file can't be read, replays differently or is in use,
        OSError if it can't be saved.
        """
        file, record = taken_over(path)
        session = cls.replayed(record, str(path), file)
        session.thinker = thinker or session.thinker
        return session

    # --- turns at the keyboard ---

    def next(self) -> Next:
        """Return what the session waits for."""
        asked = self.asked
        if asked is None:
            return Next.NOBODY
        if self.kinds[asked] != HUMAN:
            return Next.COMPUTER
        return Next.PERSON if asked == self.viewer else Next.HAND_OVER

    def hand_over(self) -> None:
        """Give the screen to the player who must choose."""
        if self.asked is not None and self.asked in self.people:
            self.viewer, self._handed = self.asked, self.moment

    def _first_viewer(self) -> int | None:
        """Return the only human player; None with several, until the first hand-over."""
        return self.people[0] if len(self.people) == 1 else None

    def _only_waits(self, seat: int) -> bool:
        return seat == self.viewer and self.moment != self._handed

    # --- views ---

    def view(self) -> View:
        """Return the View of the player at the screen."""
        return self.seen_by(self.viewer)

    def log(self) -> Sequence[LogLine]:
        """Return the log as the player at the screen may know it."""
        return self.undo_log.log(
            self.viewer, [player.name for player in self.game.state.players], self.game.rules.clause
        )

    def told_of(self, viewer: int | None, since: int) -> Iterator[tuple[Event, str]]:
        """Yield the lines of a viewer's log from a number on, each with its event."""
        return self.undo_log.told_of(viewer, since)

    def deck(self, seat: int) -> Sequence[tuple[int, Card]]:
        """Return a player's deck as (count, card); empty if the game began from a position."""
        card = cards_of(self.record)
        return [(count, card(name)) for count, name in self.record.seats[seat].deck]

    def news(self) -> list[Event]:
        """Return the events since the last answer of the player at the screen, as known to them."""
        told = self.answered.get(self.viewer, 0) if self.viewer is not None else len(self.events)
        return [event.for_seat(self.viewer) for event in self.undo_log.holding(told)]

    def ahead(self) -> Ahead | None:
        """Return the next decision of the player at the screen after passing or finishing.

        It is a forecast in which no player acts. None if passing isn't possible.
        """
        view = self.view()
        return None if view.seat is None else ahead_of(view, self.stops[view.seat])

    def listen(self, told: Callable[[], object]) -> None:
        """Ignore `told`, since a local game has no remote news."""

    def besides(self, *, everything: bool = False) -> Sequence[str]:
        """Return nothing: a local game has no clocks and no proposals."""
        return ()

    def hear(self) -> Heard:
        """Return no news, since a local game has no remote news."""
        return Heard()

    # --- actions ---

    def answer(self, action: Action) -> list[Event]:
        """Carry out an action of the player at the screen; return the events.

        Raises IllegalAction, also if another player must choose.
        """
        asked = self.asked
        if asked is not None and asked != self.viewer:
            from engine.log import owner

            raise IllegalAction("", f"it is {owner(self.game.state.players[asked].name)} choice")
        told = len(self.events)
        events = self.decide(action)
        if asked is not None:
            self.answered[asked] = told
        return events

    def last_decision(self, *, free: bool = False) -> Decided:
        """Return the last decision of the player at the screen, to undo. Raises BarredError.

        With `free`, later events don't matter, unless another human player plays.
        """
        return self.past.last(
            self.game,
            -1 if self.viewer is None else self.viewer,
            free=free and len(self.people) == 1,
        )

    def take_back(self, *, free: bool = False) -> Decided:
        """Undo the last decision of the player at the screen, who must choose again.

        Raises BarredError.
        """
        decided = self.last_decision(free=free)
        self.go_back_over(decided)
        return decided

    def think(self) -> Action:
        """Return the action of the computer player who must choose.

        Blocks: call it from a thread. Raises ThinkingError.
        """
        decision = self.game.decision
        if decision is None:
            raise ThinkingError("there is nothing to decide")
        level = self.kinds[decision.seat].removeprefix("ai:")
        seed = chance.own_seed(self.recorder.record.seed, decision.seat)
        view = self.game.view_for(decision.seat)
        return notation.read(self.thinker.choose(level, seed, view), view)

    @property
    def no_adviser(self) -> str:
        """The reason why nobody may ask the adviser in this game; "" if players may."""
        return BETWEEN_PEOPLE if len(self.people) > 1 else ""

    def advise(self, request: AdviceRequest) -> Advice:
        """Return the adviser's answer, from the View in the request alone.

        Blocks: call it from a thread. Raises ThinkingError.
        """
        return self.thinker.advise(request)

    def note_advice(self) -> None:
        """Note in the record that the player at the screen asks the adviser."""
        if self.viewer is not None:
            self.recorder.note_advice(self.viewer, ADVISER)

    def again(self) -> LocalSession:
        """Start a new game with the same players, decks and rules and a new seed."""
        from engine.magic.turn.setup import Seat

        record, rules = self.recorder.record, self.game.rules
        card = cards_of(record)
        decks = [
            tuple(card(name) for copies, name in seat.deck for _ in range(copies))
            for seat in record.seats
        ]
        seats = [Seat(seat.name, deck) for seat, deck in zip(record.seats, decks, strict=True)]
        return LocalSession.start(rules, seats, self.kinds, new_seed(), new_path(rules.id))

    def close(self) -> None:
        """End the worker process and close the file, so that another program may use it."""
        self.thinker.close()
        if self.asked is not None:
            self.keep_wishes()
        self.recorder.close()

    @property
    def is_untouched(self) -> bool:
        """Return whether a saved game has no decisions yet."""
        return self.path is not None and self.moment <= UNTOUCHED

    def drop(self) -> None:
        """Close the session for a player who leaves on purpose; delete a game without decisions."""
        dropped = self.path if self.is_untouched else None
        self.close()
        if dropped is not None:
            dropped.unlink(missing_ok=True)
