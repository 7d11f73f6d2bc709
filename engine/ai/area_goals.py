"""Campaigns: groups of creatures that march together to take an area.

A campaign is a space, the creatures sent to take (or keep) it, and the number of turns until they
strike; it gets no more power than it needs, so that areas fall soon. The normal player moves by
campaigns and judges positions by the value of campaigns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from operator import attrgetter, itemgetter

from msgspec import Struct

from engine.actions import DONE, Action
from engine.ai.battle_estimate import battles
from engine.ai.heuristics import areas as area_heuristics
from engine.ai.table import Piece, PieceTable, asked, lay
from engine.fronts.areas.attack import AreaAttack
from engine.fronts.common.land import area_holders
from engine.fronts.common.movement import MovementStep
from engine.game import Game
from engine.magic.core.position import NOBODY

PATIENCE = 0.5  # factor on a conquest's value for each turn of delay
HIDDEN_VALUE = 3  # the Conquer Value assumed for a face-down area


class Campaign(Struct, frozen=True):
    """Creatures on their way to take a space, or staying to keep it."""

    space: int
    pieces: tuple[Piece, ...]
    turns: int  # turns until the creatures strike; 0: at the next opportunity
    value: float  # the value of the conquest, less for delay and for too little power
    merit: float = 0.0  # `value`, less for the power tied down


class AreaGoal(Struct, frozen=True):
    """A space that a seat wants to take, and the creatures available for it."""

    space: int
    want: float
    need: float  # enough power to take the space
    # (turns until the creature can strike, creature), soonest and strongest first
    arrivals: tuple[tuple[int, Piece], ...]

    def campaign(self, free: Container[int]) -> Campaign:
        """Return the quickest campaign that uses only the `free` creatures (ids)."""
        power, turns = 0, 0
        chosen: list[Piece] = []
        for late, piece in self.arrivals:
            if piece.id not in free:
                continue
            chosen.append(piece)
            power += piece.power
            turns = late
            if power >= self.need:
                break
        value = self.want * PATIENCE**turns
        if power < self.need:
            value *= 0.5 * PATIENCE * power / self.need
        return Campaign(self.space, tuple(chosen), turns, value, value / (2.0 + power))


def plan(game: Game, table: PieceTable, seat: int) -> list[Campaign]:
    """Return a seat's campaigns, best first; each creature is in at most one."""
    free = {p.id: p for p in table.of(seat) if p.space >= 0 and p.power and not p.passive}
    found = _defence(game, table, seat, free)
    goals = {goal.space: goal for goal in _goals(game, table, seat, free.values())} if free else {}
    campaigns = {space: goal.campaign(free) for space, goal in goals.items()}
    while free and campaigns:
        best = max(campaigns.values(), key=attrgetter("merit"))
        if best.merit <= 0:
            break
        found.append(best)
        del campaigns[best.space]
        for piece in best.pieces:
            del free[piece.id]
        for space, campaign in campaigns.items():
            # plan again without the creatures just taken
            if any(piece.id not in free for piece in campaign.pieces):
                campaigns[space] = goals[space].campaign(free)
    return found


def _goals(game: Game, table: PieceTable, seat: int, free: Iterable[Piece]) -> Iterator[AreaGoal]:
    held = Counter(area_holders(game))
    strongest_first = sorted(free, key=lambda p: (-p.power, p.id))
    standing, march = _delays(game, seat)
    mine = game.state.turn.active == seat
    for space in area_heuristics.own_side_first(game, seat):
        area = game.state.areas[space]
        want = desire(game, seat, space, table, held)
        if want <= 0:
            continue
        need = (area.conquer_value or HIDDEN_VALUE) + sum(
            [2.0 + 0.4 * p.power for p in table.against(space, seat)], 0.0
        )
        row = game.board.distances_from(space)
        arrivals: list[tuple[int, Piece]] = []
        for p in strongest_first:
            if mine and not p.ready:  # marches or strikes next turn
                turns = row[p.space] + 1
            elif p.space == space:
                turns = standing
            else:
                turns = row[p.space] + march
            arrivals.append((turns, p))
        yield AreaGoal(space, want, need, tuple(sorted(arrivals, key=itemgetter(0))))


def desire(game: Game, seat: int, space: int, table: PieceTable, held: Mapping[int, int]) -> float:
    """Return how much a seat wants a space: 1 for an ordinary area, 0 if not worth taking.

    `held` counts areas by holder.
    """
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
        gain = 1.0 + 0.4 * (held.get(seat, 0) + 1 >= needed > 0)
        theirs = held.get(area.holder, 0) if area.holder != NOBODY else 0
        return gain + (0.25 + 0.75 * (theirs + 2 >= needed > 0) if theirs else 0.0)
    owner = area.stronghold
    if state.players[owner].out or area.holder != owner or rules.stronghold is None:
        return 0.4
    weak = sum(p.power for p in table.of(owner)) < rules.stronghold.least_power + 2
    return 6.0 if weak else 1.5 + 0.5 * held.get(owner, 0)


def _defence(game: Game, table: PieceTable, seat: int, free: dict[int, Piece]) -> list[Campaign]:
    """Return the campaign of creatures that must guard their own Stronghold.

    These creatures are removed from `free`.
    """
    space = game.state.players[seat].stronghold
    if space < 0 or game.state.areas[space].holder != seat:
        return []
    near = game.board.distances_from(space)
    threat = sum(
        p.power
        for p in table.pieces
        if p.seat != seat and p.space >= 0 and near[p.space] <= 1 and not p.passive
    )
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
    """Return turns until a creature at its goal can strike, and extra turns of a march."""
    turn = game.state.turn
    if turn.active != seat:
        return 0, 0
    ahead = game.rules.turn[max(turn.step, 0) :]
    march = 0 if any(isinstance(step, MovementStep) for step in ahead) else 1
    return (0 if any(isinstance(step, AreaAttack) for step in ahead) else 1), march


def move(game: Game, actions: Sequence[Action]) -> Action:
    """Move a creature along its campaign's route, preferably over face-down areas."""
    if battles(game.rules):
        return area_heuristics.move(game, actions)
    seat = asked(game).seat
    names, areas = game.board.names, game.state.areas
    for campaign in plan(game, lay(game), seat):
        row = game.board.distances_from(campaign.space)
        for piece in campaign.pieces:
            steps = [
                a
                for a in actions
                if a.object == piece.id
                and a.verb == "move"
                and row[names[a.space]] < row[piece.space]
            ]
            if steps:
                return min(
                    steps,
                    key=lambda a: (
                        areas[names[a.space]].face_up,
                        areas[names[a.space]].holder == seat,
                        a,
                    ),
                )
    return DONE if DONE in actions else actions[0]
