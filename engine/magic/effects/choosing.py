"""Choices that are no targets: objects chosen as something resolves (CR 608.2d)."""

from __future__ import annotations

from engine.cards.model import Choose
from engine.magic import amounts, filters
from engine.magic.choices import Choices, SoFar
from engine.magic.game import Game
from engine.magic.performing import performs
from engine.magic.state import HIDDEN, NOBODY, Speaker
from engine.records import replace


@performs(Choose)
def choose(game: Game, item: Speaker, effect: Choose) -> Speaker | None:
    """Each player concerned chooses in turn; all that was chosen is "chosen" for the effects that follow."""
    chosen = SoFar(amounts.number(game, effect.count, item), later=tuple(filters.players_of(game, effect.who, item)))
    return ObjectChoice(NOBODY, item, chosen, effect).go_on(game, ())


class ObjectChoice(Choices, frozen=True):
    """Which object a player chooses; "that player" of the filter is who chooses."""

    effect: Choose

    def candidates(self, game: Game) -> list[int]:
        speaker = self.item if self.effect.who == "you" else replace(self.item, that_player=self.seat)
        objects = game.state.objects
        return [ident for ident in filters.within_reach(game, self.effect.of, speaker) if not objects[ident].stays]

    def may_stop(self, game: Game) -> bool:
        return self.effect.up_to

    def done(self, game: Game, refs: tuple[int, ...]) -> Speaker:
        return replace(self.item, chosen=refs)

    def prompt(self, game: Game) -> str:
        return f"Choose for {self.item.name}{self.so_far.more}"

    def reveals(self, game: Game) -> tuple[int, ...]:
        return tuple(self.left(game)) if self.effect.of.zone in HIDDEN else ()
