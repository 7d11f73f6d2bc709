"""Mana sources that compete for the creatures that tap for them: whether they can pay a cost, and which to use.

A mana of the cost needs a permanent that makes it, and a land beside a creature needs that creature, each of them once. So
paying is a flow from the cost through the permanents and the creatures that have to tap; it is built up path by path.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from engine.magic.costs import INDEX, SYMBOLS, ManaCost

if TYPE_CHECKING:
    from engine.magic.mana import Source, Steps

GENERIC, SNOW = "", "S"
"""What pips are called that any mana pays for, and any snow mana. SNOW also follows the letter of a mana that is snow: "GS"."""
SINK = 0
"""Where the flow goes. Creatures are nodes by their ids; permanents have two negative nodes each, pips come after all ids."""
Edges = dict[int, dict[int, None]]


class Sources(tuple["Source", ...]):
    """Mana sources, and what was found out of how they compete. `costly`: mana abilities beside them that cost mana."""

    costly: tuple[Source, ...] = ()

    def without(self, used: Callable[[Source], bool]) -> Sources:
        """Those that are not used."""
        left = Sources(source for source in self if not used(source))
        left.costly = tuple(source for source in self.costly if not used(source))
        return left

    @cached_property
    def field(self) -> Field:
        return Field(self)


class Field:
    """Who could pass mana on to whom, of a player's sources, before anything is paid.

    A source that makes several mana counts for one, unless it needs nobody's help, makes one kind only and is its permanent's only one.
    """

    def __init__(self, available: Sequence[Source]) -> None:
        self.providers = _providers(available)
        self.helpers = {source.through for source in available if source.through}
        self.free = [provider for provider in self.providers if not _helpers_of(provider, self.helpers)]
        self.most = len(self.free) + len(self.helpers)
        self.first = max(self.helpers, default=0) + 1
        self._fitting: dict[str, dict[int, None]] = {}
        self._sufficient: dict[tuple[str, ...], bool] = {}

    @cached_property
    def edges(self) -> Edges:
        return _network(self.providers, self.helpers)

    def _into_for(self, pip: str) -> dict[int, None]:
        """The permanents that could pay for a pip."""
        found = self._fitting.get(pip)
        if found is None:
            fitting = (k for k, provider in enumerate(self.providers) if _fitting(provider, pip) is not None)
            found = self._fitting[pip] = {_into(k): None for k in fitting}
        return found

    def suffices_for(self, pips: Sequence[str]) -> bool:
        """Whether mana can flow from all pips."""
        key = tuple(pips)
        found = self._sufficient.get(key)
        if found is None:
            found = self._sufficient[key] = self._free_ones_suffice(pips) or self.flow(pips) is not None
        return found

    def _free_ones_suffice(self, pips: Sequence[str]) -> bool:
        """Whether a quick look shows that what needs nobody's help is enough for pips of one colour and any mana."""
        if len(pips) > len(self.free):
            return False
        colored = [pip for pip in pips if pip != GENERIC]
        if len(set(colored)) > 1:
            return False
        return not colored or len(colored) <= sum(_fitting(provider, colored[0]) is not None for provider in self.free)

    def flow(self, pips: Sequence[str]) -> Edges | None:
        """The edges after mana has flowed from all pips; None if it can't."""
        if len(pips) > self.most:
            return None
        edges = {node: following.copy() for node, following in self.edges.items()}
        for number, pip in enumerate(pips):
            edges[self.first + number] = self._into_for(pip).copy()
            if not _augment(edges, self.first + number, set()):
                return None
        return edges


def _field(available: Sequence[Source]) -> Field:
    return available.field if isinstance(available, Sources) else Field(available)


def suffices(cost: ManaCost, pool: Sequence[int], available: Sequence[Source]) -> bool:
    """Whether a pool and sources can pay a cost without hybrid symbols; snow mana of the pool is among the sources."""
    pips = _pips(cost, pool)
    return not pips or _field(available).suffices_for(pips) or _by_richer(cost, pool, available) is not None


def activations(cost: ManaCost, pool: Sequence[int], available: Sequence[Source]) -> Steps | None:
    """The sources to use so that a pool can pay a cost without hybrid symbols; None if none do."""
    pips = _pips(cost, pool)
    if not pips:
        return ()
    field = _field(available)
    edges = field.flow(pips)
    return _steps(edges, field.providers, pips, field.first) if edges is not None else _by_richer(cost, pool, available)


