"""The palettes of Spellfront: the color of each thing in each theme.

This module contains only data and imports quickly.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, structs


class Palette(Struct, frozen=True):
    """The colors of a theme by purpose, as #rrggbb."""

    name: str
    words: str  # the description in the list of themes
    dark: bool
    background: str
    surface: str  # behind the question
    panel: str  # behind titles and the strip of keys
    line: str  # borders of panels
    text: str
    muted: str
    faint: str
    gold: str  # the cursor, headings, keys
    teal: str  # choices
    red: str  # danger and refusals
    seats: tuple[str, str, str, str]
    lands: Mapping[str, str]  # text on a land, and mana, by letter
    grounds: Mapping[str, str]  # the background of a land, by letter
    white_mana: str
    colorless_mana: str
    square_light: str  # squares of a large board
    square_dark: str
    reached: str  # within reach of a piece
    struck: str  # squares that a piece could strike
    fog: str  # face-down cards
    # whether letters that can't be read on a land take the color of text or background
    inks: bool = False

    def roles(self) -> tuple[str, ...]:
        """Return all colors, in the same order for all palettes."""
        single = (
            self.background, self.surface, self.panel, self.line, self.text, self.muted,
            self.faint, self.gold, self.teal, self.red,
            self.white_mana, self.colorless_mana, self.square_light, self.square_dark,
            self.reached, self.struck, self.fog,
        )  # fmt: skip
        return (
            *single,
            *self.seats,
            *(self.lands[letter] for letter in "WUBRG"),
            *(self.grounds[letter] for letter in LETTERS),
        )


LETTERS = ("W", "U", "B", "R", "G", "")

NIGHT = Palette(
    "night", "night: calm and dark", True,
    background="#0e1117", surface="#141922", panel="#1b222d", line="#37424f", text="#d8dee8",
    muted="#8491a3", faint="#566273",
    gold="#e6b95c", teal="#63d3c2", red="#ef7a7a",
    seats=("#6fb7ff", "#ff9d6c", "#c49bff", "#8bdc93"),
    lands={"W": "#ece3bd", "U": "#86bdf0", "B": "#bda6cf", "R": "#ef9478", "G": "#92cf7c"},
    grounds={"W": "#242219", "U": "#15212f", "B": "#211a28", "R": "#2c1b18", "G": "#17271a",
    "": "#151a22"},
    white_mana="#f2e9c4", colorless_mana="#c3cad4",
    square_light="#161c25", square_dark="#11161e", reached="#1d3a3c", struck="#43242b",
    fog="#262e3a",
)  # fmt: skip

DAY = Palette(
    "day", "day: dark text on light", False,
    background="#fbfaf6", surface="#f1efe8", panel="#e6e3d9", line="#a9a598", text="#22262c",
    muted="#565c66", faint="#777c85",
    gold="#8a5a00", teal="#006b5e", red="#b3202a",
    seats=("#0b5fb0", "#a84300", "#7536b8", "#1d7030"),
    lands={"W": "#665a1e", "U": "#0b5796", "B": "#5d3b78", "R": "#9c351b", "G": "#2a661b"},
    grounds={"W": "#f6efcf", "U": "#dcebf8", "B": "#e9e0ee", "R": "#f8e0d8", "G": "#e0efd9",
    "": "#f0eee7"},
    white_mana="#6b5f20", colorless_mana="#4d545e",
    square_light="#f3f1ea", square_dark="#e9e6dc", reached="#c4e9e2", struck="#f5cccd",
    fog="#d9d5c8",
)  # fmt: skip

CONTRAST = Palette(
    "contrast", "high contrast, dark", True,
    background="#000000", surface="#000001", panel="#1c1c1c", line="#b8b8b8", text="#ffffff",
    muted="#d8d8d8", faint="#bcbcbc",
    gold="#ffe14d", teal="#4dffe5", red="#ff9c9c",
    seats=("#7cc4ff", "#ffb066", "#e0b3ff", "#8df59a"),
    lands={"W": "#fff6c8", "U": "#a8d8ff", "B": "#e2ccf4", "R": "#ffc0ae", "G": "#bdf5a8"},
    grounds={"W": "#1f1d10", "U": "#0a1826", "B": "#1b1122", "R": "#24100b", "G": "#0c1d0d",
    "": "#0a0a0a"},
    white_mana="#fff9d9", colorless_mana="#ededed",
    square_light="#141414", square_dark="#050505", reached="#00403a", struck="#5c0d16",
    fog="#5a5a5a",
)  # fmt: skip

PAPER = Palette(
    "paper", "high contrast, light", False,
    background="#ffffff", surface="#fffffe", panel="#e4e4e4", line="#3c3c3c", text="#000000",
    muted="#262626", faint="#404040",
    gold="#6b3f00", teal="#00504a", red="#8f0010",
    seats=("#003f8a", "#803000", "#5a1896", "#0b5020"),
    lands={"W": "#4d4200", "U": "#003c73", "B": "#431d63", "R": "#7a1d08", "G": "#144708"},
    grounds={"W": "#fdf6d8", "U": "#e6f2fd", "B": "#f2eaf7", "R": "#fdebe6", "G": "#eaf6e5",
    "": "#f6f6f6"},
    white_mana="#524600", colorless_mana="#2e2e2e",
    square_light="#f8f8f8", square_dark="#ebebeb", reached="#b5ebe3", struck="#ffc4c8",
    fog="#b4b4b4",
)  # fmt: skip

