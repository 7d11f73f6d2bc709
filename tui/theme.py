"""The colours of Spellfront: a calm dark theme, and the styles that hand-drawn lines use.

Nothing is told by colour alone: whatever is coloured has a letter, a shape or a word as well.
"""

from __future__ import annotations

from rich.style import Style
from textual.theme import Theme

BACKGROUND = "#0e1117"
SURFACE = "#141922"
PANEL = "#1b222d"
LINE = "#37424f"
TEXT = "#d8dee8"
MUTED = "#8491a3"
FAINT = "#566273"
GOLD = "#e6b95c"
TEAL = "#63d3c2"
RED = "#ef7a7a"

SEAT_COLORS = ("#6fb7ff", "#ff9d6c", "#c49bff", "#8bdc93")
"""A colour for each seat, told apart by colour-blind eyes too; the seat's letter always stands with it."""

LAND_COLORS = {
    "W": ("#ece3bd", "#242219"),
    "U": ("#86bdf0", "#15212f"),
    "B": ("#bda6cf", "#211a28"),
    "R": ("#ef9478", "#2c1b18"),
    "G": ("#92cf7c", "#17271a"),
    "": (MUTED, "#151a22"),
}
"""Foreground and background of a land by its letter; no letter: face down, or no basic land type."""

MANA_COLORS = {"W": "#f2e9c4", "U": "#86bdf0", "B": "#bda6cf", "R": "#ef9478", "G": "#92cf7c", "C": "#c3cad4"}

THEME = Theme(
    name="spellfront",
    primary=GOLD,
    secondary=TEAL,
    accent=GOLD,
    foreground=TEXT,
    background=BACKGROUND,
    surface=SURFACE,
    panel=PANEL,
    warning=GOLD,
    error=RED,
    success=TEAL,
    dark=True,
    variables={"border": LINE, "border-blurred": LINE, "input-cursor-text-style": "reverse"},
)

PLAIN = Style(color=TEXT)
STRONG = Style(color=TEXT, bold=True)
QUIET = Style(color=MUTED)
DIM = Style(color=FAINT)
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
