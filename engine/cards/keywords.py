"""The keyword abilities that cards may have (CR 702), and what has to follow the word: nothing,
a number, a cost or words.
"""

from __future__ import annotations

import re

from engine.base.schema import did_you_mean
from engine.cards.subtypes import OF_LANDS as LAND_TYPES

PLAIN = frozenset({
    "banding", "battle cry", "cascade", "changeling", "conspire", "convoke", "deathtouch",
    "defender", "delve", "double strike",
    "exalted", "fear", "first strike", "flanking", "flash", "flying", "haste", "hexproof",
    "horsemanship", "indestructible", "infect",
    "intimidate", "lifelink", "menace", "persist", "phasing", "provoke", "prowess", "reach",
    "rebound", "retrace", "shadow", "shroud",
    "skulk", "soulbond", "split second", "storm", "sunburst", "trample", "uncounterable",
    "undying", "unleash", "vigilance", "wither",
})  # fmt: skip
"""Words that stand alone; "uncounterable" is "this spell can't be countered"."""
NUMBERED = frozenset({
    "amplify", "annihilator", "bloodthirst", "bushido", "devour", "dredge", "fading", "graft",
    "hideaway", "modular", "poisonous",
    "rampage", "vanishing",
})  # fmt: skip
# what may be said instead of a number (CR 702.54b, 702.63b)
OTHERWISE = frozenset({"bloodthirst X", "vanishing"})
PRICED = frozenset({
    "buyback", "cumulative upkeep", "cycling", "echo", "entwine", "equip", "evoke", "flashback",
    "level up", "madness", "miracle",
    "morph", "multikicker", "ninjutsu", "prowl", "replicate", "transmute", "unearth",
})  # fmt: skip
"""Followed by a cost of mana: "equip {2}"."""
# costs that may be paid any number of times, and so can't be nothing
REPEATED = frozenset({"multikicker", "replicate"})
COUNTED = {"reinforce": r"(\d+|X(?=.*\{X\}))", "suspend": r"\d+"}
"""Followed by a number and a cost: "suspend 3 {R}".

The number may be the X of the cost where X is chosen for it.
"""
# followed by words: "protection from black"
DETAILED = {"affinity": "for .+", "champion": "an? .+", "protection": "from .+"}
OF_LANDS = re.compile(
    rf"([a-z]+ land|([a-z]+ )?({'|'.join(sorted(map(str.lower, LAND_TYPES)))}))(walk|home)"
)
TYPECYCLING = re.compile(r"[a-z ]+cycling (.*)")
COST = re.compile(r"(\{[^{}]+\})+")

KNOWN = PLAIN | NUMBERED | PRICED | frozenset((*COUNTED, *DETAILED))
GENERIC = KNOWN - PLAIN | {"landwalk", "landhome"}
"""Names that stand for a keyword whatever follows or precedes it: "cycling" for any cost,
"landwalk" for any land.
"""


def name_of(word: str) -> str:
    """The name of the keyword with which some words begin; empty if they begin with none."""
    return next(
        (
            name
            for name in sorted(KNOWN, key=len, reverse=True)
            if word == name or word.startswith(name + " ")
        ),
        "",
    )


def is_called(word: str, name: str) -> bool:
    """Whether a name means a keyword ability: "cycling" means "cycling {2}" and "plainscycling
    {1}" (CR 702.29f).
    """
    if word == name or word.startswith(f"{name} "):
        return True
    if name in ("landwalk", "landhome"):
        return word.endswith(name[4:])
    return name == "cycling" and (
        word.endswith("cycling") or TYPECYCLING.fullmatch(word) is not None
    )


def keyword_problem(word: str, *, bare: bool = False) -> tuple[str, str] | None:
    """What is allowed instead of a keyword that is none, and a hint; None if it is one.

    `bare`: it may be named alone, as filters do.
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
    """What is allowed instead of the name of a keyword whose cost may be more than mana, and a
    hint; None if it is one.
    """
    allowed = PRICED - REPEATED
    if word in allowed or TYPECYCLING.fullmatch(f"{word} "):
        return None
    return "the name of a keyword whose cost may be more than mana", did_you_mean(word, allowed)
