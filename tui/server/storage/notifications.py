"""What nodes hear of each other: numbers about topics, as PostgreSQL notifies.

What they stand for is read from rows.

Nothing depends on any of them coming: whoever listens looks again from time to time as well.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress

import psycopg
from psycopg import sql

from tui.server.storage.database import APPLICATION, TOPIC, Store

AGAIN = 0.5  # seconds after which a line that broke is opened again

LOG = logging.getLogger("spellfront.wire")


class Wire:
    """Listens to the other nodes, where a store is shared."""

    def __init__(self, store: Store) -> None:
        """Nothing is heard yet."""
        self._store = store
        self._ears: dict[str, Callable[[int], object]] = {}
        self._listening: asyncio.Task[None] | None = None
        # called when the line is there (again): anything may have happened before
        self.on_open: Callable[[], object] = lambda: None

    def hear(self, topic: str, told: Callable[[int], object]) -> None:
        """Have a function called with every number that another node tells about a topic.

        To be said before it is opened.
        """
        self._ears[topic] = told

    def open(self) -> None:
        """Listen from now on."""
        if self._store.is_shared:
            self._listening = asyncio.create_task(self._listen(), name="wire")

    async def close(self) -> None:
        """Hear nothing more."""
        if self._listening is not None:
            self._listening.cancel()
            with suppress(asyncio.CancelledError):
                await self._listening

    async def _listen(self) -> None:
        while True:
            try:
                async with await self._connected() as line:
                    for topic in self._ears:
                        await line.execute(
                            sql.SQL("LISTEN {}").format(sql.Identifier(TOPIC + topic))
                        )
                    self.on_open()
                    async for note in line.notifies():
                        self._told(note.channel.removeprefix(TOPIC), note.payload)
            except psycopg.Error as error:
                LOG.warning(
                    "the connection to the database was lost (%s) and is being reopened",
                    type(error).__name__,
                )
            await asyncio.sleep(AGAIN)

    async def _connected(self) -> psycopg.AsyncConnection:
        name = APPLICATION + self._store.node
        return await psycopg.AsyncConnection.connect(
            self._store.address, autocommit=True, application_name=name
        )

    def _told(self, topic: str, message: str) -> None:
        node, _, number = message.partition(" ")
        if node != self._store.node and number.isdecimal() and topic in self._ears:
            self._ears[topic](int(number))
