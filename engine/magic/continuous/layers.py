"""Continuous effects and layers (CR 611, 613).

Static abilities and resolved spells produce effects, one part for each layer. Every object is taken
through the layers in order (`through_layers`). `engine.magic.continuous.characteristics` caches the
effects and the results.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING, cast

from msgspec import Struct

from engine.base.dirty_flags import EVERYTHING, PLACE
from engine.base.records import replace
from engine.cards.attack_limits import attack_limit
from engine.cards.characteristics import (
    MUST_BLOCK,
    NO_LIFT,
    Characteristics,
    defines_characteristics,
)
from engine.cards.keyword_abilities import abilities_of_keyword, abilities_of_record
from engine.cards.keywords import is_called
from engine.cards.mana_abilities import mana_abilities
from engine.cards.model import AnyAbility, Change, Keyword, Static
from engine.cards.remembered import of_all, of_each
from engine.cards.subtypes import BASIC_LAND_TYPES, BEARERS, creature_types, instead, still_of
from engine.cards.terms import (
    Amount,
    Compare,
    Computed,
    Condition,
    Count,
    DataRecord,
    Designated,
    During,
    Either,
    Every,
    Exists,
    Filter,
    Matches,
    Not,
    Paid,
    Stat,
    Sum,
    TurnIs,
)
from engine.magic.continuous import amounts, filters
from engine.magic.continuous.qualities import CHOSEN, CHOSEN_COLOR, chosen_quality
from engine.magic.core.position import NOBODY, AbilityContext, ContinuousEffect, GameObject

if TYPE_CHECKING:
    from engine.magic.core.game import GameCore

TYPE, COLOR, ABILITY, DEFINE, SET, ADD, SWITCH, RULE = 4, 5, 6, 7, 8, 9, 10, 11
"""Layers by number.

7 to 10 are the power and toughness layers 7a to 7d; requirements and restrictions come last
(CR 613.11).
"""


UNSPOKEN = AbilityContext(NOBODY, 0)  # a placeholder until the real context is known


class LayerEffect(Struct, frozen=True, gc=False):
    """The part of a continuous effect that applies in one layer."""

    layer: int
    timestamp: int
    what: str | Filter | tuple[int, ...]  # "self", "attached", a filter or object ids
    change: Change
    ctx: AbilityContext  # the context
    condition: Condition | None = None
    volatile: bool = False  # the part depends on other objects, so they may change its results
    # the columns that a volatile part reads, except those of all characteristics
    columns: frozenset[str] = frozenset()
    tests: tuple[filters.Test, ...] | None = None  # the tests of the filter `what`
    only: int = 0  # the only object to which the part can apply; 0: any
    # the first of several parts, which fixes the objects for all parts (CR 613.6)
    begins: bool = False
    goes_on: bool = False  # a later one of several parts
    # the last layer of other objects on which the part depends: 0, ABILITY or SWITCH
    looks_at: int = 0
    is_placed: bool = False  # the part has limited range, so positions matter
    finds_land: bool = False  # the filter may match land of the map
    defines: bool = False  # from a characteristic-defining ability (CR 604.3)
    gives: bool = False  # the part may add or remove abilities other than simple keywords
    order: tuple[int, bool, int] = (0, True, 0)
    """The sort key within all layers.

    In each layer characteristic-defining effects come first, then timestamps count (CR 613.3,
    613.7).
    """


# --- the effects ---


def effects_of_permanent(obj: GameObject) -> tuple[LayerEffect, ...]:
    """Return the effects of a permanent's printed static abilities, one part for each layer."""
    if obj.adrift:
        return ()
    return tuple(
        part
        for ability in statics(obj.printed.base.abilities)
        for part in parts_of(obj, ability, obj.timestamp)
    )


def statics(abilities: Iterable[AnyAbility]) -> list[Static]:
    """Return the static abilities among `abilities`."""
    return [ability for ability in abilities if isinstance(ability, Static)]


def has_other_statics(obj: GameObject, c: Characteristics) -> bool:
    """Return whether effects have added or removed static abilities of a permanent."""
    printed = obj.printed.base.abilities
    return (
        not obj.adrift and c.abilities is not printed and statics(c.abilities) != statics(printed)
    )


