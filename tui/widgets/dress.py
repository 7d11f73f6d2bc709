"""How what is drawn looks on this player's terminal: the chosen theme's colours, as many as there are, and letters that it has."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from rich.cells import cell_len
from rich.color import Color as RichColor
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

from tui.palettes import NIGHT, Palette

SIGNS = {
    "─━═╌┄": "-=#..",
    "│┃║": "||#",
    "╭╮╰╯┌┐└┘├┤┬┴┼": "+" * 13,
    "┏┓┗┛╔╗╚╝": "====####",
    "↷°»«♜♚◆✦": "T'><HK$*",
    "•▸▶‹›": "*>><>",
    "░▒▓█▀▄▌▐▁▂▃▅▆▇": ":%####||__====",
    "·…×–—−": "..x---",
    "←→↑↓": "<>^v",
    "↖↗↙↘": "\\//\\",
    "✓✗☠∞": "+xx&",
    "“”„‘’‚": '"""\'\'',
}
"""The signs that are drawn, in groups that look alike, and the ASCII that stands for each; told apart where that matters."""
TABLE = {ord(sign): plain for signs, plains in SIGNS.items() for sign, plain in zip(signs, plains, strict=False)}


@lru_cache(4096)
def in_ascii(text: str) -> str:
    """A text in ASCII, as wide as it was."""
    if text.isascii():
        return text
    return "".join(letter if letter.isascii() else TABLE.get(ord(letter)) or _nearest(letter) for letter in text)


def _nearest(letter: str) -> str:
    """The letter without its accent, if it has one; else a question mark for every cell that it takes."""
    bare = unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode()
    return bare[:1].ljust(cell_len(letter)) if bare else "?" * cell_len(letter)


class Dress(LineFilter):
    """Puts a palette in the place of the colours that everything is drawn in; without colours, what they mean in other ways."""

    def __init__(self, palette: Palette, *, colorless: bool = False, ascii: bool = False) -> None:
        super().__init__()
        self._ascii = ascii
        self._colorless = colorless
        self._instead = dict(zip(NIGHT.roles(), palette.roles(), strict=True)) if palette != NIGHT else {}
        self._filled = {*NIGHT.seats, *palette.seats, NIGHT.gold, palette.gold}
        self._choice, self._danger = {NIGHT.teal, palette.teal}, {NIGHT.red, palette.red}
        self._styles: dict[Style, Style] = {}

    @property
    def changes_nothing(self) -> bool:
        """Whether all would stay as it is drawn."""
        return not (self._instead or self._colorless or self._ascii)

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The segments of a line, dressed; no cell moves."""
        return [Segment(in_ascii(text) if self._ascii else text, self._style(style), control) for text, style, control in segments]

    def _style(self, style: Style | None) -> Style | None:
        if style is None:
            return None
        if style not in self._styles:
            self._styles[style] = self._without_color(style) if self._colorless else self._in_palette(style)
        return self._styles[style]

    def _in_palette(self, style: Style) -> Style:
        color, ground = self._instead.get(_name(style.color)), self._instead.get(_name(style.bgcolor))
        return style + Style(color=color, bgcolor=ground) if color or ground else style

    def _without_color(self, style: Style) -> Style:
        """What is filled with a colour is reversed, what can be chosen underlined, danger bold."""
        color, ground = _name(style.color), _name(style.bgcolor)
        return style.without_color + Style(
            reverse=True if ground in self._filled else style.reverse,
            underline=True if color in self._choice else style.underline,
            bold=True if color in self._danger else style.bold,
        )


def _name(color: RichColor | None) -> str:
    """A colour as palettes write it; empty for none."""
    return color.triplet.hex if color is not None and color.triplet is not None else ""
