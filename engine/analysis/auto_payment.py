"""Automatic payment: ways to pay a cost, the best one, and whether a player has a choice.

The best payment keeps the most payable. Two ways are the same if the remaining sources can pay for
the same things: spells in hand, abilities of permanents, and one mana of each color used by a card
of the player's. Mana of other colors is spent first, and keeping it instead makes no different way.
A color of the hand is kept before one that only lands make, and of the creatures that could tap,
those off the map tap first.
Everything is computed from the game as one player knows it, and nothing is carried out: a payment
is a list of ordinary actions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from math import prod

from msgspec import Struct

from engine.actions import Action
from engine.base.records import replace
from engine.cards.casting_options import casting_options, count
from engine.cards.characteristics import Printed
from engine.cards.costs import FREE, INDEX, SYMBOL_OF, SYMBOLS, ManaCost, parse_cost, plus
from engine.cards.mana_abilities import added_by, adds_only, is_mana_ability
from engine.cards.model import Activated
from engine.cards.terms import Costs
from engine.magic.abilities import mana_pool, triggers
from engine.magic.abilities.kinds_of_mana import both
from engine.magic.abilities.kinds_of_mana import symbol as mana_of
from engine.magic.abilities.mana_pool import SNOW
from engine.magic.casting import permission, priority_actions
from engine.magic.casting.paying import PaymentQuestion
from engine.magic.core.game import GameCore
from engine.magic.core.mana_source import Source, Step, choices_in, leaving, tapping, used_by
from engine.magic.core.position import EMPTY_POOL, NOWHERE, AbilityContext, Player
from engine.magic.mana import payment
from engine.magic.mana import sources as mana_sources
from engine.magic.mana.matching import CostPart
from engine.magic.mana.sources import Sources

# steps of each of the two searches for one payment: at most about 0.1 s together
MOST_STEPS = 24_000
MOST_THING_STEPS = 20_000  # steps of the search for things payable beside the cost
# ways to pay checked in one step for a selection, which has hardly more mana than the cost
SELECTED_WAYS = 4
CHECK_STEPS = 8  # steps of one check for payability, plus one for every two mana sources
MOST_X = 12  # values of X considered for one spell
MOST_COPIES = 4  # copies of a spell considered together
MOST_PAIRED = 8  # different spells of which every pair is considered
# weights of each colored symbol in the hand, of cards payable beside the cost and of others,
# compared with 1 for a color used elsewhere
PAYABLE_IN_HAND, IN_HAND = 100, 10
# ranks of things to keep payable, most important first; the last is mana of a color used only by
# lands
SPELL, MORE, ABILITY, COLOR, SPARE_COLOR = range(5)


class Payment(Struct, frozen=True):
    """A complete payment."""

    actions: tuple[Action, ...]
    spent: tuple[Source, ...]  # sources used
    mana: tuple[int, ...]  # amount of mana paid for each symbol
    player: Player  # the player with the remaining pool
    left: Sources  # sources that can still be used
    # used sources that give up more than mana: creatures that tap, permanents that leave
    risky: tuple[Source, ...]

    @property
    def is_safe(self) -> bool:
        """Return whether the payment gives up only mana, and lands and artifacts tapped."""
        return not self.risky

    @property
    def used(self) -> set[int]:
        """Nodes used up by the sources: tapped or gone permanents.

        The nodes are those of `engine.magic.core.mana_source`.
        """
        return {node for source in self.spent for node in used_by(source)}


class Choice(Struct, frozen=True):
    """The best payment for a cost, and the consequences of choosing it."""

    payment: Payment
    is_automatic: bool  # no other way makes a difference
    # names of cards in hand that stay payable after another payment but not after this one
    lost: tuple[str, ...]


class ManaOption(Struct, frozen=True):
    """One way to use a permanent for mana; options with equal keys do equally well."""

    sources: tuple[Source, ...]  # alternative mana abilities of the permanent
    key: object
    is_safe: bool

    @property
    def number(self) -> int:
        """The most mana that the option makes."""
        return max(source.number for source in self.sources)

    @property
    def used(self) -> set[int]:
        return {node for source in self.sources for node in used_by(source)}


class StepBudget:
    """The steps left to a search, which ends at 0."""

    def __init__(self, steps: int) -> None:
        self.left = steps

    @property
    def is_spent(self) -> bool:
        return self.left <= 0

    def check(self, sources: Sequence[Source], ways: int = 1) -> None:
        """Count one check of whether a cost can be paid with mana sources.

        `ways` is the number of ways to pay the cost.
        """
        self.left -= (CHECK_STEPS + len(sources) // 2) * ways


def _ways(owed: ManaCost) -> int:
    """Return the number of ways to pay the hybrid symbols of a cost."""
    return prod(owed.hybrid.count(symbol) + 1 for symbol in set(owed.hybrid))


class Thing(Struct, frozen=True):
    """A spell, ability or mana that a player might pay for later."""

    rank: int
    card: int  # number of the spell in hand; -1: not a spell in hand
    name: str
    owed: ManaCost
    life: int = 0
    nodes: frozenset[int] = frozenset()  # nodes that must not be tapped or gone
    parts: tuple[CostPart, ...] = ()
    ctx: AbilityContext | None = None  # the spell, if something besides mana can pay for it


def choice(game: GameCore) -> Choice | None:
    """Return the best payment for the pending decision.

    None if no payment is pending, or if no payment with mana alone is found.
    """
    question = game.question
    if not isinstance(question, PaymentQuestion):
        return None
    seat, owed = question.seat, game.rules.mana.price(question.owed)
    player, available = question.means(game)
    things, are_all = _payable_things(game, player, available, owed)
    colors = _colors_used(game, seat)
    every, wanted = frozenset(range(len(things))), _wanted(game, seat, things, colors)
    options = sorted(
        _options(game, seat, available),
        key=lambda option: (_given_up(game, option.sources[:1]), _use(option.sources[0], wanted)),
    )
    safe = [option for option in options if option.is_safe]
    effort = StepBudget(MOST_STEPS)
    found = _payments(game, owed, player, available, safe, things, effort)
    best = max(found, key=lambda each: _worth(game, things, wanted, *each), default=None)
    is_only = len(found) == 1 and len(safe) == len(options) and not available.costly
    is_same = is_only or (
        best is not None
        and best[1] == every
        and all(_is_no_better(way, best, colors) for way in found)
    )
    is_automatic = (
        bool(found)
        and are_all
        and not effort.is_spent
        and is_same
        and not _costs_life(owed, player)
    )
    if not is_automatic and len(safe) < len(options) and all(kept != every for _, kept in found):
        further = _payments(game, owed, player, available, options, things, StepBudget(MOST_STEPS))
        found += [each for each in further if not each[0].is_safe]
    if not found:
        return None
    paid, kept = max(found, key=lambda each: _worth(game, things, wanted, *each))
    return Choice(paid, is_automatic, _lost(things, kept))


def _costs_life(owed: ManaCost, player: Player) -> bool:
    """Return whether life could be paid as well."""
    return bool(player.life) and any("P" in symbol for symbol in owed.hybrid)


def _worth(
    game: GameCore,
    things: Sequence[Thing],
    wanted: Sequence[int],
    paid: Payment,
    kept: frozenset[int],
) -> tuple[int, int, bool, int, tuple[int, ...], int, int, int, int]:
    """Return a sort key of payments: cards in hand that stay payable first.

    Then come other payable things, the creatures that stay untapped, the colors these cards want,
    and the untapped sources.
    """
    ranks = [things[number].rank for number in kept]
    cards = len({things[number].card for number in kept} - {-1})
    spells = ranks.count(SPELL) + ranks.count(MORE)
    colors = sum(_use(source, wanted) for source in paid.left.plain)
    colors += sum(have * want for have, want in zip(paid.player.pool, wanted, strict=True))
    return (
        cards,
        spells,
        paid.is_safe,
        ranks.count(ABILITY),
        tuple(-number for number in _given_up(game, paid.risky)),
        ranks.count(COLOR),
        colors,
        ranks.count(SPARE_COLOR),
        paid.left.total,
    )


def _given_up(game: GameCore, sources: Iterable[Source]) -> tuple[int, int, int, int]:
    """Return what sources give up besides mana, the most important first.

    That is the number of permanents that leave, of creatures on the map that tap, and of creatures
    that tap for land, and the power of the creatures.
    """
    gone = on_map = for_land = power = 0
    for source in sources:
        ident = source.through or source.object
        gone += source.leaves
        if "Creature" in game.permanents.table[ident].types:
            on_map += game.state.objects[ident].space != NOWHERE
            for_land += bool(source.through)
            power += game.permanents.table[ident].power
    return gone, on_map, for_land, power


def _wanted(
    game: GameCore, seat: int, things: Sequence[Thing], colors: Collection[str]
) -> list[int]:
    """Return the mana of each color in the costs of the spells in hand.

    Cards that can't be paid for now count less, and a color used by other cards a little.
    """
    wanted = [int(symbol in colors) for symbol in SYMBOLS]
    for ident in game.state.players[seat].hand:
        used = _symbols_used(game.state.objects[ident].printed)
        wanted = [
            have + IN_HAND * (symbol in used) for have, symbol in zip(wanted, SYMBOLS, strict=True)
        ]
    for thing in things:
        if thing.rank == SPELL:
            wanted = [
                have + more * PAYABLE_IN_HAND
                for have, more in zip(wanted, thing.owed.fixed, strict=True)
            ]
    return wanted


def _is_no_better(
    other: tuple[Payment, frozenset[int]],
    best: tuple[Payment, frozenset[int]],
    colors: Collection[str],
) -> bool:
    """Return whether a payment keeps no more payable than the best one.

    It keeps the same things payable, or leaves no more mana in any color that is used.
    """
    if other[1] == best[1]:
        return True
    mine, others = _kinds_left(best[0], colors), _kinds_left(other[0], colors)
    return mine.total() >= others.total() and all(
        mine[kind] >= number for kind, number in others.items() if any(kind)
    )


def _kinds_left(paid: Payment, colors: Collection[str]) -> Counter[tuple[tuple[str, ...], bool]]:
    """Count the mana a payment leaves by its possible used colors and by being snow mana."""
    found = Counter[tuple[tuple[str, ...], bool]]()
    for symbol, number, snow in zip(SYMBOLS, paid.player.pool, paid.player.snow, strict=True):
        kind = (symbol,) if symbol in colors else ()
        found[kind, False] += number - snow
        found[kind, True] += snow
    for source in paid.left.plain:
        made = {
            symbol
            for _, made in source.makes
            for symbol, number in zip(SYMBOLS, made, strict=True)
            if number
        }
        found[tuple(sorted(made.intersection(colors))), source.snow] += source.number
    return found


def _colors_used(game: GameCore, seat: int, *, lands: bool = True) -> frozenset[str]:
    """Return the mana symbols used by a player's visible cards, in costs and as colors of lands.

    Without `lands`, only by cards that are no lands.
    """
    objects = game.state.objects.values()
    mine = [obj for obj in objects if obj.printed.name and seat in (obj.owner, obj.controller)]
    return frozenset(
        symbol
        for obj in mine
        if lands or "Land" not in obj.printed.base.types
        for symbol in _symbols_used(obj.printed)
    )


@lru_cache(4096)
def _symbols_used(card: Printed) -> frozenset[str]:
    """Return the mana symbols in the costs of a card and its abilities.

    A land's symbols are also those of the mana it makes.
    """
    abilities = [ability for ability in card.base.abilities if isinstance(ability, Activated)]
    costs = [way.cost for way in casting_options(card)] + [
        parse_cost(ability.cost.mana) for ability in abilities
    ]
    found = {
        symbol
        for cost in costs
        for symbol, number in zip(SYMBOLS, cost.fixed, strict=True)
        if number
    }
    found |= {
        half
        for cost in costs
        for hybrid in cost.hybrid
        for half in hybrid.split("/")
        if half in INDEX
    }
    if "Land" in card.base.types:
        effects = [effect for ability in abilities for effect in added_by(ability.effects)]
        found |= {symbol for effect in effects for symbol in effect.add if symbol in INDEX}
        found |= {symbol for effect in effects for each in effect.either for symbol in each[1::3]}
        found |= {SYMBOL_OF[color] for effect in effects for color in effect.choice}
    return frozenset(found)


def _use(source: Source, wanted: Sequence[int]) -> int:
    """Return the weight of a source's most wanted color."""
    wants = [
        want
        for _, made in source.makes
        for number, want in zip(made, wanted, strict=True)
        if number
    ]
    return max(wants, default=0)


