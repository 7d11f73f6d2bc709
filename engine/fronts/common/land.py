"""The map's land: areas dealt face down, turned up, held and lost, and their land types."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from functools import cache
from typing import Literal

from engine.cards.characteristics import Printed, printed
from engine.cards.model import Card
from engine.events import Event
from engine.magic.core import dice
from engine.magic.core.game import GameCore
from engine.magic.core.position import NOBODY, Area, GameObject, OnMap
from engine.magic.index.by_type import creatures
from engine.magic.index.derived import derived

BasicType = Literal["Plains", "Island", "Swamp", "Mountain", "Forest"]
BASIC_TYPES = ("Plains", "Island", "Swamp", "Mountain", "Forest")
TYPE_OF_COLOR: dict[str, str] = dict(
    zip(("white", "blue", "black", "red", "green"), BASIC_TYPES, strict=True)
)
SYMBOL_OF_TYPE: dict[str, str] = dict(zip(BASIC_TYPES, "WUBRG", strict=True))


@cache
def basic_land(name: str, playable: bool = False) -> Printed:
    """Return a basic land of the map, without a mana ability (C-15).

    `playable`: with a mana ability, as a card of a deck.
    """
    return printed(
        Card(name=name, types=("Land",), supertypes=("Basic",), subtypes=(name,), playable=playable)
    )


def lay(
    game: GameCore,
    space: int,
    land: Printed,
    *,
    face_up: bool = False,
    hidden: Printed | None = None,
) -> None:
    """Put a land that no player owns on a space.

    `hidden`: the card that lies there face down; then `land` is only its public face.
    """
    state = game.state
    ident = state.new_id()
    loose = OnMap(loose=hidden is not None)
    state.put(
        GameObject(
            ident, land, NOBODY, NOBODY, "battlefield", space=space, timestamp=ident, on_map=loose
        )
    )
    state.set(battlefield=(*state.battlefield, ident))
    state.change_area(space, land=ident, face_up=face_up, hidden=hidden)


def deal(
    game: GameCore, per_type: int, *, face_up: bool = False, not_at_gates: Collection[str] = ()
) -> None:
    """Shuffle basic lands and deal them on all spaces except Strongholds; leftovers stay unseen.

    With `not_at_gates`, the spaces next to Strongholds get the first lands of other types, so that
    all such maps are equally likely.
    """
    state = game.state
    spaces = game.board.spaces
    state.set(areas=tuple(Area(0, stronghold=space.stronghold) for space in spaces))
    lands = [name for name in BASIC_TYPES for _ in range(per_type)]
    left = [lands[index] for index in dice.order(game, NOBODY, len(lands), "areas")]
    open_spaces = [index for index, space in enumerate(spaces) if space.stronghold == NOBODY]
    strongholds = [index for index, space in enumerate(spaces) if space.stronghold != NOBODY]
    gates = (
        {near for index in strongholds for near in game.board.neighbors[index]}
        if not_at_gates
        else set[int]()
    )
    dealt: dict[int, str] = {}
    for space in sorted(open_spaces, key=lambda space: space not in gates):
        place = (
            next((n for n, name in enumerate(left) if name not in not_at_gates), 0)
            if space in gates
            else 0
        )
        dealt[space] = left.pop(place)
    for space in open_spaces:
        lay(game, space, basic_land(dealt[space]), face_up=face_up)


# the columns that a space's land types depend on
LIES = ("area.land", "area.face_up", "phased", "subtypes")


def land_at(game: GameCore, space: int) -> int:
    """Return the land that lies on a space; 0 if it is gone or phased out (CR 702.26b)."""
    state = game.state
    land = state.areas[space].land
    return 0 if state.phased and land in state.phased else land


NO_TYPES: frozenset[str] = frozenset()


def land_types(game: GameCore, space: int) -> frozenset[str]:
    """Return the current land types of a space; none if its land is face down or away."""
    state = game.state
    area = state.areas[space]
    if not area.face_up or not area.land or area.land in state.phased:
        return NO_TYPES
    return game.characteristics(area.land).subtypes


def true_land_types(game: GameCore, space: int) -> frozenset[str]:
    """Return the land types of a space, including those of a face-down Stronghold (W-4, W-25).

    Only the Stronghold's owner knows them.
    """
    area = game.state.areas[space]
    if area.face_up or area.stronghold == NOBODY or not (land := land_at(game, space)):
        return land_types(game, space)
    return game.characteristics(land).subtypes or game.state.objects[land].printed.base.subtypes


def walked(game: GameCore, space: int) -> frozenset[str]:
    """Return the words of landwalk that a space's land matches; none if face down or phased out."""
    land = game.state.areas[space].face_up and land_at(game, space)
    return game.characteristics(land).walked() if land else frozenset()


