"""Rules of thumb for a continent of lands: movement, attacks and scouting.

The value of a creature on a space comes from the terrain it digs into and taps, its distance to the
opponent and the targets in range, less the danger it is in.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log

from msgspec import Struct

from engine.actions import DONE, Action
from engine.ai.table import Piece, asked, lay, strikes_first
from engine.fronts.common.land import TYPE_OF_COLOR
from engine.fronts.continent.movement import Exploring
from engine.game import Game

AHEAD = 0.55  # value of a row closer to the opponent
IMPATIENCE = 0.04  # increase of AHEAD each round
DUG_IN = 0.45  # value of +1/+1 from terrain
UNSEEN = 0.12  # expected terrain bonus from a face-down card
MANA = 0.9  # value of standing on land needed by the hand, while lands are few
ENOUGH = 6  # number of lands that is enough
HIT = 0.9  # value of a point of damage to the opponent; a 2/2 creature is worth about 3
DEADLY = 100.0
CAUTION = 0.65  # share of a creature's value lost by being in danger
BACK_ROW = 4.0  # cost of staying in the back row
GUARD = 0.5  # value of a space closer to an intruder that the creature can beat
WORTH_MOVING = 0.1
WORTH_ATTACKING = 0.05
NEAR = 3  # no scouting with an opponent within this distance


class ContinentScene(Struct, frozen=True):
    """A continent as one seat sees it, read once."""

    game: Game
    seat: int
    pieces: dict[int, Piece]
    mine: tuple[Piece, ...]
    foes: tuple[Piece, ...]  # opponents' creatures on the map
    # land types of each space; empty for a destroyed or face-down card
    types: tuple[frozenset[str], ...]
    hidden: frozenset[int]  # spaces with a face-down card
    held: int  # useful lands in reach, to tap
    home: int  # y coordinate of the player's home row
    foreign: int  # y coordinate of the opponent's home row
    taken: frozenset[int]  # spaces with opponents' creatures


def trusted(game: Game) -> bool:
    """Return whether these rules play alone: on a continent they beat looking ahead."""
    return isinstance(game.rules.movement, Exploring)


def scene(game: Game, seat: int) -> ContinentScene:
    """Return the continent as a seat sees it."""
    pieces = lay(game).pieces
    areas, state = game.state.areas, game.state
    types = tuple(
        game.characteristics(a.land).subtypes if a.land and a.face_up else frozenset[str]()
        for a in areas
    )
    mine = tuple(p for p in pieces if p.seat == seat)
    foes = tuple(p for p in pieces if p.seat != seat and p.space >= 0)
    taken = frozenset(foe.space for foe in foes)
    near = {
        s for p in mine if p.space >= 0 for s in (p.space, *game.board.neighbors[p.space])
    } - taken
    wanted = {
        TYPE_OF_COLOR[color]
        for i in state.players[seat].hand
        for color in state.objects[i].printed.colors
    }
    held = sum(bool(types[s]) and (not wanted or not types[s].isdisjoint(wanted)) for s in near)
    hidden = frozenset(s for s, a in enumerate(areas) if a.hidden is not None)
    spaces = game.board.spaces
    home = next((s.y for s in spaces if s.home == seat), 0)
    foreign = next((s.y for s in spaces if s.home not in (-1, seat)), 0)
    return ContinentScene(
        game, seat, {p.id: p for p in pieces}, mine, foes, types, hidden, held, home, foreign, taken
    )


def stand(view: ContinentScene, piece: Piece, space: int) -> float:
    """Return the value for a creature of standing on a space, or in the back row (below 0)."""
    if space < 0:
        return -BACK_ROW
    game = view.game
    ahead = abs(view.home - game.board.spaces[space].y)
    urge = AHEAD + IMPATIENCE * game.round
    value = (0.15 if piece.passive or not piece.power else urge) * ahead
    bonus = terrain(view, piece, space)
    value += DUG_IN * bonus
    if view.held < ENOUGH and (view.types[space] or space in view.hidden):
        own = {TYPE_OF_COLOR[color] for color in piece.c.colors}
        fits = 0.5 if space in view.hidden else float(not own.isdisjoint(view.types[space]))
        value += MANA * fits * (ENOUGH - view.held) / ENOUGH
    size = _bare(view, piece)
    value -= CAUTION * _danger(view, piece, space, size, bonus)
    return (
        value + _prospect(view, piece, space, size, bonus) + _watch(view, piece, space, size, bonus)
    )


def terrain(view: ContinentScene, piece: Piece, space: int) -> float:
    """Return a creature's expected terrain bonus on a space, face-down cards counted in part."""
    own = {TYPE_OF_COLOR[color] for color in piece.c.colors}
    total = 0.0
    for near in (space, *view.game.board.neighbors[space]):
        if near in view.hidden:
            total += UNSEEN
        elif near not in view.taken and not own.isdisjoint(view.types[near]):
            total += 1.0
    return total


