"""Access to the rules of the variant being played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.magic.core.game import GameCore

if TYPE_CHECKING:
    from engine.fronts.map_rules import MapRules


def map_rules(game: GameCore) -> MapRules:
    """Return the rules of a game with all that the map adds.

    The engine of Magic sees only the part in `engine.magic.core.map_interface`.
    """
    rules: Any = game.rules  # always a ruleset with map rules
    return rules
