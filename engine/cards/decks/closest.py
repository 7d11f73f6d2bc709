"""The closest card in the library to a card that isn't in it, by cost, type and role.

`not_yet.txt` has the facts about well-known cards that are not in the library.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from heapq import nsmallest
from importlib.resources import files

from msgspec import Struct

from engine.base.files import read_text
from engine.cards.costs import COLOR_OF, SYMBOL_OF, parse_cost
from engine.cards.decks.search import SearchableCard
from engine.cards.library import library

ROLES: dict[str, re.Pattern[str]] = {
    "mana": re.compile(r"(^|[:,.] )add (\{|one mana|.*mana)"),
    "burn": re.compile(
        r"deals? [\dx]+ damage to (any target|target player|target creature or|each opponent)"
    ),
    "removal": re.compile(
        r"(destroy|exile) target (non\w+ )?(\w+ )?creature|deals? [\dx]+ damage to target "
        r"creature|sacrifices a creature"
    ),
    "sweep": re.compile(r"(destroy|exile|return) all|damage to each creature"),
    "counter": re.compile(r"counter target"),
    "draw": re.compile(r"draws? (a|two|three|four|five|seven|x) cards?|into your hand"),
    "discard": re.compile(r"(player|opponent)s? discards?"),
    "tutor": re.compile(r"search your library"),
    "bounce": re.compile(r"return target .*owner's hand"),
    "recursion": re.compile(r"from (your|a) graveyard|card from your graveyard"),
    "pump": re.compile(r"gets? \+"),
    "growth": re.compile(r"\+1/\+1 counter"),
    "tokens": re.compile(r"creates? .*token"),
    "landkill": re.compile(r"destroy target land|destroy all lands"),
    "artifactkill": re.compile(r"destroy (target|all) artifact"),
    "life": re.compile(r"gains? [\dx]+ life"),
    "lock": re.compile(
        r"(lands|creatures|artifacts|permanents) don't untap|can't be cast|cost \{\d\} more"
    ),
    "lord": re.compile(r"other .* get \+"),
    "copy": re.compile(r"copy|copies"),
}
"""Roles of a card, with the rules text that shows each."""
KEYWORD_ROLES = (
    "flying",
    "first-strike",
    "haste",
    "trample",
    "lifelink",
    "shroud",
    "regenerate",
    "flash",
    "menace",
    "deathtouch",
    "persist",
)

SIZE = re.compile(r"\d+/\d+")

ABOUT = 1.5  # difference of distances that doesn't matter
FAR = 9.0  # distance from which no card counts as close


class Facts(Struct, frozen=True):
    """The facts about a card that are compared."""

    colors: frozenset[str]  # for a land: colors of the mana it makes
    mv: int
    types: frozenset[str]
    subtypes: frozenset[str]
    power: int | None
    toughness: int | None
    roles: frozenset[str]
    has_supertype: bool = False


def closest(name: str, cards: Iterable[SearchableCard]) -> str:
    """Return the name of the library's card closest to a card that isn't in the library.

    "" if the card is unknown or nothing is close.
    """
    return next(iter(closest_cards(name, cards, 1)), "")


def closest_cards(name: str, cards: Iterable[SearchableCard], most: int) -> list[str]:
    """Return the names of the library's cards closest to one that isn't in it, best first.

    They are about as close as the first. None if the card is unknown or nothing is close.
    """
    wanted = facts_about(name)
    if wanted is None:
        return []
    found = nsmallest(
        most,
        (
            (_distance(wanted, facts_of(known)), known.card.name)
            for known in cards
            if known.card.vintage != "banned"
        ),
    )
    limit = min(FAR, found[0][0] + ABOUT) if found else FAR
    return [name for distance, name in found if distance < limit]


def facts_about(name: str) -> Facts | None:
    """Return the facts about a card that isn't in the library, or None if no such card is known."""
    if refused := library().refused(name):
        line = refused.type_line.replace("—", "-")
        size = refused.size if SIZE.fullmatch(refused.size) else ""
        cost = refused.makes if "land" in line.lower() else refused.cost
        with suppress(ValueError):  # a cost of symbols that Spellfront doesn't know
            return _read(cost, line, size, " ".join(refused.roles))
    return not_yet().get(_key(name))


