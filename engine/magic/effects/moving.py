"""Effects that move objects to another zone (CR 400, 701.13)."""

from __future__ import annotations

from functools import lru_cache

from msgspec import json

from engine.cards.model import Card, Exile, Move, Triggered, When
from engine.magic import dying, filters, triggers, zones
from engine.magic.arriving import Arrival, put_onto_battlefield
from engine.magic.effects.cards import OrderChoice
from engine.magic.effects.spells import leave_stack
from engine.magic.following import FOLLOWED, speaks_of
from engine.magic.game import Game
from engine.magic.performing import performs
from engine.magic.state import DelayedTrigger, Speaker
from engine.records import replace


@performs(Exile)
def exile(game: Game, item: Speaker, effect: Exile) -> Speaker | None:
    """What is exiled until the source leaves returns then; nothing is exiled if it has left already (CR 610.3)."""
    source = game.state.objects.get(item.source)
    if effect.until_source_leaves and (source is None or source.zone != "battlefield"):
        return None
    exiled = _all_away(game, _objects(game, effect, item), "exile", "exile")
    speaker = filters.last_object(game, item.source)
    if speaker is not None and _knows_again(speaker.printed.card):
        for ident in exiled:
            game.state.change(ident, exiled_by=item.source)
    if effect.until_source_leaves:
        ability = Triggered(when=When(event="leaves"), effects=(Move(what="it", to="battlefield"),))
        for ident in exiled:
            waiting = DelayedTrigger(item.controller, item.source, ability, it=ident, at_once=True)
            game.state.set(delayed=(*game.state.delayed, waiting))
    return speaks_of(item, exiled) if effect.what in FOLLOWED else None


@lru_cache(256)
def _knows_again(card: Card) -> bool:
    """Whether an ability of a card speaks of what it has exiled (CR 607.2a)."""
    return b'"exiled-by-self"' in json.encode(card)


@performs(Move)
def move(game: Game, item: Speaker, effect: Move) -> Speaker | None:
    idents, moved = _objects(game, effect, item), list[int]()
    if effect.to == "battlefield":
        moved = [new for ident in idents if (new := _enter(game, item, effect, ident))]
        triggers.entered_together(game, moved)
    elif effect.to == "graveyard":
        moved = _into_graveyards(game, idents)
        if moved and moved[0] in idents and effect.what in FOLLOWED:  # it stays until it is settled what happens instead
            return replace(item, it=moved[0], moved=True)
    elif effect.to == "hand":
        moved = _all_away(game, idents, "hand", "return")
    else:
        _into_libraries(game, item, idents, effect.to)
    return speaks_of(item, moved) if effect.what in FOLLOWED else None


def _objects(game: Game, effect: Exile | Move, item: Speaker) -> list[int]:
    """The objects to be moved, those that are still somewhere."""
    return [ref for ref in filters.affected(game, effect.what, item) if ref in game.state.objects]


def _all_away(game: Game, idents: list[int], zone: str, kind: str) -> list[int]:
    """Move objects at the same time; the new ids of those that have not ceased to exist."""
    for ident in idents:
        leave_stack(game, ident)
    return [new for new in zones.move_together(game, idents, zone, kind) if new]


def _enter(game: Game, item: Speaker, effect: Move, ident: int) -> int:
    controller = item.controller if effect.under == "you" else game.state.objects[ident].owner
    arrival, combat = Arrival(ident, controller, effect.tapped), game.state.combat
    if effect.attacking and combat is not None:
        relieved = filters.last_object(game, item.it)
        arrival = replace(arrival, at=relieved.space if relieved is not None else combat.space, aim=item.aim)
    return put_onto_battlefield(game, item, arrival)


def _into_graveyards(game: Game, idents: list[int]) -> list[int]:
    """Permanents that go to a graveyard die."""
    objects = game.state.objects
    permanents = [ident for ident in idents if objects[ident].zone == "battlefield"]
    others = [ident for ident in idents if objects[ident].zone != "battlefield"]
    dying.put_into_graveyards(game, permanents)
    return [new for ident in permanents if (new := filters.current_id(game, ident))] + _all_away(game, others, "graveyard", "goes")


def _into_libraries(game: Game, item: Speaker, idents: list[int], place: str) -> None:
    """Objects go to their owners' libraries; owners order several of their own (CR 401.4)."""
    owners = [game.state.objects[ident].owner for ident in idents]
    if place == "library-shuffled":
        _all_away(game, idents, "library", "goes")
    for seat in dict.fromkeys(owners):
        if place == "library-shuffled":
            zones.shuffle(game, seat)
        else:
            own = tuple(ident for ident, owner in zip(idents, owners, strict=True) if owner == seat)
            game.push(OrderChoice(seat, item, own, place == "library-top"))
