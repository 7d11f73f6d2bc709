"""Choices made as an effect resolves (CR 608.2d).

A player chooses one of several objects, or several one by one; players choose in turn (CR 101.4).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from msgspec import Struct

from engine.actions import DONE, Action
from engine.base.records import replace
from engine.events import Event
from engine.magic.abilities.resolve_effects import remember
from engine.magic.core import results, shown_cards
from engine.magic.core.agenda import EffectQuestion, Task
from engine.magic.core.game import GameCore
from engine.magic.core.limits import MOST
from engine.magic.core.position import NOBODY, AbilityContext


def reveal(game: GameCore, seat: int, idents: Iterable[int], *, on_top: bool = False) -> None:
    """Reveal a player's cards to everyone. `on_top`: they are the top cards of a library."""
    shown = tuple(idents)
    shown_cards.note_revealed(game.state, shown, on_top=on_top)
    results.note_all(game, "revealed", shown)
    for ident in shown:
        game.tell(Event("reveal", seat=seat, object=ident, card=game.object_name(ident)))


class OneOf(EffectQuestion, frozen=True):
    """A choice of one of several objects, or players as -(seat + 1)."""

    kind = "choose"
    among: tuple[int, ...]

    def options(self, game: GameCore) -> list[Action]:
        return [Action("choose", object=ref) for ref in self.among]


class SoFar(Struct, frozen=True, gc=False):
    """The progress of a series of choices."""

    number: int  # the number that each player chooses
    chosen: tuple[int, ...] = ()  # ids chosen, players as -(seat + 1)
    before: int = 0  # how many of `chosen` earlier players chose
    player: int = NOBODY  # the player whose turn it is, though another player may choose
    later: tuple[int, ...] = ()  # the players whose turn comes later

    @property
    def missing(self) -> int:
        """The number of choices left to the current player."""
        return self.number - len(self.chosen) + self.before

    @property
    def more(self) -> str:
        """The number left as text, if more than one and limited."""
        return f" ({self.missing} more)" if self.missing > 1 and self.number < MOST else ""


class Choices(EffectQuestion, frozen=True):
    """A series of choices, one at a time; asked only if there is a real choice."""

    kind = "choose"
    verb: ClassVar[str] = "choose"
    optional: ClassVar[bool] = False  # whether the player may stop early, even with candidates left

    so_far: SoFar

    def candidates(self, game: GameCore) -> list[int]:
        """Return everything to choose from, chosen already or not."""
        raise NotImplementedError

    def may_stop(self, game: GameCore) -> bool:
        """Return whether the player may stop choosing now."""
        return self.optional

    def chooser(self, player: int) -> int:
        """Return the seat that chooses on a player's turn."""
        return player

    def wanted(self, game: GameCore, player: int) -> int:
        """Return the number that a player chooses."""
        return self.so_far.number

    def done(self, game: GameCore, refs: tuple[int, ...]) -> AbilityContext | None:
        """Apply the finished choices; return the context of the effects that follow, if changed."""
        raise NotImplementedError

    def left(self, game: GameCore) -> list[int]:
        """Return everything that may be chosen now."""
        return (
            [ref for ref in self.candidates(game) if ref not in self.so_far.chosen]
            if self.so_far.missing > 0
            else []
        )

    def begin(self, game: GameCore) -> AbilityContext | None:
        """Ask the player, or choose all candidates if there is no real choice.

        Returns as `done`, or None while the player is asked.
        """
        found, so_far = self.left(game), self.so_far
        if found and (self.may_stop(game) or len(found) > so_far.missing):
            game.push(self)
            return None
        return self.go_on(game, (*so_far.chosen, *found[: max(0, so_far.missing)]))

    def go_on(self, game: GameCore, refs: tuple[int, ...]) -> AbilityContext | None:
        """Continue with the next player, or finish.

        `refs`: all choices so far. Returns as `begin`.
        """
        if not self.so_far.later:
            return self.done(game, refs)
        player, *later = self.so_far.later
        so_far = SoFar(self.wanted(game, player), refs, len(refs), player, tuple(later))
        return replace(self, seat=self.chooser(player), so_far=so_far).begin(game)

    def settle(self, game: GameCore, refs: tuple[int, ...]) -> None:
        """Continue after an answer, and update the context of the effects that follow."""
        if (said := self.go_on(game, refs)) is not None:
            remember(game, self.ctx, it=said.it, moved=said.moved, chosen=said.chosen)

    def options(self, game: GameCore) -> list[Action]:
        found = [Action(self.verb, object=ref) for ref in self.left(game)]
        return [*found, DONE] if self.may_stop(game) else found

    def answer(self, game: GameCore, action: Action) -> None:
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

    def left_by(self, game: GameCore, seat: int) -> tuple[Task, ...]:
        """Continue with the other players if the chooser, or the player to choose for, leaves."""
        if seat not in (self.seat, self.so_far.player) or seat == self.ctx.controller:
            return super().left_by(game, seat)
        return (Others(self),) if self.so_far.player != NOBODY else ()


class Others(Task, frozen=True):
    """The task of continuing a series of choices after a player has left."""

    choice: Choices

    def run(self, game: GameCore) -> None:
        so_far = self.choice.so_far
        self.choice.settle(game, so_far.chosen[: so_far.before])
