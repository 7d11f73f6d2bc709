"""Deeds: what players do on a map that uses the stack, such as a move that opponents may respond to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards.model import Ability

if TYPE_CHECKING:
    from engine.magic.game import Game
    from engine.magic.state import StackItem


class Deed(Ability, frozen=True):
    """Something on the stack that is neither a spell nor an ability of a card, and knows itself how it resolves."""

    def resolve(self, game: Game, item: StackItem) -> None:
        """Do it."""
        raise NotImplementedError

    def text(self) -> str:
        """What it says on the stack."""
        raise NotImplementedError
