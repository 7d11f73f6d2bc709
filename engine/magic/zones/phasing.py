"""Phasing (CR 702.26): permanents, counters and all, are treated as though they didn't exist for
a while; nothing triggers on it.
"""

from __future__ import annotations

from engine.events import Event
from engine.magic.core.game import Game
from engine.magic.core.position import NOBODY, PHASED, GameObject
from engine.magic.index.by_type import all_keywords
from engine.magic.zones import object_lists
from engine.magic.zones.durations import sync_control


def untap_step(game: Game, seat: int) -> None:
    """What has phasing phases out, and what a player had when it phased out phases in, all at once
    (CR 502.1).

    What a player who has left had phases in with the next player's (CR 702.26n), and land of a map
    that nobody had with anybody's.
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
    # what is attached to another goes with it
    for ident in sorted(leaving, key=lambda i: objects[i].attached_to in leaving):
        if state.objects[ident].zone == "battlefield":
            phase_out(game, ident)
    for ident in returning:
        phase_in(game, ident)
    sync_control(game)  # what was in the power of a player who has left isn't any more


def phase_out(game: Game, ident: int, host: int = 0) -> None:
    """A permanent phases out, and what is attached to it with it (CR 702.26d, 702.26g); `host`:
    with what it does, if with anything.
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


def _who_sees(game: Game, obj: GameObject) -> tuple[int, ...] | None:
    """Who may know what it is that phases: everybody, but for land that lies face down."""
    if obj.owner != NOBODY or obj.space < 0:
        return None
    area = game.state.areas[obj.space]
    return None if area.face_up else (area.stronghold,)


def phase_in(game: Game, ident: int) -> None:
    """Phase a permanent in where it was, with what phased out with it; it goes elsewhere if its
    place is taken by then.
    """
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
    # a map's land lies where it lay
    if obj.owner != NOBODY and (space := game.rules.arrival.returning(game, obj)) != obj.space:
        state.change(ident, space=space)
