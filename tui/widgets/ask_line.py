"""An input line at the bottom of a screen, for one line or a pasted list."""

from __future__ import annotations

from collections.abc import Callable

from textual.events import Paste
from textual.message import Message
from textual.widgets import Input


class AskLine(Input):
    """The input line, hidden until `ask`."""

    class Pasted(Message):
        """Several lines were pasted."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    purpose = ""  # the prompt while the line is open
    _then: Callable[[str], None] | None = None

    def ask(self, purpose: str, value: str, then: Callable[[str], None]) -> None:
        """Open the line with a value; `then` receives the text."""
        self.purpose, self.placeholder, self._then = purpose, purpose, then
        self.cursor_blink = False
        self.value = value
        self.cursor_position = len(value)
        self.add_class("-open")
        # immediately, so that fast typing goes into this line
        self.screen.set_focus(self)

    @property
    def is_open(self) -> bool:
        return self.has_class("-open")

    def close(self, *, keep: bool) -> None:
        """Close the line; `keep`: pass the text on."""
        then, self._then, self.purpose = self._then, None, ""
        self.remove_class("-open")
        self.screen.set_focus(None)
        if then is not None and keep:
            then(self.value)

    def on_paste(self, event: Paste) -> None:
        """Send a paste of several lines as `Pasted`."""
        if len(event.text.strip().splitlines()) > 1:
            event.prevent_default()
            event.stop()
            self.post_message(self.Pasted(event.text))
