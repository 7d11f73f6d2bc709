"""A session: a game with people at one terminal and computer players, what each may see, and
whose turn at the keys it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from engine import notation
from engine.actions import IllegalAction
from engine.base import chance
from engine.history.replay import Recorder, cards_of, taken_over
from engine.history.timeline import Tape
from engine.history.undo import Decided, Past
from tui.session.ai_process import Thinker, ThinkingError
from tui.session.errors import new_seed
from tui.session.progress import Progress, ahead_of
from tui.session.protocol import Heard, Next
from tui.session.seat_kinds import HUMAN
from tui.settings.paths import new_path
from tui.table.undo_log import Chronicle

if TYPE_CHECKING:
    from engine.actions import Action
    from engine.cards.model import Card
    from engine.events import Event
    from engine.log import Line
    from engine.magic.turn.setup import Seat
    from engine.variant.ruleset import Ruleset
    from engine.view import View
    from tui.table.stops.passing import Ahead


# the moment at which nothing has been decided yet: a record has no more than its start
UNTOUCHED = 1


class Session(Progress):
    """A game at one terminal, whose screen is handed over."""

    is_puzzle = False
    led_elsewhere = False

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
        """`tape`, `chronicle` and `past` are what has been played so far, where that is more
        than the beginning and its events.
        """
        super().__init__(recorder, kinds, events=events, tape=tape, chronicle=chronicle, past=past)
        self.thinker = thinker or Thinker()
        self._handed = -1  # the moment at which the screen was handed over last
        self.ask_before_ending = True  # whether what is left undone is told before a turn ends
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
        """Start a new game, saved to `path` after every decision; if it can't be written, `unsaved`
        says why.

        Raises ValueError for a number of seats that the variant lacks.
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
    def resume(cls, path: Path, thinker: Thinker | None = None) -> Session:
        """Go on with a saved game.

        Raises RecordError where it can't be read, comes out differently or is being played, OSError
        where it can't be saved.
        """
        file, record = taken_over(path)
        session = cls.replayed(record, str(path), file)
        session.thinker = thinker or session.thinker
        return session

    # --- whose turn at the keys it is ---

    def next(self) -> Next:
        """What the session waits for now."""
        asked = self.asked
        if asked is None:
            return Next.NOBODY
        if self.kinds[asked] != HUMAN:
            return Next.COMPUTER
        return Next.PERSON if asked == self.viewer else Next.HAND_OVER

    def hand_over(self) -> None:
        """Give the screen to the person who must choose."""
        if self.asked is not None and self.asked in self.people:
            self.viewer, self._handed = self.asked, self.moment

    def _first_viewer(self) -> int | None:
        """The only person; with several, nobody until the first hand-over."""
        return self.people[0] if len(self.people) == 1 else None

    def _only_waits(self, seat: int) -> bool:
        return seat == self.viewer and self.moment != self._handed

    # --- what can be seen ---

    def view(self) -> View:
        """The game as whoever sees the screen may know it."""
        return self.seen_by(self.viewer)

    def log(self) -> Sequence[Line]:
        """What has happened, as whoever sees the screen may know it."""
        return self.chronicle.log(
            self.viewer, [player.name for player in self.game.state.players], self.game.rules.clause
        )

    def told_of(self, viewer: int | None, since: int) -> Iterator[tuple[Event, str]]:
        """The lines of a viewer's log from a number on, each with its event."""
        return self.chronicle.told_of(viewer, since)

    def deck(self, seat: int) -> Sequence[tuple[int, Card]]:
        """What a player's deck was at the start; nothing where the game began with a position."""
        card = cards_of(self.record)
        return [(count, card(name)) for count, name in self.record.seats[seat].deck]

    def news(self) -> list[Event]:
        """What has happened since whoever sees the screen answered last, as they may know it."""
        told = self.answered.get(self.viewer, 0) if self.viewer is not None else len(self.events)
        return [event.for_seat(self.viewer) for event in self.chronicle.holding(told)]

    def ahead(self) -> Ahead | None:
        """What whoever sees the screen is asked next after passing or being done, if nobody does
        anything; none where that is no answer.
        """
        view = self.view()
        return None if view.seat is None else ahead_of(view, self.stops[view.seat])

    def listen(self, told: Callable[[], object]) -> None:
        """Nothing comes from elsewhere."""

    def besides(self, *, everything: bool = False) -> Sequence[str]:
        """Nothing: no time is kept, and nothing is proposed."""
        return ()

    def hear(self) -> Heard:
        """Nothing has come from elsewhere."""
        return Heard()

    # --- what can be done ---

    def answer(self, action: Action) -> list[Event]:
        """Carry out an action of the person who sees the screen.

        Raises IllegalAction, also where it is for somebody else to choose.
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
        """What whoever sees the screen decided last, where that can be taken back.

        Raises BarredError.

        If `free`, whatever has happened since; but not where another person plays as well.
        """
        return self.past.last(
            self.game,
            -1 if self.viewer is None else self.viewer,
            free=free and len(self.people) == 1,
        )

    def take_back(self, *, free: bool = False) -> Decided:
        """Go back to where whoever sees the screen decided last, and be asked again.

        Raises BarredError.
        """
        decided = self.last_decision(free=free)
        self.go_back_over(decided)
        return decided

    def think(self) -> Action:
        """The action of the computer player who must choose.

        Blocks: call it from a thread. Raises ThinkingError.
        """
        decision = self.game.decision
        if decision is None:
            raise ThinkingError("there is nothing to decide")
        level = self.kinds[decision.seat].removeprefix("ai:")
        seed = chance.own_seed(self.recorder.record.seed, decision.seat)
        view = self.game.view_for(decision.seat)
        return notation.read(self.thinker.choose(level, seed, view), view)

    def again(self) -> Session:
        """Return a new game of the same players with the same decks and rules and a new seed."""
        from engine.magic.turn.setup import Seat

        record, rules = self.recorder.record, self.game.rules
        card = cards_of(record)
        decks = [
            tuple(card(name) for copies, name in seat.deck for _ in range(copies))
            for seat in record.seats
        ]
        seats = [Seat(seat.name, deck) for seat, deck in zip(record.seats, decks, strict=True)]
        return Session.start(rules, seats, self.kinds, new_seed(), new_path(rules.id))

    def close(self) -> None:
        """End the computer players' process, and let another program go on with the game, which
        is saved already.
        """
        self.thinker.close()
        if self.asked is not None:
            self.keep_wishes()
        self.recorder.close()

    @property
    def is_untouched(self) -> bool:
        """Whether nothing has been decided yet in a game that is saved."""
        return self.path is not None and self.moment <= UNTOUCHED

    def drop(self) -> None:
        """As `close`, for a player who leaves on purpose: a game in which nothing has been
        decided is not kept.
        """
        dropped = self.path if self.is_untouched else None
        self.close()
        if dropped is not None:
            dropped.unlink(missing_ok=True)
