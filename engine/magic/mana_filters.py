"""Mana abilities that cost mana, used while something is paid for (CR 601.2g, 605.3a).

Each of them taps or sacrifices its source, so none is used twice. Whether they help is found out backwards: what the ability that
is used last makes is no longer owed, but its price is, and that has to be paid with what there is before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from engine.cards.costs import COLORLESS, SYMBOLS, ManaCost
from engine.cards.costs import ways as ways_to_pay
from engine.magic import mana
from engine.magic.casting_options import plus
from engine.magic.competing import SNOW, Sources

if TYPE_CHECKING:
    from engine.magic.mana import Source
    from engine.state import Player

MOST = 3
"""So many of them are thought of for one payment."""


class Exchange(Struct, frozen=True):
    """A mana ability to be used for its price, with the letter of the colour to choose, and what is to be paid for after that."""

    source: Source
    letter: str
    price: ManaCost  # without hybrid symbols
    rest: ManaCost  # beside what the mana of this ability pays


def gain(source: Source) -> int:
    """How much more mana there is for using a mana ability that costs mana."""
    return max(0, source.number - source.cost.least) if source.cost is not None else 0


def reaches(cost: ManaCost, player: Player, available: Sources) -> bool:
    """Whether a cost can be paid with mana abilities that cost mana."""
    life = player.life or 0
    return any(costs_life <= life and first(way, player, available) is not None for way, costs_life in ways_to_pay(cost))


def first(cost: ManaCost, player: Player, available: Sources, most: int = MOST) -> Exchange | None:
    """The ability to be used first of those with which a cost without hybrid symbols can be paid; None if it can't be."""
    costly = available.costly
    total = sum(player.pool) + sum(source.number for source in available) + sum(map(gain, costly))
    if not most or total < cost.value:
        return None
    for source in costly:
        left = beside(available, source)
        for exchange in _uses(cost, source):
            whole = plus(exchange.rest, exchange.price)
            if mana.payable(whole, player.pool, left, snow=player.snow):
                return exchange
            if (earlier := first(whole, player, left, most - 1)) is not None:
                return earlier
    return None


def _uses(cost: ManaCost, source: Source) -> list[Exchange]:
    """The ways to use an ability for a cost without hybrid symbols."""
    prices = [price for price, life in ways_to_pay(source.cost or ManaCost()) if not life]
    return [
        Exchange(source, letter, price, rest)
        for letter, made in source.makes
        for rest in _rests(cost, made, snow=source.snow)
        for price in prices
    ]


def _rests(cost: ManaCost, made: Sequence[int], *, snow: bool) -> list[ManaCost]:
    """What may still be owed of a cost when this mana has been spent on it as far as it can be."""
    found = {cost: None}
    for letter, number in zip(SYMBOLS, made, strict=True):
        for _ in range(number):
            found = {rest: None for owed in found for rest in mana.after_spending(owed, letter + SNOW * snow) or [owed]}
    return list(found)


def beside(available: Sources, used: Source) -> Sources:
    """The sources that are left when one has been used."""
    gone = {used.object, used.through} - {0}
    return available.without(lambda source: source.object in gone or source.through in gone)


# --- one ability after the other ---


def now(cost: ManaCost, source: Source, player: Player, available: Sources) -> Exchange | None:
    """How an ability could be used at once, so that a cost can be paid; None if it can't be."""
    left, life = beside(available, source), player.life or 0
    for way, costs_life in ways_to_pay(cost):
        for exchange in _uses(way, source) if costs_life <= life else ():
            if _can_begin(exchange, player, left):
                return exchange
    return None


def _can_begin(exchange: Exchange, player: Player, available: Sources) -> bool:
    """Whether the price of an ability can be paid step by step so that the rest can be paid afterwards."""
    price = exchange.price
    while not price.is_nothing:
        step = next_step(price, exchange.rest, player, available)
        if step is None:
            return False
        price = step.price
        if step.source is None:
            pool, snow = mana.without(player, step.unit)
            player = replace(player, pool=pool, snow=snow)
        else:
            player, available = _with(player, step.source, step.unit), beside(available, step.source)
    return mana.reachable(exchange.rest, player, available)


class Step(Struct, frozen=True):
    """A part of paying a price: a mana of the pool that is spent, or a source that is used and the letter of the colour to choose."""

    unit: str
    source: Source | None
    price: ManaCost  # what of it is owed then


def next_step(price: ManaCost, rest: ManaCost, player: Player, available: Sources) -> Step | None:
    """What to do next to pay a price so that the rest can still be paid; None if nothing will do."""
    for unit in sorted(mana.units(player), key=lambda unit: unit[0] != COLORLESS):
        pool, snow = mana.without(player, unit)
        after = replace(player, pool=pool, snow=snow)
        for left in mana.after_spending(price, unit):
            if mana.reachable(plus(left, rest), after, available):
                return Step(unit, None, left)
    for source in sorted(available, key=mana.usefulness):
        for letter, made in source.makes:
            after = _with(player, source, letter)
            useful = any(mana.after_spending(price, s + SNOW * source.snow) for s, n in zip(SYMBOLS, made, strict=True) if n)
            if useful and mana.reachable(plus(price, rest), after, beside(available, source)):
                return Step(letter, source, price)
    return None


def _with(player: Player, source: Source, letter: str) -> Player:
    """A player whose pool has what a source makes."""
    made = dict(source.makes)[letter]
    pool = mana.both(player.pool, made)
    return replace(player, pool=pool, snow=mana.both(player.snow, made) if source.snow else player.snow)
