"""Facts of printed cards: cost, types, power and toughness, as fields of card data."""

from __future__ import annotations

import re
from typing import Any, get_args

from engine.cards.costs import COLOR_OF, COLOR_WORDS, parse_cost
from engine.cards.model import Card, Static
from engine.cards.oracle.printed import CardRefusal, PrintedCard
from engine.cards.oracle.wording import present_subtypes, present_typography
from engine.cards.subtypes import CREATURE_TYPES, PLANESWALKER_TYPES, TYPE_OF
from engine.cards.terms import Kind, Supertype

KINDS: tuple[str, ...] = get_args(Kind)
SUPERTYPES: tuple[str, ...] = get_args(Supertype)
PRESENT_KINDS = {"Kindred": "Tribal", "Interrupt": "Instant"}
"""Card types by the names that card data has for them."""
NO_DECK_CARDS = frozenset(
    ("Conspiracy", "Dungeon", "Phenomenon", "Plane", "Scheme", "Vanguard", "Emblem", "Token")
)
"""Types of cards that are in no deck of cards (CR 300.1)."""
NUMBERS = ("power", "toughness", "loyalty")
_TWO_WORDS = {("Time", "Lord"): "Time Lord"}
_KNOWN = frozenset(CREATURE_TYPES) | frozenset(TYPE_OF) | PLANESWALKER_TYPES
_STARRED = re.compile(r"(?:\d{1,3}[+-])?\*(?:[+-]\d{1,3})?")
_WHOLE = re.compile(r"-?\d{1,3}")
_LONGEST_LINE = 200  # characters of a type line or mana cost


def facts_of(printed: PrintedCard) -> dict[str, Any] | CardRefusal:
    """Return the fields of a card that its text doesn't give, or why it can't be a card.

    The card's name isn't among the fields. Power and toughness that an ability sets are 0;
    `set_by_ability` tells which these are.
    """
    facts: dict[str, Any] = {}
    reason = (
        _add_types(facts, printed.type_line)
        or _rule_of_types(facts)
        or _add_cost(facts, printed)
        or _add_numbers(facts, printed)
    )
    return facts if reason is None else CardRefusal(name=printed.name, reason=reason)


def set_by_ability(printed: PrintedCard) -> frozenset[str]:
    """Return which of power and toughness are "*": an ability of the card sets them (CR 208.2)."""
    return frozenset(number for number in NUMBERS[:2] if "*" in (getattr(printed, number) or ""))


def unset_number(card: Card, printed: PrintedCard) -> str | None:
    """Return why a card can't be right: its power or toughness is "*", and no ability sets it."""
    setting = [
        ability.change
        for ability in card.abilities
        if isinstance(ability, Static) and ability.what == "self"
    ]
    for number in sorted(set_by_ability(printed)):
        if all(getattr(change, f"base_{number}") is None for change in setting):
            return f"the {number} is {getattr(printed, number)!r}, and no ability sets it"
    return None


def _add_types(facts: dict[str, Any], type_line: str) -> str | None:
    """Add types, supertypes and subtypes; return why they can't be had."""
    line = present_typography(type_line)
    if len(line) > _LONGEST_LINE:
        return "the type line is too long"
    front, _, back = line.replace(" - ", " — ").partition("—")
    words = [PRESENT_KINDS.get(word, word) for word in front.split()]
    for word in words:
        if word in NO_DECK_CARDS:
            return f"{word.lower()} cards aren't part of a deck"
        if word == "Battle":
            return "battles aren't in Spellfront"
        if word not in KINDS and word not in SUPERTYPES:
            return f"the card type {word!r} isn't in Spellfront"
    types = tuple(word for word in words if word in KINDS)
    if not types:
        return "the card has no card type"
    supertypes = [word for word in SUPERTYPES if word in words]
    if "Planeswalker" in types and "Legendary" not in supertypes:
        supertypes.append("Legendary")  # all planeswalkers since 2017
    subtypes = present_subtypes(split_subtypes(back))
    for subtype in subtypes:
        if subtype not in _KNOWN:
            return f"the subtype {subtype!r} isn't in Spellfront"
    facts["types"] = types
    if supertypes:
        facts["supertypes"] = tuple(sorted(supertypes))
    if subtypes:
        facts["subtypes"] = subtypes
    return None


def _rule_of_types(facts: dict[str, Any]) -> str | None:
    """Return a rule of a card's types that isn't in Spellfront."""
    if "Legendary" in facts.get("supertypes", ()) and {"Instant", "Sorcery"} & {*facts["types"]}:
        return "legendary instants and sorceries (CR 205.4e) aren't in Spellfront"
    return None


def split_subtypes(line: str) -> tuple[str, ...]:
    """Return the subtypes of the part of a type line after the dash."""
    words = line.split()
    found: list[str] = []
    while words:
        pair = _TWO_WORDS.get((words[0], words[1])) if len(words) > 1 else None
        found.append(pair or words[0])
        words = words[2 if pair else 1 :]
    return tuple(found)


def _add_cost(facts: dict[str, Any], printed: PrintedCard) -> str | None:
    """Add the mana cost and the color indicator; return why they can't be had."""
    cost = printed.cost.strip()
    if len(cost) > _LONGEST_LINE:
        return "the mana cost is too long"
    try:
        parse_cost(cost)
    except ValueError:
        return f"the mana cost {cost!r} has a symbol that isn't in Spellfront"
    facts["cost"] = cost
    colors = [COLOR_OF.get(color, color) for color in printed.colors or ()]
    if any(color not in COLOR_WORDS for color in colors):
        return f"the color indicator is {', '.join(colors)!r}"
    if colors:
        facts["colors"] = tuple(color for color in COLOR_WORDS if color in colors)
    return None


def _add_numbers(facts: dict[str, Any], printed: PrintedCard) -> str | None:
    """Add power, toughness and loyalty; return why they can't be had."""
    types: tuple[str, ...] = facts["types"]
    if "Vehicle" in facts.get("subtypes", ()):
        types = (*types, "Creature")  # it has power and toughness (CR 301.7)
    owners = {"power": "Creature", "toughness": "Creature", "loyalty": "Planeswalker"}
    for number in NUMBERS:
        word, owner = getattr(printed, number), owners[number]
        if (word is not None) is not (owner in types):
            kind = f"a {owner.lower()}"
            return (
                f"{kind} without {number}"
                if word is None
                else f"the card has {number}, but isn't {kind}"
            )
        if word is None:
            continue
        word = present_typography(word)
        if _WHOLE.fullmatch(word):
            facts[number] = int(word)
        elif number != "loyalty" and _STARRED.fullmatch(word):
            facts[number] = 0
        else:
            return f"the {number} is {word!r}"
    return None