def parts_of(obj: GameObject, ability: Static, timestamp: int) -> list[LayerEffect]:
    """Return the effect of a permanent's static ability, one part for each layer."""
    item = obj.speaker(x=obj.x)
    if ability.what == "self":
        only = obj.id
    elif ability.what == "attached":
        only = obj.attached_to or NOBODY
    else:
        only = 0
    return _parts(ability.change, ability.what, timestamp, item, ability.condition, only)


class AffectedObjects(tuple[int, ...]):
    """The object ids of an effect, with fast lookup."""

    @cached_property
    def _all(self) -> frozenset[int]:
        return frozenset(self)

    def __contains__(self, ident: object) -> bool:
        return ident in self._all


def effects_of_lasting(lasting: ContinuousEffect) -> tuple[LayerEffect, ...]:
    """Return the continuous effects of a resolved spell or ability."""
    ctx = AbilityContext(lasting.controller, lasting.source, x=lasting.x)
    only = lasting.objects[0] if len(lasting.objects) == 1 else 0
    return tuple(
        _parts(lasting.change, AffectedObjects(lasting.objects), lasting.timestamp, ctx, None, only)
    )


# the sort key of effects without dependencies
in_layer = attrgetter("order")
gives, is_placed, _finds_land = (
    attrgetter("gives"),
    attrgetter("is_placed"),
    attrgetter("finds_land"),
)


def _parts(
    change: Change,
    what: str | Filter | tuple[int, ...],
    timestamp: int,
    ctx: AbilityContext,
    condition: Condition | None,
    only: int,
) -> list[LayerEffect]:
    """Return a change as one effect for each layer concerned."""
    return [
        replace(
            part,
            timestamp=timestamp,
            what=what,
            ctx=ctx,
            only=only,
            order=(part.layer, not part.defines, timestamp),
        )
        for part in _parts_in_general(change, () if isinstance(what, tuple) else what, condition)
    ]


@of_all
def _parts_in_general(
    change: Change, what: str | Filter | tuple[int, ...], condition: Condition | None
) -> list[LayerEffect]:
    """Return the parts of a change without context and timestamp.

    `what`: an empty tuple for specific objects.
    """
    steady = condition is None or (what == "self" and _is_own(condition))
    volatile_targets = (
        not steady
        or what == "pair"
        or (isinstance(what, Filter) and filters.is_volatile(what))
        or _counts(change)
    )
    layers: list[int] = []
    if condition is not None and what == "self":
        ability = Static(change=change, condition=condition)
        if attack_limit(ability) is not None:  # decided for each player that is attacked
            return []
    if (
        change.types
        or change.add_types
        or change.subtypes
        or change.add_subtypes
        or "changeling" in change.keywords
    ):
        layers.append(TYPE)
    if change.colors is not None:
        layers.append(COLOR)
    if change.lose_abilities or change.keywords or change.lose_keywords or change.abilities:
        layers.append(ABILITY)
    if change.base_power is not None or change.base_toughness is not None:
        layers.append(DEFINE if what == "self" and condition is None else SET)
    if change.power != 0 or change.toughness != 0:
        layers.append(ADD)
    if change.switch:
        layers.append(SWITCH)
    if (
        change.restrict
        or change.blocked_only_by
        or change.cant_be_blocked_by
        or change.can_block_only
        or change.extra_blocks
    ):
        layers.append(RULE)
    tests = filters.tests_of(what) if isinstance(what, Filter) else None
    looks_at = _looks_at(change, what, condition) if volatile_targets else 0
    columns = _columns((what, condition, _numbers(change))) if volatile_targets else NONE
    if volatile_targets and not (
        what == "self" and _is_of_itself(condition) and looks_at == ABILITY and not _counts(change)
    ):
        columns |= WHERE
    defines = defines_characteristics(change, what, condition)
    return [
        LayerEffect(
            layer, 0, what, change, UNSPOKEN, condition, volatile_targets, columns, tests,
            begins=len(layers) > 1 and layer == layers[0],
            goes_on=layer != layers[0], looks_at=looks_at,
            is_placed=tests is not None or what == "pair", defines=defines,
            finds_land=isinstance(what, Filter) and (not what.types or "Land" in what.types),
            gives=_gives_abilities(layer, change),
        )
        for layer in layers
    ]  # fmt: skip


