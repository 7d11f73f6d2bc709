"""Pieces on a map of squares: creatures and players' tokens, and the squares they occupy."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.cards.characteristics import Characteristics
from engine.fronts.common.squares import square_board
from engine.fronts.common.variant import map_rules
from engine.magic.core.game import GameCore
from engine.magic.core.position import NOWHERE, GameObject
from engine.magic.index.by_type import by_type, creatures
from engine.magic.index.derived import derived, derived_for

WALL = ("Wall",)  # the subtype of Walls, which changelings have too (T-7, B-10, B-34)


@derived("on_map.player_token", "player.token", "types")
def anywhere(game: GameCore) -> list[int]:
    """Return all creatures and players' tokens, on the map or not."""
    tokens = {player.token for player in game.state.players}.intersection(game.permanents.table)
    return sorted(tokens.union(creatures(game)))


@derived_for(anywhere, "controller")
def _on_side(game: GameCore, seat: int, own: bool) -> list[int]:
    """Return a player's creatures and token, or those of all other players."""
    objects = game.state.objects
    return [ident for ident in anywhere(game) if (objects[ident].controller == seat) is own]


def pieces(game: GameCore, seat: int) -> list[GameObject]:
    """Return a player's pieces on the map, in the order in which they entered."""
    objects = game.state.objects
    return [obj for ident in _on_side(game, seat, True) if (obj := objects[ident]).space >= 0]


def opposing(game: GameCore, seat: int) -> list[GameObject]:
    """Return the pieces of a player's opponents."""
    objects = game.state.objects
    return [obj for ident in _on_side(game, seat, False) if (obj := objects[ident]).space >= 0]


def everybody(game: GameCore) -> list[GameObject]:
    """Return all pieces; other permanents on squares, such as enchantments, aren't pieces."""
    objects = game.state.objects
    return [obj for ident in anywhere(game) if (obj := objects[ident]).space >= 0]


# restrictions that force attacks
COMPELLING = frozenset(
    {"must-attack", "must-be-blocked", "must-be-blocked-once", "must-block", "must-block-source"}
)


@derived(anywhere, "restrict")
def compelled(game: GameCore) -> list[int]:
    """Return the pieces that must attack or be attacked, on the map or not."""
    table = game.permanents.table
    return [ident for ident in anywhere(game) if not table[ident].restrict.isdisjoint(COMPELLING)]


def is_piece(game: GameCore, obj: GameObject) -> bool:
    """Return whether a permanent is a piece on the map."""
    return (
        obj.zone == "battlefield"
        and obj.space >= 0
        and (obj.on_map.player_token or game.characteristics(obj.id).is_creature)
    )


def near(game: GameCore, seat: int, space: int, reach: int) -> list[GameObject]:
    """Return a player's pieces within `reach` squares of a square."""
    around = square_board(game).disc(space, reach)
    return [obj for obj in pieces(game, seat) if around >> obj.space & 1]


def opposing_near(game: GameCore, obj: GameObject, reach: int) -> list[GameObject]:
    """Return the opponents' pieces within `reach` squares of a piece; usually there are none."""
    around = square_board(game).disc(obj.space, reach)
    if not around & held_by_others(game, obj.controller):
        return []
    return [foe for foe in opposing(game, obj.controller) if around >> foe.space & 1]


def occupied(
    game: GameCore, c: Characteristics | None = None, without: Collection[int] = ()
) -> int:
    """Return the squares that pieces occupy, one bit each.

    With `c`, only the squares closed to a piece with these characteristics count, where pieces can
    share squares (B-36). The pieces in `without` occupy no square.
    """
    rules = map_rules(game)
    if rules.all_occupy and not without:
        return _covered(game)
    moves = rules.movement
    kind = moves.kind_of(c) if c is not None else 0
    return moves.in_the_way(game, kind, without) if without else _occupied(game, kind)


@derived(anywhere, "space")
def _covered(game: GameCore) -> int:
    return _squares(game, anywhere(game))


@derived_for(_on_side, "space")
def held_by_others(game: GameCore, seat: int) -> int:
    """Return the squares where a player's opponents have pieces, one bit each."""
    return _squares(game, _on_side(game, seat, False))


def _squares(game: GameCore, idents: list[int]) -> int:
    objects, found = game.state.objects, 0
    for ident in idents:
        space = objects[ident].space
        if space >= 0:
            found |= 1 << space
    return found


@derived_for(anywhere, "space", "keywords", "tapped")
def _occupied(game: GameCore, kind: int) -> int:
    return map_rules(game).movement.in_the_way(game, kind)


def nearest(game: GameCore, space: int, spaces: Sequence[int]) -> list[int]:
    """Return the squares among `spaces` that are nearest to a square."""
    distance = game.board.distance
    least = min((distance(space, s) for s in spaces), default=0)
    return [s for s in spaces if distance(space, s) == least]


def token_space(game: GameCore, seat: int) -> int:
    """Return the square of a player's token; NOWHERE if the token is dead."""
    token = game.state.objects.get(game.state.players[seat].token)
    return token.space if token is not None else NOWHERE


def apart(game: GameCore, first: GameObject, second: GameObject) -> int:
    """Return the distance between two pieces."""
    return game.board.distance(first.space, second.space)


def lands_walked(game: GameCore, seat: int) -> frozenset[str]:
    """Return the words of landwalk that a player's lands match."""
    lands = [
        ident
        for ident in by_type(game).get("Land", ())
        if game.state.objects[ident].controller == seat
    ]
    return frozenset[str]().union(*(game.characteristics(ident).walked() for ident in lands))
