"""Facts of printed cards: cost, types, power and toughness, as fields of card data."""

from __future__ import annotations

import re
from typing import Any, get_args

from engine.cards.oracle.printed import PrintedCard, Refusal
from engine.cards.terms import Kind, Supertype

COLORS = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}


def facts_of(printed: PrintedCard) -> dict[str, Any] | Refusal:
    """Return the fields of a card that its text doesn't give, or why it can't be a card."""
    line, _, subtypes = printed.type_line.replace("—", "-").partition(" - ")
    words = line.split()
    types = [word for word in words if word in get_args(Kind)]
    supertypes = [word for word in words if word in get_args(Supertype)]
    if not types or len(types) + len(supertypes) != len(words):
        return Refusal(name=printed.name, reason=f"the type line is {printed.type_line!r}")
    facts: dict[str, Any] = {"types": tuple(types), "cost": printed.cost}
    if supertypes:
        facts["supertypes"] = tuple(supertypes)
    if subtypes:
        facts["subtypes"] = tuple(subtypes.split())
    if printed.colors:
        facts["colors"] = tuple(COLORS[color] for color in printed.colors)
    for name in ("power", "toughness", "loyalty"):
        word = getattr(printed, name)
        if word is None:
            continue
        if not re.fullmatch(r"-?\d+|[\d+]*\*", word):
            return Refusal(name=printed.name, reason=f"the {name} is {word!r}")
        facts[name] = int(word) if "*" not in word else 0
    return facts
