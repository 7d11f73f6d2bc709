"""The line filter for themes: colors and characters that suit the player's terminal."""

from __future__ import annotations

from rich.color import Color as RichColor
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

from tui.terminal.ascii import in_ascii
from tui.terminal.palettes import NIGHT, Palette


class PaletteFilter(LineFilter):
    """A filter that replaces the default colors by a palette, or by other attributes."""

    def __init__(self, palette: Palette, *, colorless: bool = False, ascii: bool = False) -> None:
        super().__init__()
        self._ascii = ascii
        self._colorless = colorless
        self._instead = (
            dict(zip(NIGHT.roles(), palette.roles(), strict=True)) if palette != NIGHT else {}
        )
        self._filled = {*NIGHT.seats, *palette.seats, NIGHT.gold, palette.gold}
        self._choice, self._danger = {NIGHT.teal, palette.teal}, {NIGHT.red, palette.red}
        self._palette = palette
        self._inked = (
            {*palette.grounds.values(), palette.reached, palette.struck} - {palette.grounds[""]}
            if palette.inks
            else set()
        )
        self._styles: dict[tuple[Style, bool], Style] = {}

    @property
    def changes_nothing(self) -> bool:
        """Return whether the filter has no effect."""
        return not (self._instead or self._colorless or self._ascii)

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the adapted segments of a line; no cell moves."""
        return [
            Segment(in_ascii(text) if self._ascii else text, self._style(style, text), control)
            for text, style, control in segments
        ]

    def _style(self, style: Style | None, text: str) -> Style | None:
        if style is None:
            return None
        has_words = self._colorless and any(map(str.isalnum, text))
        if (style, has_words) not in self._styles:
            self._styles[style, has_words] = (
                self._without_color(style, has_words)
                if self._colorless
                else self._in_palette(style)
            )
        return self._styles[style, has_words]

    def _in_palette(self, style: Style) -> Style:
        color, ground = (
            self._instead.get(_name(style.color)),
            self._instead.get(_name(style.bgcolor)),
        )
        style = style + Style(color=color, bgcolor=ground) if color or ground else style
        return (
            style + Style(color=self._ink(style)) if _name(style.bgcolor) in self._inked else style
        )

    def _ink(self, style: Style) -> str | None:
        """Return a readable color for text on a colored land; None if the text is readable."""
        palette, ground, color = (
            self._palette,
            Color.parse(_name(style.bgcolor)),
            _name(style.color),
        )
        if color and contrast(Color.parse(color), ground) >= LEAST_CONTRAST:
            return None
        return max(
            palette.text, palette.background, key=lambda ink: contrast(Color.parse(ink), ground)
        )

    def _without_color(self, style: Style, has_words: bool) -> Style:
        """Return a style without colors.

        Filled cells are reversed, danger is bold, and choices in words are underlined; other
        choices have a dot.
        """
        color, ground = _name(style.color), _name(style.bgcolor)
        return style.without_color + Style(
            reverse=True if ground in self._filled else style.reverse,
            underline=True if has_words and color in self._choice else style.underline,
            bold=True if color in self._danger else style.bold,
        )


LEAST_CONTRAST = 3.5  # of letters on a land


def contrast(one: Color, other: Color) -> float:
    """Return the contrast ratio of two colors, from 1 to 21 (WCAG 2)."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(color: Color) -> float:
    parts = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in color.normalized
    )
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), parts, strict=True))


def _name(color: RichColor | None) -> str:
    """Return a color as #rrggbb; empty for none."""
    return color.triplet.hex if color is not None and color.triplet is not None else ""
