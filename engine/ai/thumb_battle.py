"""Rules of thumb where coming upon opponents means battle: which way to go, when to wait, whom to tap or heal, where magic is to work."""

from __future__ import annotations

from collections.abc import Sequence

from engine.actions import DONE, Action
from engine.ai import intent, worth
from engine.ai.armies import battles, steps_between
from engine.ai.table import Piece, Table, asked
from engine.cards.model import Static
from engine.fronts.battle import Share, room
from engine.game import Game
from engine.magic.combat import lethal
from engine.magic.state import NOBODY
from engine.magic.targets import effects_of

CAUTION = 1.0  # how much stronger than the opponents an army must be to go where they stand, at first
BOLDER = 0.04  # and how much less each round
WEAK = 1  # the power up to which a creature is better used for supply
SPARE = 2  # supply that is not spent on healing


def steps_to(game: Game, piece: Piece, target: int) -> list[int]:
    """The steps that it is for a creature from each space to a target, round whatever it can't enter; -1 where there is no way."""
    spaces = len(game.board.spaces)
    is_open = tuple([game.rules.movement.may_enter(game, piece.id, space) for space in range(spaces)])
    rows = steps_between(game.board, is_open, "flying" in piece.c.keywords)
    return [row[target] if row[target] < spaces else -1 for row in rows]


def too_risky(game: Game, table: Table, piece: Piece, space: int) -> bool:
    """Whether a creature had better not go where it would have to fight: all who could come are weaker than those who are there."""
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
    """The strongest of them."""
    return max(actions, key=lambda a: (game.chars(a.object).power if a.object else 0, a))


def share(game: Game, question: Share, actions: Sequence[Action]) -> Action:
    """Kill those that are worth most for the damage that they take; where one's own receive it, wound many rather than lose any."""
    objects, target = game.state.objects, question.among[0]
    numbers = {action.number: action for action in actions}
    rooms = {ident: room(game, ident, question.blows) for ident in question.among}
    if objects[target].controller == question.seat:
        wish = max(0, min(rooms[target] - 1, question.left))
        return numbers[min(numbers, key=lambda n: (abs(n - wish), n))]
    side = objects[question.ident].controller
    left = question.left + sum(max(0, game.chars(i).power) for i in question.rest if objects[i].controller == side)
    doomed: set[int] = set()
    for ident in sorted(rooms, key=lambda i: (-(1 + worth.creature(game.chars(i))) / max(1, rooms[i]), i)):
        if rooms[ident] <= left:
            doomed.add(ident)
            left -= rooms[ident]
    need = lethal(game, target, question.ident, question.blows)
    wish = min(need, question.left) if target in doomed else 0
    return numbers[min(numbers, key=lambda n: (abs(n - wish), n))]


def supply(game: Game, actions: Sequence[Action]) -> Action:
    """Tap those that are no fighters, while there is something to pay for."""
    player, objects = game.state.players[asked(game).seat], game.state.objects
    if sum(objects[i].printed.value for i in player.hand) <= sum(player.pool):
        return DONE
    weak = [a for a in actions if a.verb == "activate" and objects[a.object].printed.base.power <= WEAK]
    return min(weak, default=DONE)


def heal(game: Game, actions: Sequence[Action]) -> Action:
    """The best creature, while enough supply is left for something else."""
    if sum(game.state.players[asked(game).seat].pool) <= SPARE:
        return DONE
    return max(actions, key=lambda a: (worth.creature(game.chars(a.object)) if a.object else 0.0, a))


def name(game: Game, actions: Sequence[Action]) -> Action:
    """The terrain where it does the most good to one's own creatures, or harm to the others'."""
    seat, kind = asked(game).seat, _kindness(game)
    value = dict.fromkeys((action.space for action in actions), 0.0)
    for ident in game.state.battlefield:
        obj = game.state.objects[ident]
        c = game.chars(ident)
        if obj.owner != NOBODY and obj.space >= 0 and "Creature" in c.types and (where := game.space_name(obj.space)) in value:
            value[where] += worth.creature(c) * kind * (1 if obj.controller == seat else -1)
    return max(actions, key=lambda a: (value[a.space], a))


def _kindness(game: Game) -> int:
    """Whether what is being cast or put onto the battlefield is good (1) or bad (-1) for whatever it affects."""
    if not game.state.stack:
        return 1
    item = game.state.stack[-1]
    obj = game.state.objects.get(item.source)
    if item.ability is None and obj is not None:
        total = sum(intent.of_change(a.change) for a in obj.printed.base.abilities if isinstance(a, Static))
    else:
        total = sum(map(intent.of_instruction, effects_of(item)))
    return 1 if total >= 0 else -1
