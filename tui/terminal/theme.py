"""The colours of Spellfront: the styles that hand-drawn lines use, and the themes in which they are
shown.

What is drawn is drawn in the colours of the first theme, which stand for what they mean ("danger",
"Edna's"); `tui.widgets.dress` puts those of the chosen theme in their place on the way to the
terminal. So each of them means one thing only. Nothing is told by colour alone: whatever is
coloured has a letter, a shape or a word as well.
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

# a colour for each seat, told apart by colour-blind eyes too; the seat's letter always stands with
# it
SEAT_COLORS = NIGHT.seats

LAND_COLORS = {
    letter: (NIGHT.lands[letter], NIGHT.grounds[letter]) for letter in NIGHT.grounds if letter
} | {"": (MUTED, NIGHT.grounds[""])}
"""Foreground and background of a land by its letter; no letter: face down, or no basic land
type.
"""

MANA_COLORS = {**NIGHT.lands, "W": NIGHT.white_mana, "C": NIGHT.colorless_mana}


def made(palette: Palette) -> Theme:
    """A palette as Textual's own widgets use it."""
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
    """Words about a seat."""
    return Style(color=SEAT_COLORS[seat % len(SEAT_COLORS)], bold=True)


def badge_style(seat: int) -> Style:
    """A seat's letter on its colour."""
    return Style(color=BACKGROUND, bgcolor=SEAT_COLORS[seat % len(SEAT_COLORS)], bold=True)


def land_style(letter: str) -> Style:
    """The inside of a space with such a land."""
    color, background = LAND_COLORS[letter]
    return Style(color=color, bgcolor=background)
