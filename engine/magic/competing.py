"""Mana sources that compete for the creatures that tap for them: whether they can pay a cost, and which to use.

A mana of the cost needs a permanent that makes it, and a land beside a creature needs that creature, each of them once. So
paying is a flow from the cost through the permanents and the creatures that have to tap; it is built up path by path.
What makes several mana at once, but could be used in different ways, counts for one of them in that flow; if that isn't enough,
each way to use it is tried.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from engine.cards.costs import SYMBOLS, ManaCost

if TYPE_CHECKING:
    from engine.magic.mana import Makes, Source, Step, Steps
    from engine.state import Pool

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


class Way(NamedTuple):
    """A way to have one mana: the source, the letter of the colour to choose, the kinds it may be of, and who has to tap for it."""

    source: Source
    letter: str
    kinds: str
    helper: int = SINK


class Field:
    """Who could pass mana on to whom, of a player's sources, before anything is paid.

    `decided`: in which way some sources will be used, with which none of `available` competes.
    """

    def __init__(self, available: Sequence[Source], decided: Sequence[Step] = ()) -> None:
        self.helpers = dict.fromkeys(source.through for source in available if source.through)  # in the order in which they should tap
        abilities = Counter(source.object for source in available)
        self.open: list[Source] = []
        self.decided = [*decided]
        for source in available:
            letters = [letter for letter, _ in source.makes]
            if source.through or source.object in self.helpers or abilities[source.object] > 1 or len(letters) > 1:
                self.open.append(source)
            else:
                self.decided.append((source, letters[0]))
        self.providers = _providers(self.open, self.decided, self.helpers)
        self.free = [provider for provider in self.providers if not any(way.helper for way in provider)]
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
            fitting = (k for k, provider in enumerate(self.providers) if any(_fits(way, pip) for way in provider))
            found = self._fitting[pip] = {_into(k): None for k in fitting}
        return found

    def suffices_for(self, pips: Sequence[str]) -> bool:
        """Whether mana can flow from all pips."""
        key = tuple(pips)
        found = self._sufficient.get(key)
        if found is None:
            found = self._sufficient[key] = (
                self._free_ones_suffice(pips)
                or self.flow(pips) is not None
                or any(field.steps(pips) is not None for field in self._richer(pips))
            )
        return found

    def steps(self, pips: Sequence[str]) -> Steps | None:
        """The sources to use so that mana flows from all pips, with the letter of the colour to choose for each; None if it can't.

        As few creatures tap as can be, and those first that come first.
        """
        edges = self.sparing_flow(pips)
        if edges is not None:
            return _steps(edges, self.providers, pips, self.first)
        return next((steps for field in self._richer(pips) if (steps := field.steps(pips)) is not None), None)

    def _richer(self, pips: Sequence[str]) -> Iterator[Field]:
        """The same with one more source decided upon that makes several mana, in each way that makes a difference to these pips."""
        if len(pips) > sum(source.number for source in self.open) + sum(source.number for source, _ in self.decided):
            return
        tried: list[Source] = []
        for source in self.open:
            if source.number > 1:
                tried.append(source)
                used = {source.object, source.through or source.object}
                left = [other for other in self.open if used.isdisjoint((other.object, other.through)) and other not in tried]
                for letter in _different(source.makes, pips):
                    yield Field(left, (*self.decided, (source, letter)))

    def _free_ones_suffice(self, pips: Sequence[str]) -> bool:
        """Whether a quick look shows that what needs nobody's help is enough for pips of one colour and any mana."""
        if len(pips) > len(self.free):
            return False
        colored = [pip for pip in pips if pip != GENERIC]
        if len(set(colored)) > 1:
            return False
        return not colored or len(colored) <= sum(any(_fits(way, colored[0]) for way in provider) for provider in self.free)

    def flow(self, pips: Sequence[str]) -> Edges | None:
        """The edges after mana has flowed from all pips; None if it can't."""
        if len(pips) > self.most:
            return None
        edges, nodes = self._network_for(pips)
        for pip in nodes:
            if not _augment(edges, pip, set()):
                return None
        return edges

    def _network_for(self, pips: Sequence[str]) -> tuple[Edges, list[int]]:
        """A network of our own in which mana may come from pips, each to the permanents that could pay for it, and the pips' nodes."""
        edges = {node: following.copy() for node, following in self.edges.items()}
        nodes = [self.first + number for number in range(len(pips))]
        edges |= {node: self._into_for(pip).copy() for node, pip in zip(nodes, pips, strict=True)}
        return edges, nodes

    def sparing_flow(self, pips: Sequence[str]) -> Edges | None:
        """The edges after mana has flowed from all pips, where each further creature taps only if it must; None if it can't."""
        if len(pips) > self.most:
            return None
        edges, left = self._network_for(pips)
        for helper in self.helpers:
            del edges[helper][SINK]
        for helper in (SINK, *self.helpers):  # with nobody's help first
            if helper != SINK:
                edges[helper][SINK] = None
            left = [pip for pip in left if not (_go_straight(edges, pip) or _augment(edges, pip, set()))]
            if not left:
                return edges
        return None


