"""Payment of costs: whether and how a player can pay (CR 118.3, 601.2g, 605.3a).

Uses that compete for the same permanents are matched exactly (`matching.py`). Mana filters, which
cost mana, tap or sacrifice their source, so no filter is used twice. The search for useful filters
runs backwards: the mana of the filter used last is no longer owed, but its price is, and that price
has to be paid without the filter.
"""

from __future__ import annotations

import operator
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any

from msgspec import Struct

from engine.base.records import replace
from engine.cards.costs import COLORLESS, FREE, INDEX, SYMBOLS, ManaCost, plus, ways_to_pay
from engine.magic.abilities import mana_pool
from engine.magic.abilities.kinds_of_mana import both, pool_of, symbol
from engine.magic.abilities.mana_pool import SNOW
from engine.magic.core.game import GameCore
from engine.magic.core.limits import MOST_X
from engine.magic.core.mana_source import Source, Steps, used_by
from engine.magic.core.position import EMPTY_POOL, Player
from engine.magic.mana import sources as mana_sources
from engine.magic.mana.matching import GENERIC, PRICE, CostPart, Matching, is_free
from engine.magic.mana.sources import Sources

UNKNOWN: Any = object()  # a plan not made yet
FEW = 3  # the number of mana filters tried at first
# the number of debts tried before the search for useful mana filters is given up
MOST_THOUGHTS = 2000


class Debt(Struct, frozen=True, gc=False):
    """A debt without hybrid symbols, split by what may pay for each part."""

    cost: ManaCost  # the cost itself, the only part for which creatures can convoke
    prices: ManaCost = FREE  # the prices of mana filters
    # the price of the filter used first, for which no filter's mana pays
    first: ManaCost = FREE


class Use(Struct, frozen=True):
    """The use of a mana filter: its price, and the letter of the color to choose."""

    source: Source
    letter: str
    price: ManaCost
    # the debt not paid by the filter's mana, including prices of filters used later
    rest: Debt
    left: Sources  # the sources that pay for the rest and the price
    bound: bool = False  # a part of the pool is restricted, so that it can't pay the price


class Plan(Struct, frozen=True):
    """A plan to pay a cost: the cost without hybrid symbols, the life, the first mana filter."""

    way: ManaCost
    life: int
    use: Use | None


def can_pay(game: GameCore, seat: int, cost: ManaCost, parts: Sequence[CostPart] = ()) -> bool:
    """Return whether a player could pay a cost with pool, mana abilities and life (X as 0).

    Life pays for Phyrexian mana.
    """
    return (
        plan(
            game.rules.mana.price(cost),
            mana_pool.spendable(game, seat, None),
            mana_sources.sources(game, seat).open_to(game, None),
            parts,
        )
        is not None
    )


