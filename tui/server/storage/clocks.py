"""Clocks: the players' time, and the consequence of running out of time.

A `Clock` is the time control of a table; `Clocks` are the running clocks of its seats, saved with
the decisions. A player's time runs only while the player can act: not while no server is up, nor
while the game itself is working. Taking back gains no time: the increment of a decision is lost
with the decision, and used time stays used.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from engine.base.records import replace
from engine.log import many
from tui.server.storage.messages import NO_NOTICES, MatchStatus, Proposal
from tui.session.seat_kinds import KINDS

MINUTE, DAY = 60_000, 86_400_000
# consequence of running out of time: a loss; the alternatives are kinds of computer players that
# take over
LOSE = "lose"
# milliseconds below which the clock changes color, and plain-text players are told repeatedly
LITTLE = 60_000
THEN = (LOSE, *KINDS[1:])


class Clock(Struct, frozen=True, omit_defaults=True):
    """A time control: initial time and increment per decision (Fischer), or time per turn."""

    minutes: int = 0
    seconds: int = 0
    days: int = 0
    then: str = LOSE

    @property
    def first(self) -> int:
        """The initial time in milliseconds; 0: no clock."""
        return self.days * DAY or self.minutes * MINUTE

    @property
    def words(self) -> str:
        """The time control in words."""
        if self.days:
            return f"{many(self.days, 'day')} per turn"
        return f"{self.minutes} min + {self.seconds} s per decision" if self.first else "no clock"

    @property
    def told(self) -> str:
        """The time control in words, as the start of a sentence."""
        return f"Clock: {self.words}" if self.first else "No clock"

    @property
    def end(self) -> str:
        """The consequence of running out of time, in words."""
        if self.then == LOSE:
            return "that player loses"
        level = self.then.removeprefix("ai:")
        return f"{'an' if level[0] in 'aeiou' else 'a'} {level} computer player takes over"


NO_CLOCK = Clock()
MOST_WON = 20  # decisions whose increments are remembered
MOST_TURNS = 3  # turns whose remaining times are remembered
CHOICES = (
    NO_CLOCK, Clock(5, 5), Clock(15, 10), Clock(30, 20), Clock(60, 30), Clock(days=1),
    Clock(days=3), Clock(days=7),
)  # fmt: skip
"""The time controls on offer."""


class Clocks:
    """The clocks of a game in progress.

    Times are in milliseconds of a monotonic clock.
    """

    def __init__(self, clock: Clock, seats: int, kept: MatchStatus) -> None:
        """Start with the saved times, or with full clocks."""
        self.clock = clock
        self._left, self._turn = list(kept.left or (clock.first,) * seats), kept.turn
        self._won = list(kept.won)
        self._turns = {turn: left for turn, *left in kept.turns}
        self._running: int | None = None
        self._since = 0

    @property
    def running(self) -> int | None:
        """The seat whose clock runs; None: no clock."""
        return self._running

    def stop(self, now: int) -> None:
        """Stop the running clock."""
        if self._running is not None:
            self._left[self._running] -= now - self._since
        self._running = None

    def go(self, now: int, seat: int | None, turn: int) -> None:
        """Start the clock of the player who must choose.

        `seat` None: a computer player must choose, so no clock runs.
        """
        self.stop(now)
        if turn != self._turn and self.clock.days:
            self._begin_turn(turn) if turn > self._turn else self._return_to(turn)
        self._turn = turn
        self._running, self._since = (seat if self.clock.first else None), now

    def go_on(self, since: int, seat: int | None) -> None:
        """Continue a seat's clock as if the clock had never stopped."""
        self._running, self._since = seat, since

    def _begin_turn(self, turn: int) -> None:
        """Give every seat the time of a new turn."""
        self._turns[self._turn] = self._left
        for past in sorted(self._turns)[:-MOST_TURNS]:
            del self._turns[past]
        self._left = [self.clock.first for _ in self._left]

    def _return_to(self, turn: int) -> None:
        """Restore the times of an earlier turn, minus the time used since."""
        before, first = self._turns.get(turn), self.clock.first
        since = [self._left, *(left for past, left in self._turns.items() if past > turn)]
        if before is not None:
            self._left = [
                left - sum(first - later[seat] for later in since)
                for seat, left in enumerate(before)
            ]
        self._turns = {past: left for past, left in self._turns.items() if past < turn}

    def decided(self, seat: int, place: int) -> None:
        """Add the increment for a decision at `place` in the record."""
        if self.clock.seconds:
            self._left[seat] += self.clock.seconds * 1000
            self._won = [*self._won, (place, seat)][-MOST_WON:]

    def taken_back(self, latest: int) -> None:
        """Remove the increments of decisions after place `latest`, which were taken back."""
        for place, seat in self._won:
            if place > latest:
                self._left[seat] -= self.clock.seconds * 1000
        self._won = [(place, seat) for place, seat in self._won if place <= latest]

    def kept(self, now: int, proposal: Proposal | None) -> MatchStatus:
        """Return the status to save, including the remembered increments and turns."""
        turns = tuple((turn, *left) for turn, left in sorted(self._turns.items()))
        return replace(self.standing(now, proposal), won=tuple(self._won), turns=turns)

    def standing(self, now: int, proposal: Proposal | None) -> MatchStatus:
        """Return the status to show."""
        if not self.clock.first:
            return MatchStatus(proposal=proposal)
        gone = now - self._since
        left = [
            max(0, each - (gone if seat == self._running else 0))
            for seat, each in enumerate(self._left)
        ]
        return MatchStatus(tuple(left), self._running, self._turn, proposal)

    def remaining(self, now: int) -> int | None:
        """Return the milliseconds until the running clock reaches zero; None: no clock runs."""
        return None if self._running is None else self._left[self._running] - (now - self._since)


