"""A game's timeline received from a worker in parts.

The front process replays nothing. For a game in progress, a part contains only what one seat may
know. Parts are kept compressed, as neighboring positions are nearly the same; only the latest few
are open.
"""

from __future__ import annotations

import zlib
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from msgspec import Struct

from engine.actions import Action
from engine.base.records import replace
from engine.events import Event
from engine.game import Game
from engine.history.record import parse
from engine.history.timeline import ALL, Eyes, Moment, Timeline
from engine.magic.core.agenda import DecisionView
from engine.magic.core.position import State
from engine.variant.ruleset import Ruleset
from engine.view import View
from tui.server.storage.tables import TableError
from tui.session.sent_views import read_back, written
from tui.session.timeline_view import OPEN

if TYPE_CHECKING:
    from engine.history.record import Record

PLACES = 40  # positions in a part
LARGEST_PART = 32 << 20  # bytes of an uncompressed part
OPEN_PARTS = 2
MOST_KEPT = 200  # positions kept in a worker for decisions that were taken back
MOST_TAPES = 4  # timelines kept in a worker so that the next part starts where the last one ended


class TimelineStep(Struct, frozen=True):
    """A position on a timeline, as a seat may know it."""

    moment: Moment
    state: State
    decision: DecisionView | None
    action: Action | None
    events: tuple[Event, ...]


class TimelinePart(Struct, frozen=True):
    """Consecutive positions of a timeline; `is_last`: the game ends with the last one."""

    rules: Ruleset
    names: tuple[str, ...]
    places: tuple[TimelineStep, ...]
    is_last: bool


_TAPES: OrderedDict[tuple[str, Eyes], Timeline] = OrderedDict()  # by the replayed record


def read_part(table: int, record: str, first: int, places: int, eyes: Eyes) -> bytes:
    """Return a compressed part of a table's game, starting at position `first`.

    Raises RecordError if the game can't be replayed.
    """
    name = f"table {table}"
    tape = _TAPES.pop((record, eyes), None)
    if tape is None or tape.last != first - 1:
        tape = Timeline.of(parse(record, name), name, MOST_KEPT)
        if first > 1:
            tape.read(first - 1)
    found: list[TimelineStep] = [] if first else [_place(tape, None, eyes)]
    while len(found) < places and tape.last + 1 < len(tape.record.entries):
        before = tape.now
        tape.read(1)
        found.append(_place(tape, before, eyes))
    _TAPES[record, eyes] = tape
    while len(_TAPES) > MOST_TAPES:
        _TAPES.popitem(last=False)
    part = TimelinePart(
        tape.now.rules, tuple(tape.names), tuple(found), tape.last + 1 >= len(tape.record.entries)
    )
    return zlib.compress(written(part), 1)


def _place(tape: Timeline, before: Game | None, eyes: Eyes) -> TimelineStep:
    """Return the last position of a timeline; `before` is the game one decision earlier."""
    game, place = tape.now, tape.last
    view = None if eyes == ALL else game.view_for(eyes)
    each = tape.decision(place)
    action = tape.action_from(before, place) if before is not None else None
    if (
        eyes != ALL
        and action is not None
        and each is not None
        and each.seat != eyes
        and action.verb not in OPEN
    ):
        action = None
    state, decision = (game.state, None) if view is None else (view.known, view.decision)
    return TimelineStep(
        tape.moments[place], state, decision, action, tuple(tape.events(place, eyes))
    )


class SentTimeline(Timeline):
    """A timeline fetched in parts, limited to what one seat may know while the game lasts."""

    def __init__(
        self, record: Record, eyes: Eyes, fetch: Callable[[int], Awaitable[bytes]]
    ) -> None:
        """Start empty; `fetch` returns the part that begins at a position."""
        self.record, self.moments, self.names = record, [], []
        self._eyes, self._fetch = eyes, fetch
        self._events: list[Event] = []
        self._actions: list[Action | None] = []
        self._packed: list[bytes] = []
        self._starts: list[int] = []  # the first position of each part
        self._open = OrderedDict[int, TimelinePart]()
        self._rules: Ruleset

    async def read_on(self) -> bool:
        """Fetch the next part; return whether the part was the last.

        Raises RecordError or TableError.
        """
        data = await self._fetch(len(self.moments))
        part = _opened(data)
        if not part.places:
            return True
        self._starts.append(len(self.moments))
        self._packed.append(data)
        self._rules, self.names = part.rules, list(part.names)
        for place in part.places:
            self._events += place.events
            self.moments.append(replace(place.moment, events=len(self._events)))
            self._actions.append(place.action)
        self._game = Game(part.rules, part.places[-1].state)
        return part.is_last

    def read(self, most: int = 1_000_000) -> bool:
        """Return True: nothing can be replayed here."""
        return True

    def _place_at(self, place: int) -> TimelineStep:
        number = bisect_right(self._starts, place) - 1
        part = self._open.pop(number, None) or _opened(self._packed[number])
        self._open[number] = part
        if len(self._open) > OPEN_PARTS:
            self._open.popitem(last=False)
        return part.places[place - self._starts[number]]

    def position(self, place: int) -> Game:
        return Game(self._rules, self._place_at(place).state).fork()

    def view(self, place: int, eyes: Eyes) -> View:
        view = super().view(place, eyes)
        decision = self._place_at(place).decision
        return view if decision is None else replace(view, decision=decision)

    def action(self, place: int) -> Action | None:
        return self._actions[place]


def _opened(data: bytes) -> TimelinePart:
    """Decompress a part. Raises TableError if the data is invalid."""
    packed = zlib.decompressobj()
    try:
        opened = packed.decompress(data, LARGEST_PART)
    except zlib.error:
        raise TableError("this part of the game can't be read") from None
    if packed.unconsumed_tail:
        raise TableError("this game is too large to be reviewed on this server")
    found: TimelinePart = read_back(opened, TimelinePart)
    return found