def _columns(part: object) -> frozenset[str]:
    """Return the columns that a part of an effect reads, except those of all characteristics."""
    if isinstance(part, Filter):
        return filters.looks_at(part)
    if isinstance(part, tuple):
        return NONE.union(*map(_columns, cast("tuple[object, ...]", part)))
    if isinstance(part, Stat):
        if isinstance(part.of, Filter):
            return filters.looks_at(part.of) | _PERMANENT if part.what in OF_OBJECTS else ANY
        return (
            frozenset({f"player.{part.what}"})
            if part.of == "you" and part.what in ("hand", "graveyard", "library", "life")
            else ANY
        )
    if isinstance(part, DataRecord):
        return _SAID.get(type(part), ANY).union(
            *(_columns(getattr(part, key)) for key in part.__struct_fields__)
        )
    return _SAID.get(part, ANY) if isinstance(part, str) else NONE


OF_OBJECTS = ("power", "toughness", "mana-value")
"""Numbers that are read from the characteristics of permanents."""
NONE, ANY, WHERE = frozenset[str](), frozenset({EVERYTHING}), frozenset({PLACE})
_PERMANENT = frozenset({"on_map.player_token"})
_SAID: dict[object, frozenset[str]] = {
    "self": NONE, "attached": NONE, "you": NONE, "opponent": NONE, "pair": frozenset({"paired"}),
    Matches: NONE, Compare: NONE, Not: NONE, Count: _PERMANENT, Exists: _PERMANENT, Sum: NONE,
    Every: NONE, Either: NONE,
    TurnIs: frozenset({"turn.active"}), Designated: frozenset({"player.designations"}),
    During: frozenset({"turn.active", "turn.step", "combat"}),
    **dict.fromkeys(("", "up", "name", "color", "card-type"), NONE),
    **dict.fromkeys(("basic-land-type", "mana-value"), NONE),
}  # fmt: skip
"""The columns that some words and record classes read by themselves."""


def _looks_at(
    change: Change, what: str | Filter | tuple[int, ...], condition: Condition | None
) -> int:
    if asks_for_size(change) or asks_for_size(condition):
        return SWITCH
    return (
        ABILITY
        if condition is not None
        or _counts(change)
        or (isinstance(what, Filter) and filters.looks_around(what))
        else 0
    )


def _asks_for_size(part: object) -> bool:
    if isinstance(part, Stat) and part.what in ("power", "toughness"):
        return True
    if isinstance(part, Filter) and filters.asks_for_size(part):
        return True
    if isinstance(part, tuple):
        return any(map(_asks_for_size, cast("tuple[object, ...]", part)))
    return isinstance(part, DataRecord) and any(
        _asks_for_size(getattr(part, key)) for key in part.__struct_fields__
    )


# whether a change, condition or filter depends on power or toughness
asks_for_size = of_each(_asks_for_size)


def goes_by_size(effect: LayerEffect) -> bool:
    """Return whether an effect or its objects depend on power or toughness."""
    return any(
        map(
            asks_for_size,
            (
                effect.change,
                effect.condition,
                effect.what if isinstance(effect.what, Filter) else None,
            ),
        )
    )


def _gives_abilities(layer: int, change: Change) -> bool:
    """Return whether a change adds or removes, in `layer`, abilities other than simple keywords."""
    if layer != ABILITY:
        return layer == TYPE
    taken = change.lose_abilities or change.lose_keywords
    return bool(taken or change.abilities or any(map(abilities_of_keyword, change.keywords)))


