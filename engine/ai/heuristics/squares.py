"""Rules of thumb for pieces on squares: placement, movement, attacks and removing Auras.

Attacks are weighed one against one, and together with other attacks on the same piece.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from engine.actions import DONE, Action
from engine.ai.table import Piece, asked, lay, outcome, strikes_first
from engine.base.records import replace
from engine.fronts.common import pieces
from engine.fronts.common.squares import square_board
from engine.fronts.squares.attacks import Engagements
from engine.fronts.squares.movement import Walk
from engine.game import Game
from engine.magic.core.position import Attacker, GameObject

# value of a point of damage to an opponent's token; a 2/2 creature is worth about 3
TOKEN_HIT = 1.6
PULL = 0.25  # value of a square closer to the opponent's token
IMPATIENCE = 0.03  # increase of PULL each round
BRAVER = 0.015  # decrease each round of the weight of losses, if damage is permanent
BRAVEST = 0.3  # least weight of losses
# share of a creature's value lost by wounds that almost kill it, if damage is permanent
WOUND = 0.6
CAUTION = 0.7  # share of a creature's value lost by being in danger
# value, for a piece near its own token, of a square closer to an intruder
GUARD = 0.3
INVADER = 0.5  # extra value of killing an intruder, for each point of its power
WORTH_MOVING = 0.05
FLIGHT = 4  # a token flees from opponents within this distance
ROOM = 4  # free neighboring squares a token needs, for creatures to enter on


class Mood(Struct, frozen=True, forbid_unknown_fields=True):
    """A player's style for a turn: factors on approaching, on danger and on losing creatures."""

    pull: float = 1.0
    caution: float = 1.0
    losses: float = 1.0


USUAL = Mood()


class PieceScene(Struct, frozen=True):
    """A position of pieces, read once."""

    game: Game
    rules: Engagements
    seat: int
    pieces: dict[int, Piece]
    objects: dict[int, GameObject]
    mood: Mood
    # an opponent has a token to hunt; without one, only fights end the game
    worth_waiting: bool
    bravery: float  # weight of losses if damage is permanent


def scene(game: Game, seat: int, mood: Mood = USUAL) -> PieceScene:
    """Return the pieces as a seat sees them."""
    rules = game.rules.combat
    assert rules is not None
    known = {piece.id: piece for piece in lay(game).pieces}
    objects = {obj.id: obj for obj in pieces.everybody(game) if obj.id in known}
    hunting = any(obj.player_token for obj in objects.values() if obj.controller != seat)
    bravery = max(BRAVEST, 1 - BRAVER * game.round) if hunting else BRAVEST
    return PieceScene(game, rules, seat, known, objects, mood, hunting, bravery)


def attack_value(
    view: PieceScene, attacker: int, target: int, joined: int = 0, help_near: int = 0
) -> float:
    """Return the gain of an attack: the target killed, less the attacker lost.

    `joined` is the power already attacking the target, `help_near` the power that could join.
    """
    a, t = view.pieces[attacker], view.pieces[target]
    if not view.game.rules.damage.wears_off:
        return _lasting_value(view, a, t, joined + help_near)
    if view.objects[target].player_token:
        deadly = 100.0 if joined + a.power >= t.toughness else 0.0
        return (
            deadly
            + TOKEN_HIT * a.power
            - (CAUTION * view.mood.losses * a.worth if t.power >= a.toughness else 0.0)
        )
    dies, slain = outcome(a, t)
    if joined:
        dies = dies and t.power >= a.toughness + 1  # the target may strike another attacker
    if joined >= t.toughness:
        return -0.1
    power = 0 if dies and not joined and strikes_first(t, a) else a.power
    gain = 0.0
    if slain or joined + power >= t.toughness:
        gain = t.worth
    elif joined + power + help_near >= t.toughness:
        gain = 0.7 * t.worth
    return gain - (view.mood.losses * a.worth if dies else 0.0)


def _lasting_value(view: PieceScene, a: Piece, t: Piece, joined: int) -> float:
    """Return the gain of an attack where damage is permanent, wounds included.

    `joined` is the power of other creatures that attack the target or could.
    """
    dies, slain = outcome(a, t)
    struck_first = slain and not dies and t.power >= a.toughness
    wound = 0.0 if struck_first else WOUND * a.worth * min(1.0, t.power / max(1, a.toughness))
    loss = view.mood.losses * view.bravery * (a.worth if dies else wound)
    if view.objects[t.id].player_token:
        deadly = 100.0 if joined + a.power >= t.toughness else 0.0
        return deadly + TOKEN_HIT * a.power - CAUTION * loss
    gain = WOUND * t.worth * min(1.0, a.power / max(1, t.toughness))
    if slain:
        gain = t.worth
    elif joined + a.power >= t.toughness:
        gain = max(gain, 0.8 * t.worth)
    return gain - loss


def attack(game: Game, actions: Sequence[Action], mood: Mood = USUAL) -> Action:
    """Return the attack with the greatest gain beside those ordered already, or finish."""
    combat = game.state.combat
    attacks = [action for action in actions if action.verb == "attacker"]
    if not attacks:
        return DONE if DONE in actions else actions[0]
    gain, best = best_attack(
        scene(game, asked(game).seat, mood), attacks, combat.attackers if combat is not None else ()
    )
    return best if gain > 0 or DONE not in actions else DONE


