"""The themes of Spellfront, and the styles of hand-drawn lines.

Widgets draw in the colors of the first theme, each of which has exactly one meaning ("danger",
"Edna's"); `tui.terminal.palette_filter` replaces them by those of the chosen theme on the way to
the terminal. No information relies on color alone: everything colored also has a letter, a shape
or a word.
"""

from __future__ import annotations

from rich.style import Style
from textual.theme import Theme

from tui.terminal.palettes import NIGHT, PALETTES, SIXTEEN_DARK, SIXTEEN_LIGHT, Palette

BACKGROUND, SURFACE, PANEL, LINE = NIGHT.background, NIGHT.surface, NIGHT.panel, NIGHT.line
TEXT, MUTED, FAINT = NIGHT.text, NIGHT.muted, NIGHT.faint
GOLD, TEAL, RED = NIGHT.gold, NIGHT.teal, NIGHT.red
SQUARE_LIGHT, SQUARE_DARK, REACHED, STRUCK = (
    NIGHT.square_light,
    NIGHT.square_dark,
    NIGHT.reached,
    NIGHT.struck,
)
FOG = NIGHT.fog

# the color of each seat, distinguishable by color-blind players; the seat's letter always
# accompanies it
SEAT_COLORS = NIGHT.seats

LAND_COLORS = {
    letter: (NIGHT.lands[letter], NIGHT.grounds[letter]) for letter in NIGHT.grounds if letter
} | {"": (MUTED, NIGHT.grounds[""])}
"""Foreground and background of a land by letter; no letter: face down, or no basic land type."""

MANA_COLORS = {**NIGHT.lands, "W": NIGHT.white_mana, "C": NIGHT.colorless_mana}


def made(palette: Palette) -> Theme:
    """Return a palette as a Textual theme."""
    return Theme(
        name=palette.name,
        primary=palette.gold,
        secondary=palette.teal,
        accent=palette.gold,
        foreground=palette.text,
        background=palette.background,
        surface=palette.surface,
        panel=palette.panel,
        warning=palette.gold,
        error=palette.red,
        success=palette.teal,
        dark=palette.dark,
        variables={
            "border": palette.line,
            "border-blurred": palette.line,
            "input-cursor-text-style": "reverse",
        },
    )


THEMES = [made(palette) for palette in (*PALETTES.values(), SIXTEEN_DARK, SIXTEEN_LIGHT)]

PLAIN = Style(color=TEXT)
STRONG = Style(color=TEXT, bold=True)
QUIET = Style(color=MUTED)
DIM = Style(color=FAINT)
TAKEN_BACK = Style(color=MUTED, strike=True)
CURSOR = Style(color=BACKGROUND, bgcolor=GOLD, bold=True)
HERE = Style(color=GOLD, bold=True)
CHOICE = Style(color=TEAL, bold=True)
DANGER = Style(color=RED, bold=True)
KEY = Style(color=GOLD)


def seat_style(seat: int) -> Style:
    """Return the style of words about a seat."""
    return Style(color=SEAT_COLORS[seat % len(SEAT_COLORS)], bold=True)


def badge_style(seat: int) -> Style:
    """Return the style of a seat's letter on the seat's color."""
    return Style(color=BACKGROUND, bgcolor=SEAT_COLORS[seat % len(SEAT_COLORS)], bold=True)


def land_style(letter: str) -> Style:
    """Return the style of the inside of a space with a land."""
    color, background = LAND_COLORS[letter]
    return Style(color=color, bgcolor=background)
