"""Permanents that enter as copies (CR 707.5): what is copied is chosen as they enter."""

from __future__ import annotations

from engine.actions import DONE, Action
from engine.cards.model import Enters, Unlike
from engine.cards.terms import Filter
from engine.events import Event
from engine.magic import faces, filters
from engine.magic.agenda import ObjectQuestion, Task
from engine.magic.game import Game
from engine.magic.state import Speaker


def asks(game: Game, ident: int, controller: int, then: Task) -> bool:
    """Whether a card on its way to the battlefield could enter as a copy of something: then that is asked, and a task goes on."""
    obj = game.state.objects[ident]
    found = next((a for a in obj.printed.base.abilities if isinstance(a, Enters) and a.copy_of is not None), None)
    if found is None or found.copy_of is None or not _candidates(game, ident, controller, found.copy_of):
        return False
    game.push(ChooseCopied(controller, ident, found.copy_of, found.unlike), then)
    return True


def _candidates(game: Game, ident: int, controller: int, f: Filter) -> list[int]:
    speaker = Speaker(controller, ident, game.object_name(ident))
    objects = game.state.objects
    return [found for found in filters.find(game, f, speaker) if not objects[found].player_token]


class ChooseCopied(ObjectQuestion, frozen=True):
    """Which permanent a permanent enters as a copy of, if any."""

    kind = "choose"
    forced = False
    of: Filter
    unlike: Unlike | None = None

    def prompt(self, game: Game) -> str:
        return f"Choose what {game.object_name(self.ident)} enters as a copy of, or be done"

    def options(self, game: Game) -> list[Action]:
        return [*(Action("choose", object=found) for found in _candidates(game, self.ident, self.seat, self.of)), DONE]

    def answer(self, game: Game, action: Action) -> None:
        if action == DONE:
            return
        obj, original = game.state.objects[self.ident], game.state.objects[action.object]
        game.tell(
            Event("copies", seat=self.seat, object=obj.id, card=obj.printed.name, other=original.id, other_card=original.printed.name)
        )
        game.state.change(obj.id, printed=faces.copied(original, self.unlike), real=obj.own)
