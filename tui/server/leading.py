"""Which matches are led here, which are only followed, and how the one becomes the other as nodes come, go and die."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from traceback import format_exception
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from msgspec import json
from sqlalchemy.exc import SQLAlchemyError

from engine.record import RecordError
from tui.progress import Progress
from tui.server.chairs import LOST, UNREADABLE, Chair, Chairs, Place, Said, Work
from tui.server.clocks import Clock
from tui.server.following import Following
from tui.server.match import CLOSED, FAULTY, Match
from tui.server.messages import Standing
from tui.server.metrics import Times
from tui.server.nodes import Nodes
from tui.server.tables import PLAYING, TableError, TableRow
from tui.server.wire import Wire
from tui.server.wishes import Wishes

if TYPE_CHECKING:
    from tui.server.store import Store
    from tui.server.tables import Tables
    from tui.server.thinkers import Thinks

BEAT = 0.75  # seconds after which a node says again that it is there, and looks for matches that nobody leads
LONGEST_IDLE = 120.0  # seconds after which a match is led no more at which nobody is, until somebody comes again
LONGEST_WAIT = 30.0  # seconds for which a match is taken over again and again where the database does not answer
HALL_LATER = 1.0  # seconds after which the hall shows what was decided at tables: many are at once, and many look at them
SOON = 0.1  # seconds after which other nodes are told of the hall
LOOK_ANYWAY = 4  # beats after which is looked whether something has come of which nobody told
WAKE = 20  # beats after which is looked for matches whose clocks run and that nobody leads

LOG = logging.getLogger("spellfront.leading")


class Matches:
    """The matches at which somebody is here, or that are led here."""

    def __init__(self, store: Store, tables: Tables, thinkers: Thinks, work: Work, faults: Path) -> None:
        """`faults` is the folder for reports of faults."""
        self.nodes, self.wire = Nodes(store), Wire(store)
        self.here: Callable[[], Iterable[str]] = tuple  # tells who is here
        self.elsewhere: set[str] = set()  # who is at any node
        self.on_told: Callable[[], object] = lambda: None
        self.on_changed: Callable[[], object] = lambda: None  # called when another node has changed something in the hall
        self._store, self._tables, self._thinkers, self._work, self._faults = store, tables, thinkers, work, faults
        self._places: dict[int, Place] = {}
        self._terms: dict[int, tuple[Clock, Standing]] = {}  # of a match that is just being taken up
        self._idle: dict[int, float] = {}  # since when nobody is there
        self._opening = WeakValueDictionary[int, asyncio.Lock]()  # there for as long as somebody has or awaits one
        self._tasks: set[asyncio.Task[None]] = set()
        self._beating: asyncio.Task[None] | None = None
        self._closed = self._is_telling = False
        self._telling: asyncio.TimerHandle | None = None
        self.times = Times()  # from a word to what came of it
        self.faults = self.takeovers = 0  # so many

    async def open(self) -> None:
        """This node is one of the house's from now on."""
        await self.nodes.come()
        for topic, told in (("decided", self._decided), ("replied", self._decided), ("wished", self._wished), ("said", self._said)):
            self.wire.hear(topic, told)
        self.wire.hear("free", self._free)
        self.wire.hear("hall", lambda _: self.on_changed())
        self.wire.on_open = self._look_everywhere
        self.wire.open()
        self._beating = asyncio.create_task(self._beat(), name="beat")

    async def close(self) -> None:
        """Lead nothing any more. Every game is kept."""
        self._closed = True
        if self._beating is not None:
            self._beating.cancel()
        if self._telling is not None:
            self._telling.cancel()
        await self.wire.close()
        for place in tuple(self._places.values()):
            await place.close(CLOSED)
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=10)
        await self.nodes.leave()

    @property
    def led(self) -> dict[int, Match]:
        """The matches that are led here."""
        return {ident: place for ident, place in self._places.items() if isinstance(place, Match)}

    @property
    def followed(self) -> dict[int, Following]:
        """Those that another node leads, and at which somebody is here."""
        return {ident: place for ident, place in self._places.items() if isinstance(place, Following)}

    def tell_of_hall(self) -> None:
        """Tell the other nodes that something has changed in the hall; once for all that changes shortly after each other."""
        if self._store.is_shared and not self._closed and not self._is_telling:
            self._is_telling = True
            self._do(self._tell_of_hall(), "notifying other nodes of changes in the hall")

    async def _tell_of_hall(self) -> None:
        await asyncio.sleep(SOON)
        self._is_telling = False
        try:
            await self.nodes.tell_of_hall()
        except SQLAlchemyError as error:
            LOG.warning("the other nodes can't be notified now: %s", type(error).__name__)

    async def standings(self, tables: Iterable[TableRow]) -> dict[int, Standing]:
        """How it stands now at those of some tables where time is kept and something is played."""
        timed = {table.id for table in tables if table.clock.first and table.state == PLAYING}
        here = {ident: place.standing_now() for ident, place in self._places.items() if ident in timed and not place.over.done()}
        return here | await self.nodes.standings(timed - set(here))

    # --- coming to a match ---

    async def line(self, ident: int, seat: int | None) -> Chair:
        """The line of a seat to where its match is led: here, where nobody else leads it. Raises TableError, RecordError."""
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

    async def wake(self) -> None:
        """Lead the matches whose clocks run and that nobody leads: time passes there whoever is here."""
        for ident in await self._tables.timed():
            async with self._opening.setdefault(ident, asyncio.Lock()):
                if ident not in self._places and not self._closed and await self.nodes.lease(ident):
                    try:
                        await self._taken_up(ident)
                    except (TableError, RecordError) as error:
                        LOG.warning("match %d can't be taken over: %s", ident, type(error).__name__)

    async def begin(self, ident: int, progress: Progress) -> None:
        """Lead a match that has just begun. Raises TableError."""
        async with self._opening.setdefault(ident, asyncio.Lock()):
            if not await self.nodes.lease(ident):
                raise TableError("another server is running this game; try again in a moment")
            await self._grant(ident, progress)
            self._lead(ident, progress, None)

    async def _taken_up(self, ident: int, chairs: Chairs | None = None) -> Place:
        """Lead a match from its last decision on, or follow it where another node leads it. Raises TableError, RecordError."""
        if self._closed:
            raise TableError("the server is shutting down")
        leads = await self.nodes.lease(ident)  # before the record is read: from then on nobody else adds to it
        record = await self._tables.record(ident)
        progress = await self._work(lambda: Progress.replayed(record, f"table {ident}"))
        await self._grant(ident, progress)
        return self._lead(ident, progress, chairs) if leads else self._follow(ident, progress, chairs)

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
        match = Match(ident, progress, self.nodes, self._thinkers, self._work, chairs, clock=clock, standing=standing)
        match.times = self.times
        match.on_fault = lambda report, error: self._fail(ident, report, error)
        self._put(match)
        for row, said in match.chairs.posted.items():
            match.say(said._replace(row=row))
        match.chairs.posted = {}
        if self._store.is_shared:
            self._said(ident)
        return match

    def _follow(self, ident: int, progress: Progress, chairs: Chairs | None) -> Following:
        _, standing = self._terms.pop(ident)
        following = Following(ident, progress, self.nodes, self._work, chairs, standing)
        self._put(following)
        return following

    def _put(self, place: Place) -> None:
        place.on_told = self._told
        self._places[place.ident] = place
        self._do(self._watch(place), f"watch over {place.ident}")

    def _do(self, work: object, name: str) -> None:
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
        self._told()

    async def _take_up_again(self, place: Place, unheard: list[Said]) -> None:
        """Put in place of a match what is kept of it, with everybody who is there and what they have said."""
        until = time.monotonic() + LONGEST_WAIT
        self.takeovers += 1
        while True:
            try:
                again = await self._taken_up(place.ident, place.chairs)
                break
            except (SQLAlchemyError, TableError, RecordError) as error:
                LOG.warning("match %d can't be taken over: %s", place.ident, type(error).__name__)
                if self._closed or not isinstance(error, SQLAlchemyError) or time.monotonic() > until:
                    place.chairs.close(UNREADABLE)
                    self._places.pop(place.ident, None)
                    return
                await asyncio.sleep(BEAT)
        for said in unheard:
            again.say(said)

    async def _promote(self, ident: int) -> None:
        """Lead what has only been followed, if nobody else does."""
        async with self._opening.setdefault(ident, asyncio.Lock()):
            place = self._places.get(ident)
            if self._closed or not isinstance(place, Following) or place.over.done() or not await self.nodes.lease(ident):
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

    def _told(self) -> None:
        """Something was decided at some table: who is in the hall sees it soon, with all else that is decided by then."""
        if self._telling is None:
            self._telling = asyncio.get_running_loop().call_later(HALL_LATER, self._tell_hall)

    def _tell_hall(self) -> None:
        self._telling = None
        self.on_told()

    # --- what other nodes tell ---

    def _decided(self, ident: int) -> None:
        if isinstance(place := self._places.get(ident), Following):
            place.nudge()
        self._told()

    def _wished(self, ident: int) -> None:
        if isinstance(place := self._places.get(ident), Following):
            place.nudge(wished=True)

    def _said(self, ident: int) -> None:
        if isinstance(place := self._places.get(ident), Match):
            self._do(self._hear_posted(place), f"words for {ident}")

    def _free(self, ident: int) -> None:
        for each in (ident,) if ident else self.followed:
            self._do(self._promote(each), f"promotion of {each}")

    def _look_everywhere(self) -> None:
        for ident, place in self._places.items():
            if isinstance(place, Following):
                place.nudge(wished=True)
            else:
                self._said(ident)

    async def _hear_posted(self, match: Match) -> None:
        """Hear what has been said at other nodes."""
        try:
            for posted in await self.nodes.posted(match.ident):
                match.say(Said(posted.seat, posted.word, None, posted.row))
        except SQLAlchemyError as error:
            LOG.warning("match %d: messages from other nodes can't be read now: %s", match.ident, type(error).__name__)

    # --- again and again ---

    async def _beat(self) -> None:
        count = 0
        while True:
            await asyncio.sleep(BEAT)
            count += 1
            try:
                await self._look()
                if count % WAKE == 1:
                    await self.wake()
                if self._store.is_shared and not count % LOOK_ANYWAY:
                    self._look_everywhere()
                    self.elsewhere = await self.nodes.here()
            except SQLAlchemyError as error:
                LOG.warning("the database can't be queried now: %s", type(error).__name__)

    async def _look(self) -> None:
        """Say that this node is there, see that it leads what it thinks, and lead what nobody does."""
        led = self.led
        if self._store.is_shared:
            kept = await self.nodes.beat(self.here())
            for ident in set(led) - kept:
                led[ident].lose()
            for ident in await self.nodes.free(self.followed):
                await self._promote(ident)
        for ident, place in tuple(self._places.items()):
            if not place.is_idle:
                self._idle.pop(ident, None)
            elif time.monotonic() - self._idle.setdefault(ident, time.monotonic()) > LONGEST_IDLE:
                await place.close(CLOSED)

    async def _fail(self, ident: int, report: str, error: Exception) -> None:
        """A match has ended with a fault: its table is played at no more, and there is a report."""
        await self._work(lambda: self._report(ident, report, error))
        try:
            await self._tables.fail(ident)
        except SQLAlchemyError as unkept:
            LOG.error("match %d can't be recorded as faulty: %s", ident, type(unkept).__name__)

    def _report(self, ident: int, report: str, error: Exception) -> None:
        """Keep a record that comes to the fault, and where in the program that was: for whoever runs the house alone, with all secrets."""
        from engine.files import write_new

        self.faults += 1
        try:
            self._faults.mkdir(parents=True, exist_ok=True, mode=0o700)
            path = write_new(self._faults / f"table-{ident}.game", report)
            write_new(path.with_suffix(".txt"), "".join(format_exception(error)))
        except OSError as unwritten:
            LOG.error("match %d: no report could be written: %s", ident, unwritten.strerror)
        else:
            LOG.error("match %d: a report is in %s: `spellfront replay` plays it again", ident, path)
