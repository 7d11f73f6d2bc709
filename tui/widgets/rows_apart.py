"""Rows in little room: whatever is cut off, two rows of a list that differ never look the same,
and a cost at the end is kept.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

from rich.text import Text
from textual.geometry import clamp

from tui.widgets.lines import justified

# cells at the left of a row for the cursor and the number of a choice, by which rows are not told
# apart
MARK = 3
COST = re.compile(r" (\{[^{} ]+\})+$")  # a cost at the end of a row's words
LEAST_HEAD = 6  # cells of its beginning that a row keeps at least


def rows_apart(rows: Sequence[tuple[Text, Text]], width: int) -> list[Text]:
    """Rows of a left and a right part in so many cells each: the left part cut where there is
    too little room, but not what differs.
    """
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
    """The cells for what stands before a right part."""
    return max(width - right.cell_len - bool(right.cell_len), 0)


def _with_cost(left: Text, room: int) -> Text:
    """The words of a row; where they are too long, of their middle less, so that the cost at
    their end is seen.
    """
    cost = COST.search(left.plain)
    if left.cell_len <= room or cost is None or room - len(cost[0]) < MARK + LEAST_HEAD:
        return left
    return _without_middle(left, room - len(cost[0]), cost.start())


def _without_middle(left: Text, head: int, tail: int) -> Text:
    """So many cells of the beginning, one of them a mark that something is left out, then all
    from a place on.
    """
    return left[: max(head - 1, 0)].append("…").append_text(left[tail:]) if tail > head else left


def _apart(rows: Sequence[tuple[Text, Text]], width: int) -> list[tuple[int, Text]]:
    """Rows that look the same if they are cut at their ends: what they have in common is
    shortened instead, so that all differ.
    """
    columns = zip(*(left.plain[MARK:] for left, _ in rows), strict=False)
    same = sum(1 for _ in takewhile(lambda letters: len(set(letters)) == 1, columns)) + MARK
    words = rows[0][0].plain
    start = (
        words.rfind(" ", 0, same) + 1
        if same < len(words)
        else max(words.rstrip().rfind(" ") + 1, 0)
    )
    found: list[tuple[int, Text]] = []
    # from the word that differs, or if that is too long from where it does
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
        # they fall into groups, which have more in common each
        if any(len(several) < len(rows) for several in clashes):
            for several in clashes:
                for at, line in _apart([rows[at] for at in several], width):
                    found[several[at]] = several[at], line
            return found
    return found
