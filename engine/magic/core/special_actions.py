"""Special actions (CR 116), which players with priority take without using the stack."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar

from engine.actions import Action, Refusal
from engine.cards.model import Ability
from engine.cards.terms import kebab
from engine.magic.core.legal_actions import ActionGroup, known_actions
from engine.rule import Rule

if TYPE_CHECKING:
    from engine.magic.core.game import GameCore
    from engine.magic.core.position import StackItem
    from engine.magic.core.step import Step


CONCERNED = ("attached_to", "player.token")
"""The columns that decide which players a special action may concern.

The abilities of permanents count in addition.
"""


class SpecialAction(Rule, frozen=True, tag_field="kind", tag=kebab):
    """One kind of special action, identified by the verb of its actions."""

    verb: ClassVar[str] = ""
    # the name in a list of possible actions; empty: the verb
    deed: ClassVar[str] = ""
    moves: ClassVar[bool] = False  # whether the action moves creatures over the map
    fights: ClassVar[bool] = False  # whether creatures fight by the action
    # whether the action is legal only when a sorcery could be cast
    sorcery_speed: ClassVar[bool] = False
    # whether the action requires priority, and can't be taken between a player's moves (CR 116.2)
    needs_priority: ClassVar[bool] = False
    matters: ClassVar[bool] = True  # whether a player who could do only this is asked at all

    def options(self, game: GameCore, seat: int) -> Iterable[Action]:
        """Return the actions of this kind that a player with priority may take.

        A subclass defines this method or `offered`. An action at sorcery speed is asked for only
        when a sorcery could be cast.
        """
        if game.effort is not None:
            game.effort.spend(1 + len(game.state.battlefield) // 16)
        groups = self.offered(game, seat)
        if game.effort is not None:
            game.effort.spend(sum([group.most for group in groups]) // 4)
        return [action for group in groups for action in group.actions(game)]

    def offered(self, game: GameCore, seat: int) -> Sequence[ActionGroup]:
        """Return the actions in groups, each computed only when needed.

        See `engine.magic.core.legal_actions`.
        """
        found = [*self.options(game, seat)]
        return [known_actions(found, self.verb)] if found else []

    def concerns(self, game: GameCore, seat: int) -> bool:
        """Return whether a player may have an action of this kind, judged by `CONCERNED` alone.

        `options` is not called for players without.
        """
        return True

    def is_worth_asking(self, game: GameCore, seat: int) -> bool:
        """Return whether to ask a player with priority who could take no other action."""
        return self.matters

    def is_allowed_by_effect(self, game: GameCore, seat: int) -> bool:
        """Return whether a resolving effect lets a player take the action."""
        return False

    def is_for(self, step: Step) -> bool:
        """Return whether the action is legal in a step of the player's own turn."""
        return step.is_main

    def strikes(self, game: GameCore, ident: int, spaces: frozenset[int]) -> frozenset[int]:
        """Return the spaces at which a creature could attack by the action after moving.

        `spaces`: the spaces to which the creature may move first.
        """
        return frozenset()

    def perform(self, game: GameCore, seat: int, action: Action) -> None:
        raise NotImplementedError

    def refusal(self, game: GameCore, seat: int, action: Action) -> Refusal:
        """Return the reason why an action of this kind that is not among the options is refused."""
        raise NotImplementedError


class StackAction(Ability, frozen=True, tag="deed"):
    """An action on the stack that is neither a spell nor a card's ability.

    A move to which opponents may respond is an example.
    """

    def resolve(self, game: GameCore, item: StackItem) -> None:
        raise NotImplementedError

    def text(self) -> str:
        """Return the text shown on the stack."""
        raise NotImplementedError
