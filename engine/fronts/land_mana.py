"""Lands of the map tapped for mana by those who stand there, and through creatures beside them (F-19)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from engine.fronts.mana import Mana
from engine.magic import mana
from engine.magic.ability_index import Act, index_of, whose_abilities
from engine.magic.derived import derived, derived_for
from engine.magic.kinds import creatures
from engine.magic.places import places
from engine.magic.sources import Maker
from engine.magic.state import NOBODY
from engine.rule import CONTINENT

if TYPE_CHECKING:
    from engine.magic.game import Game
    from engine.rule import Variant


class ThroughCreatures(Mana, frozen=True):
    """A land of the map is tapped by whoever stands on it, and through a creature beside it, which taps for it (F-19)."""

    needs = (CONTINENT,)

    by_place: ClassVar[bool] = True

    def told(self, rules: Variant) -> list[str]:
        return [
            "A face-up untapped land is tapped for mana by whoever has a creature on it, or has a creature next to it without summoning "
            "sickness, which taps to do it. Nobody taps a land from under an opponent's creature.",
            "A land untaps in the untap step of whoever tapped it. You control the lands on which your creatures stand, and no others; "
            "only such a land can you sacrifice.",
            "Lands that aren't basic work by their own mana abilities. Nobody plays lands from the hand.",
        ]

    def more_makers(self, game: Game, seat: int) -> list[Maker]:
        ready: dict[tuple[int, int], bool] = {}
        found: list[Maker] = []
        for helper, beside in _lands_beside(game, seat):
            if game.is_sick(helper):
                continue
            for land, index, ability in beside:
                key = land, index
                if key not in ready:
                    ready[key] = mana.is_ready(game, land, ability)
                if ready[key]:
                    found.append((land, index, ability, helper))
        return found


@derived_for(index_of, places, "area.land", "controller", "on_map.loose", "types")
def _lands_beside(game: Game, seat: int) -> list[tuple[int, list[Act]]]:
    """A player's creatures, in the order in which they came, and the mana abilities of lands beside them on which nobody stands."""
    objects, areas, standing, makers = game.state.objects, game.state.areas, places(game), _makers(game)
    neighbors = game.board.neighbors
    free: dict[int, tuple[Act, ...]] = {}
    found: list[tuple[int, list[Act]]] = []
    for ident in creatures(game):
        obj = objects[ident]
        if obj.space >= 0 and obj.owner != NOBODY and obj.controller == seat:
            beside: list[Act] = []
            for space in neighbors[obj.space]:
                if space not in free:
                    land = areas[space].land
                    alone = land in makers and space not in standing and objects[land].controller == NOBODY and objects[land].loose
                    free[space] = makers[land] if alone else ()
                beside += free[space]
            found.append((ident, beside))
    return found


@derived(whose_abilities)
def _makers(game: Game) -> dict[int, tuple[Act, ...]]:
    """The plain mana abilities of each permanent that has any, but those that cost the permanent."""
    found: dict[int, tuple[Act, ...]] = {}
    for act in whose_abilities(game).plain:
        if act[2].cost.sacrifice is None:  # what one sacrifices is under one's creatures (F-21)
            found[act[0]] = (*found.get(act[0], ()), act)
    return found
