"""Lands of the map tapped for mana by those who stand there, and through creatures beside them (F-19)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards.model import Activated
from engine.fronts.mana import Mana
from engine.magic import mana
from engine.magic.facts import of_the_table
from engine.magic.known import makers_of_mana, places
from engine.magic.mana import Source
from engine.state import NOBODY

if TYPE_CHECKING:
    from engine.game import Game


class ThroughCreatures(Mana, frozen=True):
    """A land of the map is tapped by whoever stands on it, and through a creature beside it, which taps for it (F-19)."""

    def more_sources(self, game: Game, seat: int) -> list[Source]:
        objects = game.state.objects
        return [
            mana.source_of(game, seat, land, index, ability, helper)
            for helper, land, index, ability in _lands_beside(game)
            if objects[helper].controller == seat
            and not objects[helper].tapped
            and not game.is_sick(helper)
            and mana.usable(game, land, ability)
        ]


@of_the_table
def _lands_beside(game: Game) -> list[tuple[int, int, int, Activated]]:
    """Who could tap for which mana ability of a land beside them, on which nobody stands: in the order in which creatures came."""
    objects, areas, standing = game.state.objects, game.state.areas, places(game)
    lands: dict[int, list[tuple[int, Activated]]] = {}
    for ident, index, ability in makers_of_mana(game, NOBODY):
        if objects[ident].loose and ability.cost.sacrifice is None:  # what one sacrifices is under one's creatures (F-21)
            lands.setdefault(ident, []).append((index, ability))
    return [
        (obj.id, land, index, ability)
        for ident in game.state.battlefield
        if (obj := objects[ident]).space >= 0 and obj.owner != NOBODY and game.chars(ident).is_creature
        for space in game.board.neighbors[obj.space]
        if space not in standing
        for land in (areas[space].land,)
        for index, ability in lands.get(land, ())
    ]
