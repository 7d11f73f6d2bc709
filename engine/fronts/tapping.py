"""Lands of the map tapped for mana by those who stand there, and through creatures beside them (F-19)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards.model import Activated
from engine.fronts.mana import Mana
from engine.magic import mana
from engine.magic.known import makers_of_mana
from engine.magic.mana import Source
from engine.state import NOBODY, GameObject

if TYPE_CHECKING:
    from engine.game import Game


class ThroughCreatures(Mana, frozen=True):
    """A land of the map is tapped by whoever stands on it, and through a creature beside it, which taps for it (F-19)."""

    def more_sources(self, game: Game, seat: int) -> list[Source]:
        state = game.state
        objects, areas = state.objects, state.areas
        helpers = [obj for i in state.battlefield if self._may_help(game, obj := objects[i], seat)]
        if not helpers:
            return []
        taken = {objects[i].space for i in state.battlefield if objects[i].owner != NOBODY}
        lands: dict[int, list[tuple[int, Activated]]] = {}
        for ident, index, ability in makers_of_mana(game, NOBODY):
            if objects[ident].loose and mana.usable(game, ident, ability):
                lands.setdefault(ident, []).append((index, ability))
        found: list[Source] = []
        for helper in helpers:
            for space in game.board.neighbors[helper.space]:
                if space not in taken:
                    for index, ability in lands.get(areas[space].land, ()):
                        found.append(mana.source_of(game, seat, areas[space].land, index, ability, helper.id))
        return found

    def _may_help(self, game: Game, obj: GameObject, seat: int) -> bool:
        """Whether a creature could tap for a land beside it."""
        if obj.controller != seat or obj.space < 0 or obj.tapped or obj.owner == NOBODY:
            return False
        return game.chars(obj.id).is_creature and not game.is_sick(obj.id)
