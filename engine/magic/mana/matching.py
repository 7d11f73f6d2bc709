"""Exact matching of a cost with the permanents that could be tapped, sacrificed or spent.

The matching is a flow from the cost through permanents that make mana and through other resources,
built path by path. A permanent that makes several mana at once, but could be used in different
ways, first counts as one mana; if that isn't enough, each way to use it is tried.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from msgspec import Struct

from engine.base.records import replace
from engine.cards.costs import SYMBOLS
from engine.magic.abilities.mana_pool import SNOW
from engine.magic.core.mana_source import (
    Makes,
    Source,
    Step,
    Steps,
    leaving,
    rival,
    tapping,
    used_by,
)
from engine.magic.core.position import Pool

# the name of a pip that any mana pays for; SNOW is the name of one that any snow mana pays for
GENERIC = ""
# The prefix of a pip that only unrestricted mana pays for: convoke helps to pay for a spell, not
# for a mana ability.
PRICE = "="
# The target node of the flow. Resources are nodes from 2 on, permanents have two negative nodes
# each, and pips come after the resources.
SINK = 0
Edges = dict[int, dict[int, None]]


class CostPart(Struct, frozen=True, gc=False):
    """A part of a cost: `number` objects to tap, or to remove if `leaves`."""

    number: int
    among: tuple[int, ...]
    leaves: bool = False

    def node(self, ident: int) -> int:
        """Return the resource node of an object that pays for the part."""
        return leaving(ident) if self.leaves else tapping(ident)

    def beside(self, used: set[int]) -> CostPart:
        """Return the part without the objects whose resources are in `used`."""
        return CostPart(
            self.number,
            tuple(ident for ident in self.among if self.node(ident) not in used),
            self.leaves,
        )


class ManaChoice(Struct, frozen=True, gc=False):
    """A way to make one mana: source, letter of the color, possible kinds, and resource used."""

    source: Source
    letter: str
    kinds: str
    rank: int  # the position of the source in order of preference
    node: int = SINK


class Matching:
    """A matching of sources with the pips of a cost, and with further parts of the cost.

    No other use competes with `decided` sources.
    """

    def __init__(
        self,
        sources: Sequence[Source],
        parts: Sequence[CostPart] = (),
        decided: Sequence[Source] = (),
    ) -> None:
        self.sources, self.parts, self.decided = sources, parts, decided
        # in order of tapping
        self.nodes = {tapping(source.through): None for source in sources if source.through}
        for part in parts:
            self.nodes |= dict.fromkeys(map(part.node, part.among))
        self.undecided: list[Source] = []
        self.providers = sorted(self._providers(), key=_needs_more)
        self.spared = {  # used last, since other payments may need the same permanents or resources
            k
            for k, provider in enumerate(self.providers)
            if self.nodes and (len(provider) > 1 or _needs_more(provider))
        }
        self.most = sum(not _needs_more(provider) for provider in self.providers) + len(self.nodes)
        self.first = max(self.nodes, default=0) + 1  # the number of the first pip's node
        self._edges: Edges = {}
        self._fitting: dict[str, dict[int, None]] = {}
        self._sufficient: dict[tuple[str, ...], bool] = {}

    def _providers(self) -> list[list[ManaChoice]]:
        """Return the ways to make each mana, one entry for a permanent with several uses."""
        found: list[list[ManaChoice]] = []
        abilities = Counter(map(rival, self.sources))
        several: dict[int, list[ManaChoice]] = {}
        for rank, source in enumerate(self.sources):
            if source in self.decided:
                found += [[way] for way in _each(source, rank)]
                continue
            permanent = rival(source)
            needed = [node for node in used_by(source) if node in self.nodes] if self.nodes else []
            others = abilities[leaving(source.object)] or (needed and abilities[permanent] > 1)
            if len(needed) > 1 or (source.leaves and source.taps and others):
                self.undecided.append(source)  # uses up more than one contested resource
            elif not needed and abilities[permanent] == 1 and len(source.makes) == 1:
                found += [[way] for way in _each(source, rank)]
            else:
                if source.number > 1:
                    self.undecided.append(source)
                if permanent not in several:
                    found.append(several.setdefault(permanent, []))
                node = needed[0] if needed else SINK
                several[permanent] += [
                    ManaChoice(source, letter, _kinds(made), rank, node)
                    for letter, made in source.makes
                    if any(made) or _helps(source)
                ]
        return [provider for provider in found if provider]

    def suffices(self, pips: tuple[str, ...]) -> bool:
        """Return whether mana can flow from all pips while the parts are paid."""
        found = self._sufficient.get(pips)
        if found is None:
            found = self._sufficient[pips] = self._flow(pips) is not None or any(
                matching.suffices(pips) for matching in self._with_one_decided(pips)
            )
        return found

    def steps(self, pips: tuple[str, ...]) -> Steps | None:
        """Return the sources to use for all pips, each with its color's letter, or None.

        As few creatures as possible are tapped.
        """
        if (edges := self._flow(pips, sparing=True)) is not None:
            return _needed(self._of_flow(edges, pips), pips)
        return next(
            (
                steps
                for matching in self._with_one_decided(pips)
                if (steps := matching.steps(pips)) is not None
            ),
            None,
        )

    def _with_one_decided(self, pips: tuple[str, ...]) -> Iterator[Matching]:
        """Yield matchings with one more source decided, in each way that differs for these pips."""
        if len(pips) > len(self.providers) + sum(source.number for source in self.undecided):
            return
        for number, source in enumerate(self.undecided):
            used, tried = used_by(source), self.undecided[: number + 1]
            left = [
                s
                for s in self.sources
                if s is source or (used.isdisjoint(used_by(s)) and s not in tried)
            ]
            parts = [part.beside(used) for part in self.parts]
            for letter in _different(source.makes, pips):
                decided = _decided(source, letter)
                yield Matching(
                    [decided if s is source else s for s in left], parts, (*self.decided, decided)
                )

    def _flow(self, pips: tuple[str, ...], *, sparing: bool = False) -> Edges | None:
        """Return the edges after the complete flow; None if it is impossible.

        `sparing`: tap each further creature only if necessary.
        """
        if len(pips) + sum(part.number for part in self.parts) > self.most:
            return None
        edges, left = self._network_for(pips)
        closed = [node for node in self.nodes if sparing]
        for node in closed:
            del edges[node][SINK]
        for node in (SINK, *closed):  # first without tapping any creature
            if node != SINK:
                edges[node][SINK] = None
            left = [
                pip
                for pip in left
                if not ((sparing and _go_straight(edges, pip)) or _augment(edges, pip, set()))
            ]
            if not left:
                return edges
        return None

    def _network_for(self, pips: tuple[str, ...]) -> tuple[Edges, list[int]]:
        """Return a new network of edges, and the nodes of the pips and of the parts' objects."""
        if not self._edges:
            self._edges = {SINK: {}, **{node: {SINK: None} for node in self.nodes}}
            for number, provider in enumerate(self.providers):
                self._edges[_into(number)] = {_out_of(number): None}
                self._edges[_out_of(number)] = {way.node: None for way in provider}
        edges = {node: following.copy() for node, following in self._edges.items()}
        ends = [self._into_for(pip).copy() for pip in pips]
        for part in self.parts:
            ends += [dict.fromkeys(map(part.node, part.among)) for _ in range(part.number)]
        starts = [self.first + number for number in range(len(ends))]
        edges |= zip(starts, ends, strict=True)
        return edges, starts

    def _into_for(self, pip: str) -> dict[int, None]:
        """Return the nodes of permanents that could pay for a pip, in order of preference."""
        found = self._fitting.get(pip)
        if found is None:
            fitting = [
                (k, next((way for way in provider if _fits(way, pip)), None))
                for k, provider in enumerate(self.providers)
            ]
            ranked = sorted(
                (way.node != SINK, k in self.spared, way.rank, k)
                for k, way in fitting
                if way is not None
            )
            found = self._fitting[pip] = {_into(k): None for *_, k in ranked}
        return found

    def _of_flow(self, edges: Edges, pips: tuple[str, ...]) -> Steps:
        """Return the sources used by a flow, with the color's letter of each."""
        found: dict[tuple[int, int], Step] = {}
        for number, provider in enumerate(self.providers):
            pip = next(
                (node - self.first for node in edges[_into(number)] if node >= self.first), None
            )
            if pip is not None:
                way = next(
                    way
                    for way in provider
                    if _fits(way, pips[pip]) and _out_of(number) in edges[way.node]
                )
                found.setdefault((way.source.object, way.source.ability), (way.source, way.letter))
        return tuple(found.values())