def color_matches(types: frozenset[str], colors: frozenset[str]) -> bool:
    """Return whether one of some land types matches one of some colors."""
    return bool(types) and not types.isdisjoint(types_of(colors))


@cache
def types_of(colors: frozenset[str]) -> frozenset[str]:
    """Return the land types that match some colors."""
    return frozenset(TYPE_OF_COLOR[color] for color in colors)


def reveal(game: GameCore, space: int, seat: int, reason: str) -> None:
    """Turn a space's land face up; `reason` names the reason for the log."""
    land = game.state.areas[space].land
    name = game.state.objects[land].printed.name
    game.state.change_area(space, face_up=True)
    game.tell(
        Event(
            "reveal-land",
            seat=seat,
            object=land,
            card=name,
            space=game.space_name(space),
            reason=reason,
        )
    )


def sees_land(area: Area, seat: int | None) -> bool:
    """Return whether a seat may see a space's land: face up, or in its own Stronghold (W-4)."""
    return area.face_up or (seat is not None and area.stronghold == seat)


def roll_value(game: GameCore, space: int, seat: int, die: int) -> None:
    """Roll an area's Conquer Value with a die of `die` sides."""
    value = dice.roll(game, seat, die, "conquer value", game.space_name(space))
    game.state.change_area(space, conquer_value=value)
    game.tell(
        Event(
            "conquer-value",
            seat=seat,
            number=value,
            space=game.space_name(space),
            reason="land.value",
        )
    )


def hold(game: GameCore, space: int, seat: int) -> None:
    """Make a player, or NOBODY, the holder of a space and the controller of its land."""
    state = game.state
    state.change_area(space, holder=seat)
    state.change(state.areas[space].land, controller=seat, since=state.turn.number)


def held_areas(game: GameCore, seat: int) -> list[int]:
    """Return the areas that a player holds, without Strongholds."""
    return [
        i
        for i, area in enumerate(game.state.areas)
        if area.holder == seat and area.stronghold == NOBODY
    ]


@derived("area.holder", "area.stronghold")
def area_holders(game: GameCore) -> list[int]:
    """Return the holder of each area that is held, without Strongholds."""
    return [
        area.holder
        for area in game.state.areas
        if area.stronghold == NOBODY and area.holder != NOBODY
    ]


@derived("player.stronghold", "player.out", "area.holder")
def homeless(game: GameCore) -> list[int]:
    """Return the players in the game whose Strongholds are lost."""
    players, areas = game.state.players, game.state.areas
    return [
        p.seat
        for p in players
        if not p.out and p.stronghold >= 0 and areas[p.stronghold].holder != p.seat
    ]


def special_owner(game: GameCore, space: int) -> int:
    """Return the owner of a Stronghold who is still in the game, else NOBODY (C-44)."""
    owner = game.state.areas[space].stronghold
    return owner if owner != NOBODY and not game.state.players[owner].out else NOBODY


def creatures_at(game: GameCore, space: int, seat: int) -> Sequence[int]:
    """Return a player's creatures on a space."""
    return armies(game).get((seat, space), ())


@derived("owned controller", "owned space", "types")
def armies(game: GameCore) -> dict[tuple[int, int], list[int]]:
    """Return the creatures of each player on each space, NOWHERE included."""
    objects = game.state.objects
    found: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for ident in creatures(game):
        obj = objects[ident]
        found[obj.controller, obj.space].append(ident)
    return dict(found)


def creatures_of(game: GameCore, seat: int) -> Sequence[int]:
    """Return all of a player's creatures."""
    return hosts(game).get(seat, ())


@derived("owned controller", "types")
def hosts(game: GameCore) -> dict[int, list[int]]:
    """Return the creatures of each player."""
    objects = game.state.objects
    found: defaultdict[int, list[int]] = defaultdict(list)
    for ident in creatures(game):
        found[objects[ident].controller].append(ident)
    return dict(found)
