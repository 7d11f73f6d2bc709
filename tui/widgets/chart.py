"""A bar chart of a game's rounds, one line per player."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from tui.session.statistics import Series
from tui.terminal import theme
from tui.widgets.lines import styled

BARS = "▁▂▃▄▅▆▇█"
NONE = "·"  # the bar for zero


def bars(numbers: Sequence[int], most: int) -> str:
    """Return a bar for each number, relative to `most`."""
    return "".join(
        NONE if number <= 0 else BARS[min(number * len(BARS) // max(most, 1), len(BARS) - 1)]
        for number in numbers
    )


def sampled(numbers: Sequence[int], columns: int) -> list[int]:
    """Return at most `columns` of the numbers: the last of each interval."""
    if len(numbers) <= columns:
        return list(numbers)
    return [numbers[(column + 1) * len(numbers) // columns - 1] for column in range(columns)]


def chart(series: Series, names: Sequence[str], letters: Sequence[str], width: int) -> list[Text]:
    """Return a heading, then each player's bars with the final number."""
    label = min(max(map(len, names)), 12)
    most = max(max(line) for line in series.numbers)
    room = max(width - label - 12, 8)
    rounds = len(series.numbers[0])
    lines = [
        styled(
            f"{series.name.capitalize()}, rounds 1 to {rounds}"
            if rounds > 1
            else series.name.capitalize(),
            theme.QUIET,
        )
    ]
    for seat, numbers in enumerate(series.numbers):
        line = styled(f" {letters[seat]} ", theme.badge_style(seat))
        line.append(f" {names[seat][:label]:<{label}} ", theme.seat_style(seat))
        shown = bars(sampled(numbers, room), most)
        lines.append(
            line.append(shown, theme.seat_style(seat)).append(f" {numbers[-1]}", theme.PLAIN)
        )
    return lines
