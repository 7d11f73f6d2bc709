"""Stacks of creatures on one card, which banding makes possible (F-10, F-30)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from engine.cards.model import Modify, Static, Triggered
from engine.cards.once import of_each
from engine.columns import SPECIAL
from engine.fronts.continent import holes
from engine.magic.derived import derived
from engine.magic.game import Game
from engine.magic.kinds import creatures
from engine.magic.places import places
from engine.magic.state import GameObject

BANDING = "banding"


@derived("types", "keywords", SPECIAL)
def banding(game: Game) -> set[int]:
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


def stacks(game: Game, seat: int) -> Sequence[tuple[int, ...]]:
    """A player's creatures on the map, stack by stack; most stand alone."""
    return _stacks(game).get(seat, ())


@derived(places, "owned controller")
def _stacks(game: Game) -> dict[int, list[tuple[int, ...]]]:
    objects = game.state.objects
    found: defaultdict[int, list[tuple[int, ...]]] = defaultdict(list)
    for space, idents in places(game).items():
        if space < 0:
            continue
        if len(idents) == 1:
            found[objects[idents[0]].controller].append(idents)
            continue
        for seat in {objects[ident].controller for ident in idents}:  # of one alone, but for a moment
            found[seat].append(tuple([ident for ident in idents if objects[ident].controller == seat]))
    return found


def unbanded(game: Game, some: Iterable[GameObject]) -> int:
    """How many of some creatures have no banding."""
    able = banding(game)
    return sum([obj.id not in able for obj in some])


def may_share(game: Game, seat: int, number: int, there: list[GameObject]) -> bool:
    """Whether a player's creatures, so many without banding among them, may join others: all but one have banding, and one controller."""
    return not there or (all(obj.controller == seat for obj in there) and number + unbanded(game, there) <= 1)


def open_to(game: Game, movers: list[GameObject], spaces: Iterable[int]) -> list[int]:
    """Those of some cards on which creatures of one card may step: no hole, and nobody there with whom they can't share it.

    More than one without banding go nowhere together, though they stand on one card since they lost it.
    """
    there, gone, able, seat = places(game), holes(game), banding(game), movers[0].controller
    number = unbanded(game, movers) if able else len(movers)
    if number > 1:
        return []
    free = [space for space in spaces if space not in gone and (able or space not in there)]
    return [space for space in free if space not in there or may_share(game, seat, number, standing(game, space))] if able else free
