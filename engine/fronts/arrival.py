"""Where permanents arrive on the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.actions import Refusal
from engine.cards.model import Record, kebab
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
    """Creatures and planeswalkers arrive in their controller's Stronghold (C-20, C-28)."""

    def space(self, game: Game, printed: Printed, controller: int) -> int | None:
        if printed.base.types & {"Creature", "Planeswalker"}:
            return game.state.players[controller].stronghold
        return NOWHERE
