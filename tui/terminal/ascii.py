"""Letters that every terminal has: what stands for the signs that are drawn where there is only
ASCII, each as wide as its sign.
"""

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
"""The signs that are drawn, in groups that look alike, and the ASCII that stands for each; told
apart where that matters.
"""
TABLE = {
    ord(sign): plain
    for signs, plains in SIGNS.items()
    for sign, plain in zip(signs, plains, strict=False)
}


@lru_cache(4096)
def in_ascii(text: str) -> str:
    """A text in ASCII, as wide as it was."""
    if text.isascii():
        return text
    return "".join(
        letter if letter.isascii() else TABLE.get(ord(letter)) or _nearest(letter)
        for letter in text
    )


def _nearest(letter: str) -> str:
    """The letter without its accent, if it has one; else a question mark for every cell that it
    takes.
    """
    bare = unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode()
    return bare[:1].ljust(cell_len(letter)) if bare else "?" * cell_len(letter)
