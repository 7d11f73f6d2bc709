"""The normal player: tries what it could do on forks of an imagined game and does what comes out best."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from engine.actions import Action
from engine.ai import easy, lookahead
from engine.ai.evaluate import WON
from engine.ai.lookahead import Budget, Idea, Plan
from engine.ai.player import OutOfTime, Player
from engine.game import Game

NODES = 900
"""How many positions are looked at for one decision, at most."""
MARGIN = 0.15
"""How much better than doing nothing an idea must be."""
PASS = Action("pass")
DONE = Action("done")
BY_THUMB = frozenset({"mulligan", "bottom", "land-type", "color", "payment", "scry", "order-triggers", "look"})
"""Questions that looking ahead doesn't help with."""
BUSY = 40
"""Spells and abilities in one turn after which the player only passes, so that no turn goes on forever."""


class NormalPlayer(Player):
    """Looks ahead. What it decided to do in several steps, it remembers and carries out."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.plan: Plan = ()
        self.turn = 0
        self.deeds = 0

    def think(self, game: Game, actions: Sequence[Action], out_of_time: OutOfTime) -> Action:
        question = game.question
        assert question is not None
        if game.state.turn.number != self.turn:
            self.turn, self.deeds, self.plan = game.state.turn.number, 0, ()
        if self.plan and self.plan[0] in actions and question.kind not in lookahead.CALM:
            chosen, self.plan = self.plan[0], self.plan[1:]
            return chosen
        self.plan = ()
        if question.kind in BY_THUMB or (question.kind == "priority" and self.deeds >= BUSY):
            return PASS if PASS in actions else easy.answer(game, actions)
        budget = Budget(NODES, out_of_time)
        idea = SEARCHES.get(question.kind, _step_by_step)(game, actions, question.seat, budget)
        self.plan = idea.plan[1:]
        self.deeds += question.kind == "priority" and idea.plan[0] != PASS
        return idea.plan[0]


Search = Callable[[Game, Sequence[Action], int, Budget], Idea]
"""Finds the best idea for a seat whose question a game asks."""


def _judge(game: Game, plans: Sequence[Plan], ideas: Iterable[Idea], seat: int, budget: Budget) -> Idea:
    """The best of the given plans, the first of them unless another is better by a margin, and of the likeliest ideas."""
    found = [idea for plan in plans if (idea := lookahead.foreseen(game, plan, seat, budget))]
    first = found[0] if found else Idea(plans[0], -WON * 2)
    return lookahead.best(found[1:] + lookahead.deepened(game, ideas, seat, budget), first, MARGIN)


def _priority(game: Game, actions: Sequence[Action], seat: int, budget: Budget) -> Idea:
    """Cast or activate something, or pass."""
    worth_trying = lookahead.worth_trying(game, actions)
    plans: list[Plan] = [(PASS,), (easy.answer(game, actions),)]
    return _judge(game, plans, lookahead.announcements(game, worth_trying, seat, budget), seat, budget)


def _announcing(game: Game, actions: Sequence[Action], seat: int, budget: Budget) -> Idea:
    """Go on with what is being announced."""
    likely = [action for action in lookahead.choices(game, 0) if action in actions]
    return _judge(game, [(easy.answer(game, actions),)], lookahead.announcements(game, likely, seat, budget), seat, budget)


def _step_by_step(game: Game, actions: Sequence[Action], seat: int, budget: Budget) -> Idea:
    """Whatever is asked: being done, the rule of thumb, and the likeliest other answers."""
    thumb = easy.answer(game, actions)
    plans: list[Plan] = [(action,) for action in dict.fromkeys((DONE, thumb)) if action in actions]
    ideas = lookahead.each(game, [a for a in actions if (a,) not in plans], seat, budget)
    return _judge(game, plans, ideas, seat, budget)


def _attack(game: Game, actions: Sequence[Action], seat: int, budget: Budget) -> Idea:
    """Attack somewhere, or be done."""
    thumb = easy.answer(game, actions)
    plans: list[Plan] = [(action,) for action in dict.fromkeys((DONE, thumb)) if action in actions]
    return _judge(game, plans, lookahead.attacks(game, actions, seat, budget), seat, budget)


def _attackers(game: Game, actions: Sequence[Action], seat: int, budget: Budget) -> Idea:
    """Declare attackers where the space is chosen already."""
    ideas = (idea for plan in lookahead.attack_plans(game, seat) if (idea := lookahead.tried(game, plan, seat, budget)))
    return _judge(game, [(easy.answer(game, actions),)], ideas, seat, budget)


def _block(game: Game, actions: Sequence[Action], seat: int, budget: Budget) -> Idea:
    """Declare blocks: none, those of the rules of thumb, or the best found one by one."""
    found = lookahead.blocks(game, seat, budget)
    plans: list[Plan] = [(DONE,)] if DONE in actions else []
    return _judge(game, [*plans, lookahead.thumb_blocks(game), found.plan], (), seat, budget)


SEARCHES: dict[str, Search] = {
    "priority": _priority,
    "mode": _announcing,
    "x": _announcing,
    "target": _announcing,
    "divide": _announcing,
    "cost": _announcing,
    "attack-area": _attack,
    "attackers": _attackers,
    "blockers": _block,
}
