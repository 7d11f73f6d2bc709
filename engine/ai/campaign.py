"""Campaigns: which creatures should march where together, so that land is taken soon with no more power than it needs.

A campaign is a space, the creatures sent to take (or keep) it, and the number of turns until they strike. The normal player
moves by campaigns, and judges positions by what its campaigns promise.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from engine.actions import DONE, Action
from engine.ai import table as tables
from engine.ai import thumb_map
from engine.ai.armies import battles
from engine.ai.table import Piece, Table
from engine.ai.thumb_map import seat_asked
from engine.fronts.attack import AreaAttack
from engine.fronts.land import held_areas
from engine.fronts.movement import Movement
from engine.game import Game
from engine.state import NOBODY

PATIENCE = 0.5
"""What a conquest is worth a turn later."""
HIDDEN_VALUE = 3
"""The Conquer Value that face-down land is taken to have."""


class Campaign(Struct, frozen=True):
    """Creatures on their way to take a space, or standing there to keep it."""

    space: int
    pieces: tuple[Piece, ...]
    turns: int  # until they strike; 0: at the next opportunity
    value: float  # how much the conquest is wanted, less for waiting and for being too weak


def plan(game: Game, table: Table, seat: int) -> list[Campaign]:
    """A seat's campaigns, the best first; each creature is in one at most."""
    free = {p.id: p for p in table.of(seat) if p.space >= 0 and p.power and not p.passive}
    found = _defence(game, table, seat, free)
    wanted = {space: want for space in range(len(game.state.areas)) if (want := desire(game, seat, space, table)) > 0}
    delays = _delays(game, seat)
    while free and wanted:
        best, score = None, 0.0
        for space, want in wanted.items():
            campaign = _campaign(game, table, seat, space, want, tuple(free.values()), delays)
            merit = campaign.value / (2.0 + sum(p.power for p in campaign.pieces))
            if merit > score:
                best, score = campaign, merit
        if best is None:
            break
        found.append(best)
        del wanted[best.space]
        for piece in best.pieces:
            del free[piece.id]
    return found


def desire(game: Game, seat: int, space: int, table: Table) -> float:
    """How much a seat wants to take a space: 1 for an ordinary area, 0 for what it can't or needn't take."""
    rules, state = game.rules, game.state
    area = state.areas[space]
    if area.holder == seat:
        return 0.0
    if area.stronghold == seat:
        return 8.0
    if not rules.may_produce(game, seat):
        return 0.0
    if area.stronghold == NOBODY:
        needed = rules.areas_to_win(len(state.players))
        gain = 1.0 + 0.4 * (len(held_areas(game, seat)) + 1 >= needed > 0)
        theirs = len(held_areas(game, area.holder)) if area.holder != NOBODY else 0
        return gain + (0.25 + 0.75 * (theirs + 2 >= needed > 0) if theirs else 0.0)
    owner = area.stronghold
    if state.players[owner].out or area.holder != owner or rules.stronghold is None:
        return 0.4
    weak = sum(p.power for p in table.of(owner)) < rules.stronghold.least_power + 2
    return 6.0 if weak else 1.5 + 0.5 * len(held_areas(game, owner))


def _defence(game: Game, table: Table, seat: int, free: dict[int, Piece]) -> list[Campaign]:
    """Creatures that stay in their own Stronghold because enemies near it could take it."""
    space = game.state.players[seat].stronghold
    if space < 0 or game.state.areas[space].holder != seat:
        return []
    near = game.board.distances[space]
    threat = sum(p.power for p in table.pieces if p.seat != seat and p.space >= 0 and near[p.space] <= 1 and not p.passive)
    value = game.state.areas[space].conquer_value
    home = sorted((p for p in free.values() if p.space == space), key=lambda p: (p.power, p.id))
    walls = sum(max(p.toughness, 2) for p in table.at(space, seat) if p.passive)
    staying: list[Piece] = []
    for piece in home:
        if threat - walls < value:
            break
        walls += max(piece.toughness, 2)
        staying.append(piece)
        del free[piece.id]
    return [Campaign(space, tuple(staying), 0, 0.0)] if staying else []


def _delays(game: Game, seat: int) -> tuple[int, int]:
    """Turns until a creature that stands at its goal can strike, and by how much more than its way one that marches is late."""
    turn = game.state.turn
    if turn.active != seat:
        return 0, 0
    ahead = game.rules.turn[max(turn.step, 0) :]
    march = 0 if any(isinstance(step, Movement) for step in ahead) else 1
    return (0 if any(isinstance(step, AreaAttack) for step in ahead) else 1), march


def _campaign(game: Game, table: Table, seat: int, space: int, want: float, free: Sequence[Piece], delays: tuple[int, int]) -> Campaign:
    """The quickest campaign against a space with creatures that are free."""
    area = game.state.areas[space]
    guards = table.against(space, seat)
    need = (area.conquer_value or HIDDEN_VALUE) + sum(2.0 + 0.4 * p.power for p in guards)
    row = game.board.distances[space]
    mine = game.state.turn.active == seat
    standing, march = delays

    def arrival(piece: Piece) -> int:
        distance = row[piece.space]
        if not mine or piece.ready:
            return distance + march if distance else standing
        return distance + 1  # it must wait for the next turn, to march or to strike

    power, turns = 0, 0
    chosen: list[Piece] = []
    for late, _, _, piece in sorted((arrival(p), -p.power, p.id, p) for p in free):
        chosen.append(piece)
        power += piece.power
        turns = late
        if power >= need:
            break
    value = want * PATIENCE**turns
    if power < need:
        value *= 0.5 * PATIENCE * power / need
    return Campaign(space, tuple(chosen), turns, value)


def move(game: Game, actions: Sequence[Action]) -> Action:
    """Move a creature on the way that its campaign takes; the way over land that is still face down is preferred."""
    if battles(game.rules):
        return thumb_map.move(game, actions)
    seat = seat_asked(game)
    names, areas = game.board.names, game.state.areas
    for campaign in plan(game, tables.lay(game), seat):
        row = game.board.distances[campaign.space]
        for piece in campaign.pieces:
            steps = [a for a in actions if a.object == piece.id and a.verb == "move" and row[names[a.space]] < row[piece.space]]
            if steps:
                return min(steps, key=lambda a: (areas[names[a.space]].face_up, areas[names[a.space]].holder == seat, a))
    return DONE if DONE in actions else actions[0]
