"""Attacks on neighboring creatures, one after another in one series each turn.

Each attack is declared, responded to and resolved (F-8, F-23 to F-28, F-30).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.actions import DONE, Action, Refusal
from engine.base.records import replace
from engine.fronts.common import action_blocks, continent, terrain
from engine.fronts.common.land import creatures_of
from engine.fronts.common.movement import gone
from engine.fronts.common.variant import map_rules
from engine.magic.abilities import landhome
from engine.magic.continuous import filters
from engine.magic.core.agenda import Repeated, Task
from engine.magic.core.game import GameCore
from engine.magic.core.position import NOBODY, NOWHERE, Attacker, Combat, GameObject
from engine.magic.core.special_actions import SpecialAction
from engine.magic.index.by_space import places
from engine.magic.turn.combat import (
    Assign,
    Blows,
    DamageStep,
    Divide,
    Division,
    blocks_declared,
    declare_attack,
    the_combat,
)
from engine.magic.turn.priority import Round, Settle
from engine.magic.turn.steps import EndCombat
from engine.rule import Variant, kind


class AttackNeighbors(SpecialAction, frozen=True):
    """A creature attacks an adjacent creature, or an opponent from that player's home row.

    Creatures that share a card attack and are attacked together.
    """

    needs = (kind("movement", "exploring"),)

    verb = "attacker"
    sorcery_speed = True
    deed = "attack"
    fights = True
    # an attacker keeps the terrain bonus it had when the attack was declared (F-26)
    keeps_terrain: bool = True
    # a creature attacked by an unblockable creature deals no damage back (F-23)
    unblockable_safe: bool = True

    def told(self, rules: Variant) -> Iterator[str]:
        yield from (
            "You also make all your attacks in one unbroken series each turn, one after another. "
            "An untapped creature without summoning "
            "sickness may attack an opponent's creature next to it, tapped or not, once a turn; "
            "it taps, and both deal combat damage. The "
            "attacked creature counts as a blocker, no other creature blocks, and evasion never "
            "stops an attack; protection still "
            "prevents damage. First strike and the rest work as in Magic.",
            (
                "A creature in the row nearest to an opponent may attack that player instead, even "
                "if it moved there this turn."
            ),
            "Excess trample damage continues in the direction of the attack: to the creature on "
            "the next card, then to the one beyond "
            "it and so on, and past the last row to the opponent. If it reaches a card without a "
            "creature, or leaves the map anywhere "
            "else, it is lost.",
        )
        if self.keeps_terrain:
            yield (
                "An attacker keeps its bonus from the land for that attack, even though "
                "attacking taps it."
            )
        if self.unblockable_safe:
            yield "A creature attacked by one that can't be blocked deals no damage back."

    def strikes(self, game: GameCore, ident: int, spaces: frozenset[int]) -> frozenset[int]:
        seat, found = game.state.objects[ident].controller, set[int]()
        for space in spaces:
            there = gone(game, ident, space)
            if able_refusal(there, seat, there.state.objects.get(ident)) is None:
                found.update(game.board.neighbors[space])
        return frozenset(found)

    def options(self, game: GameCore, seat: int) -> Iterable[Action]:
        return attacks(game, seat) if action_blocks.refusal(game, seat, self.verb) is None else ()

    def perform(self, game: GameCore, seat: int, action: Action) -> None:
        action_blocks.begin(game, self.verb)
        game.push(Settle(), NextAttack(seat, self))
        declare(game, self, seat, action)

    def refusal(self, game: GameCore, seat: int, action: Action) -> Refusal:
        return action_blocks.refusal(game, seat, self.verb) or attack_refusal(game, seat, action)


class NextAttack(Repeated, frozen=True):
    """Choose the next attack of the series, or finish attacking this turn."""

    kind = "next-attack"
    between = True
    words = "Attack again, or finish attacking for this turn"
    rules: AttackNeighbors

    def options(self, game: GameCore) -> list[Action]:
        found = list(attacks(game, self.seat))
        forced = any(
            "must-attack" in game.characteristics(action.object).restrict for action in found
        )
        return found if forced else [DONE, *found]

    def answer(self, game: GameCore, action: Action) -> None:
        if action != DONE:
            game.push(Settle(), self)
            declare(game, self.rules, self.seat, action)

    def refusal(self, game: GameCore, action: Action) -> Refusal:
        if action.verb == "attacker":
            return attack_refusal(game, self.seat, action)
        if action == DONE:
            return Refusal(
                "attack.must", "you can't finish yet: a creature that must attack can still attack"
            )
        return Refusal("attack.finish", "you must finish your attacks before doing anything else")


# --- legal attacks ---


def attacks(game: GameCore, seat: int) -> Iterator[Action]:
    """Yield every attack that a player's creatures could make.

    A stack attacks in the name of its first creature that can attack.
    """
    objects, board, standing = game.state.objects, game.board, places(game)
    led: dict[int, list[int]] = {}  # what the first creatures of a space can attack
    limited = landhome.limits_attacks(game)
    for ident in creatures_of(game, seat):
        obj = objects[ident]
        if obj.tapped or obj.space < 0 or obj.on_map.loose or (obj.space in led and not limited):
            continue
        near = [standing[space][0] for space in board.neighbors[obj.space] if space in standing]
        targets = [other for other in near if objects[other].controller != seat] if near else near
        home = board.spaces[obj.space].home
        if home not in (NOBODY, seat) and home in game.living():
            targets.append(filters.seat_ref(home))
        # few creatures have anything to attack: check the targets first
        if targets and able_refusal(game, seat, obj) is None:
            if limited:
                known = led.get(obj.space, ())
                targets = [
                    target
                    for target in targets
                    if target not in known and _limit(game, obj, target) is None
                ]
            led.setdefault(obj.space, []).extend(targets)
            yield from [Action("attacker", object=ident, target=target) for target in targets]


def _limit(game: GameCore, obj: GameObject, target: int) -> Refusal | None:
    """Return why a creature can't attack a player or one of that player's creatures, or None."""
    seat = filters.ref_seat(target) if target < 0 else game.state.objects[target].controller
    return landhome.attack_refusal(game, obj, seat)


def able_refusal(game: GameCore, seat: int, obj: GameObject | None) -> Refusal | None:
    """Return why a creature can't attack at all now; None if it can."""
    if obj is None or obj.zone != "battlefield" or not game.characteristics(obj.id).is_creature:
        return Refusal("attack.map", "only creatures on the map can attack")
    c, name = game.characteristics(obj.id), obj.printed.name
    if obj.controller != seat:
        return Refusal("attack.controller", f"you don't control {name}")
    if obj.space < 0:
        return Refusal("attack.back", f"{name} can't attack from the back row")
    if obj.tapped:
        return Refusal("attack.tapped", f"{name} is tapped")
    if obj.attacked == game.state.turn.number:
        return Refusal("attack.once", f"{name} has already attacked this turn")
    if game.is_sick(obj.id):
        return Refusal("attack.sick", f"{name} has summoning sickness")
    if c.stays_back or "cant-attack" in c.restrict:
        return Refusal(
            "attack.able",
            f"{name} has defender and can't attack"
            if c.has("defender")
            else f"{name} can't attack",
        )
    return None


