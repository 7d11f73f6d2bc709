"""Tables in the database: create, join, start, list; and the records of their games."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct, json
from sqlalchemy import (
    ColumnElement,
    Connection,
    and_,
    case,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)

from engine.history.record import HUMAN, Record, parse
from engine.log import many
from tui.server.quotas import USUAL_SHARES, Allowances
from tui.server.storage.accounts import word
from tui.server.storage.clocks import NO_CLOCK, Clock
from tui.server.storage.database import now
from tui.server.storage.schema import CHAT, DECISIONS, SEATS, TABLES

if TYPE_CHECKING:
    from tui.server.storage.accounts import ServerPlayer
    from tui.server.storage.database import Store

OPEN, PLAYING, OVER, FAULTY = "open", "playing", "over", "faulty"  # the states of a table
MOST_LISTED = 200  # other players' tables listed
MOST_OVER = 12  # other players' finished games listed
MOST_OWN, MOST_OWN_OVER = 10_000, 50  # the player's own tables listed, and own finished games
MOST_FAILURES = 2  # failed steps after which a table is closed
CODE_LENGTH = 12  # characters of a table's code
MOST_REMEMBERED = 10_000  # holders whose typed codes are kept in memory


class TableError(Exception):
    """A request about a table is refused; the message is for the player."""


def no_table(ident: int) -> TableError:
    """Return the same error for a missing table and for a hidden one."""
    return TableError(f"there is no table {ident}")


class Own(Struct, frozen=True, omit_defaults=True):
    """The host's own files for a table: a variant and cards.

    They don't ship with Spellfront, which everyone at the table is told.
    """

    whose: str
    variant: str = ""  # the name of the file
    rules: str = ""  # the text of the file
    cards: str = ""
    card_texts: str = ""


class SeatRow(Struct, frozen=True):
    """A seat at a table."""

    seat: int
    holder: str
    name: str
    kind: str
    deck: str
    wishes: str = ""
    invited: str = ""  # the only holder who may take the seat; `name` is their name
    ready: bool = False
    list: str = ""  # the list of a custom deck

    @property
    def is_free(self) -> bool:
        """Return whether a player may take the seat."""
        return self.kind == HUMAN and not self.holder

    def is_for(self, player: ServerPlayer) -> bool:
        """Return whether `player` may take the seat."""
        return self.is_free and self.invited in ("", player.holder)


class TableRow(Struct, frozen=True):
    """A table with its seats."""

    id: int
    code: str
    host: str
    variant: str
    options: dict[str, str]
    watchable: bool
    state: str
    asked: int | None
    changed: int
    seats: tuple[SeatRow, ...]
    private: bool = False
    clock: Clock = NO_CLOCK
    own: Own | None = None
    failures: int = 0  # steps of the game that exceeded a limit

    @property
    def is_limited(self) -> bool:
        """Return whether the game was closed because of a limit.

        The record of such a game is public; the game ended by a limit, not by a fault of
        Spellfront.
        """
        return self.state == FAULTY and self.failures >= MOST_FAILURES

    def seat_of(self, holder: str) -> int | None:
        """Return a holder's seat; None without one."""
        return next((seat.seat for seat in self.seats if seat.holder == holder), None)

    def awaits(self, holder: str) -> bool:
        """Return whether `holder` must choose."""
        return (
            self.state == PLAYING and self.asked is not None and self.seat_of(holder) == self.asked
        )

    def invites(self, holder: str) -> bool:
        """Return whether a seat is reserved for `holder`."""
        return self.state == OPEN and any(
            seat.is_free and seat.invited == holder for seat in self.seats
        )

    @property
    def unready(self) -> list[str]:
        """The names of players not ready yet, except the host, who starts the game instead."""
        return [
            seat.name
            for seat in self.seats
            if seat.kind == HUMAN and seat.holder not in ("", self.host) and not seat.ready
        ]

    @property
    def is_full(self) -> bool:
        """Return whether no seat is free."""
        return not any(seat.is_free for seat in self.seats)


