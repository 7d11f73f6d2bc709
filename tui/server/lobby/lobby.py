"""The lobby: tables are created, joined and started, and players are connected to matches.

Listeners are told only that something has changed, and read the state again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from engine.history.record import parse
from engine.history.timeline import ALL, Eyes, Timeline
from tui.decks.own_decks import ENDINGS
from tui.server.lobby.table_request import TableWish, check_wish
from tui.server.match.directory import MatchDirectory
from tui.server.match.match import CLOSED_BY_FAULT
from tui.server.match.seat import SeatSession
from tui.server.match.sent_timeline import PLACES, SentTimeline
from tui.server.ssh.limits import CodeAttempts
from tui.server.storage.clocks import NO_CLOCK, Clock
from tui.server.storage.decks import Files, offered, variant_in
from tui.server.storage.nodes import Nodes
from tui.server.storage.tables import (
    FAULTY,
    OPEN,
    OVER,
    PLAYING,
    Own,
    SeatRow,
    TableError,
    TableRow,
)
from tui.server.workers.game_limits import USUAL, GameLimits
from tui.server.workers.hosting import Hosting
from tui.server.workers.pool import Pool
from tui.server.workers.tasks import CHORES
from tui.session.game_setup import shipped_files, variant_ids
from tui.session.seat_kinds import HUMAN

if TYPE_CHECKING:
    from tui.server.match.ai_pool import AIPlayers
    from tui.server.storage.accounts import ServerPlayer
    from tui.server.storage.database import Store
    from tui.server.storage.messages import MatchConnection
    from tui.server.storage.tables import Tables

Done = TypeVar("Done")


class Lobby:
    """All tables of the server, and the matches that run on this node."""

    def __init__(
        self,
        store: Store,
        tables: Tables,
        ai_pool: AIPlayers,
        faults: Path,
        *,
        workers: int = 0,
        limits: GameLimits = USUAL,
    ) -> None:
        """Create the lobby.

        `tables` stores the tables; `ai_pool` answers for computer players; `faults` is the folder
        of fault reports. Games run in `workers` processes; 0: in a thread of this process.
        """
        self.tables = tables
        # the terminals of each player who is online on this node, by name
        self.here: dict[str, int] = {}
        # a review replays the whole game, so only one part is prepared at a time
        self._looking_back = asyncio.Semaphore(1)
        self._listeners: list[Callable[[], object]] = []
        self.guesses = CodeAttempts("the code of a table")
        self.files = Files(store, self.chore, tables.allowances)
        # one thread: games share cached cards and rules
        self._engine = ThreadPoolExecutor(1, "spellfront-engine")
        nodes = Nodes(store)
        self._pool = (
            Pool(workers, nodes, tables, ai_pool, limits=limits, is_shared=store.is_shared)
            if workers
            else None
        )
        host = self._pool or Hosting(
            nodes, tables, ai_pool, lambda _ident, _share: self.work, limits=limits,
            is_shared=store.is_shared
        )  # fmt: skip
        self.directory = MatchDirectory(store, tables, nodes, host, faults)
        self.directory.here = self.here.keys
        self.directory.on_told = self.directory.on_changed = self.tell

    # --- listeners ---

    def listen(self, told: Callable[[], object]) -> Callable[[], None]:
        """Register a function called after every change; return a function that unregisters it."""
        self._listeners.append(told)
        return lambda: self._listeners.remove(told) if told in self._listeners else None

    def tell(self) -> None:
        """Notify the listeners on this node."""
        for told in tuple(self._listeners):
            told()

    def changed(self) -> None:
        """Notify the listeners on all nodes."""
        self.tell()
        self.directory.tell_of_lobby()

    @property
    def present(self) -> list[str]:
        """The names of all players online, sorted."""
        return sorted({*self.here, *self.directory.elsewhere})

    def come(self, player: ServerPlayer) -> Callable[[], None]:
        """Note that a player is online; return a function to call when the player leaves."""
        self.here[player.name] = self.here.get(player.name, 0) + 1
        self.changed()

        def leave() -> None:
            self.here[player.name] -= 1
            if not self.here[player.name]:
                del self.here[player.name]
            self.changed()

        return leave

    # --- before a game ---

    async def table(self, player: ServerPlayer, ident: int) -> TableRow:
        """Return a table that a player may see.

        Raises TableError if the table doesn't exist or is hidden from the player.
        """
        return await self.tables.seen(ident, player.holder)

    async def by_code(self, player: ServerPlayer, address: str, code: str) -> TableRow:
        """Return the table that a code opens.

        Raises TableError for a wrong code, or after too many wrong codes of a player or address.
        """
        self.guesses.begin(player.holder, address)
        try:
            table = await self.tables.by_code(code, player.holder)
        except TableError:
            self.guesses.was_wrong(address)
            raise
        self.guesses.was_right(player.holder, address)
        return table

    async def listed(self, player: ServerPlayer) -> list[TableRow]:
        """Return the tables that a player may see, sorted.

        First those where it is the player's turn, then the player's own, then invitations, then
        open tables, then the rest.
        """
        found = await self.tables.listed(player.holder)

        def order(table: TableRow) -> tuple[bool, ...]:
            mine = table.seat_of(player.holder) is not None
            return (
                not table.awaits(player.holder),
                not mine,
                not table.invites(player.holder),
                table.state != OPEN,
            )

        return sorted(found, key=order)

    async def make(
        self,
        player: ServerPlayer,
        variant: str,
        kinds: Sequence[str],
        options: dict[str, str] | None = None,
        *,
        decks: Sequence[str] = (),
        invited: Mapping[int, ServerPlayer] | None = None,
        watchable: bool = True,
        private: bool = False,
        clock: Clock = NO_CLOCK,
        own: Own | None = None,
    ) -> TableRow:
        """Create a table. Raises TableError.

        `kinds` are those of the other seats; `decks` are the decks of all seats; `invited` maps a
        seat to the only player who may take it.
        """
        is_own = own is not None and bool(own.variant)
        wish = TableWish(variant, kinds, options or {}, decks, invited or {}, clock, own)
        check_wish(player, wish, _decks_for(variant, is_own=is_own))
        if problem := self.tables.allowances.new_table(player):
            raise TableError(problem)
        if problem := await self.chore("seats-fault", variant, options or {}, 1 + len(kinds), own):
            raise TableError(problem)
        decks = decks or offered(variant_in(self.tables.folder, variant, own))
        seats = [SeatRow(0, player.holder, player.name, HUMAN, decks[0])]
        for number, kind in enumerate(kinds, 1):
            guest = (invited or {}).get(number) if kind == HUMAN else None
            unnamed = "" if kind == HUMAN else f"Computer {number}"
            name = guest.name if guest is not None else unnamed
            holder = guest.holder if guest is not None else ""
            seats.append(
                SeatRow(number, "", name, kind, decks[number % len(decks)], invited=holder)
            )
        names = [seat.name for seat in seats if seat.name]
        # an old account may have the name of a computer player
        if double := next((name for name in names if names.count(name) > 1), ""):
            raise TableError(f"two players at this table would be called {double}")
        table = await self.tables.make(
            player, variant, options or {}, seats, watchable=watchable, private=private,
            clock=clock, own=own
        )  # fmt: skip
        self.changed()
        return table

    async def join(self, player: ServerPlayer, table: TableRow, *, ready: bool = True) -> TableRow:
        """Take the reserved seat of a player, or else the first free seat. Raises TableError."""
        free = sorted(
            (seat for seat in table.seats if seat.is_for(player)),
            key=lambda seat: seat.invited == "",
        )
        if table.seat_of(player.holder) is not None:
            raise TableError("you already have a seat there")
        if not free:
            raise TableError(
                "all seats are taken"
                if table.is_full
                else "the free seats are reserved for other players"
            )
        if not player.is_guest and any(
            seat.name == player.name and seat.holder for seat in table.seats
        ):
            raise TableError(f"someone called {player.name} already sits there")
        deck = free[0].deck or offered(self.tables.variant_of(table))[0]
        await self.tables.sit_down(table.id, free[0].seat, player, deck, ready=ready)
        self.changed()
        return await self.tables.get(table.id)

    async def choose_deck(self, player: ServerPlayer, table: TableRow, name: str) -> None:
        """Choose a shipped deck or one of the player's own. Raises TableError."""
        cards = ""
        if name not in offered(self.tables.variant_of(table)):
            if player.account is None or not name.endswith(ENDINGS):
                raise TableError(
                    f"found the deck '{name}'; allowed: "
                    f"{', '.join(offered(self.tables.variant_of(table)))}, or one of your own"
                )
            cards = await self.files.text(player.account, name)
        await self.tables.choose_deck(table.id, player.holder, name, cards)
        self.changed()

    async def be_ready(self, player: ServerPlayer, table: TableRow, *, ready: bool) -> None:
        """Mark a player as ready or not ready.

        Raises TableError if the player's deck isn't allowed at the table.
        """
        table = await self.tables.get(table.id)
        seat = next((each for each in table.seats if each.holder == player.holder), None)
        if seat is None:
            raise TableError("you have no seat at that table")
        if ready and (problems := await self.chore("deck-faults", table, seat)):
            raise TableError("\n".join(problems))
        await self.tables.be_ready(table.id, player.holder, ready=ready)
        self.changed()

    async def stand_up(self, player: ServerPlayer, table: TableRow) -> None:
        """Leave a table before the game begins. Raises TableError."""
        await self.tables.stand_up(table.id, player.holder)
        self.changed()

    async def start(self, player: ServerPlayer, ident: int) -> None:
        """Begin the game of a table.

        Raises TableError with every reason why the game can't begin.
        """
        table = await self.table(player, ident)
        if table.host != player.holder:
            raise TableError("only the host of a table can start its game")
        if not table.is_full:
            raise TableError("some seats are still free")
        if table.unready:
            raise TableError(f"not ready yet: {', '.join(table.unready)}")
        begun = await self.chore("begin", table)
        await self.tables.begin(ident, begun.header, begun.line, begun.asked)
        await self.directory.begin(ident)
        self.changed()

    # --- games ---

    async def tape(self, player: ServerPlayer, ident: int) -> tuple[Timeline, Eyes]:
        """Return the timeline of a game with its first part, and the eyes that may see it.

        A game in progress is shown only as the player's own seat, or watchers, may know it. Raises
        TableError or RecordError.
        """
        table = await self.table(player, ident)
        seat = table.seat_of(player.holder)
        if table.state not in (PLAYING, OVER) or (seat is None and not table.watchable):
            raise TableError("you can't review that game")
        text, eyes = await self.tables.record_text(ident), ALL if table.state == OVER else seat

        async def fetch(first: int) -> bytes:
            async with self._looking_back:
                return await self.chore("tape-part", ident, text, first, PLACES, eyes)

        tape = SentTimeline(parse(text, f"table {ident}"), eyes, fetch)
        await tape.read_on()
        return tape, ALL if seat is None and table.state == OVER else seat

    async def sit(self, player: ServerPlayer, ident: int) -> SeatSession:
        """Return a session at a match: the player's seat, or a watcher's without one.

        Raises TableError or RecordError.
        """
        session = await SeatSession.at(await self.place(player, ident))
        session.table = ident
        return session

    async def place(self, player: ServerPlayer, ident: int) -> MatchConnection:
        """Return a connection to a match: the player's seat, or a watcher's without one.

        Raises TableError or RecordError.
        """
        table = await self.table(player, ident)
        seat = table.seat_of(player.holder)
        if table.state != PLAYING:
            raise TableError(
                CLOSED_BY_FAULT if table.state == FAULTY else "no game is in progress at that table"
            )
        if seat is None and not table.watchable:
            raise TableError("that game can't be watched")
        return await self.line(ident, seat)

    async def line(self, ident: int, seat: int | None) -> MatchConnection:
        """Return a connection of a seat to its match.

        Raises TableError or RecordError.
        """
        return await self.directory.line(ident, seat)

    def work(self, do: Callable[[], Done]) -> Awaitable[Done]:
        """Run a long computation in the engine's thread, one at a time."""
        return asyncio.get_running_loop().run_in_executor(self._engine, do)

    async def chore(self, name: str, *values: object) -> Any:
        """Run a named task (`tasks.CHORES`) where matches run, and return its result.

        Raises TableError.
        """
        if self._pool is not None:
            return await self._pool.chore(name, *values)
        do = CHORES[name].do
        return await self.work(lambda: do(*values))

    async def close(self) -> None:
        """Stop all matches after saving every game."""
        await self.directory.close()
        await asyncio.to_thread(self._engine.shutdown)


def _decks_for(variant: str, *, is_own: bool) -> Sequence[str]:
    """Return the decks that can be assigned at a table; `is_own`: the variant is the host's own."""
    if is_own:
        return list(shipped_files())
    return offered(variant) if variant in variant_ids() else ()
