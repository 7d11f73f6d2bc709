"""The line of a player's chance over a game: a block for each column, with the cursor's place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from tui.look_back.analysis_words import percent
from tui.terminal import theme
from tui.widgets.lines import styled

if TYPE_CHECKING:
    from engine.analysis.game_analysis import GameAnalysis

BLOCKS, PLAIN_BLOCKS = "▁▂▃▄▅▆▇█", ".-=#"
UNKNOWN = " "
LEAST_WIDTH = 10
SEVERITY = ("", "!", "?!", "?", "??")


def chance_lines(
    analysis: GameAnalysis,
    seat: int,
    name: str,
    place: int,
    last: int,
    size: tuple[int, int],
    *,
    plain: bool = False,
) -> list[Text]:
    """Return the line, and below it the marks if there is room for two lines.

    `place` is the cursor's place of those up to `last`; `size` the width and height in cells.
    `plain`: only ASCII is shown.
    """
    width, height = size
    label = f" {name[:12]} "
    room = max(width - len(label) - 6, LEAST_WIDTH)
    known = analysis.chances(seat)
    columns = min(room, last + 1)
    here = min(place * columns // (last + 1), columns - 1)
    now = [chance for at, chance in known if at <= place]
    line = styled(label, theme.seat_style(seat))
    blocks = PLAIN_BLOCKS if plain else BLOCKS
    marks = column_marks(analysis, last, columns)
    for column, chance in enumerate(sampled(known, last, columns)):
        sign = (
            UNKNOWN if chance is None else blocks[min(int(chance * len(blocks)), len(blocks) - 1)]
        )
        style = theme.DANGER if marks[column] in ("?", "??") else theme.seat_style(seat)
        line.append(sign, theme.CURSOR if column == here else style)
    reached = bool(known) and place <= known[-1][0]
    line.append(f" {percent(now[-1])}" if now and reached else "  …", theme.STRONG)
    if height < 2:
        return [line]
    below = styled(" " * len(label), theme.QUIET)
    for mark in marks:
        below.append({"??": "‼"}.get(mark, mark[:1]) or " ", theme.DANGER)
    return [line, below]


def sampled(known: Sequence[tuple[int, float]], last: int, columns: int) -> list[float | None]:
    """Return the last chance of each column; None where none is known yet."""
    found: list[float | None] = [None] * columns
    for place, chance in known:
        found[place * columns // (last + 1)] = chance
    end = known[-1][0] * columns // (last + 1) if known else -1
    for column in range(1, end + 1):  # columns without a place of their own
        if found[column] is None:
            found[column] = found[column - 1]
    return found


def column_marks(analysis: GameAnalysis, last: int, columns: int) -> list[str]:
    """Return the gravest mark of each column."""
    found = [""] * columns
    for each in analysis.decisions:
        column = each.place * columns // (last + 1)
        if SEVERITY.index(each.mark) > SEVERITY.index(found[column]):
            found[column] = each.mark
    return found
