"""Where permanents arrive on the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.actions import Refusal
from engine.cards.model import Kind, Record, kebab
from engine.fronts.land import creatures_at
from engine.magic.characteristics import Printed
from engine.state import NOWHERE

if TYPE_CHECKING:
    from engine.game import Game


class Arrival(Record, frozen=True, tag_field="kind", tag=kebab):
    """Which permanents stand on the map, and where they come to stand."""

    def space(self, game: Game, printed: Printed, controller: int) -> int | None:
        """The space where a permanent arrives; NOWHERE for what is not on the map; None if there is no place for it."""
        raise NotImplementedError

    def refusal(self, game: Game, seat: int, printed: Printed) -> Refusal | None:
        """Why a permanent spell can't be cast for want of a place; None if it can."""
        return None


class InStronghold(Arrival, frozen=True):
    """Creatures and planeswalkers arrive in their controller's Stronghold (C-20, C-28, W-15)."""

    types: tuple[Kind, ...] = ("Creature", "Planeswalker")  # what stands on the map
    room: int = 0  # the most creatures of the controller that have room there; 0: there is no limit
    held_only: bool = False  # nothing arrives in a Stronghold that is lost (W-37)

    def space(self, game: Game, printed: Printed, controller: int) -> int | None:
        if printed.base.types.isdisjoint(self.types):
            return NOWHERE
        if self.refusal(game, controller, printed) is not None:
            return None
        return game.state.players[controller].stronghold

    def refusal(self, game: Game, seat: int, printed: Printed) -> Refusal | None:
        if printed.base.types.isdisjoint(self.types):
            return None
        stronghold = game.state.players[seat].stronghold
        if self.held_only and game.state.areas[stronghold].holder != seat:
            return Refusal("arrival.lost", "who has lost the Stronghold can't bring creatures into play")
        if self.room and len(creatures_at(game, stronghold, seat)) >= self.room:
            return Refusal("arrival.room", f"there are {self.room} creatures in the Stronghold already: move one out first")
        return None
