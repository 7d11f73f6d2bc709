"""Rules of thumb for pieces on squares: where to stand, whom to attack, whom to let pass, when to shed an Aura.

Each looks at the question that a game asks and picks one of the actions given. Attacks are weighed one against one, and
together with those that attack the same piece already or could.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from engine.actions import Action
from engine.ai import table as tables
from engine.ai.table import Piece
from engine.ai.thumb_map import rounds, seat_asked
from engine.fronts import pieces
from engine.fronts.engagement import Engagements
from engine.fronts.walking import Walk
from engine.game import Game
from engine.state import GameObject

DONE = Action("done")
TOKEN_HIT = 1.6
"""What a point of damage to an opponent's token is worth; a 2/2 creature is worth about three."""
PULL = 0.25
"""What it is worth to be a square nearer to the opponent's token..."""
IMPATIENCE = 0.03
"""...and how much more each round."""
CAUTION = 0.7
"""How much of a creature's worth it is to stay out of danger."""
FLIGHT = 4
"""A token runs from opponents that are so near."""


class Scene(Struct, frozen=True):
    """A position of pieces, read once."""

    game: Game
    rules: Engagements
    seat: int
    pieces: dict[int, Piece]
    objects: dict[int, GameObject]

    @property
    def mine(self) -> list[GameObject]:
        return [obj for obj in self.objects.values() if obj.controller == self.seat]

    @property
    def others(self) -> list[GameObject]:
        return [obj for obj in self.objects.values() if obj.controller != self.seat]


def scene(game: Game, seat: int) -> Scene | None:
    """The pieces as a seat sees them; nothing where no pieces stand on squares."""
    if game.rules.combat is None:
        return None
    known = {piece.id: piece for piece in tables.lay(game).pieces}
    objects = {obj.id: obj for obj in pieces.pieces(game) if obj.id in known}
    return Scene(game, game.rules.combat, seat, known, objects)


# --- attacks ---


def attack_value(view: Scene, attacker: int, target: int, allies: Iterable[int] = (), helpers: Iterable[int] = ()) -> float:
    """What an attack gains: the target killed, less the attacker lost. `allies` attack the same target, `helpers` could."""
    a, t = view.pieces[attacker], view.pieces[target]
    joined = sum(view.pieces[ally].power for ally in allies)
    if view.objects[target].player_token:
        deadly = 100.0 if joined + a.power >= t.toughness else 0.0
        return deadly + TOKEN_HIT * a.power - (CAUTION * a.worth if t.power >= a.toughness else 0.0)
    dies, slain = tables.outcome(a, t)
    if joined:
        dies = dies and t.power >= a.toughness + 1  # it has others to strike at
    if joined >= t.toughness:
        return -0.1
    gain = 0.0
    if slain or joined + a.power >= t.toughness:
        gain = t.worth
    elif joined + a.power + sum(view.pieces[ally].power for ally in helpers) >= t.toughness:
        gain = 0.7 * t.worth
    return gain - (a.worth if dies else 0.0)


def orders(game: Game, actions: Sequence[Action]) -> Action:
    """The attack that gains most, while any gains something."""
    view, combat = scene(game, seat_asked(game)), game.state.combat
    attacks = [action for action in actions if action.verb == "attacker"]
    if view is None or combat is None or not attacks:
        return DONE if DONE in actions else actions[0]
    able: dict[int, set[int]] = {}
    for action in attacks:
        able.setdefault(action.target, set()).add(action.object)
    ordered: dict[int, list[int]] = {}
    for attack in combat.attackers:
        ordered.setdefault(attack.aim, []).append(attack.id)

    def value(action: Action) -> float:
        helpers = able[action.target] - {action.object}
        return attack_value(view, action.object, action.target, ordered.get(action.target, ()), helpers)

    best = max(attacks, key=lambda action: (value(action), action))
    return best if value(best) > 0 or DONE not in actions else DONE


def opportunity(game: Game, actions: Sequence[Action]) -> Action:
    """Attack whoever passes, where that gains something."""
    view = scene(game, seat_asked(game))
    attacks = [action for action in actions if action.verb == "attacker"]
    if view is None or not attacks:
        return DONE
    helpers = {action.object for action in attacks}

    def value(action: Action) -> float:
        return attack_value(view, action.object, action.target, (), helpers - {action.object})

    best = max(attacks, key=lambda action: (value(action), action))
    return best if value(best) > 0 else DONE