class Tables:
    """The tables of the server."""

    def __init__(
        self, store: Store, folder: Path | None = None, allowances: Allowances | None = None
    ) -> None:
        """Keep tables in `store`; custom variants are written to `folder` for reading."""
        self._store = store
        self.allowances = allowances or Allowances(USUAL_SHARES)
        # the tables whose codes were typed on this node, by holder
        self._opened: dict[str, set[int]] = {}
        self.folder = folder or Path("/nonexistent/spellfront")

    def variant_of(self, table: TableRow) -> str:
        """Return a table's variant for reading its rules."""
        from tui.server.storage.decks import variant_in

        return variant_in(self.folder, table.variant, table.own)

    async def make(
        self,
        host: ServerPlayer,
        variant: str,
        options: dict[str, str],
        seats: Sequence[SeatRow],
        *,
        watchable: bool = True,
        private: bool = False,
        clock: Clock = NO_CLOCK,
        own: Own | None = None,
    ) -> TableRow:
        """Create a table with the given seats, one of them the host's. Raises TableError."""

        def do(connection: Connection) -> int:
            mine = select(func.count()).where(TABLES.c.host == host.holder, TABLES.c.state == OPEN)
            if connection.execute(mine).scalar_one() >= (
                most := self.allowances.shares.open_tables
            ):
                raise TableError(
                    f"you have {most} tables whose games have not started; start or leave one of "
                    "them first"
                )
            self._check_seats(connection, host)
            row = {
                "code": word(CODE_LENGTH), "host": host.holder, "variant": variant,
                "options": json.encode(options).decode(),
                "watchable": watchable, "state": OPEN, "header": "", "asked": None,
                "created": now(), "changed": now(), "private": private,
                "clock": json.encode(clock).decode() if clock.first else "",
                "own": json.encode(own).decode() if own is not None else "",
            }  # fmt: skip
            ident = connection.execute(insert(TABLES).returning(TABLES.c.id), row).scalar_one()
            connection.execute(insert(SEATS), [_seat_values(ident, seat) for seat in seats])
            return ident

        return await self.get(await self._store.write(do))

    def _check_seats(self, connection: Connection, player: ServerPlayer) -> None:
        """Raise TableError if a player has a seat at too many games."""
        mine = select(func.count(SEATS.c.table.distinct())).join(
            TABLES, SEATS.c.table == TABLES.c.id
        )
        there = connection.execute(
            mine.where(SEATS.c.holder == player.holder, TABLES.c.state.in_((OPEN, PLAYING)))
        ).scalar_one()
        if there >= self.allowances.seats(player):
            raise TableError(
                f"you have a seat at {many(there, 'game')}; finish or leave one of them first"
            )

    def may_see(self, holder: str) -> ColumnElement[bool]:
        """Return the SQL condition under which `holder` may see a table.

        All visibility is decided here. Players of a table, invited players and those who typed its
        code may see it; everyone may see a table that isn't private, before the game or if
        watchable.
        """
        mine = TABLES.c.id.in_(
            select(SEATS.c.table).where(or_(SEATS.c.holder == holder, SEATS.c.invited == holder))
        )
        opened = and_(
            TABLES.c.id.in_(self._opened.get(holder, ())), TABLES.c.state.in_((OPEN, PLAYING))
        )
        return or_(
            mine,
            opened,
            and_(TABLES.c.private.is_(False), or_(TABLES.c.state == OPEN, TABLES.c.watchable)),
        )

    async def seen(self, ident: int, holder: str) -> TableRow:
        """Return a table that `holder` may see.

        Raises TableError if the table doesn't exist or is hidden from the holder.
        """
        found = await self._store.read(
            lambda connection: _tables(connection, and_(TABLES.c.id == ident, self.may_see(holder)))
        )
        if not found:
            raise no_table(ident)
        return found[0]

    async def get(self, ident: int) -> TableRow:
        """Return any table, for internal use.

        Raises TableError if the table doesn't exist.
        """
        found = await self._store.read(lambda connection: _tables(connection, TABLES.c.id == ident))
        if not found:
            raise no_table(ident)
        return found[0]

    async def by_code(self, code: str, holder: str) -> TableRow:
        """Return the table of a code, visible to `holder` from then on.

        Raises TableError if no table has the code.
        """
        code = "".join(code.split()).casefold()
        opens = and_(TABLES.c.code == code, TABLES.c.state.in_((OPEN, PLAYING)))
        found = (
            await self._store.read(lambda connection: _tables(connection, opens))
            if code.isalnum() and code.isascii()
            else []
        )
        if not found:
            raise TableError("no table has this code")
        if len(self._opened) >= MOST_REMEMBERED:
            self._opened.clear()
        self._opened.setdefault(holder, set()).add(found[0].id)
        return found[0]

    async def timed(self) -> list[int]:
        """Return the tables with a clock and a game in progress."""
        query = select(TABLES.c.id).where(TABLES.c.state == PLAYING, TABLES.c.clock != "")
        return await self._store.read(lambda connection: list(connection.execute(query).scalars()))

    async def listed(self, holder: str) -> list[TableRow]:
        """Return the tables that `holder` may see, latest first.

        These are the holder's own, open ones and watchable ones.
        """
        return await self._own_first(
            holder, TABLES.c.state.in_((OPEN, PLAYING)), MOST_OWN, MOST_LISTED
        )

    async def over(self, holder: str) -> list[TableRow]:
        """Return the finished games that `holder` may review, latest first."""
        return await self._own_first(holder, TABLES.c.state == OVER, MOST_OWN_OVER, MOST_OVER)

    async def _own_first(
        self, holder: str, where: ColumnElement[bool], most_own: int, most: int
    ) -> list[TableRow]:
        """Return visible tables: first the holder's own, then invitations, then the rest.

        The number of the rest doesn't limit the holder's own.
        """
        own = TABLES.c.id.in_(select(SEATS.c.table).where(SEATS.c.holder == holder))
        invited = TABLES.c.id.in_(select(SEATS.c.table).where(SEATS.c.invited == holder))
        first = case((invited, 0), else_=1)

        def ask(connection: Connection) -> list[TableRow]:
            mine = _tables(connection, and_(where, own), most_own)
            return mine + _tables(connection, and_(where, ~own, self.may_see(holder)), most, first)

        return await self._store.read(ask)

    async def sit_down(
        self, ident: int, seat: int, player: ServerPlayer, deck: str, *, ready: bool = True
    ) -> None:
        """Take a free seat. Raises TableError if the seat was taken meanwhile.

        A guest gets a number after the name if another guest at the table has the same name.
        """
        values = {"holder": player.holder, "deck": deck, "list": "", "ready": ready}
        meant = SEATS.c.invited.in_(("", player.holder))
        free = and_(
            SEATS.c.table == ident,
            SEATS.c.seat == seat,
            SEATS.c.holder == "",
            SEATS.c.kind == HUMAN,
            meant,
        )

        def do(connection: Connection) -> bool:
            seen = select(TABLES.c.state).where(TABLES.c.id == ident, self.may_see(player.holder))
            if connection.execute(seen).scalar() != OPEN:
                return False
            self._check_seats(connection, player)
            connection.execute(update(TABLES).where(TABLES.c.id == ident).values(changed=now()))
            others = select(SEATS.c.name).where(SEATS.c.table == ident, SEATS.c.holder != "")
            taken = set(connection.execute(others).scalars())
            names = (
                player.name,
                *(f"{player.name} ({number})" for number in range(2, len(taken) + 2)),
            )
            name = next(each for each in names if each not in taken)
            return (
                connection.execute(update(SEATS).where(free).values(name=name, **values)).rowcount
                == 1
            )

        if not await self._store.write(do):
            raise TableError("someone else has just taken that seat")

    async def choose_deck(self, ident: int, holder: str, deck: str, cards: str = "") -> None:
        """Choose a deck before the game. Raises TableError.

        `cards` is the list of a custom deck.
        """
        await self._change_seat(ident, holder, {"deck": deck, "list": cards, "ready": False})

    async def be_ready(self, ident: int, holder: str, *, ready: bool) -> None:
        """Mark a holder as ready or not ready. Raises TableError."""
        await self._change_seat(ident, holder, {"ready": ready})

    async def _change_seat(self, ident: int, holder: str, values: dict[str, object]) -> None:
        mine = and_(SEATS.c.table == ident, SEATS.c.holder == holder)
        is_open = SEATS.c.table.in_(select(TABLES.c.id).where(TABLES.c.state == OPEN))

        def do(connection: Connection) -> None:
            if not connection.execute(update(SEATS).where(mine, is_open).values(**values)).rowcount:
                _check_seat(connection, ident, holder)

        await self._store.write(do)

    async def stand_up(self, ident: int, holder: str) -> None:
        """Leave a table before the game; if the host leaves, delete the table.

        Raises TableError for a holder without a seat.
        """

        def do(connection: Connection) -> None:
            _check_seat(connection, ident, holder)
            if (
                connection.execute(select(TABLES.c.host).where(TABLES.c.id == ident)).scalar()
                == holder
            ):
                _delete(connection, [ident])
            else:
                mine = and_(SEATS.c.table == ident, SEATS.c.holder == holder)
                # an invited player stays invited
                name = case((SEATS.c.invited == holder, SEATS.c.name), else_="")
                connection.execute(
                    update(SEATS).where(mine).values(holder="", name=name, ready=False, list="")
                )

        await self._store.write(do)

    async def end_unused(self, present: Collection[str]) -> int:
        """Delete unused tables of guests whose games have not started.

        Returns the number deleted. A table counts as used while its host is among the holders
        `present`, and when a player takes a seat.
        """
        longest = self.allowances.shares.guest_minutes * 60_000
        guests = and_(TABLES.c.state == OPEN, TABLES.c.host.startswith("guest:"))

        def do(connection: Connection) -> list[int]:
            time = now()
            halfway = and_(
                guests, TABLES.c.host.in_(present), TABLES.c.changed < time - longest // 2
            )
            connection.execute(update(TABLES).where(halfway).values(changed=time))
            unused = list(
                connection.execute(
                    select(TABLES.c.id).where(guests, TABLES.c.changed < time - longest)
                ).scalars()
            )
            _delete(connection, unused)
            return unused

        return len(await self._store.write(do))

    async def begin(self, ident: int, header: str, line: str, asked: int | None) -> None:
        """Save the beginning of a game: its header and first line.

        Raises TableError if the game has already begun.
        """

        def do(connection: Connection) -> bool:
            values = {"state": PLAYING, "header": header, "asked": asked, "changed": now()}
            begun = connection.execute(
                update(TABLES).where(TABLES.c.id == ident, TABLES.c.state == OPEN).values(**values)
            ).rowcount
            if begun:
                first = {
                    "table": ident,
                    "number": 0,
                    "line": line,
                    "node": self._store.node,
                    "at": now(),
                }
                connection.execute(insert(DECISIONS), first)
            return begun == 1

        if not await self._store.write(do):
            raise TableError("this game has already started")

    async def fail(self, ident: int, *, by_limit: bool = False) -> None:
        """Close a table after a fault or an exceeded limit."""
        values = {
            "state": FAULTY,
            "asked": None,
            "changed": now(),
            **({"failures": MOST_FAILURES} if by_limit else {}),
        }
        there = and_(TABLES.c.id == ident, TABLES.c.state == PLAYING)
        await self._store.write(
            lambda connection: connection.execute(update(TABLES).where(there).values(**values))
        )

    async def note_failure(self, ident: int) -> int:
        """Count a step that exceeded a limit.

        Returns the number of such steps at the table.
        """

        def do(connection: Connection) -> int:
            more = update(TABLES).where(TABLES.c.id == ident).values(failures=TABLES.c.failures + 1)
            return connection.execute(more.returning(TABLES.c.failures)).scalar() or 0

        return await self._store.write(do)

    async def record(self, ident: int) -> Record:
        """Return the whole record of a game, including its seed.

        Raises TableError if there is none, or RecordError if the record can't be read.
        """
        text = await self.record_text(ident)
        return await to_thread(parse, text, f"table {ident}")

    async def record_text(self, ident: int) -> str:
        """Return the record of a game as text. Raises TableError if there is none."""

        def ask(connection: Connection) -> str:
            header = (
                connection.execute(select(TABLES.c.header).where(TABLES.c.id == ident)).scalar()
                or ""
            )
            lines = connection.execute(
                select(DECISIONS.c.line)
                .where(DECISIONS.c.table == ident)
                .order_by(DECISIONS.c.number)
            ).scalars()
            return header + "".join(f"{line}\n" for line in lines)

        text = await self._store.read(ask)
        if not text:
            raise TableError(f"no game has been played at table {ident}")
        return text


