"""Phasing (CR 702.26).

A phased-out permanent, with its counters, is treated as though it didn't exist. Nothing triggers on
phasing.
"""

from __future__ import annotations

from engine.events import Event
from engine.magic.core.game import GameCore
from engine.magic.core.position import NOBODY, PHASED, GameObject
from engine.magic.index.by_type import all_keywords
from engine.magic.zones import object_lists
from engine.magic.zones.durations import sync_control


def untap_step(game: GameCore, seat: int) -> None:
    """Phase out a player's permanents with phasing, and phase in phased-out ones (CR 502.1).

    The permanents of a player who has left phase in with the next player's (CR 702.26n); land of
    the map without a controller phases in with any player's.
    """
    state = game.state
    objects = state.objects
    away = [obj for ident in sorted(state.phased) if not (obj := objects[ident]).phased_with]
    returning = [
        obj.id
        for obj in away
        if obj.controller == NOBODY or game.seats_from(obj.controller)[0] == seat
    ]
    there, table = (
        state.battlefield if "phasing" in all_keywords(game) else (),
        game.permanents.table,
    )
    leaving = [
        ident
        for ident in there
        if "phasing" in table[ident].keywords and objects[ident].controller == seat
    ]
    # an attachment phases out with its host
    for ident in sorted(leaving, key=lambda i: objects[i].attached_to in leaving):
        if state.objects[ident].zone == "battlefield":
            phase_out(game, ident)
    for ident in returning:
        phase_in(game, ident)
    sync_control(game)  # control by a player who has left ends


def phase_out(game: GameCore, ident: int, host: int = 0) -> None:
    """Phase out a permanent and everything attached to it (CR 702.26d, 702.26g).

    `host`: the permanent with which it phases out; 0: phases out by itself.
    """
    obj = game.state.objects[ident]
    if obj.stays:
        return
    attached = [i for i in game.state.battlefield if game.state.objects[i].attached_to == ident]
    object_lists.unlist(game, obj)
    game.state.change(ident, zone=PHASED, phased_with=host)
    game.state.set(phased=(*game.state.phased, ident))
    game.tell(
        Event(
            "phase-out",
            seat=obj.controller,
            object=ident,
            card=obj.printed.name,
            known_to=_who_sees(game, obj),
        )
    )
    for other in attached:
        phase_out(game, other, host or ident)


def _who_sees(game: GameCore, obj: GameObject) -> tuple[int, ...] | None:
    """Return the seats that may know the card that phases; None for all.

    A face-down land is known only to its Stronghold's owner.
    """
    if obj.owner != NOBODY or obj.space < 0:
        return None
    area = game.state.areas[obj.space]
    return None if area.face_up else (area.stronghold,)


def phase_in(game: GameCore, ident: int) -> None:
    """Phase in a permanent with its attachments, on another space if its own is taken."""
    state = game.state
    with_it = [other for other in sorted(state.phased) if state.objects[other].phased_with == ident]
    for each in (ident, *with_it):
        phased = state.change(each, zone="battlefield", phased_with=0)
        state.set(battlefield=(*state.battlefield, each))
        state.set(phased=tuple(other for other in state.phased if other != each))
        game.tell(
            Event(
                "phase-in",
                seat=phased.controller,
                object=each,
                card=phased.printed.name,
                known_to=_who_sees(game, phased),
            )
        )
    obj = state.objects[ident]
    # land of the map returns to its own space
    if obj.owner != NOBODY and (space := game.rules.arrival.returning(game, obj)) != obj.space:
        state.change(ident, space=space)
