"""The two ends of a conversation line by line: what is typed, and what is told, over any two streams."""

from __future__ import annotations

import shutil
import textwrap
from typing import TextIO

from tui.letters import in_ascii
from tui.plain import Lines

LONGEST_LINE = 1000  # so many letters of a line are read; nobody answers with more


def lines_of(source: TextIO, sink: TextIO, *, ascii: bool = False) -> Lines:
    """Lines read from one stream and told to another, broken between words where somebody sits before them."""
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
        while rest and not rest.endswith("\n"):  # what is beyond belongs to the same line
            rest = source.readline(LONGEST_LINE)
        if not seen:
            sink.write("\n")
        if not line:
            raise EOFError
        return line.rstrip("\n")

    return Lines(ask, tell)


def _broken(line: str) -> str:
    """A line as several, no wider than the terminal."""
    width = max(shutil.get_terminal_size().columns - 1, 20)
    indent = " " * (len(line) - len(line.lstrip()))
    return textwrap.fill(line.strip(), width, initial_indent=indent, subsequent_indent=f"{indent}  ", break_on_hyphens=False)
