"""Continuous effects and layers (CR 611, 613): what every permanent is now.

Static abilities and resolved spells give effects, a part for each layer; every object is taken through all of them in
order (`through_layers`). `engine.magic.known` keeps the effects and the results.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import Struct

from engine.cards.model import Change, Condition, Count, Filter, Stat, Static
from engine.magic import filters
from engine.magic.characteristics import Characteristics
from engine.magic.keyword_abilities import abilities_of_keyword
from engine.state import GameObject, Lasting, StackItem

if TYPE_CHECKING:
    from engine.game import Game

TYPE, COLOR, ABILITY, DEFINE, SET, ADD, SWITCH = 4, 5, 6, 7, 8, 9, 10
"""Layers by number; 7 to 10 are the power and toughness layers 7a to 7d."""


class Effect(Struct, frozen=True, gc=False):
    """The part of a continuous effect that applies in one layer."""

    layer: int
    timestamp: int
    what: str | Filter | tuple[int, ...]  # "self", "attached", a filter or object ids
    change: Change
    item: StackItem  # who speaks
    condition: Condition | None = None
    volatile: bool = False
    tests: tuple[filters.Test, ...] | None = None  # the filter's, made ready


# --- the effects ---


def effects_of_permanent(obj: GameObject) -> tuple[Effect, ...]:
    """The continuous effects of a permanent's static abilities, a part for each layer that they touch."""
    found: list[Effect] = []
    for ability in obj.printed.base.abilities:
        if isinstance(ability, Static):
            item = StackItem(0, obj.controller, obj.id, obj.printed.name, x=obj.x, space=obj.named)
            found += _parts(ability.change, ability.what, obj.timestamp, item, ability.condition)
    return tuple(found)


def effects_of_lasting(lasting: Lasting) -> tuple[Effect, ...]:
    """The continuous effects of a spell or ability that has resolved."""
    item = StackItem(0, lasting.controller, lasting.source, "", x=lasting.x)
    return tuple(_parts(lasting.change, lasting.objects, lasting.timestamp, item, None))


def in_order(groups: Mapping[int, tuple[Effect, ...]]) -> tuple[Effect, ...]:
    """Effects in the order in which they apply: by layer, then by timestamp (CR 613.7)."""
    return tuple(sorted((effect for group in groups.values() for effect in group), key=_order))


def _order(effect: Effect) -> tuple[int, int]:
    return effect.layer, effect.timestamp


def _parts(
    change: Change, what: str | Filter | tuple[int, ...], timestamp: int, item: StackItem, condition: Condition | None
) -> list[Effect]:
    """A change as one effect for each layer that it touches."""
    shaky = condition is not None or (isinstance(what, Filter) and _is_volatile_filter(what)) or _counts(change)
    layers: list[int] = []
    if change.types or change.add_types or change.subtypes or change.add_subtypes:
        layers.append(TYPE)
    if change.colors is not None:
        layers.append(COLOR)
    if change.lose_abilities or change.keywords or change.lose_keywords or change.abilities or _restricts(change):
        layers.append(ABILITY)
    if change.base_power is not None or change.base_toughness is not None:
        layers.append(DEFINE if what == "self" else SET)
    if change.power != 0 or change.toughness != 0:
        layers.append(ADD)
    if change.switch:
        layers.append(SWITCH)
    tests = filters.tests_of(what) if isinstance(what, Filter) else None
    return [Effect(layer, timestamp, what, change, item, condition, shaky, tests) for layer in layers]


def _restricts(change: Change) -> bool:
    return bool(change.restrict or change.blocked_only_by or change.cant_be_blocked_by or change.can_block_only)


def _counts(change: Change) -> bool:
    numbers = (change.power, change.toughness, change.base_power, change.base_toughness)
    return any(isinstance(number, Count | Stat) for number in numbers)


