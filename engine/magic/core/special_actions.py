"""Special actions (CR 116): what players may do when they have priority without using the stack."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar

from engine.actions import Action, Refusal
from engine.base.dirty_flags import WITH
from engine.cards.model import Ability
from engine.cards.terms import kebab
from engine.magic.core.legal_actions import Group, made
from engine.rule import Rule

if TYPE_CHECKING:
    from engine.magic.core.game import Game
    from engine.magic.core.position import StackItem
    from engine.magic.core.step import Step


CONCERNED = (WITH + "attached_to", "player.token")
"""The columns by which it goes whom a special action may concern at all, beside those of the
abilities of permanents.
"""


class SpecialAction(Rule, frozen=True, tag_field="kind", tag=kebab):
    """One kind of special action, told by the verb of its actions."""

    verb: ClassVar[str] = ""
    # what it is called where a player is told what is possible; its verb if empty
    deed: ClassVar[str] = ""
    moves: ClassVar[bool] = False  # whether creatures move over the map by it
    fights: ClassVar[bool] = False  # whether creatures fight by it
    sorcery_speed: ClassVar[bool] = False  # whether it is taken only when a sorcery could be cast
    # whether it is taken only with priority, not between a player's moves (CR 116.2)
    needs_priority: ClassVar[bool] = False
    matters: ClassVar[bool] = True  # whether a player who could do nothing but this is asked at all

    def options(self, game: Game, seat: int) -> Iterable[Action]:
        """The actions of this kind that a player who has priority may take; a kind says these, or
        `offered`.

        It is asked for what is of sorcery speed only while a sorcery could be cast.
        """
        if game.effort is not None:
            game.effort.spend(1 + len(game.state.battlefield) // 16)
        groups = self.offered(game, seat)
        if game.effort is not None:
            game.effort.spend(sum([group.most for group in groups]) // 4)
        return [action for group in groups for action in group.actions(game)]

    def offered(self, game: Game, seat: int) -> Sequence[Group]:
        """The same in groups, where not all of them need be found out to know of one
        (`engine.magic.core.legal_actions`).
        """
        found = [*self.options(game, seat)]
        return [made(found, self.verb)] if found else []

    def concerns(self, game: Game, seat: int) -> bool:
        """Whether a player may have anything for it, going by no more than `CONCERNED`; it is
        asked for nothing else of others.
        """
        return True

    def is_worth_asking(self, game: Game, seat: int) -> bool:
        """Whether a player who has priority and could do nothing else should be asked for the
        sake of these actions.
        """
        return self.matters

    def is_allowed_by_effect(self, game: Game, seat: int) -> bool:
        """Whether a player may take it while something resolves that says so."""
        return False

    def is_for(self, step: Step) -> bool:
        """Whether it is taken in such a step of one's own turn."""
        return step.is_main

    def strikes(self, game: Game, ident: int, spaces: frozenset[int]) -> frozenset[int]:
        """The spaces at which a creature could strike by it that may go to these spaces first."""
        return frozenset()

    def perform(self, game: Game, seat: int, action: Action) -> None:
        raise NotImplementedError

    def refusal(self, game: Game, seat: int, action: Action) -> Refusal:
        """Why an action of this kind that is not among the options is refused."""
        raise NotImplementedError


class Deed(Ability, frozen=True, tag="deed"):
    """Something on the stack that is neither a spell nor an ability of a card, such as a move
    that opponents may respond to.
    """

    def resolve(self, game: Game, item: StackItem) -> None:
        raise NotImplementedError

    def text(self) -> str:
        """What it says on the stack."""
        raise NotImplementedError
