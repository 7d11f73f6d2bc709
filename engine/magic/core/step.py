"""The base class of the steps of a turn (CR 500).

Magic's own steps are in `engine.magic.turn.steps`, those of maps in `engine.fronts`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from engine.actions import Action, Refusal
from engine.cards.terms import kebab
from engine.magic.core.agenda import Task
from engine.rule import Rule

if TYPE_CHECKING:
    from engine.magic.core.game import GameCore
    from engine.rule import Variant


class Step(Rule, frozen=True, tag_field="kind", tag=kebab):
    """One step of a turn. `name` is the name that players read."""

    is_main: ClassVar[bool] = False
    # the step's name in abilities: "at the beginning of your `trigger`"
    trigger: ClassVar[str] = ""
    # whether creatures move over the map in this step, apart from special actions
    moves: ClassVar[bool] = False
    # whether creatures fight in this step, apart from special actions
    fights: ClassVar[bool] = False
    takes_land: ClassVar[bool] = False  # whether damage takes land in this step

    name: str  # the name that players see

    def begin(self, game: GameCore, seat: int) -> list[Task]:
        """Return the tasks of the step, in order."""
        raise NotImplementedError

    def preparations(self, game: GameCore, seat: int) -> list[Task]:
        """Return the choices that a player must make for the step before the game."""
        return []

    def is_fought_at(self, game: GameCore, space: int) -> bool:
        """Return whether creatures will certainly fight at a space in this step of the turn."""
        return False

    def strikes(self, game: GameCore, ident: int, spaces: frozenset[int]) -> frozenset[int]:
        """Return the spaces at which a creature could attack in this step after moving.

        `spaces`: the spaces to which the creature may move first.
        """
        return frozenset()

    def refusal(self, game: GameCore, action: Action) -> Refusal | None:
        """Return the reason why an action of this kind of step is illegal in other steps.

        None if the action doesn't belong to this kind of step.
        """
        return None

    def own_refusal(self, game: GameCore, seat: int, action: Action) -> Refusal | None:
        """Return the reason why an action of this kind of step is illegal even in the step.

        None if nothing forbids the action now.
        """
        return None

    def told_of_fights(self, rules: Variant) -> Iterable[str]:
        """Return sentences for players about how creatures fight in this step."""
        return []

    def use_refusal(self, action: Action) -> Refusal | None:
        """Return the reason why no spell or ability can be used in this kind of step at all.

        None if that depends on who has priority.
        """
        return None
