"""How a game is won, besides being the last one in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards.model import Record, kebab
from engine.events import Event
from engine.fronts.land import held_areas
from engine.magic import leaving

if TYPE_CHECKING:
    from engine.game import Game


class Victory(Record, frozen=True, tag_field="kind", tag=kebab):
    """A way to win."""

    def check(self, game: Game) -> bool:
        """End the game if somebody has won in this way. True if so."""
        raise NotImplementedError


class HoldAreas(Victory, frozen=True):
    """Whoever holds enough areas wins, Strongholds not counted (C-45). `areas`: how many, by number of players."""

    areas: dict[str, int]

    def needed(self, game: Game) -> int:
        """How many areas win this game."""
        return self.areas[str(len(game.state.players))]

    def check(self, game: Game) -> bool:
        if not game.state.areas:
            return False
        for seat in game.living():
            number = len(held_areas(game, seat))
            if number >= self.needed(game):
                game.tell(Event("conquered", seat=seat, number=number))
                leaving.finish(game, (seat,))
                return True
        return False
