"""Conversations line by line over any two streams: input lines and output lines."""

from __future__ import annotations

import shutil
import textwrap
from typing import TextIO

from tui.plain.table import PlainLines
from tui.terminal.ascii import in_ascii

LONGEST_LINE = 1000  # characters read of a line; no answer is longer


def lines_of(source: TextIO, sink: TextIO, *, ascii: bool = False) -> PlainLines:
    """Return input and output lines over two streams.

    Output is wrapped between words if `sink` is a terminal.
    """
    seen = sink.isatty()

    def tell(text: str) -> None:
        for line in text.split("\n"):
            shown = in_ascii(line) if ascii else line
            sink.write(f"{_broken(shown) if seen else shown}\n")
        sink.flush()

    def ask(prompt: str) -> str:
        sink.write(in_ascii(prompt) if ascii else prompt)
        sink.flush()
        line = source.readline(LONGEST_LINE)
        rest = line
        while rest and not rest.endswith("\n"):  # read the rest of the same line
            rest = source.readline(LONGEST_LINE)
        if not seen:
            sink.write("\n")
        if not line:
            raise EOFError
        return line.rstrip("\n")

    return PlainLines(ask, tell)


def _broken(line: str) -> str:
    """Return a line wrapped to the width of the terminal."""
    width = max(shutil.get_terminal_size().columns - 1, 20)
    indent = " " * (len(line) - len(line.lstrip()))
    return textwrap.fill(
        line.strip(),
        width,
        initial_indent=indent,
        subsequent_indent=f"{indent}  ",
        break_on_hyphens=False,
    )
