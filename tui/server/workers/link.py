"""One end of the socket between the front process and a worker: requests and notices.

A frame is a length and a msgpack array. Its size is limited, and its values are checked against the
types that the receiver declares, like input from a guest. Errors known to both sides travel by
name; of any other error only the class name is sent.
"""

from __future__ import annotations

import asyncio
import inspect
import logging
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

from msgspec import DecodeError, ValidationError, convert, msgpack
from sqlalchemy.exc import SQLAlchemyError

from engine.history.record import RecordError
from tui.server.storage.database import KeptElsewhereError, NotKeptError
from tui.server.storage.decks import DeckError
from tui.server.storage.tables import TableError
from tui.session.ai_process import ThinkingError

Found = TypeVar("Found")

# bytes: enough for the record of a very long game, or a part of a review
LARGEST_FRAME = 8 << 20
LENGTH = 4  # bytes of a frame's length
TELL = 0  # the number of frames without a reply

LOG = logging.getLogger("spellfront.link")


class LinkError(Exception):
    """The other end is gone or has sent invalid data."""


class WorkerError(Exception):
    """An unexpected error occurred at the other end; the message is the class name."""


ERRORS: Mapping[str, type[Exception]] = {
    "deck": DeckError,
    "table": TableError,
    "record": RecordError,
    "kept-elsewhere": KeptElsewhereError,
    "not-kept": NotKeptError,
    "thinking": ThinkingError,
    "database": SQLAlchemyError,
    "link": LinkError,
}
"""The errors known to both sides, subclasses first."""


def _named(error: Exception) -> tuple[str, str]:
    """Return the name and the message of an error, to be sent."""
    for name, kind in ERRORS.items():
        if isinstance(error, kind):
            return name, str(error)
    return "", type(error).__name__


def _made(name: str, words: str) -> Exception:
    """Return the exception for a received name and message."""
    if name == "deck":
        return DeckError(*words.split("\n"))
    return ERRORS[name](words) if name in ERRORS else WorkerError(words)


class Answer(NamedTuple):
    """A handler: a function, possibly a coroutine function, and its argument types."""

    do: Callable[..., Any]
    takes: tuple[Any, ...] = ()


class Link:
    """A connection for requests in both directions. `run` reads until the other end is gone."""

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        answers: Mapping[str, Answer],
    ) -> None:
        self._reader, self._writer, self._answers = reader, writer, answers
        self._asked: dict[int, asyncio.Future[Any]] = {}
        self._number = TELL
        self._tasks: set[asyncio.Task[None]] = set()
        self.is_closed = False

    # --- outgoing ---

    async def ask(self, name: str, gives: type[Found] | Any, *values: object) -> Found:
        """Send a request and return the reply, converted to a type.

        Raises LinkError, or any error of `ERRORS`.
        """
        if self.is_closed:
            raise LinkError("the worker is gone")
        self._number += 1
        number = self._number
        future = self._asked[number] = asyncio.get_running_loop().create_future()
        try:
            self._send([number, name, values])
            return convert(await future, gives, strict=False)
        finally:
            self._asked.pop(number, None)

    def tell(self, name: str, *values: object) -> None:
        """Send a notice without reply; do nothing if the other end is gone."""
        if not self.is_closed:
            self._send([TELL, name, values])

    def _send(self, frame: object) -> None:
        data = msgpack.encode(frame)
        if len(data) > LARGEST_FRAME:
            raise LinkError(
                f"found a message of {len(data):,} bytes; allowed: at most {LARGEST_FRAME:,}"
            )
        self._writer.write(len(data).to_bytes(LENGTH, "big") + data)

    # --- incoming ---

    async def run(self) -> None:
        """Read frames until the other end is gone; then fail all open requests."""
        try:
            while True:
                length = int.from_bytes(await self._reader.readexactly(LENGTH), "big")
                if length > LARGEST_FRAME:
                    raise LinkError(
                        f"found a message of {length:,} bytes; allowed: at most {LARGEST_FRAME:,}"
                    )
                self._take(await self._reader.readexactly(length))
        except (
            asyncio.IncompleteReadError,
            ConnectionError,
            LinkError,
            DecodeError,
            ValidationError,
        ) as error:
            if not isinstance(error, asyncio.IncompleteReadError | ConnectionError):
                LOG.warning("a worker's message can't be read: %s", type(error).__name__)
        finally:
            self.close()

    def _take(self, data: bytes) -> None:
        number, name, values = convert(msgpack.decode(data), tuple[int, str, Any])
        if number < 0:
            self._answered(-number, name, values)
            return
        answer = self._answers.get(name)
        if answer is None:
            raise LinkError(f"found the question '{name[:40]}', which has no answer here")
        arguments = convert(values, tuple[answer.takes], strict=False) if answer.takes else ()
        if number == TELL and not inspect.iscoroutinefunction(answer.do):
            answer.do(*arguments)
            return
        task = asyncio.create_task(
            self._answer(number, answer.do, arguments), name=f"answer to {name}"
        )
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _answered(self, number: int, name: str, value: Any) -> None:
        future = self._asked.get(number)
        if future is None or future.done():
            return
        if not name:
            future.set_result(value)
            return
        words = value if isinstance(value, str) else ""
        future.set_exception(_made(name, words))

    async def _answer(
        self, number: int, do: Callable[..., Any], arguments: tuple[Any, ...]
    ) -> None:
        try:
            found = do(*arguments)
            found = await found if inspect.isawaitable(found) else found
        except Exception as error:
            name, words = _named(error)
            if not name:
                LOG.exception("a question from the other process can't be answered")
            self._reply(number, name, words)
        else:
            self._reply(number, "", found)

    def _reply(self, number: int, name: str, value: object) -> None:
        if number == TELL or self.is_closed:
            return
        try:
            self._send([-number, name, value])
        except LinkError as error:
            self._send([-number, "link", str(error)])

    def close(self) -> None:
        """Close the link."""
        if self.is_closed:
            return
        self.is_closed = True
        self._writer.close()
        for future in self._asked.values():
            if not future.done():
                future.set_exception(LinkError("the worker is gone"))
        for task in tuple(self._tasks):
            if task is not asyncio.current_task():
                task.cancel()
