"""Symbols in words (mana, costs, tapping) for players who hear the game read aloud."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from tui.table.wording import COLOR_SYMBOLS

RUN = re.compile(r"(?:\{[^{}\s]{1,9}\})+")
SYMBOL = re.compile(r"\{([^{}]*)\}")
WORDS = {**COLOR_SYMBOLS, "S": "snow", "P": "2 life"}
ALONE = {"T": "tap", "Q": "untap", "0": "nothing"}
ANY = "generic"


def aloud(text: str) -> str:
    """Return a text with its symbols in words: {1}{B}{B} is "2 black and 1 generic"."""
    return RUN.sub(lambda run: _said(SYMBOL.findall(run[0])), text)


def _said(symbols: Sequence[str]) -> str:
    """Return a run of symbols in words: colors first, each with a number, then generic mana."""
    counts = Counter(symbol for symbol in symbols if not _is_generic(symbol))
    parts = [ALONE.get(symbol) or f"{number} {_kind(symbol)}" for symbol, number in counts.items()]
    generic = [symbol for symbol in symbols if _is_generic(symbol)]
    number = sum(int(symbol) for symbol in generic if symbol.isdigit())
    amounts = [
        *([str(number)] if number else []),
        *(symbol for symbol in generic if not symbol.isdigit()),
    ]
    parts += [f"{' plus '.join(amounts)} {ANY}"] if amounts else []
    return " and ".join(parts) or ALONE["0"]


def _is_generic(symbol: str) -> bool:
    return (symbol.isascii() and symbol.isdigit()) or symbol in ("X", "Y", "Z")


def _kind(symbol: str) -> str:
    """Return a color, or the choice of a split symbol: "white or blue"."""
    return " or ".join(_part(part) for part in symbol.split("/"))


def _part(part: str) -> str:
    if part.isdigit():
        return f"{part} {ANY}"
    return (
        f"{WORDS[part[0]]} snow" if part[1:] == "S" and part[0] in WORDS else WORDS.get(part, part)
    )
