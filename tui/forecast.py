"""What could happen: armies that can come to a space, and how an attack would end. Read off a View, for the player's eyes only."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from math import isqrt

from msgspec import Struct

from engine.view import ObjectView, SpaceView, View


class Presence(Struct, frozen=True):
    """Power in a space: standing there now, and in the spaces next to it, able to come."""

    here: int
    near: int


def presence(view: View, seats: Collection[int], space: SpaceView) -> Presence:
    """The power that some players' creatures have in a space, and could bring there in one move."""
    here = near = 0
    for item in view.permanents:
        if item.power is None or item.controller not in seats:
            continue
        if item.space == space.name:
            here += max(item.power, 0)
        elif item.space in space.neighbors and "defender" not in item.keywords:
            near += max(item.power, 0)
    return Presence(here, near)


def overlay(view: View, kind: str) -> dict[str, str]:
    """For each space a note such as "4+3": power there now and one move away; "reach" for one's own, "threat" for everyone else's."""
    viewer = view.seat if view.seat is not None else view.turn.active
    mine = {viewer}
    seats = mine if kind == "reach" else {player.seat for player in view.players if not player.out} - mine
    if view.is_of_squares:
        return {name: str(power) for name, power in struck(view, seats).items()}
    notes: dict[str, str] = {}
    for space in view.spaces:
        power = presence(view, seats, space)
        if power.here or power.near:
            notes[space.name] = f"{power.here}+{power.near}"
    return notes


# --- on squares ---


class Ground(Struct, frozen=True):
    """A board of squares, read once: who stands where, and how far a diagonal step is in hundredths of a straight one."""

    by_name: dict[str, SpaceView]
    at: dict[tuple[int, int], SpaceView]
    diagonal: int

    def apart(self, a: SpaceView, b: SpaceView) -> int:
        """How far two squares are apart."""
        x, y = a.x - b.x, a.y - b.y
        return max(abs(x), abs(y)) if self.diagonal == STRAIGHT else isqrt(x * x + y * y)

    def around(self, space: SpaceView, reach: int) -> list[SpaceView]:
        """The squares within a distance."""
        block = ((space.x + x, space.y + y) for x in range(-reach, reach + 1) for y in range(-reach, reach + 1))
        return [other for place in block if (other := self.at.get(place)) and self.apart(space, other) <= reach]


STRAIGHT, ASLANT = 100, 141
GO, STRIKE = "go", "strike"


def ground(view: View) -> Ground:
    """The squares of a view."""
    layout = view.rules.board.layouts.get(str(len(view.players)))
    aslant = ASLANT if getattr(layout, "distance", "king") == "straight" else STRAIGHT
    return Ground({s.name: s for s in view.spaces}, {(s.x, s.y): s for s in view.spaces}, aslant)


def reach_of(view: View, item: ObjectView, squares: Ground | None = None) -> dict[str, str]:
    """The squares that a piece could go to in what is left of this turn, or in its controller's next one, and those that it could
    then strike at."""
    squares = squares or ground(view)
    start = squares.by_name.get(item.space)
    if start is None or item.attack_range is None:
        return {}
    found = dict.fromkeys(_walk(squares, item, start, _units(view, item)), GO)
    if _is_spent(view, item):
        return found
    for name in [start.name, *found]:
        for other in squares.around(squares.by_name[name], item.attack_range):
            if other is not start:
                found.setdefault(other.name, STRIKE)
    return found


def _units(view: View, item: ObjectView) -> int:
    """How far a piece may go in what is left of this turn, or in its controller's next one."""
    return (item.movement_left if view.turn.active == item.controller else item.movement) or 0


def _is_spent(view: View, item: ObjectView) -> bool:
    """Whether a piece is tapped in its controller's turn, and so strikes at nothing before its next one."""
    return item.tapped and view.turn.active == item.controller


def _walk(squares: Ground, item: ObjectView, start: SpaceView, units: int) -> list[str]:
    """The squares that a piece could walk to and stop on."""
    longest, flies = units * STRAIGHT + STRAIGHT - 1, "flying" in item.keywords
    best = {start.name: 0}
    edge = deque([start])
    while edge:
        here = edge.popleft()
        for name in here.neighbors:
            there = squares.by_name[name]
            length = best[here.name] + (squares.diagonal if here.x != there.x and here.y != there.y else STRAIGHT)
            if length <= longest and length < best.get(name, longest + 1) and (flies or not (there.obstacle or there.creatures)):
                best[name] = length
                edge.append(there)
    return [name for name in best if name != start.name and not (squares.by_name[name].obstacle or squares.by_name[name].creatures)]


def struck(view: View, seats: Collection[int]) -> dict[str, int]:
    """For each square, the power of those of some players' pieces that could strike there."""
    squares = ground(view)
    total: dict[str, int] = {}
    for item in view.permanents:
        if item.controller in seats and item.power and item.power > 0 and not _is_spent(view, item):
            for name in reach_of(view, item, squares):
                total[name] = total.get(name, 0) + item.power
    return total


def strikers(view: View, target: SpaceView, squares: Ground) -> dict[int, int]:
    """For each seat whose pieces could strike at a square, their power: one square of what `struck` tells of all."""
    total: dict[int, int] = {}
    for item in view.permanents:
        if item.controller >= 0 and item.power and item.power > 0 and _could_strike(view, item, target, squares):
            total[item.controller] = total.get(item.controller, 0) + item.power
    return total


def _could_strike(view: View, item: ObjectView, target: SpaceView, squares: Ground) -> bool:
    start, reach = squares.by_name.get(item.space), item.attack_range
    if start is None or start is target or reach is None or _is_spent(view, item):
        return False
    away, units = squares.apart(start, target), _units(view, item)
    if away <= reach or away > units + reach + 1:  # one more, for distances are rounded down
        return away <= reach
    return any(squares.apart(squares.by_name[name], target) <= reach for name in _walk(squares, item, start, units))


class Attack(Struct, frozen=True):
    """An attack in progress: power that would reach the land, what is needed, how many could still block."""

    space: str
    power: int
    need: int
    blockers: int

    @property
    def verdict(self) -> str:
        """In a few words whether that is enough."""
        reach = "enough" if self.power >= self.need else f"{self.need - self.power} short"
        return reach + (f", {self.blockers} could block" if self.blockers else "")


def attack(view: View) -> Attack | None:
    """How the attack in progress stands; none when nobody attacks, or nothing can be conquered there."""
    combat = view.combat
    space = next((s for s in view.spaces if combat and s.name == combat.space), None)
    if combat is None or space is None or not combat.attackers or not space.conquer_value:
        return None
    on_map = {item.id: item for item in view.permanents}
    through = [
        on_map[ident].power or 0 for ident, aim, _, blocked in combat.attackers if ident in on_map and aim == space.land and not blocked
    ]
    settled = any(blocked for *_, blocked in combat.attackers)
    blockers = 0 if settled else sum(_could_block(item, combat.seat, space.name) for item in view.permanents)
    return Attack(space.name, sum(max(power, 0) for power in through), space.conquer_value, blockers)


def _could_block(item: ObjectView, attacker: int, space: str) -> bool:
    return item.power is not None and item.space == space and item.controller != attacker and not item.tapped and not item.blocking
