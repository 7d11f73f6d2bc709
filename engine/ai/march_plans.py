"""Marches: orders for all of a player's creatures in a turn, where whole spaces fight.

Whole sets of orders are compared, since creatures are worth more when they march together. Some
obvious sets come first (strike at a space with everything, march on a Stronghold, stay, go home);
then the best of them are improved one creature at a time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from engine.actions import DONE, Action
from engine.ai.battle_estimate import BattleEstimate, Unit, battles
from engine.ai.heuristics import areas
from engine.ai.heuristics.spells import GARRISON
from engine.ai.search import SURE, Budget, Idea, each
from engine.ai.table import lay
from engine.base.records import replace
from engine.fronts.common.arrival import InStronghold
from engine.fronts.common.land import walked
from engine.game import Game
from engine.magic.core.position import NOBODY

Orders = dict[int, int]  # destination space by creature id
BEST = 5  # sets of orders that are examined more closely
# value of a castable creature card without room to enter
CARD = 1.0


class MarchPlan:
    """One player's choice of orders in a position."""

    def __init__(self, game: Game, actions: Sequence[Action], seat: int) -> None:
        self.game, self.seat = game, seat
        self.field = BattleEstimate(game, lay(game), seat)
        self.units = {unit.id: unit for unit in self.field.units}
        self.first = {(a.object, game.board.names[a.space]): a for a in actions if a.verb == "move"}
        self.choices = self._choices()
        self.home = game.state.players[seat].stronghold
        arrival = game.rules.arrival
        self.room = arrival.room if isinstance(arrival, InStronghold) else 0
        self.recruits = self._recruits()
        self.known: dict[tuple[tuple[int, int], ...], float] = {}

    def _choices(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        for ident, space in self.first:
            found.setdefault(ident, []).append(space)
        for ident, spaces in found.items():
            if self.units[ident].free:
                spaces += sorted(
                    self.field.reach(self.units[ident]) - {self.units[ident].space, *spaces}
                )
        return found

    def _recruits(self) -> list[Unit]:
        game, objects = self.game, self.game.state.objects
        if self.home < 0 or not game.rules.may_produce(game, self.seat):
            return []
        player = game.state.players[self.seat]
        left, found = sum(player.pool), list[Unit]()
        creatures = (
            self.field.recruit(i, self.home)
            for i in player.hand
            if "Creature" in objects[i].printed.base.types
        )
        for unit in sorted(creatures, key=lambda unit: (-unit.value, unit.id)):
            if objects[unit.id].printed.value <= left:
                left -= objects[unit.id].printed.value
                found.append(unit)
        return found

    def _is_stuck(self, unit: Unit) -> bool:
        return all(unit.steps[self.home][door] > 1 for door in self.game.board.neighbors[self.home])

    def value(self, orders: Mapping[int, int]) -> float:
        """Return the value of a position at end of turn, after the orders' moves and battles."""
        key = tuple(sorted(orders.items()))
        if key not in self.known:
            self.known[key] = self._value(orders)
        return self.known[key]

    def _value(self, orders: Mapping[int, int]) -> float:
        field, seat = self.field, self.seat
        moved = [
            replace(u, space=orders[u.id], free=False) if u.id in orders else u
            for u in self.units.values()
        ]
        total = 0.0
        left = {u.id for u in moved}
        for space in {orders[ident] for ident in orders}:
            ours = [self.units[u.id] for u in moved if u.space == space and u.seat == seat]
            if theirs := [u for u in moved if u.space == space and u.seat != seat]:
                survivors = field.clash(ours, theirs, space, True)
                left -= {u.id for u in (*ours, *theirs)} - {
                    u.id for side in survivors for u in side
                }
        units = [u for u in moved if u.id in left]
        joining = self._joining([u for u in units if u.space == self.home and u.seat == seat])
        units += joining
        there = {u.space: u.seat for u in units if u.seat != seat}
        total += sum(
            [
                field.stake(seat, space)
                for space in {u.space for u in units if u.seat == seat}
                if space not in there
            ],
            0.0,
        )
        force = dict.fromkeys(field.living, 0.0)
        force[seat] -= CARD * len(joining)
        for unit in units:
            force[unit.seat] += unit.value
        threats = field.threats(
            units, self.game.next_seat(self.game.state.turn.active), only_free=False
        )
        for other, promised in field.promises(units).items():
            force[other] += threats[other] + promised
        mine = force.pop(seat)
        others = sorted(force.values(), reverse=True)
        total += mine * field.boldness - sum(others[:1], 0.0) - 0.3 * sum(others[1:], 0.0)
        return total

    def _joining(self, home: Sequence[Unit]) -> list[Unit]:
        """Return the creatures that could be cast into the Stronghold without walling others in."""
        sitting = sum(map(self._is_stuck, home))
        found: list[Unit] = []
        for unit in self.recruits:
            if len(home) + len(found) >= self.room:
                break
            if self._is_stuck(unit):
                if sitting >= GARRISON:
                    continue
                sitting += 1
            found.append(unit)
        return found

    def candidates(self) -> Iterator[Orders]:
        """Yield whole sets of orders worth comparing."""
        yield {}
        field = self.field
        enemies = {u.space for u in self.units.values() if u.seat != self.seat}
        goals = [space for space in range(len(field.owners)) if field.stake(self.seat, space)]
        for aim in sorted(enemies | set(goals)):
            if force := {ident: aim for ident, spaces in self.choices.items() if aim in spaces}:
                yield force
                for goal in goals:
                    yield {**self._towards(goal, self.choices.keys() - force.keys()), **force}
        for goal in {*goals, self.home} - {NOBODY}:
            everybody = self._towards(goal, self.choices)
            yield everybody
            yield {
                ident: space
                for ident, space in everybody.items()
                if self.units[ident].space != self.home
            }
            front = min((self._way(ident, goal) for ident in everybody), default=0)
            yield {
                ident: space for ident, space in everybody.items() if self._way(ident, goal) > front
            }

    def _way(self, ident: int, goal: int) -> int:
        unit = self.units[ident]
        return unit.steps[unit.space][goal]

    def _towards(self, goal: int, who: Iterable[int]) -> Orders:
        orders: Orders = {}
        for ident in sorted(who):
            unit = self.units[ident]
            _, _, best = min(
                (unit.steps[space][goal], self.field.tiring[space], space)
                for space in self.choices[ident]
            )
            if unit.steps[best][goal] < unit.steps[unit.space][goal]:
                orders[ident] = best
        return orders

    def best(self, number: int) -> list[Orders]:
        """Return the best `number` sets of orders found, best first."""
        found = {tuple(sorted(orders.items())): orders for orders in self.candidates()}
        ranked = sorted(
            found.values(), key=lambda orders: (-self.value(orders), sorted(orders.items()))
        )
        for orders in ranked[:2]:
            better = self._improved(orders)
            found[tuple(sorted(better.items()))] = better
        return sorted(
            found.values(), key=lambda orders: (-self.value(orders), sorted(orders.items()))
        )[:number]

    def _improved(self, orders: Orders) -> Orders:
        best, top = dict(orders), self.value(orders)
        for ident in sorted(self.choices, key=lambda i: (-self.units[i].value, i)):
            for space in (self.units[ident].space, *self.choices[ident]):
                trial = {**best, ident: space}
                if space == self.units[ident].space:
                    del trial[ident]
                if (value := self.value(trial)) > top:
                    best, top = trial, value
        return best

    def actions(self, orders: Orders) -> tuple[Action, ...]:
        """Return orders as moves to make, then DONE unless every creature moves."""
        found: list[Action] = []
        for ident, space in sorted(
            orders.items(), key=lambda order: (self._way(order[0], order[1]), order)
        ):
            if (ident, space) in self.first:
                found.append(self.first[ident, space])
            elif (via := self._halfway(self.units[ident], space)) is not None:
                step, names = self.first[ident, via], self.game.board.spaces
                found += [
                    step,
                    Action("move", object=ident, origin=step.space, space=names[space].name),
                ]
        return (*found, DONE) if len(orders) < len(self.choices) else tuple(found)

    def _halfway(self, unit: Unit, space: int) -> int | None:
        """Return the space through which a landwalker reaches `space`, two steps away, or None."""
        walks = {word[:-4] for word in unit.keywords if word.endswith("walk")}
        near = [
            via for ident, via in self.first if ident == unit.id and unit.steps[via][space] == 1
        ]
        return next((via for via in near if walks & walked(self.game, via)), None)


def ideas(game: Game, actions: Sequence[Action], seat: int, budget: Budget) -> Iterator[Idea]:
    """Yield the best orders as plans for the whole step, and carrying for stuck creatures.

    Where spaces don't fight, yield single moves.
    """
    if not battles(game.rules):
        yield from each(game, actions, seat, budget)
        return
    budget.spend()
    if ferry := areas.ferry(game, lay(game), actions):
        yield Idea((ferry,), SURE)
    march = MarchPlan(game, actions, seat)
    for orders in march.best(BEST):
        yield Idea(march.actions(orders), march.value(orders))
