"""Life that is gained and lost (CR 119), and what happens instead of gaining it: more of it,
none, or something else (CR 614.1).
"""

from __future__ import annotations

from engine.actions import Action
from engine.base.records import replace
from engine.cards.model import Replace
from engine.events import Event
from engine.magic.abilities import replacement, triggers
from engine.magic.abilities.replacement import WhichInstead
from engine.magic.abilities.resolve_effects import Follow
from engine.magic.core.game import Game
from engine.magic.core.limits import MOST, within
from engine.magic.core.position import Speaker


def set_life(game: Game, seat: int, life: int) -> None:
    """A player has so much life; the token on the map, if there is one, has the damage that this
    means.
    """
    player = game.state.change_player(seat, life=life)
    if player.token:
        token = game.state.objects[player.token]
        game.state.change(token.id, damage=token.printed.base.toughness - life)


def change_life(game: Game, seat: int, amount: int, used: tuple[int, ...] = ()) -> None:
    """A player gains or loses life, if players have any (C-16, M-17); `used`: sources of the
    replacement effects that have led to it.
    """
    player = game.state.players[seat]
    if player.life is None or not amount or player.out:
        return
    if amount > 0 and not (amount := gained(game, seat, amount, used)):
        return
    set_life(game, seat, max(-MOST, within(game, player.life + amount, MOST, "life")))
    game.tell(Event("life", seat=seat, number=amount))
    if amount > 0:
        triggers.notice(game, "gains-life", 0, seat=seat, amount=amount)


def gained(game: Game, seat: int, amount: int, used: tuple[int, ...]) -> int:
    """How much a player gains who would gain so much; 0 where something else happens, or must be
    chosen first.
    """
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


def _happen(game: Game, amount: int, ability: Replace, item: Speaker) -> None:
    """What an effect makes happen instead, which may speak of how much it would have been."""
    game.push(Follow(replace(item, amount=amount), ability.then))


class ChooseGain(WhichInstead, frozen=True):
    """Which of several effects applies first to life that a player would gain (CR 616.1)."""

    words = "You are about to gain {self.amount} life. Choose which effect applies first"
    amount: int

    def answer(self, game: Game, action: Action) -> None:
        ability, item = self.found[action.number - 1]
        if ability.double:
            change_life(game, self.seat, self.amount * 2, item.used)
        else:
            _happen(game, self.amount, ability, item)
