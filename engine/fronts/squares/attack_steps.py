"""Attack steps of pieces: one attack after another (B-15 to B-20), or all at once (T-14)."""

from __future__ import annotations

from engine.actions import DONE, TAKE_BACK, Action, Refusal
from engine.base.records import replace
from engine.base.rule_words import squares
from engine.fronts.common import pieces
from engine.fronts.squares import attacks
from engine.fronts.squares.attacks import Engagements, is_made_to_block, rules_of
from engine.fronts.squares.movement import Walk, Walking, safest_path, walk
from engine.magic.core.agenda import Repeated, Task
from engine.magic.core.game import GameCore
from engine.magic.core.position import NOBODY, Attacker, GameObject
from engine.magic.core.step import Step
from engine.magic.turn.combat import band_of, join_band, may_band, the_combat
from engine.magic.turn.priority import Round, Settle
from engine.magic.turn.steps import EndCombat
from engine.rule import SQUARES, table


class AttackByAttack(Step, frozen=True):
    """The active player's pieces attack one after another, each once (B-15, B-19).

    The player may finish at any time.
    """

    needs = (SQUARES, table("combat"))

    trigger = "combat"
    fights = True
    says = (
        "make your attacks, one after another. Effects that last until end of combat last "
        "until this step ends."
    )

    def strikes(self, game: GameCore, ident: int, spaces: frozenset[int]) -> frozenset[int]:
        rules, obj = rules_of(game), game.state.objects[ident]
        return (
            rules.struck_from(game, obj, spaces)
            if able_refusal(game, rules, obj) is None
            else frozenset()
        )

    def begin(self, game: GameCore, seat: int) -> list[Task]:
        return [Round(seat), AttackQuestion(seat), EndCombat()]

    def refusal(self, game: GameCore, action: Action) -> Refusal | None:
        if action.verb != "attacker":
            return None
        obj, active = game.state.objects.get(action.object), game.state.turn.active
        if game.step_name() != self.name or (obj is not None and obj.controller != active):
            return Refusal(
                "attack.step", f"pieces can attack only in their controller's {self.name} step"
            )
        reason = self.own_refusal(game, active, action)
        return reason or Refusal(
            "attack.open", "you can attack only one piece at a time, after all players pass"
        )

    def own_refusal(self, game: GameCore, seat: int, action: Action) -> Refusal | None:
        return AttackQuestion(seat).objection(game, action)


