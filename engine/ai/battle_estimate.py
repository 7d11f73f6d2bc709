"""Armies: what would come of battles between whole spaces, who could strike where, and what a march
on a Stronghold promises.

For rules under which creatures that come upon opponents fight with all that stand there. Nothing
here plays on: armies are weighed by their power and toughness, as they would be on the land where
they meet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from msgspec import Struct

from engine.ai import card_values
from engine.ai.table import Piece, Table
from engine.base.records import replace
from engine.board import Board
from engine.cards.characteristics import Characteristics
from engine.fronts.areas.battle import Battles
from engine.fronts.common.land import land_types, special_owner
from engine.fronts.common.movement import Movement
from engine.game import Game
from engine.magic.core.position import NOBODY, GameObject
from engine.variant.ruleset import Ruleset

UNHURT = 99  # the toughness of what no damage destroys
# as many steps as there are to where there is no way: more than any march has, on however small a
# map
NO_WAY = 1_000_000
# what a creature counts for, whatever its worth, and how much its worth does
HEAD, WORTH = 2.0, 0.6
# what a Stronghold is worth that could be taken, and one that would win the game
STAKE, GAME = 80.0, 400.0
PROMISE = 220.0  # what it is worth to be able to take a Stronghold soon
OWN = 1.5  # how much more that is for one's own
# how much less for one that its owner has lost already, so that nobody bleeds by it, as long as it
# isn't the last one to take
SPOIL = 0.5
LATE = 0.8  # how much of that is left for each turn that it takes
REINFORCED = 2.5  # the power, and the toughness, that a defender is likely to add each turn at home
PATIENCE, BOLDER, BOLDEST = 20, 0.05, 1.5
"""The turns in which nobody is bold, how much bolder a player gets for every two after them, and
at most.
"""
HORIZON = 8  # how many turns ahead a march is thought out


def battles(rules: Ruleset) -> Battles | None:
    """The step in which whole spaces fight, where there is one."""
    return next((step for step in rules.turn if isinstance(step, Battles)), None)


def late(game: Game) -> int:
    """How late it is, in pairs of turns: the more players there are, the fewer rounds may each
    of them wait for the others.
    """
    return max(0, (game.state.turn.number - PATIENCE + 1) // 2)


class Unit(Struct, frozen=True, gc=False):
    """A creature as a part of an army."""

    id: int
    seat: int
    space: int
    power: int  # on land that gives nothing
    toughness: int
    value: float
    tapped: bool
    first: bool
    bands: bool
    keywords: frozenset[str]
    land: tuple[tuple[int, int], ...]  # what each space adds to power and toughness
    steps: tuple[tuple[int, ...], ...]  # from each space to each other
    free: bool  # it can still move this turn


@lru_cache(256)
def steps_between(
    board: Board, is_open: tuple[bool, ...], flies: bool
) -> tuple[tuple[int, ...], ...]:
    """The steps from each space to each other over those that can be entered; NO_WAY where one
    can't come.
    """
    far = len(is_open)
    rows = [board.steps_from(start, is_open, diagonally=flies) for start in range(far)]
    return tuple([tuple([steps if steps < far else NO_WAY for steps in row]) for row in rows])


class Country(Struct, frozen=True):
    """The land as creatures of each kind find it. Filled in as it is asked for."""

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


class Field:
    """The armies of a position, as one seat sees them: the longer the game, the more it dares."""

    def __init__(self, game: Game, table: Table, seat: int = NOBODY) -> None:
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
        """A creature card as it will stand in a space when it has been cast."""
        c = self.game.state.objects[ident].printed.base
        return self._as_unit(ident, c, space, c.power, c.toughness, card_values.creature(c))

    def _as_unit(
        self, ident: int, c: Characteristics, space: int, power: int, toughness: int, value: float
    ) -> Unit:
        """`power`, `toughness`: on land that gives nothing, damage taken off."""
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
        """Where a unit could be after a turn of its own."""
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
        """Who survives a battle in a space to which the attackers' other units have just moved;
        `now`, tapped ones are still tapped.
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
            # whom the owner taps
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
        """What a strike at a space gains a seat."""
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
        """What a seat gains by being alone somewhere at the end of a turn."""
        return self.stakes(seat).get(space, 0.0)

    def stakes(self, seat: int) -> dict[int, float]:
        """The spaces that a seat could take by being alone there at the end of a turn, and what
        it would gain.
        """
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
        """What a seat could gain if it were to move now, each creature striking at one place."""
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
        """What marching on the Stronghold that is easiest to take promises; something for each of
        the others. What was taken has kept its promise, and what was lost is owed, so that arriving
        is never worth less than being on the way."""
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
        """What a march on one Stronghold promises.

        Each turn counts in which it could be taken, the sooner the more, or those in front would go
        on without those in the rear.
        """
        owner = self.holders[goal] if self.holders[goal] != NOBODY else self.owners[goal]
        # whoever took it brings nobody into play there
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
        """What strikes are worth to each seat; `first` moves before the others do."""
        return {
            seat: self.strikes(seat, units, only_free=only_free and seat == first)
            * (0.8 if seat == first else 0.35)
            for seat in self.living
        }

    def promises(self, units: Sequence[Unit]) -> dict[int, float]:
        """What marches are worth to each seat."""
        return {seat: self.promise(seat, units) for seat in self.living}


def _arriving(units: Iterable[Unit], seat: int, goal: int, *, bonus: bool) -> list[list[int]]:
    """For each number of steps up to the horizon, the power and toughness of a seat so far from
    a goal, its land's `bonus` included.
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
    """Who comes to a goal only if somebody carries them over what they can't enter, and the
    steps until then; each carries one.
    """
    for unit in sorted(stuck, key=lambda unit: (-unit.power, unit.id)):
        ways = [(c.steps[c.space][unit.space] + c.steps[unit.space][goal], c.id) for c in carriers]
        steps, carrier = min(ways, default=(NO_WAY, 0))
        if steps <= HORIZON:
            carriers = [c for c in carriers if c.id != carrier]
            yield unit, steps


def _fallen(units: Sequence[Unit], damage: int, space: int) -> list[Unit]:
    """Who is left when a side receives some damage, divided by its opponents; by itself if
    somebody there bands.
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
    """Whose movement comes next, and whether it has begun."""
    turn, steps = game.state.turn, game.rules.turn
    at = max(turn.step, 0)
    question = game.question
    moving = isinstance(steps[at], Movement) and question is not None and question.kind == "move"
    if moving or any(isinstance(step, Movement) for step in steps[at + 1 :]):
        return turn.active, True
    return game.next_seat(turn.active), False
