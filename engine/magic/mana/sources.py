"""Mana sources: the mana abilities that a player could activate, and their mana (CR 106, 605)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from engine.actions import Action
from engine.base.dirty_flags import EVERYTHING
from engine.base.records import replace
from engine.cards.characteristics import Characteristics
from engine.cards.costs import (
    COLORLESS,
    INDEX,
    NO_CHANGE,
    SYMBOLS,
    CostChange,
    ManaCost,
    parse_cost,
)
from engine.cards.mana_abilities import added_by, exchanges_mana, makes_fixed_mana, makes_plain_mana
from engine.cards.model import Activated, AddMana, AnyAbility
from engine.cards.remembered import of_each
from engine.magic.abilities import mana_pool, triggers
from engine.magic.abilities.kinds_of_mana import (
    Alternatives,
    added_now,
    alternatives,
    both,
    known_alternatives,
)
from engine.magic.abilities.mana_pool import SNOW, is_snow, less
from engine.magic.continuous import amounts, filters
from engine.magic.continuous.player_rules import has_rules, player_rule
from engine.magic.core.limits import MOST_MANA
from engine.magic.core.mana_source import Makes, Source, key_of, used_by
from engine.magic.core.position import EMPTY_POOL, NOBODY, AbilityContext, Player, Pool
from engine.magic.index.by_ability import Act, index_of, whose_abilities
from engine.magic.index.by_space import places
from engine.magic.index.by_type import barred, sick
from engine.magic.index.derived import derived, derived_for
from engine.magic.mana.matching import Matching

if TYPE_CHECKING:
    from engine.magic.core.game import GameCore


LAND_BONUS = "land-mana-bonus"  # the rule by which lands make additional mana


class Sources:
    """A player's mana sources, with a cache of payment plans.

    `plain` sources cost only the use of their permanent, `costly` ones cost mana. `bound` ones are
    like plain ones, but their mana can be spent on some things only.
    """

    def __init__(
        self,
        plain: Iterable[Source] = (),
        costly: Iterable[Source] = (),
        through: int = 0,
        bound: Iterable[Source] = (),
    ) -> None:
        self.plain, self.costly, self.bound = tuple(plain), tuple(costly), tuple(bound)
        self.through = through  # the number of plain sources used through a creature
        # an upper bound of the mana that plain sources make
        self.total = sum([source.number for source in self.plain])
        self.plans: dict[object, Any] = {}
        self.matching: Matching | None = None
        self._open: dict[tuple[bool, ...], Sources] = {}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sources) and (self.plain, self.costly, self.bound) == (
            other.plain,
            other.costly,
            other.bound,
        )

    def open_to(self, game: GameCore, ctx: AbilityContext | None) -> Sources:
        """Return the sources whose mana may be spent on a spell or ability, all of them as plain.

        `ctx` None: on anything else.
        """
        if not self.bound:
            return self
        fit = tuple(
            [s.spend is not None and mana_pool.may_spend(game, s.spend, ctx) for s in self.bound]
        )
        found = self._open.get(fit)
        if found is None:
            more = [source for source, fits in zip(self.bound, fit, strict=True) if fits]
            found = self._open[fit] = Sources((*self.plain, *more), self.costly, self.through)
        return found

    @property
    def unbound(self) -> Sources:
        """The sources whose mana may be spent on anything."""
        if all(source.spend is None for source in self.plain):
            return self
        return Sources([s for s in self.plain if s.spend is None], self.costly, self.through)

    def without(self, used: set[int]) -> Sources:
        """Return the sources that don't need the resources in `used`."""
        plain, costly, bound = (
            [s for s in sources if used.isdisjoint(used_by(s))]
            for sources in (self.plain, self.costly, self.bound)
        )
        return (
            self
            if len(plain) + len(costly) + len(bound)
            == len(self.plain) + len(self.costly) + len(self.bound)
            else Sources(plain, costly, 0, bound)
        )


def activation(source: Source) -> Action:
    """Return the action that activates a source."""
    return Action(
        "activate", object=source.object, ability=source.ability + 1, target=source.through
    )


class Makers(Struct, gc=False):
    """All permanents with mana abilities, and the mana of abilities without further cost."""

    of: dict[int, tuple[Source, ...]]
    exchangers: list[Act]  # abilities that cost mana
    vary: bool  # the amount of some ability varies; `of` has no amounts for such abilities
    # some abilities may make no mana in this variant; `of` has no mana for such abilities
    idle: bool
    binds: bool  # some abilities make restricted mana


