"""Where mana comes from, besides permanents that make it by themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards.model import Activated, Record, kebab
from engine.magic import mana
from engine.magic.known import abilities_of
from engine.magic.mana import Source
from engine.state import NOBODY, GameObject

if TYPE_CHECKING:
    from engine.game import Game


class Mana(Record, frozen=True, tag_field="kind", tag=kebab):
    """What mana can be made, what it pays for and how long it stays."""

    def more_sources(self, game: Game, seat: int) -> list[Source]:
        """Mana abilities that a player may use though nothing of theirs has them."""
        return []


class Colors(Mana, frozen=True):
    """As in Magic (CR 106): of six kinds, lost at the end of a step."""


class ThroughCreatures(Mana, frozen=True):
    """Lands of the map are tapped by those who stand on them, and by creatures beside them, which tap for it (F-19)."""

    def more_sources(self, game: Game, seat: int) -> list[Source]:
        state = game.state
        objects, areas = state.objects, state.areas
        helpers = [obj for i in state.battlefield if self._may_help(game, obj := objects[i], seat)]
        if not helpers:
            return []
        taken = {objects[i].space for i in state.battlefield if objects[i].owner != NOBODY}
        lands: dict[int, list[tuple[int, Activated]]] = {}
        for ident, index, ability in abilities_of(game, Activated):
            if objects[ident].loose and mana.is_mana_ability(ability) and mana.is_plain(ability) and mana.usable(game, ident, ability):
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