def _is_volatile_filter(f: Filter) -> bool:
    return any(getattr(f, key) is not None for key in filters.VOLATILE_KEYS) or bool(f.counters)


# --- one object through the layers ---


def through_layers(game: Game, obj: GameObject, effects: tuple[Effect, ...]) -> Characteristics:
    """What an object is after all effects, with what the map and its counters add."""
    base = obj.printed.base
    c = base
    switches = 0
    for effect in effects:
        if _applies(game, effect, obj, c):
            if effect.layer == SWITCH:
                switches += 1
                continue
            if c is base:
                c = base.copy()
            _APPLY[effect.layer](game, effect, c, obj)
    power, toughness = game.rules.terrain_bonus(game, obj, c)
    if obj.counters:
        plus = obj.count("+1/+1") - obj.count("-1/-1")
        power, toughness = power + plus, toughness + plus
    if power or toughness or switches:
        if c is base:
            c = base.copy()
        c.power += power
        c.toughness += toughness
    if switches % 2:  # layer 7d comes after counters and terrain (7c)
        c.power, c.toughness = c.toughness, c.power
    return c


def _applies(game: Game, effect: Effect, obj: GameObject, c: Characteristics) -> bool:
    what = effect.what
    item = effect.item
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
    else:
        source = game.state.objects.get(item.source)
        if source is None or source.attached_to != obj.id:
            return False
    return effect.condition is None or filters.holds(game, effect.condition, item)


def _apply_types(game: Game, effect: Effect, c: Characteristics, obj: GameObject) -> None:
    change = effect.change
    if change.types:
        c.types = frozenset(change.types)
    c.types |= set(change.add_types)
    source = game.state.objects.get(effect.item.source)
    chosen = source.chosen if source else ""
    if change.subtypes:
        c.subtypes = frozenset(chosen if word == "chosen" else word for word in change.subtypes)
    c.subtypes |= {chosen if word == "chosen" else word for word in change.add_subtypes}


def _apply_colors(game: Game, effect: Effect, c: Characteristics, obj: GameObject) -> None:
    source = game.state.objects.get(effect.item.source)
    chosen = source.chosen if source else ""
    c.colors = frozenset(chosen if word == "chosen" else word for word in effect.change.colors or ())


def _apply_abilities(game: Game, effect: Effect, c: Characteristics, obj: GameObject) -> None:
    change = effect.change
    if change.lose_abilities:
        c.keywords, c.abilities, c.restrict = frozenset(), (), frozenset()
        c.blocked_only_by = c.cant_be_blocked_by = c.can_block_only = ()
    if change.lose_keywords:
        c.keywords -= set(change.lose_keywords)
    if change.keywords:
        c.keywords |= set(change.keywords)
        c.abilities += tuple(ability for word in change.keywords for ability in abilities_of_keyword(word))
    c.abilities += change.abilities
    c.restrict |= set(change.restrict)
    if change.blocked_only_by:
        c.blocked_only_by += (change.blocked_only_by,)
    if change.cant_be_blocked_by:
        c.cant_be_blocked_by += (change.cant_be_blocked_by,)
    if change.can_block_only:
        c.can_block_only += (change.can_block_only,)


def _apply_base(game: Game, effect: Effect, c: Characteristics, obj: GameObject) -> None:
    change = effect.change
    if change.base_power is not None:
        c.power = filters.amount(game, change.base_power, effect.item)
    if change.base_toughness is not None:
        c.toughness = filters.amount(game, change.base_toughness, effect.item)


def _apply_bonus(game: Game, effect: Effect, c: Characteristics, obj: GameObject) -> None:
    c.power += filters.amount(game, effect.change.power, effect.item)
    c.toughness += filters.amount(game, effect.change.toughness, effect.item)


_APPLY = {
    TYPE: _apply_types,
    COLOR: _apply_colors,
    ABILITY: _apply_abilities,
    DEFINE: _apply_base,
    SET: _apply_base,
    ADD: _apply_bonus,
}