class AttackQuestion(Repeated, frozen=True):
    """Choose the next attack, or finish attacking."""

    kind = "strike"
    rule = "attack"
    between = True
    words = "Choose an attack, or finish attacking"

    def options(self, game: GameCore) -> list[Action]:
        rules, found = rules_of(game), list[Action]()
        bound, mine = False, pieces.pieces(game, self.seat)
        game.spend(len(mine) // 2)
        for obj in mine:
            if able_refusal(game, rules, obj) is not None:
                continue
            targets = [
                target
                for target in rules.near(game, obj)
                if rules.target_refusal(game, obj, target) is None
            ]
            bound = bound or bool(
                targets and "must-attack" in game.characteristics(obj.id).restrict
            )
            found += [Action("attacker", object=obj.id, target=target.id) for target in targets]
        return found if bound else [*found, DONE]

    def barrier(self, game: GameCore) -> Refusal | None:
        """Return why no piece of the player can attack in range; None if one has attacked."""
        rules, mine = rules_of(game), pieces.pieces(game, self.seat)
        return (
            None
            if any(obj.attacked == game.state.turn.number for obj in mine)
            else rules.barrier(game, mine)
        )

    def answer(self, game: GameCore, action: Action) -> None:
        if action == DONE:
            return
        game.push(Settle(), self)
        attacks.begin_fight(game, self.seat)
        attacks.add_attack(game, action.object, action.target)
        attacks.carry_out(game, more=True)

    def refusal(self, game: GameCore, action: Action) -> Refusal:
        if action == DONE:
            return Refusal(
                "attack.must", "you can't finish yet: a piece that must attack hasn't attacked"
            )
        if action.verb != "attacker":
            return game.rules.step_refusal(game, action) or super().refusal(game, action)
        rules, obj = rules_of(game), game.state.objects.get(action.object)
        if obj is not None and obj.controller != self.seat:
            return Refusal("attack.controller", f"you don't control {obj.printed.name}")
        reason = able_refusal(game, rules, obj)
        if reason is not None or obj is None:
            return reason or Refusal("attack.piece", "only pieces on the map can attack")
        reason = rules.target_refusal(game, obj, game.state.objects.get(action.target))
        return reason or Refusal("attack.must", f"{obj.printed.name} must attack something else")


def able_refusal(game: GameCore, rules: Engagements, obj: GameObject | None) -> Refusal | None:
    """Return why a piece can't attack now; None if it can. Each piece attacks once a turn."""
    if obj is not None and obj.attacked == game.state.turn.number and obj.zone == "battlefield":
        return Refusal("attack.once", f"{obj.printed.name} has already attacked this turn")
    return rules.able_refusal(game, obj, sick_too=False)


# --- all attacks together (T-14) ---


class OrderedAttack(Step, frozen=True):
    """The active player chooses attacks, then the opponents; all happen at once (T-14)."""

    needs = (SQUARES, table("combat"))

    trigger = "combat"
    fights = True
    says = (
        "choose your attacks; then each opponent chooses theirs, and all the attacks happen "
        "at once."
    )

    def strikes(self, game: GameCore, ident: int, spaces: frozenset[int]) -> frozenset[int]:
        rules, obj = rules_of(game), game.state.objects[ident]
        return (
            rules.struck_from(game, obj, spaces)
            if rules.able_refusal(game, obj, sick_too=False) is None
            else frozenset()
        )

    def begin(self, game: GameCore, seat: int) -> list[Task]:
        return [Round(seat), PressOn(seat), Orders()]

    def refusal(self, game: GameCore, action: Action) -> Refusal | None:
        if action.verb not in ("attacker", "band"):
            return None
        if game.step_name() != self.name:
            return Refusal("attack.step", f"you can choose attacks only in the {self.name} step")
        obj = game.state.objects.get(action.object)
        reason = self.own_refusal(game, obj.controller if obj is not None else NOBODY, action)
        return reason or Refusal(
            "attack.open", "you must choose all attacks at once, after all players have passed"
        )

    def own_refusal(self, game: GameCore, seat: int, action: Action) -> Refusal | None:
        rules, obj = rules_of(game), game.state.objects.get(action.object)
        if obj is None or obj.controller != seat:
            return Refusal("attack.controller", "you can attack only with your own pieces")
        reason = rules.able_refusal(game, obj, sick_too=False)
        if reason is not None or action.verb != "attacker":
            return reason
        return rules.target_refusal(game, obj, game.state.objects.get(action.target))


class PressOn(Task, frozen=True):
    """Move pieces that must attack, and aren't near enough, toward their goals (T-19).

    While attacks are being chosen, only pieces move that must block an attacker and don't attack
    yet.
    """

    seat: int

    def run(self, game: GameCore) -> None:
        rules, moves, fight = rules_of(game), walk(game), game.state.combat is not None
        ordering = fight or self.seat != game.state.turn.active
        if not rules.goes_to_attack or not pieces.compelled(game) or (ordering and not fight):
            return
        for obj in rules.waiting(game, self.seat) if ordering else pieces.pieces(game, self.seat):
            aims = rules.goals(game, obj)
            if ordering:
                aims = [aim for aim in aims if is_made_to_block(game, obj, aim)]
            if (
                not aims
                or any(rules.in_range(game, obj, aim) for aim in aims)
                or moves.hindrance(game, obj, game.characteristics(obj.id))
            ):
                continue
            if path := _way(game, moves, obj, aims, rules.range_of(game.characteristics(obj.id))):
                game.push(Settle(), self)
                with game.because("attack.must"):
                    Walking(obj.id, path, obj.space).run(game)
                return


def _way(
    game: GameCore, moves: Walk, obj: GameObject, aims: list[GameObject], reach: int
) -> tuple[int, ...]:
    """Return the path to the square nearest to a goal, no farther than needed to attack the goal.

    Returns () if no square is nearer.
    """
    distance = game.board.distance

    def gap(space: int) -> int:
        return max(reach, min(distance(space, aim.space) for aim in aims))

    spaces = moves.destinations(game, obj.id)
    best = min(
        spaces, key=lambda space: (gap(space), distance(obj.space, space), space), default=obj.space
    )
    return () if gap(best) >= gap(obj.space) else safest_path(game, moves, obj, best)


class Orders(Task, frozen=True):
    """Let all players choose attacks, the active player first."""

    def run(self, game: GameCore) -> None:
        active = game.state.turn.active
        attacks.begin_fight(game, active)
        others: list[Task] = [
            task for seat in _others(game) for task in (PressOn(seat), OrdersQuestion(seat))
        ]
        game.push(OrdersQuestion(active), *others, CarryOut())


class CarryOut(Task, frozen=True):
    """Carry out all chosen attacks at once."""

    def run(self, game: GameCore) -> None:
        attacks.carry_out(game, *[PressOn(seat) for seat in _others(game)], Provoked())


def _others(game: GameCore) -> list[int]:
    return game.seats_from(game.state.turn.active)[1:]


class Provoked(Task, frozen=True):
    """Handle pieces that must block since attacks were chosen (T-19).

    The active player's pieces are included.
    """

    def run(self, game: GameCore) -> None:
        if pieces.compelled(game) and rules_of(game).goes_to_attack:
            game.push(PressOn(game.state.turn.active), StrikeBack())


class StrikeBack(Task, frozen=True):
    """Add an attack for each piece that must block an attacker in range and doesn't attack yet."""

    def run(self, game: GameCore) -> None:
        combat, rules = game.state.combat, rules_of(game)
        if combat is None:
            return
        seats = game.seats_from(game.state.turn.active)
        for ident, foe in [each for seat in seats for each in rules.provoked(game, seat)]:
            attacks.add_attack(game, ident, foe)
        if joined := the_combat(game).attackers[len(combat.attackers) :]:
            attacks.declare(game, joined)
            game.push(Round(game.state.turn.active))


class OrdersQuestion(Repeated, frozen=True):
    """Choose attacks and bands, or finish."""

    kind = "orders"
    rule = "attack"

    def prompt(self, game: GameCore) -> str:
        return f"Choose attacks, or finish ({len(self._mine(game))} chosen so far)"

    def options(self, game: GameCore) -> list[Action]:
        rules, mine = rules_of(game), self._mine(game)
        found: list[Action] = []
        for obj in rules.waiting(game, self.seat):
            near = rules.near(game, obj)
            if not (near or mine) or rules.able_refusal(game, obj, sick_too=False) is not None:
                continue
            bound = rules.bound_to(game, obj)
            targets = [
                t.id
                for t in near
                if (not bound or t.id in bound) and rules.target_refusal(game, obj, t) is None
            ]
            found += [Action("attacker", object=obj.id, target=target) for target in targets]
            leaders = (
                lead.id
                for lead in mine
                if lead.band in (0, lead.id) and (not bound or lead.aim in bound)
            )
            found += [
                Action("band", object=obj.id, target=lead)
                for lead in leaders
                if band_refusal(game, obj.id, lead) is None
            ]
        back = [TAKE_BACK] if mine else []
        return [*found, *back] if rules.unsatisfied(game, self.seat) else [*found, *back, DONE]

    def _mine(self, game: GameCore) -> list[Attacker]:
        return [
            a
            for a in the_combat(game).attackers
            if game.state.objects[a.id].controller == self.seat
        ]

    def barrier(self, game: GameCore) -> Refusal | None:
        """Return why no piece of the active player can attack in range; None if one can."""
        if self.seat != game.state.turn.active or self._mine(game):
            return None
        return rules_of(game).barrier(game, pieces.pieces(game, self.seat))

    def answer(self, game: GameCore, action: Action) -> None:
        if action == DONE:
            return
        if action == TAKE_BACK:
            combat, mine = the_combat(game), self._mine(game)
            game.state.set(
                combat=replace(
                    combat, attackers=tuple(a for a in combat.attackers if a not in mine)
                )
            )
        elif action.verb == "band":
            join_band(game, action.object, action.target)
        else:
            attacks.add_attack(game, action.object, action.target)
        game.push(self)

    def refusal(self, game: GameCore, action: Action) -> Refusal:
        rules, obj = rules_of(game), game.state.objects.get(action.object)
        if action == DONE:
            names = " and ".join(map(game.object_name, rules.unsatisfied(game, self.seat)))
            return Refusal("attack.must", f"{names} must attack")
        if action.verb not in ("attacker", "band"):
            return game.rules.step_refusal(game, action) or super().refusal(game, action)
        if obj is None or obj.controller != self.seat:
            return Refusal("attack.controller", "you can attack only with your own pieces")
        if any(a.id == obj.id for a in the_combat(game).attackers):
            return Refusal("attack.once", f"{obj.printed.name} is already attacking")
        if (reason := rules.able_refusal(game, obj, sick_too=False)) is not None:
            return reason
        if action.verb == "band":
            reason = band_refusal(game, obj.id, action.target)
        else:
            reason = rules.target_refusal(game, obj, game.state.objects.get(action.target))
        return reason or Refusal("attack.must", f"{obj.printed.name} must attack something else")


# --- bands ---


def band_refusal(game: GameCore, joining: int, leader: int) -> Refusal | None:
    """Return why a piece can't join the band of an attacking piece (T-22, CR 702.22)."""
    rules, objects = rules_of(game), game.state.objects
    lead = next((a for a in the_combat(game).attackers if a.id == leader), None)
    if lead is None or objects[leader].controller != objects[joining].controller:
        return Refusal("band.attack", "a creature can band only with a piece already attacking")
    members = [*(band_of(game, leader) or (leader,)), joining]
    if not may_band(game, joining, leader) or objects[joining].player_token:
        return Refusal("band.banding", "all but one of the creatures in a band must have banding")
    if any(
        pieces.apart(game, objects[joining], objects[other]) > rules.band_range for other in members
    ):
        return Refusal(
            "band.apart",
            f"banded creatures must be within {squares(rules.band_range)} of each other",
        )
    reason = rules.target_refusal(game, objects[joining], objects[lead.aim])
    walked = game.characteristics(lead.aim).landwalks()
    if (
        reason is not None
        and reason.reason == "attack.legal"
        and any(walked & game.characteristics(each).landwalks() for each in members)
    ):
        # members without landwalk join one that shares a landwalk with the target (T-17)
        return None
    return reason
