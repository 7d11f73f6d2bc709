"""What a question offers, in groups that are found out only as far as is asked for: one answer to
check, one to draw, or all to show.

Whoever draws one at random gets the answer at some place among the most that all groups might have
together, or at another place where nothing is there: so all answers are equally likely, though few
groups are made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

from engine.actions import Action

if TYPE_CHECKING:
    from engine.magic.core.game import Game

ANY = ""  # in place of a verb: a group's actions may have any


class Several(Protocol):
    """Several answers: a list of them, or what makes each as somebody asks for it."""

    def __len__(self) -> int: ...
    def __getitem__(self, place: int, /) -> Action: ...
    def __iter__(self) -> Iterator[Action]: ...
    def __contains__(self, action: object, /) -> bool: ...


class Group(Struct, frozen=True, gc=False):
    """Answers that are found out together, all of one verb, and about one object unless that is
    0.
    """

    verb: str
    object: int
    most: int  # there are no more of them than this
    sure: int  # nor fewer than this

    def actions(self, game: Game) -> Several:
        """The answers, in any order, without repetition."""
        raise NotImplementedError


class Made(Group, frozen=True, gc=False):
    """Answers that have been found out already."""

    found: Several

    def actions(self, game: Game) -> Several:
        return self.found


def made(found: Iterable[Action], verb: str = ANY) -> Made:
    """A group of answers that are known."""
    actions = tuple(found)
    return Made(verb, 0, len(actions), len(actions), actions)


class Offer:
    """All the answers to a question in one position.

    What has been found out of a group stands in its place.
    """

    __slots__ = ("_all", "_given", "_worth", "groups")

    def __init__(self, groups: Sequence[Group]) -> None:
        self.groups = [*groups]
        self._all: tuple[Action, ...] | None = None
        self._given: Action | None = None  # the one that was drawn last
        self._worth = len(groups)  # a player is asked for the sake of the first so many

    def beside(self, groups: Sequence[Group]) -> None:
        """Offer more, for whose sake alone nobody is asked."""
        self.groups += groups

    def _of(self, game: Game, number: int) -> Several:
        group = self.groups[number]
        if isinstance(group, Made):
            return group.found
        found = group.actions(game)
        most = len(found)
        if game.effort is not None:
            game.effort.spend(most)
        assert group.sure <= most <= group.most, f"{group} has {most} answers"
        self.groups[number] = Made(group.verb, group.object, most, most, found)
        return found

    @property
    def is_made(self) -> bool:
        """Whether all answers are known."""
        for group in self.groups:  # noqa: SIM110 - asked at each fork, and all() would take longer
            if not isinstance(group, Made):
                return False
        return True

    def all(self, game: Game) -> tuple[Action, ...]:
        """Every answer, sorted."""
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

    def mosts(self) -> list[int]:
        """How many answers each group has at most."""
        return [group.most for group in self.groups]

    def drawn(self, game: Game, chance: Callable[[], float]) -> Action:
        """Any answer, each as likely, but taking back only where nothing else is possible.

        `chance` makes numbers from 0 on below 1.
        """
        while True:
            mosts = self.mosts()
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

    def allows(self, game: Game, action: Action) -> bool:
        """Whether an action is among the answers."""
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

    def matters(self, game: Game) -> bool:
        """Whether there is an answer for whose sake a player is asked."""
        worth = range(self._worth)
        for number in worth:
            if self.groups[number].sure:
                return True
        for number in worth:  # noqa: SIM110 - asked at every step, and any() would take longer
            if self._of(game, number):
                return True
        return False

    def number(self, game: Game, enough: int) -> int:
        """How many answers there are, counted no further than `enough`."""
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

    def only(self, game: Game) -> Action | None:
        """The one answer, where there is no other."""
        return self.all(game)[0] if self.number(game, 2) == 1 else None