def _field(available: Sequence[Source]) -> Field:
    return available.field if isinstance(available, Sources) else Field(available)


def suffices(cost: ManaCost, pool: Sequence[int], available: Sequence[Source]) -> bool:
    """Whether a pool and sources can pay a cost without hybrid symbols; snow mana of the pool is among the sources."""
    pips = _pips(cost, pool)
    return not pips or _field(available).suffices_for(pips)


def activations(cost: ManaCost, pool: Sequence[int], available: Sequence[Source]) -> Steps | None:
    """The sources to use so that a pool can pay a cost without hybrid symbols; None if none do."""
    pips = _pips(cost, pool)
    return _field(available).steps(pips) if pips else ()


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


def _providers(several: Sequence[Source], decided: Sequence[Step], helpers: Collection[int]) -> list[list[Way]]:
    """The ways to have each mana, those that need nobody's help first: one of each permanent that can be used in several ways."""
    found = [[Way(source, letter, kind)] for source, letter in decided for kind in _kinds(dict(source.makes)[letter])]
    permanents: dict[int, list[Way]] = {}
    for source in several:
        helper = source.through or (source.object if source.object in helpers else SINK)  # who makes mana can't tap for a land as well
        for letter, made in source.makes:
            if any(made):
                permanents.setdefault(source.object, []).append(Way(source, letter, _kinds(made), helper))
    return sorted([*found, *permanents.values()], key=lambda ways: ways[0].helper != SINK)


@lru_cache(1024)
def _kinds(made: Pool) -> str:
    """The kinds of mana, one by one."""
    return "".join(symbol * number for symbol, number in zip(SYMBOLS, made, strict=True))


def _different(makes: Makes, pips: Sequence[str]) -> list[str]:
    """The letters of the colours to choose, one of those that are equally good for these pips."""
    needed = [pips.count(symbol) for symbol in SYMBOLS]
    found: dict[tuple[int, ...], str] = {}
    for letter, made in makes:
        found.setdefault((sum(made), *map(min, made, needed)), letter)
    return list(found.values())


def _fits(way: Way, pip: str) -> bool:
    """Whether the mana pays for a pip."""
    return way.source.snow if pip == SNOW else pip in way.kinds  # GENERIC is in anything


def _into(number: int) -> int:
    return -2 * number - 1


def _out_of(number: int) -> int:
    return -2 * number - 2


def _network(providers: list[list[Way]], helpers: Collection[int]) -> Edges:
    """Who can pass mana on to whom; every edge is used once."""
    edges: Edges = {helper: {SINK: None} for helper in helpers}
    edges[SINK] = {}
    for number, provider in enumerate(providers):
        edges[_into(number)] = {_out_of(number): None}
        edges[_out_of(number)] = {way.helper: None for way in provider}
    return edges


def _go_straight(edges: Edges, pip: int) -> bool:
    """Let a pip be paid by the first permanent that does nothing yet, so that nothing decided before has to be undone."""
    for into in edges[pip]:
        out = into - 1  # of the same permanent
        helper = next((end for end in edges[out] if end == SINK or SINK in edges[end]), None) if out in edges[into] else None
        if helper is not None:
            path: list[int] = [pip, into, out, SINK] if helper == SINK else [pip, into, out, helper, SINK]
            for node, following in pairwise(path):
                _turn(edges, node, following)
            return True
    return False


def _augment(edges: Edges, node: int, seen: set[int]) -> bool:
    """Find a way to the sink and turn its edges round, so that later ways may undo what it decided."""
    if node == SINK:
        return True
    seen.add(node)
    for following in list(edges[node]):
        if following not in seen and _augment(edges, following, seen):
            _turn(edges, node, following)
            return True
    return False


def _turn(edges: Edges, node: int, following: int) -> None:
    """Turn an edge round: what flows through it can be taken back."""
    del edges[node][following]
    edges[following][node] = None


def _steps(edges: Edges, providers: list[list[Way]], pips: Sequence[str], first: int) -> Steps:
    """The sources to use, with the letter of the colour to choose for each."""
    found: dict[tuple[int, int], tuple[Source, str]] = {}
    for number, provider in enumerate(providers):
        pip = next((node - first for node in edges[_into(number)] if node >= first), None)
        if pip is not None:
            way = next(way for way in provider if _fits(way, pips[pip]) and _out_of(number) in edges[way.helper])
            found.setdefault((way.source.object, way.source.ability), (way.source, way.letter))
    return tuple(found.values())
