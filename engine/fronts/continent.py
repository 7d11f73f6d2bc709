"""A map made of the players' own lands: dealt face down, turned up, controlled by whoever stands there, destroyed (F-2, F-18, F-21)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards.characteristics import Printed, printed
from engine.cards.model import Card
from engine.events import Event
from engine.fronts.land import BASIC_TYPES, land_at
from engine.magic import dice
from engine.magic.derived import derived
from engine.magic.game import Game
from engine.magic.places import places
from engine.magic.state import NOBODY, Area, GameObject, OnMap

FACE_DOWN = printed(Card(name="Face-down land", types=("Land",), playable=False))
"""What everybody knows of a land that lies face down."""


def real_basic(name: str) -> Printed:
    """A basic land as decks have it, with its mana ability."""
    return printed(_BASICS[name])


_BASICS = {name: Card(name=name, types=("Land",), supertypes=("Basic",), subtypes=(name,)) for name in BASIC_TYPES}


def is_land(card: Card) -> bool:
    """Whether a card is laid on the map rather than put into the library."""
    return "Land" in card.types


def deal(game: Game, lands: Sequence[Printed], rows: int, columns: int) -> None:
    """Shuffle lands and deal them face down, column by column; the rest is out of the game.

    Without lands the map has so many columns of basic lands, as many of each type as of the others.
    """
    state = game.state
    if not lands:
        lands = [real_basic(BASIC_TYPES[i % len(BASIC_TYPES)]) for i in range(rows * columns)]
    state.set(lands=len(lands) // rows * rows)
    game.map_is_laid()
    order = dice.order(game, NOBODY, len(lands), "areas")
    columns = state.lands // rows
    state.set(areas=(Area(0),) * state.lands)
    for place in range(state.lands):
        x, y = divmod(place, rows)
        _lay(game, y * columns + x, lands[order[place]])


def _lay(game: Game, space: int, land: Printed) -> None:
    state = game.state
    ident = state.new_id()
    state.put(GameObject(ident, FACE_DOWN, NOBODY, NOBODY, "battlefield", space=space, timestamp=ident, on_map=OnMap(loose=True)))
    state.set(battlefield=(*state.battlefield, ident))
    state.change_area(space, land=ident, hidden=land)


def turn_up(game: Game, space: int, seat: int) -> bool:
    """Turn up the card on a space, for everybody to see. False if it lies face up already, or is gone or away."""
    state = game.state
    area = state.areas[space]
    if area.hidden is None or not land_at(game, space):
        return False
    state.change(area.land, printed=area.hidden)
    state.change_area(space, face_up=True, hidden=None)
    game.tell(Event("reveal-land", seat=seat, object=area.land, card=area.hidden.name, space=game.space_name(space)))
    return True


@derived("area.land", "phased", "zone")
def holes(game: Game) -> frozenset[int]:
    """The spaces without land: it is gone, or away for a while."""
    gone = [space for space, area in enumerate(game.state.areas) if not area.land]
    if game.state.phased:
        gone = [space for space in range(len(game.state.areas)) if not land_at(game, space)]
    return frozenset(gone)


def come(game: Game, space: int, seat: int) -> None:
    """A player's creatures came to a space, or the last of them left it to nobody, and so with the land there (F-21)."""
    land = land_at(game, space) if space >= 0 else 0
    if land and game.state.objects[land].controller != seat:
        game.state.change(land, controller=seat)


def sync_control(game: Game) -> bool:
    """Everybody controls the lands on which their creatures stand, and no others (F-21). Whether anything changed."""
    found = _misheld(game)
    for land, holder in found:
        game.state.change(land, controller=holder)
    return bool(found)


@derived(holes, places, "area.land", "controller")
def _misheld(game: Game) -> list[tuple[int, int]]:
    """The lands that are not controlled by who stands there, and who should control them."""
    objects, gone = game.state.objects, holes(game)
    holders = {space: objects[idents[-1]].controller for space, idents in places(game).items()}
    return [
        (area.land, holder)
        for space, area in enumerate(game.state.areas)
        if area.land and objects[area.land].controller != (holder := holders.get(space, NOBODY)) and space not in gone
    ]
