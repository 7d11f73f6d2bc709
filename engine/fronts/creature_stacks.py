"""Stacks of creatures on one card, which banding makes possible (F-10, F-30)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards.characteristics import Characteristics
from engine.cards.model import Change, Modify, Static, Triggered
from engine.columns import RECORDS
from engine.magic.derived import derived_for
from engine.magic.places import places
from engine.state import GameObject

if TYPE_CHECKING:
    from engine.game import Game

BANDING = "banding"


def has_banding(c: Characteristics) -> bool:
    """Whether a creature may share a card: banding at certain times is banding at all times (F-30)."""
    return c.has(BANDING) or any(_gives_banding(ability) for ability in c.abilities)


def _gives_banding(ability: object) -> bool:
    """Whether an ability gives its own creature banding by itself, whenever that may be."""
    if isinstance(ability, Static):
        return ability.what == "self" and _has(ability.change)
    if isinstance(ability, Triggered):
        return any(isinstance(e, Modify) and e.what == "self" and _has(e.change) for e in ability.effects)
    return False


def _has(change: Change) -> bool:
    return BANDING in change.keywords


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


def may_share(game: Game, joining: list[GameObject], there: list[GameObject]) -> bool:
    """Whether creatures may come to stand where others do: a player's own, all but one of them with banding."""
    seat = joining[0].controller
    for obj in there:
        if obj.controller != seat:
            return False
    return not there or [has_banding(game.chars(obj.id)) for obj in (*joining, *there)].count(False) <= 1
