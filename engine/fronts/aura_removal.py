"""Taking Auras off one's own token (T-27)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.actions import Action, Refusal
from engine.cards.terms import Natural
from engine.magic import dying, filters, mana, paying, payment
from engine.magic.derived import derived
from engine.magic.game import Game
from engine.magic.life import change_life
from engine.magic.special import SpecialAction
from engine.rule import Variant, table

MANA, LIFE = "mana", "life"  # the words for the ways to pay


class RemoveAura(SpecialAction, frozen=True):
    """Put an Aura that is attached to one's own token, or to oneself, into the graveyard, for its mana cost or some life."""

    needs = (table("token"),)

    verb = "remove"
    life: Natural = 2  # life that may be paid instead of the mana cost

    def told(self, rules: Variant) -> list[str]:
        return [f"At any time, take an Aura off your own token for its mana cost or {self.life} life. Nobody can respond to that."]

    def concerns(self, game: Game, seat: int) -> bool:
        token, objects = game.state.players[seat].token, game.state.objects
        return any(filters.piece(game, objects[ident].attached_to) == token for ident in game.permanents.attached)

    def options(self, game: Game, seat: int) -> Iterable[Action]:
        life = game.state.players[seat].life
        for aura in [game.state.objects[ident] for ident in _worn(game).get(seat, ())]:
            if payment.can_pay(game, seat, aura.printed.cost):
                yield Action("remove", object=aura.id, word=MANA)
            if life is not None and life >= self.life:
                yield Action("remove", object=aura.id, word=LIFE)

    def is_worth_asking(self, game: Game, seat: int) -> bool:
        """In one's own main phases, for any Aura; for those of others also as turns begin and where fights may."""
        auras = _worn(game).get(seat)
        if auras is None or game.sorcery_time(seat):
            return auras is not None
        step = game.state.turn.step
        timely = step >= 0 and game.rules.turn[step].trigger in ("upkeep", "combat") and not game.state.stack
        return timely and any(game.state.objects[ident].controller != seat for ident in auras)

    def perform(self, game: Game, seat: int, action: Action) -> None:
        aura = game.state.objects[action.object]
        if action.word == LIFE:
            change_life(game, seat, -self.life)
        else:
            paying.pay_sensibly(game, seat, mana.owed_for(game, aura.printed.cost))
        dying.put_into_graveyards(game, [aura.id])

    def refusal(self, game: Game, seat: int, action: Action) -> Refusal:
        aura = game.state.objects.get(action.object)
        if aura is None or aura.id not in _worn(game).get(seat, ()):
            return Refusal("aura.token", "only Auras on your own token can be removed")
        if action.word == LIFE:
            return Refusal("aura.life", f"you have less than {self.life} life")
        return Refusal("aura.mana", f"{aura.printed.name} costs {aura.printed.card.cost}, more than can be paid")


@derived("attached_to", "player.token", "subtypes")
def _worn(game: Game) -> dict[int, list[int]]:
    """The Auras on each player's token, or on the player, where there are any."""
    found: dict[int, list[int]] = {}
    wearers = {player.token: player.seat for player in game.state.players}
    for ident in sorted(game.permanents.attached):
        seat = wearers.get(filters.piece(game, game.state.objects[ident].attached_to))
        if seat is not None and "Aura" in game.chars(ident).subtypes:
            found.setdefault(seat, []).append(ident)
    return found