def _lost(things: Sequence[Thing], kept: frozenset[int]) -> tuple[str, ...]:
    """Return the names of cards that can no longer be cast in any way."""
    cards = {things[number].card for number in kept}
    return tuple(
        dict.fromkeys(
            thing.name for thing in things if thing.rank == SPELL and thing.card not in cards
        )
    )


# --- mana sources ---


def _options(game: GameCore, seat: int, available: Sources) -> list[ManaOption]:
    """Return every way to use a permanent for mana, the least useful first."""
    found: dict[object, list[Source]] = {}
    for source in sorted(available.plain, key=mana_sources.usefulness):
        use = (
            source.object,
            source.through,
            source.leaves,
            source.taps,
            _is_safe(game, seat, source),
        )
        found.setdefault(use, []).append(source)
    makes: dict[int, list[object]] = {}
    for source in available.plain:
        makes.setdefault(source.object, []).append(
            (source.number, source.makes, source.snow, source.taps, source.leaves)
        )
    options: list[ManaOption] = []
    for sources in found.values():
        first, is_safe = sources[0], _is_safe(game, seat, sources[0])
        is_plain = is_safe and _does_nothing_else(game, first.object)
        key: object = (
            tuple(makes[first.object])
            if is_plain
            else (first.object, first.through, first.leaves, first.taps, is_safe)
        )
        options.append(ManaOption(tuple(sources), key, is_safe))
    return options