def _bare(view: ContinentScene, piece: Piece) -> tuple[int, int]:
    obj = view.game.state.objects[piece.id]
    if piece.space < 0 or obj.tapped:
        return piece.power, piece.toughness
    now = int(terrain(view, piece, piece.space))
    return piece.power - now, piece.toughness - now


def _fight(
    attacker: Piece, power: float, left: float, target: Piece, other_power: float, other_left: float
) -> float:
    slain = (
        power > 0
        and (power >= other_left or "deathtouch" in attacker.c.keywords)
        and "indestructible" not in target.c.keywords
    )
    dies = (
        other_power > 0
        and (other_power >= left or "deathtouch" in target.c.keywords)
        and "indestructible" not in attacker.c.keywords
    )
    if "cant-be-blocked" in attacker.c.restrict or (slain and strikes_first(attacker, target)):
        dies = False
    elif dies and strikes_first(target, attacker):
        slain = False
    return (target.worth if slain else 0.0) - (attacker.worth if dies else 0.0)


def _danger(
    view: ContinentScene, piece: Piece, space: int, size: tuple[int, int], bonus: float
) -> float:
    power, left = size[0] + int(bonus), size[1] + int(bonus)
    distance = view.game.board.distances_from(space)
    worst = 0.0
    for foe in view.foes:
        reach = 3 if "flying" in foe.c.keywords else 2
        if not foe.passive and foe.power and distance[foe.space] <= reach:
            worst = max(worst, _fight(foe, foe.power, foe.toughness, piece, power, left))
    return worst


def _prospect(
    view: ContinentScene, piece: Piece, space: int, size: tuple[int, int], bonus: float
) -> float:
    if piece.passive:
        return 0.0
    game, turn = view.game, view.game.state.turn
    obj = game.state.objects[piece.id]
    now = not obj.tapped and obj.attacked != turn.number and "attacker" not in turn.begun
    power, left = size[0] + int(bonus), size[1] + int(bonus)
    gains = [
        _fight(piece, power, left, foe, foe.power, foe.toughness)
        for foe in view.foes
        if game.board.adjacent(space, foe.space)
    ]
    home = game.board.spaces[space].home
    if home not in (-1, view.seat):
        gains.append(strike(game, home, power))
    return max((*gains, 0.0)) * (1.0 if now else 0.4)


def strike(game: Game, seat: int, power: float) -> float:
    """Return the value of damage to a player."""
    life = game.state.players[seat].life or 0
    return DEADLY if power >= life else HIT * power * (1.0 + 4.0 / max(life, 1))


def _watch(
    view: ContinentScene, piece: Piece, space: int, size: tuple[int, int], bonus: float
) -> float:
    """Return the value of being close to intruders on the home side that the creature can beat."""
    spaces = view.game.board.spaces
    power, left = size
    total = 0.0
    for foe in view.foes:
        intrudes = abs(view.home - spaces[foe.space].y) <= 1
        if (
            intrudes
            and power + bonus >= foe.toughness
            and (left + bonus > foe.power or foe.worth >= piece.worth)
        ):
            total = max(total, GUARD * max(0, 5 - view.game.board.distance(space, foe.space)))
    return total