def best_attack(
    view: PieceScene, attacks: Sequence[Action], ordered: Iterable[Attacker] = ()
) -> tuple[float, Action]:
    """Return the gain of the best attack, and the attack.

    Attacks already `ordered` count as joined, and possible ones as help.
    """
    able: dict[int, set[int]] = {}
    for action in attacks:
        able.setdefault(action.target, set()).add(action.object)
    near = {target: sum(view.pieces[i].power for i in ids) for target, ids in able.items()}
    joined = {
        target: sum(view.pieces[each.id].power for each in ordered if each.aim == target)
        for target in able
    }

    def value(action: Action) -> float:
        helping = near[action.target] - view.pieces[action.object].power
        return attack_value(view, action.object, action.target, joined[action.target], helping)

    return max((value(action), action) for action in attacks)


def move(game: Game, actions: Sequence[Action], mood: Mood = USUAL) -> Action | None:
    """Return the move with the greatest gain, or None if none gains enough."""
    moves = [action for action in actions if action.verb == "move"]
    if not moves or game.rules.combat is None:
        return None
    view, names = scene(game, asked(game).seat, mood), game.board.names
    field = PieceField(view)
    views = {
        ident: field.outlook(view.objects[ident])
        for ident in {action.object for action in moves}
        if ident in view.objects
    }
    here = {ident: outlook.standing(view.objects[ident].space) for ident, outlook in views.items()}
    gains = {
        a: views[a.object].standing(names[a.space]) - here[a.object]
        for a in moves
        if a.object in views
    }
    best = max(gains, key=gains.__getitem__, default=None)
    return best if best is not None and gains[best] > WORTH_MOVING else None


Threat = tuple[float, int]
"""Cost or gain of an attack by or on a piece, and a bit mask of the squares it reaches from."""
Distances = Sequence[Sequence[int]]  # for each of several places, the distance to each square


class SquareOutlook(Struct, frozen=True):
    """Data to compare squares for one piece, computed before any square is judged."""

    dangers: Sequence[Threat]  # opponents that would gain by attacking the piece, the worst first
    # opponents that the piece would gain by attacking this turn, the best first
    prizes: Sequence[Threat]
    goals: Distances  # distances from the opponents' tokens
    pull: float
    caution: float
    invaders: Distances = ()  # distances from opponents close to the player's own token
    foes: Distances = ()  # for a token: distances from opposing creatures
    token: bool = False

    def standing(self, space: int) -> float:
        """Return the value for the piece of standing on a square."""
        cost = self.caution * _first(self.dangers, space)
        if self.token:
            return 0.2 * min(FLIGHT, _nearest(self.foes, space, FLIGHT)) - cost
        guard = GUARD * _nearest(self.invaders, space)
        return _first(self.prizes, space) - cost - self.pull * _nearest(self.goals, space) - guard


def _nearest(places: Distances, space: int, otherwise: int = 0) -> int:
    return min([row[space] for row in places]) if places else otherwise


def _first(threats: Sequence[Threat], space: int) -> float:
    """Return the value of the greatest threat that reaches a square; `threats` are sorted."""
    for value, squares in threats:
        if squares >> space & 1:
            return value
    return 0.0