def _is_own(condition: Condition) -> bool:
    """Return whether a condition reads only the source's counters or the costs paid for it."""
    if isinstance(condition, Not):
        return _is_own(condition.condition)
    if isinstance(condition, Every | Either):
        return all(map(_is_own, condition.of))
    if isinstance(condition, Matches):
        return condition.what == "self" and condition.filter == Filter(
            counters=condition.filter.counters
        )
    if isinstance(condition, Compare):
        left = condition.left
        return (
            isinstance(condition.right, int)
            and isinstance(left, Stat)
            and (left.what, left.of) == ("counters", "self")
        )
    return isinstance(condition, Paid)


def _is_of_itself(condition: Condition | None) -> bool:
    """Return whether a condition reads only the source, in any place."""
    if isinstance(condition, Not):
        return _is_of_itself(condition.condition)
    if isinstance(condition, Every | Either):
        return all(map(_is_of_itself, condition.of))
    return (
        isinstance(condition, Matches)
        and condition.what == "self"
        and not filters.looks_around(condition.filter)
    )


def _counts(change: Change) -> bool:
    return any(isinstance(number, Computed) for number in _numbers(change))


def _numbers(change: Change) -> tuple[Amount | None, ...]:
    return change.power, change.toughness, change.base_power, change.base_toughness


def may_find_land(effects: Sequence[LayerEffect]) -> bool:
    """Return whether a filter of some effects, sorted by layer, may match land of the map."""
    # a type-changing effect may make land match anything
    turning = bool(effects) and effects[0].layer == TYPE
    return any(map(_finds_land, effects)) or (
        turning and True in [effect.tests is not None for effect in effects]
    )


class EffectIndex:
    """An index of effects by object id, controller, card types and subtypes.

    For an object, it returns the effects that might apply.
    """

    __slots__ = ("_common", "_found", "_only", "_subtypes", "_turning", "finds_land")

    def __init__(
        self, effects: tuple[LayerEffect, ...], finds_land: bool, before: EffectIndex | None
    ) -> None:
        """Build the index of `effects`, given in order.

        `finds_land`: a filter may match land of the map. `before`: an earlier index, whose lookups
        are kept if only effects on single objects differ.
        """
        self._only: dict[int, list[LayerEffect]] = {}
        self._common: list[LayerEffect] = []
        for effect in effects:
            (self._only.setdefault(effect.only, []) if effect.only else self._common).append(effect)
        # with type-changing effects, the printed types of a card prove nothing
        self._turning = bool(effects) and effects[0].layer == TYPE
        self.finds_land = finds_land  # then the controller of the map's land may matter
        self._found: dict[tuple[int, frozenset[str], frozenset[str]], tuple[LayerEffect, ...]] = {}
        if before is None or before._turning is not self._turning or before._common != self._common:
            self._subtypes = NONE.union(
                *[
                    effect.what.subtypes
                    for effect in self._common
                    if isinstance(effect.what, Filter)
                ]
            )
        else:
            self._found, self._subtypes = before._found, before._subtypes

    def of(self, obj: GameObject) -> tuple[LayerEffect, ...]:
        """Return the effects that might apply to an object."""
        base = obj.printed.base
        controller = obj.controller if self.finds_land or obj.owner != NOBODY else NOBODY
        key = (
            controller,
            base.types,
            self._subtypes if base.every_kind else base.subtypes & self._subtypes,
        )
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = tuple(
                [effect for effect in self._common if self._passes(effect, *key)]
            )
        alone = self._only.get(obj.id)
        return tuple(sorted((*found, *alone), key=in_layer)) if alone else found

    def _passes(
        self, effect: LayerEffect, controller: int, types: frozenset[str], subtypes: frozenset[str]
    ) -> bool:
        what = effect.what
        if not isinstance(what, Filter):
            return True
        if what.controller == "you" and controller not in (effect.ctx.controller, NOBODY):
            return False
        if self._turning:
            return True
        if what.types and types.isdisjoint(what.types):
            return False
        return not what.subtypes or not subtypes.isdisjoint(what.subtypes)


# --- one object through the layers ---


Witness = Callable[[LayerEffect | None, Characteristics], None]
"""A function called with an object's characteristics after each effect.

The effect is None for the map and counters.
"""


