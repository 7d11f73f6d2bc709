"""Timeline of a recorded game: all its positions, to step through, with their log lines.

Positions share whatever is equal in them, so that keeping them costs little. The number kept is
limited: of a longer game only every second, fourth... position is kept, and the others are replayed
from the one before.
"""

from __future__ import annotations

from itertools import pairwise

from msgspec import Struct

from engine.actions import Action
from engine.base.records import replace
from engine.events import Event
from engine.game import Game
from engine.history.record import CONCEDE, DRAW, UNDO, Entry, Record
from engine.history.replay import ReplayStep, carried_out, opening
from engine.log import LogLine, line, merged, taken_back
from engine.magic.core.position import Area, State
from engine.notation import read
from engine.view import SpaceView, View

MOST_KEPT = 1_000  # most positions kept by default
ALL = -1
"""Eyes that see everything, for games that are over.

A seat's eyes see what the seat may know; None sees what spectators may.
"""

Eyes = int | None


class Moment(Struct, frozen=True, gc=False):
    """A place on the timeline: turn and step after a decision, and the number of events so far."""

    turn: int
    active: int
    step: int
    events: int


class Timeline:
    """A record, replayed as far as it has been read; place n is the position after decision n."""

    def __init__(
        self, record: Record, beginning: Game, file: str = "record", most_kept: int = MOST_KEPT
    ) -> None:
        """Begin a timeline with `beginning`, the game before the first decision, and its events."""
        self.record = record
        self.moments: list[Moment] = []
        self.names = [player.name for player in beginning.state.players]
        self._file, self._most_kept = file, most_kept
        self._events: list[Event] = []
        self._game = beginning.fork()  # the game at the last place
        self._kept: dict[int, Game] = {}
        # place of each undo, and the place to which it leads
        self._returns: dict[int, int] = {}
        self._spacing = 1  # places that are multiples of this number are kept
        self._note(list(beginning.events or ()))
        self._game.events = []

    @classmethod
    def of(cls, record: Record, file: str = "record", most_kept: int = MOST_KEPT) -> Timeline:
        """Return the timeline of a record, at its beginning.

        Raises RecordError if the game can't begin.
        """
        return cls(record, opening(record, file), file, most_kept)

    def read(self, most: int = 1_000_000) -> bool:
        """Replay at most `most` further decisions; return whether the end was reached.

        Raises RecordError if a decision is impossible.
        """
        if any(each.undone for each in self.record.entries[len(self.moments) :]):
            self._returns = self.record.returns()
        for place in range(
            len(self.moments), min(len(self.moments) + most, len(self.record.entries))
        ):
            self._note(self._carried_out(self._game, place).events)
        return self.last + 1 >= len(self.record.entries)

    def _note(self, events: list[Event]) -> None:
        self._events += events
        turn, place = self._game.state.turn, len(self.moments)
        self.moments.append(Moment(turn.number, turn.active, turn.step, len(self._events)))
        if place % self._spacing == 0:
            self._kept[place] = self._game.fork()
        if len(self._kept) > self._most_kept:
            self._spacing *= 2
            self._kept = {
                number: game for number, game in self._kept.items() if number % self._spacing == 0
            }

    @property
    def last(self) -> int:
        """The last place."""
        return len(self.moments) - 1

    @property
    def now(self) -> Game:
        """A copy of the game at the last place."""
        return self._game.fork()

    @property
    def is_over(self) -> bool:
        """Return whether the game has ended by the last place."""
        return self._game.state.winners is not None

    def position(self, place: int) -> Game:
        """Return a copy of the game at a place."""
        nearest = place - place % self._spacing
        game = self._kept[nearest].fork()
        for later in range(nearest + 1, place + 1):
            self._carried_out(game, later)
        return game

    def _carried_out(self, game: Game, place: int) -> ReplayStep:
        back = self._returns.get(place)
        earlier = self.position(back) if back is not None else None
        return carried_out(game, self.record.entries[place], self.record, self._file, earlier)

    def decision(self, place: int) -> Entry | None:
        """Return the decision that led to a place; None at the beginning."""
        return self.record.entries[place] if place else None

    def action(self, place: int) -> Action | None:
        """Return the action that led to a place.

        None at the beginning, and for concessions, draws and undos.
        """
        return self.action_from(self.position(place - 1), place) if place else None

    def action_from(self, before: Game, place: int) -> Action | None:
        """Return the action that led to a place, read in `before`, the game before it.

        None for concessions, draws and undos.
        """
        each = self.decision(place)
        if each is None or each.action in (CONCEDE, DRAW) or each.undone:
            return None
        return read(each.action, before)

    def view(self, place: int, eyes: Eyes) -> View:
        """Return the View of a place for some eyes."""
        return view_at(self.position(place), eyes)

    def turn_on(self, place: int) -> int:
        """Return the place at which the next turn begins, or the last one."""
        now = self.moments[place].turn
        return next(
            (at for at in range(place, self.last) if self.moments[at].turn != now), self.last
        )

    def turn_back(self, place: int) -> int:
        """Return the place at which this turn began; from there, the turn before; or 0."""
        starts = [
            after
            for after, (one, other) in enumerate(pairwise(self.moments[:place]), 1)
            if one.turn != other.turn
        ]
        return max(starts, default=0)

    def events(self, place: int, eyes: Eyes) -> list[Event]:
        """Return the events of the decision that led to a place."""
        first = self.moments[place - 1].events if place else 0
        return self._seen(first, self.moments[place].events, eyes)

    def told(self, place: int, eyes: Eyes, at: int = -1) -> list[LogLine]:
        """Return the log lines of the decision that led to a place.

        They are marked if the place `at` has taken the decision back.
        """
        first = self.moments[place - 1].events if place else 0
        end = self.moments[place].events
        return self._in_words(first, end, eyes, at)

    def told_until(self, place: int, eyes: Eyes) -> list[LogLine]:
        """Return all log lines up to a place."""
        return self._in_words(0, self.moments[place].events, eyes, place)

    def told_of_step(self, place: int, eyes: Eyes) -> list[LogLine]:
        """Return the log lines since the current step began."""
        now = self.moments[place].events
        return self._in_words(self._begun(now, "turn", "step"), now, eyes, place)

    def told_of_turn(self, place: int, eyes: Eyes) -> list[LogLine]:
        """Return the log lines of the whole turn that contains a place."""
        now = self.moments[place].events
        end = next(
            (at for at in range(now, len(self._events)) if self._events[at].kind == "turn"),
            len(self._events),
        )
        return self._in_words(self._begun(now, "turn"), end, eyes, self.last)

    def find(self, words: str, place: int, eyes: Eyes, *, back: bool = False) -> int | None:
        """Return the next place whose log lines contain some words, or None.

        With `back`, return the previous one.
        """
        wanted = words.lower()
        places = range(place - 1, -1, -1) if back else range(place + 1, self.last + 1)
        return next(
            (at for at in places if any(wanted in line.lower() for line in self.told(at, eyes))),
            None,
        )

    def _seen(self, first: int, end: int, eyes: Eyes) -> list[Event]:
        return [event if eyes == ALL else event.for_seat(eyes) for event in self._events[first:end]]

    def _in_words(self, first: int, end: int, eyes: Eyes, place: int) -> list[LogLine]:
        """Return events as lines of the log, those marked that a place has taken back."""
        gone, found = self._taken_back(place), list[LogLine]()
        for at, event in merged(self._seen(first, end, eyes)):
            told = line(event, self.names, self._game.rules.clause)
            if told:
                found.append(taken_back(told) if first + at in gone else told)
        return found

    def _taken_back(self, place: int) -> set[int]:
        """Return the numbers of the events that were taken back by a place."""
        standing, gone = list[int](), set[int]()
        for number, each in enumerate(self.record.entries[: place + 1]):
            if not each.action.startswith(UNDO):
                standing.append(number)
            elif each.undone < len(standing):
                for undone in standing[-each.undone :]:
                    gone.update(range(self.moments[undone - 1].events, self.moments[undone].events))
                del standing[-each.undone :]
        return gone

    def _begun(self, before: int, *kinds: str) -> int:
        return next((at for at in range(before - 1, -1, -1) if self._events[at].kind in kinds), 0)


def view_at(game: Game, eyes: Eyes) -> View:
    """Return the View of a position for some eyes.

    For eyes that see everything, each hand and face-down card is open, and the decision shown.
    """
    if eyes != ALL:
        return game.view_for(eyes)
    state, asked = game.state, game.decision
    views = [game.view_for(player.seat) for player in state.players]
    mine = views[asked.seat if asked is not None else state.turn.active]
    return replace(
        mine,
        players=tuple(view.players[seat] for seat, view in enumerate(views)),
        spaces=tuple(
            _opened(space, area, state)
            for space, area in zip(mine.spaces, state.areas, strict=bool(state.areas))
        )
        or mine.spaces,
        permanents=tuple(
            views[item.controller].permanents[at] for at, item in enumerate(mine.permanents)
        ),
        known=game.fork().state,
    )


def _opened(space: SpaceView, area: Area, state: State) -> SpaceView:
    if space.land_name or area.land not in state.objects:
        return space
    land = area.hidden or state.objects[area.land].printed
    return replace(space, land_name=land.name, land_types=tuple(sorted(land.base.subtypes)))
