"""Mana costs (CR 107.4, 202) and the ways to pay them."""

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


NO_SYMBOLS = (0, 0, 0, 0, 0, 0)


class CostChange(Struct, frozen=True, gc=False):
    """Increases and reductions of a cost, added up (CR 601.2f)."""

    generic: int = 0
    symbols: tuple[int, int, int, int, int, int] = NO_SYMBOLS  # of WUBRGC


class ManaCost(Struct, frozen=True, gc=False):
    """A parsed mana cost, or the part of one that is still owed."""

    # amount of each symbol of WUBRGC
    fixed: tuple[int, int, int, int, int, int] = (0, 0, 0, 0, 0, 0)
    generic: int = 0
    x: int = 0
    hybrid: tuple[str, ...] = ()  # symbols with several ways to pay: "W/U", "2/B", "G/P"
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
        """The least mana that pays the cost, with X as 0 and hybrid symbols free."""
        return sum(self.fixed) + self.generic + self.snow

    @property
    def is_nothing(self) -> bool:
        """True if there is nothing to pay, with X as 0."""
        return not (self.generic or any(self.fixed) or self.hybrid or self.snow)

    def plus(self, generic: int) -> ManaCost:
        """Return the cost with more or less generic mana, never below zero.

        A reduction applies to hybrid symbols too: {2/W} less one is "1/W" (CR 601.2b, 601.2f).
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

    def changed(self, change: CostChange) -> ManaCost:
        """Return the cost after increases and reductions, no part of it below zero."""
        if change is NO_CHANGE:
            return self
        cost = self.plus(change.generic)
        if change.symbols == NO_SYMBOLS:
            return cost
        w, u, b, r, g, c = (
            max(0, n + more) for n, more in zip(cost.fixed, change.symbols, strict=True)
        )
        return ManaCost((w, u, b, r, g, c), cost.generic, cost.x, cost.hybrid, cost.snow)

    def without(self, letter: str) -> ManaCost:
        """Return the cost with one fixed symbol less."""
        w, u, b, r, g, c = (n - (s == letter) for s, n in zip(SYMBOLS, self.fixed, strict=True))
        return ManaCost((w, u, b, r, g, c), self.generic, self.x, self.hybrid, self.snow)


def plus(a: ManaCost, b: ManaCost, times: int = 1) -> ManaCost:
    """Return the sum of two mana costs, the second multiplied by `times`."""
    if a == FREE and times == 1:
        return b
    w, u, b_, r, g, c = (x + y * times for x, y in zip(a.fixed, b.fixed, strict=True))
    hybrid, snow = a.hybrid + b.hybrid * times, a.snow + b.snow * times
    return ManaCost(
        (w, u, b_, r, g, c), a.generic + b.generic * times, a.x + b.x * times, hybrid, snow
    )


NO_CHANGE = CostChange()


def added(change: CostChange, mana: str, times: int) -> CostChange:
    """Return a change of a cost with another one: mana, or generic mana, `times` over."""
    if not mana:
        return CostChange(change.generic + times, change.symbols)
    cost = parse_cost(mana)
    w, u, b, r, g, c = (
        n + more * times for n, more in zip(change.symbols, cost.fixed, strict=True)
    )
    return CostChange(change.generic + cost.generic * times, (w, u, b, r, g, c))


Way = tuple[ManaCost, int]  # a cost without hybrid symbols, and the life paid for Phyrexian symbols
PHYREXIAN_LIFE = 2
FREE = ManaCost()


@lru_cache(4096)
def ways_to_pay(cost: ManaCost) -> tuple[Way, ...]:
    """Return the ways to pay a cost's hybrid symbols (CR 107.4e, 107.4f).

    The ways with least life come first.
    """
    found: dict[Way, None] = {(ManaCost(cost.fixed, cost.generic, cost.x, (), cost.snow), 0): None}
    for symbol in cost.hybrid:
        found = {_paid(way, half): None for way in found for half in symbol.split("/")}
    return tuple(sorted(found, key=lambda way: way[1]))


def _paid(way: Way, half: str) -> Way:
    """Return a way to pay with one more symbol paid by one of its halves."""
    cost, life = way
    if half == "P":
        return cost, life + PHYREXIAN_LIFE
    if half.isdigit():
        return cost.plus(int(half)), life
    w, u, b, r, g, c = (n + (s == half) for s, n in zip(SYMBOLS, cost.fixed, strict=True))
    return ManaCost((w, u, b, r, g, c), cost.generic, cost.x, (), cost.snow), life


@lru_cache(4096)
def parse_cost(text: str) -> ManaCost:
    """Parse a cost such as `{X}{2}{G}{G}`. Raises ValueError naming an unknown symbol."""
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
    """Return the colors of an object with a mana cost (CR 105.2)."""
    found = {COLOR_OF[s] for s, n in zip(SYMBOLS, cost.fixed, strict=True) if n and s != "C"}
    found |= {COLOR_OF[s] for h in cost.hybrid for s in h if s in COLOR_OF}
    return frozenset(found)
