"""Textual on an SSH channel: what it writes goes to the channel, what comes from there are keys."""

from __future__ import annotations

import codecs
from typing import TYPE_CHECKING, Any, Protocol

from textual import events
from textual._xterm_parser import XTermParser
from textual.constants import ESCAPE_DELAY
from textual.driver import Driver
from textual.geometry import Size

if TYPE_CHECKING:
    from textual.app import App
    from textual.message import Message

ON = "\x1b[?1049h\x1b[?1000h\x1b[?1006h\x1b[?25l\x1b[?1004h\x1b[>1u\x1b[?2026$p\x1b[?2004h\x1b[?7l"
OFF = "\x1b[?2004l\x1b[?7h\x1b[?1000l\x1b[?1006l\x1b[<u\x1b[?1049l\x1b[?25h\x1b[?1004l"
SMALLEST, LARGEST = (20, 5), (400, 150)
"""Terminals that are drawn on are no smaller and no larger, whatever they say: a screen costs memory."""


class Channel(Protocol):
    """Where a driver writes."""

    driver: SSHDriver | None

    def send(self, data: str) -> None: ...


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
        self._parser = XTermParser()
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode

    def write(self, data: str) -> None:
        self._channel.send(data)

    def send_message(self, message: Message) -> None:
        """Textual's own posts across threads; here everything is on the loop's."""
        self._app.post_message(message)

    def feed(self, data: bytes) -> None:
        """Keys have come."""
        text = self._decode(data)
        if text and not self._is_closed:  # no text at all would mean the end to the parser
            for event in self._parser.feed(text):
                self.process_message(event)
            self._loop.call_later(ESCAPE_DELAY + 0.01, self._tick)

    def _tick(self) -> None:
        """An escape that nothing follows is the key of that name."""
        for event in () if self._is_closed else self._parser.tick():
            self.process_message(event)

    def resize(self, width: int, height: int) -> None:
        """The terminal has another size."""
        size = Size(*fitting(width, height))
        self._app.post_message(events.Resize(size, size))

    def start_application_mode(self) -> None:
        self.write(ON)
        width, height = self._size or (80, 24)
        self.resize(width, height)

    def disable_input(self) -> None:
        """Nothing is read but what the channel brings."""

    def stop_application_mode(self) -> None:
        self.write(OFF)

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """Never on the server."""

    def close(self) -> None:
        self._is_closed = True
        self._channel.driver = None
        self._parser._gen.close()  # a cached method keeps the parser, whose frame keeps the last key, and so the whole app
