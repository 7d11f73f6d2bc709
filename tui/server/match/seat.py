"""A terminal's session at a match on a server, for the table screen.

The session sees messages only, so the match can run in any process.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Literal

from engine import notation
from engine.actions import DONE, PASS, IllegalAction
from engine.base.records import replace
from tui.adviser.advice import ON_SERVERS
from tui.server.match.agreements import proposed
from tui.server.storage.clocks import LITTLE, NO_CLOCK, in_a_sentence, left_now
from tui.server.storage.messages import (
    ChangeStops,
    Concede,
    Decide,
    Decline,
    MatchConnection,
    MatchStatus,
    Proposal,
    Propose,
    TakeBack,
    Update,
    Word,
)
from tui.server.storage.stop_settings import StopSettings, TellingStops
from tui.session import effort
from tui.session.progress import ahead_of, stops_of
from tui.session.protocol import Heard, Next
from tui.table.stops import passing
from tui.table.undo_log import UndoLog

if TYPE_CHECKING:
    from engine.actions import Action
    from engine.cards.model import Card
    from engine.events import Event
    from engine.log import LogLine
    from engine.variant.ruleset import Ruleset
    from engine.view import View
    from tui.adviser.advice import Advice, AdviceRequest
    from tui.table.stops.passing import Ahead

BUSY = "your last action is still being carried out"


class SeatSession:
    """A player's or watcher's session at a match that runs elsewhere.

    Created by `await SeatSession.at(line)`.
    """

    is_puzzle = False
    led_elsewhere = True
    # this session knows only what its own seat may see; a review is fetched from the server
    tape = None
    record = None
    path = None
    is_untouched = False
    unsaved = ""
    placed = None  # creatures placed without a question appear in the log instead

    def __init__(self, line: MatchConnection) -> None:
        """Create a session that isn't connected yet; see `at`."""
        self._line = line
        self.viewer = line.seat
        self.ask_before_ending = True
        self.kinds: Sequence[str] = ()  # the kinds of players, if the leader has sent them
        self.people: Sequence[int] = () if line.seat is None else (line.seat,)
        self.stops: dict[int, TellingStops] = {}
        self._undo_log = UndoLog()
        self._update: Update | None = None
        self._said = -1  # the decision answered from here, until the server reacts; -1: none
        self._wished = False  # whether the stops have changed since the last decision was asked
        self._heard = Heard()
        self.table = 0  # the number of the table
        self.clock = NO_CLOCK  # the clock of the table, if the leader has sent it
        self._timed = -1  # the turn in which the time was last shown
        self._proposed: Proposal | None = None  # the proposal that was last shown
        self.told_at = 0.0  # the time of the latest update
        self._tell: Callable[[], object] | None = None

    @classmethod
    async def at(cls, line: MatchConnection) -> SeatSession:
        """Connect a line and return its session."""
        session = cls(line)
        session._take(await line.open(session._hear))
        return session

    # --- receiving updates ---

    def _hear(self, update: Update) -> None:
        """Receive an update."""
        self._take(update)
        heard = self._heard
        others, back = heard.others or update.others, heard.back or update.back
        self._heard = Heard(
            others,
            back,
            update.notice or heard.notice,
            update.refusal or heard.refusal,
            update.closed,
        )
        if self._tell is not None:
            self._tell()

    def _take(self, update: Update) -> None:
        if self._update is None or update.number != self._said or update.refusal:
            self._said = -1  # other updates leave a sent answer under way
        self._update, self.told_at = update, time.monotonic()
        if update.anew:
            self._undo_log = UndoLog()
        self._undo_log.events += update.events
        self._undo_log.strike_out(update.struck)
        if (seat := self.viewer) is None:
            return
        stops = self.stops.get(seat)
        if stops is None:
            stops = self.stops[seat] = stops_of(
                update.view.rules, shared=update.shared, kind=TellingStops
            )
        stops.tell = None
        if update.wishes is not None:
            update.wishes.grant(stops)
        if update.back:
            stops.lift()
        elif update.asked == seat:
            stops.end_yield()  # as in the leading process: asking a player ends their yield
        stops.tell, self._wished = self._wish, False

    def _wish(self) -> None:
        """Send changed stop settings."""
        self._wished = True
        if self.viewer is not None:
            self._line.say(ChangeStops(StopSettings.of(self.stops[self.viewer])))

    def listen(self, told: Callable[[], object]) -> None:
        """Register a function to call after each update."""
        self._tell = told

    def hear(self) -> Heard:
        """Return the news since the last call."""
        heard, self._heard = self._heard, Heard()
        return heard

    @property
    def _now(self) -> Update:
        assert self._update is not None, "SeatSession.at makes a session that is ready"
        return self._update

    @property
    def update(self) -> Update:
        """The latest update."""
        return self._now

    # --- the visible game ---

    @property
    def rules(self) -> Ruleset:
        return self._now.view.rules

    @property
    def asked(self) -> int | None:
        return self._now.asked

    @property
    def moment(self) -> int:
        return self._now.number

    @property
    def events(self) -> Sequence[Event]:
        return self._undo_log.events

    @property
    def answers_itself(self) -> bool:
        """Return whether an answer is already decided; never on a server."""
        return False

    def next(self) -> Next:
        """Return the kind of player whose turn it is to decide."""
        if self.asked is None:
            return Next.NOBODY
        return (
            Next.PERSON if self.asked == self.viewer and self._said != self.moment else Next.OTHERS
        )

    def hand_over(self) -> None:
        """Do nothing: the screen belongs to one seat."""

    def view(self) -> View:
        return self._now.view

    def seen_by(self, seat: int | None) -> View:
        """Return the View of this seat, the only one available."""
        return self._now.view

    def log(self) -> Sequence[LogLine]:
        view = self._now.view
        return self._undo_log.log(
            self.viewer, [player.name for player in view.players], view.rules.clause
        )

    def told_of(self, viewer: int | None, since: int) -> Iterator[tuple[Event, str]]:
        return self._undo_log.told_of(viewer, since)

    def deck(self, seat: int) -> Sequence[tuple[int, Card]]:
        """Return an empty list: decks stay in the leading process."""
        return ()

    def news(self) -> Sequence[Event]:
        return self._undo_log.holding(self._now.told)

    def ahead(self) -> Ahead | None:
        view = self.view()
        return None if view.seat is None else ahead_of(view, self.stops[view.seat])

    # --- decisions ---

    def pass_by_itself(self) -> bool:
        """Pass the current priority if the player has just changed the stops to do so.

        All other automatic passes happen in the leading process. Always returns False.
        """
        seat = self.viewer
        if not self._wished or seat is None or self.next() is not Next.PERSON:
            return False
        view, stops, self._wished = self.view(), self.stops[seat], False
        answer = PASS if not stops.would_want(view) else None
        if view.decision is not None and view.decision.kind != "priority":
            ends = (
                stops.ending == view.turn.number
                and view.turn.active == seat
                and view.decision.kind in passing.CLOSING
            )
            answer = DONE if ends else None
        if answer is not None and answer in view.actions:
            self._say(answer)
        return False

    def answer(self, action: Action) -> None:
        """Send an action.

        Raises IllegalAction if the action is known here to be impossible.
        """
        view, asked = self.view(), self.asked
        if asked is None or view.seat is None:
            raise IllegalAction(
                "", "the game is over" if asked is None else "you are only watching"
            )
        if asked != view.seat:
            raise IllegalAction("", f"it is {view.players[asked].name}'s choice")
        if self._said == self.moment:
            raise IllegalAction("", BUSY)
        if action not in view.actions:
            effort.attempt(view, action)  # raises with the reason
        self._say(action)

    def say(self, word: Word) -> None:
        """Send a message; results and refusals arrive as updates."""
        self._line.say(word)

    def _say(self, action: Action) -> None:
        self._line.say(Decide(self.moment, notation.write(action, self.view())))
        self._said = self.moment
        self._wished = False

    def concede(self, seat: int) -> None:
        self._line.say(Concede())

    # --- agreements ---

    @property
    def standing(self) -> MatchStatus:
        """The current status: clocks and proposals."""
        return replace(
            self._now.standing,
            left=tuple(left_now(self._now.standing, int((time.monotonic() - self.told_at) * 1000))),
        )

    def besides(self, *, everything: bool = False) -> Sequence[str]:
        """Return news about clocks and proposals, or their full status if `everything`.

        Clocks are told once a turn, and always when the player's time runs low.
        """
        standing, view, told = self.standing, self.view(), list[str]()
        names = [player.name for player in view.players]
        if standing.left:
            little = (
                self.viewer is not None
                and self.asked == self.viewer
                and standing.left[self.viewer] < LITTLE
            )
            if everything or little or view.turn.number != self._timed:
                told.append(in_a_sentence(self.clock, standing.left, standing.running, names))
            self._timed = view.turn.number
        if standing.proposal is not None and (everything or standing.proposal != self._proposed):
            told.append(proposed(standing.proposal, names, self.table))
        self._proposed = standing.proposal
        return told

    def propose(self, what: Literal["draw", "take-back"]) -> None:
        """Propose a draw or take-back, or agree to another player's proposal."""
        self._line.say(Propose(what))

    def decline(self) -> None:
        """Decline a proposal, or withdraw one's own."""
        self._line.say(Decline())

    def last_decision(self, *, free: bool = False) -> None:
        """Raise BarredError if the last decision can't be taken back."""
        if self._now.barred is not None:
            raise self._now.barred

    def take_back(self, *, free: bool = False) -> None:
        """Request to take back the last decision. Raises BarredError."""
        self.last_decision(free=free)
        self._line.say(TakeBack(self.moment))
        self._said = self.moment

    def think(self) -> Action:
        """Raise NotImplementedError: computer players run in the leading process."""
        raise NotImplementedError

    @property
    def no_adviser(self) -> str:
        return ON_SERVERS

    def advise(self, request: AdviceRequest) -> Advice:
        """Raise NotImplementedError: there is no adviser on servers."""
        raise NotImplementedError

    def note_advice(self) -> None:
        """Do nothing: there is no adviser on servers."""

    def act(self, action: Action) -> object:
        """Raise NotImplementedError: computer players run in the leading process."""
        raise NotImplementedError

    def again(self) -> SeatSession:
        """Raise SetupError: another game is started in the lobby."""
        from tui.session.errors import SetupError

        raise SetupError(["Start another game in the hall."])

    def close(self) -> None:
        self._tell = None
        self._line.close()

    drop = close