def attack_refusal(game: GameCore, seat: int, action: Action) -> Refusal:
    """Return why a creature can't attack its target."""
    obj = game.state.objects.get(action.object)
    reason = able_refusal(game, seat, obj)
    if reason is not None or obj is None:
        return reason or Refusal("attack.map", "only creatures on the map can attack")
    if action.target < 0:
        return Refusal(
            "attack.player",
            f"{obj.printed.name} can attack a player only from the row nearest to them",
        )
    target = game.state.objects.get(action.target)
    if target is not None and (limit := _limit(game, obj, action.target)) is not None:
        return limit
    if target is not None and target.zone == "battlefield" and target.space == NOWHERE:
        return Refusal("attack.back", f"{target.printed.name} can't be attacked in the back row")
    return Refusal(
        "attack.neighbor",
        f"{obj.printed.name} can attack only creatures next to it, not diagonally",
    )


# --- an attack ---


def declare(game: GameCore, rules: AttackNeighbors, seat: int, action: Action) -> None:
    """Declare an attack: attackers tap, abilities trigger, players may respond, damage is dealt."""
    state = game.state
    lead = state.objects[action.object]
    members = [
        obj
        for obj in continent.standing(game, lead.space)
        if able_refusal(game, seat, obj) is None and _limit(game, obj, action.target) is None
    ]
    attacked: tuple[int, ...] = ()
    if action.target > 0:
        attacked = tuple(
            obj.id for obj in continent.standing(game, state.objects[action.target].space)
        )
    band = lead.id if len(members) > 1 else 0
    attackers = tuple(
        Attacker(obj.id, action.target, attacked, bool(attacked), band) for obj in members
    )
    state.set(combat=Combat(seat, lead.space, attackers))
    if rules.keeps_terrain:
        for obj in members:
            state.change_on_map(
                obj.id,
                braced=terrain.bonus(
                    game, map_rules(game).terrain, obj, game.characteristics(obj.id)
                ),
            )
    declare_attack(game, on_space=False)
    blocks_declared(game)
    game.push(Round(seat), NeighborDamage(True), NeighborDamage(False), Round(seat), EndOfAttack())


class EndOfAttack(Task, frozen=True):
    """End an attack and the terrain bonus that its attackers kept."""

    def run(self, game: GameCore) -> None:
        EndCombat().run(game)
        for ident in game.state.battlefield:
            if game.state.objects[ident].on_map.braced is not None:
                game.state.change_on_map(ident, braced=None)


# --- damage ---

