"""What may be done in place of drawing a card, or with the card drawn: dredge and miracle (CR 702.52, 702.94)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.actions import Action
from engine.agenda import Question
from engine.cards.model import Cast, Triggered, When
from engine.events import Event
from engine.magic import triggers, zones
from engine.state import StackItem

if TYPE_CHECKING:
    from engine.game import Game


def dredgers(game: Game, seat: int) -> list[tuple[int, int]]:
    """The cards that a player could return in place of drawing, with the number of cards to mill for each."""
    state = game.state
    found: list[tuple[int, int]] = []
    for ident in state.elsewhere:
        obj = state.objects[ident]
        if obj.owner == seat and obj.zone == "graveyard" and (number := obj.printed.dredge):
            found.append((ident, number))
    return [(ident, number) for ident, number in found if number <= len(state.players[seat].library)]


class DredgeQuestion(Question, frozen=True):
    """Whether a card is returned from the graveyard in place of the next draw, and which (CR 702.52a)."""

    kind = "dredge"
    used: tuple[int, ...] = ()  # the sources of the replacement effects that have led to the draw

    def prompt(self, game: Game) -> str:
        return "Draw a card, or return a card with dredge"

    def options(self, game: Game) -> list[Action]:
        return [Action("draw"), *(Action("dredge", object=ident) for ident, _ in dredgers(game, self.seat))]

    def answer(self, game: Game, action: Action) -> None:
        if action.verb == "draw":
            game.push(zones.Draws(self.seat, 1, self.used, undredged=True))
            return
        for _ in range(dict(dredgers(game, self.seat))[action.object]):
            zones.move(game, game.state.players[self.seat].library[-1], "graveyard", kind="mill")
        zones.move(game, action.object, "hand", kind="return")


class MiracleQuestion(Question, frozen=True):
    """Whether the first card drawn this turn is revealed for its miracle cost (CR 702.94a)."""

    kind = "may"
    ident: int

    def prompt(self, game: Game) -> str:
        return f"Reveal {game.object_name(self.ident)} for its miracle cost?"

    def source(self, game: Game) -> int:
        return self.ident

    def reveals(self, game: Game) -> tuple[int, ...]:
        return (self.ident,)

    def options(self, game: Game) -> list[Action]:
        return [Action("yes"), Action("no")]

    def answer(self, game: Game, action: Action) -> None:
        obj = game.state.objects.get(self.ident)
        if action.verb == "no" or obj is None:
            return
        game.tell(Event("reveal", seat=self.seat, object=obj.id, card=obj.printed.name))
        ability = Triggered(when=When(event="draws"), effects=(Cast(what="self", cost=obj.printed.costs["miracle"]),))
        triggers.pend(game, StackItem(0, self.seat, obj.id, obj.printed.name, ability, it=obj.id, that_player=self.seat))
