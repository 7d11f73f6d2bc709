"""Rules of thumb for areas: movement, attacks, blocks, damage assignment and battles."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engine.actions import DONE, Action
from engine.ai import card_values
from engine.ai.battle_estimate import NO_WAY, battles, steps_between
from engine.ai.table import Piece, PieceTable, asked, can_block, lay, outcome, through
from engine.board import Board
from engine.cards.model import Static
from engine.fronts.areas.battle import ShareDamage, room
from engine.fronts.common.land import held_areas
from engine.game import Game
from engine.magic.abilities.targets import effects_of
from engine.magic.core.position import NOBODY, Combat
from engine.magic.turn.combat import Divide, lethal, the_combat

WORST = 1000.0
NEAR = 2  # distance a flyer goes back to carry a creature
STRONGER = 1.5  # multiple of the blockers' power and toughness that makes an army clearly stronger
RESTLESS = 15  # round from which attacks get bolder each round, so that no game stalls
# strength ratio an army needs to enter an occupied space, in round 0
CAUTION = 1.0
BOLDER = 0.04  # decrease of CAUTION each round
WEAK = 1  # power up to which a creature is tapped for supply
SPARE = 2  # supply that is not spent on healing


def wanted(game: Game, seat: int, space: int) -> float:
    """Return how much a player wants to take a space; 0 if not worth taking."""
    area = game.state.areas[space]
    if area.holder == seat:
        return 0.0
    if area.stronghold == seat:
        return 9.0
    if not game.rules.may_produce(game, seat):
        return 0.0
    if area.stronghold != NOBODY:
        return (
            2.0 if game.state.players[area.stronghold].out is False or area.conquer_value else 0.0
        )
    if not game.rules.areas_to_win(len(game.state.players)):
        return 0.0
    return 2.5 - 0.1 * (area.conquer_value or 3) + (0.5 if area.holder != NOBODY else 0.0)


def own_side_first(game: Game, seat: int) -> tuple[int, ...]:
    """Return all spaces, those closer to a player's own Stronghold than to opponents' first.

    Otherwise the numbering of spaces would favor one side of the map.
    """
    players = game.state.players
    return _from_home(
        game.board, players[seat].stronghold, tuple(p.stronghold for p in players if p.seat != seat)
    )


@lru_cache(64)
def _from_home(board: Board, home: int, others: tuple[int, ...]) -> tuple[int, ...]:
    spaces = range(len(board.spaces))
    if home < 0:
        return tuple(spaces)
    mine, theirs = (
        board.distances_from(home),
        [board.distances_from(other) for other in others if other >= 0],
    )
    return tuple(
        sorted(
            spaces, key=lambda space: mine[space] - min([row[space] for row in theirs], default=0)
        )
    )


# --- movement ---


def move(game: Game, actions: Sequence[Action]) -> Action:
    """Send creatures not needed where they stand toward areas worth taking."""
    seat = asked(game).seat
    table = lay(game)
    if carried := ferry(game, table, actions):
        return carried
    movable = {action.object for action in actions if action.verb == "move"}
    for piece in sorted(table.of(seat), key=lambda p: (-p.power, p.id)):
        if piece.id not in movable or needed_here(game, table, piece):
            continue
        target = _fetching(game, table, piece)
        target = _destination(game, table, piece) if target < 0 else target
        steps = [
            action for action in actions if action.object == piece.id and action.verb == "move"
        ]
        row: Sequence[int] = steps_to(game, piece, target) if target >= 0 else ()
        if row and row[piece.space] < 0:  # straight-line distance if no path exists
            row = game.board.distances_from(target)
        nearer = (
            [
                action
                for action in steps
                if 0 <= row[game.board.names[action.space]] < row[piece.space]
            ]
            if row
            else []
        )
        for action in sorted(
            nearer, key=lambda action: (row[game.board.names[action.space]], action.space)
        ):
            if not too_risky(game, table, piece, game.board.names[action.space]):
                return action
    return DONE if DONE in actions else actions[0]


def ferry(game: Game, table: PieceTable, actions: Sequence[Action]) -> Action | None:
    """Return an action that carries a creature without a path one step closer to its goal.

    Return None if no carrying helps.
    """
    pieces = {piece.id: piece for piece in table.pieces}
    found: list[tuple[float, Action]] = []
    for action in actions:
        passenger = pieces.get(action.target) if action.verb == "carry" else None
        if passenger is None or needed_here(game, table, passenger):
            continue
        target, space = _destination(game, table, passenger), game.board.names[action.space]
        if (
            target < 0
            or steps_to(game, passenger, target)[passenger.space] >= 0
            or too_risky(game, table, passenger, space)
        ):
            continue
        row = game.board.distances_from(target)
        if row[space] < row[passenger.space]:
            found.append((passenger.worth - pieces[action.object].worth, action))
    return max(found)[1] if found else None


def _fetching(game: Game, table: PieceTable, piece: Piece) -> int:
    """Return the nearby space where creatures wait for a flyer, or -1 if there is none.

    At least two creatures must wait. A flyer that can reach an unguarded goal by itself fetches
    no creature.
    """
    if "flying" not in piece.c.keywords:
        return -1
    goal = _destination(game, table, piece)
    if (
        goal >= 0
        and not table.against(goal, piece.seat)
        and steps_to(game, piece, goal)[piece.space] >= 0
    ):
        return -1
    waiting: dict[int, int] = {}
    for other in table.of(piece.seat):
        near = (
            other.space >= 0
            and game.board.distance(piece.space, other.space) <= NEAR
            and not other.passive
        )
        if (
            near
            and "flying" not in other.c.keywords
            and (target := _destination(game, table, other)) >= 0
        ):
            stuck = steps_to(game, other, target)[other.space] < 0
            waiting[other.space] = waiting.get(other.space, 0) + stuck
    best = max(waiting, key=lambda space: (waiting[space], -space), default=-1)
    return best if best >= 0 and waiting[best] > 1 else -1


def needed_here(game: Game, table: PieceTable, piece: Piece) -> bool:
    """Return whether a creature should stay, to take the area or guard a Stronghold."""
    if piece.passive or not piece.power:
        return True
    seat, space = piece.seat, piece.space
    others = [p for p in table.at(space, seat) if p.id != piece.id]
    area = game.state.areas[space]
    enemies = sum(
        p.power
        for p in table.pieces
        if p.seat != seat and p.space >= 0 and game.board.distance(space, p.space) <= 1
    )
    if area.stronghold == seat and area.holder == seat:
        guards = [p for p in others if not p.tapped]
        return enemies >= area.conquer_value - 1 and sum(p.toughness for p in guards) < enemies
    if not wanted(game, seat, space):
        return False
    against = sum(p.power + 1 for p in table.against(space, seat))
    # only creatures that can still attack take the area
    strikers = (p for p in others if p.ready or not (p.passive or area.conquer_value))
    return sum(p.power for p in strikers) < max(area.conquer_value, 1) + against


def _destination(game: Game, table: PieceTable, piece: Piece) -> int:
    best, chosen = 0.0, -1
    for space in own_side_first(game, piece.seat):
        want = wanted(game, piece.seat, space)
        if not want or space == piece.space:
            continue
        mine = sum(p.power for p in table.at(space, piece.seat))
        need = (game.state.areas[space].conquer_value or 3) + sum(
            p.power for p in table.against(space, piece.seat)
        )
        if mine >= need + 1:
            want *= 0.2
        elif need > mine + piece.power + 4:
            want *= 0.6
        score = want / (1 + game.board.distance(piece.space, space))
        if score > best:
            best, chosen = score, space
    return chosen


# --- attacking ---


def attack_area(game: Game, actions: Sequence[Action], *, bold: bool = False) -> Action:
    """Attack the first area where an attack is promising."""
    seat = asked(game).seat
    table = lay(game)
    areas = (action for action in actions if action.verb == "attack")
    idle = DONE if DONE in actions else actions[0]
    return next(
        (
            action
            for action in areas
            if promising(game, table, seat, game.board.names[action.space], bold=bold)
        ),
        idle,
    )


def attackers(game: Game, actions: Sequence[Action], *, bold: bool = False) -> Action:
    """Declare the next creature that should attack here, then finish."""
    combat = the_combat(game)
    left = {
        action.object: action
        for action in actions
        if action.verb == "attacker" and not action.target
    }
    for attacker in combat.attackers:
        left.pop(attacker.id, None)
    wished = promising(game, lay(game), combat.seat, combat.space, bold=bold)
    return next(
        (left[ident] for ident in wished if ident in left), DONE if DONE in actions else actions[0]
    )


def promising(
    game: Game, table: PieceTable, seat: int, space: int, *, bold: bool = False
) -> list[int]:
    """Return the ids of creatures that should attack a space.

    They are as many as take it, or those that need not fear the blockers. If clearly stronger
    than the blockers, all attack: `bold` players from the first round, others late in the game.
    """
    area = game.state.areas[space]
    ready = sorted(
        (p for p in table.at(space, seat) if p.ready and p.power), key=lambda p: (-p.power, p.id)
    )
    if not ready or not game.rules.may_take(game, seat, space):
        return []
    blockers = [p for p in table.against(space, seat) if not p.tapped]
    for number in range(1, len(ready) + 1):
        if through(game, ready[:number], blockers) >= area.conquer_value:
            return [p.id for p in ready[:number]]
    if sum(p.power for p in ready) < area.conquer_value:
        return []
    late, total = game.round - RESTLESS, sum(p.power + p.toughness for p in ready)
    if (late >= 0 or bold) and total >= (STRONGER - 0.1 * max(late, 0)) * sum(
        p.power + p.toughness for p in blockers
    ):
        return [p.id for p in ready]
    fearless = [p for p in ready if not any(_fears(game, p, blocker) for blocker in blockers)]
    return [p.id for p in fearless] if sum(p.power for p in fearless) >= area.conquer_value else []


def _fears(game: Game, attacker: Piece, blocker: Piece) -> bool:
    if not can_block(game, blocker, attacker):
        return False
    dies, slain = outcome(attacker, blocker)
    return dies and not (slain and blocker.worth >= 0.9 * attacker.worth)


# --- blocking ---


def block(game: Game, actions: Sequence[Action]) -> Action:
    """Return the best remaining block, or finish if none is worth making."""
    combat = the_combat(game)
    pieces = {piece.id: piece for piece in lay(game).pieces}
    open_blocks = [action for action in actions if action.verb == "block"]
    scores = {
        action: _block_score(game, combat, pieces, action, open_blocks) for action in open_blocks
    }
    least, idle = (0.1, DONE) if DONE in actions else (-WORST, actions[0])
    return max(
        (action for action in open_blocks if scores[action] > least),
        key=scores.__getitem__,
        default=idle,
    )


def _block_score(
    game: Game,
    combat: Combat,
    pieces: dict[int, Piece],
    action: Action,
    open_blocks: Sequence[Action],
) -> float:
    """Return the gain of a block: attacker killed, blocker kept, area saved."""
    attacker, blocker = pieces[action.target], pieces[action.object]
    record = next(a for a in combat.attackers if a.id == attacker.id)
    if (
        "menace" in attacker.c.keywords
        and not record.blockers
        and len({a.object for a in open_blocks if a.target == attacker.id}) < 2
    ):
        return -1.0
    if "menace" in attacker.c.keywords and len(record.blockers) == 1:
        return 50.0
    dies, slain = outcome(attacker, blocker)
    if record.blockers:
        joined = sum(pieces[b].power for b in record.blockers)
        if joined >= attacker.toughness or joined + blocker.power < attacker.toughness:
            return -1.0
        return attacker.worth - (0.7 * blocker.worth if slain else 0.0)
    gain = (attacker.worth if dies else 0.0) - (blocker.worth if slain else 0.0)
    return gain + _land_saved(game, combat, pieces, attacker, open_blocks)


def _land_saved(
    game: Game,
    combat: Combat,
    pieces: dict[int, Piece],
    attacker: Piece,
    open_blocks: Sequence[Action],
) -> float:
    stake = stake_of(game, asked(game).seat, combat.seat, combat.space)
    if not stake:
        return 0.0
    value = game.state.areas[combat.space].conquer_value
    coming = sum(pieces[a.id].power for a in combat.attackers if not a.blockers)
    if coming < value:
        return 0.0
    blockable = sorted(
        {action.target for action in open_blocks}, key=lambda ident: -pieces[ident].power
    )
    several = len({action.object for action in open_blocks})
    least = coming - sum(pieces[ident].power for ident in blockable[:several] if ident in pieces)
    if least >= value:
        return 0.0
    return stake if coming - attacker.power < value else stake * attacker.power / coming


def stake_of(game: Game, seat: int, attacker: int, space: int) -> float:
    """Return a player's loss if `attacker` takes a space."""
    if not game.rules.may_take(game, attacker, space):
        return 0.0
    area = game.state.areas[space]
    if area.stronghold == seat:
        return 25.0
    needed = game.rules.areas_to_win(len(game.state.players))
    if area.stronghold == NOBODY and len(held_areas(game, attacker)) + 1 >= needed > 0:
        return 100.0
    return 4.0 if area.holder == seat else 2.0


