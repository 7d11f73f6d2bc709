"""Lands of the map tapped for mana by those who stand there, and through creatures beside them (F-19)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from engine.fronts.mana import Mana
from engine.magic import mana
from engine.magic.ability_index import Act, index_of, makers_of_mana
from engine.magic.derived import derived_for
from engine.magic.kinds import creatures
from engine.magic.mana import Source
from engine.magic.places import places
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

    def more_sources(self, game: Game, seat: int) -> list[Source]:
        objects = game.state.objects
        return [
            mana.source_of(game, seat, land, index, ability, helper)
            for helper, beside in _lands_beside(game, seat)
            if not objects[helper].tapped and not game.is_sick(helper)
            for land, index, ability in beside
            if mana.usable(game, land, ability)
        ]


@derived_for(index_of, places, "area.land", "controller", "on_map.loose", "types")
def _lands_beside(game: Game, seat: int) -> list[tuple[int, list[Act]]]:
    """A player's creatures, in the order in which they came, and the mana abilities of lands beside them on which nobody stands."""
    objects, areas, standing = game.state.objects, game.state.areas, places(game)
    lands: dict[int, list[Act]] = {}
    for ident, index, ability in makers_of_mana(game, NOBODY):
        if objects[ident].loose and ability.cost.sacrifice is None:  # what one sacrifices is under one's creatures (F-21)
            lands.setdefault(ident, []).append((ident, index, ability))
    found: list[tuple[int, list[Act]]] = []
    for ident in creatures(game):
        obj = objects[ident]
        if obj.space >= 0 and obj.owner != NOBODY and obj.controller == seat:
            free = (areas[space].land for space in game.board.neighbors[obj.space] if space not in standing)
            found.append((ident, [entry for land in free for entry in lands.get(land, ())]))
    return found
