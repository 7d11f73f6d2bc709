"""Players who lose, concede or win (CR 104, 800.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.events import Event
from engine.state import EMPTY_POOL

if TYPE_CHECKING:
    from engine.game import Game


def leave(game: Game, seat: int, reason: str) -> None:
    """A player is out and leaves with everything they own (CR 800.4a); what they controlled goes home or into exile."""
    leave_together(game, [(seat, reason)])


def leave_together(game: Game, losers: list[tuple[int, str]]) -> None:
    """Players who lose at the same time; when nobody is left the game is a draw (CR 104.4a)."""
    for seat, reason in losers:
        game.state.change_player(seat, out=True)
        game.tell(Event("out", seat=seat, word=reason))
    if not losers:
        return
    living = game.living()
    if len(living) <= 1:
        finish(game, tuple(living))
        return
    for seat, _ in losers:
        game.rules.player_left(game, seat)
        _remove_things(game, seat)
    _leave_the_past(game, losers)


def _leave_the_past(game: Game, losers: list[tuple[int, str]]) -> None:
    """Who has left is not to come back when another player takes an announcement back."""
    if game.state.undo is not None:
        before = game.fork()
        before.state = game.state.undo.fork()
        leave_together(before, losers)
        game.state.undo = before.state


def finish(game: Game, winners: tuple[int, ...]) -> None:
    """The game is over."""
    game.state.winners = winners
    game.state.version += 1
    for seat in winners:
        game.tell(Event("win", seat=seat))
    if not winners:
        game.tell(Event("draw-game", word="nobody is left who could win"))


def _remove_things(game: Game, seat: int) -> None:
    state = game.state
    gone = {ident for ident, obj in state.objects.items() if obj.owner == seat}
    state.battlefield = tuple(ident for ident in state.battlefield if ident not in gone)
    state.stack = tuple(item for item in state.stack if item.source not in gone and item.controller != seat)
    state.pending = tuple(item for item in state.pending if item.controller != seat)
    state.lasting = tuple(effect for effect in state.lasting if effect.controller != seat)
    state.shields = tuple(shield for shield in state.shields if shield.controller != seat)
    state.delayed = tuple(trigger for trigger in state.delayed if trigger.controller != seat)
    for ident in gone:
        state.remove(ident)
    if state.combat is not None:
        from engine.magic.zones import remove_from_combat

        for ident in gone:
            remove_from_combat(game, ident)
    _exile_leftovers(game, seat)
    state.change_player(seat, library=(), hand=(), graveyard=(), exile=(), pool=EMPTY_POOL, kept=EMPTY_POOL)
    state.agenda = tuple(task for task in state.agenda if task.survives or getattr(task, "seat", None) != seat)


def _exile_leftovers(game: Game, seat: int) -> None:
    """Others' permanents that entered under the player's control are exiled (CR 800.4a)."""
    from engine.magic.zones import move

    for ident in game.state.battlefield:
        obj = game.state.objects[ident]
        if obj.entered_under == seat and obj.owner >= 0:
            move(game, ident, "exile", kind="exile")
