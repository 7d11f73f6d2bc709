"""What goes over the line: only what differs from what the terminal shows, and never less."""

from __future__ import annotations

import re
from random import Random

import pytest
from rich.cells import cell_len
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.app import App
from textual.geometry import Region
from textual.strip import Strip

from tui.terminal.screen_diff import Canvas, LeanUpdate, cells_of, change_of_style, ground_of

GOLD, GROUND = Style(color="#e6b95c", bold=True), Style(bgcolor="#1b222d")
STYLES = (
    Style(),
    GOLD,
    GROUND,
    GOLD + GROUND,
    Style(underline=True, color="red"),
    Style(reverse=True),
    Style(dim=True),
    Style(dim=True, bold=True),
)
COLORS = ColorSystem.EIGHT_BIT
SIZE = (20, 4)


class Terminal:
    """A terminal as far as it concerns us: cells with letters and the codes that they were
    written in.
    """

    def __init__(self) -> None:
        self.cells = [[(" ", frozenset[str]())] * SIZE[0] for _ in range(SIZE[1])]
        self.x = self.y = 0
        self.style: dict[str, str] = {}

    def read(self, written: str) -> None:
        for numbers, does, letter in re.findall(r"\x1b\[([\d;]*)([HGBCDm])|(.)", written):
            if letter:
                self._write(letter)
            elif does == "m":
                self._change(numbers.split(";") if numbers else ["0"])
            elif does == "H":
                self.y, self.x = (int(number) - 1 for number in numbers.split(";"))
            else:
                self._step(does, int(numbers or 1))
            self.x = min(self.x, SIZE[0] - 1)  # beyond the edge is nothing

    def _write(self, letter: str) -> None:
        self.cells[self.y][self.x] = (letter, frozenset(self.style.items()))
        self.x += 1
        for _ in range(cell_len(letter) - 1):
            self.cells[self.y][self.x] = ("", frozenset(self.style.items()))
            self.x += 1

    def _step(self, does: str, far: int) -> None:
        self.y += far if does == "B" else 0
        self.x = far - 1 if does == "G" else self.x + {"B": 0, "C": far, "D": -far}[does]

    def _change(self, codes: list[str]) -> None:
        while codes:
            code = codes.pop(0)
            if code == "0":
                self.style = {}
            elif code in ("38", "48"):
                self.style[code] = ";".join(codes[:2])
                del codes[:2]
            elif code in ("39", "49"):
                self.style.pop("38" if code == "39" else "48", None)
            elif code in ("22", "24", "27"):
                for ended in {"22": "12", "24": "4", "27": "7"}[code]:
                    self.style.pop(ended, None)
            elif code.startswith("3"):
                self.style["38"] = code
            else:
                self.style[code] = ""

    @property
    def seen(self) -> list[list[object]]:
        """What an eye sees: the colour of letters is nothing where no letter is."""
        marks = {"4", "7"}
        return [
            [
                (c, s)
                if c != " " or any(k in marks for k, _ in s)
                else (c, frozenset(p for p in s if p[0] == "48"))
                for c, s in row
            ]
            for row in self.cells
        ]


def drawn(random: Random) -> list[Strip]:
    """A screen of letters, wide letters and gaps in all styles."""
    lines: list[Strip] = []
    for _ in range(SIZE[1]):
        segments: list[Segment] = []
        while (left := SIZE[0] - sum(cell_len(s.text) for s in segments)) > 0:
            text = random.choice(["  ", "abc", "♚", "—", " x ", "龍", "-"])
            segments.append(
                Segment(text if cell_len(text) <= left else " " * left, random.choice(STYLES))
            )
        lines.append(Strip(segments))
    return lines


def pieces(lines: list[Strip]) -> list[tuple[int, int, Strip]]:
    return [(0, y, strip) for y, strip in enumerate(lines)]


@pytest.mark.parametrize("seed", range(8))
def test_the_terminal_shows_the_same_as_if_all_had_been_sent(seed: int) -> None:
    random, canvas, lean = Random(seed), Canvas(), Terminal()
    for _ in range(6):
        lines = drawn(random)
        lean.read(canvas.paint(iter(pieces(lines)), SIZE, COLORS))
        whole = Terminal()
        whole.read(Canvas().paint(iter(pieces(lines)), SIZE, COLORS))
        assert lean.seen == whole.seen
        assert [[c for c, _ in row] for row in lean.cells] == [
            [c for c, _ in cells_of(strip, COLORS)] for strip in lines
        ]


