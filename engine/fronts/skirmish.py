"""The attack phase with one attack after another: a piece attacks a piece, both tap, and both deal damage (B-15 to B-20)."""

from __future__ import annotations

from engine.actions import DONE, Action, Refusal
from engine.fronts import exchange, pieces
from engine.fronts.engagement import Engagements
from engine.fronts.variant import variant
from engine.magic.agenda import Question, Task
from engine.magic.game import Game
from engine.magic.offers import Offer
from engine.magic.priority import Round, Settle
from engine.magic.state import GameObject
from engine.magic.step import Step
from engine.magic.turn import end_combat_effects
from engine.rule import SQUARES, Variant, table


class AttackByAttack(Step, frozen=True):
    """The active player's pieces attack one after another, each once, until the player is done (B-15).

    What lasts until end of combat lasts until the end of the step (B-19).
    """

    needs = (SQUARES, table("combat"))

    trigger = "combat"
    fights = True

    def told(self, rules: Variant) -> list[str]:
        return ["attack, one attack after another. What lasts until end of combat lasts until this step ends."]

    def strikes(self, game: Game, ident: int, spaces: frozenset[int]) -> frozenset[int]:
        rules, obj = _rules(game), game.state.objects[ident]
        return rules.struck_from(game, obj, spaces) if able_refusal(game, rules, obj) is None else frozenset()

    def begin(self, game: Game, seat: int) -> list[Task]:
        return [Round(seat), AttackQuestion(seat), EndCombat()]

    def refusal(self, game: Game, action: Action) -> Refusal | None:
        if action.verb == "attacker" and game.step_name() == self.name:
            return Refusal("attack.open", "finish this attack first: one piece attacks after another")
        return Refusal("attack.step", f"pieces attack only in the {self.name} step") if action.verb == "attacker" else None

    def own_refusal(self, game: Game, seat: int, action: Action) -> Refusal | None:
        question = AttackQuestion(seat)
        return None if question.offer(game).allows(game, action) else question.refusal(game, action)


class EndCombat(Task, frozen=True):
    """The attack phase is over."""

    def run(self, game: Game) -> None:
        end_combat_effects(game)


class AttackQuestion(Question, frozen=True):
    """Which piece attacks which now; none, if the player is done with attacking."""

    kind = "strike"
    rule = "attack"
    between = True

    def prompt(self, game: Game) -> str:
        return "Choose an attack, or be done with attacking"

    def options(self, game: Game) -> list[Action]:
        rules, found = _rules(game), list[Action]()
        bound = False
        for obj in pieces.pieces(game, self.seat):
            if able_refusal(game, rules, obj) is not None:
                continue
            targets = rules.targets(game, obj)
            lures = [target for target in targets if "must-be-blocked" in game.chars(target.id).restrict]
            bound = bound or bool(lures or (targets and "must-attack" in game.chars(obj.id).restrict))
            found += [Action("attacker", object=obj.id, target=target.id) for target in lures or targets]
        return found if bound else [*found, DONE]

    def idle(self, game: Game, offer: Offer) -> Action | None:
        return DONE if offer.only(game) == DONE else None

    def barrier(self, game: Game) -> Refusal | None:
        """Why none of the player's pieces can attack what is within its range, where none has attacked yet."""
        rules, mine = _rules(game), pieces.pieces(game, self.seat)
        if any(obj.attacked == game.state.turn.number for obj in mine):
            return None
        return rules.barrier(game, mine)

    def answer(self, game: Game, action: Action) -> None:
        if action == DONE:
            return
        game.push(Settle(), self)
        exchange.begin(game, self.seat)
        exchange.add_attack(game, action.object, action.target)
        exchange.carry_out(game, ends_combat=False)

    def refusal(self, game: Game, action: Action) -> Refusal:
        if action == DONE:
            return Refusal("attack.must", "a piece that must attack has not done so yet")
        if action.verb != "attacker":
            return game.rules.step_refusal(game, action) or super().refusal(game, action)
        rules, obj = _rules(game), game.state.objects.get(action.object)
        if obj is not None and obj.controller != self.seat:
            return Refusal("attack.controller", f"{obj.printed.name} is not yours")
        reason = able_refusal(game, rules, obj)
        if reason is not None or obj is None:
            return reason or Refusal("attack.piece", "only pieces on the map attack")
        reason = rules.target_refusal(game, obj, game.state.objects.get(action.target))
        return reason or Refusal("attack.must", f"{obj.printed.name} must attack something else")


def able_refusal(game: Game, rules: Engagements, obj: GameObject | None) -> Refusal | None:
    """Why a piece can't attack anybody now: each attacks once a turn."""
    if obj is not None and obj.attacked == game.state.turn.number and obj.zone == "battlefield":
        return Refusal("attack.once", f"{obj.printed.name} has already attacked this turn")
    return rules.able_refusal(game, obj, sick_too=False)


def _rules(game: Game) -> Engagements:
    rules = variant(game).combat
    assert rules is not None
    return rules
