"""Mana costs (CR 107.4, 202) and what a pool can pay."""

from __future__ import annotations

import re
from functools import lru_cache

from msgspec import Struct

from engine.cards.terms import ColorWord

SYMBOLS = "WUBRGC"
COLORLESS = "C"
COLOR_WORDS: tuple[ColorWord, ...] = ("white", "blue", "black", "red", "green")
COLOR_OF = dict(zip(SYMBOLS, COLOR_WORDS, strict=False))
SYMBOL_OF: dict[str, str] = {word: symbol for symbol, word in COLOR_OF.items()}
INDEX = {symbol: index for index, symbol in enumerate(SYMBOLS)}


class ManaCost(Struct, frozen=True, gc=False):
    """A parsed mana cost, or what is still owed of one."""

    # an amount for each symbol of WUBRGC
    fixed: tuple[int, int, int, int, int, int] = (0, 0, 0, 0, 0, 0)
    generic: int = 0
    x: int = 0
    hybrid: tuple[str, ...] = ()  # what can be paid in several ways: "W/U", "2/B", "G/P" symbols
    snow: int = 0

    @property
    def value(self) -> int:
        """The mana value with X as 0 (CR 202.3)."""
        return (
            sum(self.fixed)
            + self.generic
            + self.snow
            + sum(2 if h[0] == "2" else 1 for h in self.hybrid)
        )

    @property
    def least(self) -> int:
        """Mana that it takes at least, X as 0, whatever pays for its hybrid symbols."""
        return sum(self.fixed) + self.generic + self.snow

    @property
    def is_nothing(self) -> bool:
        """Whether there is nothing to pay, X as 0."""
        return not (self.generic or any(self.fixed) or self.hybrid or self.snow)

    def plus(self, generic: int) -> ManaCost:
        """This cost with more generic mana, or less, but never below none; {2/W} less one is
        "1/W" (CR 601.2b, 601.2f).
        """
        if not self.hybrid:
            return (
                ManaCost(self.fixed, max(0, self.generic + generic), self.x, (), self.snow)
                if generic
                else self
            )
        left, hybrid = self.generic + generic, list(self.hybrid)
        for place, symbol in enumerate(hybrid):
            if left < 0 and symbol[0].isdigit():
                number = int(symbol[0])
                hybrid[place] = f"{max(0, number + left)}{symbol[1:]}"
                left = min(0, left + number)
        return ManaCost(
            self.fixed, max(0, left), self.x, tuple(h for h in hybrid if h[0] != "0"), self.snow
        )

    def without(self, letter: str) -> ManaCost:
        """This cost with one fixed symbol less."""
        w, u, b, r, g, c = (n - (s == letter) for s, n in zip(SYMBOLS, self.fixed, strict=True))
        return ManaCost((w, u, b, r, g, c), self.generic, self.x, self.hybrid, self.snow)


def plus(a: ManaCost, b: ManaCost, times: int = 1) -> ManaCost:
    """Two mana costs as one, the second so many times."""
    if a == FREE and times == 1:
        return b
    w, u, b_, r, g, c = (x + y * times for x, y in zip(a.fixed, b.fixed, strict=True))
    hybrid, snow = a.hybrid + b.hybrid * times, a.snow + b.snow * times
    return ManaCost(
        (w, u, b_, r, g, c), a.generic + b.generic * times, a.x + b.x * times, hybrid, snow
    )


Way = tuple[ManaCost, int]  # a cost without hybrid symbols, and the life that is paid beside it
PHYREXIAN_LIFE = 2
FREE = ManaCost()


@lru_cache(4096)
def ways(cost: ManaCost) -> tuple[Way, ...]:
    """How a cost may be paid where it has hybrid symbols: the ways that take no life first (CR
    107.4e, 107.4f).
    """
    found: dict[Way, None] = {(ManaCost(cost.fixed, cost.generic, cost.x, (), cost.snow), 0): None}
    for symbol in cost.hybrid:
        found = {_paid(way, half): None for way in found for half in symbol.split("/")}
    return tuple(sorted(found, key=lambda way: way[1]))


def _paid(way: Way, half: str) -> Way:
    """A way to pay that pays this half of one symbol more."""
    cost, life = way
    if half == "P":
        return cost, life + PHYREXIAN_LIFE
    if half.isdigit():
        return cost.plus(int(half)), life
    w, u, b, r, g, c = (n + (s == half) for s, n in zip(SYMBOLS, cost.fixed, strict=True))
    return ManaCost((w, u, b, r, g, c), cost.generic, cost.x, (), cost.snow), life


@lru_cache(4096)
def parse_cost(text: str) -> ManaCost:
    """`{X}{2}{G}{G}` as a ManaCost. Raises ValueError naming the symbol that is none."""
    fixed, generic, x, snow = [0] * 6, 0, 0, 0
    hybrid: list[str] = []
    if re.sub(r"\{[^{}]*\}", "", text):
        raise ValueError(
            f"'{text}' is not a mana cost: write each symbol in braces, as in {{2}}{{G}}"
        )
    for symbol in re.findall(r"\{([^{}]*)\}", text):
        if symbol.isdigit():
            generic += int(symbol)
        elif symbol in INDEX:
            fixed[INDEX[symbol]] += 1
        elif symbol == "X":
            x += 1
        elif symbol == "S":
            snow += 1
        elif re.fullmatch(r"([WUBRGC2]/[WUBRGC]|[WUBRG]/P|[WUBRG]/[WUBRG]/P)", symbol):
            hybrid.append(symbol)
        else:
            raise ValueError(
                f"'{{{symbol}}}' is not a mana symbol; allowed: numbers, W, U, B, R, G, C, X, S "
                "and hybrids such as W/U"
            )
    return ManaCost(
        (fixed[0], fixed[1], fixed[2], fixed[3], fixed[4], fixed[5]),
        generic,
        x,
        tuple(hybrid),
        snow,
    )


def cost_colors(cost: ManaCost) -> frozenset[str]:
    """The colours of an object with this cost (CR 105.2)."""
    found = {COLOR_OF[s] for s, n in zip(SYMBOLS, cost.fixed, strict=True) if n and s != "C"}
    found |= {COLOR_OF[s] for h in cost.hybrid for s in h if s in COLOR_OF}
    return frozenset(found)
