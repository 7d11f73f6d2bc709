"""Gaining and losing life (CR 119), with replacement effects (CR 614.1)."""

from __future__ import annotations

from engine.actions import Action
from engine.base.records import replace
from engine.cards.model import Replace
from engine.events import Event
from engine.magic.abilities import replacement, triggers
from engine.magic.abilities.replacement import WhichInstead
from engine.magic.abilities.resolve_effects import ResolveEffects
from engine.magic.continuous.filters import seat_ref
from engine.magic.core import results
from engine.magic.core.game import GameCore
from engine.magic.core.limits import MOST, within
from engine.magic.core.position import AbilityContext


def set_life(game: GameCore, seat: int, life: int) -> None:
    """Set a player's life total, and the damage on the player token accordingly."""
    player = game.state.change_player(seat, life=life)
    if player.token:
        token = game.state.objects[player.token]
        game.state.change(token.id, damage=token.printed.base.toughness - life)


def change_life(game: GameCore, seat: int, amount: int, used: tuple[int, ...] = ()) -> None:
    """Make a player gain or lose life, if players have life (C-16, M-17).

    `used`: sources of replacement effects already applied.
    """
    player = game.state.players[seat]
    if player.life is None or not amount or player.out:
        return
    if amount > 0 and not (amount := gained(game, seat, amount, used)):
        return
    set_life(game, seat, max(-MOST, within(game, player.life + amount, MOST, "life")))
    game.tell(Event("life", seat=seat, number=amount))
    results.note(game, "life", seat_ref(seat), amount)
    if amount > 0:
        triggers.notice(game, "gains-life", 0, seat=seat, amount=amount)
    else:
        triggers.notice(game, "loses-life", 0, seat=seat, amount=-amount)


def gained(game: GameCore, seat: int, amount: int, used: tuple[int, ...]) -> int:
    """Return the life gained after replacement effects; 0 if replaced or if a choice is due."""
    found = tuple(replacement.instead_of(game, "gain-life", seat, 0, used))
    others = [(ability, item) for ability, item in found if not ability.double]
    if not others:
        return amount << len(found)
    if all(not ability.then for ability, _ in others):
        return 0
    if len(found) > 1:
        game.push(ChooseGain(seat, found, amount))
    else:
        _happen(game, amount, *others[0])
    return 0


def _happen(game: GameCore, amount: int, ability: Replace, ctx: AbilityContext) -> None:
    """Put a replacement's effects on the agenda, with the amount that they may refer to."""
    game.push(ResolveEffects(replace(ctx, amount=amount), ability.then))


class ChooseGain(WhichInstead, frozen=True):
    """The choice of the first of several effects on life gain (CR 616.1)."""

    words = "You are about to gain {self.amount} life. Choose which effect applies first"
    amount: int

    def answer(self, game: GameCore, action: Action) -> None:
        ability, item = self.found[action.number - 1]
        if ability.double:
            change_life(game, self.seat, self.amount * 2, item.used)
        else:
            _happen(game, self.amount, ability, item)
