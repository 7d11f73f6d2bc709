"""Notifications between nodes through PostgreSQL: a topic and a number.

The content is read from rows. Nothing depends on a notification arriving: listeners also poll from
time to time.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress

import psycopg
from psycopg import sql

from tui.server.storage.database import APPLICATION, TOPIC, Store

AGAIN = 0.5  # seconds before a lost connection is reopened

LOG = logging.getLogger("spellfront.wire")


class Notifications:
    """A listener for notifications from other nodes of a shared database."""

    def __init__(self, store: Store) -> None:
        """Start without topics."""
        self._store = store
        self._ears: dict[str, Callable[[int], object]] = {}
        self._listening: asyncio.Task[None] | None = None
        # called after each connect, since notifications may have been missed before
        self.on_open: Callable[[], object] = lambda: None

    def hear(self, topic: str, told: Callable[[int], object]) -> None:
        """Register a function for the numbers of a topic.

        Must be called before `open`.
        """
        self._ears[topic] = told

    def open(self) -> None:
        """Start listening if the database is shared."""
        if self._store.is_shared:
            self._listening = asyncio.create_task(self._listen(), name="wire")

    async def close(self) -> None:
        """Stop listening."""
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