# --- where to stand ---


def move(game: Game, actions: Sequence[Action]) -> Action | None:
    """The move that gains most, or none where none gains anything."""
    moves = [action for action in actions if action.verb == "move"]
    view = scene(game, seat_asked(game)) if moves else None
    if view is None:
        return None
    names = game.board.names
    dangers = {obj.id: _danger(view, obj) for obj in view.mine}
    here = {obj.id: _standing(view, obj, obj.space, dangers[obj.id]) for obj in view.mine}
    best, chosen = 0.05, None
    for action in moves:
        if action.object not in here:
            continue
        obj = view.objects[action.object]
        gain = _standing(view, obj, names[action.space], dangers[obj.id]) - here[obj.id]
        if gain > best:
            best, chosen = gain, action
    return chosen


Threat = tuple[int, int, float]
"""A piece that could attack: where it stands, how far away it would reach, what it would cost."""


def _danger(view: Scene, obj: GameObject) -> list[Threat]:
    """The opposing pieces that a piece should keep away from."""
    moves = view.game.rules.movement
    assert isinstance(moves, Walk)
    found: list[Threat] = []
    mine = view.pieces[obj.id]
    for other in view.others:
        if view.rules.able_refusal(view.game, other, sick_too=True) is not None:
            continue
        gain = attack_value(view, other.id, obj.id)
        if gain > 0:
            reach = moves.allowance(view.game, other) + view.rules.range_of(view.game.chars(other.id))
            found.append((other.space, reach, min(gain, 3 * mine.power if obj.player_token else mine.worth)))
    return found


def _standing(view: Scene, obj: GameObject, space: int, dangers: Sequence[Threat]) -> float:
    """How good it is for a piece to stand on a square."""
    distance = view.game.board.distance
    cost = CAUTION * max((threat for place, reach, threat in dangers if distance(place, space) <= reach), default=0.0)
    if obj.player_token:
        nearest = min((distance(other.space, space) for other in view.others if not other.player_token), default=FLIGHT)
        return 0.2 * min(nearest, FLIGHT) - cost
    goal = min(distance(other.space, space) for other in view.others if other.player_token) if view.others else 0
    return _prospect(view, obj, space) - cost - (PULL + IMPATIENCE * rounds(view.game)) * goal


def _prospect(view: Scene, obj: GameObject, space: int) -> float:
    """What a piece could gain this turn by an attack from a square."""
    game = view.game
    state = game.state
    ahead = any(step.trigger == "combat" for step in game.rules.turn[state.turn.step + 1 :])
    if not ahead or state.turn.active != view.seat or view.rules.able_refusal(game, obj, sick_too=False) is not None:
        return 0.0
    reach = view.rules.range_of(game.chars(obj.id))
    near = (other for other in view.others if game.board.distance(other.space, space) <= reach)
    legal = (o for o in near if (reason := view.rules.target_refusal(game, obj, o)) is None or reason.reason == "attack.range")
    return max((attack_value(view, obj.id, other.id) for other in legal), default=0.0)


def place(game: Game, actions: Sequence[Action]) -> Action:
    """As near to the opponent as possible."""
    view, names = scene(game, seat_asked(game)), game.board.names
    goals = [obj.space for obj in view.others if obj.player_token] if view is not None else []
    if not goals:
        return actions[0]
    return min(actions, key=lambda a: (min(game.board.distance(names[a.space], goal) for goal in goals), a) if a.space else (999, a))


# --- other special actions ---


def special(game: Game, actions: Sequence[Action]) -> Action | None:
    """Play a land, get rid of a harmful Aura: whatever should be done before any spell is cast."""
    land = next((action for action in actions if action.verb == "play"), None)
    if land is not None:
        return land
    seat = seat_asked(game)
    life = game.state.players[seat].life or 0
    harmful = [a for a in actions if a.verb == "remove" and game.state.objects[a.object].controller != seat]
    return next((a for a in harmful if a.word == "mana" or life > 8), None)