Group = tuple[int, ...]  # the creatures on one card


class NeighborAssign(Assign, frozen=True):
    """Attackers and attacked creatures deal damage to each other.

    A stack's controller divides the damage dealt to it; excess trample damage continues in a line.
    """

    def one(self, game: GameCore, ident: int, power: int) -> None:
        attacker = next((a for a in the_combat(game).attackers if a.id == ident), None)
        if attacker is None:
            self._strike_back(game, ident, power)
        elif attacker.aim < 0:
            self.go_on(game, ((ident, attacker.aim, power),))
        else:
            beyond, past = (
                _line(game, attacker) if game.characteristics(ident).has("trample") else ([], 0)
            )
            along(
                game,
                self,
                ident,
                tuple(group for group in (attacker.blockers, *beyond) if group),
                past,
                power,
            )

    def _strike_back(self, game: GameCore, ident: int, power: int) -> None:
        """Assign an attacked creature's damage to its attackers, except unblockable ones (F-23)."""
        rules = game.rules.special_action(AttackNeighbors.verb)
        safe = isinstance(rules, AttackNeighbors) and rules.unblockable_safe
        attackers = (a.id for a in the_combat(game).attackers if ident in a.blockers)
        struck = tuple(
            i
            for i in attackers
            if not (safe and "cant-be-blocked" in game.characteristics(i).restrict)
        )
        along(game, self, ident, (struck,) if struck else (), 0, power)


class NeighborDamage(DamageStep, frozen=True):
    """A damage step of an attack."""

    assign = NeighborAssign


def _line(game: GameCore, attacker: Attacker) -> tuple[list[Group], int]:
    """Return the groups of creatures in line behind the target, and the opponent behind them or 0.

    Trample's excess damage goes there (F-27). All damage is excess if the attacked creatures are
    gone (CR 702.19e).
    """
    objects, board = game.state.objects, game.board
    attacked = filters.last_object(
        game, attacker.blockers[0] if attacker.blockers else attacker.aim
    )
    if attacked is None or attacked.space == NOWHERE:
        return [], 0
    here, there = objects[attacker.id].space, attacked.space
    groups: list[Group] = []
    while there >= 0:
        here, there = there, board.beyond(here, there)
        found = tuple(obj.id for obj in continent.standing(game, there)) if there >= 0 else ()
        if there >= 0 and not found:
            return groups, 0
        groups += [found] if found else []
    home = board.spaces[here].home
    start = board.spaces[objects[attacker.id].space]
    behind = (
        home not in (NOBODY, objects[attacker.id].controller) and board.spaces[here].x == start.x
    )
    return groups, filters.seat_ref(home) if behind else 0


def along(
    game: GameCore, assign: Assign, ident: int, groups: tuple[Group, ...], past: int, left: int
) -> None:
    """Assign the rest of a creature's damage to the cards in a line and the player behind them.

    No more damage is lost than necessary.
    """
    if not left or not (groups or past):
        assign.go_on(game)
    elif not groups:
        assign.go_on(game, ((ident, past, left),))
    elif len(groups) == 1 and not past:
        _share(game, assign, ident, groups, past, left, left)
    else:
        game.push(
            Onward(
                game.state.objects[ident].controller,
                ident,
                groups[0],
                left,
                assign,
                past,
                groups[1:],
            )
        )


def _share(
    game: GameCore,
    assign: Assign,
    ident: int,
    groups: tuple[Group, ...],
    past: int,
    left: int,
    number: int,
) -> None:
    """Assign `number` damage to the creatures on the first card, then the rest along the line.

    The controller of several creatures divides it (F-30).
    """
    group, rest = groups[0], groups[1:]
    if len(group) == 1 or not number:
        blow = ((ident, group[0], number),) if number else ()
        along(game, replace(assign, blows=assign.blows + blow), ident, rest, past, left - number)
        return
    seat = game.state.objects[group[0]].controller
    game.push(
        Divide(
            seat,
            ident,
            group,
            number,
            Sharing(assign.left, assign.blows, ident, rest, past, left - number),
        )
    )


class Sharing(NeighborAssign, frozen=True):
    """An assignment that continues along the line after a stack's damage is divided."""

    ident: int
    groups: tuple[Group, ...]
    past: int
    remaining: int

    def go_on(self, game: GameCore, blows: Blows = ()) -> None:
        along(
            game,
            NeighborAssign(self.left, self.blows + blows),
            self.ident,
            self.groups,
            self.past,
            self.remaining,
        )


class Onward(Division, frozen=True):
    """Choose how much trample damage the creatures on a card are dealt, at least lethal (F-27).

    The rest goes on to the next card.
    """

    beyond: tuple[Group, ...] = ()  # cards farther away

    def answer(self, game: GameCore, action: Action) -> None:
        _share(
            game,
            self.assign,
            self.ident,
            (self.among, *self.beyond),
            self.past,
            self.left,
            action.number,
        )
