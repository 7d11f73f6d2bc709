"""A Textual driver for an SSH channel: output goes to the channel, input comes from it."""

from __future__ import annotations

import codecs
from collections import deque
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Protocol

from textual import events
from textual._styles_cache import StylesCache
from textual._xterm_parser import BRACKETED_PASTE_END, XTermParser
from textual.app import ScreenError
from textual.constants import ESCAPE_DELAY
from textual.driver import Driver
from textual.geometry import Size
from textual.screen import Screen

if TYPE_CHECKING:
    from textual.app import App
    from textual.message import Message

    from tui.server.ssh.limits import TokenBucket, WaitQueue

ON = "\x1b[?1049h\x1b[?1000h\x1b[?1006h\x1b[?25l\x1b[?1004h\x1b[>1u\x1b[?2026$p\x1b[?2004h\x1b[?7l"
OFF = "\x1b[?2004l\x1b[?7h\x1b[?1000l\x1b[?1006l\x1b[<u\x1b[?1049l\x1b[?25h\x1b[?1004l"
SMALLEST, LARGEST = (20, 5), (400, 150)
"""The smallest and the largest screen drawn, whatever a client reports: screens cost memory."""


LONGEST_PASTE = 100_000  # characters of a paste; the rest is dropped
SETTLING = 0.05  # seconds between checks that all screens have their new size
MOST_LOOKS = 40
MOST_KEYS = 200  # waiting keys of a terminal above which its input is paused


def forget_the_dead() -> None:
    """Keep Textual's color cache from holding closed screens in memory.

    The cache has a thousand entries, each with a widget in its key. On a server this would keep the
    screens of about fifty departed players. The widget does not affect the result.
    """
    if (found := getattr(StylesCache.get_inner_outer, "__wrapped__", None)) is not None:
        colors = lru_cache(1024)(lambda *asked: found(StylesCache, *asked))
        StylesCache.get_inner_outer = lambda self, *asked: colors(*asked)  # pyright: ignore[reportAttributeAccessIssue]


def ignore_outdated_sizes() -> None:
    """Keep a screen from handling a size that its app doesn't have anymore.

    A screen that gets a new size reports it to itself. With two sizes in its queue, each report
    would change the size again, and the screen would never let any other terminal of the server
    have a turn.
    """
    resized = Screen._on_resize

    async def _on_resize(self: Screen[object], event: events.Resize) -> None:
        if event.size == self.app.size:
            await resized(self, event)
        else:
            event.stop()

    Screen._on_resize = _on_resize


forget_the_dead()
ignore_outdated_sizes()


class Channel(Protocol):
    """The SSH channel as a driver uses it."""

    driver: SSHDriver | None

    @property
    def address(self) -> str:
        """The address of the terminal's connection."""
        ...

    def send(self, data: str) -> None: ...
    def read_on(self, *, on: bool) -> None:
        """Resume or pause reading."""
        ...

    def pace(self) -> tuple[TokenBucket, WaitQueue]:
        """Return the bucket of unthrottled keys and the queue for keys beyond."""
        ...


def fitting(width: int, height: int) -> tuple[int, int]:
    """Clamp a terminal size that a client reports."""
    return max(SMALLEST[0], min(width, LARGEST[0])), max(SMALLEST[1], min(height, LARGEST[1]))


