"""One SVG out of several: each is shown for a while, then the next, and again from the first.

What several frames have in common is in the picture once. Whoever asks their system for less motion
sees the last frame.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

STYLE = re.compile(r"\.terminal-\d+-(r\d+) \{(.*?)\}", re.DOTALL)
PIECE = re.compile(
    r"<rect [^>]*shape-rendering[^>]*/>|<text [^>]*clip-path=[^>]*>.*?</text>", re.DOTALL
)
SCREEN = '<g transform="translate('  # where the screen begins, within the frame of the window


def animated(frames: Sequence[str], seconds: Sequence[float]) -> str:
    """Return one animated SVG of screens as Textual exports them, each shown for its `seconds`."""
    looks: dict[str, str] = {}  # each style, and its name in the whole
    shown: dict[str, set[int]] = {}  # each piece of a screen, and the frames that have it
    for number, frame in enumerate(frames):
        names = {
            name: looks.setdefault(style.strip(), f"s{len(looks)}")
            for name, style in STYLE.findall(frame)
        }
        for piece in PIECE.findall(frame):
            shown.setdefault(_piece(piece, names), set()).add(number)
    groups: dict[frozenset[int], list[str]] = {}
    for ground in (True, False):  # letters lie above the ground
        for piece, numbers in shown.items():
            if piece.startswith("<rect") == ground:
                groups.setdefault(frozenset(numbers | {-1} if ground else numbers), []).append(
                    piece
                )
    ordered = sorted(groups.items(), key=lambda group: -1 not in group[0])
    parts, rules, last = list[str](), list[str](), len(frames) - 1
    for at, (numbers, pieces) in enumerate(ordered):
        here = numbers - {-1}
        parts.append(
            f'<g class="k{at}">{"".join(pieces)}</g>'
            if len(here) < len(frames)
            else "".join(pieces)
        )
        if len(here) < len(frames):
            rules.append(_rule(at, here, seconds, is_last=last in here))
    first = frames[0]
    head, screen = first[: first.index("<defs>")], first[first.index("</defs>") + len("</defs>") :]
    window = screen[: screen.rindex(SCREEN)]
    opening = re.match(r"<g transform=\"[^\"]*\"", screen[screen.rindex(SCREEN) :])
    matrix = re.search(r"\.terminal-\d+-matrix \{(.*?)\}", head, re.DOTALL)
    title = re.search(r"\.terminal-\d+-title \{(.*?)\}", head, re.DOTALL)
    assert opening is not None
    assert matrix is not None
    assert title is not None
    styles = [
        f".m {{{_short(matrix[1])}}}",
        f".t {{{_short(title[1])}}}",
        *(f".{name} {{{style}}}" for style, name in looks.items()),
    ]
    start = re.match(r"<svg [^>]*>", head)
    assert start is not None
    window = re.sub(r'class="terminal-\d+-title"', 'class="t"', window)
    return (
        f"{start[0]}\n<style>{' '.join([*styles, *rules])}</style>\n{window.strip()}\n"
        f'{opening[0]}><g class="m">{"".join(parts)}</g></g>\n</svg>\n'
    )


def _piece(piece: str, names: Mapping[str, str]) -> str:
    """Return a piece of a screen without what differs from frame to frame though it looks the
    same.
    """
    piece = re.sub(r' (?:clip-path|shape-rendering)="[^"]*"', "", piece)
    return re.sub(
        r'class="terminal-\d+-(r\d+)"', lambda found: f'class="{names.get(found[1], "")}"', piece
    )


def _short(style: str) -> str:
    return " ".join(style.split())


def _rule(at: int, numbers: frozenset[int], seconds: Sequence[float], *, is_last: bool) -> str:
    """Return the animation of a group of pieces that are seen in these frames alone."""
    total, now = sum(seconds), 0.0
    steps, before = list[str](), None
    for number, length in enumerate(seconds):
        is_seen = number in numbers
        if is_seen != before:
            steps.append(f"{100 * now / total:.2f}%{{opacity:{int(is_seen)}}}")
            before = is_seen
        now += length
    still = (
        f"@media (prefers-reduced-motion:reduce){{.k{at}{{animation:none;opacity:{int(is_last)}}}}}"
    )
    name = f"@keyframes f{at}{{{''.join(steps)}}}"
    return (
        f".k{at}{{opacity:{int(0 in numbers)};animation:f{at} {total:g}s step-end "
        f"infinite}}{name}{still}"
    )