@derived(whose_abilities, "abilities", "supertypes", "types", "delayed")
def makers(game: GameCore) -> Makers:
    """Return all mana abilities."""
    index, rules = whose_abilities(game), game.rules.mana
    found = {
        ident: mine
        for ident, c in game.permanents.table.items()
        if c.abilities and (mine := _made_by(ident, c))
    }
    more = triggers.may_add_mana(game) or LAND_BONUS in index.rules
    for ident, mine in found.items() if not rules.all_make else ():
        found[ident] = tuple(
            [
                s if rules.makes(game, ident, _of(game, s)) else replace(s, number=0, makes=())
                for s in mine
            ]
        )
    return Makers(
        found,
        [act for act in index.others if exchanges_mana(act[2])],
        more or index.varies,
        not rules.all_make,
        bool([1 for mine in found.values() for source in mine if source.spend is not None]),
    )


@lru_cache(4096)
def _made_by(ident: int, c: Characteristics) -> tuple[Source, ...]:
    """Return a permanent's mana abilities that cost only its use."""
    return tuple(
        [
            _source(ident, c, number, each)
            for number, each in enumerate(c.abilities)
            if makes_plain_mana(each)
        ]
    )


@derived(makers, "controller")
def whose_makers(game: GameCore) -> dict[int, list[Source]]:
    """Return mana abilities by controller."""
    objects = game.state.objects
    found: defaultdict[int, list[Source]] = defaultdict(list)
    for ident, mine in makers(game).of.items():
        controller = objects[ident].controller
        if controller != NOBODY:
            found[controller] += mine
    return dict(found)


@derived_for(whose_makers, barred, "owned since", "player.last_turn", "types", "keywords", "tapped")
def usable_makers(game: GameCore, seat: int) -> list[Source]:
    """Return a player's usable mana abilities that cost only the use of their source."""
    mine = whose_makers(game).get(seat, ())
    if not mine:
        return []
    objects, tired, unable = game.state.objects, sick(game), barred(game)
    found = [s for s in mine if not (s.taps and (objects[s.object].tapped or s.object in tired))]
    return [source for source in found if source.object not in unable] if unable else found


def has_activated(game: GameCore, seat: int) -> bool:
    """Return whether a player controls a permanent with an activated ability."""
    objects = game.state.objects
    return seat in whose_makers(game) or any(
        objects[ident].controller == seat for ident, _, _ in index_of(game).acts_of(seat)
    )


def sources(game: GameCore, seat: int, keep: int = 0) -> Sources:
    """Return the mana abilities that a player could activate now.

    `keep`: an object that may not be sacrificed for mana; 0 for none.
    """
    found = (
        _sources_by_place(game, seat, keep)
        if game.rules.mana.by_place
        else _steady_sources(game, seat, keep)
    )
    return _varying_sources(game, seat, keep) if found is None else found


@derived_for(usable_makers)
def _steady_sources(game: GameCore, seat: int, keep: int) -> Sources | None:
    """Return a player's mana sources if every source makes a fixed amount, else None."""
    every = makers(game)
    if every.vary:
        return None
    return (
        _usable(game, seat, keep) if every.exchangers or seat in whose_makers(game) else Sources()
    )


@derived_for(_steady_sources, places, "area.land")
def _sources_by_place(game: GameCore, seat: int, keep: int) -> Sources | None:
    """Return a player's mana sources including adjacent land, or None if amounts vary."""
    return None if makers(game).vary else _usable(game, seat, keep)


@derived_for(EVERYTHING)
def _varying_sources(game: GameCore, seat: int, keep: int) -> Sources:
    return _usable(game, seat, keep)


def _usable(game: GameCore, seat: int, keep: int) -> Sources:
    rules, all_makers = game.rules.mana, makers(game)
    plain, through = (
        usable_makers(game, seat),
        rules.more_sources(game, seat) if rules.by_place else [],
    )
    plain = plain + through if through else plain
    costly = _exchanging(game, seat, all_makers.exchangers) if all_makers.exchangers else []
    if keep:
        plain, costly = (
            [s for s in some if not (s.leaves and s.object == keep)] for some in (plain, costly)
        )
    if all_makers.vary:
        plain, costly = (
            [
                varied
                for s in some
                if rules.makes(game, s.object, _of(game, s))
                and (varied := _varied(game, seat, s)).makes
            ]
            for some in (plain, costly)
        )
    elif all_makers.idle:
        plain = [source for source in plain if source.makes]
    if not all_makers.binds:
        return Sources(plain, costly, len(through))
    bound = [source for source in plain if source.spend is not None]
    return Sources(
        [source for source in plain if source.spend is None], costly, len(through), bound
    )


