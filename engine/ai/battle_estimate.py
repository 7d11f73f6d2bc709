"""Estimates for armies: results of battles, possible strikes, and marches on Strongholds.

For variants in which creatures that enter a space fight everything there. Nothing is played out:
armies are weighed by power and toughness on the terrain where they meet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from msgspec import Struct

from engine.ai import card_values
from engine.ai.table import Piece, PieceTable
from engine.base.records import replace
from engine.board import Board
from engine.cards.characteristics import Characteristics
from engine.fronts.areas.battle import Battles
from engine.fronts.common.land import land_types, special_owner
from engine.fronts.common.movement import MovementStep
from engine.game import Game
from engine.magic.core.position import NOBODY, GameObject
from engine.variant.ruleset import Ruleset

UNHURT = 99  # the toughness of an indestructible creature
# the distance to an unreachable space: longer than any march on any map
NO_WAY = 1_000_000
# base value of a creature, and the factor on its `card_values` value
HEAD, WORTH = 2.0, 0.6
# value of a Stronghold that could be taken, and of one that would win the game
STAKE, GAME = 80.0, 400.0
PROMISE = 220.0  # value of being able to take a Stronghold soon
OWN = 1.5  # factor on PROMISE for the seat's own lost Stronghold
# factor on PROMISE for a Stronghold that its owner has lost already, unless it is the last one left
# to take: taking it hurts nobody
SPOIL = 0.5
LATE = 0.8  # factor on PROMISE for each turn of the march
REINFORCED = 2.5  # power and toughness that a defender is likely to add each turn at home
PATIENCE, BOLDER, BOLDEST = 20, 0.05, 1.5
"""Turns before anyone is bold, boldness gained for every two turns after that, and its maximum."""
HORIZON = 8  # turns that a march is planned ahead


def battles(rules: Ruleset) -> Battles | None:
    """Return the step in which whole spaces fight, or None if the variant has no such step."""
    return next((step for step in rules.turn if isinstance(step, Battles)), None)


def late(game: Game) -> int:
    """Return how late the game is, in pairs of turns past PATIENCE.

    Turns and not rounds are counted: the more players, the fewer rounds each may wait.
    """
    return max(0, (game.state.turn.number - PATIENCE + 1) // 2)


class Unit(Struct, frozen=True, gc=False):
    """A creature as part of an army."""

    id: int
    seat: int
    space: int
    power: int  # without terrain bonuses
    toughness: int
    value: float
    tapped: bool
    first: bool
    bands: bool
    keywords: frozenset[str]
    land: tuple[tuple[int, int], ...]  # (power, toughness) bonus on each space
    steps: tuple[tuple[int, ...], ...]  # distance from each space to each other
    free: bool  # can still move this turn


@lru_cache(256)
def steps_between(
    board: Board, is_open: tuple[bool, ...], flies: bool
) -> tuple[tuple[int, ...], ...]:
    """Return distances between all spaces over those in `is_open`; NO_WAY without a path."""
    far = len(is_open)
    rows = [board.steps_from(start, is_open, diagonally=flies) for start in range(far)]
    return tuple([tuple([steps if steps < far else NO_WAY for steps in row]) for row in rows])


class Country(Struct, frozen=True):
    """Terrain caches by keywords and colors, filled on demand."""

    open: dict[frozenset[str], tuple[bool, ...]]
    bonus: dict[tuple[int, frozenset[str]], tuple[tuple[int, int], ...]]
    reach: dict[tuple[frozenset[str], int], frozenset[int]]


@lru_cache(64)
def _country(
    _board: Board,
    _land: tuple[frozenset[str], ...],
    _owners: tuple[int, ...],
    _holders: tuple[int, ...],
) -> Country:
    return Country({}, {}, {})


class BattleEstimate:
    """The armies of a position as one seat sees them; the later the game, the bolder the seat."""

    def __init__(self, game: Game, table: PieceTable, seat: int = NOBODY) -> None:
        self.game = game
        self.rules = game.rules
        spaces = range(len(game.board.spaces))
        self.owners = tuple(special_owner(game, space) for space in spaces)
        self.holders = tuple(area.holder for area in game.state.areas)
        land = tuple(land_types(game, space) for space in spaces)
        self.country = _country(game.board, land, self.owners, self.holders)
        self.tiring = tuple(game.rules.movement.tires(game, space) for space in spaces)
        self.living = game.living()
        self.known_stakes: dict[int, dict[int, float]] = {}
        step = battles(game.rules)
        self.gate = step is not None and step.owner_taps
        self.units = [self._unit(piece) for piece in table.pieces if piece.space >= 0]
        self.seat = seat
        self.boldness = 1.0 + min(BOLDER * late(game), BOLDEST)

    def _unit(self, piece: Piece) -> Unit:
        power, toughness = self._land(self.game.state.objects[piece.id], piece.c)[piece.space]
        return self._as_unit(
            piece.id,
            piece.c,
            piece.space,
            piece.c.power - power,
            piece.toughness - toughness,
            piece.worth,
        )

    def recruit(self, ident: int, space: int) -> Unit:
        """Return a creature card as the unit that it becomes in `space` once cast."""
        c = self.game.state.objects[ident].printed.base
        return self._as_unit(ident, c, space, c.power, c.toughness, card_values.creature(c))

    def _as_unit(
        self, ident: int, c: Characteristics, space: int, power: int, toughness: int, value: float
    ) -> Unit:
        """Return a creature's unit; `power` and `toughness` exclude terrain but include damage."""
        game, board = self.game, self.game.board
        obj, moves = game.state.objects[ident], game.rules.movement
        open_spaces = self.country.open.get(c.keywords)
        if open_spaces is None:
            open_spaces = self.country.open[c.keywords] = tuple(
                moves.may_enter(game, ident, s) for s in range(len(board.spaces))
            )
        return Unit(
            ident, obj.controller, space, power,
            UNHURT if "indestructible" in c.keywords else toughness, HEAD + WORTH * value,
            obj.tapped,
            bool(c.keywords & {"first strike", "double strike"}), "banding" in c.keywords,
            c.keywords, self._land(obj, c),
            steps_between(board, open_spaces, "flying" in c.keywords),
            obj.on_map.moved != game.state.turn.number and "cant-move" not in c.restrict,
        )  # fmt: skip

    def _land(self, obj: GameObject, c: Characteristics) -> tuple[tuple[int, int], ...]:
        game, key = self.game, (obj.controller, c.colors)
        found = self.country.bonus.get(key)
        if found is None:
            spaces = range(len(game.board.spaces))
            found = self.country.bonus[key] = tuple(
                game.rules.terrain_bonus(game, replace(obj, space=space), c) for space in spaces
            )
        return found

    def reach(self, unit: Unit) -> frozenset[int]:
        """Return the spaces that a unit could reach in one turn of its own."""
        key = (unit.keywords, unit.space)
        found = self.country.reach.get(key)
        if found is None:
            found = self.country.reach[key] = self.rules.movement.within_turn(
                self.game, unit.id, unit.space
            )
        return found

    def clash(
        self, attackers: Sequence[Unit], defenders: Sequence[Unit], space: int, now: bool
    ) -> tuple[list[Unit], list[Unit]]:
        """Return the attackers and defenders that survive a battle in `space`.

        Attackers standing elsewhere are taken to have just moved in. If `now`, tapped
        attackers are still tapped.
        """
        tired = self.tiring[space]
        strong = [
            u for u in attackers if not (now and u.tapped) and not (tired and u.space != space)
        ]
        if (
            self.gate
            and self.owners[space] != NOBODY
            and strong
            and any(u.seat == self.owners[space] for u in defenders)
        ):
            # the Stronghold's owner taps one attacker
            strong.remove(max(strong, key=lambda u: (u.power + u.land[space][0], u.id)))
        awake = [u for u in defenders if not u.tapped]
        ours, theirs = list(attackers), list(defenders)
        for first in (True, False):
            hits = sum(
                max(0, u.power + u.land[space][0]) for u in strong if u.first is first and u in ours
            )
            blows = sum(
                max(0, u.power + u.land[space][0])
                for u in awake
                if u.first is first and u in theirs
            )
            theirs, ours = _fallen(theirs, hits, space), _fallen(ours, blows, space)
        return ours, theirs

    def gain(
        self, seat: int, attackers: Sequence[Unit], defenders: Sequence[Unit], space: int
    ) -> float:
        """Return the value for a seat of striking at a space."""
        now = seat == self.game.state.turn.active
        ours, theirs = (
            self.clash(attackers, defenders, space, now) if defenders else (list(attackers), [])
        )
        killed = sum([u.value for u in defenders], 0.0) - sum([u.value for u in theirs], 0.0)
        lost = sum([u.value for u in attackers], 0.0) - sum([u.value for u in ours], 0.0)
        boldness = self.boldness if seat == self.seat else 1.0
        total = killed * boldness - lost / boldness
        return total + self.stake(seat, space) if ours and not theirs else total

    def stake(self, seat: int, space: int) -> float:
        """Return the gain for a seat from being alone in a space at the end of a turn."""
        return self.stakes(seat).get(space, 0.0)

    def stakes(self, seat: int) -> dict[int, float]:
        """Return the spaces a seat could take by being alone there, each with the gain."""
        found = self.known_stakes.get(seat)
        if found is None:
            rules = self.rules.stronghold
            open_to_all = rules is not None and rules.by_presence
            aims = [
                space
                for space, owner in enumerate(self.owners)
                if open_to_all and owner != NOBODY and self.holders[space] != seat
            ]
            found = self.known_stakes[seat] = dict.fromkeys(aims, GAME if len(aims) == 1 else STAKE)
        return found

    def strikes(self, seat: int, units: Sequence[Unit], *, only_free: bool = False) -> float:
        """Return the value a seat could gain by moving now, each creature striking at one place."""
        mine = [
            (u, self.reach(u)) for u in units if u.seat == seat and not (only_free and not u.free)
        ]
        there: dict[int, list[Unit]] = {}
        for unit in units:
            if unit.seat != seat:
                there.setdefault(unit.space, []).append(unit)
        aims = set(there) | set(self.stakes(seat))
        total = 0.0
        while mine and aims:
            forces = ((aim, [unit for unit, reach in mine if aim in reach]) for aim in aims)
            gains = {
                aim: self.gain(seat, force, there.get(aim, ()), aim)
                for aim, force in forces
                if force
            }
            best = max(gains, key=gains.__getitem__, default=NOBODY)
            if best == NOBODY or gains[best] <= 0:
                break
            total += gains[best]
            aims.discard(best)
            mine = [entry for entry in mine if best not in entry[1]]
        return total

    def promise(self, seat: int, units: Sequence[Unit]) -> float:
        """Return the value of a seat's marches: the easiest Stronghold in full, the others in part.

        Captured Strongholds count in full and a lost one counts against the seat, so that
        arriving is never worth less than being on the way.
        """
        values = sorted(
            (self._march(seat, units, space) for space in self.stakes(seat)), reverse=True
        )
        taken = [
            owner
            for owner, holder in zip(self.owners, self.holders, strict=True)
            if owner not in (NOBODY, seat) and holder == seat
        ]
        lost = seat in self.owners and self.holders[self.owners.index(seat)] != seat
        kept = PROMISE * (len(taken) - (OWN if lost else 0.0))
        return kept + (values[0] + 0.3 * sum(values[1:], 0.0) if values else 0.0)

    def _march(self, seat: int, units: Sequence[Unit], goal: int) -> float:
        """Return the value of a march on one Stronghold.

        Every turn in which it could be taken counts, earlier ones more; otherwise the front
        of a march would leave its rear behind.
        """
        owner = self.holders[goal] if self.holders[goal] != NOBODY else self.owners[goal]
        # a captured Stronghold brings its holder no reinforcements
        reinforced = REINFORCED if owner == self.owners[goal] else 0.0
        ours, theirs = (
            _arriving(units, seat, goal, bonus=False),
            _arriving(units, owner, goal, bonus=True),
        )
        total, power, toughness, guards, bodies = 0.0, 0, 0, 0, 0
        for turns in range(HORIZON + 1):
            power, toughness = power + ours[turns][0], toughness + ours[turns][1]
            guards, bodies = guards + theirs[turns][0], bodies + theirs[turns][1]
            if not power or not turns:
                continue
            fresh = reinforced * (turns - 1)
            ratio = power * toughness / ((guards + fresh + 1) * (bodies + fresh + 1))
            total += (1 - LATE) * LATE ** (turns - 1) * ratio / (1 + ratio)
        return PROMISE * total * self._weight(seat, goal)

    def _weight(self, seat: int, goal: int) -> float:
        if self.owners[goal] == seat:
            return OWN
        return (
            SPOIL if self.holders[goal] != self.owners[goal] and len(self.stakes(seat)) > 1 else 1.0
        )

    def threats(self, units: Sequence[Unit], first: int, *, only_free: bool) -> dict[int, float]:
        """Return the value of strikes for each seat; the seat `first` moves before all others."""
        return {
            seat: self.strikes(seat, units, only_free=only_free and seat == first)
            * (0.8 if seat == first else 0.35)
            for seat in self.living
        }

    def promises(self, units: Sequence[Unit]) -> dict[int, float]:
        """Return the value of marches for each seat."""
        return {seat: self.promise(seat, units) for seat in self.living}


