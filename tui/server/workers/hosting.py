"""The matches of one process: which are led here, which are only followed, and how one becomes the
other as servers come, go and die.

In a server without workers this is the front process; otherwise each worker has one. What it asks
of the database, of computer players and of the host goes through `nodes`, `tables`, `thinkers` and
`on_report`, which in a worker are the other end of a link.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Collection, Iterable
from traceback import format_exception
from typing import TYPE_CHECKING, Protocol
from weakref import WeakValueDictionary

from msgspec import json
from sqlalchemy.exc import SQLAlchemyError

from engine.base.limits import GameLimitError
from engine.history.record import RecordError
from tui.server.match.connections import LOST, UNREADABLE, Chair, Chairs, Place, Said, Work
from tui.server.match.follower import Elsewhere, Following
from tui.server.match.match import CLOSED, FAULTY, Keeper, Match
from tui.server.storage.clocks import Clock
from tui.server.storage.messages import Standing
from tui.server.storage.metrics import Numbers, Times
from tui.server.storage.stop_settings import Wishes
from tui.server.storage.tables import TableError
from tui.server.workers.game_limits import USUAL, Limits
from tui.session.progress import Progress

if TYPE_CHECKING:
    from engine.history.record import Record
    from tui.server.match.ai_pool import Thinks
    from tui.server.storage.nodes import Posted
    from tui.server.storage.tables import TableRow

# seconds after which a match that nobody is at is led no more, until somebody comes again
LONGEST_IDLE = 120.0
# seconds for which a match is taken over again and again where the database does not answer
LONGEST_WAIT = 30.0
ENTRIES = 100  # so many decisions are played through again in the time that one step may take
PAUSE = 0.75  # seconds between two attempts

LOG = logging.getLogger("spellfront.hosting")


class Nodes(Keeper, Elsewhere, Protocol):
    """What the matches of a process ask of the servers' common database."""

    async def lease(self, ident: int) -> bool: ...
    async def let_go(self, ident: int) -> None: ...
    async def free(self, idents: Collection[int]) -> set[int]: ...
    async def posted(self, ident: int) -> list[Posted]: ...


class Tables(Protocol):
    """What the matches of a process ask about their tables."""

    async def get(self, ident: int) -> TableRow: ...
    async def record(self, ident: int) -> Record: ...
    async def fail(self, ident: int, *, by_limit: bool = False) -> None: ...