def _exchanging(game: GameCore, seat: int, acts: Iterable[Act]) -> list[Source]:
    """Return a player's sources that cost mana."""
    objects, table, rules = game.state.objects, game.permanents.table, game.rules.mana
    tired, unable = sick(game), barred(game)
    found: list[Source] = []
    for ident, number, ability in acts:
        obj, tap = objects[ident], ability.cost.tap
        if obj.controller != seat or (tap and (obj.tapped or ident in tired)) or ident in unable:
            continue
        if rules.makes(game, ident, ability):
            found.append(
                replace(
                    _source(ident, table[ident], number, ability),
                    cost=rules.price(parse_cost(ability.cost.mana)),
                )
            )
    return found


def _source(ident: int, c: Characteristics, number: int, ability: AnyAbility) -> Source:
    """Return a mana ability as a source, with the mana printed on the card."""
    assert isinstance(ability, Activated)
    cost, (total, makes) = ability.cost, _always_made(ability)
    return Source(
        ident,
        number,
        total,
        makes,
        0,
        "Snow" in c.supertypes,
        None,
        cost.tap,
        cost.sacrifice is not None,
        next((each.spend for each in added_by(ability.effects)), None),
    )


def _of(game: GameCore, source: Source) -> Activated:
    ability = game.permanents.table[source.object].abilities[source.ability]
    assert isinstance(ability, Activated)
    return ability


def land_bonus(game: GameCore, seat: int, ident: int, ability: object) -> int:
    """Return the additional mana of a land tapped for mana by its ability (CR 106.12)."""
    if not isinstance(ability, Activated) or not ability.cost.tap or not has_rules(game):
        return 0
    return (
        player_rule(game, seat, LAND_BONUS)
        if "Land" in filters.characteristics(game, ident).types
        else 0
    )


def _varied(game: GameCore, seat: int, source: Source) -> Source:
    """Return a source whose amount depends on the position.

    A land's additional mana counts as made by the land itself.
    """
    ident, ability = source.object, _of(game, source)
    bonus = land_bonus(game, seat, ident, ability)
    makes, snow, spend = () if bonus else source.makes, source.snow, source.spend
    if not makes:
        ctx = AbilityContext(seat, ident, "", ability)
        makes = _combined(
            [
                alternatives(
                    game,
                    ctx,
                    effect,
                    min(amounts.number(game, effect.times, ctx), MOST_MANA),
                    0 if place else bonus,
                )
                for place, effect in enumerate(added_now(game, ability.effects, ctx))
            ]
        )
    if spend is not None:
        spend = mana_pool.with_chosen_type(game, spend, ident)
    if makes and ability.cost.tap and triggers.may_add_mana(game):
        makes, snow = _with_triggered(game, seat, ident, makes, snow)
    number = sum(makes[0][1]) if makes else 0
    return replace(source, number=number, makes=makes, snow=snow, spend=spend)


def _with_triggered(
    game: GameCore, seat: int, ident: int, makes: Makes, snow: bool
) -> tuple[Makes, bool]:
    """Return the mana of tapping a permanent plus triggered abilities, and whether all is snow."""
    found = [(chosen, made, made) for chosen, made in makes]
    for item, effect in triggers.added_by_tapping(game, ident, seat):
        if seat in filters.players_of(game, effect.who, item) and game.rules.mana.makes(
            game, item.source, item.ability
        ):
            pools: dict[tuple[Pool, Pool], str] = {}
            for chosen, own, made in found:
                more = added_for(game, seat, item, effect, own)
                if not chooses_for(game, seat, item, effect, own):
                    more = (("", more[0][1]),) if more else (("", EMPTY_POOL),)
                for letters, added in more:
                    key = chosen + key_of(letters) if letters else chosen
                    pools.setdefault((own, both(made, added)), key)
            found = [(chosen, own, made) for (own, made), chosen in pools.items()]
            snow = snow and is_snow(game, item.source)
    return tuple([(chosen, made) for chosen, _, made in found]), snow


def added_for(
    game: GameCore, seat: int, ctx: AbilityContext, effect: AddMana, produced: Pool
) -> Alternatives:
    """Return the mana that a triggered mana ability could add.

    `produced`: the mana that a permanent was tapped for.
    """
    times = min(amounts.number(game, effect.times, ctx), MOST_MANA)
    return alternatives(game, ctx, effect, times, produced=produced)


def chooses_for(
    game: GameCore, seat: int, ctx: AbilityContext, effect: AddMana, produced: Pool
) -> bool:
    """Return whether a triggered mana ability gives mana of a chosen color to this player alone."""
    return (
        game.rules.mana.colored
        and len(added_for(game, seat, ctx, effect, produced)) > 1
        and filters.players_of(game, effect.who, ctx) == [seat]
    )


def usefulness(source: Source) -> tuple[bool, bool, int, int]:
    """Return the sort key of equally good sources, least useful first: colorless before colored."""
    colored = any(any(made[:-1]) for _, made in source.makes)
    return colored, source.snow, len(source.makes), source.object


