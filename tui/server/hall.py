"""The hall: tables are made, joined and started here, and whoever has a seat is led to the match.

Whoever listens is told that something has changed, and looks again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from msgspec import json

from engine.game import Seat
from engine.records import replace
from engine.replay import Recorder
from tui.game_setup import SeatChoice, Setup, deck, new_seed, rules_of
from tui.kinds import HUMAN
from tui.progress import Progress
from tui.server.decks import file_of, offered
from tui.server.match import Match
from tui.server.seat import SeatSession
from tui.server.tables import OPEN, PLAYING, SeatRow, TableError, TableRow
from tui.server.wishes import Wishes

if TYPE_CHECKING:
    from tui.server.accounts import Player
    from tui.server.match import Chair
    from tui.server.tables import Tables
    from tui.server.thinkers import Thinks

LEASE = 5_000
"""Milliseconds for which a match is led unless it is said again."""
AGAIN = 1.5
"""Seconds after which it is."""

LONGEST_IDLE = 120.0
"""Seconds after which a match is led no more at which nobody is, until somebody comes again."""

LOG = logging.getLogger("spellfront.hall")
Done = TypeVar("Done")


class Hall:
    """All tables of the house, and the matches that are led in this process."""

    def __init__(self, tables: Tables, thinkers: Thinks, faults: Path) -> None:
        """`tables` keeps them; `thinkers` answers for computer players; `faults` is the folder for reports of faults."""
        self._faults = faults
        self.tables = tables
        self.here: dict[str, int] = {}  # who is here, by name, and at how many terminals
        self._thinkers = thinkers
        self._matches: dict[int, Match] = {}
        self._opening: dict[int, asyncio.Lock] = {}
        self._listeners: list[Callable[[], object]] = []
        self._engine = ThreadPoolExecutor(1, "spellfront-engine")  # one: games share what is known of cards and rules
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    # --- who listens ---

    def listen(self, told: Callable[[], object]) -> Callable[[], None]:
        """Have a function called whenever something has changed. Returns what ends that."""
        self._listeners.append(told)
        return lambda: self._listeners.remove(told) if told in self._listeners else None

    def changed(self) -> None:
        """Tell whoever listens that something has changed."""
        for told in tuple(self._listeners):
            told()

    def come(self, player: Player) -> Callable[[], None]:
        """Somebody is here. Returns what says that they have left."""
        self.here[player.name] = self.here.get(player.name, 0) + 1
        self.changed()

        def leave() -> None:
            self.here[player.name] -= 1
            if not self.here[player.name]:
                del self.here[player.name]
            self.changed()

        return leave

    # --- before a game ---

    async def listed(self, player: Player) -> list[TableRow]:
        """The tables that somebody may see: those at which it is their turn first, then their own, then open ones, then the others."""
        found = await self.tables.listed(player.holder)

        def order(table: TableRow) -> tuple[bool, bool, bool]:
            return not table.awaits(player.holder), table.seat_of(player.holder) is None, table.state != OPEN

        return sorted(found, key=order)

    async def make(self, player: Player, variant: str, kinds: Sequence[str], options: dict[str, str] | None = None) -> TableRow:
        """A table of one's own; `kinds` are those of the other seats. Raises TableError."""
        decks = offered(variant)
        seats = [SeatRow(0, player.holder, player.name, HUMAN, decks[0])]
        for number, kind in enumerate(kinds, 1):
            name = "" if kind == HUMAN else f"Computer {number}"
            seats.append(SeatRow(number, "", name, kind, decks[number % len(decks)]))
        table = await self.tables.make(player, variant, options or {}, seats)
        self.changed()
        return table

    async def join(self, player: Player, table: TableRow) -> TableRow:
        """Take the first free seat. Raises TableError."""
        free = next((seat for seat in table.seats if seat.is_free), None)
        if free is None:
            raise TableError("no seat is free there")
        if table.seat_of(player.holder) is not None:
            raise TableError("you sit there already")
        if any(seat.name == player.name for seat in table.seats):
            raise TableError(f"somebody called {player.name} sits there already")
        await self.tables.sit_down(table.id, free.seat, player, free.deck or offered(table.variant)[0])
        self.changed()
        return await self.tables.get(table.id)

    async def choose_deck(self, player: Player, table: TableRow, name: str) -> None:
        """Play with another of the decks that ship. Raises TableError."""
        if name not in offered(table.variant):
            raise TableError(f"found the deck '{name}'; allowed: {', '.join(offered(table.variant))}")
        await self.tables.choose_deck(table.id, player.holder, name)
        self.changed()

    async def stand_up(self, player: Player, table: TableRow) -> None:
        """Leave a table that has not begun."""
        await self.tables.stand_up(table.id, player.holder)
        self.changed()

    async def start(self, player: Player, ident: int) -> None:
        """Begin the game. Raises TableError with everything that stands in its way."""
        table = await self.tables.get(ident)
        if table.host != player.holder:
            raise TableError("whoever has made a table starts its game")
        if not table.is_full:
            raise TableError("seats are still free")
        progress = await self.work(lambda: _begun(table))
        record = progress.recorder.record
        header, line = str(replace(record, entries=[])), str(record.entries[0])
        await self.tables.begin(ident, header, line, progress.asked)
        await self._lead(ident, progress)
        self.changed()

    # --- games ---

    async def sit(self, player: Player, ident: int) -> SeatSession:
        """The session of somebody's seat; of somebody who has none there, one that watches. Raises TableError."""
        table = await self.tables.get(ident)
        seat = table.seat_of(player.holder)
        if table.state != PLAYING:
            raise TableError("nothing is played there now")
        if seat is None and not table.watchable:
            raise TableError("that game is not for others to watch")
        return await SeatSession.at(await self.line(ident, seat))

    async def line(self, ident: int, seat: int | None) -> Chair:
        """The line of a seat to where its match is led: here, where nobody else leads it. Raises TableError, RecordError."""
        async with self._opening.setdefault(ident, asyncio.Lock()):
            match = self._matches.get(ident)
            if match is None or match.over.done():
                match = await self._resume(ident)
        return match.chair(seat)

    async def _resume(self, ident: int) -> Match:
        """Lead a match from its last decision on."""
        record = await self.tables.record(ident)
        table = await self.tables.get(ident)
        progress = await self.work(lambda: Progress.replayed(record, f"table {ident}"))
        for seat in table.seats:
            if seat.wishes and seat.seat in progress.stops:
                json.decode(seat.wishes, type=Wishes).grant(progress.stops[seat.seat])
        return await self._lead(ident, progress)

    async def _lead(self, ident: int, progress: Progress) -> Match:
        if self._closed or not await self.tables.lease(ident, LEASE):
            raise TableError("another server leads this game: try again in a moment")
        match = self._matches[ident] = Match(ident, progress, self.tables, self._thinkers, self.work)
        match.on_told = self.changed
        match.on_fault = lambda report: self._report(ident, report)
        task = asyncio.create_task(self._renew(ident, match), name=f"lease of {ident}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return match

    async def _renew(self, ident: int, match: Match) -> None:
        """Hold the lease of a match as long as it is led here."""
        idle = 0.0
        while not match.over.done():
            done, _ = await asyncio.wait([match.over], timeout=AGAIN)
            idle = idle + AGAIN if match.is_idle else 0.0
            if not done and not await self.tables.lease(ident, LEASE):
                await match.close("Another server leads this game now.")
            elif idle > LONGEST_IDLE:
                await match.close()
        if self._matches.get(ident) is match:
            del self._matches[ident]
            await self.tables.let_go(ident)
        self.changed()

    def _report(self, ident: int, report: str) -> None:
        """Keep the report of a fault. It has everything of the game in it: it is for whoever runs the house alone."""
        from engine.files import write_new

        try:
            self._faults.mkdir(parents=True, exist_ok=True, mode=0o700)
            LOG.error("match %d: a report is in %s", ident, write_new(self._faults / f"table-{ident}.txt", report))
        except OSError as error:
            LOG.error("match %d: no report could be written: %s", ident, error.strerror)

    def work(self, do: Callable[[], Done]) -> Awaitable[Done]:
        """Do something that takes long beside the loop: one thing after another."""
        return asyncio.get_running_loop().run_in_executor(self._engine, do)

    async def close(self) -> None:
        """Lead nothing any more. Every game is kept."""
        self._closed = True
        for match in tuple(self._matches.values()):
            await match.close()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=10)
        await asyncio.to_thread(self._engine.shutdown)


def _begun(table: TableRow) -> Progress:
    """The game of a table as it begins. Raises TableError with everything that stands in its way."""
    from engine.cards.decklist import cards_of

    files = [str(file_of(seat.deck)) for seat in table.seats]
    choices = [SeatChoice(seat.name, seat.kind, file) for seat, file in zip(table.seats, files, strict=True)]
    setup = Setup(table.variant, choices, dict(table.options))
    if problems := setup.problems():
        raise TableError("\n".join(problems))
    seats = [Seat(seat.name, cards_of(deck(file))) for seat, file in zip(table.seats, files, strict=True)]
    kinds = [seat.kind for seat in table.seats]
    recorder = Recorder.start(rules_of(table.variant, tuple(sorted(table.options.items()))), seats, kinds, new_seed(), apart=True)
    return Progress(recorder, kinds, events=recorder.game.events or ())