class Hosting:
    """The matches at which somebody is here, or that are led here."""

    def __init__(
        self,
        nodes: Nodes,
        tables: Tables,
        thinkers: Thinks,
        work: Callable[[int, float], Work],
        *,
        limits: Limits = USUAL,
        is_shared: bool = False,
    ) -> None:
        """`work` gives a match what does its rules work, with so many times the usual limits.

        `is_shared` says whether other servers may lead matches as well.
        """
        self.nodes = nodes
        self.on_told: Callable[[], object] = lambda: None
        # given a record up to the fault, and where it was
        self.on_report: Callable[[int, str, str], Awaitable[object]] = unreported
        self._tables, self._thinkers, self._work, self._is_shared, self._limits = (
            tables,
            thinkers,
            work,
            is_shared,
            limits,
        )
        self._places: dict[int, Place] = {}
        # of a match that is just being taken up
        self._terms: dict[int, tuple[Clock, Standing]] = {}
        self._idle: dict[int, float] = {}  # since when nobody is there
        # there for as long as somebody has or awaits one
        self._opening = WeakValueDictionary[int, asyncio.Lock]()
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False
        self.times = Times()  # from a word to what came of it
        self.faults = self.takeovers = self.kills = 0  # so many; no process is ever killed here

    async def open(self) -> None:
        """Nothing needs to be started here."""

    async def close(self) -> None:
        """Lead nothing any more. Every game is kept."""
        self._closed = True
        for place in tuple(self._places.values()):
            await place.close(CLOSED)
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=10)

    @property
    def led(self) -> dict[int, Match]:
        """The matches that are led here."""
        return {ident: place for ident, place in self._places.items() if isinstance(place, Match)}

    @property
    def followed(self) -> dict[int, Following]:
        """Those that another node leads, and at which somebody is here."""
        return {
            ident: place for ident, place in self._places.items() if isinstance(place, Following)
        }

    def standings(self, idents: Collection[int]) -> dict[int, Standing]:
        """How those of some matches stand that are in this process."""
        return {
            ident: place.standing_now()
            for ident, place in self._places.items()
            if ident in idents and not place.over.done()
        }

    def numbers(self) -> list[Numbers]:
        """Nothing: there are no workers."""
        return []

    # --- coming to a match ---

    async def line(self, ident: int, seat: int | None) -> Chair:
        """The line of a seat to where its match is led: here, where nobody else leads it.

        Raises TableError, RecordError.
        """
        async with self._opening.setdefault(ident, asyncio.Lock()):
            place = self._places.get(ident)
            if place is None or (place.over.done() and not place.is_lost):
                try:
                    place = await self._taken_up(ident)
                except (TableError, RecordError, SQLAlchemyError):
                    raise
                except Exception as error:  # the game can't even be brought to where it is
                    await self._fail(ident, str(await self._tables.record(ident)), error)
                    raise TableError(FAULTY) from error
        return place.chair(seat)

    async def wake(self, idents: Iterable[int]) -> None:
        """Lead those of some matches that nobody leads: their clocks run, whether anybody is
        here or not.
        """
        for ident in idents:
            async with self._opening.setdefault(ident, asyncio.Lock()):
                if ident not in self._places and not self._closed and await self.nodes.lease(ident):
                    try:
                        await self._taken_up(ident)
                    except (TableError, RecordError) as error:
                        LOG.warning("match %d can't be taken over: %s", ident, type(error).__name__)

    async def _taken_up(self, ident: int, chairs: Chairs | None = None) -> Place:
        """Lead a match from its last decision on, or follow it where another node leads it.

        Raises TableError, RecordError.
        """
        if self._closed:
            raise TableError("the server is shutting down")
        # before the record is read: from then on nobody else adds to it
        leads = await self.nodes.lease(ident)
        record = await self._tables.record(ident)
        share = 1 + len(record.entries) / ENTRIES
        progress = await self._work(ident, share)(
            lambda: Progress.replayed(record, f"table {ident}")
        )
        progress.game.limits = self._limits.of_game
        await self._grant(ident, progress)
        return (
            self._lead(ident, progress, chairs) if leads else self._follow(ident, progress, chairs)
        )

    async def _grant(self, ident: int, progress: Progress) -> None:
        table = await self._tables.get(ident)
        for seat in table.seats:
            if seat.wishes and seat.seat in progress.stops:
                json.decode(seat.wishes, type=Wishes).grant(progress.stops[seat.seat])
            if seat.kind != progress.kinds[seat.seat]:
                progress.hand_to(seat.seat, seat.kind)
        self._terms[ident] = table.clock, await self.nodes.standing(ident)

    def _lead(self, ident: int, progress: Progress, chairs: Chairs | None) -> Match:
        clock, standing = self._terms.pop(ident)
        match = Match(
            ident,
            progress,
            self.nodes,
            self._thinkers,
            self._work(ident, 1.0),
            chairs,
            clock=clock,
            standing=standing,
        )
        match.times = self.times
        match.on_fault = lambda report, error: self._fail(ident, report, error)
        self._put(match)
        for row, said in match.chairs.posted.items():
            match.say(said._replace(row=row))
        match.chairs.posted = {}
        if self._is_shared:
            self.said(ident)
        return match

    def _follow(self, ident: int, progress: Progress, chairs: Chairs | None) -> Following:
        _, standing = self._terms.pop(ident)
        following = Following(ident, progress, self.nodes, self._work(ident, 1.0), chairs, standing)
        self._put(following)
        return following

    def _put(self, place: Place) -> None:
        place.on_told = self.on_told
        self._places[place.ident] = place
        self.do(self._watch(place), f"watch over {place.ident}")

    def do(self, work: object, name: str) -> None:
        """Have something done beside everything else."""
        task = asyncio.create_task(work, name=name)  # pyright: ignore[reportArgumentType]
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # --- the one becomes the other ---

    async def _watch(self, place: Place) -> None:
        """Wait until a match is nothing any more here, and see what becomes of it."""
        why = await place.over
        ident = place.ident
        if self._places.get(ident) is not place:
            return
        if why == LOST and not self._closed:
            async with self._opening.setdefault(ident, asyncio.Lock()):
                if self._places.get(ident) is place:
                    await self._take_up_again(place, place.lose())
            return
        del self._places[ident]
        self._idle.pop(ident, None)
        if isinstance(place, Match) and not self._closed:
            await self.nodes.let_go(ident)
        self.on_told()

    async def _take_up_again(self, place: Place, unheard: list[Said]) -> None:
        """Put in place of a match what is kept of it, with everybody who is there and what they
        have said.
        """
        until = time.monotonic() + LONGEST_WAIT
        self.takeovers += 1
        while True:
            try:
                again = await self._taken_up(place.ident, place.chairs)
                break
            except (SQLAlchemyError, TableError, RecordError) as error:
                LOG.warning("match %d can't be taken over: %s", place.ident, type(error).__name__)
                if (
                    self._closed
                    or not isinstance(error, SQLAlchemyError)
                    or time.monotonic() > until
                ):
                    place.chairs.close(UNREADABLE)
                    self._places.pop(place.ident, None)
                    return
                await asyncio.sleep(PAUSE)
        for said in unheard:
            again.say(said)

    async def _promote(self, ident: int) -> None:
        """Lead what has only been followed, if nobody else does."""
        async with self._opening.setdefault(ident, asyncio.Lock()):
            place = self._places.get(ident)
            if (
                self._closed
                or not isinstance(place, Following)
                or place.over.done()
                or not await self.nodes.lease(ident)
            ):
                return
            try:
                await place.catch_up()
            except RecordError:
                return  # it is looked at anew, and led then
            if place.over.done():
                await self.nodes.let_go(ident)
                return
            await self._grant(ident, place.progress)
            LOG.info("match %d is now run by this server", ident)
            self.takeovers += 1
            unsaid = place.lose()
            match = self._lead(ident, place.progress, place.chairs)
            for said in unsaid:
                match.say(said)

    # --- what other nodes tell ---

    def decided(self, ident: int) -> None:
        if isinstance(place := self._places.get(ident), Following):
            place.nudge()

    def wished(self, ident: int) -> None:
        if isinstance(place := self._places.get(ident), Following):
            place.nudge(wished=True)

    def said(self, ident: int) -> None:
        if isinstance(place := self._places.get(ident), Match):
            self.do(self._hear_posted(place), f"words for {ident}")

    def free(self, ident: int) -> None:
        for each in (ident,) if ident else self.followed:
            self.do(self._promote(each), f"promotion of {each}")

    def look_everywhere(self) -> None:
        for ident, place in self._places.items():
            if isinstance(place, Following):
                place.nudge(wished=True)
            else:
                self.said(ident)

    async def _hear_posted(self, match: Match) -> None:
        """Hear what has been said at other nodes."""
        try:
            for posted in await self.nodes.posted(match.ident):
                match.say(Said(posted.seat, posted.word, None, posted.row))
        except SQLAlchemyError as error:
            LOG.warning(
                "match %d: messages from other nodes can't be read now: %s",
                match.ident,
                type(error).__name__,
            )

    async def give_up(self, ident: int, why: str) -> None:
        """End a match that can't go on here for a reason that its players are told; its record
        is kept.
        """
        if (place := self._places.get(ident)) is not None:
            await self._tables.fail(ident, by_limit=True)
            await place.close(why)

    # --- again and again ---

    async def look(self, held: Collection[int] | None) -> None:
        """See that this process leads what it thinks, lead what nobody does, and leave what nobody
        needs.

        `held` are the matches of which this server has the lease; None: there is no other server.
        """
        if held is not None:
            led = self.led
            for ident in set(led) - set(held):
                led[ident].lose()
            for ident in await self.nodes.free(list(self.followed)):
                await self._promote(ident)
        for ident, place in tuple(self._places.items()):
            if not place.is_idle:
                self._idle.pop(ident, None)
            elif time.monotonic() - self._idle.setdefault(ident, time.monotonic()) > LONGEST_IDLE:
                await place.close(CLOSED)

    async def _fail(self, ident: int, report: str, error: Exception) -> None:
        """A match has ended with a fault: its table is played at no more, and there is a report."""
        self.faults += 1
        await self.on_report(ident, report, "".join(format_exception(error)))
        try:
            await self._tables.fail(ident, by_limit=isinstance(error, GameLimitError))
        except SQLAlchemyError as unkept:
            LOG.error("match %d can't be recorded as faulty: %s", ident, type(unkept).__name__)


async def unreported(ident: int, report: str, trace: str) -> None:
    """A fault of which no report is wanted."""
