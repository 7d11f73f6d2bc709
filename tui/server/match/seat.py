"""One terminal's seat at a match, as the table screen needs a session.

It sees messages only: the match may be led anywhere.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Literal

from engine import notation
from engine.actions import DONE, PASS, IllegalAction
from engine.base.records import replace
from tui.server.match.agreements import proposed
from tui.server.storage.clocks import LITTLE, NO_CLOCK, in_a_sentence, left_now
from tui.server.storage.messages import (
    Concede,
    Decide,
    Decline,
    Line,
    Proposal,
    Propose,
    Standing,
    TakeBack,
    Update,
    Wish,
    Word,
)
from tui.server.storage.stop_settings import TellingStops, Wishes
from tui.session import effort
from tui.session.progress import ahead_of, stops_of
from tui.session.protocol import Heard, Next
from tui.table.stops import passing
from tui.table.undo_log import Chronicle

if TYPE_CHECKING:
    from engine.actions import Action
    from engine.cards.model import Card
    from engine.events import Event
    from engine.log import Line as LogLine
    from engine.variant.ruleset import Ruleset
    from engine.view import View
    from tui.table.stops.passing import Ahead

BUSY = "your last action is still being carried out"


class SeatSession:
    """A seat, or somebody who watches, at a match that is led elsewhere.

    `await SeatSession.at(line)` makes one.
    """

    is_puzzle = False
    led_elsewhere = True
    # what is here is for the present eyes only: who looks back asks the house for the game as it
    # was
    tape = None
    record = None
    path = None
    is_untouched = False
    unsaved = ""
    placed = None  # a creature placed without a question is told of in the log

    def __init__(self, line: Line) -> None:
        """`at` makes one that is ready."""
        self._line = line
        self.viewer = line.seat
        self.ask_before_ending = True
        self.kinds: Sequence[str] = ()  # who plays each seat, if whoever leads here has said so
        self.people: Sequence[int] = () if line.seat is None else (line.seat,)
        self.stops: dict[int, TellingStops] = {}
        self._chronicle = Chronicle()
        self._update: Update | None = None
        self._said = -1  # the decision that has been answered from here, until word of it comes
        self._wished = False  # the stops have changed since something was asked
        self._heard = Heard()
        self.table = 0  # the number of the table
        self.clock = NO_CLOCK  # how time is kept there, if whoever leads here has said so
        self._timed = -1  # the turn in which time was told last
        self._proposed: Proposal | None = None  # what was told last of what is proposed
        self.told_at = 0.0  # when something was told last
        self._tell: Callable[[], object] | None = None

    @classmethod
    async def at(cls, line: Line) -> SeatSession:
        """The session of whoever has this line."""
        session = cls(line)
        session._take(await line.open(session._hear))
        return session

    # --- hearing ---

    def _hear(self, update: Update) -> None:
        """Something has come."""
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
            self._said = -1  # what is told besides leaves what was said under way
        self._update, self.told_at = update, time.monotonic()
        if update.anew:
            self._chronicle = Chronicle()
        self._chronicle.events += update.events
        self._chronicle.strike_out(update.struck)
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
            stops.end_yield()  # as where the match is led: whoever is asked passes no more
        stops.tell, self._wished = self._wish, False

    def _wish(self) -> None:
        """The player has changed the stops."""
        self._wished = True
        if self.viewer is not None:
            self._line.say(Wish(Wishes.of(self.stops[self.viewer])))

    def listen(self, told: Callable[[], object]) -> None:
        """Have a function called whenever something has come."""
        self._tell = told

    def hear(self) -> Heard:
        """What has come since this was asked last."""
        heard, self._heard = self._heard, Heard()
        return heard

    @property
    def _now(self) -> Update:
        assert self._update is not None, "SeatSession.at makes a session that is ready"
        return self._update

    @property
    def update(self) -> Update:
        """What was told last."""
        return self._now

    # --- what can be seen ---

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
        return self._chronicle.events

    @property
    def answers_itself(self) -> bool:
        """Whether word has gone already."""
        return False

    def next(self) -> Next:
        """What the session waits for now."""
        if self.asked is None:
            return Next.NOBODY
        return (
            Next.PERSON if self.asked == self.viewer and self._said != self.moment else Next.OTHERS
        )

    def hand_over(self) -> None:
        """A seat's screen is nobody else's."""

    def view(self) -> View:
        return self._now.view

    def seen_by(self, seat: int | None) -> View:
        """No other eyes than one's own are served here."""
        return self._now.view

    def log(self) -> Sequence[LogLine]:
        view = self._now.view
        return self._chronicle.log(
            self.viewer, [player.name for player in view.players], view.rules.clause
        )

    def told_of(self, viewer: int | None, since: int) -> Iterator[tuple[Event, str]]:
        return self._chronicle.told_of(viewer, since)

    def deck(self, seat: int) -> Sequence[tuple[int, Card]]:
        """Decks stay where the match is led."""
        return ()

    def news(self) -> Sequence[Event]:
        return self._chronicle.holding(self._now.told)

    def ahead(self) -> Ahead | None:
        view = self.view()
        return None if view.seat is None else ahead_of(view, self.stops[view.seat])

    # --- what can be done ---

    def pass_by_itself(self) -> bool:
        """Pass what is asked already where the player has just wished so; all else is passed
        where the match is led.
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
        """Say an action; what comes of it is heard later.

        Raises IllegalAction where it can be told here that it is not possible.
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
            effort.attempt(view, action)  # says why not
        self._say(action)

    def say(self, word: Word) -> None:
        """Say something as it is; what comes of it is heard later, a refusal as well."""
        self._line.say(word)

    def _say(self, action: Action) -> None:
        self._line.say(Decide(self.moment, notation.write(action, self.view())))
        self._said = self.moment
        self._wished = False

    def concede(self, seat: int) -> None:
        self._line.say(Concede())

    # --- what all must agree to ---

    @property
    def standing(self) -> Standing:
        """How it stands besides the game now: time, and what is proposed."""
        return replace(
            self._now.standing,
            left=tuple(left_now(self._now.standing, int((time.monotonic() - self.told_at) * 1000))),
        )

    def besides(self, *, everything: bool = False) -> Sequence[str]:
        """What is news besides the game: time once a turn, and always when there is little; what
        is proposed. Or all of it.
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
        """Propose something that all must agree to, or agree where another player proposes it."""
        self._line.say(Propose(what))

    def decline(self) -> None:
        """Don't agree to what is proposed, or withdraw it."""
        self._line.say(Decline())

    def last_decision(self, *, free: bool = False) -> None:
        """Raises BarredError where nothing can be taken back, as was told with what is asked."""
        if self._now.barred is not None:
            raise self._now.barred

    def take_back(self, *, free: bool = False) -> None:
        """Ask for one's last decision back. Raises BarredError."""
        self.last_decision(free=free)
        self._line.say(TakeBack(self.moment))
        self._said = self.moment

    def think(self) -> Action:
        """Computer players think where the match is led."""
        raise NotImplementedError

    def act(self, action: Action) -> object:
        """As above."""
        raise NotImplementedError

    def again(self) -> SeatSession:
        """Another game of the same players begins in the hall. Raises SetupError."""
        from tui.session.errors import SetupError

        raise SetupError(["Start another game in the hall."])

    def close(self) -> None:
        self._tell = None
        self._line.close()

    drop = close
