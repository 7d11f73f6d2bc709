"""Mana sources that compete for the creatures that tap for them, compared with trying everything (`engine/magic/competing.py`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import pytest

from engine.cards.costs import INDEX, SYMBOLS, ManaCost, parse_cost
from engine.magic.competing import activations, suffices
from engine.magic.mana import Makes, Source, symbol
from engine.state import EMPTY_POOL, Pool

DOG, CAT = 1, 2
"""Creatures; lands and artifacts have ids from 10 on."""


def pool(letters: str) -> Pool:
    """Mana by its letters: "GGW"."""
    return tuple(letters.count(symbol) for symbol in SYMBOLS)  # type: ignore[return-value]


def source(ident: int, *ways: str, through: int = 0, ability: int = 0, snow: bool = False) -> Source:
    """Something that makes one of these: "GG" or "WU"; the letter to choose is the first."""
    makes: Makes = tuple((way[0] if len(ways) > 1 else "", pool(way)) for way in ways)
    return Source(ident, ability, len(ways[0]), makes, through, snow)


def lotus(ident: int, *, through: int = 0) -> Source:
    """Three mana of any one colour."""
    return source(ident, "WWW", "UUU", "BBB", "RRR", "GGG", through=through)


FOREST_BESIDE = [source(10, "G", through=DOG), source(10, "G", through=CAT)]


@pytest.mark.parametrize(
    ("cost", "sources", "enough"),
    [
        ("{U}{U}{U}{G}", [lotus(20), *FOREST_BESIDE], True),
        ("{U}{U}{W}", [lotus(20), *FOREST_BESIDE], False),  # of one colour
        ("{U}{U}{W}{G}", [lotus(20), lotus(21), *FOREST_BESIDE], True),
        ("{U}{W}{R}", [lotus(20), lotus(21), *FOREST_BESIDE], False),
        ("{3}{G}{G}", [lotus(20), *FOREST_BESIDE], False),  # one Forest
        ("{2}{G}{G}", [lotus(20), *FOREST_BESIDE], True),
        ("{W}{U}", [source(20, "WU"), *FOREST_BESIDE], True),
        ("{W}{W}", [source(20, "WU"), *FOREST_BESIDE], False),
        ("{W}{W}{W}{G}", [lotus(20, through=DOG), *FOREST_BESIDE], True),
        ("{W}{W}{W}{G}", [lotus(20, through=DOG), FOREST_BESIDE[0]], False),  # both need the dog
        ("{G}{G}", [source(DOG, "GG"), FOREST_BESIDE[0]], True),
        ("{G}{G}{G}", [source(DOG, "GG"), FOREST_BESIDE[0]], False),  # a creature that taps for mana taps for no land as well
        ("{G}{G}{G}", [source(DOG, "GG"), *FOREST_BESIDE], True),
        ("{C}{C}{U}", [source(20, "CC"), source(20, "U", ability=1), *FOREST_BESIDE], False),  # one of its abilities
    ],
)
@pytest.mark.rule("F-19")
def test_what_makes_several_mana_pays_with_all_of_it_in_one_of_its_ways(cost: str, sources: list[Source], enough: bool) -> None:
    assert suffices(parse_cost(cost), EMPTY_POOL, sources) is enough
    assert (activations(parse_cost(cost), EMPTY_POOL, sources) is not None) is enough


@pytest.mark.parametrize("seed", range(8))
def test_whatever_can_be_paid_by_trying_everything_can_be_paid(seed: int) -> None:
    random, paid = Random(seed), 0
    for _ in range(150):
        available, lying, cost = _random_sources(random), pool("".join(random.choices("WUG", k=random.randrange(3)))), _random_cost(random)
        wanted = any(_covers(cost, _sum(lying, made), icy) for made, icy in _totals(available))
        assert suffices(cost, lying, available) is wanted, (cost, lying, available)
        steps = activations(cost, lying, available)
        assert (steps is not None) is wanted, (cost, lying, available)
        if steps is not None:
            paid += 1
            assert _may_be_used_together([used for used, _ in steps])
            made = _sum(lying, *(dict(used.makes)[letter] for used, letter in steps))
            assert _covers(cost, made, _sum(*(dict(used.makes)[letter] for used, letter in steps if used.snow)))
    assert paid > 20


def _random_sources(random: Random) -> list[Source]:
    kinds = ("W", "U", "G", "WW", "WU", "GGG"), ("W", "U"), ("WW", "UU", "GG")
    found: list[Source] = []
    for ident in range(10, 10 + random.randint(1, 4)):
        ways = random.choice(kinds)
        ways = [random.choice(ways)] if ways is kinds[0] else ways
        through = random.sample((DOG, CAT, 3), random.randint(0, 2))
        snow = random.random() < 0.3
        found += [source(ident, *ways, through=creature, snow=snow) for creature in through or [0]]
        if not through and random.random() < 0.3:
            found.append(source(ident, random.choice(kinds[0]), ability=1, snow=snow))
    found += [source(DOG, random.choice(("G", "GG")))] * (random.random() < 0.4)
    return [*found, source(30, "G", through=CAT)]


def _random_cost(random: Random) -> ManaCost:
    return parse_cost("".join(random.choices(("{W}", "{U}", "{G}", "{1}", "{S}"), (4, 4, 4, 3, 1), k=random.randint(1, 6))))


def _may_be_used_together(sources: Sequence[Source]) -> bool:
    """Whether none of them needs to tap what another one taps."""
    tapped = [ident for used in sources for ident in {used.object, used.through} - {0}]
    return len(tapped) == len(set(tapped))


def _totals(available: Sequence[Source]) -> Iterator[tuple[Pool, Pool]]:
    """All mana that some of these can make together, and what of it is snow."""
    choices: list[list[tuple[Source, Pool] | None]] = [[None, *((each, made) for _, made in each.makes)] for each in available]

    def further(number: int, used: list[Source], made: Pool, icy: Pool) -> Iterator[tuple[Pool, Pool]]:
        if number == len(choices):
            yield made, icy
            return
        for choice in choices[number]:
            if choice is None:
                yield from further(number + 1, used, made, icy)
            elif _may_be_used_together([*used, choice[0]]):
                more = choice[1] if choice[0].snow else EMPTY_POOL
                yield from further(number + 1, [*used, choice[0]], _sum(made, choice[1]), _sum(icy, more))

    yield from further(0, [], EMPTY_POOL, EMPTY_POOL)


def _covers(cost: ManaCost, have: Pool, icy: Pool) -> bool:
    """Whether this mana pays, snow mana on snow symbols in any way."""
    if cost.snow:
        fewer = ManaCost(cost.fixed, cost.generic, 0, (), cost.snow - 1)
        return any(icy[i] and _covers(fewer, _less(have, letter), _less(icy, letter)) for letter, i in INDEX.items())
    return all(map(int.__ge__, have, cost.fixed)) and sum(have) >= cost.value


def _sum(*pools: Pool) -> Pool:
    return tuple(map(sum, zip(EMPTY_POOL, *pools, strict=True)))  # type: ignore[return-value]


def _less(have: Pool, letter: str) -> Pool:
    return tuple(n - gone for n, gone in zip(have, symbol(letter), strict=True))  # type: ignore[return-value]
