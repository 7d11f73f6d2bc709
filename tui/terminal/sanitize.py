"""Sanitized output: text from files, names, keys and paths can't control the terminal.

Terminals obey control characters and escape sequences, and direction marks reorder a line. `clean`
removes all of them; `CleanStream` guards printed output, and `tui.widgets.clean_lines` guards the
screen.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from typing import Any, TextIO, cast

KEPT = "\n"  # line ends, which a stream needs


def clean(text: str, kept: str = "") -> str:
    """Return a text without control characters, escapes, direction marks and surrogates."""
    if text.isprintable():
        return text
    return "".join(
        letter if letter.isprintable() or letter in kept else _instead(letter) for letter in text
    )


def _instead(letter: str) -> str:
    """Return a space for a character that occupies cells, such as a tab; else an empty string."""
    from rich.cells import cell_len

    return " " if letter == "\t" or letter.isspace() or cell_len(letter) else ""


class CleanStream:
    """A stream that writes cleaned text to another stream."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write a cleaned text; return its original length."""
        self._stream.write(clean(text, KEPT))
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextmanager
def clean_output(out: TextIO, err: TextIO) -> Iterator[None]:
    """Clean all output printed in the `with` block."""
    with (
        redirect_stdout(cast("TextIO", CleanStream(out))),
        redirect_stderr(cast("TextIO", CleanStream(err))),
    ):
        yield