def assign_damage(game: Game, actions: Sequence[Action]) -> Action:
    """Assign lethal damage to one creature after another.

    The rest goes past the blockers, or to the last one.
    """
    question = game.question
    if isinstance(question, ShareDamage):
        return share(game, question, actions)
    if not isinstance(question, Divide):
        return actions[len(actions) // 2]
    need = lethal(game, question.among[0], question.ident, question.assign.blows)
    if len(question.among) == 1 and not question.past:
        need = max(action.number for action in actions)
    return nearest(actions, need if need <= question.left else 0)


# --- variants in which entering an occupied space means battle ---


def steps_to(game: Game, piece: Piece, target: int) -> list[int]:
    """Return the distance from each space to a target for a creature; -1 where no path exists."""
    is_open = tuple(
        [
            game.rules.movement.may_enter(game, piece.id, space)
            for space in range(len(game.board.spaces))
        ]
    )
    rows = steps_between(game.board, is_open, "flying" in piece.c.keywords)
    return [row[target] if row[target] < NO_WAY else -1 for row in rows]


def too_risky(game: Game, table: PieceTable, piece: Piece, space: int) -> bool:
    """Return whether a creature would enter a fight that its side is too weak to win."""
    if battles(game.rules) is None:
        return False
    theirs = table.against(space, piece.seat)
    if not theirs:
        return False
    row = game.board.distances_from(space)
    ours = [p for p in table.of(piece.seat) if p.space >= 0 and row[p.space] <= 1]
    return _strength(ours) < _strength(theirs) * max(0.3, CAUTION - BOLDER * game.round)


def _strength(pieces: Sequence[Piece]) -> float:
    return float(sum(p.power for p in pieces) * sum(p.toughness for p in pieces))


def tap_attacker(game: Game, actions: Sequence[Action]) -> Action:
    """Tap the strongest attacker."""
    return max(actions, key=lambda a: (game.characteristics(a.object).power if a.object else 0, a))


def share(game: Game, question: ShareDamage, actions: Sequence[Action]) -> Action:
    """Assign damage to kill the most valuable creatures; spread damage to the player's own."""
    objects, target = game.state.objects, question.among[0]
    rooms = {ident: room(game, ident, question.assign.blows) for ident in question.among}
    if objects[target].controller == question.seat:
        return nearest(actions, max(0, min(rooms[target] - 1, question.left)))
    side = objects[question.ident].controller
    left = question.left + sum(
        max(0, game.characteristics(i).power)
        for i in question.assign.left[1:]
        if objects[i].controller == side
    )
    doomed: set[int] = set()
    for ident in sorted(
        rooms,
        key=lambda i: (-(1 + card_values.creature(game.characteristics(i))) / max(1, rooms[i]), i),
    ):
        if rooms[ident] <= left:
            doomed.add(ident)
            left -= rooms[ident]
    need = lethal(game, target, question.ident, question.assign.blows)
    return nearest(actions, min(need, question.left) if target in doomed else 0)


def nearest(actions: Sequence[Action], wish: int) -> Action:
    """Return the action whose number is closest to `wish`."""
    return min(actions, key=lambda action: (abs(action.number - wish), action.number))


def supply(game: Game, actions: Sequence[Action]) -> Action:
    """Tap weak creatures for supply while there are cards to pay for."""
    player, objects = game.state.players[asked(game).seat], game.state.objects
    if sum(objects[i].printed.value for i in player.hand) <= sum(player.pool):
        return DONE
    weak = [
        a for a in actions if a.verb == "activate" and objects[a.object].printed.base.power <= WEAK
    ]
    return min(weak, default=DONE)


def heal(game: Game, actions: Sequence[Action]) -> Action:
    """Heal the best creature while enough supply is left."""
    if sum(game.state.players[asked(game).seat].pool) <= SPARE:
        return DONE
    return max(
        actions,
        key=lambda a: (
            card_values.creature(game.characteristics(a.object)) if a.object else 0.0,
            a,
        ),
    )


def name(game: Game, actions: Sequence[Action]) -> Action:
    """Name the terrain that helps the player's own creatures, or hurts opponents', the most."""
    seat, kind = asked(game).seat, _kindness(game)
    value = dict.fromkeys((action.space for action in actions), 0.0)
    for ident in game.state.battlefield:
        obj = game.state.objects[ident]
        c = game.characteristics(ident)
        if (
            obj.owner != NOBODY
            and obj.space >= 0
            and "Creature" in c.types
            and (where := game.space_name(obj.space)) in value
        ):
            value[where] += card_values.creature(c) * kind * (1 if obj.controller == seat else -1)
    return max(actions, key=lambda a: (value[a.space], a))


def _kindness(game: Game) -> int:
    """Return 1 if the spell or ability on top of the stack is good for its objects, -1 if bad."""
    if not game.state.stack:
        return 1
    item = game.state.stack[-1]
    obj = game.state.objects.get(item.source)
    if item.ability is None and obj is not None:
        total = sum(
            card_values.of_change(a.change)
            for a in obj.printed.base.abilities
            if isinstance(a, Static)
        )
    else:
        total = sum(map(card_values.of_instruction, effects_of(item)))
    return 1 if total >= 0 else -1