class SSHDriver(Driver):
    """The driver of an app with a channel, `app.channel`."""

    def __init__(self, app: App[Any], **settings: Any) -> None:
        super().__init__(app, **settings)
        self._channel: Channel = app.channel  # pyright: ignore[reportAttributeAccessIssue]
        self._channel.driver = self
        self._is_closed = False
        self._written: list[str] = []  # output to be sent in one packet
        self._parser = XTermParser()
        # the latest size, and whether a resize is in progress
        self._wanted, self._is_sizing = Size(0, 0), False
        self._keys: deque[Message] = deque()  # waiting keys
        self._is_waiting = False  # whether the next key waits for its turn in the queue
        self._is_held = False  # whether reading is paused because too many keys wait
        self._unanswered = 0  # characters that have not become a key yet, such as part of a paste
        # whether the rest of a long paste is being dropped, and the end of the dropped text
        self._skips, self._seen = False, ""
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode

    def write(self, data: str) -> None:
        if not self._written:
            self._loop.call_soon(self.flush)
        self._written.append(data)

    def flush(self) -> None:
        """Send the collected output at once, as each packet has overhead."""
        if self._written:
            written, self._written = "".join(self._written), []
            self._channel.send(written)

    def send_message(self, message: Message) -> None:
        """Post a message directly: all code here runs on the event loop."""
        self._app.post_message(message)

    def feed(self, data: bytes) -> None:
        """Process received bytes."""
        text = self._without_long_pastes(self._decode(data))
        if text and not self._is_closed:  # the parser takes an empty text for the end of input
            found = list(self._parser.feed(text))
            self._unanswered = 0 if found else self._unanswered + len(text)
            if self._unanswered > LONGEST_PASTE:
                list(self._parser.feed(BRACKETED_PASTE_END))
                self._unanswered, self._skips = 0, True
            self._take(found)
            self._loop.call_later(ESCAPE_DELAY + 0.01, self._tick)

    def _without_long_pastes(self, text: str) -> str:
        """Return the text without the rest of an overlong paste."""
        if not self._skips:
            return text
        seen, end, rest = (self._seen + text).partition(BRACKETED_PASTE_END)
        self._skips, self._seen = not end, "" if end else seen[-len(BRACKETED_PASTE_END) :]
        return rest

    def _tick(self) -> None:
        """Treat an escape character without a successor as the Escape key."""
        if not self._is_closed:
            self._take(list(self._parser.tick()))

    def _take(self, found: Sequence[Message]) -> None:
        """Queue keys for the app, throttling keys that come faster than a person types."""
        self._keys += found
        if len(self._keys) > MOST_KEYS and not self._is_held:
            self._is_held = True
            self._channel.read_on(on=False)
        if not self._is_waiting:
            self._next()

    def _next(self) -> None:
        self._is_waiting = False
        bucket, wait_queue = self._channel.pace()
        while self._keys and not self._is_closed:
            if not bucket.take():
                self._is_waiting = True
                wait_queue.wait(self._next_one)
                return
            self.process_message(self._keys.popleft())
        self._let_in()

    def _next_one(self) -> None:
        """Process a throttled key in its turn."""
        if self._keys and not self._is_closed:
            self.process_message(self._keys.popleft())
        self._let_in()
        self._next()

    def _let_in(self) -> None:
        if self._is_held and len(self._keys) < MOST_KEYS // 2 and not self._is_closed:
            self._is_held = False
            self._channel.read_on(on=True)

    def resize(self, width: int, height: int) -> None:
        """Resize the screens.

        All stacked screens should have a size before they get the next one, as resizing is slow.
        """
        self._wanted = Size(*fitting(width, height))
        if not self._is_sizing:
            self._give_size()

    def _give_size(self) -> None:
        self._is_sizing = True
        self._app.post_message(events.Resize(self._wanted, self._wanted))
        self._loop.call_later(SETTLING, self._see_size, self._wanted, MOST_LOOKS)

    def _see_size(self, given: Size, looks: int) -> None:
        """Wait until all screens have the size `given`, then start the next resize if any."""
        if self._is_closed:
            return
        if looks and not self._all_have(given):
            self._loop.call_later(SETTLING, self._see_size, given, looks - 1)
        elif self._wanted != given:
            self._give_size()
        else:
            self._is_sizing = False

    def _all_have(self, size: Size) -> bool:
        try:
            return all(
                screen._size == size
                for screen in (self._app.screen, *self._app._background_screens)
            )
        except ScreenError:
            return False

    def start_application_mode(self) -> None:
        self.write(ON)
        width, height = self._size or (80, 24)
        self.resize(width, height)

    def disable_input(self) -> None:
        """Do nothing: input comes from the channel alone."""

    def stop_application_mode(self) -> None:
        self.write(OFF)
        self.flush()

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """Do nothing: a server opens no URLs."""

    def close(self) -> None:
        self._is_closed = True
        self._channel.driver = None
        # a cached method keeps the parser, whose frame keeps the last key, and so the whole app
        self._parser._gen.close()
