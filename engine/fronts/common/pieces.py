"""Pieces on a map of squares: creatures and players' tokens, where they stand and who is in
whose way.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.cards.characteristics import Characteristics
from engine.fronts.common.squares import square_board
from engine.fronts.common.variant import variant
from engine.magic.core.game import Game
from engine.magic.core.position import NOWHERE, GameObject
from engine.magic.index.by_type import by_type, creatures
from engine.magic.index.derived import derived, derived_for

WALL = ("Wall",)  # the creature type of walls, which a changeling is as well (T-7, B-10, B-34)


@derived("on_map.player_token", "player.token", "types")
def anywhere(game: Game) -> list[int]:
    """All creatures and players' tokens, on the map or not."""
    tokens = {player.token for player in game.state.players}.intersection(game.permanents.table)
    return sorted(tokens.union(creatures(game)))


@derived_for(anywhere, "controller")
def _on_side(game: Game, seat: int, own: bool) -> list[int]:
    """Those of a player, or all but those."""
    objects = game.state.objects
    return [ident for ident in anywhere(game) if (objects[ident].controller == seat) is own]


def pieces(game: Game, seat: int) -> list[GameObject]:
    """A player's pieces that stand on the map, in the order in which they came."""
    objects = game.state.objects
    return [obj for ident in _on_side(game, seat, True) if (obj := objects[ident]).space >= 0]


def opposing(game: Game, seat: int) -> list[GameObject]:
    """The pieces of a player's opponents."""
    objects = game.state.objects
    return [obj for ident in _on_side(game, seat, False) if (obj := objects[ident]).space >= 0]


def everybody(game: Game) -> list[GameObject]:
    """All pieces; what else lies on squares, such as enchantments, is none."""
    objects = game.state.objects
    return [obj for ident in anywhere(game) if (obj := objects[ident]).space >= 0]


# what makes a piece attack
COMPELLING = frozenset({"must-attack", "must-be-blocked", "must-block-source"})


@derived(anywhere, "restrict")
def compelled(game: Game) -> list[int]:
    """The pieces that must attack, or that others must, on the map or not."""
    table = game.permanents.table
    return [ident for ident in anywhere(game) if not table[ident].restrict.isdisjoint(COMPELLING)]


def is_piece(game: Game, obj: GameObject) -> bool:
    """Whether a permanent is a piece that stands on the map."""
    return (
        obj.zone == "battlefield"
        and obj.space >= 0
        and (obj.on_map.player_token or game.chars(obj.id).is_creature)
    )


def near(game: Game, seat: int, space: int, reach: int) -> list[GameObject]:
    """A player's pieces within so many squares of a square."""
    around = square_board(game).disc(space, reach)
    return [obj for obj in pieces(game, seat) if around >> obj.space & 1]


def opposing_near(game: Game, obj: GameObject, reach: int) -> list[GameObject]:
    """The pieces of the opponents within so many squares of a piece, which mostly are none."""
    around = square_board(game).disc(obj.space, reach)
    if not around & held_by_others(game, obj.controller):
        return []
    return [foe for foe in opposing(game, obj.controller) if around >> foe.space & 1]


def occupied(game: Game, c: Characteristics | None = None, without: Collection[int] = ()) -> int:
    """The squares that pieces occupy, with a bit for each: of everybody, or for one who doesn't
    share squares with all (B-36).

    The pieces `without` are in nobody's way.
    """
    rules = variant(game)
    if rules.all_occupy and not without:
        return _covered(game)
    moves = rules.movement
    kind = moves.kind_of(c) if c is not None else 0
    return moves.in_the_way(game, kind, without) if without else _occupied(game, kind)


@derived(anywhere, "space")
def _covered(game: Game) -> int:
    return _squares(game, anywhere(game))


@derived_for(_on_side, "space")
def held_by_others(game: Game, seat: int) -> int:
    """The squares on which the pieces of a player's opponents stand, with a bit for each."""
    return _squares(game, _on_side(game, seat, False))


def _squares(game: Game, idents: list[int]) -> int:
    objects, found = game.state.objects, 0
    for ident in idents:
        space = objects[ident].space
        if space >= 0:
            found |= 1 << space
    return found


@derived_for(anywhere, "space", "keywords", "tapped")
def _occupied(game: Game, kind: int) -> int:
    return variant(game).movement.in_the_way(game, kind)


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
    lands = [
        ident
        for ident in by_type(game).get("Land", ())
        if game.state.objects[ident].controller == seat
    ]
    return frozenset[str]().union(*(game.chars(ident).walked() for ident in lands))
