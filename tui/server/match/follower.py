"""A match that another node leads, followed through the rows in the database.

Messages become rows of `words`; their results arrive as rows of `decisions` and are carried out
here again, so that each connection gets a View for its own seat. If the leader fails, the game is
already here.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from typing import TYPE_CHECKING, Protocol

from msgspec import json
from sqlalchemy.exc import SQLAlchemyError

from engine.history.record import UNDO, RecordError, entry_of
from tui.server.match.connections import (
    BUSY,
    LOST,
    OVER,
    UNREADABLE,
    Connections,
    MatchHost,
    SeatMessage,
    Work,
)
from tui.server.storage.clocks import as_of
from tui.server.storage.database import steady
from tui.server.storage.messages import LONGEST_WORD, ChangeStops, Decide, MatchStatus, Word
from tui.server.storage.stop_settings import StopSettings
from tui.session.progress import GameInProgress

if TYPE_CHECKING:
    from collections.abc import Collection

LOG = logging.getLogger("spellfront.following")


class OtherNodes(Protocol):
    """The database as a follower uses it."""

    async def lines(self, ident: int, first: int) -> list[str]: ...
    async def standing(self, ident: int) -> MatchStatus: ...
    async def wishes(self, ident: int) -> dict[int, str]: ...
    async def post(self, ident: int, seat: int, word: Word) -> int: ...
    async def replies(self, rows: Collection[int]) -> dict[int, str]: ...


class FollowedMatch(MatchHost):
    """A game that another node leads."""

    def __init__(
        self,
        ident: int,
        progress: GameInProgress,
        nodes: OtherNodes,
        work: Work,
        connections: Connections | None,
        standing: MatchStatus,
    ) -> None:
        """Follow a match from the saved game `progress` and its saved status `standing`."""
        super().__init__(ident, progress, work, connections, standing)
        self._standing = standing
        self._nodes = nodes
        self._to_say: deque[SeatMessage] = deque()
        self._nudged = asyncio.Event()
        self._nudged.set()
        self._wished = False
        self._following: asyncio.Task[None] | None = asyncio.create_task(
            self._follow(), name=f"following {ident}"
        )

    def say(self, said: SeatMessage) -> None:
        """Post a message to the leader; refuse it if too many wait."""
        too_long = isinstance(said.word, Decide) and len(said.word.action) > LONGEST_WORD
        if too_long or len(self._to_say) + len(self.connections.posted) >= BUSY:
            asyncio.get_running_loop().call_soon(self._not_heard, said)
            return
        self._to_say.append(said)
        self.nudge()

    def nudge(self, *, wished: bool = False) -> None:
        """Look for new rows; `wished`: for stop settings as well."""
        self._wished = self._wished or wished
        self._nudged.set()

    def standing_now(self) -> MatchStatus:
        return as_of(self._standing, steady())

    def lose(self) -> list[SeatMessage]:
        """Stop following but keep the connections open.

        Returns the messages that were not posted.
        """
        self._stop()
        unsaid = list(self._to_say)
        self._to_say.clear()
        if not self.over.done():
            self.over.set_result(LOST)
        return unsaid

    async def close(self, why: str) -> None:
        """Stop following and close all connections."""
        self._stop()
        self._end(why)

    def _stop(self) -> None:
        if self._following is not None:
            self._following.cancel()
        self._following = None  # as in `Match`

    async def _follow(self) -> None:
        try:
            async with self._one_at_a_time:
                await self._tell()  # connections kept from an earlier host
            while self._progress.asked is not None:
                await self._nudged.wait()
                self._nudged.clear()
                try:
                    await self._hear()
                except SQLAlchemyError as error:
                    LOG.warning(
                        "match %d: the database can't be queried now: %s",
                        self.ident,
                        type(error).__name__,
                    )
            self.connections.all.clear()
            self.over.set_result(OVER)
        except RecordError:
            LOG.warning("match %d came out differently here and is being read again", self.ident)
            if not self.over.done():
                self.over.set_result(LOST)
        except Exception as error:  # tell the players here instead of letting them wait
            LOG.exception(
                "match %d can't be followed anymore: %s", self.ident, type(error).__name__
            )
            self._end(UNREADABLE)

    async def _hear(self) -> None:
        """Post waiting messages, then read their results and all other news."""
        while self._to_say:
            said = self._to_say[0]
            row = await self._nodes.post(self.ident, said.seat or 0, said.word)
            self.connections.posted[row] = said
            said.heard()  # the leader carries the message out
            self._to_say.popleft()
            if isinstance(said.word, ChangeStops) and said.seat in self._progress.stops:
                said.word.wishes.grant(self._progress.stops[said.seat])
                await self._tell_wishes(said.seat, said.word.wishes, said.connection)
        await self.catch_up()
        if self._wished:
            self._wished = False
            await self._see_wishes()
        for row, words in (await self._nodes.replies(self.connections.posted)).items():
            said = self.connections.posted.pop(row)
            if words and said.connection is not None and said.connection in self.connections.all:
                await self._refuse(said.connection, words)

    async def catch_up(self) -> None:
        """Carry out decisions made elsewhere and send updates. Raises RecordError."""
        async with self._one_at_a_time:
            lines = await self._nodes.lines(self.ident, self._progress.moment)
            before, self._standing = self._standing, await self._nodes.standing(self.ident)
            self._notices = self._standing.notices
            if lines:
                await self._work(lambda: self._carry_out(lines))
            if lines or before != self._standing:
                await self._tell()

    def _carry_out(self, lines: list[str]) -> None:
        """Carry out decisions, in a thread; a take-back replays the whole record."""
        if any(f": {UNDO} " in line for line in lines):
            record = self._progress.record
            for line in lines:
                record.entries.append(entry_of(record, line))
                self._decided.add(record.entries[-1].seat)
            self._progress = GameInProgress.replayed(record, f"table {self.ident}")
            return
        for line in lines:
            self._progress.follow(line)
            self._decided.add(self._progress.record.entries[-1].seat)

    async def _see_wishes(self) -> None:
        """Adopt the saved stop settings, except for seats with a change under way."""
        mine = {
            said.seat
            for said in (*self.connections.posted.values(), *self._to_say)
            if isinstance(said.word, ChangeStops)
        }
        for seat, words in (await self._nodes.wishes(self.ident)).items():
            stops, wishes = self._progress.stops.get(seat), json.decode(words, type=StopSettings)
            if stops is not None and seat not in mine and StopSettings.of(stops) != wishes:
                wishes.grant(stops)
                await self._tell_wishes(seat, wishes)