def through_layers(
    game: GameCore,
    obj: GameObject,
    effects: tuple[LayerEffect, ...],
    witness: Witness | None = None,
) -> Characteristics:
    """Return an object's characteristics after effects, map and counters."""
    c = base = (
        obj.printed.base if obj.owner >= 0 and obj.controller >= 0 else before_effects(game, obj)
    )
    sized = False
    switches: list[LayerEffect] = []
    # contexts of effects with several parts whose first part has applied to the object
    begun: set[int] = set()
    for effect in effects:
        if effect.only and effect.only != obj.id:
            continue
        layer = effect.layer
        if layer == RULE and not sized:
            c = base = _with_size(game, obj, c, switches, witness)
            sized = True
        if effect.goes_on:
            if id(effect.ctx) not in begun:
                continue
        elif not concerns(game, effect, obj, c):
            continue
        elif effect.begins:
            begun.add(id(effect.ctx))
        if layer == SWITCH:
            switches.append(effect)
            continue
        if c is base:
            c = base.copy()
        APPLY[layer](game, effect, c, obj)
        if witness is not None:
            witness(effect, c)
    if sized:
        return c
    return (
        _with_size(game, obj, c, switches, witness)
        if switches or witness is not None
        else enlarged(game, obj, c)
    )


def off_battlefield(game: GameCore, obj: GameObject, sized: bool = True) -> Characteristics:
    """Return an object's characteristics in another zone (CR 604.3, 112.4).

    These are the printed ones and those of characteristic-defining abilities. `sized`: False leaves
    out power and toughness.
    """
    found: list[LayerEffect] = []
    if obj.printed.defining:
        parts = [part for ability in obj.printed.defining for part in parts_of(obj, ability, 0)]
        found += [part for part in parts if part.layer != DEFINE or (sized and not game.sizing)]
    if obj.zone == "stack":
        found += [
            part
            for each in game.state.lasting
            if obj.id in each.objects
            for part in effects_of_lasting(each)
        ]
    if not found:
        return obj.printed.base
    c, before = obj.printed.base.copy(), game.sizing
    game.sizing = True  # a size that counts cards doesn't count by those cards' own counted sizes
    try:
        for effect in sorted(found, key=in_layer):
            APPLY[effect.layer](game, effect, c, obj)
    finally:
        game.sizing = before
    return c


@lru_cache(256)
def size_of_counter(kind: str) -> tuple[int, int]:
    """Return the power and toughness that a counter adds (CR 122.1a): (1, 0) for "+1/+0".

    (0, 0) for counters such as "charge".
    """
    numbers = re.fullmatch(r"([+-]\d+)/([+-]\d+)", kind)
    return (int(numbers[1]), int(numbers[2])) if numbers else (0, 0)


def _with_size(
    game: GameCore,
    obj: GameObject,
    c: Characteristics,
    switches: list[LayerEffect],
    witness: Witness | None,
) -> Characteristics:
    """Return characteristics with the bonus of map and counters, then switched.

    `switches`: the effects that switch power and toughness.
    """
    c = enlarged(game, obj, c)
    if witness is not None:
        witness(None, c)
    for effect in switches:
        c = c.copy()
        _switch(game, effect, c, obj)
        if witness is not None:
            witness(effect, c)
    return c


def enlarged(game: GameCore, obj: GameObject, c: Characteristics) -> Characteristics:
    """Add the bonus of map and counters to power and toughness (layer 7c).

    Returns a shared record if there is no other effect.
    """
    lift = power, toughness = game.rules.terrain_bonus(game, obj, c)
    for kind, number in obj.counters:
        more = size_of_counter(kind)
        power, toughness = power + more[0] * number, toughness + more[1] * number
    if power or toughness or lift != NO_LIFT:
        if c is obj.printed.base:
            return _larger(c, power, toughness, lift)
        c.power += power
        c.toughness += toughness
        c.terrain_bonus = lift
    return c


@lru_cache(4096)
def _larger(
    base: Characteristics, power: int, toughness: int, lift: tuple[int, int]
) -> Characteristics:
    """Return a card's characteristics with a bonus, cached so that equal results are identical."""
    c = base.copy()
    c.power += power
    c.toughness += toughness
    c.terrain_bonus = lift
    return c


