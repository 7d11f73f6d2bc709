"""Designations of players: the monarch and the city's blessing (CR 702.131, 725)."""

from __future__ import annotations

from engine.cards.terms import Filter
from engine.events import Event
from engine.magic.abilities.monarch import BLESSING, MONARCH, has
from engine.magic.abilities.triggers import notice
from engine.magic.continuous import filters
from engine.magic.core.game import GameCore
from engine.magic.core.position import AbilityContext

A_CITY = 10  # permanents for the city's blessing
YOURS = Filter(controller="you")


def crown(game: GameCore, seat: int) -> None:
    """Make a player the monarch, who alone is it then (CR 725.3)."""
    if has(game, seat, MONARCH) or game.state.players[seat].out:
        return
    uncrown(game)
    _designate(game, seat, MONARCH)
    notice(game, "becomes-monarch", 0, seat=seat)


def uncrown(game: GameCore) -> bool:
    """Take the designation from the monarch; return whether there was one."""
    for player in game.state.players:
        if MONARCH in player.designations:
            left = tuple(each for each in player.designations if each != MONARCH)
            game.state.change_player(player.seat, designations=left)
            return True
    return False


def succeed(game: GameCore, seat: int) -> None:
    """Make the active player the monarch in place of a player who leaves (CR 725.4).

    If the active player leaves, too, the next player in turn order becomes the monarch.
    """
    if has(game, seat, MONARCH):
        heirs = [each for each in game.seats_from(game.state.turn.active) if each != seat]
        uncrown(game)
        if heirs:
            crown(game, heirs[0])


def ascend(game: GameCore) -> bool:
    """Give the city's blessing to players with ten permanents and ascend (CR 702.131b)."""
    objects, state = game.state.objects, game.state
    hopeful = {
        objects[ident].controller
        for ident in state.battlefield
        if game.characteristics(ident).has("ascend")
    }
    blessed = [bless(game, seat) for seat in sorted(hopeful) if seat >= 0]
    return any(blessed)


def bless(game: GameCore, seat: int) -> bool:
    """Give a player with ten permanents the city's blessing, once and for all."""
    if has(game, seat, BLESSING):
        return False
    if len(filters.find(game, YOURS, AbilityContext(seat, 0))) < A_CITY:
        return False
    _designate(game, seat, BLESSING)
    return True


def _designate(game: GameCore, seat: int, designation: str) -> None:
    before = game.state.players[seat].designations
    game.state.change_player(seat, designations=(*before, designation))
    game.tell(Event(designation, seat=seat))
