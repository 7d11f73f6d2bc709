"""Mana abilities (CR 605), including those of basic land types (CR 305.6)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from engine.base.records import replace
from engine.cards.model import Activated, AddMana, AnyEffect, ChooseQuality, If
from engine.cards.remembered import of_each
from engine.cards.terms import Costs

SYMBOLS = {"Plains": "{W}", "Island": "{U}", "Swamp": "{B}", "Mountain": "{R}", "Forest": "{G}"}
OF_BASIC_TYPES = {
    name: Activated(cost=Costs(tap=True), effects=(AddMana(add=symbol),))
    for name, symbol in SYMBOLS.items()
}


@cache
def mana_abilities(subtypes: frozenset[str]) -> tuple[Activated, ...]:
    """Return the mana abilities of a land with some subtypes, in the order of colors."""
    return tuple(ability for name, ability in OF_BASIC_TYPES.items() if name in subtypes)


@of_each
def is_mana_ability(ability: object) -> bool:
    """Return whether an activated ability is a mana ability (CR 605.1a)."""
    return (
        isinstance(ability, Activated)
        and not ability.targets
        and ability.cost.loyalty is None
        and bool(added_by(ability.effects))
    )


def added_by(effects: Sequence[AnyEffect]) -> tuple[AddMana, ...]:
    """Return the effects that add mana, also under a condition."""
    found: list[AddMana] = []
    for effect in effects:
        if isinstance(effect, AddMana):
            found.append(effect)
        elif isinstance(effect, If):
            found += added_by(effect.then + effect.otherwise)
    return tuple(found)


@of_each
def adds_only(effect: AnyEffect) -> bool:
    """Return whether an effect does nothing but add mana, perhaps under a condition."""
    if isinstance(effect, If):
        return all(map(adds_only, effect.then + effect.otherwise))
    return isinstance(effect, AddMana)


MOST_MIXED = 5  # mana in any combination of colors with which the payment solver plans
PLAIN_COSTS = (Costs(tap=True), Costs(sacrifice="self"), Costs(tap=True, sacrifice="self"), Costs())


@of_each
def makes_plain_mana(ability: object) -> bool:
    """Return whether an ability is a mana ability without conditions or other costs.

    The cost is at most tapping or sacrificing the source, and its controller may activate the
    ability at any time.
    """
    if (
        not isinstance(ability, Activated)
        or ability.sorcery_speed
        or ability.instant_speed
        or ability.your_turn_only
        or ability.once_each_turn
    ):
        return False
    if ability.condition is not None or ability.most_each_turn is not None or ability.any_player:
        return False
    return (
        ability.zone == "battlefield"
        and ability.cost in PLAIN_COSTS
        and is_mana_ability(ability)
        and _is_foreseeable(ability)
    )


@of_each
def chooses_first(ability: Activated) -> bool:
    """Return whether an ability asks for a color or type before it adds mana."""
    return any(isinstance(effect, ChooseQuality) for effect in ability.effects)


def _is_foreseeable(ability: Activated) -> bool:
    """Return whether the mana of an ability is known, but for one choice, before it is made.

    That isn't so for varying numbers of mana in any combination, for mana of which only a part is
    restricted, for mana beside other things under a condition, and after other choices: the payment
    solver doesn't plan with such abilities.
    """
    if chooses_first(ability):
        return False
    effects = added_by(ability.effects)
    beside = any(
        isinstance(effect, If) and added_by((effect,)) and not adds_only(effect)
        for effect in ability.effects
    )
    return (
        not beside
        and len({effect.spend for effect in effects}) == 1
        and not any(
            effect.mixed and not (isinstance(effect.times, int) and effect.times <= MOST_MIXED)
            for effect in effects
        )
    )


@of_each
def makes_fixed_mana(ability: object) -> bool:
    """Return whether an ability makes a fixed amount of mana of fixed kinds, if any."""
    effects = ability.effects if isinstance(ability, Activated) else ()
    if any(isinstance(effect, If) and added_by((effect,)) for effect in effects):
        return False
    return all(
        isinstance(effect.times, int)
        and not effect.like
        and effect.could is None
        and effect.among is None
        and not _is_for_chosen_type(effect)
        for effect in added_by(effects)
    )


def _is_for_chosen_type(effect: AddMana) -> bool:
    cast = effect.spend.cast if effect.spend is not None else None
    return cast is not None and cast.shares == "chosen-type"


@of_each
def is_as_of_basic_land(ability: object) -> bool:
    """Return whether an ability makes fixed mana at no other cost than its source.

    The mana abilities of basic lands do.
    """
    return makes_plain_mana(ability) and makes_fixed_mana(ability)


@of_each
def exchanges_mana(ability: Activated) -> bool:
    """Return whether a mana ability costs mana, and otherwise only its source.

    The source is tapped or sacrificed, and the mana isn't restricted.
    """
    cost = ability.cost
    once = replace(cost, mana="")
    return (
        bool(cost.mana)
        and "{X}" not in cost.mana
        and once != Costs()
        and makes_plain_mana(replace(ability, cost=once))
        and not any(each.spend for each in added_by(ability.effects))
    )
