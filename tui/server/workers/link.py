"""One end of a socket between the front process and a worker: questions with answers, and words
that need none.

A frame is a length and a msgpack array. Its size is limited, and its values are checked against the
types that the receiver names, as a guest's words are. Errors that both sides know travel by name;
of all others only the kind is told.
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

# bytes: a record of a very long game, and a part of a game that is looked back on
LARGEST_FRAME = 8 << 20
LENGTH = 4  # bytes that say how long a frame is
TELL = 0  # the number of a frame that nobody answers

LOG = logging.getLogger("spellfront.link")


class LinkError(Exception):
    """The other end is gone, or has sent what can't be read."""


class WorkerError(Exception):
    """Something went wrong at the other end that has no name here; the message is its kind."""


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
"""The errors that both sides know, the particular before the general."""


def _named(error: Exception) -> tuple[str, str]:
    """Return the name and the words of an error, for the other end."""
    for name, kind in ERRORS.items():
        if isinstance(error, kind):
            return name, str(error)
    return "", type(error).__name__


def _made(name: str, words: str) -> Exception:
    """Return an error that the other end has named."""
    if name == "deck":
        return DeckError(*words.split("\n"))
    return ERRORS[name](words) if name in ERRORS else WorkerError(words)


class Answer(NamedTuple):
    """What answers a name: a function, possibly a coroutine's, and the types of its arguments."""

    do: Callable[..., Any]
    takes: tuple[Any, ...] = ()


class Link:
    """Asks the other end and answers it. `run` reads until the other end is gone."""

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

    # --- asking ---

    async def ask(self, name: str, gives: type[Found] | Any, *values: object) -> Found:
        """Return the other end's answer, converted to a type.

        Raises LinkError, and the errors of `ERRORS`.
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
        """Say something that needs no answer; nothing happens where the other end is gone."""
        if not self.is_closed:
            self._send([TELL, name, values])

    def _send(self, frame: object) -> None:
        data = msgpack.encode(frame)
        if len(data) > LARGEST_FRAME:
            raise LinkError(
                f"found a message of {len(data):,} bytes; allowed: at most {LARGEST_FRAME:,}"
            )
        self._writer.write(len(data).to_bytes(LENGTH, "big") + data)

    # --- being asked ---

    async def run(self) -> None:
        """Read what the other end says until it is gone; everything that was asked is answered
        with an error then.
        """
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
        """Say and hear nothing more."""
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
