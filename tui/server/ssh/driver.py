"""Textual on an SSH channel: what it writes goes to the channel, what comes from there are keys."""

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

if TYPE_CHECKING:
    from textual.app import App
    from textual.message import Message

    from tui.server.ssh.limits import Bucket, Patience

ON = "\x1b[?1049h\x1b[?1000h\x1b[?1006h\x1b[?25l\x1b[?1004h\x1b[>1u\x1b[?2026$p\x1b[?2004h\x1b[?7l"
OFF = "\x1b[?2004l\x1b[?7h\x1b[?1000l\x1b[?1006l\x1b[<u\x1b[?1049l\x1b[?25h\x1b[?1004l"
SMALLEST, LARGEST = (20, 5), (400, 150)
"""Terminals that are drawn on are no smaller and no larger, whatever they say: a screen costs
memory.
"""


LONGEST_PASTE = 100_000  # letters that are pasted at once; what is beyond is left out
SETTLING = 0.05  # seconds after which is looked whether screens have their size
MOST_LOOKS = 40
MOST_KEYS = 200  # so many keys of a terminal may wait; while there are more, nothing is read of it


def forget_the_dead() -> None:
    """Have what Textual remembers of colours keep nobody's screens alive.

    It has a cache of a thousand results with the widget that asked as a part of each key: in a
    house that is what fifty who have left had on their screens. The widget is of no account to the
    result.
    """
    if (found := getattr(StylesCache.get_inner_outer, "__wrapped__", None)) is not None:
        colors = lru_cache(1024)(lambda *asked: found(StylesCache, *asked))
        StylesCache.get_inner_outer = lambda self, *asked: colors(*asked)  # pyright: ignore[reportAttributeAccessIssue]


forget_the_dead()


class Channel(Protocol):
    """Where a driver writes."""

    driver: SSHDriver | None

    @property
    def address(self) -> str:
        """Where the terminal's connection comes from."""
        ...

    def send(self, data: str) -> None: ...
    def read_on(self, *, on: bool) -> None:
        """Read on, or no more for now."""
        ...

    def pace(self) -> tuple[Bucket, Patience]:
        """Keys that are never too many, and where those wait that are."""
        ...


def fitting(width: int, height: int) -> tuple[int, int]:
    """The size that a terminal gets which says that it has this one."""
    return max(SMALLEST[0], min(width, LARGEST[0])), max(SMALLEST[1], min(height, LARGEST[1]))


class SSHDriver(Driver):
    """The driver of an app that has a channel, `app.channel`."""

    def __init__(self, app: App[Any], **settings: Any) -> None:
        super().__init__(app, **settings)
        self._channel: Channel = app.channel  # pyright: ignore[reportAttributeAccessIssue]
        self._channel.driver = self
        self._is_closed = False
        self._written: list[str] = []  # that goes over the line together
        self._parser = XTermParser()
        # the size that comes last; whether one is under way
        self._wanted, self._is_sizing = Size(0, 0), False
        self._keys: deque[Message] = deque()  # that wait
        self._is_waiting = False  # for the turn of a key that was one too many
        self._is_held = False  # nothing is read, because so many wait
        self._unanswered = 0  # letters that have become no key: of something pasted
        self._skips, self._seen = False, ""  # a paste that was too long goes on; the last of it
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode

    def write(self, data: str) -> None:
        if not self._written:
            self._loop.call_soon(self.flush)
        self._written.append(data)

    def flush(self) -> None:
        """Send what has been written: all of an update at a time, for whatever is sent alone
        costs a packet.
        """
        if self._written:
            written, self._written = "".join(self._written), []
            self._channel.send(written)

    def send_message(self, message: Message) -> None:
        """Textual's own posts across threads; here everything is on the loop's."""
        self._app.post_message(message)

    def feed(self, data: bytes) -> None:
        """Keys have come."""
        text = self._without_long_pastes(self._decode(data))
        if text and not self._is_closed:  # no text at all would mean the end to the parser
            found = list(self._parser.feed(text))
            self._unanswered = 0 if found else self._unanswered + len(text)
            if self._unanswered > LONGEST_PASTE:
                list(self._parser.feed(BRACKETED_PASTE_END))
                self._unanswered, self._skips = 0, True
            self._take(found)
            self._loop.call_later(ESCAPE_DELAY + 0.01, self._tick)

    def _without_long_pastes(self, text: str) -> str:
        """What is to be read: nothing, while what was pasted goes on beyond its measure."""
        if not self._skips:
            return text
        seen, end, rest = (self._seen + text).partition(BRACKETED_PASTE_END)
        self._skips, self._seen = not end, "" if end else seen[-len(BRACKETED_PASTE_END) :]
        return rest

    def _tick(self) -> None:
        """An escape that nothing follows is the key of that name."""
        if not self._is_closed:
            self._take(list(self._parser.tick()))

    def _take(self, found: Sequence[Message]) -> None:
        """Have the app do what was typed: at once, as long as that is no more than a person
        types; else in its turn.
        """
        self._keys += found
        if len(self._keys) > MOST_KEYS and not self._is_held:
            self._is_held = True
            self._channel.read_on(on=False)
        if not self._is_waiting:
            self._next()

    def _next(self) -> None:
        self._is_waiting = False
        bucket, patience = self._channel.pace()
        while self._keys and not self._is_closed:
            if not bucket.take():
                self._is_waiting = True
                patience.wait(self._next_one)
                return
            self.process_message(self._keys.popleft())
        self._let_in()

    def _next_one(self) -> None:
        """The turn of a key that was one too many."""
        if self._keys and not self._is_closed:
            self.process_message(self._keys.popleft())
        self._let_in()
        self._next()

    def _let_in(self) -> None:
        if self._is_held and len(self._keys) < MOST_KEYS // 2 and not self._is_closed:
            self._is_held = False
            self._channel.read_on(on=True)

    def resize(self, width: int, height: int) -> None:
        """The terminal has another size.

        Screens that lie above each other must all have one before they get the next.

        (Textual's screens hand sizes on to those below them: with two on their way, they may do so
        for ever.)
        """
        self._wanted = Size(*fitting(width, height))
        if not self._is_sizing:
            self._give_size()

    def _give_size(self) -> None:
        self._is_sizing = True
        self._app.post_message(events.Resize(self._wanted, self._wanted))
        self._loop.call_later(SETTLING, self._see_size, self._wanted, MOST_LOOKS)

    def _see_size(self, given: Size, looks: int) -> None:
        """Return whether all screens have the size that was given: then the next one's turn has come,
        if there is one.
        """
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
        """Nothing is read but what the channel brings."""

    def stop_application_mode(self) -> None:
        self.write(OFF)
        self.flush()

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """Never on the server."""

    def close(self) -> None:
        self._is_closed = True
        self._channel.driver = None
        # a cached method keeps the parser, whose frame keeps the last key, and so the whole app
        self._parser._gen.close()