def shown(milliseconds: int) -> str:
    """Return a time for display; seconds only near the end, to save redraws."""
    seconds = milliseconds // 1000
    if seconds >= 86_400:
        return f"{seconds // 86_400} d {seconds % 86_400 // 3600} h"
    if seconds >= 3600:
        return f"{seconds // 3600} h {seconds % 3600 // 60:02}"
    return f"{seconds // 60} min" if seconds >= 120 else f"{seconds // 60}:{seconds % 60:02}"


UNITS = (("day", 86_400), ("hour", 3600), ("minute", 60), ("second", 1))


def spoken(milliseconds: int) -> str:
    """Return a time in words, with its two largest units."""
    seconds, found = max(0, milliseconds) // 1000, list[str]()
    for name, length in UNITS:
        number, seconds = divmod(seconds, length)
        if number or found:
            found.append(many(number, name) if number else "")
    return " ".join(each for each in found[:2] if each) or "no time"


def in_a_sentence(
    clock: Clock, left: Sequence[int], running: int | None, names: Sequence[str]
) -> str:
    """Return the time control, each player's time and the running clock as a sentence."""
    each = ", ".join(
        f"{name} has {spoken(time)} left{' (clock running)' if seat == running else ''}"
        for seat, (name, time) in enumerate(zip(names, left, strict=False))
    )
    return f"Clock: {clock.words}. {f'{each}. ' if each else ''}Out of time: {clock.end}."


def left_now(standing: MatchStatus, since: int) -> Sequence[int]:
    """Return each seat's time `since` milliseconds after a status."""
    return [
        max(0, left - (since if seat == standing.running else 0))
        for seat, left in enumerate(standing.left)
    ]


def resumed(standing: MatchStatus, now: int) -> MatchStatus:
    """Return a saved status with the time since then deducted, for the new leader."""
    if not standing.at:
        return standing
    return replace(standing, left=tuple(left_now(standing, max(0, now - standing.at))), at=0)


def as_of(standing: MatchStatus, now: int) -> MatchStatus:
    """Return a saved status as of now, for players at another node."""
    if not standing.at:
        return standing
    return replace(resumed(standing, now), notices=NO_NOTICES, won=(), turns=())
