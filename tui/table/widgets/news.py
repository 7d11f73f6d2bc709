"""The news panel: a recap of the opponents' actions.

The panel stays until the first key that moves the cursor or picks something.
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
    """A recap, one paragraph for each line."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._recap: Recap | None = None

    def show_recap(self, recap: Recap | None) -> None:
        """Draw a recap; None leaves the panel as drawn."""
        self._recap = recap
        if recap is not None:
            self.name_panel(f"News ({symbols.NEWS} on the map)" if recap.spaces else "News")
            self.paint(lambda width, height: news_lines(recap, width, height), about=Same(recap))

    def length(self, width: int) -> int:
        """Return the number of lines that the news takes at a width."""
        return len(news_lines(self._recap, width)) if self._recap is not None else 0


def news_lines(recap: Recap, width: int, height: int = 0) -> list[Text]:
    """Return the lines of a recap, wrapped to `width`; with a `height`, whole sentences only.

    If more sentences fit that way, clause numbers are left out, or players' names are shortened to
    their letters too. The last line counts the sentences left out. A sentence is cut, with a mark,
    only if it doesn't fit by itself.
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
    """Return the number of sentences that fit, with a line kept for the count of the rest."""
    ends = list(accumulate(map(len, rows)))
    return len(rows) if ends[-1] <= height else sum(end < height for end in ends)


def _broken(lines: Sequence[str], width: int) -> list[list[Text]]:
    return [
        wrapped(Text(f"{symbols.NEWS} {line}", theme.PLAIN), max(width, 10), "  ") for line in lines
    ]


def _lettered(line: str, names: Sequence[str]) -> str:
    """Return a sentence with the subject's name replaced by the player's letter on the map."""
    for name, letter in zip(names, symbols.seat_letters(names), strict=True):
        if line.startswith((f"{name} ", f"{name}'")):
            return letter + line[len(name) :]
    return line