def test_what_stays_is_not_sent_again() -> None:
    canvas, lines = Canvas(), drawn(Random(1))
    assert canvas.paint(iter(pieces(lines)), SIZE, COLORS)
    assert canvas.paint(iter(pieces(lines)), SIZE, COLORS) == ""
    changed = [Strip([Segment("b", GOLD)]) if not y else strip for y, strip in enumerate(lines)]
    assert len(canvas.paint(iter(pieces(changed)), SIZE, COLORS)) < 40


def test_another_size_and_what_is_forgotten_are_painted_anew() -> None:
    canvas, lines = Canvas(), drawn(Random(2))
    first = canvas.paint(iter(pieces(lines)), SIZE, COLORS)
    assert len(canvas.paint(iter(pieces(lines)), (30, 4), COLORS)) == len(first)
    canvas.forget()
    assert canvas.paint(iter(pieces(lines)), (30, 4), COLORS) == first


def test_nothing_is_written_beyond_the_edge() -> None:
    terminal = Terminal()
    terminal.read(
        Canvas().paint(
            iter([(18, 0, Strip([Segment("abcdef")])), (0, 9, Strip([Segment("x")]))]), SIZE, COLORS
        )
    )
    assert [c for c, _ in terminal.cells[0][18:]] == ["a", "b"]


def box(x: int, corner: str = "┏") -> list[tuple[int, int, Strip]]:
    sides = Strip([Segment("┃", GOLD), Segment("    "), Segment("┃", GOLD)])
    return [
        (x, 0, Strip([Segment(f"{corner}────┓", GOLD)])),
        (x, 1, sides),
        (x, 2, sides),
        (x, 3, Strip([Segment("└────┘", GOLD)])),
    ]


def test_the_same_box_is_the_same_bytes_wherever_it_stands() -> None:
    written = [Canvas().paint(iter(box(x)), SIZE, COLORS).partition("H")[2] for x in (0, 3, 11)]
    assert written[0] == written[1] == written[2]
    canvas, terminal = Canvas(), Terminal()
    terminal.read(
        canvas.paint(iter([(0, y, Strip([Segment(" " * 20)])) for y in range(4)]), SIZE, COLORS)
    )
    # up to the edge, where no terminal's cursor goes on
    terminal.read(canvas.paint(iter(box(14)), SIZE, COLORS))
    assert ["".join(letter for letter, _ in row[14:]) for row in terminal.cells] == [
        "┏────┓",
        "┃    ┃",
        "┃    ┃",
        "└────┘",
    ]


def test_after_a_letter_of_doubtful_width_the_next_place_is_named() -> None:
    """Some terminals draw a crown two cells wide: what stands in other rows and to the right
    stays where it is.
    """
    for corner, is_named in (("+", False), ("♜", True), ("龍", True), ("e\u0301", True)):
        written = Canvas().paint(iter(box(3, corner)), SIZE, COLORS)
        assert ("\x1b[2;4H" in written) == is_named, corner


def test_styles_change_by_what_differs() -> None:
    assert change_of_style("38;5;1;48;5;16", "38;5;2;48;5;16") == "\x1b[38;5;2m"
    assert change_of_style("1;38;5;1;48;5;16", "38;5;1;48;5;16") == "\x1b[22m"
    assert change_of_style("38;5;1", "") == "\x1b[m"
    assert change_of_style(None, "31") == "\x1b[0;31m"
    assert change_of_style("1;2;31", "1;31") == "\x1b[0;1;31m"
    assert (ground_of("1;38;5;1;48;5;16"), ground_of("4;38;5;1")) == ("48;5;16", "4;38;5;1")


def test_updates_of_textual_are_read_as_they_are() -> None:
    """The names of Textual's own that the canvas relies on."""
    console, strip = App().console, Strip([Segment("abcdef")])
    layout = LayoutUpdate([[strip], [strip]], Region(0, 0, 6, 2))
    canvas = Canvas()
    assert LeanUpdate(layout, canvas, (6, 2)).render_segments(console).count("abcdef") == 2
    other = Strip([Segment("abcxyz")])
    chops = ChopsUpdate([{0: other}, {0: None}], [(0, 0, 4)], [[6], [6]])
    written = LeanUpdate(chops, canvas, (6, 2)).render_segments(console)
    assert "x" in written
    assert "y" not in written, "only the span that has changed"
    assert callable(App._display)
