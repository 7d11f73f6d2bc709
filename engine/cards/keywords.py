"""Keyword abilities that cards may have (CR 702), and what follows each word.

A number, a cost, other words or nothing may follow.
"""

from __future__ import annotations

import re

from engine.base.schema import did_you_mean
from engine.cards.subtypes import LAND_TYPES

PLAIN = frozenset({
    "ascend", "banding", "battle cry", "cascade", "changeling", "cipher", "conspire",
    "convoke", "deathtouch",
    "defender", "delve", "dethrone", "devoid", "double strike", "evolve",
    "exalted", "exploit", "extort", "fear", "first strike", "flanking", "flash", "flying", "haste",
    "hexproof",
    "horsemanship", "improvise", "indestructible", "infect", "ingest",
    "intimidate", "jump-start", "lifelink", "living weapon", "menace", "mentor", "persist",
    "phasing", "provoke", "prowess", "reach",
    "rebound", "retrace", "shadow", "shroud",
    "skulk", "soulbond", "split second", "storm", "sunburst", "trample", "umbra armor",
    "uncounterable", "undaunted", "undying", "unleash", "vigilance", "wither",
})  # fmt: skip
"""Words without anything after them; "uncounterable" means "this spell can't be countered"."""
NUMBERED = frozenset({
    "afflict", "amplify", "annihilator", "bloodthirst", "bushido", "crew", "devour", "dredge",
    "fabricate", "fading", "graft",
    "hideaway", "modular", "poisonous",
    "rampage", "renown", "soulshift", "tribute", "vanishing",
})  # fmt: skip
# allowed without a number (CR 702.54b, 702.63b)
OTHERWISE = frozenset({"bloodthirst X", "vanishing"})
PRICED = frozenset({
    "bestow", "buyback", "cumulative upkeep", "cycling", "dash", "echo", "embalm", "emerge",
    "entwine", "equip", "escalate", "eternalize", "evoke", "flashback",
    "level up", "madness", "megamorph", "miracle",
    "morph", "multikicker", "ninjutsu", "outlast", "overload", "prowl", "recover", "replicate",
    "scavenge", "splice onto Arcane", "surge", "transmute", "unearth",
})  # fmt: skip
"""Words followed by a mana cost: "equip {2}"."""
# words whose cost may be paid any number of times, so it can't be zero
REPEATED = frozenset({"escalate", "multikicker", "replicate"})
COUNTED = {"awaken": r"\d+", "reinforce": r"(\d+|X(?=.*\{X\}))", "suspend": r"\d+"}
"""Words followed by a number and a cost: "suspend 3 {R}".

The number may be X if the cost has X.
"""
# words followed by other words: "protection from black"
DETAILED = {"affinity": "for .+", "champion": "an? .+", "protection": "from .+"}
OF_LANDS = re.compile(
    rf"([a-z]+ land|([a-z]+ )?({'|'.join(sorted(map(str.lower, LAND_TYPES)))}))(walk|home)"
)
TYPECYCLING = re.compile(r"[a-z ]+cycling (.*)")
COST = re.compile(r"(\{[^{}]+\})+")

KNOWN = PLAIN | NUMBERED | PRICED | frozenset((*COUNTED, *DETAILED))
GENERIC = KNOWN - PLAIN | {"landwalk", "landhome"}
"""Names of keywords with anything before or after them: "cycling" for any cost, "landwalk" for any
land.
"""


_MOST_WORDS = max(len(name.split()) for name in KNOWN)


def name_of(word: str) -> str:
    """Return the name of the keyword that `word` begins with, or ""."""
    words = word.split(" ")
    for length in range(min(len(words), _MOST_WORDS), 0, -1):
        if (name := " ".join(words[:length])) in KNOWN:
            return name
    return ""


def is_called(word: str, name: str) -> bool:
    """Return whether a name includes a keyword (CR 702.29f).

    "cycling" includes "cycling {2}" and "plainscycling {1}".
    """
    if word == name or word.startswith(f"{name} "):
        return True
    if name in ("landwalk", "landhome"):
        return word.endswith(name[4:])
    return name == "cycling" and (
        word.endswith("cycling") or TYPECYCLING.fullmatch(word) is not None
    )


def keyword_problem(word: str, *, bare: bool = False) -> tuple[str, str] | None:
    """Return what is allowed instead of an invalid keyword, and a hint; None if it is valid.

    `bare`: the name alone is valid too, as in filters.
    """
    name = name_of(word)
    rest = word[len(name) :].strip()
    if OF_LANDS.fullmatch(word) or (bare and word in PLAIN | GENERIC):
        return None
    if (cost := TYPECYCLING.fullmatch(word)) and COST.fullmatch(cost[1]):
        return None
    if not name:
        landwalks = ("islandwalk", "swampwalk", "forestwalk", "mountainwalk", "plainswalk")
        return "a keyword ability in lower case", did_you_mean(word, (*KNOWN, *landwalks))
    if name in PLAIN:
        return (f"{name!r} alone", "") if rest else None
    if name in NUMBERED:
        fine = rest.isdigit() or word in OTHERWISE
        return None if fine else (f"{name!r} and a number, as in '{name} 2'", "")
    if name in COUNTED:
        fine = re.fullmatch(rf"{COUNTED[name]}[ —]{COST.pattern}", rest) is not None
        return None if fine else (f"{name!r}, a number and a mana cost, as in '{name} 2 {{1}}'", "")
    if name in REPEATED and re.fullmatch(r"(\{[0X]\})+", rest):
        return (
            f"{name!r} and a cost greater than zero, because it may be paid any number of times",
            "",
        )
    if name in PRICED:
        return (
            None
            if COST.fullmatch(rest)
            else (f"{name!r} and a mana cost, as in '{name} {{2}}'", "")
        )
    return (
        None
        if re.fullmatch(DETAILED[name], rest)
        else (f"{name!r} and a quality, as in 'protection from black'", "")
    )


def costly_keyword_problem(word: str) -> tuple[str, str] | None:
    """Return what is allowed instead of an invalid keyword with a cost, and a hint.

    None if it is valid.

    The cost may be more than mana.
    """
    allowed = PRICED - REPEATED
    if word in allowed or TYPECYCLING.fullmatch(f"{word} "):
        return None
    return "the name of a keyword whose cost may be more than mana", did_you_mean(word, allowed)
