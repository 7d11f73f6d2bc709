"""Pieces on a map of squares: creatures and players' tokens, where they stand and who is in whose way."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.cards.characteristics import Characteristics
from engine.columns import RECORDS
from engine.fronts.variant import variant
from engine.magic.derived import derived, derived_for
from engine.magic.game import Game
from engine.magic.state import NOWHERE, GameObject

WALL = ("Wall",)  # the creature type of walls, which a changeling is as well (T-7, B-10, B-34)


def pieces(game: Game, seat: int) -> list[GameObject]:
    """A player's pieces that stand on the map, in the order in which they came."""
    return [obj for obj in everybody(game) if obj.controller == seat]


@derived("space", "on_map.player_token", "types")
def _standing(game: Game) -> tuple[int, ...]:
    objects, table = game.state.objects, game.permanents.table
    found = [i for i, c in table.items() if objects[i].space >= 0 and ("Creature" in c.types or objects[i].on_map.player_token)]
    return tuple(sorted(found))


@derived(_standing, RECORDS)
def everybody(game: Game) -> tuple[GameObject, ...]:
    """All pieces that stand on the map, in the order in which they came; what else lies on squares, such as enchantments, is none."""
    objects = game.state.objects
    return tuple([objects[ident] for ident in _standing(game)])


COMPELLING = frozenset({"must-attack", "must-be-blocked", "must-block-source"})  # what makes a piece attack


@derived(_standing, "restrict")
def any_compelled(game: Game) -> bool:
    """Whether there is a piece on the map that must attack, or that others must."""
    table = game.permanents.table
    return any(not table[ident].restrict.isdisjoint(COMPELLING) for ident in _standing(game))


def is_piece(game: Game, obj: GameObject) -> bool:
    """Whether a permanent is a piece that stands on the map."""
    return obj.zone == "battlefield" and obj.space >= 0 and (obj.on_map.player_token or game.chars(obj.id).is_creature)


def opposing(game: Game, seat: int) -> list[GameObject]:
    """The pieces of a player's opponents."""
    return [obj for obj in everybody(game) if obj.controller != seat]


def near(game: Game, seat: int, space: int, reach: int) -> list[GameObject]:
    """A player's pieces within so many squares of a square."""
    distance = game.board.distance
    return [obj for obj in pieces(game, seat) if distance(obj.space, space) <= reach]


def occupied(game: Game, c: Characteristics | None = None, without: Collection[int] = ()) -> int:
    """The squares that pieces occupy, with a bit for each: of everybody, or for one who doesn't share squares with all (B-36).

    The pieces `without` are in nobody's way.
    """
    kind = ANY_KIND if c is None else variant(game).movement.kind_of(c)
    return _counted(game, kind, without) if without else _occupied(game, kind)


ANY_KIND = -1  # a kind of pieces that stands for all


@derived_for(_standing, "keywords", "tapped")
def _occupied(game: Game, kind: int) -> int:
    return _counted(game, kind)


def _counted(game: Game, kind: int, without: Collection[int] = ()) -> int:
    moves, found = variant(game).movement, 0
    objects = game.state.objects
    for ident in _standing(game):
        obj = objects[ident]
        if ident not in without and moves.occupies(obj) and (kind == ANY_KIND or moves.kind_of(game.chars(obj.id)) == kind):
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