def _is_safe(game: GameCore, seat: int, source: Source) -> bool:
    """Return whether a source gives up only mana.

    No creature taps, no permanent leaves, and no other effect follows.
    """
    c = game.permanents.table[source.object]
    ability = c.abilities[source.ability]
    if (
        source.through
        or source.leaves
        or "Creature" in c.types
        or not isinstance(ability, Activated)
    ):
        return False
    plain = all(map(adds_only, ability.effects))
    return plain and not triggers.are_waiting_for_mana(game, source.object, seat)


def _does_nothing_else(game: GameCore, ident: int) -> bool:
    """Return whether a permanent is good for mana alone.

    If so, any permanent with the same mana does equally well.
    """
    if game.state.objects[ident].counters or any(
        game.state.objects[other].attached_to == ident for other in game.state.battlefield
    ):
        return False
    return all(is_mana_ability(ability) for ability in game.permanents.table[ident].abilities)


# --- ways to pay ---


def _payments(
    game: GameCore,
    owed: ManaCost,
    player: Player,
    available: Sources,
    options: Sequence[ManaOption],
    things: Sequence[Thing],
    effort: StepBudget,
) -> list[tuple[Payment, frozenset[int]]]:
    """Return payments without needless mana, each with the numbers of things that stay payable.

    Of several payments that do equally well one is returned. Payments with the first options
    come first. The list is complete unless `effort` is spent.
    """
    found: list[tuple[Payment, frozenset[int]]] = []
    ways = sum(_ways(thing.owed) for thing in things)
    for units, used in _selections(owed, player, options, effort):
        effort.check(_sources_of(used), 1 + _ways(owed) // SELECTED_WAYS)
        plan = payment.plan(owed, _with_pool(player, units), Sources(_sources_of(used)))
        if plan is not None and not _has_needless(owed, player, units, used, effort):
            paid = _carried_out(
                game, owed, player, available, units, _steps(plan, player, units, used)
            )
            if paid is not None:
                effort.check(paid.left.plain, ways)
                found.append((paid, _still_payable(game, things, paid)))
        if effort.is_spent:
            break
    return found


def _selections(
    owed: ManaCost, player: Player, options: Sequence[ManaOption], effort: StepBudget
) -> Iterator[tuple[list[str], list[ManaOption]]]:
    """Yield selections of pool mana and options that might pay a cost."""
    groups: dict[object, list[ManaOption]] = {}
    last_first = options[::-1]  # of the first group as few as possible are used first
    for option in sorted(last_first, key=lambda option: option.is_safe):
        groups.setdefault(option.key, []).append(option)
    units = [(unit, _number(player, unit)) for unit in _in_order(player)]
    yield from _chosen(owed, list(groups.values()), units, [], [], set(), effort)


def _in_order(player: Player) -> list[str]:
    """Return the kinds of mana in a pool, least missed first.

    The order is that of `mana.sensible_way`.
    """
    return sorted(
        mana_pool.units(player),
        key=lambda unit: (unit[0] != SYMBOLS[-1], unit[0] == player.mana_color, unit[1:] == SNOW),
    )


def _number(player: Player, unit: str) -> int:
    index = INDEX[unit[0]]
    return player.snow[index] if unit[1:] else player.pool[index] - player.snow[index]


def _chosen(
    owed: ManaCost,
    groups: Sequence[Sequence[ManaOption]],
    units: Sequence[tuple[str, int]],
    spent: list[str],
    used: list[ManaOption],
    nodes: set[int],
    effort: StepBudget,
) -> Iterator[tuple[list[str], list[ManaOption]]]:
    """Yield the selections that extend a partial one, group by group, then by kind of pool mana."""
    number = len(spent) + len(used)
    made = len(spent) + sum(option.number for option in used)
    ready = sum(option.number for group in groups for option in group) + sum(
        have for _, have in units
    )
    effort.left -= 1 + len(groups)
    if made + ready < owed.least or effort.is_spent:
        return
    if groups:
        free = [option for option in groups[0] if nodes.isdisjoint(option.used)]
        for count in range(min(len(free), owed.value - number) + 1):
            more = free[:count]
            taken = nodes.union(*(option.used for option in more))
            yield from _chosen(owed, groups[1:], units, spent, [*used, *more], taken, effort)
    elif units:
        unit, have = units[0]
        for count in range(min(have, owed.value - number), -1, -1):
            yield from _chosen(
                owed, groups, units[1:], [*spent, *[unit] * count], used, nodes, effort
            )
    else:
        yield spent, used


def _with_pool(player: Player, units: Iterable[str]) -> Player:
    """Return a player with only the given mana in the pool, and no life to pay."""
    pool = snow = EMPTY_POOL
    for unit in units:
        pool = both(pool, mana_of(unit[0]))
        snow = both(snow, mana_of(unit[0])) if unit[1:] else snow
    return replace(player, pool=pool, snow=snow, bound=(), life=0)


def _sources_of(options: Iterable[ManaOption]) -> list[Source]:
    return [source for option in options for source in option.sources]


def _steps(
    plan: payment.Plan, player: Player, units: Sequence[str], used: Sequence[ManaOption]
) -> list[Step]:
    """Return the abilities to activate to pay as planned, each with the colors to choose."""
    return list(payment.steps(plan.way, _with_pool(player, units), _sources_of(used)))


def _has_needless(
    owed: ManaCost,
    player: Player,
    units: Sequence[str],
    used: Sequence[ManaOption],
    effort: StepBudget,
) -> bool:
    """Return whether a part of a selection pays the cost as well."""
    spare = len(units) + sum(option.number for option in used) - owed.least
    for unit in dict.fromkeys(units) if spare else ():
        rest, sources = list(units), _sources_of(used)
        rest.remove(unit)
        effort.check(sources, 1 + _ways(owed) // SELECTED_WAYS)
        if payment.plan(owed, _with_pool(player, rest), Sources(sources)) is not None:
            return True
    limited = _with_pool(player, units)
    for option in used:
        if option.number <= spare:
            others = _sources_of(other for other in used if other is not option)
            effort.check(others, 1 + _ways(owed) // SELECTED_WAYS)
            if payment.plan(owed, limited, Sources(others)) is not None:
                return True
    return False


def _carried_out(
    game: GameCore,
    owed: ManaCost,
    player: Player,
    available: Sources,
    units: Sequence[str],
    steps: Sequence[Step],
) -> Payment | None:
    """Return the payment by a selection.

    None if mana would be spent before all of it is made, or can't be spent.
    """
    actions: list[Action] = []
    now, means = player, list(units)
    for place, (source, letters) in enumerate(steps):
        actions.append(mana_sources.activation(source))
        chosen = choices_in(letters) if game.rules.mana.colored else []
        actions += [Action("choose", word=word) for word in chosen]
        made, snow = (
            game.rules.mana.made(dict(source.makes)[letters]),
            source.snow and game.rules.mana.colored,
        )
        now = _made(now, made, snow=snow)
        means += [
            symbol + SNOW * snow
            for symbol, number in zip(SYMBOLS, made, strict=True)
            for _ in range(number)
        ]
        spent = payment.only_way(owed, now)
        if spent is not None and place < len(steps) - 1:
            return None
    sources = [source for source, _ in steps]
    left = available.without({node for source in sources for node in used_by(source)})
    before = now.pool
    paid = _spent(owed, now, means, left)
    if paid is None:
        return None
    words, now = paid
    actions += [Action("pay", word=word) for word in words]
    risky = tuple(source for source in sources if not _is_safe(game, player.seat, source))
    return Payment(tuple(actions), tuple(sources), _difference(before, now.pool), now, left, risky)


def _difference(pool: Sequence[int], left: Sequence[int]) -> tuple[int, ...]:
    return tuple(have - rest for have, rest in zip(pool, left, strict=True))


def _made(player: Player, made: Sequence[int], *, snow: bool) -> Player:
    pool = both(player.pool, made)
    return replace(player, pool=pool, snow=both(player.snow, made) if snow else player.snow)


def _spent(
    owed: ManaCost, player: Player, means: Sequence[str], left: Sources
) -> tuple[list[str], Player] | None:
    """Return the actions that spend the given mana, and the player afterward.

    None if the mana can't be spent on this cost.
    """
    if owed.is_nothing:
        return [], player
    if (only := payment.only_way(owed, player)) is not None:
        return [], _without(player, only)
    for unit in dict.fromkeys(means):
        rest = list(means)
        rest.remove(unit)
        after = _without(player, [unit])
        fits = (
            each
            for each in mana_sources.after_spending(owed, unit)
            if payment.plan(each, after, left) is not None
        )
        still = next(fits, None)  # the cost left if the game spends this mana as it would
        if still is None or payment.plan(still, _with_pool(player, rest), Sources()) is None:
            continue
        further = _spent(still, after, rest, left)
        if further is not None:
            words, now = further
            return [_word(player, unit), *words], now
    return None


def _without(player: Player, units: Iterable[str]) -> Player:
    return mana_pool.without(player, units)


def _word(player: Player, unit: str) -> str:
    """Return the word for a mana of the pool in a payment action.

    Snow mana is named as such only if the pool has other mana of the same color.
    """
    return unit if unit[0] in mana_pool.units(player) else unit[0]


# --- things that stay payable ---


def _still_payable(game: GameCore, things: Sequence[Thing], paid: Payment) -> frozenset[int]:
    """Return the numbers of the things that can be paid for after a payment.

    Restricted mana is left out: what it may be spent on differs from thing to thing.
    """
    free, left = mana_pool.unbound(paid.player), paid.left.unbound
    numbers = (
        n for n, each in enumerate(things) if _is_payable(game, each, free, left, used=paid.used)
    )
    return frozenset(numbers)


def _is_payable(
    game: GameCore,
    thing: Thing,
    player: Player,
    sources: Sources,
    beside: ManaCost | None = None,
    used: Iterable[int] = (),
) -> bool:
    """Return whether a thing can be paid for, also `beside` another cost.

    `used` nodes are already tapped or gone.
    """
    gone = set(used)
    if not thing.nodes.isdisjoint(gone):
        return False
    if thing.ctx is not None:
        sources = permission.with_help(game, thing.ctx, sources)
    if thing.nodes or thing.ctx is not None:
        sources = sources.without(gone.union(thing.nodes))
    parts = tuple(part.beside(gone) for part in thing.parts)
    payer = replace(player, life=(player.life or 0) - thing.life) if thing.life else player
    owed = thing.owed if beside is None else plus(beside, thing.owed)
    return payment.plan(owed, payer, sources, parts) is not None


def _payable_things(
    game: GameCore, player: Player, available: Sources, owed: ManaCost
) -> tuple[list[Thing], bool]:
    """Return the things a player could pay for beside a cost, and whether the list is complete.

    Things that take too long to check are left out.
    """
    found: list[Thing] = []
    effort, are_all = StepBudget(MOST_THING_STEPS), True
    # sources with several mana are tried in more ways
    several = sum(source.number > 1 for source in available.plain)
    for thing in _things(game, player.seat):
        before = effort.left
        effort.check(available.plain, _ways(plus(owed, thing.owed)) * (1 + several))
        if effort.is_spent:
            effort.left, are_all = before, False
        elif _is_payable(game, thing, player, available, owed):
            found.append(thing)
    return found, are_all


def _things(game: GameCore, seat: int) -> list[Thing]:
    """Return everything that a player might pay for later, most important first."""
    spells = _spells(game, seat)
    things = [*spells, *_pairs(game, seat, spells), *_abilities(game, seat), *_colors(game, seat)]
    return sorted(things, key=lambda thing: thing.rank)


def _spells(game: GameCore, seat: int) -> list[Thing]:
    """Return the ways to cast cards from a player's hand or graveyard."""
    found: list[Thing] = []
    for number, group in enumerate(priority_actions.casts_of(game, seat, True)):
        obj = game.state.objects[group.idents[0]]
        rank = SPELL if obj.zone == "hand" else MORE
        for way in group.ways.all:
            if not way.is_open:
                continue
            item = permission.spell_item(seat, obj, way)
            change = permission.change_of_cost(game, seat, obj, way.face)
            thing = _thing(
                game,
                rank,
                number if rank == SPELL else -1,
                item,
                mana_sources.owed_for(game, way.cost, change=change),
                way.extra,
            )
            found.append(thing)
            for x in range(1, MOST_X + 1 if way.cost.x else 1):
                found.append(
                    replace(thing, rank=MORE, owed=mana_sources.owed_for(game, way.cost, x, change))
                )
    return found


def _thing(
    game: GameCore, rank: int, card: int, ctx: AbilityContext, owed: ManaCost, extra: Costs | None
) -> Thing:
    helped = ctx if permission.needs_help(ctx, game) else None
    if extra is None:
        return Thing(rank, card, ctx.name, owed, ctx=helped)
    nodes = {leaving(ctx.source)} if permission.needs_source(extra) else set[int]()
    nodes |= {tapping(ctx.source)} if extra.tap else set[int]()
    return Thing(
        rank,
        card,
        ctx.name,
        owed,
        count(extra.life),
        frozenset(nodes),
        permission.parts_of(game, ctx, extra),
        helped,
    )


def _pairs(game: GameCore, seat: int, spells: Sequence[Thing]) -> list[Thing]:
    """Return every pair of cards in hand that cost only mana, and more copies of one card.

    Each pair or group of copies is one thing to pay for.
    """
    copies = [len(group.idents) for group in priority_actions.casts_of(game, seat, True)]
    plain = [
        each
        for each in spells
        if each.rank == SPELL and not each.parts and each.ctx is None and not each.life
    ]
    first = list({each.card: each for each in reversed(plain)}.values())[:MOST_PAIRED]
    several = [
        Thing(MORE, -1, "", plus(FREE, one.owed, number))
        for one in first
        for number in range(3, min(copies[one.card], MOST_COPIES) + 1)
    ]
    return several + [
        Thing(MORE, -1, "", plus(one.owed, other.owed))
        for place, one in enumerate(first)
        for other in first[place:]
        if one is not other or copies[one.card] > 1
    ]


def _abilities(game: GameCore, seat: int) -> list[Thing]:
    """Return the abilities a player could activate, one for each distinct cost."""
    found: dict[object, Thing] = {}
    prospects = priority_actions.priority_candidates(game, seat, True)
    for group in (*prospects.acts, *prospects.elsewhere):
        ability, obj = group.ability, game.state.objects[group.object]
        if is_mana_ability(ability) or (obj.controller != seat and not ability.any_player):
            continue
        ctx = AbilityContext(seat, obj.id, obj.printed.name, ability)
        if permission.costs_refusal(game, ctx, ability.cost) is None:
            thing = _thing(
                game,
                ABILITY,
                -1,
                ctx,
                game.rules.mana.price(parse_cost(ability.cost.mana)),
                ability.cost,
            )
            found.setdefault(replace(thing, name=""), thing)
    return list(found.values())


def _colors(game: GameCore, seat: int) -> list[Thing]:
    """Return one mana of each used color, as for an instant; nothing with an empty hand."""
    if not game.rules.mana.colored or not game.state.players[seat].hand:
        return []
    used, needed = _colors_used(game, seat), _colors_used(game, seat, lands=False)
    return [
        Thing(COLOR if symbol in needed else SPARE_COLOR, -1, symbol, parse_cost(f"{{{symbol}}}"))
        for symbol in SYMBOLS[:-1]
        if symbol in used
    ]