def _needed(steps: Steps, pips: tuple[str, ...]) -> Steps:
    """Return steps without those that later steps have made unnecessary."""
    kept = list(steps)
    if sum(source.number for source, _ in steps) > len(pips):
        for step in steps:
            others = [other for other in kept if other != step]
            decided = [_decided(source, letter) for source, letter in others]
            if Matching(decided, (), decided).suffices(pips):
                kept = others
    return tuple(kept)


def _helps(source: Source) -> bool:
    """Return whether a source pays in place of mana (convoke and the like) and makes none."""
    return source.ability < 0


def is_free(source: Source) -> bool:
    """Return whether a source makes mana that pays for any mana ability."""
    return source.ability >= 0 and (source.spend is None or not source.spend.only)


def _needs_more(provider: list[ManaChoice]) -> bool:
    """Return whether a mana uses up a contested resource."""
    return provider[0].node != SINK


def _decided(source: Source, letter: str) -> Source:
    """Return a source with its color chosen."""
    return replace(source, makes=((letter, dict(source.makes)[letter]),))


def _each(source: Source, rank: int) -> list[ManaChoice]:
    ((letter, made),) = source.makes
    return [
        ManaChoice(source, letter, kind, rank)
        for kind in _kinds(made) or [GENERIC] * (source.number if _helps(source) else 0)
    ]