def before_effects(game: GameCore, obj: GameObject) -> Characteristics:
    """Return an object's characteristics before any effect.

    Face-down land has no visible land type (C-19, W-4); an object that lies on the map without a
    controller has no abilities (B-28).
    """
    hidden = obj.owner == NOBODY and not game.state.areas[obj.space].face_up
    if not hidden and not obj.adrift:
        return obj.printed.base
    c = obj.printed.base.copy()
    if hidden:
        c.subtypes = frozenset()
    else:
        c.keywords, c.abilities = frozenset(), ()
    return c


def concerns(game: GameCore, effect: LayerEffect, obj: GameObject, c: Characteristics) -> bool:
    """Return whether an effect applies to an object with its characteristics so far.

    Only for effects no part of which has applied yet.
    """
    what = effect.what
    item = effect.ctx
    if effect.tests is not None:
        for test in effect.tests:
            if not test(game, obj, c, item):
                return False
        if not game.rules.reach.affects(game, item, obj):
            return False
    elif isinstance(what, tuple):
        if obj.id not in what:
            return False
    elif what == "self":
        if obj.id != item.source:
            return False
    elif what == "pair":
        if not _is_of_pair(game, item, obj):
            return False
    else:
        source = game.state.objects.get(item.source)
        if source is None or source.attached_to != obj.id:
            return False
    return effect.condition is None or amounts.holds(game, effect.condition, item)


def _is_of_pair(game: GameCore, ctx: AbilityContext, obj: GameObject) -> bool:
    """Return whether an object is the source, or its paired creature, and in range."""
    source = game.state.objects.get(ctx.source)
    paired = source is not None and source.paired > 0 and obj.id in (source.id, source.paired)
    return paired and game.rules.reach.affects(game, ctx, obj)


def _apply_types(game: GameCore, effect: LayerEffect, c: Characteristics, obj: GameObject) -> None:
    change, before = effect.change, c.subtypes
    if change.types:
        c.types = frozenset((*change.types, *change.add_types))
        c.subtypes = still_of(c.subtypes, c.types)
        c.every_kind = c.every_kind and not c.types.isdisjoint(BEARERS["Creature"])
    c.types |= set(change.add_types)
    if obj.owner == NOBODY:  # land of the map never becomes a creature, whatever the effect
        c.types -= {"Creature"}
    others = _with_chosen(game, effect, change.subtypes)
    c.subtypes = instead(c.subtypes, others) | _with_chosen(game, effect, change.add_subtypes)
    c.every_kind = "changeling" in change.keywords or (c.every_kind and not creature_types(others))
    if obj.printed.card.playable and (others or c.subtypes != before):
        _change_land_types(c, before, BASIC_LAND_TYPES & others)


def _change_land_types(c: Characteristics, before: frozenset[str], basic: frozenset[str]) -> None:
    """Replace the mana abilities of a land's old types by those of its new types.

    If `basic` types are set, the land's text goes too (CR 305.7).
    """
    by_type = mana_abilities(c.subtypes) if "Land" in c.types else ()
    if by_type and basic:
        c.keywords, c.abilities, c.retyped = frozenset(), by_type, True
    else:
        lost = mana_abilities(before - c.subtypes)
        kept = (
            tuple(ability for ability in c.abilities if not any(ability is other for other in lost))
            if lost
            else c.abilities
        )
        c.abilities = kept + tuple(ability for ability in by_type if ability not in kept)


def _apply_colors(game: GameCore, effect: LayerEffect, c: Characteristics, obj: GameObject) -> None:
    words = effect.change.colors or ()
    colors = _with_chosen(game, effect, words, color=True)
    if colors or words != (CHOICE,):
        c.colors = colors


CHOICE = "chosen"  # in place of the color or type chosen for the source of an effect


def _with_chosen(
    game: GameCore, effect: LayerEffect, words: tuple[str, ...], *, color: bool = False
) -> frozenset[str]:
    """Return some words with CHOICE replaced by the choice, or left out if there is none.

    `color`: the words are colors; otherwise they are subtypes.
    """
    if CHOICE not in words:
        return frozenset(words)
    chosen = chosen_quality(game.state.objects.get(effect.ctx.source), color=color)
    return frozenset([each for word in words if (each := chosen if word == CHOICE else word)])


