"""Plain-text play over SSH: the plain table of a local game, for `play --plain`.

The plain table blocks for input, so it runs in its own thread. Typed lines and updates wait in one
inbox, and only that thread touches the session.
"""

from __future__ import annotations

import asyncio
import codecs
from collections.abc import Awaitable, Callable, Iterator
from queue import Queue
from threading import Event, Thread
from typing import TYPE_CHECKING, NamedTuple

from tui.plain.rounds import table_of
from tui.plain.table import NewsArrived, PlainLines
from tui.terminal.ascii import in_ascii
from tui.terminal.sanitize import clean

if TYPE_CHECKING:
    from tui.server.match.seat import SeatSession
    from tui.server.storage.messages import MatchConnection, Update, Word
    from tui.settings.settings import Settings

LONGEST_LINE = 1_000  # characters of a line; the rest is dropped
# typed lines that may wait before reading pauses; with twice as many updates waiting, the client is
# disconnected
MOST_WAITING = 100


class Typed(NamedTuple):
    """A typed line; None: end of input."""

    line: str | None


class InboxLine:
    """A match connection whose updates wait in an inbox."""

    def __init__(self, line: MatchConnection, put: Callable[[Update], object]) -> None:
        """Pass updates to `put`; `deliver` hands them to the session later."""
        self.seat = line.seat
        self._line, self._put = line, put
        self._loop = asyncio.get_running_loop()
        self.deliver: Callable[[Update], None] = lambda update: None

    async def open(self, hear: Callable[[Update], None]) -> Update:
        self.deliver = hear
        return await self._line.open(lambda update: (self._put(update), None)[1])

    def say(self, word: Word) -> None:
        self._loop.call_soon_threadsafe(self._line.say, word)

    def close(self) -> None:
        self._line.close()


