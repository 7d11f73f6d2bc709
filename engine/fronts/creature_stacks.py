"""Stacks of creatures on one card, which banding makes possible (F-10, F-30)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.cards.model import Modify, Static, Triggered
from engine.cards.once import of_each
from engine.columns import RECORDS
from engine.fronts.continent import holes
from engine.magic.derived import derived, derived_for
from engine.magic.game import Game
from engine.magic.kinds import creatures
from engine.magic.places import places
from engine.magic.state import GameObject

BANDING = "banding"


@derived("types", "keywords", "abilities")
def _banding(game: Game) -> set[int]:
    """The creatures with banding: banding at certain times is banding at all times (F-30)."""
    table = game.permanents.table
    return {ident for ident in creatures(game) if table[ident].has(BANDING) or any(map(_gives_banding, table[ident].abilities))}


@of_each
def _gives_banding(ability: object) -> bool:
    """Whether an ability gives its own creature banding by itself, whenever that may be."""
    if isinstance(ability, Static):
        return ability.what == "self" and BANDING in ability.change.keywords
    if isinstance(ability, Triggered):
        return any(isinstance(e, Modify) and e.what == "self" and BANDING in e.change.keywords for e in ability.effects)
    return False


def standing(game: Game, space: int) -> list[GameObject]:
    """The creatures on a card, those that came first into play first."""
    objects = game.state.objects
    return [objects[ident] for ident in places(game).get(space, ())]


@derived_for(places, RECORDS)
def stacks(game: Game, seat: int) -> list[list[GameObject]]:
    """A player's creatures on the map, stack by stack; most stand alone."""
    objects = game.state.objects
    found: list[list[GameObject]] = []
    for space, idents in places(game).items():
        if space >= 0 and (mine := [objects[i] for i in idents if objects[i].controller == seat]):
            found.append(mine)
    return found


def unbanded(game: Game, some: Iterable[GameObject]) -> int:
    """How many of some creatures have no banding."""
    banding = _banding(game)
    return sum([obj.id not in banding for obj in some])


def may_share(game: Game, seat: int, number: int, there: list[GameObject]) -> bool:
    """Whether a player's creatures, so many without banding among them, may join others: all but one have banding, and one controller."""
    return not there or (all(obj.controller == seat for obj in there) and number + unbanded(game, there) <= 1)


@derived_for(places, holes, _banding, "controller")
def open_to(game: Game, seat: int, number: int) -> frozenset[int]:
    """The cards on which a player's creatures may step, so many without banding among them."""
    there, banding = places(game), _banding(game)
    fit = [space for space, idents in there.items() if space >= 0 and not (number and banding.isdisjoint(idents))] if banding else ()
    shared = [space for space in fit if may_share(game, seat, number, standing(game, space))]
    return frozenset(range(len(game.state.areas))).difference(there).union(shared).difference(holes(game))