def move(view: ContinentScene, actions: Sequence[Action]) -> Action | None:
    """Return the move with the greatest gain, or None if none gains enough."""
    moves, names = [action for action in actions if action.verb == "move"], view.game.board.names
    left = {view.pieces[action.object].space for action in moves if action.object in view.pieces}
    here = {p.id: stand(view, p, p.space) for p in view.mine if p.space in left}
    gains: dict[Action, float] = {}
    for action in moves:
        if (piece := view.pieces.get(action.object)) is not None:
            movers = [p for p in view.mine if p.space == piece.space] if action.word else [piece]
            gains[action] = sum(
                [stand(view, p, names[action.space]) - here[p.id] for p in movers], 0.0
            )
    best = min(gains, key=lambda action: (-gains[action], action), default=None)
    return best if best is not None and gains[best] > WORTH_MOVING else None


def next_move(game: Game, actions: Sequence[Action]) -> Action:
    """Return the next move of a block or a landwalker, or finish if none gains enough."""
    return move(scene(game, asked(game).seat), actions) or DONE


def attack_value(view: ContinentScene, action: Action) -> float:
    """Return the gain of an attack, counting creatures that stand together on either side."""
    game = view.game
    attacker = view.pieces[action.object]
    ours = [p for p in view.mine if p.space == attacker.space and p.ready]
    power = sum(p.power for p in ours)
    if action.target < 0:
        return strike(game, -action.target - 1, power)
    target = view.pieces[action.target]
    theirs = [p for p in view.foes if p.space == target.space]
    left = sum(p.toughness for p in ours)
    gain = _fight(
        attacker,
        power,
        left,
        target,
        sum(p.power for p in theirs),
        sum(p.toughness for p in theirs),
    )
    helpers = [
        p
        for p in view.mine
        if p.ready
        and p.space >= 0
        and p.space != attacker.space
        and game.board.adjacent(p.space, target.space)
    ]
    if (
        gain <= 0
        and helpers
        and power + sum(p.power for p in helpers) >= target.toughness
        and target.power < attacker.toughness
    ):
        gain = 0.6 * target.worth  # helpers finish the target
    if target.space >= 0 and game.board.spaces[target.space].home == view.seat:
        gain *= 1.3
    return gain


def attack(view: ContinentScene, actions: Sequence[Action]) -> Action | None:
    """Return the attack with the greatest gain, or None if none gains enough."""
    attacks = [
        (attack_value(view, action), action) for action in actions if action.verb == "attacker"
    ]
    value, chosen = max(attacks, default=(0.0, None))
    return chosen if value > WORTH_ATTACKING else None


def next_attack(game: Game, actions: Sequence[Action]) -> Action:
    """Return the next attack of a block, or finish if none gains enough."""
    return attack(scene(game, asked(game).seat), actions) or (
        DONE if DONE in actions else actions[0]
    )


def scout(game: Game, actions: Sequence[Action]) -> Action | None:
    """Return a safe scouting action while the player has too little land, else None."""
    scouts = [action for action in actions if action.verb == "scout"]
    if not scouts or (view := scene(game, asked(game).seat)).held >= ENOUGH:
        return None
    apart, names = game.board.distance, game.board.names
    safe = [
        action
        for action in scouts
        if all(apart(view.pieces[action.object].space, foe.space) > NEAR for foe in view.foes)
    ]
    return min(
        safe,
        key=lambda action: (abs(game.board.spaces[names[action.space]].y - view.home), action),
        default=None,
    )


def standing(game: Game, seat: int) -> float:
    """Return the value of a player's creatures where they stand, land in reach, and life."""
    view = scene(game, seat)
    life = max(game.state.players[seat].life or 0, 0)
    safety = HIT * (life + 4.0 * log(1 + life))
    return (
        sum([stand(view, piece, piece.space) for piece in view.mine], 0.0)
        + MANA * min(view.held, ENOUGH)
        + safety
    )


def before_spells(game: Game, actions: Sequence[Action]) -> Action | None:
    """Return the move or attack to make before casting spells, or None."""
    if not trusted(game) or not any(action.verb in ("move", "attacker") for action in actions):
        return None
    view = scene(game, asked(game).seat)
    return move(view, actions) or attack(view, actions)


def place(game: Game, actions: Sequence[Action]) -> Action:
    """Place a pioneer in the middle of the home row."""
    ordered = sorted(actions, key=lambda action: game.board.names[action.space])
    return ordered[len(ordered) // 2]
