"""Naming a space as something is cast or activated (W-32)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.actions import Action, Refusal
from engine.events import Event
from engine.magic.drafting import Choosing, draft, redraft
from engine.magic.game import Game
from engine.records import replace


class NameQuestion(Choosing, frozen=True):
    """The space where a spell or ability affects creatures; a permanent's effects hold there as long as it stays."""

    kind = "name"

    def prompt(self, game: Game) -> str:
        return f"Name the terrain where {draft(game).name} affects creatures"

    def choices(self, game: Game) -> Iterable[Action]:
        for space in game.rules.reach.nameable(game, self.seat):
            yield Action("name", space=game.space_name(space))

    def choose(self, game: Game, action: Action) -> None:
        item = draft(game)
        redraft(game, replace(item, space=game.board.names[action.space]))
        game.tell(Event("name", seat=self.seat, card=item.name, space=action.space))

    def refusal(self, game: Game, action: Action) -> Refusal:
        if action.verb == "name" and game.has_space(action.space):
            return Refusal("reach.global", "a global effect may not name an opponent's Stronghold")
        return super().refusal(game, action)