def _check_seat(connection: Connection, ident: int, holder: str) -> None:
    """Raise TableError for a holder without a seat, or a table whose game has started."""
    query = (
        select(TABLES.c.state)
        .join(SEATS, SEATS.c.table == TABLES.c.id)
        .where(TABLES.c.id == ident, SEATS.c.holder == holder)
    )
    state = connection.execute(query).scalar()
    if state is None:
        raise TableError("you have no seat at that table")
    if state != OPEN:
        raise TableError(
            "that game has started; you can concede it" if state == PLAYING else "that game is over"
        )


def _delete(connection: Connection, idents: Collection[int]) -> None:
    """Delete tables before their games."""
    if idents:
        connection.execute(delete(CHAT).where(CHAT.c.table.in_(idents)))
        connection.execute(delete(SEATS).where(SEATS.c.table.in_(idents)))
        connection.execute(delete(TABLES).where(TABLES.c.id.in_(idents)))


def _seat_values(ident: int, seat: SeatRow) -> dict[str, object]:
    return {
        "table": ident, "seat": seat.seat, "holder": seat.holder, "name": seat.name,
        "kind": seat.kind, "deck": seat.deck, "wishes": "",
        "invited": seat.invited, "ready": seat.ready, "list": seat.list,
    }  # fmt: skip


