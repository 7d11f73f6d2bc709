"""Moving by road: through any number of spaces that the player holds."""

from __future__ import annotations

from engine.actions import Refusal
from engine.fronts.common.movement import OneStep
from engine.magic.core.game import GameCore
from engine.rule import Variant


class ByRoad(OneStep, frozen=True):
    """Once a turn by road: through spaces the player holds, then one step farther."""

    def told(self, rules: Variant) -> list[str]:
        roads = (
            "Within your own land, creatures move by road: through any number of {spaces} you "
            "hold, each adjacent to the one before, "
            "and from there one step farther. Passing through a {space} doesn't count as "
            "entering it."
        )
        return [*super().told(rules), roads]

    def destinations(self, game: GameCore, ident: int) -> tuple[int, ...]:
        obj = game.state.objects[ident]
        return tuple(sorted(self._roads_from(game, obj.controller, obj.space) - {obj.space}))

    def within_turn(self, game: GameCore, ident: int, space: int) -> frozenset[int]:
        return self._roads_from(game, game.state.objects[ident].controller, space)

    def _roads_from(self, game: GameCore, seat: int, start: int) -> frozenset[int]:
        """Return the spaces that roads lead to.

        Roads continue from each space that the player holds, and from `start` whoever holds it.
        """
        steps = game.board.steps_from(start, [area.holder == seat for area in game.state.areas])
        roads = [space for space, number in enumerate(steps) if number < len(steps)]
        return frozenset(roads).union(*(game.board.neighbors[space] for space in roads))

    def destination_refusal(self, game: GameCore, ident: int, space: int) -> Refusal:
        return Refusal(
            "movement.adjacent",
            f"no road through your own land leads to a space next to {game.space_name(space)}",
        )
