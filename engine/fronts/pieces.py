"""Pieces on a map of squares: creatures and players' tokens, where they stand and who is in whose way."""

from __future__ import annotations

from collections.abc import Container
from typing import TYPE_CHECKING

from engine.state import NOBODY, GameObject

if TYPE_CHECKING:
    from engine.game import Game


def pieces(game: Game, seat: int | None = None) -> list[GameObject]:
    """The pieces that stand on the map, a player's or everybody's, in the order in which they came."""
    objects = game.state.objects
    found = (objects[i] for i in game.state.battlefield)
    return [obj for obj in found if obj.space >= 0 and obj.owner != NOBODY and (seat is None or obj.controller == seat)]


def opposing(game: Game, seat: int) -> list[GameObject]:
    """The pieces of a player's opponents."""
    return [obj for obj in pieces(game) if obj.controller != seat]


def occupied(game: Game) -> dict[int, int]:
    """Which piece stands on which square."""
    return {obj.space: obj.id for obj in pieces(game)}


def is_free(game: Game, space: int, taken: Container[int]) -> bool:
    """Whether a piece may stand on a square; `taken` are the squares where one stands already."""
    return not game.board.spaces[space].obstacle and space not in taken


def nearest_free(game: Game, space: int, taken: Container[int]) -> list[int]:
    """The free squares nearest to a square, where pieces stand on those `taken`; none if the map is full."""
    free = [s for s in range(len(game.board.spaces)) if is_free(game, s, taken)]
    least = min((game.board.distance(space, s) for s in free), default=0)
    return [s for s in free if game.board.distance(space, s) == least]


def token_space(game: Game, seat: int) -> int:
    """The square on which a player's token stands."""
    return game.state.objects[game.state.players[seat].token].space


def apart(game: Game, first: GameObject, second: GameObject) -> int:
    """How far two pieces are apart."""
    return game.board.distance(first.space, second.space)


def land_types_of(game: Game, seat: int) -> frozenset[str]:
    """The land types of a player's lands, on which landwalkers walk."""
    found: set[str] = set()
    for ident in game.state.battlefield:
        if game.state.objects[ident].controller == seat and "Land" in (c := game.chars(ident)).types:
            found |= c.subtypes
    return frozenset(found)