def roles_of(text: str) -> frozenset[str]:
    """Return the roles of a card with a rules text."""
    lines = text.lower()
    words = {word.strip() for line in lines.splitlines() for word in line.split(",")}
    roles = {role for role, pattern in ROLES.items() if pattern.search(lines)}
    return frozenset(roles | {role for role in KEYWORD_ROLES if role.replace("-", " ") in words})


def makes_of(text: str, line: str) -> str:
    """Return the colors of a land's mana, as letters, by its rules text and its type line."""
    basic = {SYMBOL_OF[color] for kind, color in BASIC.items() if kind in line.lower()}
    return "".join(letter for letter in "WUBRG" if letter in basic or f"{{{letter}}}" in text)


@cache
def facts_of(known: SearchableCard) -> Facts:
    """Return the facts about a card of the library."""
    line, _, subtypes = known.type.partition(" — ")
    types = frozenset(line.split()) - {"basic", "legendary", "snow", "world"}
    roles = roles_of("\n".join((known.text, *known.card.keywords)))
    colors = known.colors
    if "land" in types:
        roles -= {"mana"}
        colors = frozenset(COLOR_OF[letter] for letter in makes_of(known.text.upper(), known.type))
    return Facts(
        colors,
        known.mv,
        types,
        frozenset(subtypes.split()),
        known.power,
        known.toughness,
        roles,
        bool(known.card.supertypes),
    )


BASIC = {
    "plains": "white",
    "island": "blue",
    "swamp": "black",
    "mountain": "red",
    "forest": "green",
}


@cache
def not_yet() -> dict[str, Facts]:
    """Return the facts about well-known cards that are not in the library.

    Their names are in lower case without accents.
    """
    lines = read_text(files("engine.cards") / "not_yet.txt").splitlines()
    parts = [
        [part.strip() for part in line.split("|")]
        for line in lines
        if line and not line.startswith("#")
    ]
    return {_key(name): _read(cost, line, size, roles) for name, cost, line, size, roles in parts}


def _read(cost: str, line: str, size: str, roles: str) -> Facts:
    kinds, _, subtypes = line.lower().partition(" - ")
    types = frozenset(kinds.split())
    made = cost if "land" in types else "".join(re.findall(r"[WUBRG]", cost))
    power, _, toughness = size.partition("/")
    return Facts(
        frozenset(COLOR_OF[symbol] for symbol in made if symbol in COLOR_OF),
        0 if "land" in types else parse_cost(cost).value,
        types,
        frozenset(subtypes.split()),
        int(power) if power else None,
        int(toughness) if toughness else None,
        frozenset(roles.split()),
    )


def _distance(wanted: Facts, card: Facts) -> float:
    """Return the distance between two cards, by type, then role and color, then cost and size."""
    if not wanted.roles & card.roles and not {"creature", "land", "planeswalker"} & wanted.types:
        return FAR  # a spell with another role is no substitute
    apart = (
        2.0
        if wanted.types | card.types == frozenset(("instant", "sorcery"))
        else 6.0 * len(wanted.types ^ card.types)
    )
    apart += 2.0 * len(wanted.colors ^ card.colors)
    apart += 1.5 * abs(wanted.mv - card.mv)
    apart += 2.5 * len(wanted.roles - card.roles) + 1.0 * len(card.roles - wanted.roles)
    apart += 0.25 * card.has_supertype  # a snow or legendary card is the second choice
    apart -= 0.75 * len(wanted.subtypes & card.subtypes)
    if wanted.power is not None and card.power is not None:
        apart += 0.5 * abs(wanted.power - card.power) + 0.5 * abs(
            (wanted.toughness or 0) - (card.toughness or 0)
        )
    return apart


def _key(name: str) -> str:
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return " ".join(plain.lower().split())