def _apply_abilities(
    game: GameCore, effect: LayerEffect, c: Characteristics, obj: GameObject
) -> None:
    change = effect.change
    if change.lose_abilities:
        c.keywords, c.abilities = frozenset(), ()
    if change.lose_keywords:
        _lose_keywords(c, change.lose_keywords, obj)
    words, abilities, chosen = _given_by(change)
    c.keywords |= words
    for word, named in chosen:
        source = game.state.objects.get(effect.ctx.source)
        if quality := chosen_quality(source, color=named == CHOSEN_COLOR):
            c.keywords |= {word.replace(named, quality)}
    if abilities:
        c.abilities += abilities


@of_each
def _given_by(
    change: Change,
) -> tuple[frozenset[str], tuple[AnyAbility, ...], list[tuple[str, str]]]:
    """Return the keywords and abilities that a change adds.

    Third, keywords that name a choice of the effect's source ("the chosen color"), with these
    words.
    """
    records = [ability for ability in change.abilities if isinstance(ability, Keyword)]
    chosen = [(word, named) for word in change.keywords for named in CHOSEN if word.endswith(named)]
    words = frozenset((*change.keywords, *[record.word for record in records])).difference(
        word for word, _ in chosen
    )
    abilities = [ability for word in change.keywords for ability in abilities_of_keyword(word)]
    for ability in change.abilities:
        abilities += abilities_of_record(ability) if isinstance(ability, Keyword) else (ability,)
    return words, tuple(abilities), chosen


def _lose_keywords(c: Characteristics, names: tuple[str, ...], obj: GameObject) -> None:
    """Remove keyword abilities, and the abilities that the keywords stand for."""
    words = {word for word in c.keywords if any(is_called(word, name) for name in names)}
    lost = [ability for word in words for ability in abilities_of_keyword(word)]
    for record in obj.printed.card.abilities:
        if isinstance(record, Keyword) and record.word in words:
            lost += abilities_of_record(record)
    c.keywords -= words
    c.abilities = (
        tuple(ability for ability in c.abilities if ability not in lost) if lost else c.abilities
    )


def _apply_rules(game: GameCore, effect: LayerEffect, c: Characteristics, obj: GameObject) -> None:
    """Add requirements and restrictions, which "loses all abilities" doesn't remove (CR 613.11)."""
    change = effect.change
    c.restrict |= set(change.restrict)
    if "must-block-source" in change.restrict:
        c.restrict |= {f"{MUST_BLOCK}{effect.ctx.source}"}
    if change.blocked_only_by:
        c.blocked_only_by += (change.blocked_only_by,)
    if change.cant_be_blocked_by:
        c.cant_be_blocked_by += (change.cant_be_blocked_by,)
    if change.can_block_only:
        c.can_block_only += (change.can_block_only,)
    c.extra_blocks += change.extra_blocks


def _apply_base(game: GameCore, effect: LayerEffect, c: Characteristics, obj: GameObject) -> None:
    change = effect.change
    if change.base_power is not None:
        c.power = amounts.amount(game, change.base_power, effect.ctx)
    if change.base_toughness is not None:
        c.toughness = amounts.amount(game, change.base_toughness, effect.ctx)


def _apply_bonus(game: GameCore, effect: LayerEffect, c: Characteristics, obj: GameObject) -> None:
    c.power += amounts.bonus(game, effect.change.power, effect.ctx)
    c.toughness += amounts.bonus(game, effect.change.toughness, effect.ctx)


def _switch(game: GameCore, effect: LayerEffect, c: Characteristics, obj: GameObject) -> None:
    c.power, c.toughness, c.terrain_bonus = c.toughness, c.power, None


APPLY = {
    TYPE: _apply_types,
    COLOR: _apply_colors,
    ABILITY: _apply_abilities,
    DEFINE: _apply_base,
    SET: _apply_base,
    ADD: _apply_bonus,
    SWITCH: _switch,
    RULE: _apply_rules,
}
