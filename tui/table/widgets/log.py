"""The log panel: the latest events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from rich.text import Text

from engine.log import LogLine, TakenBack
from tui.terminal import theme
from tui.terminal.clause_numbers import are_shown, without
from tui.widgets.lines import Lines, Same, cut_line, styled, wrapped

# lines above the visible ones that are compared with those of the last drawing
LOOKED_AT = 100
A_CARD = " a card"  # the end of a line that is told with a number if it comes several times


class Log(Lines):
    """The latest lines that fit, the newest last."""

    def show_log(self, sentences: Sequence[str]) -> None:
        """Draw the end of the log."""
        end = tuple(map(Same, sentences[-self.size.height - LOOKED_AT :]))
        numbered = are_shown(self.app)
        self.paint(
            lambda width, height: log_lines(sentences, width, height, numbered=numbered),
            about=(len(sentences), numbered, end),
        )


def log_lines(
    sentences: Sequence[str], width: int, height: int, *, numbered: bool = True
) -> list[Text]:
    """Return the last `height` lines, wrapped, the newest sentence highlighted.

    Clause numbers follow the sentences if `numbered`.
    """
    lines: list[Text] = []
    for age, sentence in enumerate(counted(reversed(sentences))):
        if len(lines) >= height:
            break
        style = theme.PLAIN if age == 0 else theme.QUIET
        if isinstance(sentence, TakenBack):
            style = theme.TAKEN_BACK
        whole = (
            Text(f" {sentence}", style).append_text(clause_mark(sentence))
            if numbered
            else Text(f" {without(sentence)}", style)
        )
        broken = wrapped(whole, max(width, 10), "   ")
        if age == 0 and len(broken) > height:  # keep the beginning of the newest sentence
            return [
                *broken[: height - 1],
                cut_line(whole if height == 1 else broken[height - 1].append(" …"), width),
            ]
        lines = broken + lines
    return lines[-height:] if height > 0 else []


def clause_of(sentence: str) -> str:
    """Return the number of the clause behind a line; an empty string if none."""
    return sentence.clause if isinstance(sentence, LogLine) else ""


def clause_mark(sentence: str) -> Text:
    """Return the styled clause number to append to a line."""
    clause = clause_of(sentence)
    return styled(f" {clause}" if clause else "", theme.DIM)


def counted(sentences: Iterable[str]) -> Iterator[str]:
    """Yield sentences, each run of equal ones once with a count."""
    for sentence, same in groupby(sentences):
        times = sum(1 for _ in same)
        yield sentence if times == 1 else _so_often(sentence, times)


def _so_often(sentence: str, times: int) -> str:
    words = f"{sentence} ×{times}"
    if str(sentence).endswith(A_CARD):
        words = f"{str(sentence).removesuffix(A_CARD)} {times} cards"
    return type(sentence)(words, sentence.clause) if isinstance(sentence, LogLine) else words