CLEAR = Palette(
    "clear", "for color-blind players", True,
    background="#0c1016", surface="#131922", panel="#1a222e", line="#3b4756", text="#e6e9ee",
    muted="#9aa5b4", faint="#6b7787",
    gold="#f0c93f", teal="#7fd4ff", red="#ff8a5b",
    seats=("#3f8ef0", "#ffd24a", "#f6f1ff", "#c65f2e"),
    lands={"W": "#f1ead0", "U": "#84bdf7", "B": "#b7a9d6", "R": "#f0965a", "G": "#c6d36a"},
    grounds={"W": "#27251b", "U": "#122238", "B": "#1e1a2b", "R": "#301c10", "G": "#232710",
    "": "#151922"},
    white_mana="#f6f0d9", colorless_mana="#c6ccd6",
    square_light="#171d27", square_dark="#10151d", reached="#123a5c", struck="#553114",
    fog="#2a3342",
)  # fmt: skip

AMBER = Palette(
    "amber", "amber: warm, with little blue", True,
    background="#14100a", surface="#1b160e", panel="#261e12", line="#574730", text="#f0dcb4",
    muted="#b89d70", faint="#85714f",
    gold="#ffb83d", teal="#a9d46b", red="#ff7d5c",
    seats=("#8fc7d6", "#ff9c52", "#e2a3c2", "#b8d860"),
    lands={"W": "#f5e6b0", "U": "#9cc3cc", "B": "#c9a9b8", "R": "#f79468", "G": "#b0cf6c"},
    grounds={"W": "#2c2614", "U": "#1b2422", "B": "#271b1d", "R": "#331a0f", "G": "#212612",
    "": "#1d1810"},
    white_mana="#f9ecc0", colorless_mana="#d6c8aa",
    square_light="#201a10", square_dark="#18130b", reached="#2f3c16", struck="#4d2010",
    fog="#3a3020",
)  # fmt: skip

PALETTES = {palette.name: palette for palette in (NIGHT, DAY, CONTRAST, PAPER, CLEAR, AMBER)}
"""All themes, the default first."""


CUBE_DARK = {
    "grounds": {"W": "#5f5f00", "U": "#00005f", "B": "#5f005f", "R": "#5f0000", "G": "#005f00",
    "": "#1c1c1c"},
    "square_light": "#262626", "square_dark": "#121212", "reached": "#005f5f", "struck": "#87005f",
    "inks": True,
}  # fmt: skip
CUBE_LIGHT = {
    "grounds": {"W": "#ffffaf", "U": "#afd7ff", "B": "#e4d7ff", "R": "#ffd7d7", "G": "#d7ffaf",
    "": "#eeeeee"},
    "square_light": "#fefefe", "square_dark": "#e4e4e4", "reached": "#87ffd7", "struck": "#ffafaf",
    "inks": True,
}  # fmt: skip
"""Land backgrounds for 256 colors: the nearest colors to a theme's are all black or white."""


def with_colors(palette: Palette, colors: str) -> Palette:
    """Return a palette for a terminal with 16, 256 or all colors.

    With few colors, the replacements keep the meaning rather than the look.
    """
    if colors == "256":
        return structs.replace(palette, **(CUBE_DARK if palette.dark else CUBE_LIGHT))
    if colors == "16":
        return SIXTEEN_DARK if palette.dark else SIXTEEN_LIGHT
    return palette


SIXTEEN_DARK = Palette(
    "sixteen-dark", "16 colors, dark", True,
    background="#000000", surface="#000000", panel="#000000", line="#aaaaaa", text="#ffffff",
    muted="#aaaaaa", faint="#aaaaaa",
    gold="#ffff55", teal="#55ffff", red="#ff5555",
    seats=("#55ffff", "#ffff55", "#ff55ff", "#55ff55"),
    lands={"W": "#ffffff", "U": "#55ffff", "B": "#ff55ff", "R": "#ff5555", "G": "#55ff55"},
    grounds={"W": "#aa5500", "U": "#0000aa", "B": "#aa00aa", "R": "#aa0000", "G": "#00aa00",
    "": "#000000"},
    white_mana="#ffffff", colorless_mana="#aaaaaa",
    square_light="#000000", square_dark="#000000", reached="#00aaaa", struck="#ff5555",
    fog="#aaaaaa", inks=True,
)  # fmt: skip

SIXTEEN_LIGHT = Palette(
    "sixteen-light", "16 colors, light", False,
    background="#ffffff", surface="#ffffff", panel="#ffffff", line="#000000", text="#000000",
    muted="#000000", faint="#555555",
    gold="#aa00aa", teal="#0000aa", red="#aa0000",
    seats=("#0000aa", "#aa0000", "#aa00aa", "#000000"),
    lands={"W": "#000000", "U": "#0000aa", "B": "#aa00aa", "R": "#aa0000", "G": "#000000"},
    grounds={"W": "#ffff55", "U": "#55ffff", "B": "#ff55ff", "R": "#ff5555", "G": "#55ff55",
    "": "#ffffff"},
    white_mana="#000000", colorless_mana="#000000",
    square_light="#ffffff", square_dark="#ffffff", reached="#00aaaa", struck="#aa5500",
    fog="#555555", inks=True,
)  # fmt: skip