def most_x(game: GameCore, seat: int, cost: ManaCost) -> int:
    """Return the greatest X that a player could pay, of those that there can be."""
    have = mana_sources.most_mana(game.state.players[seat], mana_sources.sources(game, seat))
    most = min(have // cost.x, MOST_X) if cost.x else 0
    while most and not can_pay(game, seat, mana_sources.owed_for(game, cost, most)):
        most -= 1
    return most


def most_of(sources: Sources, colors: str, player: Player) -> int:
    """Return the most mana of some colors that plain sources make at once, with an empty pool."""
    narrow = Sources([_narrowed(source, colors) for source in sources.plain])
    broke = replace(player, pool=EMPTY_POOL, snow=EMPTY_POOL, bound=())
    if plan(ManaCost(generic=narrow.total), broke, narrow) is not None:  # the usual case
        return narrow.total
    return bisect_left(
        range(1, narrow.total),
        True,
        key=lambda number: plan(ManaCost(generic=number), broke, narrow) is None,
    )


def _narrowed(source: Source, colors: str) -> Source:
    """Return a source that makes only mana of `colors`."""
    masks = [symbol in colors for symbol in SYMBOLS]
    pools = [(letter, pool_of(map(operator.mul, made, masks))) for letter, made in source.makes]
    makes = tuple((letter, pool) for letter, pool in pools if any(pool))
    return replace(source, number=max((sum(pool) for _, pool in makes), default=0), makes=makes)


def plan(
    owed: ManaCost, player: Player, sources: Sources, parts: Sequence[CostPart] = ()
) -> Plan | None:
    """Return a plan to pay a debt and other parts of a cost; None if that is impossible.

    Life and filters are used only if mana doesn't suffice.
    """
    key = (owed, player.pool, player.snow, player.life, *player.bound, *parts)
    found = sources.plans.get(key, UNKNOWN)
    if found is UNKNOWN:
        found = sources.plans[key] = _plan(
            owed, player, sources, _contested(parts, sources) if parts else ()
        )
    return found


def _plan(
    owed: ManaCost, player: Player, sources: Sources, parts: Sequence[CostPart]
) -> Plan | None:
    if not owed.hybrid and not sources.costly:  # the usual case
        return Plan(owed, 0, None) if _suffices(Debt(owed), player, sources, parts) else None
    for life, ways in groupby(ways_to_pay(owed), key=lambda way: way[1]):
        if life > max(0, player.life or 0):
            return None
        debts = [Debt(way) for way, _ in ways]
        for debt in debts:
            if _suffices(debt, player, sources, parts):
                return Plan(debt.cost, life, None)
        for debt in debts:
            if (use := _first_use(debt, player, sources, parts)) is not None:
                return Plan(debt.cost, life, use)
    return None


def _contested(parts: Sequence[CostPart], sources: Sources) -> Sequence[CostPart]:
    """Return the parts of a cost that compete with other uses of the same objects.

    Objects without another use are left out, with their share of the number.
    """
    wanted = {node for source in (*sources.plain, *sources.costly) for node in used_by(source)}
    found: list[CostPart] = []
    for part in parts:
        others = wanted.union(
            *(map(other.node, other.among) for other in parts if other is not part)
        )
        among = tuple(ident for ident in part.among if part.node(ident) in others)
        if (number := part.number - len(part.among) + len(among)) > 0:
            found.append(CostPart(number, among, part.leaves))
    return found


def _suffices(debt: Debt, player: Player, sources: Sources, parts: Sequence[CostPart]) -> bool:
    """Return whether a debt can be paid without mana filters."""
    pips, lying = _lacking(debt, player, sources)
    if not parts:
        if not pips:
            return True
        if len(pips) > sources.total + sum(source.number for source in lying):
            return False
        if not lying and (seen := _at_a_glance(pips, sources)) is not None:
            return seen
    if parts or lying:
        return Matching((*lying, *sources.plain), parts).suffices(pips)
    if sources.matching is None:
        sources.matching = Matching(sources.plain)
    return sources.matching.suffices(pips)


def _at_a_glance(pips: tuple[str, ...], sources: Sources) -> bool | None:
    """Return whether pips can be paid, if obvious without matching, else None.

    Only for pips of one color and generic pips; no permanent is counted twice.
    """
    colored = [pip for pip in pips if pip != GENERIC]
    index = INDEX.get(colored[0], -1) if colored else 0
    if index < 0 or colored.count(colored[0] if colored else GENERIC) < len(colored):
        return None
    number = fitting = most = 0
    used: set[int] = set()
    for source in sources.plain:
        fits = (
            not colored
            or source.makes[0][1][index]
            or (
                len(source.makes) > 1 and max(source.makes, key=lambda way: way[1][index])[1][index]
            )
        )
        if fits:
            most += source.number
        if (
            source.ability >= 0
            and source.object not in used
            and (not source.through or source.through not in used)
        ):
            used.update((source.object, source.through))
            number += source.number
            fitting += bool(fits)
            if number >= len(pips) and fitting >= len(colored):
                return True
    return False if most < len(colored) else None


def _lacking(debt: Debt, player: Player, sources: Sources) -> tuple[tuple[str, ...], list[Source]]:
    """Return the pips that the pool can't pay, and the part of the pool that counts as sources.

    Mana of the pool counts as a source if some pips can't be paid with it.
    """
    cost = debt.cost
    if debt.prices is not FREE or debt.first is not FREE:
        price = plus(debt.prices, debt.first)
        if not player.bound and all(map(is_free, sources.plain)):
            return _lacking(Debt(plus(cost, price)), player, sources)
        lying = _all_lying(player)
        return (*(PRICE + pip for pip in _pips(price, EMPTY_POOL)), *_pips(cost, EMPTY_POOL)), lying
    if cost.snow and player.snow != EMPTY_POOL:
        return _pips(cost, mana_pool.less(player.pool, player.snow)), _lying(player.snow, snow=True)
    return _pips(cost, player.pool), []


def _all_lying(player: Player) -> list[Source]:
    """Return all mana of a pool as sources, the restricted part apart from the rest."""
    pool, snow, found = player.pool, player.snow, list[Source]()
    for number, each in enumerate(player.bound, 1):
        pool, snow = mana_pool.less(pool, each.pool), snow
        snow = mana_pool.less(snow, each.pool) if each.snow else snow
        found += [
            replace(source, object=source.object - 20 * number, spend=each.spend)
            for source in _lying(each.pool, snow=each.snow)
        ]
    free = _lying(mana_pool.less(pool, snow), snow=False) + _lying(snow, snow=True)
    return free + found


def _lying(pool: Sequence[int], *, snow: bool) -> list[Source]:
    numbers = enumerate(zip(SYMBOLS, pool, strict=True), 1)
    return [
        Source(-n - 10 * snow, 0, have, (("", symbol(s, have)),), snow=snow, taps=False)
        for n, (s, have) in numbers
        if have
    ]


@lru_cache(4096)
def _pips(cost: ManaCost, pool: tuple[int, ...]) -> tuple[str, ...]:
    """Return the pips of a cost that a pool can't pay; snow symbols are never paid by the pool."""
    pips: list[str] = []
    spare = 0
    for letter, need, have in zip(SYMBOLS, cost.fixed, pool, strict=True):
        pips += [letter] * (need - have)
        spare += max(0, have - need)
    return (*pips, *[SNOW] * cost.snow, *[GENERIC] * (cost.generic - spare))


def _first_use(
    debt: Debt, player: Player, sources: Sources, parts: Sequence[CostPart] = ()
) -> Use | None:
    most = len(sources.costly)
    for number in (FEW, most) if most > FEW else (most,):
        if (use := _first_of(number, debt, player, sources, parts, set())) is not None:
            return use
    return None


def _first_of(
    most: int,
    debt: Debt,
    player: Player,
    sources: Sources,
    parts: Sequence[CostPart],
    tried: set[object],
) -> Use | None:
    """Return the filter to use first, of at most `most` filters that together allow payment.

    None if there is no such combination.
    """
    gained = sum(max(0, source.number - (source.cost or FREE).least) for source in sources.costly)
    total = sum(player.pool) + sources.total + gained
    if not most or total < debt.cost.value + debt.prices.value + debt.first.value:
        return None
    for source in sources.costly:
        used = used_by(source)
        left, others = sources.without(used), [part.beside(used) for part in parts]
        for use in _uses(debt, source, left, bound=bool(player.bound)):
            whole = _before(use)
            thought = (most, whole, frozenset(other.object for other in left.costly))
            if thought in tried or len(tried) > MOST_THOUGHTS:
                continue
            tried.add(thought)
            if _suffices(whole, player, left, others):
                return use
            if (earlier := _first_of(most - 1, whole, player, left, others, tried)) is not None:
                return earlier
    return None


def _before(use: Use) -> Debt:
    """Return the debt before a filter is used."""
    rest = use.rest
    if use.bound or not all(map(is_free, use.left.plain)):
        return replace(rest, prices=plus(rest.prices, use.price))
    return replace(rest, cost=plus(rest.cost, use.price))


def _uses(debt: Debt, source: Source, left: Sources, *, bound: bool = False) -> list[Use]:
    prices = [price for price, life in ways_to_pay(source.cost or FREE) if not life]
    return [
        Use(source, letter, price, rest, left, bound)
        for letter, made in source.makes
        for rest in _rests(debt, made, snow=source.snow)
        for price in prices
    ]


def _rests(debt: Debt, made: Sequence[int], *, snow: bool) -> list[Debt]:
    """Return every possible rest of a debt after spending as much of `made` as possible."""
    found = {debt: None}
    for letter, number in zip(SYMBOLS, made, strict=True):
        for _ in range(number):
            found = {rest: None for owed in found for rest in _after(owed, letter + SNOW * snow)}
    return list(found)


def _after(debt: Debt, unit: str) -> list[Debt]:
    costs = [replace(debt, cost=rest) for rest in mana_sources.after_spending(debt.cost, unit)]
    prices = (
        [replace(debt, prices=rest) for rest in mana_sources.after_spending(debt.prices, unit)]
        if debt.prices != FREE
        else []
    )
    return costs + prices or [debt]


def filter_now(
    owed: ManaCost, source: Source, player: Player, sources: Sources, parts: Sequence[CostPart] = ()
) -> Use | None:
    """Return a use of a mana filter that keeps a debt payable; None if there is none."""
    used = used_by(source)
    left, parts = sources.without(used), [part.beside(used) for part in parts]
    for way, life in ways_to_pay(owed):
        for use in _uses(Debt(way), source, left) if life <= max(0, player.life or 0) else ():
            if _is_payable(replace(use.rest, first=use.price), player, left, parts):
                return use
    return None


def _is_payable(debt: Debt, player: Player, sources: Sources, parts: Sequence[CostPart]) -> bool:
    return (
        _suffices(debt, player, sources, parts)
        or _first_use(debt, player, sources, parts) is not None
    )


class PriceStep(Struct, frozen=True):
    """A step of paying a price: one mana of the pool, or a source with a color's letter."""

    unit: str
    source: Source | None
    price: ManaCost  # the rest of the price after the step


def price_step(
    price: ManaCost, rest: Debt, player: Player, sources: Sources, parts: Sequence[CostPart] = ()
) -> PriceStep:
    """Return the next step of paying a price that keeps the rest payable.

    Raises ValueError if the price can't be paid.
    """
    for step, after in _price_steps(price, player, sources):
        used = used_by(step.source) if step.source is not None else set[int]()
        left, others = (
            (sources.without(used), [part.beside(used) for part in parts])
            if used
            else (sources, parts)
        )
        if _is_payable(replace(rest, first=step.price), after, left, others):
            return step
    raise ValueError("nothing can pay the cost")


def _price_steps(
    price: ManaCost, player: Player, sources: Sources
) -> Iterator[tuple[PriceStep, Player]]:
    """Yield possible next steps of paying a price, each with the player afterwards.

    Colorless mana comes first.
    """
    units = mana_pool.units(mana_pool.unbound(player))
    for unit in sorted(units, key=lambda unit: unit[0] != COLORLESS):
        after = mana_pool.without(player, [unit], free=True)
        for left in mana_sources.after_spending(price, unit):
            yield PriceStep(unit, None, left), after
    for source in sorted(filter(is_free, sources.plain), key=mana_sources.usefulness):
        for letter, made in source.makes:
            if any(
                mana_sources.after_spending(price, s + SNOW * source.snow)
                for s, n in zip(SYMBOLS, made, strict=True)
                if n
            ):
                pool = both(player.pool, made)
                after = replace(
                    player,
                    pool=pool,
                    snow=both(player.snow, made) if source.snow else player.snow,
                )
                yield PriceStep(letter, source, price), after


def steps(
    owed: ManaCost, player: Player, sources: Sequence[Source], parts: Sequence[CostPart] = ()
) -> Steps:
    """Return the mana abilities to activate to pay a cost without hybrid symbols.

    No more than needed, in order of preference.
    """
    pips, lying = _lacking(Debt(owed), player, Sources())
    chosen = Matching((*lying, *sources), parts).steps(pips)
    assert chosen is not None, "it was planned"
    return tuple(step for step in chosen if step[0].object > 0)


def only_way(owed: ManaCost, player: Player) -> list[str] | None:
    """Return the mana to spend if the pool alone pays in exactly one way, else None."""
    if owed.snow:
        whole = sum(player.pool) == owed.value and plan(owed, player, Sources()) is not None
        spent = (
            [s for s, n in zip(SYMBOLS, player.pool, strict=True) for _ in range(n)]
            if whole and not owed.hybrid
            else None
        )
    else:
        spent = _only_letters(owed, player.pool)
    return spent if spent is None or player.snow == EMPTY_POOL else _only_units(spent, player)


def _only_units(letters: Sequence[str], player: Player) -> list[str] | None:
    """Return mana of a pool with its snow marks, or None if several choices are possible."""
    found: list[str] = []
    for letter, number, snow in zip(SYMBOLS, player.pool, player.snow, strict=True):
        spent = letters.count(letter)
        if 0 < spent < number and 0 < snow < number:
            return None
        icy = min(spent, snow)
        found += [letter] * (spent - icy) + [letter + SNOW] * icy
    return found


def _only_letters(owed: ManaCost, pool: Sequence[int]) -> list[str] | None:
    """Return the kinds of mana to spend if the pool alone pays in one way, else None."""
    rest, generic = [n - need for n, need in zip(pool, owed.fixed, strict=True)], owed.generic
    if owed.hybrid or min(rest) < 0 or generic > sum(rest):
        return None
    if 0 < generic < sum(rest) and rest.count(0) < len(rest) - 1:
        return None
    return [
        s
        for s, need, left in zip(SYMBOLS, owed.fixed, rest, strict=True)
        for _ in range(need + min(left, generic))
    ]
