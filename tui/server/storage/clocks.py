"""Clocks: the time that players have, which runs only while they can act, and what becomes of
whoever has none left.

What a table was made with is a `Clock`; `Clocks` are those of its seats as a game goes on, kept
with its decisions. Time passes while a server is there that could hear the player: what goes by
while none is, or while the game itself is at work, is nobody's. Nobody gets time by taking back:
what a decision has won is lost with it, and time that was used stays used.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from engine.base.records import replace
from engine.log import many
from tui.server.storage.messages import NO_NOTICES, Proposal, Standing
from tui.session.seat_kinds import KINDS

MINUTE, DAY = 60_000, 86_400_000
# what becomes of whoever has no time left: the game is lost; in its place stands a computer player
# who takes over
LOSE = "lose"
# milliseconds: whoever has less is told so by the colour of the clock, and line by line again and
# again
LITTLE = 60_000
THEN = (LOSE, *KINDS[1:])


class Clock(Struct, frozen=True, omit_defaults=True):
    """How time is kept at a table: so much to begin with and for each decision (Fischer), or for
    each turn.
    """

    minutes: int = 0
    seconds: int = 0
    days: int = 0
    then: str = LOSE

    @property
    def first(self) -> int:
        """Milliseconds that everybody has to begin with."""
        return self.days * DAY or self.minutes * MINUTE

    @property
    def words(self) -> str:
        """As people read it."""
        if self.days:
            return f"{many(self.days, 'day')} per turn"
        return f"{self.minutes} min + {self.seconds} s per decision" if self.first else "no clock"

    @property
    def told(self) -> str:
        """As it begins a sentence."""
        return f"Clock: {self.words}" if self.first else "No clock"

    @property
    def end(self) -> str:
        """What becomes of whoever has no time left."""
        if self.then == LOSE:
            return "that player loses"
        level = self.then.removeprefix("ai:")
        return f"{'an' if level[0] in 'aeiou' else 'a'} {level} computer player takes over"


NO_CLOCK = Clock()
MOST_WON = 20  # decisions that are remembered as having won time
MOST_TURNS = 3  # turns that are remembered with the time that was left in them
CHOICES = (
    NO_CLOCK, Clock(5, 5), Clock(15, 10), Clock(30, 20), Clock(60, 30), Clock(days=1),
    Clock(days=3), Clock(days=7),
)  # fmt: skip
"""Those that can be chosen."""


class Clocks:
    """The clocks of a game that goes on.

    Times are milliseconds of any clock that only goes forward.
    """

    def __init__(self, clock: Clock, seats: int, kept: Standing) -> None:
        """As they were kept, or full."""
        self.clock = clock
        self._left, self._turn = list(kept.left or (clock.first,) * seats), kept.turn
        self._won = list(kept.won)
        self._turns = {turn: left for turn, *left in kept.turns}
        self._running: int | None = None
        self._since = 0

    @property
    def running(self) -> int | None:
        """The seat whose time runs."""
        return self._running

    def stop(self, now: int) -> None:
        """Nobody's time runs."""
        if self._running is not None:
            self._left[self._running] -= now - self._since
        self._running = None

    def go(self, now: int, seat: int | None, turn: int) -> None:
        """From now on it is a seat that must choose, in a turn; nobody's time runs where a
        computer player must.
        """
        self.stop(now)
        if turn != self._turn and self.clock.days:
            self._begin_turn(turn) if turn > self._turn else self._return_to(turn)
        self._turn = turn
        self._running, self._since = (seat if self.clock.first else None), now

    def go_on(self, since: int, seat: int | None) -> None:
        """Let the time of a seat run as if it had never been stopped."""
        self._running, self._since = seat, since

    def _begin_turn(self, turn: int) -> None:
        """Give every seat the time of a turn."""
        self._turns[self._turn] = self._left
        for past in sorted(self._turns)[:-MOST_TURNS]:
            del self._turns[past]
        self._left = [self.clock.first for _ in self._left]

    def _return_to(self, turn: int) -> None:
        """Go back to an earlier turn with the time that was left in it, less what has been used
        since.
        """
        before, first = self._turns.get(turn), self.clock.first
        since = [self._left, *(left for past, left in self._turns.items() if past > turn)]
        if before is not None:
            self._left = [
                left - sum(first - later[seat] for later in since)
                for seat, left in enumerate(before)
            ]
        self._turns = {past: left for past, left in self._turns.items() if past < turn}

    def decided(self, seat: int, place: int) -> None:
        """Give a seat more time for what it has decided itself, which stands at a place in the
        record.
        """
        if self.clock.seconds:
            self._left[seat] += self.clock.seconds * 1000
            self._won = [*self._won, (place, seat)][-MOST_WON:]

    def taken_back(self, latest: int) -> None:
        """Take back the time that was given for decisions which don't stand anymore; `latest` is
        the place of the last one that does.
        """
        for place, seat in self._won:
            if place > latest:
                self._left[seat] -= self.clock.seconds * 1000
        self._won = [(place, seat) for place, seat in self._won if place <= latest]

    def kept(self, now: int, proposal: Proposal | None) -> Standing:
        """Return how they stand, with what only the store needs to know."""
        turns = tuple((turn, *left) for turn, left in sorted(self._turns.items()))
        return replace(self.standing(now, proposal), won=tuple(self._won), turns=turns)

    def standing(self, now: int, proposal: Proposal | None) -> Standing:
        """How they stand."""
        if not self.clock.first:
            return Standing(proposal=proposal)
        gone = now - self._since
        left = [
            max(0, each - (gone if seat == self._running else 0))
            for seat, each in enumerate(self._left)
        ]
        return Standing(tuple(left), self._running, self._turn, proposal)

    def remaining(self, now: int) -> int | None:
        """Milliseconds until somebody has no time left, if nobody does anything; none where
        nobody's time runs.
        """
        return None if self._running is None else self._left[self._running] - (now - self._since)


