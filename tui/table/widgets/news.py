"""The news: the recap of what others did, in a panel that stands until the first key that moves
or takes something.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, chain

from rich.text import Text

from tui.table.recap import Recap
from tui.terminal import symbols, theme
from tui.terminal.clause_numbers import without
from tui.widgets.lines import Lines, Same, cut_line, styled, wrapped


class RecapPanel(Lines):
    """A recap, a paragraph for each of its lines."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._recap: Recap | None = None

    def show_recap(self, recap: Recap | None) -> None:
        """Draw a recap; nothing where there is none."""
        self._recap = recap
        if recap is not None:
            self.name_panel(f"News ({symbols.NEWS} on the map)" if recap.spaces else "News")
            self.paint(lambda width, height: news_lines(recap, width, height), about=Same(recap))

    def length(self, width: int) -> int:
        """Return how many lines the news takes at a width."""
        return len(news_lines(self._recap, width)) if self._recap is not None else 0


def news_lines(recap: Recap, width: int, height: int = 0) -> list[Text]:
    """Return the lines of a recap, broken to a width; with a height, whole sentences alone.

    Where more sentences fit then, clause numbers are left out, or the names of players become their
    letters as well. The last line counts the sentences for which there is no room. Only a sentence
    that is by itself too long is cut, with a mark.
    """
    if not recap.lines:
        return [Text("nothing that affects you", theme.QUIET)]
    plain = [without(line) for line in recap.lines]
    ways = [
        _broken(lines, width)
        for lines in (recap.lines, plain, [_lettered(line, recap.names) for line in plain])
    ]
    if height <= 0:
        return list(chain.from_iterable(ways[0]))
    rows = max(ways, key=lambda way: _fitting(way, height))
    told = _fitting(rows, height)
    if told == len(rows):
        return list(chain.from_iterable(rows))
    room = max(height - (len(rows) > 1), 1)
    shown = list(chain.from_iterable(rows[:told])) or [
        *rows[0][: room - 1],
        cut_line(rows[0][room - 1].append(" …"), width),
    ]
    return [*shown, styled(f"{len(rows) - max(told, 1)} more in the log", theme.QUIET)][:height]


def _fitting(rows: Sequence[list[Text]], height: int) -> int:
    """Return how many sentences fit, a line being kept for the number of those that don't."""
    ends = list(accumulate(map(len, rows)))
    return len(rows) if ends[-1] <= height else sum(end < height for end in ends)


def _broken(lines: Sequence[str], width: int) -> list[list[Text]]:
    return [
        wrapped(Text(f"{symbols.NEWS} {line}", theme.PLAIN), max(width, 10), "  ") for line in lines
    ]


def _lettered(line: str, names: Sequence[str]) -> str:
    """Return a sentence with its subject's name as the letter that the map has for that player."""
    for name, letter in zip(names, symbols.seat_letters(names), strict=True):
        if line.startswith((f"{name} ", f"{name}'")):
            return letter + line[len(name) :]
    return line
