"""Values of cards, permanents and effects for computer players.

The unit: a 2/2 creature is worth about 3. Whether a spell or ability is good or bad for its target
is read from the card's data, effect by effect.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import fsum

from engine.cards import model, terms
from engine.cards.characteristics import Characteristics, Printed
from engine.cards.checks import nested
from engine.cards.mana_abilities import is_mana_ability
from engine.cards.model import Activated, AnyEffect, Card, Change, Static, Triggered
from engine.magic.abilities import targets
from engine.magic.abilities.targets import effects_of
from engine.magic.core.position import AbilityContext, GameObject

KEYWORDS = {
    "flying": 0.8, "shadow": 0.8, "horsemanship": 0.8, "fear": 0.5, "intimidate": 0.5,
    "menace": 0.4, "skulk": 0.3, "first strike": 0.7,
    "double strike": 1.6, "trample": 0.6, "vigilance": 0.8, "deathtouch": 1.0, "haste": 0.3,
    "reach": 0.3, "indestructible": 1.5,
}  # fmt: skip
"""Value of each keyword of a creature. Landwalk and protection always add a little."""

RESTRICTIONS = {
    "cant-block": -0.5,
    "must-attack": -0.2,
    "cant-move": -1.0,
    "doesnt-untap": -1.5,
    "cant-activate": -0.3,
    "blocked-by-one": 0.2,
    "must-block": -0.2,
    "dies-to-exile": -0.1,
}
LOW_LIFE = 10  # a life total that helps hardly any player
PLENTY = 4  # cards in hand that can be cast in the next turns
UNKNOWN_CARD = 0.8  # value of a hidden card in its owner's hand


def creature(c: Characteristics) -> float:
    """Return the value of a creature on the battlefield as it is now."""
    power = max(c.power, 0)
    idle = c.stays_back or "cant-attack" in c.restrict
    worth = 0.3 + (0.25 if idle else 0.9) * power + 0.55 * max(c.toughness, 0)
    walks_or_protects = {
        word for word in c.keywords if word.endswith("walk") or word.startswith("protection")
    }
    words = [KEYWORDS.get(word, 0.3 if word in walks_or_protects else 0.0) for word in c.keywords]
    # fsum, because sets of words have no fixed order
    worth += fsum(words + [RESTRICTIONS.get(word, 0.0) for word in c.restrict])
    worth += 0.2 * min(c.extra_blocks, 2)
    if "cant-be-blocked" in c.restrict:
        worth += 0.3 * power
    return max(worth + _abilities(c), 0.2)


def _abilities(c: Characteristics) -> float:
    worth = 0.0
    for ability in c.abilities:
        if isinstance(ability, Activated):
            worth += 0.8 if is_mana_ability(ability) or ability.cost.tap else 0.5
        elif isinstance(ability, Triggered | Static):
            worth += 0.3
    return worth


def permanent(obj: GameObject, c: Characteristics) -> float:
    """Return a permanent's value to its controller, apart from its bonuses to creatures."""
    if "Creature" in c.types:
        return creature(c)
    if "Planeswalker" in c.types:
        return 1.0 + 0.5 * obj.count("loyalty") + 0.3 * obj.printed.value
    return 0.2 if obj.attached_to else 0.5 + 0.8 * obj.printed.value


def emblem(obj: GameObject) -> float:
    """Return the value of an emblem to its controller, apart from its bonuses to creatures."""
    return sum([_of_lasting(ability) for ability in obj.printed.base.abilities], 0.0)


def _of_lasting(ability: model.AnyAbility) -> float:
    """Return the value of an ability that a player has to the end of the game."""
    if isinstance(ability, Triggered):
        return 3.0 if of_effects(ability.effects, "you") >= 0 else -3.0
    return 1.0 if isinstance(ability, Static) else 2.0


def card(printed: Printed) -> float:
    """Return the value of a card in hand: low, since mana is scarcer, and lower if hard to cast."""
    return UNKNOWN_CARD if not printed.name else _card(printed.card, printed.value)


@lru_cache(4096)
def _card(card: Card, value: int) -> float:
    return (
        0.5
        + (0.25 if "Creature" in card.types else 0.0)
        + 0.1 * min(value, 3)
        - 0.1 * max(0, value - 4)
    )


def hand(cards: Iterable[Printed]) -> float:
    """Return the value of a whole hand: the best few cards in full, the rest next to nothing."""
    worths = sorted(map(card, cards), reverse=True)
    return sum(worths[:PLENTY], 0.0) + 0.1 * sum(worths[PLENTY:], 0.0)