@lru_cache(1024)
def _kinds(made: Pool) -> str:
    return "".join(symbol * number for symbol, number in zip(SYMBOLS, made, strict=True))


def _different(makes: Makes, pips: Sequence[str]) -> list[str]:
    """Return the letters of possible colors, one of each set that is equal for these pips."""
    kinds = [pip.removeprefix(PRICE) for pip in pips]
    needed = [kinds.count(symbol) for symbol in SYMBOLS]
    found: dict[tuple[int, ...], str] = {}
    for letter, made in makes:
        found.setdefault((sum(made), *map(min, made, needed)), letter)
    return list(found.values())


def _fits(way: ManaChoice, pip: str) -> bool:
    if pip[:1] == PRICE:
        return is_free(way.source) and _fits(way, pip[1:])
    # GENERIC, the empty string, is in every string
    return way.source.snow if pip == SNOW else pip in way.kinds


def _into(number: int) -> int:
    return -2 * number - 1


def _out_of(number: int) -> int:
    return -2 * number - 2


def _go_straight(edges: Edges, pip: int) -> bool:
    """Pay a pip with the first unused permanent, so that no earlier decision is undone."""
    for into in edges[pip]:
        out = into - 1  # the node of the same permanent
        end = (
            next((end for end in edges[out] if end == SINK or SINK in edges[end]), None)
            if out in edges.get(into, ())
            else None
        )
        if end is not None:
            path: list[int] = [pip, into, out, SINK] if end == SINK else [pip, into, out, end, SINK]
            for node, following in pairwise(path):
                _turn(edges, node, following)
            return True
    return False


def _augment(edges: Edges, node: int, seen: set[int]) -> bool:
    """Find a path to the sink and reverse its edges, so that later paths may undo the decisions."""
    if node == SINK:
        return True
    seen.add(node)
    for following in list(edges[node]):
        if following not in seen and _augment(edges, following, seen):
            _turn(edges, node, following)
            return True
    return False


def _turn(edges: Edges, node: int, following: int) -> None:
    """Reverse an edge, so that the flow through it can be undone."""
    del edges[node][following]
    edges[following][node] = None
