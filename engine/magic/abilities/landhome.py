"""Islandhome and landhome, former keyword abilities, and other limits on who can be attacked.

A creature with islandhome is sacrificed if its controller controls no such land, and can attack
only a player who does. A map may define these abilities differently (W-19, F-17, B-39).
"""

from __future__ import annotations

from functools import cache

from engine.actions import Refusal
from engine.cards.model import Sacrifice, Triggered, When
from engine.cards.subtypes import BASIC_LAND_TYPES
from engine.cards.terms import Exists, Filter, Not
from engine.magic.continuous import amounts, filters
from engine.magic.core.game import GameCore
from engine.magic.core.position import NOBODY, AbilityContext, GameObject
from engine.magic.index.by_ability import whose_abilities
from engine.magic.index.by_type import all_keywords

HOMES = {f"{land.lower()}home": land for land in BASIC_LAND_TYPES}


@cache
def homes_of(keywords: frozenset[str]) -> tuple[str, ...]:
    """Return the land types that home keywords name."""
    return tuple(sorted(land for home, land in HOMES.items() if home in keywords))


def limits_attacks(game: GameCore) -> bool:
    """Return whether some creature can attack some players only."""
    return bool(whose_abilities(game).limits) or matter(game)


def attack_refusal(game: GameCore, obj: GameObject, defender: int) -> Refusal | None:
    """Return the reason why a creature can't attack a player, or None.

    `defender`: NOBODY where nobody is attacked, as on land without a holder.
    """
    ctx = AbilityContext(obj.controller, obj.id, obj.printed.name, that_player=defender)
    for limit in whose_abilities(game).limits.get(obj.id, ()):
        condition = limit.alone if defender == NOBODY else limit.of_player
        if amounts.holds(game, condition, ctx):
            return Refusal(
                "attack.home", f"{obj.printed.name} can't attack here because of its own ability"
            )
    return _home_refusal(game, obj, defender)


def _home_refusal(game: GameCore, obj: GameObject, defender: int) -> Refusal | None:
    """Return the reason why a home keyword stops an attack on a player, or None."""
    if game.rules.homes_on_map:
        return None
    lands = homes_of(game.characteristics(obj.id).keywords)
    missing = (
        land
        for land in lands
        if defender == NOBODY or not filters.find(game, _lands(land), AbilityContext(defender, 0))
    )
    land = next(missing, "")
    if not land:
        return None
    home = f"an {land}" if land == "Island" else f"a {land}"
    return Refusal(
        "attack.home", f"{obj.printed.name} can attack only a player who controls {home}"
    )


def matter(game: GameCore) -> bool:
    """Return whether any permanent has a home keyword, and the map leaves these to Magic."""
    return not (game.rules.homes_on_map or all_keywords(game).isdisjoint(HOMES))


def leaving(game: GameCore) -> list[tuple[int, Triggered]]:
    """Return permanents with the home ability to be sacrificed without a land."""
    if not matter(game):  # the usual case
        return []
    return [
        (ident, _leaving(land))
        for ident, c in game.permanents.table.items()
        if c.keywords
        for land in homes_of(c.keywords)
    ]


@cache
def _lands(land: str) -> Filter:
    return Filter(types=("Land",), subtypes=(land,), controller="you")


@cache
def _leaving(land: str) -> Triggered:
    """Return the ability "When you control no Islands, sacrifice this" for a land type."""
    return Triggered(
        when=When(event="state"),
        effects=(Sacrifice(),),
        condition=Not(condition=Exists(of=_lands(land))),
    )
