"""A chart of a game's rounds: a line of bars for each player, higher where there was more, with
the last number behind it.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from tui.session.statistics import Series
from tui.terminal import theme
from tui.widgets.lines import styled

BARS = "▁▂▃▄▅▆▇█"
NONE = "·"  # stands where there was nothing: no bar is so low


def bars(numbers: Sequence[int], most: int) -> str:
    """A bar for each number, `most` being the highest."""
    return "".join(
        NONE if number <= 0 else BARS[min(number * len(BARS) // max(most, 1), len(BARS) - 1)]
        for number in numbers
    )


def sampled(numbers: Sequence[int], columns: int) -> list[int]:
    """As many of the numbers as there are columns: the last of each stretch, the very last among
    them.
    """
    if len(numbers) <= columns:
        return list(numbers)
    return [numbers[(column + 1) * len(numbers) // columns - 1] for column in range(columns)]


def chart(series: Series, names: Sequence[str], letters: Sequence[str], width: int) -> list[Text]:
    """A heading with the number of rounds, then each player's bars."""
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