def _arriving(units: Iterable[Unit], seat: int, goal: int, *, bonus: bool) -> list[list[int]]:
    """Return a seat's total [power, toughness] at each distance from a goal, up to HORIZON.

    With `bonus`, the goal's terrain bonus is included.
    """
    found = [[0, 0] for _ in range(HORIZON + 1)]
    mine = [(unit, unit.steps[unit.space][goal]) for unit in units if unit.seat == seat]
    walking = [entry for entry in mine if entry[1] <= HORIZON]
    stuck = [unit for unit, steps in mine if steps == NO_WAY]
    for unit, steps in (
        (*walking, *_ferried(stuck, [unit for unit, _ in walking], goal)) if stuck else walking
    ):
        power, toughness = unit.land[goal] if bonus else (0, 0)
        found[steps][0] += max(0, unit.power + power)
        found[steps][1] += unit.toughness + toughness
    return found


def _ferried(stuck: Iterable[Unit], carriers: list[Unit], goal: int) -> Iterator[tuple[Unit, int]]:
    """Yield units that reach a goal only if carried, with the steps; a carrier takes one unit."""
    for unit in sorted(stuck, key=lambda unit: (-unit.power, unit.id)):
        ways = [(c.steps[c.space][unit.space] + c.steps[unit.space][goal], c.id) for c in carriers]
        steps, carrier = min(ways, default=(NO_WAY, 0))
        if steps <= HORIZON:
            carriers = [c for c in carriers if c.id != carrier]
            yield unit, steps


def _fallen(units: Sequence[Unit], damage: int, space: int) -> list[Unit]:
    """Return the survivors when one side takes `damage` divided by its opponents.

    If a unit in the army has banding, its own controller divides the damage.
    """
    if not damage:
        return list(units)
    banded = any(u.bands for u in units)

    def order(unit: Unit) -> tuple[float, int]:
        needed = max(1, unit.toughness + unit.land[space][1])
        return (unit.value if banded else -unit.value / needed, unit.id)

    left: list[Unit] = []
    for unit in sorted(units, key=order):
        needed = unit.toughness + unit.land[space][1]
        if needed <= damage:
            damage -= max(0, needed)
        else:
            left.append(unit)
    return left


def moves_first(game: Game) -> tuple[int, bool]:
    """Return the seat that moves next, and whether it is the active player's turn to move."""
    turn, steps = game.state.turn, game.rules.turn
    at = max(turn.step, 0)
    question = game.question
    moving = (
        isinstance(steps[at], MovementStep) and question is not None and question.kind == "move"
    )
    if moving or any(isinstance(step, MovementStep) for step in steps[at + 1 :]):
        return turn.active, True
    return game.next_seat(turn.active), False
