"""Players who lose, concede or win (CR 104, 800.4)."""

from __future__ import annotations

from engine.events import Event
from engine.magic.abilities.triggers import leaving
from engine.magic.core.game import GameCore
from engine.magic.core.map_interface import Loser
from engine.magic.core.position import EMPTY_POOL, NOTHING_SHOWN, PHASED, LastKnown
from engine.magic.zones.designations import succeed
from engine.magic.zones.durations import sync_control
from engine.magic.zones.moving import give_back, move
from engine.magic.zones.object_lists import remove_from_combat


def leave(game: GameCore, seat: int, words: str, reason: str) -> None:
    """Remove a player, with everything owned, from the game (CR 800.4a).

    Other permanents under the player's control return to their controllers or are exiled.
    """
    leave_together(game, [Loser(seat, words, reason)])


def leave_together(game: GameCore, losers: list[Loser]) -> None:
    """Remove players who lose at the same time, and check for winners (W-39, W-40)."""
    _depart(game, losers)
    if losers and game.state.winners is None and game.state.turn.number:
        game.rules.is_won(game)


def _depart(game: GameCore, losers: list[Loser]) -> None:
    """Remove players; if no player is left the game is a draw (CR 104.4a)."""
    for loser in losers:
        game.state.change_player(loser.seat, out=True)
        game.tell(Event("out", seat=loser.seat, word=loser.words, reason=loser.reason))
    if not losers:
        return
    # the count of stalled turns restarts among the players left
    game.state.set(stalled_turns=0)
    living = game.living()
    if len(living) <= 1:
        with game.because("victory.last" if living else "victory.nobody"):
            finish(game, tuple(living))
        return
    for loser in losers:
        succeed(game, loser.seat)
        game.rules.player_left(game, loser.seat)
        _remove_things(game, loser.seat)
    sync_control(game)
    # a player who left must not return when another player takes back an announcement
    if game.state.undo is not None:
        before = game.fork()
        before.state = game.state.undo.fork()
        _depart(before, losers)
        game.state.set(undo=before.state)


def finish(
    game: GameCore, winners: tuple[int, ...], drawn: str = "no player is left to win"
) -> None:
    """End the game. `drawn`: the reason for a draw, if there is no winner."""
    game.state.set(winners=winners)
    for seat in winners:
        game.tell(Event("win", seat=seat))
    if not winners:
        game.tell(Event("draw-game", word=drawn))


def end_in_draw(game: GameCore) -> None:
    """End the game in a draw because of an endless loop (CR 104.4b)."""
    with game.because("victory.loop"):
        finish(game, (), "a loop of mandatory actions would never end (CR 104.4b)")


def _remove_things(game: GameCore, seat: int) -> None:
    """Remove a player's objects, end control effects, then exile the rest (CR 800.4a, 702.26n)."""
    state = game.state
    gone = {ident for ident, obj in state.objects.items() if obj.owner == seat}
    _say_farewell(game, gone)
    state.set(battlefield=tuple(ident for ident in state.battlefield if ident not in gone))
    state.restack(
        tuple(
            item
            for item in state.stack
            if item.controller != seat and not (item.is_spell and item.source in gone)
        )
    )
    state.set(pending=tuple(item for item in state.pending if item.controller != seat))
    state.set(
        lasting=tuple(
            effect
            for effect in state.lasting
            if effect.controller != seat or not effect.change.controller
        )
    )
    for ident in gone:
        state.remove(ident)
    give_back(game, gone)
    state.set(
        delayed=tuple(each for each in state.delayed if each.controller != seat or each.at_once)
    )
    if state.combat is not None:
        for ident in gone:
            remove_from_combat(game, ident)
    # other players' permanents that the player controls without an effect, phased out or not
    for obj in tuple(state.objects.values()):
        if (
            obj.zone in ("battlefield", PHASED)
            and obj.controller == obj.entered_under == seat
            and obj.owner >= 0
        ):
            move(game, obj.id, "exile", kind="exile")
    state.change_player(
        seat,
        library=(),
        hand=(),
        graveyard=(),
        exile=(),
        pool=EMPTY_POOL,
        kept=EMPTY_POOL,
        snow=EMPTY_POOL,
        bound=(),
        shown_cards=NOTHING_SHOWN,
    )
    state.set(agenda=tuple(left for task in state.agenda for left in task.left_by(game, seat)))


def _say_farewell(game: GameCore, gone: set[int]) -> None:
    """Trigger abilities on departing permanents (CR 603.6c), and save last known information."""
    state = game.state
    for ident in sorted(gone):
        obj, c = state.objects[ident], game.characteristics(ident)
        if obj.zone == "battlefield":
            leaving(game, obj, "")
        state.remember(ident, LastKnown(obj, c))