class PlainVisit:
    """A player who plays line by line."""

    def __init__(
        self,
        line: MatchConnection,
        write: Callable[[str], object],
        hang_up: Callable[[], object],
        *,
        ascii: bool = False,
    ) -> None:
        """Start a visit; `write` and `hang_up` are called on the event loop.

        `ascii`: the terminal shows ASCII only.
        """
        self._inbox: Queue[Typed | Update] = Queue()
        self.line = InboxLine(line, self._put)
        self._write, self._hang_up, self._ascii = write, hang_up, ascii
        self._loop = asyncio.get_running_loop()
        self._flows = Event()  # cleared while the terminal reads too slowly
        self._flows.set()
        self._gone = False
        self._typed = ""
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode

    async def play(self, session: SeatSession, settings: Settings) -> str:
        """Play until the game ends or the player leaves: "over", "left" or "fault"."""
        self._ascii = self._ascii or settings.ascii
        done: asyncio.Future[str] = self._loop.create_future()

        def run() -> None:
            try:
                ended = table_of(
                    session, PlainLines(self._ask, self._tell, self._wait), settings
                ).play()
            except Exception as error:  # any error must reach the waiting coroutine
                self._loop.call_soon_threadsafe(
                    lambda error=error: done.done() or done.set_exception(error)
                )
            else:
                self._loop.call_soon_threadsafe(lambda: done.done() or done.set_result(ended))

        Thread(target=run, name="spellfront-plain", daemon=True).start()
        try:
            return await done
        finally:
            session.close()

    # --- on the event loop ---

    async def listen(
        self, read: Callable[[], Awaitable[bytes]], cooked: LineEditor | None = None
    ) -> None:
        """Read input until its end; `cooked` edits lines for a terminal."""
        while data := await read():
            for typed in cooked.lines(data) if cooked is not None else [data]:
                self.feed(typed)
            if cooked is not None and cooked.is_over:
                break
            while self.is_full and not self._gone:
                await asyncio.sleep(0.05)
        self.end()

    def feed(self, data: bytes) -> None:
        """Split received bytes into lines."""
        *lines, rest = (
            (self._typed + self._decode(data)).replace("\r\n", "\n").replace("\r", "\n").split("\n")
        )
        self._typed = rest[:LONGEST_LINE]
        for line in lines:
            self._inbox.put(Typed(line[:LONGEST_LINE]))

    def end(self) -> None:
        """Handle the end of input."""
        if self._typed:
            self._inbox.put(Typed(self._typed))
            self._typed = ""
        self._inbox.put(Typed(None))

    def leave(self) -> None:
        """Handle the loss of the terminal."""
        self._gone = True
        self._flows.set()
        self._inbox.put(Typed(None))

    def flow(self, *, on: bool) -> None:
        """Resume or pause output."""
        if on or self._gone:
            self._flows.set()
        else:
            self._flows.clear()

    @property
    def is_full(self) -> bool:
        """Return whether enough lines wait."""
        return self._inbox.qsize() >= MOST_WAITING

    def _put(self, update: Update) -> None:
        if self._inbox.qsize() > 2 * MOST_WAITING:
            self._hang_up()
        else:
            self._inbox.put(update)

    # --- in the thread ---

    def _tell(self, text: str) -> None:
        self._flows.wait()
        lines = [clean(line) for line in text.split("\n")]
        self._say("".join(f"{in_ascii(line) if self._ascii else line}\n" for line in lines))

    def _say(self, text: str) -> None:
        if text and not self._gone:
            self._loop.call_soon_threadsafe(self._write, text)

    def _ask(self, prompt: str) -> str:
        """Return the next typed line.

        Raises EOFError at the end of input, and Moved if an update arrived instead.
        """
        self._say(in_ascii(prompt) if self._ascii else prompt)
        item = self._inbox.get()
        if not isinstance(item, Typed):
            self.line.deliver(item)
            if prompt:
                self._say("\n")
            raise NewsArrived
        if item.line is None or self._gone:
            raise EOFError
        return item.line

    def _wait(self) -> None:
        """Wait for an update; lines typed meanwhile are read afterwards.

        Raises EOFError if the terminal is gone.
        """
        typed = list[Typed]()
        while isinstance(item := self._inbox.get(), Typed) and not self._gone:
            typed.append(item)
        if not isinstance(item, Typed):
            self.line.deliver(item)
        self._put_back(typed)
        if self._gone:
            raise EOFError

    def _put_back(self, typed: list[Typed]) -> None:
        """Put lines back at the front of the inbox."""
        if typed:
            with self._inbox.mutex:
                self._inbox.queue.extendleft(reversed(typed))
                self._inbox.not_empty.notify()


class LineEditor:
    """A line editor for a terminal, whose client sends single keys without echo."""

    def __init__(self, echo: Callable[[str], object]) -> None:
        """Write typed characters to `echo`."""
        self._echo = echo
        self._line = ""
        self._in_escape = False
        self.is_over = False  # Ctrl-C, or Ctrl-D on an empty line
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode

    def lines(self, data: bytes) -> Iterator[bytes]:
        """Return the lines completed by these keys."""
        for letter in self._decode(data):
            if self._in_escape:  # cursor keys do nothing
                self._in_escape = not (letter.isalpha() or letter == "~")
            elif letter in "\r\n":
                self._echo("\r\n")
                yield f"{self._line}\n".encode()
                self._line = ""
            elif letter in "\x7f\b":
                self._take_out(1)
            elif letter == "\x15":
                self._take_out(len(self._line))
            elif letter == "\x1b":
                self._in_escape = True
            elif letter == "\x03" or (letter == "\x04" and not self._line):
                self.is_over = True
                return
            elif letter.isprintable() and len(self._line) < LONGEST_LINE:
                self._line += letter
                self._echo(letter)

    def _take_out(self, number: int) -> None:
        self._echo("\b \b" * min(number, len(self._line)))
        self._line = self._line[: len(self._line) - number] if number else self._line
