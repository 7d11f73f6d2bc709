"""Abilities that make mana (CR 605), those among them that lands have by their basic land types
(CR 305.6).
"""

from __future__ import annotations

from functools import cache

from engine.base.records import replace
from engine.cards.model import Activated, AddMana
from engine.cards.remembered import of_each
from engine.cards.terms import Costs

SYMBOLS = {"Plains": "{W}", "Island": "{U}", "Swamp": "{B}", "Mountain": "{R}", "Forest": "{G}"}
OF_BASIC_TYPES = {
    name: Activated(cost=Costs(tap=True), effects=(AddMana(add=symbol),))
    for name, symbol in SYMBOLS.items()
}


@cache
def mana_abilities(subtypes: frozenset[str]) -> tuple[Activated, ...]:
    """The mana abilities of a land with these subtypes, in the order of the colours."""
    return tuple(ability for name, ability in OF_BASIC_TYPES.items() if name in subtypes)


@of_each
def is_mana_ability(ability: object) -> bool:
    """Whether an activated ability is a mana ability (CR 605.1a)."""
    return (
        isinstance(ability, Activated)
        and not ability.targets
        and ability.cost.loyalty is None
        and any(isinstance(effect, AddMana) for effect in ability.effects)
    )


PLAIN_COSTS = (Costs(tap=True), Costs(sacrifice="self"), Costs(tap=True, sacrifice="self"), Costs())


@of_each
def makes_plain_mana(ability: object) -> bool:
    """Whether it is a mana ability that costs nothing but tapping or sacrificing its source,
    which its controller may use at any time.
    """
    if (
        not isinstance(ability, Activated)
        or ability.sorcery_speed
        or ability.your_turn_only
        or ability.once_each_turn
    ):
        return False
    if ability.condition is not None or ability.most_each_turn is not None or ability.any_player:
        return False
    return (
        ability.zone == "battlefield" and ability.cost in PLAIN_COSTS and is_mana_ability(ability)
    )


@of_each
def makes_fixed_mana(ability: object) -> bool:
    """Whether it is certain how much mana an activated ability makes, if any."""
    effects = (
        [effect for effect in ability.effects if isinstance(effect, AddMana)]
        if isinstance(ability, Activated)
        else []
    )
    return all(isinstance(effect.times, int) for effect in effects)


@of_each
def is_as_of_basic_land(ability: object) -> bool:
    """Whether an ability makes so much mana and costs nothing but its source, like those of
    basic lands.
    """
    return makes_plain_mana(ability) and makes_fixed_mana(ability)


@of_each
def exchanges_mana(ability: Activated) -> bool:
    """Whether it is a mana ability that costs mana and tapping or sacrificing its source, and
    nothing else.
    """
    cost = ability.cost
    once = replace(cost, mana="")
    return (
        bool(cost.mana)
        and "{X}" not in cost.mana
        and once != Costs()
        and makes_plain_mana(replace(ability, cost=once))
    )
