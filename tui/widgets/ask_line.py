"""A line at the foot of a screen into which one thing is typed, or a list of several lines is
pasted.
"""

from __future__ import annotations

from collections.abc import Callable

from textual.events import Paste
from textual.message import Message
from textual.widgets import Input


class AskLine(Input):
    """Hidden until something is asked."""

    class Pasted(Message):
        """Several lines were pasted."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    purpose = ""  # what is asked, while it is
    _then: Callable[[str], None] | None = None

    def ask(self, purpose: str, value: str, then: Callable[[str], None]) -> None:
        """Be there with a value, and give what becomes of it to a function."""
        self.purpose, self.placeholder, self._then = purpose, purpose, then
        self.cursor_blink = False
        self.value = value
        self.cursor_position = len(value)
        self.add_class("-open")
        # at once: letters that come with the key that asked are letters of this line
        self.screen.set_focus(self)

    @property
    def is_open(self) -> bool:
        return self.has_class("-open")

    def close(self, *, keep: bool) -> None:
        """Be gone; what was typed is given to whoever asked, or forgotten."""
        then, self._then, self.purpose = self._then, None, ""
        self.remove_class("-open")
        self.screen.set_focus(None)
        if then is not None and keep:
            then(self.value)

    def on_paste(self, event: Paste) -> None:
        """One line is typed as it is; several are a list."""
        if len(event.text.strip().splitlines()) > 1:
            event.prevent_default()
            event.stop()
            self.post_message(self.Pasted(event.text))