def _by_richer(cost: ManaCost, pool: Sequence[int], available: Sequence[Source]) -> Steps | None:
    """The sources to use where one that makes several mana by a creature's tapping is among them; None if that doesn't help."""
    if sum(pool) + sum(source.number for source in available) < cost.value:
        return None
    tried: list[Source] = []
    for source in available:
        if source.through and source.number > 1:
            tried.append(source)
            used = {source.object, source.through}
            left = [other for other in available if used.isdisjoint((other.object, other.through)) and other not in tried]
            for letter, made in source.makes:
                steps = activations(cost, [have + more for have, more in zip(pool, made, strict=True)], left)
                if steps is not None:
                    return ((source, letter), *steps)
    return None


def _pips(cost: ManaCost, pool: Sequence[int]) -> list[str]:
    """The mana that a pool, which pays for no snow symbol, lacks for a cost, one by one."""
    pips: list[str] = []
    spare = 0
    for symbol, need, have in zip(SYMBOLS, cost.fixed, pool, strict=True):
        if need > have:
            pips += [symbol] * (need - have)
        else:
            spare += have - need
    return pips + [SNOW] * cost.snow + [GENERIC] * max(0, cost.generic - spare)


def _providers(available: Sequence[Source]) -> list[list[Source]]:
    """The ways to use each permanent that makes mana, those that need nobody's help first."""
    found: dict[tuple[int, int], list[Source]] = {}
    abilities = Counter(source.object for source in available)
    for source in available:
        several = not source.through and len(source.makes) == 1 and abilities[source.object] == 1
        for copy in range(source.number if several else 1):
            found.setdefault((source.object, copy), []).append(source)
    return sorted(found.values(), key=lambda sources: sources[0].through != 0)


def _helpers_of(provider: list[Source], helpers: set[int]) -> list[int]:
    """The creatures that could tap for a permanent; a creature that makes mana itself can't tap for a land as well."""
    return list(dict.fromkeys(s.through or s.object for s in provider if s.through or s.object in helpers))


def _fitting(provider: list[Source], pip: str) -> tuple[Source, str] | None:
    """The way to use a permanent for a pip, and the letter of the colour to choose."""
    for source in provider:
        for letter, made in source.makes:
            if pip == GENERIC or (source.snow if pip == SNOW else made[INDEX[pip]]):
                return source, letter
    return None


def _into(number: int) -> int:
    return -2 * number - 1


def _out_of(number: int) -> int:
    return -2 * number - 2


def _network(providers: list[list[Source]], helpers: set[int]) -> Edges:
    """Who can pass mana on to whom; every edge is used once."""
    edges: Edges = {helper: {SINK: None} for helper in helpers}
    edges[SINK] = {}
    for number, provider in enumerate(providers):
        edges[_into(number)] = {_out_of(number): None}
        edges[_out_of(number)] = dict.fromkeys(_helpers_of(provider, helpers) or [SINK])
    return edges


def _augment(edges: Edges, node: int, seen: set[int]) -> bool:
    """Find a way to the sink and turn its edges round, so that later ways may undo what it decided."""
    if node == SINK:
        return True
    seen.add(node)
    for following in list(edges[node]):
        if following not in seen and _augment(edges, following, seen):
            del edges[node][following]
            edges[following][node] = None
            return True
    return False


def _steps(edges: Edges, providers: list[list[Source]], pips: Sequence[str], first: int) -> Steps:
    """The sources to use, with the letter of the colour to choose for each."""
    found: dict[tuple[int, int], tuple[Source, str]] = {}
    for number, provider in enumerate(providers):
        pip = next((node - first for node in edges[_into(number)] if node >= first), None)
        if pip is None:
            continue
        helper = next((helper for helper in _helpers_of(provider, set(edges)) if _out_of(number) in edges[helper]), 0)
        ways = [s for s in provider if s.through in (helper, 0)]
        chosen = _fitting(ways, pips[pip])
        if chosen is not None:
            found.setdefault((chosen[0].object, chosen[0].ability), chosen)
    return tuple(found.values())
