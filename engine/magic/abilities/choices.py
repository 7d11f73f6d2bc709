"""Choosing things as something resolves (CR 608.2d): one of some, or several one by one, players
one after another (CR 101.4).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from msgspec import Struct

from engine.actions import DONE, Action
from engine.base.records import replace
from engine.events import Event
from engine.magic.abilities.resolve_effects import remember
from engine.magic.core.agenda import EffectQuestion, Task
from engine.magic.core.game import Game
from engine.magic.core.position import NOBODY, Speaker


def reveal(game: Game, seat: int, idents: Iterable[int]) -> None:
    """Everybody is shown cards of a player."""
    for ident in idents:
        game.tell(Event("reveal", seat=seat, object=ident, card=game.object_name(ident)))


class OneOf(EffectQuestion, frozen=True):
    """Which of some objects, or players as -(seat + 1), a player chooses."""

    kind = "choose"
    among: tuple[int, ...]

    def options(self, game: Game) -> list[Action]:
        return [Action("choose", object=ref) for ref in self.among]


class SoFar(Struct, frozen=True, gc=False):
    """What has been chosen so far, where players choose several things one after another."""

    number: int  # how many each player chooses
    chosen: tuple[int, ...] = ()  # by id, players as -(seat + 1)
    before: int = 0  # how many of these others have chosen
    player: int = NOBODY  # whose turn it is, though another may choose for them
    later: tuple[int, ...] = ()  # whose turn comes after that

    @property
    def missing(self) -> int:
        """How many this player still has to choose."""
        return self.number - len(self.chosen) + self.before

    @property
    def more(self) -> str:
        """The same in words, where it is more than one."""
        return f" ({self.missing} more)" if self.missing > 1 else ""


class Choices(EffectQuestion, frozen=True):
    """What a player chooses next, of several things; asked only where there is a choice."""

    kind = "choose"
    verb: ClassVar[str] = "choose"
    optional: ClassVar[bool] = False  # whether less may be chosen, whatever there is

    so_far: SoFar

    def candidates(self, game: Game) -> list[int]:
        """What there is to choose from, chosen already or not."""
        raise NotImplementedError

    def may_stop(self, game: Game) -> bool:
        """Whether less may be chosen now."""
        return self.optional

    def chooser(self, player: int) -> int:
        """Who chooses when it is a player's turn."""
        return player

    def done(self, game: Game, refs: tuple[int, ...]) -> Speaker | None:
        """All has been chosen. Returns who speaks in the effects that follow, if that changes."""
        raise NotImplementedError

    def left(self, game: Game) -> list[int]:
        """What may be chosen now."""
        return (
            [ref for ref in self.candidates(game) if ref not in self.so_far.chosen]
            if self.so_far.missing > 0
            else []
        )

    def begin(self, game: Game) -> Speaker | None:
        """Ask, or choose all that there is where that is no choice."""
        found, so_far = self.left(game), self.so_far
        if found and (self.may_stop(game) or len(found) > so_far.missing):
            game.push(self)
            return None
        return self.go_on(game, (*so_far.chosen, *found[: max(0, so_far.missing)]))

    def go_on(self, game: Game, refs: tuple[int, ...]) -> Speaker | None:
        """This player has chosen: the next one does, if there is any."""
        if not self.so_far.later:
            return self.done(game, refs)
        player, *later = self.so_far.later
        so_far = SoFar(self.so_far.number, refs, len(refs), player, tuple(later))
        return replace(self, seat=self.chooser(player), so_far=so_far).begin(game)

    def settle(self, game: Game, refs: tuple[int, ...]) -> None:
        """The same after an answer: what follows has to be told."""
        if (said := self.go_on(game, refs)) is not None:
            remember(game, self.item, it=said.it, moved=said.moved, chosen=said.chosen)

    def options(self, game: Game) -> list[Action]:
        found = [Action(self.verb, object=ref) for ref in self.left(game)]
        return [*found, DONE] if self.may_stop(game) else found

    def answer(self, game: Game, action: Action) -> None:
        if action == DONE:
            self.settle(game, self.so_far.chosen)
            return
        further = replace(
            self, so_far=replace(self.so_far, chosen=(*self.so_far.chosen, action.object))
        )
        if further.so_far.missing > 0 and (not self.forced or further.left(game)):
            game.push(further)
        else:
            further.settle(game, further.so_far.chosen)

    def left_by(self, game: Game, seat: int) -> tuple[Task, ...]:
        """When the chooser leaves, or whose turn it is, the others still choose."""
        if seat not in (self.seat, self.so_far.player) or seat == self.item.controller:
            return super().left_by(game, seat)
        return (Others(self),) if self.so_far.player != NOBODY else ()


class Others(Task, frozen=True):
    """The choices go on without a player who has left."""

    choice: Choices

    def run(self, game: Game) -> None:
        so_far = self.choice.so_far
        self.choice.settle(game, so_far.chosen[: so_far.before])