class PieceField:
    """The pieces of a position with their possible attacks, to judge many squares."""

    def __init__(self, view: PieceScene) -> None:
        game = view.game
        moves = game.rules.movement
        assert isinstance(moves, Walk)
        self.view = view
        # opponents weigh attacks in the usual mood
        self.theirs = replace(view, mood=USUAL)
        self.board = square_board(game)
        self.distance = self.board.distance
        self.mine = [obj for obj in view.objects.values() if obj.controller == view.seat]
        self.others = [obj for obj in view.objects.values() if obj.controller != view.seat]
        self.range = {
            obj.id: view.rules.range_of(game.characteristics(obj.id))
            for obj in (*self.mine, *self.others)
        }
        self.reach = {
            obj.id: moves.allowance(game, obj, game.characteristics(obj.id)) + self.range[obj.id]
            for obj in self.others
        }
        self.left = {
            obj.id: (moves.units_left(game, obj) or 0) + self.range[obj.id] for obj in self.mine
        }
        self.goals = [obj.space for obj in self.others if obj.player_token] or [
            obj.space for obj in self.others
        ]
        self.home = home = next((obj.space for obj in self.mine if obj.player_token), None)
        feared = [o for o in self.others if not o.player_token and view.pieces[o.id].power > 0]
        self.invaders = [
            o
            for o in feared
            if home is not None and self.distance(o.space, home) <= self.reach[o.id] + 1
        ]
        self.pull = (PULL + IMPATIENCE * game.round) * view.mood.pull
        self.caution = CAUTION * view.mood.caution
        turn = game.state.turn
        soon = turn.active == view.seat and any(
            step.trigger == "combat" for step in game.rules.turn[turn.step + 1 :]
        )
        able = [
            obj
            for obj in self.mine
            if soon and view.rules.able_refusal(game, obj, sick_too=False) is None
        ]
        self.strikers = {obj.id: obj for obj in able}
        self.dangerous = (
            [other for other in self.others if self._is_dangerous(other)]
            if view.worth_waiting
            else []
        )
        near = (
            (
                o.id,
                [
                    view.pieces[i].power
                    for i, obj in self.strikers.items()
                    if self._comes_near(obj, o)
                ],
            )
            for o in self.others
        )
        self.help = {ident: sum(powers) for ident, powers in near}

    def _comes_near(self, striker: GameObject, other: GameObject) -> bool:
        return self.distance(striker.space, other.space) <= self.left[striker.id]

    def outlook(self, obj: GameObject) -> SquareOutlook:
        """Return the data to compare squares for one piece."""
        if obj.player_token:
            foes = self._rows(other.space for other in self.others if not other.player_token)
            return SquareOutlook(self._dangers(obj), (), (), 0.0, CAUTION, foes=foes, token=True)
        invaders = self._rows(foe.space for foe in self.invaders) if self._is_guard(obj) else ()
        return SquareOutlook(
            self._dangers(obj),
            self._prizes(obj),
            self._rows(self.goals),
            self.pull,
            self.caution,
            invaders,
        )

    def _rows(self, places: Iterable[int]) -> Distances:
        return [self.board.distances_from(place) for place in places]

    def _is_guard(self, obj: GameObject) -> bool:
        """Return whether a piece guards its own token, being closer to it than to opponents'."""
        if self.home is None or not self.goals:
            return False
        return self.distance(obj.space, self.home) <= min(
            self.distance(obj.space, goal) for goal in self.goals
        )

    def _dangers(self, obj: GameObject) -> list[Threat]:
        view, found = self.theirs, list[Threat]()
        mine = view.pieces[obj.id]
        for other in self.dangerous:
            if (gain := attack_value(view, other.id, obj.id)) > 0:
                cost = min(gain, 3 * mine.power if obj.player_token else mine.worth)
                found.append((cost, self.board.disc(other.space, self.reach[other.id])))
        return sorted(found, reverse=True)

    def _is_dangerous(self, other: GameObject) -> bool:
        """Return whether an opposing piece could attack before the player's next turn.

        A tapped piece untaps first, except where attacks are possible in every turn.
        """
        reason = self.view.rules.able_refusal(self.view.game, other, sick_too=True)
        return reason is None or (
            reason.reason == "attack.tapped" and not self.view.rules.opportunity
        )

    def _prizes(self, obj: GameObject) -> list[Threat]:
        """Return the gains of a piece's attacks this turn, alone or with pieces that could join."""
        view, found = self.view, list[Threat]()
        if obj.id not in self.strikers:
            return found
        for other in self.others:
            reason = view.rules.target_refusal(view.game, obj, other)
            if reason is not None and reason.reason != "attack.range":
                continue
            own = view.pieces[obj.id].power if self._comes_near(obj, other) else 0
            gain = attack_value(view, obj.id, other.id, 0, self.help[other.id] - own)
            if other in self.invaders and gain > 0:
                gain += INVADER * view.pieces[other.id].power
            if gain > 0:
                found.append((gain, self.board.disc(other.space, self.range[obj.id])))
        return sorted(found, reverse=True)


def place(game: Game, actions: Sequence[Action]) -> Action:
    """Choose the space closest to the opponent."""
    names, goals = game.board.names, _tokens_of_others(game)
    if not goals:
        return actions[0]
    return min(
        actions,
        key=lambda a: (
            (min(game.board.distance(names[a.space], goal) for goal in goals), a)
            if a.space
            else (999, a)
        ),
    )


def _tokens_of_others(game: Game) -> list[int]:
    return [obj.space for obj in pieces.opposing(game, asked(game).seat) if obj.player_token]


def start(game: Game, actions: Sequence[Action]) -> Action:
    """Choose a starting square far from opponents, with free neighbors for creatures."""
    board, names, others = game.board, game.board.names, _tokens_of_others(game)
    middle = names[min(actions).space]

    def merit(action: Action) -> tuple[int, int, Action]:
        space = names[action.space]
        room = sum(not board.spaces[near].obstacle for near in board.neighbors[space])
        return (
            min(board.distance(space, other) for other in others or [middle]),
            min(room, ROOM),
            action,
        )

    return max(actions, key=merit)


def carry(game: Game, actions: Sequence[Action]) -> Action:
    """Give an item to the token, which loses its items last."""
    token = game.state.players[asked(game).seat].token
    return next((action for action in actions if action.target == token), actions[0])


def special(game: Game, actions: Sequence[Action]) -> Action | None:
    """Play a land or remove a harmful Aura before any spell; return None if neither is possible."""
    if (land := next((action for action in actions if action.verb == "play"), None)) is not None:
        return land
    seat = asked(game).seat
    life = game.state.players[seat].life or 0
    harmful = [
        a for a in actions if a.verb == "remove" and game.state.objects[a.object].controller != seat
    ]
    return next((a for a in harmful if a.word == "mana" or life > 8), None)
