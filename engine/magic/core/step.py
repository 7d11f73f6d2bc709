"""What every step of a turn is (CR 500): Magic's own are in `engine.magic.turn.steps`, those of
maps in `engine.fronts`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from engine.actions import Action, Refusal
from engine.cards.terms import kebab
from engine.magic.core.agenda import Task
from engine.rule import Rule

if TYPE_CHECKING:
    from engine.magic.core.game import Game
    from engine.rule import Variant


class Step(Rule, frozen=True, tag_field="kind", tag=kebab):
    """One step of a turn. `name` is what players read."""

    is_main: ClassVar[bool] = False
    # what abilities call this step: "at the beginning of your `trigger`"
    trigger: ClassVar[str] = ""
    # whether creatures move over the map in it, beside what special actions do
    moves: ClassVar[bool] = False
    fights: ClassVar[bool] = False  # whether creatures fight in it, beside what special actions do
    takes_land: ClassVar[bool] = False  # whether land is taken by damage in it

    name: str  # the name that players see

    def begin(self, game: Game, seat: int) -> list[Task]:
        """What happens in the step, in order."""
        raise NotImplementedError

    def preparations(self, game: Game, seat: int) -> list[Task]:
        """What a player must choose for it before the game."""
        return []

    def is_fought_at(self, game: Game, space: int) -> bool:
        """Whether creatures will fight at a space in it this turn, whatever anybody chooses."""
        return False

    def strikes(self, game: Game, ident: int, spaces: frozenset[int]) -> frozenset[int]:
        """The spaces at which a creature could strike in it that may go to these spaces first."""
        return frozenset()

    def refusal(self, game: Game, action: Action) -> Refusal | None:
        """Why an action that belongs to this kind of step can't be done elsewhere; None if it
        doesn't belong here.
        """
        return None

    def own_refusal(self, game: Game, seat: int, action: Action) -> Refusal | None:
        """Why an action that belongs to this kind of step couldn't be done in it either, as
        things stand; None if nothing is against it.
        """
        return None

    def told_of_fights(self, rules: Variant) -> Iterable[str]:
        """How creatures fight in it, in words."""
        return []

    def use_refusal(self, action: Action) -> Refusal | None:
        """Why no spell is cast or ability activated in this kind of step at all; None if that
        depends on who has priority.
        """
        return None
