"""Attacks of opportunity: pieces that are passed by may attack whoever passes, which stops them there (T-12)."""

from __future__ import annotations

from engine.actions import DONE, Action, Refusal
from engine.fronts import exchange
from engine.fronts.variant import variant
from engine.magic.agenda import Question, Task
from engine.magic.game import Game
from engine.magic.offers import Offer
from engine.magic.state import GameObject


class OpportunityQuestion(Question, frozen=True):
    """Which of a player's pieces attack the piece that comes within their range; none, if the player is done without any."""

    kind = "opportunity"
    rule = "opportunity"
    mover: int
    chosen: tuple[int, ...] = ()

    def prompt(self, game: Game) -> str:
        obj = game.state.objects[self.mover]
        return f"{obj.printed.name} comes to {game.space_name(obj.space)}: attack it, or let it pass"

    def source(self, game: Game) -> int:
        return self.mover

    def _ready(self, game: Game) -> list[GameObject]:
        """The pieces that could attack as well."""
        obj, rules = game.state.objects.get(self.mover), variant(game).combat
        if obj is None or rules is None:
            return []
        return [each for each in rules.watchers(game, obj) if each.controller == self.seat and each.id not in self.chosen]

    def options(self, game: Game) -> list[Action]:
        return [DONE, *(Action("attacker", object=obj.id, target=self.mover) for obj in self._ready(game))]

    def idle(self, game: Game, offer: Offer) -> Action | None:
        return DONE if offer.only(game) == DONE else None

    def answer(self, game: Game, action: Action) -> None:
        if action != DONE:
            game.push(OpportunityQuestion(self.seat, self.mover, (*self.chosen, action.object)))
        elif self.chosen:
            game.push(Ambush(self.seat, self.mover, self.chosen))

    def refusal(self, game: Game, action: Action) -> Refusal:
        rules = variant(game).combat
        if action.verb != "attacker" or rules is None:
            return super().refusal(game, action)
        obj = game.state.objects.get(action.object)
        if obj is None or obj.controller != self.seat:
            return Refusal("opportunity", "only your own pieces attack for you")
        if action.target != self.mover:
            return Refusal("opportunity", f"only {game.object_name(self.mover)} can be attacked now: it is moving")
        if (unable := rules.able_refusal(game, obj, sick_too=True)) is not None:
            return Refusal("opportunity", unable.message)
        reason = rules.target_refusal(game, obj, game.state.objects[self.mover])
        return reason or Refusal("opportunity", f"{obj.printed.name} attacks already")


class Ambush(Task, frozen=True):
    """The attack of opportunity: the piece stops where it is, and the attack follows at once."""

    seat: int
    mover: int
    attackers: tuple[int, ...]

    def run(self, game: Game) -> None:
        game.state.change_on_map(self.mover, stopped=game.state.turn.number)
        exchange.begin(game, self.seat)
        for ident in self.attackers:
            exchange.add_attack(game, ident, self.mover)
        with game.because("opportunity"):
            exchange.carry_out(game)