def shown(milliseconds: int) -> str:
    """A time as it is shown: seconds only towards the end, so that a screen has little to draw."""
    seconds = milliseconds // 1000
    if seconds >= 86_400:
        return f"{seconds // 86_400} d {seconds % 86_400 // 3600} h"
    if seconds >= 3600:
        return f"{seconds // 3600} h {seconds % 3600 // 60:02}"
    return f"{seconds // 60} min" if seconds >= 120 else f"{seconds // 60}:{seconds % 60:02}"


UNITS = (("day", 86_400), ("hour", 3600), ("minute", 60), ("second", 1))


def spoken(milliseconds: int) -> str:
    """A time in words: its two largest parts."""
    seconds, found = max(0, milliseconds) // 1000, list[str]()
    for name, length in UNITS:
        number, seconds = divmod(seconds, length)
        if number or found:
            found.append(many(number, name) if number else "")
    return " ".join(each for each in found[:2] if each) or "no time"


def in_a_sentence(
    clock: Clock, left: Sequence[int], running: int | None, names: Sequence[str]
) -> str:
    """How time is kept, what each player has left, whose time runs, and what happens at its end."""
    each = ", ".join(
        f"{name} has {spoken(time)} left{' (clock running)' if seat == running else ''}"
        for seat, (name, time) in enumerate(zip(names, left, strict=False))
    )
    return f"Clock: {clock.words}. {f'{each}. ' if each else ''}Out of time: {clock.end}."


def left_now(standing: Standing, since: int) -> Sequence[int]:
    """What is left to each seat so many milliseconds after that was told."""
    return [
        max(0, left - (since if seat == standing.running else 0))
        for seat, left in enumerate(standing.left)
    ]


def resumed(standing: Standing, now: int) -> Standing:
    """Return how it stands where a match is led from now on: the time since it was kept has run,
    and what was remembered stays.
    """
    if not standing.at:
        return standing
    return replace(standing, left=tuple(left_now(standing, max(0, now - standing.at))), at=0)


def as_of(standing: Standing, now: int) -> Standing:
    """Return how it stands now, for players at a match that is led elsewhere."""
    if not standing.at:
        return standing
    return replace(resumed(standing, now), notices=NO_NOTICES, won=(), turns=())
