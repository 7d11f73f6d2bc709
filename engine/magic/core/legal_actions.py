"""The legal answers to a question, in groups that are computed only as far as needed.

A caller may want to check one answer, draw one, or list all. To draw one at random, a place among
the greatest possible number of answers of all groups is picked; if the group at that place turns
out to have fewer answers, another place is picked. So all answers are equally likely, though few
groups are computed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

from engine.actions import Action

if TYPE_CHECKING:
    from engine.magic.core.game import GameCore

ANY = ""  # in place of a verb: the actions of the group may have any verb


class ActionSequence(Protocol):
    """Several answers: a list, or a sequence that makes each answer on demand."""

    def __len__(self) -> int: ...
    def __getitem__(self, place: int, /) -> Action: ...
    def __iter__(self) -> Iterator[Action]: ...
    def __contains__(self, action: object, /) -> bool: ...


class ActionGroup(Struct, frozen=True, gc=False):
    """Answers that are computed together, with one verb and one object (0: any object)."""

    verb: str
    object: int
    most: int  # an upper bound of the number of answers
    sure: int  # a lower bound of the number of answers

    def actions(self, game: GameCore) -> ActionSequence:
        """Return the answers, in any order, without repetition."""
        raise NotImplementedError


class KnownActions(ActionGroup, frozen=True, gc=False):
    """A group of answers that are known."""

    found: ActionSequence

    def actions(self, game: GameCore) -> ActionSequence:
        return self.found


def known_actions(found: Iterable[Action], verb: str = ANY) -> KnownActions:
    """Return a group of known answers."""
    actions = tuple(found)
    return KnownActions(verb, 0, len(actions), len(actions), actions)


class LegalActions:
    """All legal answers to a question in one position.

    A group is replaced by its answers once they are computed.
    """

    __slots__ = ("_all", "_given", "_worth", "groups")

    def __init__(self, groups: Sequence[ActionGroup]) -> None:
        self.groups = [*groups]
        self._all: tuple[Action, ...] | None = None
        self._given: Action | None = None  # the action drawn last
        # the number of groups, from the first, that make the question worth asking
        self._worth = len(groups)

    def add_optional(self, groups: Sequence[ActionGroup]) -> None:
        """Add groups that alone don't make the question worth asking."""
        self.groups += groups

    def _of(self, game: GameCore, number: int) -> ActionSequence:
        group = self.groups[number]
        if isinstance(group, KnownActions):
            return group.found
        found = group.actions(game)
        most = len(found)
        if game.effort is not None:
            game.effort.spend(most)
        assert group.sure <= most <= group.most, f"{group} has {most} answers"
        self.groups[number] = KnownActions(group.verb, group.object, most, most, found)
        return found

    @property
    def is_made(self) -> bool:
        """True if all answers are known."""
        for group in self.groups:  # noqa: SIM110 - asked at each fork; all() would be slower
            if not isinstance(group, KnownActions):
                return False
        return True

    def all(self, game: GameCore) -> tuple[Action, ...]:
        """Return every answer, sorted."""
        if self._all is None:
            self._all = tuple(
                sorted(
                    [
                        action
                        for number in range(len(self.groups))
                        for action in self._of(game, number)
                    ]
                )
            )
        return self._all

    def upper_bounds(self) -> list[int]:
        """Return the greatest possible number of answers of each group."""
        return [group.most for group in self.groups]

    def sample(self, game: GameCore, chance: Callable[[], float]) -> Action:
        """Return a random answer, each equally likely.

        Taking back is drawn only if no other answer is legal. `chance` returns numbers from 0 up
        to, but below, 1.
        """
        while True:
            mosts = self.upper_bounds()
            place, number = int(chance() * sum(mosts)), 0
            while place >= mosts[number]:
                place -= mosts[number]
                number += 1
            found = self._of(game, number)
            if place < len(found) and (
                (action := found[place]).verb != "take-back" or self.number(game, 2) == 1
            ):
                self._given = action
                return action

    def allows(self, game: GameCore, action: Action) -> bool:
        """Return whether an action is among the answers."""
        if action is self._given:
            return True
        verb, concerned = action.verb, action.object
        for number, group in enumerate(self.groups):
            may_have = (group.verb == verb or group.verb == ANY) and (
                not group.object or group.object == concerned
            )
            if may_have and action in self._of(game, number):
                return True
        return False

    def is_worth_asking(self, game: GameCore) -> bool:
        """Return whether there is an answer that makes the question worth asking."""
        worth = range(self._worth)
        for number in worth:
            if self.groups[number].sure:
                return True
        for number in worth:  # noqa: SIM110 - asked at every step; any() would be slower
            if self._of(game, number):
                return True
        return False

    def number(self, game: GameCore, enough: int) -> int:
        """Return the number of answers, counted no further than `enough`."""
        known = 0
        for group in self.groups:
            known += group.sure
            if known >= enough:
                return enough
        for number, group in enumerate(self.groups):
            known += len(self._of(game, number)) - group.sure
            if known >= enough:
                return enough
        return known

    def single(self, game: GameCore) -> Action | None:
        """Return the only legal answer, or None if there are several."""
        return self.all(game)[0] if self.number(game, 2) == 1 else None
