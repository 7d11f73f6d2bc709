"""Whether and how costs can be paid, compared with trying everything
(`engine/magic/mana/payment.py`, `engine/magic/mana/matching.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.actions import Action
from engine.base.records import replace
from engine.cards.costs import SYMBOLS, ManaCost, parse_cost, ways_to_pay
from engine.cards.model import Activated, AddMana, May
from engine.cards.terms import Costs, Filter
from engine.magic.abilities import mana_pool
from engine.magic.casting.permission import CONVOKE, DELVE
from engine.magic.core.mana_source import Makes, Source, used_by
from engine.magic.core.position import EMPTY_POOL, Player, Pool
from engine.magic.mana import payment
from engine.magic.mana.matching import CostPart
from engine.magic.mana.sources import Sources
from tests.magic.mana_sources import ELF, HEAL, castable
from tests.magic.positions import ANNA, CREATURES, Position, artifact, creature, instant

# creatures; lands and artifacts have ids from 10 on, mana filters from 30 on
DOG, CAT, FOX = 1, 2, 3


def pool(letters: str) -> Pool:
    """Mana by its letters: "GGW"."""
    return tuple(letters.count(symbol) for symbol in SYMBOLS)  # type: ignore[return-value]


def source(
    ident: int,
    *ways: str,
    through: int = 0,
    ability: int = 0,
    snow: bool = False,
    how: str = "tap",
    cost: str = "",
) -> Source:
    """Something that makes one of these: "GG" or "WU"; the letter to choose is the first.

    `how`: whether that taps or sacrifices it.
    """
    makes: Makes = tuple((way[0] if len(ways) > 1 else "", pool(way)) for way in ways)
    price = parse_cost(cost) if cost else None
    return Source(
        ident, ability, len(ways[0]), makes, through, snow, price, "tap" in how, "sacrifice" in how
    )


def player(letters: str = "", snow: str = "", life: int = 20) -> Player:
    return Player(0, "Anna", life, pool=mana_pool.both(pool(letters), pool(snow)), snow=pool(snow))


def enough(
    cost: str, *sources: Source, who: Player | None = None, parts: tuple[CostPart, ...] = ()
) -> bool:
    plain, costly = (
        [s for s in sources if s.cost is None],
        [s for s in sources if s.cost is not None],
    )
    return (
        payment.plan(parse_cost(cost), who or player(), Sources(plain, costly), parts) is not None
    )


def lotus(ident: int, *, through: int = 0) -> Source:
    """Three mana of any one colour."""
    return source(ident, "WWW", "UUU", "BBB", "RRR", "GGG", through=through)


FOREST_BESIDE = (source(10, "G", through=DOG), source(10, "G", through=CAT))


@pytest.mark.parametrize(
    ("cost", "sources", "wanted"),
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
        # a creature that taps for mana taps for no land as well
        ("{G}{G}{G}", [source(DOG, "GG"), FOREST_BESIDE[0]], False),
        ("{G}{G}{G}", [source(DOG, "GG"), *FOREST_BESIDE], True),
        # one of its abilities
        ("{C}{C}{U}", [source(20, "CC"), source(20, "U", ability=1), *FOREST_BESIDE], False),
        ("{1}{W}", [source(20, "CCC"), source(20, "W", ability=1), FOREST_BESIDE[0]], True),
        ("{2}{W}", [source(20, "CCC"), source(20, "W", ability=1), FOREST_BESIDE[0]], False),
        # the dog taps for the Forest, then it is sacrificed
        ("{G}{B}", [source(DOG, "B", how="sacrifice"), FOREST_BESIDE[0]], True),
        ("{G}{B}", [source(DOG, "B", how="tap sacrifice"), FOREST_BESIDE[0]], False),
    ],
)
@pytest.mark.rule("F-19")
def test_what_makes_several_mana_pays_with_all_of_it_in_one_of_its_ways(
    cost: str, sources: list[Source], wanted: bool
) -> None:
    assert enough(cost, *sources) is wanted


@pytest.mark.cr("602.1b", "605.3a")
def test_a_permanent_is_tapped_for_one_ability_and_sacrificed_for_another() -> None:
    both = source(20, "G"), source(20, "B", ability=1, how="sacrifice")
    assert enough("{G}{B}", *both)
    assert not enough("{G}{B}", source(20, "G"), source(20, "B", ability=1, how="tap sacrifice"))
    assert not enough("{G}{B}{W}", *both, source(20, "W", ability=2, how="tap sacrifice"))


# --- convoke and delve beside the rest ---

HELPER = Source(FOX, CONVOKE, 1, (("", EMPTY_POOL),))
GRAVE = [
    Source(ident, DELVE, 1, (("", EMPTY_POOL),), taps=False, leaves=True) for ident in (40, 41)
]
SIGNET = source(30, "WU", cost="{1}")


@pytest.mark.rule("F-19")
@pytest.mark.cr("702.51a", "702.66a")
def test_who_convokes_and_what_delves_pays_beside_lands_that_creatures_tap_for() -> None:
    assert enough("{1}{G}", HELPER, FOREST_BESIDE[0])
    assert not enough("{1}{G}", HELPER, source(10, "G", through=FOX))
    assert enough("{2}{G}", *GRAVE, FOREST_BESIDE[0])
    assert not enough("{G}{G}", *GRAVE, FOREST_BESIDE[0])


@pytest.mark.cr("605.3a", "702.51a", "702.66a")
def test_convoke_pays_for_the_spell_not_for_a_mana_filter() -> None:
    assert not enough("{W}{U}", HELPER, SIGNET)
    assert enough("{1}{W}{U}", HELPER, SIGNET, source(20, "G"))
    assert not enough("{1}{W}{U}", *GRAVE, SIGNET)


@pytest.mark.cr("605.3a")
def test_more_than_three_mana_filters_pay_for_one_cost() -> None:
    filters = [source(30 + number, "WU", cost="{1}") for number in range(5)]
    assert enough("{W}{W}{W}{W}{W}{U}", source(20, "G"), *filters)
    assert not enough("{W}{W}{W}{W}{W}{W}", source(20, "G"), *filters)


# --- the other parts of a cost ---


@pytest.mark.cr("601.2h", "602.2b")
def test_what_one_part_of_a_cost_uses_up_pays_for_nothing_else() -> None:
    elves = source(DOG, "G"), source(CAT, "G")
    one = CostPart(1, (DOG, CAT))
    assert enough("{G}", *elves, parts=(one,))
    assert not enough("{G}{G}", *elves, parts=(one,))
    assert not enough("{G}", *elves, parts=(one, CostPart(1, (DOG, CAT))))
    # what has been tapped may be sacrificed
    assert enough("{G}", *elves, parts=(one, CostPart(1, (DOG, CAT), leaves=True)))
    pets = source(DOG, "B", how="sacrifice"), source(CAT, "B", how="sacrifice")
    assert enough(
        "{B}", *pets, parts=(CostPart(1, (DOG, CAT), leaves=True), CostPart(2, (DOG, CAT)))
    )
    assert not enough("{B}{B}", *pets, parts=(CostPart(1, (DOG, CAT), leaves=True),))


@pytest.mark.rule("B-33")
def test_who_taps_to_reach_a_spell_makes_no_mana_for_countering_it() -> None:
    mage, other = source(DOG, "UU"), source(20, "UU")
    assert not enough("{U}{U}", mage, parts=(CostPart(1, (DOG,)),))
    assert enough("{U}{U}", mage, parts=(CostPart(1, (DOG, CAT)),))
    assert enough("{U}{U}", mage, other, parts=(CostPart(1, (DOG,)),))


@pytest.mark.cr("118.3", "118.12")
def test_what_may_be_paid_as_something_resolves_is_paid_with_each_permanent_once() -> None:
    for elves, wanted in ((1, False), (2, True)):
        table = Position(plain=True)
        tapped = Costs(mana="{G}", tap_other=Filter(types=("Creature",)))
        trick = table.give(instant(May(cost=tapped, then=HEAL), cost="{0}"))
        for _ in range(elves):
            table.put(ELF)
        table.cast(trick)
        assert (table.asked == "may") is wanted
        if wanted:
            table.choose("yes")
        assert (table.player(ANNA).life == 23) is wanted


# --- in a game ---


@pytest.mark.cr("605.3a", "702.66a")
def test_a_mana_filter_helps_where_cards_are_delved_as_well() -> None:
    table = Position(plain=True)
    table.put(ELF)
    table.put(
        artifact(
            "Signet", Activated(cost=Costs(mana="{1}", tap=True), effects=(AddMana(add="{W}{U}"),))
        )
    )
    spell = table.give(instant(*HEAL, cost="{1}{W}{U}", keywords=("delve",)))
    assert not castable(table, spell)
    table.give(ELF, ANNA, "graveyard")
    assert castable(table, spell)


@pytest.mark.cr("601.2g", "602.2b")
def test_of_two_to_be_tapped_the_first_leaves_the_second() -> None:
    table = Position(plain=True)
    elf, bear, ox = (
        table.put(ELF),
        table.put(creature("Bear", 2, 2)),
        table.put(creature("Ox", 2, 4)),
    )
    cost = Costs(mana="{G}", tap_other=CREATURES, tap_count=2)
    horn = table.put(artifact("Horn", Activated(cost=cost, effects=HEAL)))
    table._give_priority(ANNA)
    table.do(Action("activate", object=horn, ability=1))
    assert table.offered("tap") == {bear, ox}
    assert elf


# --- everything, compared with trying everything ---

Units = tuple[str, ...]  # mana of a pool, one by one: "G", or "GS" for a snow one


def _spent(have: Units, cost: ManaCost) -> Iterator[Units]:
    """What can be left after a cost without hybrid symbols has been paid."""
    asked = [s for s, n in zip(SYMBOLS, cost.fixed, strict=True) for _ in range(n)] + [
        "S"
    ] * cost.snow
    left = {tuple(sorted(have))}
    for pip in [*asked, *["any"] * cost.generic]:
        fits = [
            (rest, i)
            for rest in left
            for i, unit in enumerate(rest)
            if pip in ("any", unit[0], unit[1:] or "-")
        ]
        left = {rest[:i] + rest[i + 1 :] for rest, i in fits}
    yield from left


def _uses(each: Source) -> set[tuple[str, int]]:
    parts = {("tap", each.object)} if each.taps else set()
    return (
        parts
        | ({("leave", each.object)} if each.leaves else set())
        | ({("tap", each.through)} if each.through else set())
    )


def _can(cost: ManaCost, who: Player, sources: Sources, parts: tuple[CostPart, ...]) -> bool:
    """Whether it can be paid, found out by using everything in every order."""
    lying = [
        s
        for s, n in zip(SYMBOLS, mana_pool.less(who.pool, who.snow), strict=True)
        for _ in range(n)
    ]
    lying += [s + "S" for s, n in zip(SYMBOLS, who.snow, strict=True) for _ in range(n)]
    seen: set[tuple[Units, frozenset[tuple[str, int]]]] = set()
    found = [(tuple(sorted(lying)), frozenset[tuple[str, int]]())]
    while found:
        position = found.pop()
        if position in seen:
            continue
        seen.add(position)
        have, used = position
        if any(
            _pays(way, have, used, sources, parts)
            for way, life in ways_to_pay(cost)
            if life <= (who.life or 0)
        ):
            return True
        for each in (*sources.plain, *sources.costly):
            if each.ability >= 0 and used.isdisjoint(_uses(each)):
                prices = [price for price, life in ways_to_pay(each.cost or ManaCost()) if not life]
                for _, made in each.makes:
                    more = [
                        s + "S" * each.snow
                        for s, n in zip(SYMBOLS, made, strict=True)
                        for _ in range(n)
                    ]
                    found += [
                        (tuple(sorted((*left, *more))), used | _uses(each))
                        for price in prices
                        for left in _spent(have, price)
                    ]
    return False


def _pays(
    way: ManaCost,
    have: Units,
    used: frozenset[tuple[str, int]],
    sources: Sources,
    parts: tuple[CostPart, ...],
) -> bool:
    """Whether this mana pays, with those who help, beside the other parts of the cost."""
    helping = [each for each in sources.plain if each.ability < 0 and used.isdisjoint(_uses(each))]
    for number in range(len(helping) + 1):
        for chosen in combinations(helping, number):
            using = [use for each in chosen for use in _uses(each)]
            if (
                len(using) == len(set(using))
                and _parts_paid(parts, used | set(using))
                and _helped(way, have, list(chosen))
            ):
                return True
    return False


def _helped(way: ManaCost, have: Units, helping: list[Source]) -> bool:
    if not helping:
        return bool(set(_spent(have, way)))
    letters = {
        s
        for _, made in helping[0].makes
        for s, n in zip(SYMBOLS, made, strict=True)
        if n and way.fixed[SYMBOLS.index(s)]
    }
    rests = [way.without(letter) for letter in letters] + ([way.plus(-1)] if way.generic else [])
    return any(_helped(rest, have, helping[1:]) for rest in rests)


def _parts_paid(parts: tuple[CostPart, ...], used: frozenset[tuple[str, int]]) -> bool:
    if not parts:
        return True
    part, how = parts[0], "leave" if parts[0].leaves else "tap"
    able = [ident for ident in part.among if (how, ident) not in used]
    return any(
        _parts_paid(parts[1:], used | {(how, i) for i in chosen})
        for chosen in combinations(able, part.number)
    )


SINGLE, SEVERAL = (
    st.sampled_from(("W", "U", "G", "WW", "WU", "GGG", "C")),
    st.sampled_from((("W", "U"), ("WW", "GG"), ("G", "W"))),
)
MADE = SINGLE.map(lambda made: (made,)) | SEVERAL
HOW = st.sampled_from(("tap", "tap", "tap", "sacrifice", "tap sacrifice"))


@st.composite
def permanents(draw: st.DrawFn) -> list[Source]:
    """Lands under and beside creatures, creatures that make mana, artifacts with several
    abilities, and what pays in mana's place.
    """
    found: list[Source] = []
    for ident in range(10, 10 + draw(st.integers(0, 3))):
        made, snow = draw(MADE), draw(st.booleans())
        helpers = draw(st.lists(st.sampled_from((DOG, CAT, FOX)), unique=True, max_size=2))
        found += [source(ident, *made, through=helper, snow=snow) for helper in helpers]
        if not helpers:
            found += [
                source(ident, *draw(MADE), ability=n, snow=snow, how=draw(HOW))
                for n in range(draw(st.integers(1, 2)))
            ]
    for ident in draw(st.lists(st.sampled_from((DOG, CAT)), unique=True, max_size=1)):
        found.append(source(ident, *draw(MADE), how=draw(HOW)))
    if draw(st.booleans()):
        found += [
            Source(
                ident, CONVOKE, 1, draw(st.sampled_from(((("", EMPTY_POOL),), (("W", pool("W")),))))
            )
            for ident in (DOG, FOX)
        ]
    return found + [Source(40, DELVE, 1, (("", EMPTY_POOL),), taps=False, leaves=True)] * draw(
        st.integers(0, 1)
    )


COSTS = st.lists(
    st.sampled_from(["W", "U", "G", "W/U", "2/W", "G/P", "1", "1", "2", "S"]),
    min_size=1,
    max_size=5,
).map(lambda symbols: parse_cost("".join(f"{{{symbol}}}" for symbol in symbols)))
FILTERS = st.lists(
    st.builds(
        lambda made, price, snow: source(0, *made, cost=price, snow=snow),
        MADE,
        st.sampled_from(("{1}", "{W}", "{G/U}")),
        st.booleans(),
    ),
    max_size=2,
).map(lambda found: [replace(each, object=30 + number) for number, each in enumerate(found)])
PARTS = st.lists(
    st.builds(
        CostPart,
        st.integers(1, 2),
        st.lists(st.sampled_from((DOG, CAT, FOX, 10, 30, 40)), unique=True, max_size=4).map(tuple),
        st.booleans(),
    ),
    max_size=2,
).map(tuple)
PLAYERS = st.builds(
    player,
    st.sampled_from(("", "", "W", "GU", "C")),
    st.sampled_from(("", "", "", "W", "G")),
    st.sampled_from((1, 20)),
)


@pytest.mark.slow
@settings(max_examples=400, deadline=None)
@given(COSTS, PLAYERS, permanents(), FILTERS, PARTS)
@pytest.mark.rule("M-4")
def test_whatever_can_be_paid_by_trying_everything_can_be_paid_and_nothing_else(
    cost: ManaCost,
    who: Player,
    plain: list[Source],
    costly: list[Source],
    parts: tuple[CostPart, ...],
) -> None:
    sources = Sources(plain, costly)
    assert (payment.plan(cost, who, sources, parts) is not None) is _can(cost, who, sources, parts)


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(COSTS, PLAYERS, permanents(), FILTERS, PARTS)
@pytest.mark.rule("M-4")
def test_a_plan_can_be_carried_out_to_the_end(
    cost: ManaCost,
    who: Player,
    plain: list[Source],
    costly: list[Source],
    parts: tuple[CostPart, ...],
) -> None:
    sources = Sources([each for each in plain if each.ability >= 0], costly)
    plan = payment.plan(cost, who, sources, parts)
    if plan is None:
        return
    way, used = plan.way, set[int]()
    while plan.use is not None:
        price, left = plan.use.price, plan.use.left
        used |= used_by(plan.use.source)
        while not price.is_nothing:
            step = payment.price_step(
                price, plan.use.rest, who, left, [part.beside(used) for part in parts]
            )
            price = step.price
            if step.source is None:
                who = mana_pool.without(who, [step.unit])
            else:
                who, left = _with(who, step.source, step.unit), left.without(used_by(step.source))
                used |= used_by(step.source)
        who = _with(who, plan.use.source, plan.use.letter)
        sources = sources.without(used)
        parts = tuple(part.beside(used) for part in parts)
        plan = payment.plan(way, who, sources, parts)
        assert plan is not None
    for each, letter in payment.steps(way, who, sources.plain, parts):
        assert used.isdisjoint(used_by(each))
        used |= used_by(each)
        who = _with(who, each, letter)
    assert _parts_paid(tuple(part.beside(used) for part in parts), frozenset())
    have = [
        s
        for s, n in zip(SYMBOLS, mana_pool.less(who.pool, who.snow), strict=True)
        for _ in range(n)
    ]
    have += [s + "S" for s, n in zip(SYMBOLS, who.snow, strict=True) for _ in range(n)]
    assert set(_spent(tuple(have), way))


def _with(who: Player, each: Source, letter: str) -> Player:
    made = dict(each.makes)[letter]
    return replace(
        who,
        pool=mana_pool.both(who.pool, made),
        snow=mana_pool.both(who.snow, made) if each.snow else who.snow,
    )
