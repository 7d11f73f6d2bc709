"""What the land under a creature gives it (layer 7c)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards.model import Record, kebab
from engine.fronts import ground
from engine.fronts.land import TYPE_OF_COLOR, color_matches, special_owner
from engine.magic.characteristics import Characteristics
from engine.state import NOBODY, GameObject

if TYPE_CHECKING:
    from engine.game import Game


class Terrain(Record, frozen=True, tag_field="kind", tag=kebab):
    """A bonus to the creatures that stand in the right place."""

    power: int = 0  # power that creatures get
    toughness: int = 0  # toughness that they get

    def applies(self, game: Game, obj: GameObject, c: Characteristics) -> bool:
        """Whether a creature on the map gets the bonus."""
        raise NotImplementedError


class MatchingLand(Terrain, frozen=True):
    """In land of its own colour's type (C-29, W-25), but not in a living opponent's Stronghold (C-31) unless that counts too."""

    opposing_strongholds: bool = False  # in living opponents' Strongholds too

    def applies(self, game: Game, obj: GameObject, c: Characteristics) -> bool:
        if not self.opposing_strongholds and special_owner(game, obj.space) not in (NOBODY, obj.controller):
            return False
        return color_matches(game, obj.space, c.colors)


class MatchingSquare(Terrain, frozen=True):
    """On a square that is land of its own colour (B-39)."""

    def applies(self, game: Game, obj: GameObject, c: Characteristics) -> bool:
        types = ground.types_at(game, obj.space)
        return bool(types) and any(TYPE_OF_COLOR[color] in types for color in c.colors)


class HeldLand(Terrain, frozen=True):
    """In an area that its controller holds, Strongholds of living players aside (C-30)."""

    def applies(self, game: Game, obj: GameObject, c: Characteristics) -> bool:
        area = game.state.areas[obj.space]
        return area.holder == obj.controller and area.stronghold != obj.controller and special_owner(game, obj.space) == NOBODY


def bonus(game: Game, rules: tuple[Terrain, ...], obj: GameObject, c: Characteristics) -> tuple[int, int]:
    """Power and toughness that terrain adds to an object."""
    if obj.space < 0 or "Creature" not in c.types:
        return 0, 0
    power = toughness = 0
    for rule in rules:
        if rule.applies(game, obj, c):
            power += rule.power
            toughness += rule.toughness
    return power, toughness
