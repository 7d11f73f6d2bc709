"""Who pays for what: the exact matching of what a cost asks for with what could be tapped,
sacrificed or spent for it.

It is a flow from the cost through permanents that make mana and through what else is used up, built
up path by path. What makes several mana at once, but could be used in different ways, counts for
one of them; if that isn't enough, each way to use it is tried.
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

GENERIC = ""  # what a pip is called that any mana pays for; one that any snow mana pays for is SNOW
# what stands before a pip that nothing but mana pays for: who convokes pays for a spell, not for a
# mana ability
PRICE = "="
# where the flow goes. What is used up are nodes from 2 on; permanents have two negative nodes each,
# pips come after all of these
SINK = 0
Edges = dict[int, dict[int, None]]


class Part(Struct, frozen=True, gc=False):
    """A part of a cost for which so many of these objects are tapped, or leave where they are."""

    number: int
    among: tuple[int, ...]
    leaves: bool = False

    def node(self, ident: int) -> int:
        """What is used up of an object that pays for it."""
        return leaving(ident) if self.leaves else tapping(ident)

    def beside(self, used: set[int]) -> Part:
        """The same when something else has been used up."""
        return Part(
            self.number,
            tuple(ident for ident in self.among if self.node(ident) not in used),
            self.leaves,
        )


class Way(Struct, frozen=True, gc=False):
    """A way to have one mana: the source, the letter of the colour to choose, the kinds it may
    be of, and what else is used up for it.
    """

    source: Source
    letter: str
    kinds: str
    rank: int  # the place of the source, in order of preference
    node: int = SINK


class Matching:
    """Who could pass mana on to whom before anything is paid, for `parts` beside mana as well;
    nothing competes with `decided` sources.
    """

    def __init__(
        self, sources: Sequence[Source], parts: Sequence[Part] = (), decided: Sequence[Source] = ()
    ) -> None:
        self.sources, self.parts, self.decided = sources, parts, decided
        # in the order in which they should tap
        self.nodes = {tapping(source.through): None for source in sources if source.through}
        for part in parts:
            self.nodes |= dict.fromkeys(map(part.node, part.among))
        self.undecided: list[Source] = []
        self.providers = sorted(self._providers(), key=_needs_more)
        self.spared = {  # used last, since others may want what else these do, or use up
            k
            for k, provider in enumerate(self.providers)
            if self.nodes and (len(provider) > 1 or _needs_more(provider))
        }
        self.most = sum(not _needs_more(provider) for provider in self.providers) + len(self.nodes)
        self.first = max(self.nodes, default=0) + 1  # of the pips
        self._edges: Edges = {}
        self._fitting: dict[str, dict[int, None]] = {}
        self._sufficient: dict[tuple[str, ...], bool] = {}

    def _providers(self) -> list[list[Way]]:
        """The ways to have each mana: one of each permanent that can be used in several ways."""
        found: list[list[Way]] = []
        abilities = Counter(map(rival, self.sources))
        several: dict[int, list[Way]] = {}
        for rank, source in enumerate(self.sources):
            if source in self.decided:
                found += [[way] for way in _each(source, rank)]
                continue
            permanent = rival(source)
            needed = [node for node in used_by(source) if node in self.nodes] if self.nodes else []
            others = abilities[leaving(source.object)] or (needed and abilities[permanent] > 1)
            if len(needed) > 1 or (source.leaves and source.taps and others):
                self.undecided.append(source)  # it uses up more than one thing that others want
            elif not needed and abilities[permanent] == 1 and len(source.makes) == 1:
                found += [[way] for way in _each(source, rank)]
            else:
                if source.number > 1:
                    self.undecided.append(source)
                if permanent not in several:
                    found.append(several.setdefault(permanent, []))
                node = needed[0] if needed else SINK
                several[permanent] += [
                    Way(source, letter, _kinds(made), rank, node)
                    for letter, made in source.makes
                    if any(made) or _helps(source)
                ]
        return [provider for provider in found if provider]

    def suffices(self, pips: tuple[str, ...]) -> bool:
        """Whether mana can flow from all pips while the parts are paid."""
        found = self._sufficient.get(pips)
        if found is None:
            found = self._sufficient[pips] = self._flow(pips) is not None or any(
                matching.suffices(pips) for matching in self._with_one_decided(pips)
            )
        return found

    def steps(self, pips: tuple[str, ...]) -> Steps | None:
        """The sources to use so that mana flows from all pips, each with the letter of its
        colour, as few creatures as can be; or None.
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
        """The same with one more source decided upon, in each way that makes a difference to
        these pips.
        """
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
        """The edges after everything has flowed; None if it can't.

        `sparing`: each further creature taps only if it must.
        """
        if len(pips) + sum(part.number for part in self.parts) > self.most:
            return None
        edges, left = self._network_for(pips)
        closed = [node for node in self.nodes if sparing]
        for node in closed:
            del edges[node][SINK]
        for node in (SINK, *closed):  # with nobody's help first
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
        """A network of our own: who can pass on what to whom, every edge once; and the nodes of
        the pips and of the parts' objects.
        """
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
        """The permanents that could pay for a pip, in order of preference."""
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
        """The sources to use, with the letter of the colour to choose for each."""
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
    """These steps without those that later ones have made needless."""
    kept = list(steps)
    if sum(source.number for source, _ in steps) > len(pips):
        for step in steps:
            others = [other for other in kept if other != step]
            decided = [_decided(source, letter) for source, letter in others]
            if Matching(decided, (), decided).suffices(pips):
                kept = others
    return tuple(kept)


def _helps(source: Source) -> bool:
    """Whether it pays in mana's place, for any mana though it makes none."""
    return source.ability < 0


def _needs_more(provider: list[Way]) -> bool:
    """Whether a mana uses up something that others want."""
    return provider[0].node != SINK


def _decided(source: Source, letter: str) -> Source:
    """A source for which the colour has been chosen."""
    return replace(source, makes=((letter, dict(source.makes)[letter]),))


def _each(source: Source, rank: int) -> list[Way]:
    ((letter, made),) = source.makes
    return [
        Way(source, letter, kind, rank)
        for kind in _kinds(made) or [GENERIC] * (source.number if _helps(source) else 0)
    ]


@lru_cache(1024)
def _kinds(made: Pool) -> str:
    return "".join(symbol * number for symbol, number in zip(SYMBOLS, made, strict=True))


def _different(makes: Makes, pips: Sequence[str]) -> list[str]:
    """The letters of the colours to choose, one of those that are equally good for these pips."""
    kinds = [pip.removeprefix(PRICE) for pip in pips]
    needed = [kinds.count(symbol) for symbol in SYMBOLS]
    found: dict[tuple[int, ...], str] = {}
    for letter, made in makes:
        found.setdefault((sum(made), *map(min, made, needed)), letter)
    return list(found.values())


def _fits(way: Way, pip: str) -> bool:
    if pip[:1] == PRICE:
        return not _helps(way.source) and _fits(way, pip[1:])
    return way.source.snow if pip == SNOW else pip in way.kinds  # GENERIC is in anything


def _into(number: int) -> int:
    return -2 * number - 1


def _out_of(number: int) -> int:
    return -2 * number - 2


def _go_straight(edges: Edges, pip: int) -> bool:
    """Let a pip be paid by the first permanent that does nothing yet, so that nothing decided
    before has to be undone.
    """
    for into in edges[pip]:
        out = into - 1  # of the same permanent
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
    """Find a way to the sink and turn its edges round, so that later ways may undo what it
    decided.
    """
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
