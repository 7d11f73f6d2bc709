"""The border between the game and a terminal: what comes from files, names, keys and paths is shown
without what could drive it.

A terminal obeys control characters and escapes, and marks of direction make a line read otherwise
than it is. Nothing of that ever belongs in what Spellfront shows: `clean` takes it out,
`CleanStream` stands before what commands print, and `tui.widgets.clean_lines` before everything
that the screen draws.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from typing import Any, TextIO, cast

KEPT = "\n"  # what ends a line on a stream


def clean(text: str, kept: str = "") -> str:
    """A text with nothing but what can be seen: no control characters, escapes, marks of
    direction or halves of characters.
    """
    if text.isprintable():
        return text
    return "".join(
        letter if letter.isprintable() or letter in kept else _instead(letter) for letter in text
    )


def _instead(letter: str) -> str:
    """A space for what takes up room, such as a wide space or a tab; else nothing."""
    from rich.cells import cell_len

    return " " if letter == "\t" or letter.isspace() or cell_len(letter) else ""


class CleanStream:
    """A stream that writes clean text to another."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write a text, cleaned; its length, as it was given."""
        self._stream.write(clean(text, KEPT))
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextmanager
def clean_output(out: TextIO, err: TextIO) -> Iterator[None]:
    """Whatever is printed meanwhile is clean."""
    with (
        redirect_stdout(cast("TextIO", CleanStream(out))),
        redirect_stderr(cast("TextIO", CleanStream(err))),
    ):
        yield
