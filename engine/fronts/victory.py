"""How a game is won, besides being the last one in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards.model import Record, kebab
from engine.events import Event
from engine.magic import leaving
from engine.state import NOBODY

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
        holders = [area.holder for area in game.state.areas if area.stronghold == NOBODY and area.holder != NOBODY]
        needed = self.needed(game)
        if len(holders) < needed:
            return False
        for seat in game.living():
            number = holders.count(seat)
            if number >= needed:
                game.tell(Event("conquered", seat=seat, number=number))
                leaving.finish(game, (seat,))
                return True
        return False
