"""Pieces on a map of squares: creatures and players' tokens, where they stand and who is in whose way."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.cards.characteristics import Characteristics
from engine.fronts.variant import variant
from engine.magic.derived import derived, derived_for
from engine.magic.game import Game
from engine.magic.kinds import creatures
from engine.magic.state import NOWHERE, GameObject

WALL = ("Wall",)  # the creature type of walls, which a changeling is as well (T-7, B-10, B-34)


def pieces(game: Game, seat: int) -> list[GameObject]:
    """A player's pieces that stand on the map, in the order in which they came."""
    objects = game.state.objects
    return [obj for ident in standing(game) if (obj := objects[ident]).controller == seat]


@derived("on_map.player_token", "types")
def _anywhere(game: Game) -> list[int]:
    """All creatures and players' tokens, on the map or not."""
    objects = game.state.objects
    return sorted({*creatures(game), *(ident for ident in game.state.battlefield if objects[ident].player_token)})


@derived(_anywhere, "space")
def standing(game: Game) -> tuple[int, ...]:
    """All pieces that stand on the map, in the order in which they came; what else lies on squares, such as enchantments, is none."""
    objects = game.state.objects
    return tuple([ident for ident in _anywhere(game) if objects[ident].space >= 0])


def everybody(game: Game) -> list[GameObject]:
    """The same as they are now."""
    objects = game.state.objects
    return [objects[ident] for ident in standing(game)]


COMPELLING = frozenset({"must-attack", "must-be-blocked", "must-block-source"})  # what makes a piece attack


@derived(_anywhere, "restrict")
def _compelled(game: Game) -> list[int]:
    table = game.permanents.table
    return [ident for ident in _anywhere(game) if not table[ident].restrict.isdisjoint(COMPELLING)]


def any_compelled(game: Game) -> bool:
    """Whether there is a piece on the map that must attack, or that others must."""
    return any(game.state.objects[ident].space >= 0 for ident in _compelled(game))


def is_piece(game: Game, obj: GameObject) -> bool:
    """Whether a permanent is a piece that stands on the map."""
    return obj.zone == "battlefield" and obj.space >= 0 and (obj.on_map.player_token or game.chars(obj.id).is_creature)


def opposing(game: Game, seat: int) -> list[GameObject]:
    """The pieces of a player's opponents."""
    objects = game.state.objects
    return [obj for ident in standing(game) if (obj := objects[ident]).controller != seat]


def near(game: Game, seat: int, space: int, reach: int) -> list[GameObject]:
    """A player's pieces within so many squares of a square."""
    return within(game, pieces(game, seat), space, reach)


def within(game: Game, some: list[GameObject], space: int, reach: int) -> list[GameObject]:
    """Those of some pieces that are within so many squares of a square."""
    away = game.board.distances_from(space)
    return [obj for obj in some if away[obj.space] <= reach]


def occupied(game: Game, c: Characteristics | None = None, without: Collection[int] = ()) -> int:
    """The squares that pieces occupy, with a bit for each: of everybody, or for one who doesn't share squares with all (B-36).

    The pieces `without` are in nobody's way.
    """
    moves = variant(game).movement
    if moves.all_occupy and not without:
        return _covered(game)
    kind = ANY_KIND if c is None else moves.kind_of(c)
    return _counted(game, kind, without) if without else _occupied(game, kind)


ANY_KIND = -1  # a kind of pieces that stands for all


@derived(standing)
def _covered(game: Game) -> int:
    found = 0
    for ident in standing(game):
        found |= 1 << game.state.objects[ident].space
    return found


@derived_for(standing, "keywords", "tapped")
def _occupied(game: Game, kind: int) -> int:
    return _counted(game, kind)


def _counted(game: Game, kind: int, without: Collection[int] = ()) -> int:
    moves, found = variant(game).movement, 0
    objects, table = game.state.objects, game.permanents.table
    for ident in standing(game):
        obj = objects[ident]
        if ident not in without and moves.occupies(obj, table[ident], kind):
            found |= 1 << obj.space
    return found


def nearest(game: Game, space: int, spaces: Sequence[int]) -> list[int]:
    """Those of some squares that are nearest to a square."""
    distance = game.board.distance
    least = min((distance(space, s) for s in spaces), default=0)
    return [s for s in spaces if distance(space, s) == least]


def token_space(game: Game, seat: int) -> int:
    """The square on which a player's token stands; nowhere if it is dead."""
    token = game.state.objects.get(game.state.players[seat].token)
    return token.space if token is not None else NOWHERE


def apart(game: Game, first: GameObject, second: GameObject) -> int:
    """How far two pieces are apart."""
    return game.board.distance(first.space, second.space)


def lands_walked(game: Game, seat: int) -> frozenset[str]:
    """What landwalkers call a player's lands, on which they walk."""
    found: set[str] = set()
    for ident in game.state.battlefield:
        if game.state.objects[ident].controller == seat and "Land" in (c := game.chars(ident)).types:
            found |= c.walked()
    return frozenset(found)
