"""Pieces that must attack: whom, and how they come there (T-19)."""

from __future__ import annotations

from engine.fronts import pieces
from engine.fronts.engagement import Engagements
from engine.fronts.variant import variant
from engine.fronts.walking import Walk, safest_path
from engine.magic.combat import the_combat
from engine.magic.game import Game
from engine.magic.state import GameObject


def goals(game: Game, rules: Engagements, obj: GameObject) -> list[GameObject]:
    """The opposing pieces one of which a piece must attack: those that must be blocked, else the nearest if it must attack at all."""
    if not pieces.any_compelled(game) or rules.able_refusal(game, obj, sick_too=False) is not None:
        return []
    compelled = "must-attack" in game.chars(obj.id).restrict
    foes = [foe for foe in pieces.opposing(game, obj.controller) if compelled or "must-be-blocked" in game.chars(foe.id).restrict]
    foes = [foe for foe in foes if _could_attack(game, rules, obj, foe)]
    lures = [foe for foe in foes if "must-be-blocked" in game.chars(foe.id).restrict]
    if lures:
        return nearest(game, obj, lures)
    return nearest(game, obj, foes) if compelled else []


def _could_attack(game: Game, rules: Engagements, obj: GameObject, foe: GameObject) -> bool:
    """Whether a piece could attack another if only it were near enough."""
    reason = rules.target_refusal(game, obj, foe)
    return reason is None or reason.reason == "attack.range"


def nearest(game: Game, obj: GameObject, foes: list[GameObject]) -> list[GameObject]:
    """The nearest of some pieces."""
    least = min((pieces.apart(game, obj, foe) for foe in foes), default=0)
    return [foe for foe in foes if pieces.apart(game, obj, foe) == least]


def allowed_moves(game: Game, rules: Engagements, obj: GameObject, spaces: tuple[int, ...]) -> tuple[int, ...]:
    """Those of some squares to which a piece may go: a piece that must attack goes nowhere but towards its goal."""
    found = goals(game, rules, obj)
    if not found:
        return spaces
    return tuple(space for space in spaces if any(_is_closer(game, obj, space, goal) for goal in found))


def _is_closer(game: Game, obj: GameObject, space: int, goal: GameObject) -> bool:
    """Whether a step, or several, brings a piece nearer to its goal by as much as they are long."""
    distance = game.board.distance
    return distance(space, goal.space) == distance(obj.space, goal.space) - distance(obj.space, space)


def press_on(game: Game, rules: Engagements, seat: int) -> list[tuple[int, tuple[int, ...]]]:
    """The ways that a player's pieces must still go towards what they have to attack: which piece, along which squares."""
    moves = variant(game).movement
    if not isinstance(moves, Walk):
        return []
    found: list[tuple[int, tuple[int, ...]]] = []
    for obj in pieces.pieces(game, seat):
        aims = goals(game, rules, obj)
        if not aims or any(rules.in_range(game, obj, aim) for aim in aims) or moves.refusal(game, seat, obj.id) is not None:
            continue
        if path := _way(game, rules, moves, obj, aims):
            found.append((obj.id, path))
    return found


def _way(game: Game, rules: Engagements, moves: Walk, obj: GameObject, aims: list[GameObject]) -> tuple[int, ...]:
    """The way to the square nearest to a goal, and no further than needed to attack it; nothing if no square is nearer."""
    distance = game.board.distance
    reach = rules.range_of(game.chars(obj.id))

    def gap(space: int) -> int:
        return max(reach, min(distance(space, aim.space) for aim in aims))

    spaces = moves.destinations(game, obj.id)
    best = min(spaces, key=lambda space: (gap(space), distance(obj.space, space), space), default=obj.space)
    if gap(best) >= gap(obj.space):
        return ()
    return safest_path(game, obj, best, moves.left(game, obj), flies=moves.flies(game, obj))


def unsatisfied(game: Game, rules: Engagements, seat: int) -> list[int]:
    """A player's pieces that must attack somebody within their range and have not been ordered to."""
    ordered = {attack.id for attack in the_combat(game).attackers}
    return [obj.id for obj in pieces.pieces(game, seat) if obj.id not in ordered and bound_to(game, rules, obj)]


def bound_to(game: Game, rules: Engagements, obj: GameObject) -> list[int]:
    """The pieces within range one of which a piece must attack rather than any other."""
    return [foe.id for foe in goals(game, rules, obj) if rules.in_range(game, obj, foe)]
