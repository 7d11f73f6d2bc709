"""Mana from dice and from land that is held."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from msgspec import Meta

from engine import chance
from engine.agenda import Task
from engine.cards.terms import Sides
from engine.fronts.land import SYMBOL_OF_TYPE, held_areas, land_types
from engine.fronts.strongholds import mana_color_task
from engine.magic import mana
from engine.magic.costs import SYMBOLS
from engine.magic.turn import Step

if TYPE_CHECKING:
    from engine.game import Game


Amount = Annotated[int, Meta(ge=0, le=100)]


class ManaProduction(Step, frozen=True):
    """Roll a die for mana of one's colour, and gain mana of the land that one holds (C-13 to C-15). Nobody gets priority."""

    die: Sides = 6  # the die that is rolled for mana
    per_area: Amount = 1  # mana for each area of the right colour
    per_stronghold: Amount = 2  # for each opposing Stronghold held

    def preparations(self, game: Game, seat: int) -> list[Task]:
        return mana_color_task(game, seat)

    def begin(self, game: Game, seat: int) -> list[Task]:
        if not game.rules.may_produce(game, seat):
            return []
        player = game.state.players[seat]
        made = [0] * len(SYMBOLS)
        made[SYMBOLS.index(player.mana_color)] += chance.roll(game, seat, self.die, "mana")
        for space in held_areas(game, seat):
            self._add(game, made, space, self.per_area)
        for space, area in enumerate(game.state.areas):
            if area.stronghold not in (-1, seat) and area.holder == seat:
                self._add(game, made, space, self.per_stronghold)
        mana.add(game, seat, made, keep=True)
        return []

    def _add(self, game: Game, made: list[int], space: int, number: int) -> None:
        types = sorted(t for t in land_types(game, space) if t in SYMBOL_OF_TYPE)
        if types:
            made[SYMBOLS.index(SYMBOL_OF_TYPE[types[0]])] += number
