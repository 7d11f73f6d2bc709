"""The nodes that share a database: heartbeats, leases on matches, and messages between nodes.

A node renews its heartbeat regularly and holds its leases as long as it does. A message from a
player on another node is a row of `words`, deleted once handled.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import TYPE_CHECKING, NamedTuple

from msgspec import json
from sqlalchemy import (
    ColumnElement,
    Connection,
    and_,
    delete,
    exists,
    func,
    insert,
    select,
    text,
    update,
)
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from engine.base.records import replace
from tui.server.storage.clocks import as_of
from tui.server.storage.database import (
    APPLICATION,
    DecisionBatch,
    KeptElsewhereError,
    NotKeptError,
    hand_over,
    steady,
)
from tui.server.storage.messages import MatchStatus, Word
from tui.server.storage.schema import DECISIONS, LEASES, NODES, SEATS, TABLES, WORDS
from tui.server.storage.tables import PLAYING

if TYPE_CHECKING:
    from tui.server.storage.database import DecisionBatch, Store

LIFE = 3_000  # milliseconds for which a heartbeat is valid
FOR_EVER = 1 << 60  # the heartbeat of the only node of a database
MOST_HERE = 500  # names of players published per node
MOST_POSTED = 200  # messages read at once
UNSURE = text("SET LOCAL synchronous_commit = off")
"""Messages need not be durable: nothing is told to players before the result is on disk."""


CONNECTED = text(
    f"nodes.node IN (SELECT substr(application_name, {len(APPLICATION) + 1}) FROM "
    "pg_stat_activity WHERE datname = current_database())"
)
"""A condition: the node has an open connection, recognized by application name."""


class Posted(NamedTuple):
    """A message posted by another node."""

    row: int
    seat: int
    word: Word


class Nodes:
    """Coordination between this node and others."""

    def __init__(self, store: Store) -> None:
        """Coordinate through `store`."""
        self._store = store
        self._down = (0, 0)  # the interval without any node before this one started

    # --- membership ---

    async def come(self) -> None:
        """Register this node and remove dead ones.

        If this is the only possible node, all old leases are void.
        """

        def do(connection: Connection) -> None:
            self._down = self._was_down(connection)
            if not self._store.is_shared:
                connection.execute(delete(LEASES))
                connection.execute(delete(NODES))
            else:
                gone = NODES.c.until < self._store.time(connection) - LIFE
                connection.execute(
                    delete(LEASES).where(LEASES.c.node.in_(select(NODES.c.node).where(gone)))
                )
                connection.execute(delete(NODES).where(gone))
            connection.execute(
                insert(NODES),
                {
                    "node": self._store.node,
                    "until": self._until(connection),
                    "here": "[]",
                    "alive": steady(),
                },
            )

        await self._store.write(do)

    def _was_down(self, connection: Connection) -> tuple[int, int]:
        """Return the interval without any node, from the last heartbeat to now."""
        up = steady()
        if (
            self._store.is_shared
            and connection.execute(select(NODES.c.node).where(self._is_there(connection))).first()
            is not None
        ):
            return up, up
        return connection.execute(select(func.max(NODES.c.alive))).scalar() or 0, up

    async def live(self) -> None:
        """Record that this node is alive while any clock runs, for the clocks after a crash."""
        timed = exists().where(TABLES.c.state == PLAYING, TABLES.c.clock != "")
        alive = update(NODES).where(NODES.c.node == self._store.node, timed).values(alive=steady())
        await self._store.write(lambda connection: connection.execute(alive))

    def _since_up(self, standing: MatchStatus) -> MatchStatus:
        """Return a status whose saved time excludes the interval without any node."""
        down, up = self._down
        if not 0 < standing.at < up:
            return standing
        return replace(standing, at=standing.at + up - max(standing.at, down))

    def _until(self, connection: Connection) -> int:
        return self._store.time(connection) + LIFE if self._store.is_shared else FOR_EVER

    async def beat(self, here: Iterable[str]) -> set[int]:
        """Renew the heartbeat with the names of players online; return the matches led."""
        names = json.encode(sorted(here)[:MOST_HERE]).decode()
        me = self._store.node

        def do(connection: Connection) -> set[int]:
            values = {"until": self._until(connection), "here": names, "alive": steady()}
            if not connection.execute(
                update(NODES).where(NODES.c.node == me).values(**values)
            ).rowcount:
                connection.execute(insert(NODES), values | {"node": me})
            return set(
                connection.execute(select(LEASES.c.table).where(LEASES.c.node == me)).scalars()
            )

        return await self._store.write(do)

    async def leave(self) -> None:
        """Unregister this node and release its leases."""

        def do(connection: Connection) -> None:
            connection.execute(delete(LEASES).where(LEASES.c.node == self._store.node))
            connection.execute(delete(NODES).where(NODES.c.node == self._store.node))
            self._store.tell(connection, "free", 0)

        await self._store.write(do)

    async def here(self) -> set[str]:
        """Return the names of all players online, on any node."""

        def ask(connection: Connection) -> list[str]:
            return list(
                connection.execute(select(NODES.c.here).where(self._is_there(connection))).scalars()
            )

        return {
            name
            for names in await self._store.read(ask)
            for name in json.decode(names, type=list[str])
        }

    def _is_there(self, connection: Connection) -> ColumnElement[bool]:
        """Return the condition for a living node.

        Its heartbeat is recent, and it still has connections to the database, which a killed node
        has not.
        """
        lately = NODES.c.until > self._store.time(connection)
        return and_(lately, CONNECTED) if self._store.is_shared else lately

    async def tell_of_lobby(self) -> None:
        """Notify the other nodes of a change in the lobby."""
        if self._store.is_shared:
            await self._store.write(lambda connection: self._store.tell(connection, "hall", 0))

    # --- leases ---

    async def lease(self, ident: int) -> bool:
        """Take the lease of a match; return False if a living node holds it."""
        me = self._store.node

        def do(connection: Connection) -> bool:
            holder = connection.execute(
                select(LEASES.c.node).where(LEASES.c.table == ident)
            ).scalar()
            if holder is None:
                connection.execute(insert(LEASES), {"table": ident, "node": me})
                return True
            gone = LEASES.c.node.not_in(select(NODES.c.node).where(self._is_there(connection)))
            held = and_(LEASES.c.table == ident, LEASES.c.node == holder, gone)
            return (
                holder == me
                or connection.execute(update(LEASES).where(held).values(node=me)).rowcount == 1
            )

        try:
            return await self._store.write(do)
        except IntegrityError:  # another node was faster
            return False

    async def let_go(self, ident: int) -> None:
        """Release the lease of a match."""
        mine = and_(LEASES.c.table == ident, LEASES.c.node == self._store.node)

        def do(connection: Connection) -> None:
            if connection.execute(delete(LEASES).where(mine)).rowcount:
                self._store.tell(connection, "free", ident)

        await self._store.write(do)

    async def free(self, idents: Collection[int]) -> set[int]:
        """Return which of the given matches no node leads."""

        def ask(connection: Connection) -> set[int]:
            there = select(NODES.c.node).where(self._is_there(connection))
            led = select(LEASES.c.table).where(
                LEASES.c.table.in_(list(idents)), LEASES.c.node.in_(there)
            )
            return set(idents) - set(connection.execute(led).scalars())

        return await self._store.read(ask) if idents else set()

    # --- decisions of this node ---

    async def keep(self, kept: DecisionBatch) -> None:
        """Save decisions. Raises NotKeptError."""
        await self._store.keep(kept)

    async def _keep(self, ident: int, do: Callable[[Connection], object]) -> None:
        """Save other data of a match. Raises NotKeptError."""
        try:
            await self._store.write(do)
        except SQLAlchemyError as error:
            raise NotKeptError(f"table {ident}: {type(error).__name__}") from error

    async def keep_wishes(self, ident: int, seat: int, wishes: str, row: int = 0) -> None:
        """Save a player's stop settings; `row` is the row of a message from another node.

        Raises NotKeptError.
        """
        mine = and_(SEATS.c.table == ident, SEATS.c.seat == seat)

        def do(connection: Connection) -> None:
            connection.execute(update(SEATS).where(mine).values(wishes=wishes))
            if row:
                connection.execute(delete(WORDS).where(WORDS.c.id == row))
            self._store.tell(connection, "wished", ident)

        await self._keep(ident, do)

    async def keep_standing(self, kept: DecisionBatch) -> None:
        """Save the status of a match.

        Raises NotKeptError; KeptElsewhereError if this node doesn't lead the match.
        """
        mine = select(LEASES.c.table).where(
            LEASES.c.table == kept.table, LEASES.c.node == self._store.node
        )

        def do(connection: Connection) -> None:
            if not connection.execute(
                update(TABLES).where(TABLES.c.id.in_(mine)).values(clocks=kept.standing)
            ).rowcount:
                raise KeptElsewhereError(f"table {kept.table}")
            hand_over(connection, kept)
            if kept.heard:
                connection.execute(delete(WORDS).where(WORDS.c.id == kept.heard))
            self._store.tell(connection, "decided", kept.table)

        await self._keep(kept.table, do)

    async def standing(self, ident: int) -> MatchStatus:
        """Return the saved status of a match."""
        wanted = select(TABLES.c.clocks).where(TABLES.c.id == ident)
        kept = await self._store.read(lambda connection: connection.execute(wanted).scalar())
        return self._since_up(json.decode(kept, type=MatchStatus)) if kept else MatchStatus()

    async def standings(self, idents: Collection[int]) -> dict[int, MatchStatus]:
        """Return the current status of matches; clocks run only where a node leads the match."""
        wanted = select(TABLES.c.id, TABLES.c.clocks).where(
            TABLES.c.id.in_(list(idents)), TABLES.c.clocks != ""
        )

        def ask(connection: Connection) -> dict[int, str]:
            return {row.id: row.clocks for row in connection.execute(wanted)}

        if not idents:
            return {}
        free, found = await self.free(idents), await self._store.read(ask)
        kept = {
            ident: self._since_up(json.decode(words, type=MatchStatus))
            for ident, words in found.items()
        }
        return {
            ident: replace(each, running=None) if ident in free else as_of(each, steady())
            for ident, each in kept.items()
        }

    # --- messages between nodes ---

    async def post(self, ident: int, seat: int, word: Word) -> int:
        """Post a message to the node that leads a match; return its row."""
        values = {"table": ident, "seat": seat, "word": json.encode(word).decode()}

        def do(connection: Connection) -> int:
            if self._store.is_shared:
                connection.execute(UNSURE)
            row = connection.execute(
                insert(WORDS).returning(WORDS.c.id), values | {"at": self._store.time(connection)}
            ).scalar_one()
            self._store.tell(connection, "said", ident)
            return row

        return await self._store.write(do)

    async def posted(self, ident: int) -> list[Posted]:
        """Return the unhandled messages of a match."""
        wanted = (
            select(WORDS.c.id, WORDS.c.seat, WORDS.c.word)
            .where(WORDS.c.table == ident, WORDS.c.reply.is_(None))
            .limit(MOST_POSTED)
        )

        def ask(connection: Connection) -> list[Posted]:
            return [
                Posted(row, seat, json.decode(word, type=Word))
                for row, seat, word in connection.execute(wanted.order_by(WORDS.c.id))
            ]

        return await self._store.read(ask)

    async def reply(self, ident: int, row: int, words: str) -> None:
        """Record why a message was refused. Raises NotKeptError."""

        def do(connection: Connection) -> None:
            if self._store.is_shared:
                connection.execute(UNSURE)
            connection.execute(update(WORDS).where(WORDS.c.id == row).values(reply=words))
            self._store.tell(connection, "replied", ident)

        await self._keep(ident, do)

    async def replies(self, rows: Collection[int]) -> dict[int, str]:
        """Return the handled messages among `rows`, with the reason of each refusal.

        Deletes the refused ones.
        """

        def do(connection: Connection) -> dict[int, str]:
            wanted = select(WORDS.c.id, WORDS.c.reply).where(WORDS.c.id.in_(list(rows)))
            found = {each.id: each.reply for each in connection.execute(wanted)}
            answered = {row: words for row, words in found.items() if words is not None}
            if answered:
                connection.execute(delete(WORDS).where(WORDS.c.id.in_(list(answered))))
            return dict.fromkeys(set(rows) - set(found), "") | answered

        return await self._store.write(do) if rows else {}

    # --- decisions of another node ---

    async def lines(self, ident: int, first: int) -> list[str]:
        """Return the lines of a match's record from number `first` on."""
        wanted = (
            select(DECISIONS.c.line)
            .where(DECISIONS.c.table == ident, DECISIONS.c.number >= first)
            .order_by(DECISIONS.c.number)
        )
        return await self._store.read(lambda connection: list(connection.execute(wanted).scalars()))

    async def wishes(self, ident: int) -> dict[int, str]:
        """Return the saved stop settings by seat."""
        wanted = select(SEATS.c.seat, SEATS.c.wishes).where(
            SEATS.c.table == ident, SEATS.c.wishes != ""
        )
        return await self._store.read(
            lambda connection: {row.seat: row.wishes for row in connection.execute(wanted)}
        )
