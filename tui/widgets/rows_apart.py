"""Rows in narrow lists, shortened so that different rows never look the same.

A cost at the end of a row is kept.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

from rich.text import Text
from textual.geometry import clamp

from tui.widgets.lines import justified

# cells at the left for the cursor and a choice's number, which don't distinguish rows
MARK = 3
COST = re.compile(r" (\{[^{} ]+\})+$")  # a cost at the end of a row's text
LEAST_HEAD = 6  # cells that a row keeps of its beginning


def rows_apart(rows: Sequence[tuple[Text, Text]], width: int) -> list[Text]:
    """Return rows of a left and a right part, cutting left parts but not their differences."""
    lefts = [_with_cost(left, _room(right, width)) for left, right in rows]
    lines = [justified(left, right, width) for left, (_, right) in zip(lefts, rows, strict=True)]
    alike: dict[str, list[int]] = {}
    for at, line in enumerate(lines):
        alike.setdefault(line.plain[MARK:], []).append(at)
    for several in alike.values():
        if len({rows[at][0].plain[MARK:] for at in several}) > 1:
            for at, line in _apart([rows[at] for at in several], width):
                lines[several[at]] = line
    return lines


def _room(right: Text, width: int) -> int:
    """Return the number of cells for a left part."""
    return max(width - right.cell_len - bool(right.cell_len), 0)


def _with_cost(left: Text, room: int) -> Text:
    """Return a row's text, shortened in the middle so that the cost at its end is visible."""
    cost = COST.search(left.plain)
    if left.cell_len <= room or cost is None or room - len(cost[0]) < MARK + LEAST_HEAD:
        return left
    return _without_middle(left, room - len(cost[0]), cost.start())


def _without_middle(left: Text, head: int, tail: int) -> Text:
    """Return the first `head` cells, ending in an ellipsis, and everything from `tail` on."""
    return left[: max(head - 1, 0)].append("…").append_text(left[tail:]) if tail > head else left


def _apart(rows: Sequence[tuple[Text, Text]], width: int) -> list[tuple[int, Text]]:
    """Return rows that would look the same if cut at the end, with the common part shortened."""
    columns = zip(*(left.plain[MARK:] for left, _ in rows), strict=False)
    same = sum(1 for _ in takewhile(lambda letters: len(set(letters)) == 1, columns)) + MARK
    words = rows[0][0].plain
    start = (
        words.rfind(" ", 0, same) + 1
        if same < len(words)
        else max(words.rstrip().rfind(" ") + 1, 0)
    )
    found: list[tuple[int, Text]] = []
    # keep the word that differs, or if too long, the rest from the first difference
    for tail in (start, same):
        seen: dict[str, list[int]] = {}
        found = []
        for at, (left, right) in enumerate(rows):
            room = _room(right, width)
            rest = left.cell_len - tail
            head = clamp(room - rest, min(LEAST_HEAD + MARK, room // 2), room)
            line = justified(_without_middle(left, head, tail), right, width)
            found.append((at, line))
            seen.setdefault(line.plain[MARK:], []).append(at)
        clashes = [
            several
            for several in seen.values()
            if len({rows[at][0].plain[MARK:] for at in several}) > 1
        ]
        if not clashes:
            return found
        # the rows form groups, each with more in common
        if any(len(several) < len(rows) for several in clashes):
            for several in clashes:
                for at, line in _apart([rows[at] for at in several], width):
                    found[several[at]] = several[at], line
            return found
    return found