HARMFUL = (
    model.Damage
    | model.Destroy
    | model.Exile
    | model.Sacrifice
    | model.Discard
    | model.Mill
    | model.LoseLife
    | model.Counter
    | model.Tap
    | model.SkipNext
    | model.RemoveFromCombat
    | model.LookAtHand
)
HELPFUL = (
    model.Untap
    | model.Regenerate
    | model.Prevent
    | model.GainLife
    | model.Draw
    | model.AttachTo
    | model.Again
    | model.Search
    | model.AddMana
    | model.MakeToken
    | model.BecomeMonarch
    | model.MakeEmblem
    | model.ExtraTurn
    | model.RuleThisTurn
    | model.Permit
    | model.Manifest
)
CRIPPLING = frozenset(
    {
        "cant-attack",
        "cant-block",
        "must-attack",
        "cant-be-regenerated",
        "doesnt-untap",
        "cant-activate",
        "cant-move",
    }
)


def of_change(change: Change) -> int:
    """Return whether a continuous change is good (above 0) or bad for the changed object."""
    if change.controller or change.lose_abilities or CRIPPLING & set(change.restrict):
        return -1
    numbers = (change.power, change.toughness)
    total = sum(n for n in numbers if isinstance(n, int))
    less = any(isinstance(n, terms.Computed) and n.times < 0 for n in numbers)
    if total or less or "-X" in numbers:
        return 1 if total > 0 else -1
    return -1 if change.lose_keywords or change.types or change.subtypes else 1


def of_effects(effects: Iterable[AnyEffect], ref: str) -> int:
    """Return how good (above 0) or bad a list of effects is for the object `ref`.

    Nested effects are included.
    """
    return sum(_of_effect(effect, ref) for effect in nested.flat(effects))


def _of_effect(effect: AnyEffect, ref: str) -> int:
    """Return how good or bad one effect is for the object `ref`; 0 if not involved."""
    if isinstance(effect, model.Fight):
        return (effect.first == ref) - (effect.second == ref)
    if isinstance(effect, model.Redirect):
        return (effect.what == ref) - (effect.to == ref)
    spoken_of = (getattr(effect, field, None) for field in ("what", "to", "who", "on", "of"))
    return of_instruction(effect) if any(_means(what, ref) for what in spoken_of) else 0


def _means(what: object, ref: str) -> bool:
    """Return whether an effect on `what` affects the object `ref`, perhaps with its like."""
    if isinstance(what, terms.Filter):
        return bool(what.shares) and what.shares_with == ref and what.apart_from != ref
    return what in (ref, "all-targets")


def of_instruction(effect: object) -> int:
    """Return how good or bad one effect is for the object that it acts on."""
    if isinstance(effect, model.Modify):
        return of_change(effect.change)
    if isinstance(effect, model.PutCounters | model.RemoveCounters):
        bad = effect.kind.startswith("-") is isinstance(effect, model.PutCounters)
        return -1 if bad else 1
    if isinstance(effect, model.Move):
        return 1 if effect.to == "battlefield" else -1
    if isinstance(effect, model.RuleThisTurn) and effect.rule == "cant-cast":
        return -1
    if isinstance(effect, model.SetLife):
        return 1 if isinstance(effect.amount, int) and effect.amount > LOW_LIFE else -1
    if isinstance(effect, HARMFUL):
        return -1
    return 1 if isinstance(effect, HELPFUL) else 0


def of_target(ctx: AbilityContext, phrase: int) -> int:
    """Return how good (above 0) or bad an item is for the target of phrase number `phrase`."""
    wanted = targets.phrases(ctx, ctx.ability)
    ref = terms.TARGETS[min(phrase, len(terms.TARGETS) - 1)]
    effects = effects_of(ctx)
    filter_ = wanted[phrase].of if phrase < len(wanted) else None
    if (
        filter_ is not None
        and filter_.zone == "graveyard"
        and any(isinstance(e, model.Move) and e.what == ref for e in effects)
    ):
        return 1
    return of_effects(effects, ref)


def of_enchanting(card: model.Card) -> int:
    """Return how good or bad an Aura is for the enchanted object."""
    total = 0
    for ability in card.abilities:
        if isinstance(ability, model.Static) and ability.what == "attached":
            total += of_change(ability.change)
        elif isinstance(ability, model.Triggered):
            total += of_effects(ability.effects, "attached")
        elif isinstance(ability, model.Replace) and ability.redirect == "attached":
            total -= 1
        elif isinstance(ability, model.Activated):
            total += max(0, of_effects(ability.effects, "attached"))
    return total
