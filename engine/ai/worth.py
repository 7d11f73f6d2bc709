"""What things are worth to a computer player, in round numbers: a 2/2 creature is worth about three."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import fsum

from engine.cards.characteristics import Characteristics, Printed
from engine.cards.mana_abilities import is_mana_ability
from engine.cards.model import Activated, Card, Static, Triggered
from engine.game import Game
from engine.magic.state import GameObject

KEYWORDS = {
    "flying": 0.8,
    "shadow": 0.8,
    "horsemanship": 0.8,
    "fear": 0.5,
    "intimidate": 0.5,
    "menace": 0.4,
    "skulk": 0.3,
    "first strike": 0.7,
    "double strike": 1.6,
    "trample": 0.6,
    "vigilance": 0.8,
    "deathtouch": 1.0,
    "haste": 0.3,
    "reach": 0.3,
    "indestructible": 1.5,
}
"""What a keyword adds to a creature. Landwalk and protection are worth a little, whatever from."""

RESTRICTIONS = {"cant-block": -0.5, "must-attack": -0.2, "cant-move": -1.0, "doesnt-untap": -1.5, "cant-activate": -0.3}
PLENTY = 4  # how many cards in hand are as many as can be cast in the next turns
UNKNOWN_CARD = 0.8  # what a card that one can't see is worth in its owner's hand


def creature(c: Characteristics) -> float:
    """What a creature is worth on the battlefield, as it is now."""
    power = max(c.power, 0)
    idle = "cant-attack" in c.restrict or ("defender" in c.keywords and "attacks-despite-defender" not in c.restrict)
    worth = 0.3 + (0.25 if idle else 0.9) * power + 0.55 * max(c.toughness, 0)
    words = [_keyword(word) for word in c.keywords] + [RESTRICTIONS.get(word, 0.0) for word in c.restrict]
    worth += fsum(words)  # exactly, since words come in another order in every process
    if "cant-be-blocked" in c.restrict:
        worth += 0.3 * power
    return max(worth + _abilities(c), 0.2)


def _keyword(word: str) -> float:
    return KEYWORDS.get(word, 0.3 if word.endswith("walk") or word.startswith("protection") else 0.0)


def _abilities(c: Characteristics) -> float:
    worth = 0.0
    for ability in c.abilities:
        if isinstance(ability, Activated):
            worth += 0.8 if is_mana_ability(ability) or ability.cost.tap else 0.5
        elif isinstance(ability, Triggered | Static):
            worth += 0.3
    return worth


def permanent(game: Game, obj: GameObject, c: Characteristics) -> float:
    """What any permanent is worth to its controller, apart from what it does for creatures already."""
    if "Creature" in c.types:
        return creature(c)
    if "Planeswalker" in c.types:
        return 1.0 + 0.5 * obj.count("loyalty") + 0.3 * obj.printed.value
    if obj.attached_to:
        return 0.2
    return 0.5 + 0.8 * obj.printed.value


def card(printed: Printed) -> float:
    """What a card in hand is worth: little, since mana is scarcer than cards, and less if it is hard to cast."""
    if not printed.name:
        return UNKNOWN_CARD
    return _card(printed.card, printed.value)


@lru_cache(4096)
def _card(card: Card, value: int) -> float:
    return 0.5 + (0.25 if "Creature" in card.types else 0.0) + 0.1 * min(value, 3) - 0.1 * max(0, value - 4)


def hand(cards: Iterable[Printed]) -> float:
    """What a whole hand is worth: the best few cards in full, the rest next to nothing."""
    worths = sorted(map(card, cards), reverse=True)
    return sum(worths[:PLENTY], 0.0) + 0.1 * sum(worths[PLENTY:], 0.0)
