"""The variant that is played, as its own rules see it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.magic.core.game import Game

if TYPE_CHECKING:
    from engine.fronts.map_rules import Answers


def variant(game: Game) -> Answers:
    """The rules by which a game is played, with all that a map adds: Magic knows no more of them
    than `engine.magic.core.map_interface` says.
    """
    rules: Any = game.rules  # which are no others
    return rules
