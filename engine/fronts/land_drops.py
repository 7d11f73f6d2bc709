"""Land cards: played from the hand, a number of times a turn (CR 305)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta

from engine import rulewords
from engine.actions import Action, Refusal
from engine.magic.arriving import Arrival, put_onto_battlefield
from engine.magic.game import Game
from engine.magic.special import SpecialAction
from engine.magic.state import Speaker
from engine.rule import OWN_LAND, Variant


class PlayLand(SpecialAction, frozen=True):
    """Put a land card from the hand onto the battlefield, in one's own main phase while the stack is empty (CR 116.2a)."""

    needs = (OWN_LAND,)

    verb = "play"
    sorcery_speed = True
    deed = "play a land"
    per_turn: Annotated[int, Meta(ge=1)] = 1  # lands that may be played in a turn

    def told(self, rules: Variant) -> list[str]:
        return [f"Play {rulewords.many(self.per_turn, 'land')} a turn in your {rules.mains}, as in Magic."]

    def options(self, game: Game, seat: int) -> Iterable[Action]:
        if self._untimely(game, seat) is None:
            objects = game.state.objects
            for ident in game.state.players[seat].hand:
                if "Land" in objects[ident].printed.base.types:
                    yield Action("play", object=ident)

    def is_allowed_by_effect(self, game: Game, seat: int) -> bool:
        """Playing a land in one's own turn, as one of those that may be played in it (CR 305.2, 305.3)."""
        return game.state.turn.active == seat and game.state.players[seat].lands_played < self.per_turn

    def perform(self, game: Game, seat: int, action: Action) -> None:
        card = game.state.objects[action.object]
        game.state.change_player(seat, lands_played=game.state.players[seat].lands_played + 1)
        put_onto_battlefield(game, Speaker(seat, card.id, card.printed.name), Arrival(card.id, seat))

    def refusal(self, game: Game, seat: int, action: Action) -> Refusal:
        card = game.state.objects.get(action.object)
        if card is None or card.zone != "hand" or card.owner != seat or "Land" not in card.printed.base.types:
            return Refusal("land.card", "only land cards in your hand can be played")
        return self._untimely(game, seat) or Refusal("land.card", f"{card.printed.name} can't be played")

    def _untimely(self, game: Game, seat: int) -> Refusal | None:
        """Why no land can be played now."""
        if not game.sorcery_time(seat):
            return Refusal("land.timing", f"lands are played in your own {game.rules.mains}, the stack empty")
        if game.state.players[seat].lands_played >= self.per_turn:
            return Refusal("land.once", f"you have played {self.per_turn} {'land' if self.per_turn == 1 else 'lands'} this turn already")
        return None