@of_each
def _always_made(ability: Activated) -> tuple[int, Makes]:
    """Return the amount and the possible mana of a mana ability; (0, ()) if the amount varies."""
    if not makes_fixed_mana(ability):
        return 0, ()
    makes = _combined(
        [
            known_alternatives(effect, min(effect.times, MOST_MANA), 0)
            for effect in added_by(ability.effects)
            if isinstance(effect.times, int)
        ]
    )
    return sum(makes[0][1]), makes


def _combined(each: Iterable[Alternatives]) -> Makes:
    """Return the mana of several effects together, by the choices for all of them."""
    found: list[tuple[str, Pool]] = [("", EMPTY_POOL)]
    for effect in each:
        found = [
            (chosen + key_of(letters) if letters else chosen, both(made, more))
            for chosen, made in found
            for letters, more in effect
        ]
    return tuple(found)


def most_mana(player: Player, available: Sources) -> int:
    """Return an upper bound of a player's mana: the pool plus all sources."""
    total = sum(player.pool) + available.total
    if player.bound or available.bound:
        total += sum(sum(each.pool) for each in player.bound)
        total += sum(source.number for source in available.bound)
    return total + sum(source.number for source in available.costly) if available.costly else total


def owed_for(
    game: GameCore, cost: ManaCost, x: int = 0, change: CostChange = NO_CHANGE
) -> ManaCost:
    """Return a cost to pay, with X chosen, and changed by other effects (CR 601.2f)."""
    whole = ManaCost(cost.fixed, cost.generic + cost.x * x, 0, cost.hybrid, cost.snow)
    return game.rules.mana.price(whole.changed(change))


def after_paying(owed: ManaCost, letter: str) -> ManaCost | None:
    """Return the rest of a cost after one mana of a kind ("P": life); None if it doesn't fit."""
    if letter in INDEX and owed.fixed[INDEX[letter]]:
        return owed.without(letter)
    for position, hybrid in enumerate(owed.hybrid):
        if letter in hybrid.split("/"):
            return ManaCost(
                owed.fixed,
                owed.generic,
                0,
                owed.hybrid[:position] + owed.hybrid[position + 1 :],
                owed.snow,
            )
    if letter not in INDEX:
        return None
    if owed.generic:
        return owed.plus(-1)
    symbol = next((hybrid for hybrid in owed.hybrid if hybrid[0].isdigit()), None)
    if symbol is None:
        return None
    left = list(owed.hybrid)
    left.remove(symbol)
    return ManaCost(owed.fixed, int(symbol[0]) - 1, 0, tuple(left), owed.snow)


def after_spending(owed: ManaCost, unit: str) -> list[ManaCost]:
    """Return every possible rest of a cost after one mana of the pool, snow symbols first."""
    found: list[ManaCost] = []
    if owed.snow and unit[1:]:
        found.append(ManaCost(owed.fixed, owed.generic, 0, owed.hybrid, owed.snow - 1))
    rest = after_paying(owed, unit[0])
    return found if rest is None else [*found, rest]


def sensible_way(owed: ManaCost, player: Player) -> list[str]:
    """Return the mana of a pool to pay a cost without hybrid symbols.

    Restricted mana comes first, then colorless mana, and the player's own color last; snow mana is
    spent if the other mana would last longer.
    """
    plain, snow = list(less(player.pool, player.snow)), list(player.snow)
    spent = [0] * len(SYMBOLS)
    icy = [max(0, need - n) for need, n in zip(owed.fixed, plain, strict=True)]
    for index, need in enumerate(owed.fixed):
        spent[index] = need - icy[index]
        plain[index] -= spent[index]
        snow[index] -= icy[index]
    order = sorted(
        range(len(SYMBOLS)),
        key=lambda i: (
            not any(each.pool[i] for each in player.bound),
            SYMBOLS[i] != COLORLESS,
            SYMBOLS[i] == player.mana_color,
            plain[i] + snow[i],
        ),
    )
    _take(owed.snow, snow, icy, order)
    _take(_take(owed.generic, plain, spent, order), snow, icy, order)
    for index, kept in enumerate(player.kept):
        # no more than the snow mana of the kind
        staying = min(kept - plain[index], snow[index], spent[index])
        if staying > 0:
            spent[index] -= staying
            icy[index] += staying
    return [s for s, n in zip(SYMBOLS, spent, strict=True) for _ in range(n)] + [
        s + SNOW for s, n in zip(SYMBOLS, icy, strict=True) for _ in range(n)
    ]


def _take(number: int, have: list[int], spent: list[int], order: Sequence[int]) -> int:
    """Move up to `number` mana from `have` to `spent`, kind by kind in this order.

    Returns the number that is missing.
    """
    for index in order:
        taken = min(number, have[index])
        have[index] -= taken
        spent[index] += taken
        number -= taken
    return number
