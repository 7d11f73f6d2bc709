"""The connections to a match in this process, and what each of them is told.

Each connection gets only what its seat may see. The match runs here (`match.Match`) or is followed
from another node (`follower.FollowedMatch`), and may change between the two; connections survive.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar
from weakref import ref

from engine.actions import IllegalAction
from engine.base.records import replace
from engine.history.undo import BarredError
from tui.server.storage.messages import ChangeStops, MatchStatus, Update, Word
from tui.server.storage.stop_settings import StopSettings
from tui.server.storage.tables import TableError

if TYPE_CHECKING:
    from engine.events import Event
    from tui.session.progress import GameInProgress

Done = TypeVar("Done")

LATE = "That answered an earlier prompt; look at the current one."
BUSY = 64  # messages that may wait at one match; more are refused
UNHEARD = "Too many messages at this table at once, so yours was lost. Please send it again."


SHORTLY = 0.02  # seconds between attempts to connect to a match that is being taken over
# reasons why a match ends here; LOST: it must be reloaded from the database
LOST = "lost"
UNREADABLE = "This game can't be continued right now. It is saved; come back later."
OVER = "over"


class Work(Protocol):
    """A runner of long computations outside the event loop, one after another."""

    def __call__(self, do: Callable[[], Done]) -> Awaitable[Done]: ...


class SeatMessage(NamedTuple):
    """A message and its sender.

    `connection` is None for a computer player, or for a player on another node; `row` is the row of
    the latter's message.
    """

    seat: int | None
    word: Word
    connection: Connection | None
    row: int = 0
    # called after the message was carried out or refused
    on_heard: Callable[[], object] | None = None

    def heard(self) -> None:
        """Report that the message was carried out or refused."""
        if self.on_heard is not None:
            self.on_heard()


class Connection:
    """The connection of one terminal to a match, as a player or watcher."""

    def __init__(self, connections: Connections, seat: int | None) -> None:
        """Create a connection for a seat; `seat` None: a watcher."""
        self.seat = seat
        self._connections = connections
        # keeps a finished match until its first update is made; None: open
        self._unopened = connections.match_host
        self.hear: Callable[[Update], None] | None = None
        self.last: Update | None = None  # the latest update

    async def open(self, hear: Callable[[Update], None]) -> Update:
        """Receive updates from now on; return the first, which covers the whole game so far.

        Raises TableError if the match can't be continued.
        """
        while (match_host := self._connections.match_host) is not None:
            first = await match_host.seat(self, hear)
            match_host = self._unopened = None
            if first is not None:
                return first
            await asyncio.sleep(SHORTLY)
        raise TableError(UNREADABLE)

    @property
    def match_host(self) -> MatchHost | None:
        """The current host of the match; None: the match has ended."""
        return self._connections.match_host

    def say(self, word: Word, on_heard: Callable[[], object] | None = None) -> None:
        """Send a message, to be handled in order.

        Messages of watchers are ignored, and all messages after the end of the match.
        """
        said = SeatMessage(self.seat, word, self, on_heard=on_heard)
        if self.match_host is None:
            said.heard()
        elif self.seat is not None:
            self.match_host.say(said)

    def close(self) -> None:
        """Stop receiving updates."""
        if self in self._connections.all:
            self._connections.all.remove(self)


class Connections:
    """The connections of a match, and how much of the game they have received.

    They don't own the match, which would then be part of a reference cycle: a finished match must
    be freed at once, as the garbage collector hardly ever looks at old objects in a worker.
    """

    def __init__(self) -> None:
        """Start without connections."""
        self.all: list[Connection] = []
        self._match_host: ref[MatchHost] | None = None
        # the number of events sent; -1: none, as every connection starts with all events
        self.told = -1
        self.struck = frozenset[int]()  # the events sent that were taken back since
        self.noticed = 0  # the number of notices sent
        self.posted: dict[int, SeatMessage] = {}  # messages posted to another node, by row

    @property
    def match_host(self) -> MatchHost | None:
        """The current host of the match; None: the match has ended."""
        return self._match_host() if self._match_host is not None else None

    @match_host.setter
    def match_host(self, match_host: MatchHost) -> None:
        self._match_host = ref(match_host)

    def send(self, connection: Connection, update: Update) -> None:
        """Send an update to a connection."""
        connection.last = update
        if connection.hear is not None:
            connection.hear(update)

    def close(self, why: str) -> None:
        """Close all connections with a reason."""
        for connection in tuple(self.all):
            if connection.last is not None:
                self.send(
                    connection,
                    Update(connection.last.number, connection.last.view, None, closed=why),
                )
        self.all.clear()


class MatchHost:
    """The host of a match in this process, which sends updates to the connections."""

    def __init__(
        self,
        ident: int,
        progress: GameInProgress,
        work: Work,
        connections: Connections | None,
        standing: MatchStatus,
    ) -> None:
        """Host a saved game.

        `progress` is the game so far, all of it saved; `standing` is its saved status.
        `connections` are the connections of an earlier host.
        """
        self.on_told: Callable[[], object] = lambda: None  # called after each update
        self.ident = ident
        self.connections = connections or Connections()
        self.connections.match_host = self
        # resolved with a reason when this host ends
        self.over: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._progress = progress
        self._work = work
        self._one_at_a_time = asyncio.Lock()  # guards the game while it is being changed
        self._notices = standing.notices
        # seats with decisions that were not sent yet
        self._decided: set[int] = set()
        if self.connections.told < 0:
            self._has_told()

    def connection(self, seat: int | None) -> Connection:
        """Return a new connection for a seat; None: for a watcher."""
        return Connection(self.connections, seat)

    def say(self, said: SeatMessage) -> None:
        """Accept a message, to be handled in order."""
        raise NotImplementedError

    def lose(self) -> list[SeatMessage]:
        """Stop hosting but keep the connections open.

        Returns the messages that were not carried out.
        """
        raise NotImplementedError

    async def close(self, why: str) -> None:
        """Stop hosting and close all connections with a reason."""
        raise NotImplementedError

    def _end(self, why: str) -> None:
        """Stop hosting and close all connections with a reason."""
        if not self.over.done():
            self.over.set_result(why)
            self.connections.close(why)

    @property
    def is_idle(self) -> bool:
        """Return whether the match has no connections."""
        return not self.connections.all

    async def seat(self, connection: Connection, hear: Callable[[Update], None]) -> Update | None:
        """Add a connection and return its first update.

        Returns None if this host is lost and about to be replaced.
        """
        async with self._one_at_a_time:
            if self.is_lost:
                return None
            first = await self._work(lambda: self._update_for(connection.seat, from_start=True))
            connection.hear, connection.last = hear, first
            self.connections.all.append(connection)
        return first

    @property
    def is_lost(self) -> bool:
        """Return whether the game here may differ from the saved game."""
        return self.over.done() and self.over.result() == LOST

    @property
    def progress(self) -> GameInProgress:
        """The game with all its secrets."""
        return self._progress

    @property
    def people(self) -> Sequence[int]:
        """The seats of human players."""
        return self._progress.people

    def standing_now(self) -> MatchStatus:
        """Return the current status."""
        raise NotImplementedError

    # --- updates ---

    async def _tell(self) -> None:
        """Send every connection what is new for its seat."""
        connections, eyes = (
            self.connections,
            {connection.seat for connection in self.connections.all},
        )
        updates = await self._work(lambda: {seat: self._update_for(seat) for seat in eyes})
        self._has_told()
        self._decided.clear()
        for connection in tuple(connections.all):
            connections.send(connection, updates[connection.seat])
        self.on_told()

    def _has_told(self) -> None:
        """Note that the connections have received everything."""
        connections, progress = self.connections, self._progress
        connections.told, connections.struck, connections.noticed = (
            len(progress.events),
            progress.undo_log.struck,
            self._notices.number,
        )

    async def _tell_wishes(
        self, seat: int, wishes: StopSettings, but: Connection | None = None
    ) -> None:
        """Send changed stop settings to the other terminals of a seat."""
        for other in tuple(self.connections.all):
            if other.seat == seat and other is not but:
                update = await self._work(lambda: self._update_for(seat))
                self.connections.send(other, replace(update, wishes=wishes))

    async def _refuse(self, connection: Connection, words: str) -> None:
        """Tell a terminal why its message was refused, and send the current decision."""
        async with self._one_at_a_time:
            self.connections.send(
                connection,
                replace(await self._work(lambda: self._update_for(connection.seat)), refusal=words),
            )

    def _not_heard(self, said: SeatMessage) -> None:
        """Send a terminal its latest update again after dropping its message.

        The update restores the stop settings on the server.
        """
        seat, word, connection = said[:3]
        if connection is None or connection.last is None or connection not in self.connections.all:
            return
        last = connection.last
        wishes = (
            StopSettings.of(self._progress.stops[seat])
            if isinstance(word, ChangeStops) and seat in self._progress.stops
            else None
        )
        again = Update(
            last.number, last.view, last.asked, told=last.told, barred=last.barred, wishes=wishes,
            refusal=UNHEARD, standing=last.standing
        )  # fmt: skip
        self.connections.send(connection, again)

    def _update_for(self, seat: int | None, *, from_start: bool = False) -> Update:
        """Return an update for a seat, or for watchers if None. Runs in a thread."""
        progress, struck = self._progress, self._progress.undo_log.struck
        new: Sequence[Event] = progress.events[0 if from_start else self.connections.told :]
        back = struck - self.connections.struck
        return Update(
            standing=self.standing_now(),
            shared=progress.is_observed(seat),
            notice="" if from_start else self._notices.since(self.connections.noticed),
            number=progress.moment,
            view=progress.seen_by(seat),
            asked=progress.asked,
            events=tuple(event.for_seat(seat) for event in new),
            struck=tuple(sorted(struck if from_start else back)),
            told=progress.answered.get(seat, 0) if seat is not None else len(progress.events),
            others=bool(self._decided - {seat}),
            back=bool(back) and not from_start,
            barred=self._barred(seat),
            wishes=StopSettings.of(progress.stops[seat])
            if from_start and seat in progress.stops
            else None,
        )

    def _barred(self, seat: int | None) -> BarredError | None:
        """Return why the asked seat can't take back its last decision; None if it can."""
        if seat is None or seat != self._progress.asked:
            return None
        try:
            self._progress.past.last(self._progress.game, seat)
        except BarredError as barred:
            event = barred.event.for_seat(seat) if barred.event is not None else None
            return BarredError(barred.why, barred.seat, event)
        return None


def in_words(refused: IllegalAction | BarredError) -> str:
    """Return the reason of a refusal in words."""
    return str(refused) if isinstance(refused, IllegalAction) else "That can no longer be undone."
