"""ASCII substitutes for the signs on screen, each as wide as its sign."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from rich.cells import cell_len

SIGNS = {
    "─━═╌┄": "-=#..",
    "│┃║": "||#",
    "╭╮╰╯┌┐└┘├┤┬┴┼": "+" * 13,
    "┏┓┗┛┳┻┣┫╋╔╗╚╝╦╩╠╣╬": "=========#########",
    "↷°»«♜♚◆✦♥": "T'><HK$*L",
    "•▸▶‹›": "*>><>",
    "░▒▓█▀▄▌▐▁▂▃▅▆▇": ":%####||__====",
    "·∙…×–—−": "...x---",
    "←→↑↓↳": "<>^v`",
    "⏎⌫": "~#",
    "↖↗↙↘": "\\//\\",
    "✓✗✕☠∞⚔▲": "+xxx&x^",
    "“”„‘’‚": '"""' + "'',",
}
"""The signs on screen in groups that look alike, with the ASCII character for each.

Signs share a character only where telling them apart doesn't matter.
"""
TABLE = {
    ord(sign): plain
    for signs, plains in SIGNS.items()
    for sign, plain in zip(signs, plains, strict=False)
}


@lru_cache(4096)
def in_ascii(text: str) -> str:
    """Return a text in ASCII of the same width."""
    if text.isascii():
        return text
    return "".join(
        letter if letter.isascii() else TABLE.get(ord(letter)) or _nearest(letter)
        for letter in text
    )


def _nearest(letter: str) -> str:
    """Return a letter without its accent, or a question mark for each cell it occupies."""
    bare = unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode()
    return bare[:1].ljust(cell_len(letter)) if bare else "?" * cell_len(letter)
