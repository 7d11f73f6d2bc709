"""Chat in the lobby and at tables, cleaned and rate-limited."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import Struct
from sqlalchemy import ColumnElement, Connection, and_, delete, exists, insert, select

from engine.log import many
from tui.server.storage.database import now
from tui.server.storage.schema import CHAT, SEATS, TABLES
from tui.server.storage.tables import PLAYING
from tui.terminal.sanitize import clean

if TYPE_CHECKING:
    from tui.server.storage.accounts import ServerPlayer
    from tui.server.storage.database import Store
    from tui.server.storage.tables import Tables

LONGEST = 300  # characters in a message
# seconds within which an account, or all guests at an address, may send `Shares.lines` messages
WITHIN = 10.0
KEPT = 300  # messages kept per place
SWEEP = 50  # messages between two deletions of old ones
MOST_SPEAKERS = 10_000


class TalkError(Exception):
    """A message is refused; the text is for its sender."""


class ChatLine(Struct, frozen=True):
    """A chat message."""

    id: int
    name: str
    words: str
    at: int
    watching: bool = False  # sent by a watcher while the game was in progress

    @property
    def speaker(self) -> str:
        """The displayed name of the sender."""
        return f"{self.name} (watching)" if self.watching else self.name


class Talk:
    """All chat on the server."""

    def __init__(self, store: Store, tables: Tables) -> None:
        """Keep messages in `store`; `tables` decide which tables a player may see."""
        self._store, self._tables = store, tables
        self._lately: dict[str, deque[float]] = {}  # the times of each sender's latest messages
        self._said = 0
        self.clock: Callable[[], float] = time.monotonic
        # called after each message sent from this node
        self.on_said: Callable[[], object] = lambda: None

    async def say(self, player: ServerPlayer, table: int | None, words: str) -> None:
        """Send a message to a table, or to the lobby if `table` is None. Raises TalkError.

        Messages of watchers during a game are shown to other watchers only. Guests appear at a
        table under the name of their seat.
        """
        words = " ".join(clean(words).split())
        if not words:
            raise TalkError("there is no message to send")
        if len(words) > LONGEST:
            raise TalkError(f"your message has {len(words)} characters; allowed: at most {LONGEST}")
        self._not_too_much(
            f"at {player.address}" if player.is_guest and player.address else player.holder
        )
        row = {
            "table": table,
            "holder": player.holder,
            "name": player.name,
            "words": words,
            "at": now(),
        }
        self._said += 1

        def do(connection: Connection) -> None:
            if (
                table is not None
                and connection.execute(
                    select(TABLES.c.id).where(self._is_seen(table, player))
                ).first()
                is None
            ):
                raise TalkError(f"there is no table {table}")
            seat = _seat(connection, table, player)
            watching = seat is None and _is_played(connection, table)
            name = seat if player.is_guest and seat is not None else player.name
            connection.execute(insert(CHAT), {**row, "name": name, "watching": watching})
            if not self._said % SWEEP:
                _sweep(connection, and_(_place(table), CHAT.c.watching.is_(watching)))
            self._store.tell(connection, "hall", table or 0)

        await self._store.write(do)
        self.on_said()

    def _not_too_much(self, holder: str) -> None:
        most = self._tables.allowances.shares.lines
        if len(self._lately) > MOST_SPEAKERS:
            self._lately.clear()
        lately, time_now = self._lately.setdefault(holder, deque(maxlen=most)), self.clock()
        if len(lately) == most and time_now - lately[0] < WITHIN:
            wait = many(int(WITHIN - (time_now - lately[0])) + 1, "second")
            raise TalkError(f"you are sending messages too quickly; try again in {wait}")
        lately.append(time_now)

    def _is_seen(self, table: int, player: ServerPlayer) -> ColumnElement[bool]:
        return and_(TABLES.c.id == table, self._tables.may_see(player.holder))

    async def latest(
        self, table: int | None, player: ServerPlayer, most: int = 100
    ) -> list[ChatLine]:
        """Return the latest messages of the lobby or a table, oldest first.

        Returns an empty list for a table that the player may not see. While a game lasts, its
        players don't get the messages of watchers.
        """
        where = (
            _place(table)
            if table is None
            else and_(_place(table), exists().where(self._is_seen(table, player)))
        )
        columns = [CHAT.c[name] for name in ("id", "name", "words", "at", "watching")]
        query = select(*columns).order_by(CHAT.c.id.desc()).limit(most)

        def ask(connection: Connection) -> list[ChatLine]:
            plays = _is_played(connection, table) and _seat(connection, table, player) is not None
            heard = and_(where, CHAT.c.watching.is_(False)) if plays else where
            return [ChatLine(*row) for row in connection.execute(query.where(heard))][::-1]

        return await self._store.read(ask)


def _place(table: int | None) -> ColumnElement[bool]:
    return CHAT.c.table.is_(None) if table is None else CHAT.c.table == table


def _seat(connection: Connection, table: int | None, player: ServerPlayer) -> str | None:
    """Return a player's name at a table; None without a seat."""
    mine = and_(SEATS.c.table == table, SEATS.c.holder == player.holder)
    return (
        connection.execute(select(SEATS.c.name).where(mine)).scalar() if table is not None else None
    )


def _is_played(connection: Connection, table: int | None) -> bool:
    """Return whether a game is in progress at a table."""
    return (
        table is not None
        and connection.execute(select(TABLES.c.state).where(TABLES.c.id == table)).scalar()
        == PLAYING
    )


def _sweep(connection: Connection, place: ColumnElement[bool]) -> None:
    """Delete the oldest messages of a place beyond `KEPT`."""
    old = (
        select(CHAT.c.id)
        .where(place)
        .order_by(CHAT.c.id.desc())
        .offset(KEPT)
        .limit(1)
        .scalar_subquery()
    )
    connection.execute(delete(CHAT).where(place, CHAT.c.id <= old))