def _tables(
    connection: Connection, where: object, most: int = MOST_LISTED, *first: ColumnElement[int]
) -> list[TableRow]:
    """Return tables with their seats, latest first, or sorted by `first` before that."""
    columns = [TABLES.c[name] for name in ("id", "code", "host", "variant", "options", "watchable",
    "state", "asked", "changed",
                                          "private", "clock", "own", "failures")]  # fmt: skip
    rows = connection.execute(
        select(*columns).where(where).order_by(*first, TABLES.c.changed.desc()).limit(most)  # pyright: ignore[reportArgumentType]
    ).all()
    seats: dict[int, list[SeatRow]] = {row.id: [] for row in rows}
    for row in connection.execute(
        select(SEATS).where(SEATS.c.table.in_(list(seats))).order_by(SEATS.c.table, SEATS.c.seat)
    ):
        seats[row.table].append(
            SeatRow(
                row.seat,
                row.holder,
                row.name,
                row.kind,
                row.deck,
                row.wishes,
                row.invited,
                row.ready,
                row.list,
            )
        )
    return [
        TableRow(
            row.id, row.code, row.host, row.variant, json.decode(row.options, type=dict[str, str]),
            row.watchable, row.state,
            row.asked, row.changed, tuple(seats[row.id]), row.private, json.decode(row.clock,
            type=Clock) if row.clock else NO_CLOCK,
            json.decode(row.own, type=Own) if row.own else None,
            row.failures,
        )
        for row in rows
    ]  # fmt: skip
