"""Hard player: does what the normal player does, unless a search finds something surely better."""

from __future__ import annotations

from collections.abc import Sequence

from engine.actions import Action
from engine.ai import search
from engine.ai.determinize import determinize
from engine.ai.heuristics.squares import USUAL
from engine.ai.memory import Memory
from engine.ai.normal import NormalPlayer, is_routine, moment
from engine.ai.plan_search import PlanSearch, RatedPlan, Watch
from engine.ai.player import ComputerPlayer, OutOfTime, never
from engine.ai.table import asked
from engine.ai.weights import Hard
from engine.ai.winning_turn import WinningTurn
from engine.base import chance
from engine.game import Game
from engine.view import View

ESCAPES = 4  # plans among which one is looked for that doesn't lose
LESS = 3  # how much less a second search for a win in a turn gets


class HardPlayer(ComputerPlayer):
    """A player that compares plans with the normal player's choice in many imagined games."""

    def __init__(self, seed: int, kept: str = "", own: str = "") -> None:
        super().__init__(seed, kept, own)
        self.normal = NormalPlayer(seed, kept, own)

    def choose(self, view: View, out_of_time: OutOfTime = never) -> Action:
        """Return one of the view's actions.

        Raises ValueError if the seat has no decision.
        """
        weights, memory = self.weights(view.rules), self.memory
        watch = Watch(out_of_time, weights.hard.looks)
        usual_memory = memory.normal
        if usual_memory is None:
            usual_memory = memory.normal = Memory(memory.rng)
        self.normal.memory = usual_memory
        usual = self.normal.choose(view, watch.tick)
        seed = chance.below(memory, 1 << 60)
        plan, memory.plan = memory.plan, ()
        sensible = [action for action in view.actions if action.verb != "take-back"]
        if len(sensible) < 2 or usual.verb == "take-back":
            if memory.line[:1] == (usual,):
                memory.line = memory.line[1:]
            return usual
        game = determinize(view, view.rules, seed, deals_cards=False)
        memory.begin_turn(game.state.turn.number)
        question = asked(game)
        if (action := self._winning(game, sensible, watch, weights.hard)) is not None:
            usual_memory.plan = ()
            return action
        if plan and plan[0] in sensible and question.kind not in search.CALM:
            usual_memory.plan, memory.plan = (), plan[1:]
            return plan[0]
        if memory.departures >= weights.hard.busy or not _worth_searching(game, sensible):
            return usual
        now = (moment(game, question.seat), question.kind, tuple(sensible))
        if now in memory.looked:
            return usual
        default = (usual, *usual_memory.plan)
        hunt = PlanSearch(view, seed, weights, default, usual_memory.mood or USUAL)
        hunt.improve(watch.tick)
        best = _chosen(hunt, weights.hard, watch)
        if best is None or best.plan[0] == usual:
            memory.looked.add(now)
            return usual
        memory.departures += 1
        usual_memory.plan, memory.plan = (), best.plan[1:]
        return best.plan[0]

    def _winning(
        self, game: Game, actions: Sequence[Action], watch: Watch, numbers: Hard
    ) -> Action | None:
        """Return an action that wins within the turn whatever others do, if one is found.

        A win once found is followed to its end. A turn gets few searches that find nothing,
        and the later ones are shorter.
        """
        memory, question = self.memory, asked(game)
        if memory.line and memory.line[0] in actions:
            action, memory.line = memory.line[0], memory.line[1:]
            return action
        memory.line = ()
        if memory.hopeless >= numbers.searches or question.kind in search.ANNOUNCING:
            return None
        most = numbers.winning // (1 + LESS * memory.hopeless)
        hunt = WinningTurn(game, question.seat, watch.spend, most)
        plan = hunt.plan()
        if not plan or plan[0] not in actions:
            memory.hopeless += hunt.over
            return None
        memory.line = plan[1:]
        return plan[0]


def _chosen(hunt: PlanSearch, numbers: Hard, watch: Watch) -> RatedPlan | None:
    """Return the plan to depart to; None to keep to the default.

    A plan after which an opponent wins on the spot gives way to one of the next best, if any of
    those doesn't lose.
    """
    rated = hunt.rated()
    if not rated or hunt.default is None:
        return None
    default = hunt.default.plan
    best = rated[0] if _is_surely_better(rated[0], numbers) else None
    plan = default if best is None else best.plan
    if numbers.danger and hunt.loses(plan, watch):
        for other in rated[:ESCAPES]:
            if other.plan != plan and not hunt.loses(other.plan, watch) and not watch.over:
                return other
    return best


def _is_surely_better(rated: RatedPlan, needed: Hard) -> bool:
    return (
        rated.worlds >= needed.games
        and rated.better_by >= needed.least
        and rated.better_by >= needed.errors * rated.error
    )


def _worth_searching(game: Game, actions: Sequence[Action]) -> bool:
    """Return whether a decision is worth a search: not quiet moments of others' turns."""
    question, state = asked(game), game.state
    if is_routine(question):
        return False
    if question.kind != "priority":
        return True
    if state.stack and state.stack[-1].controller == question.seat:
        return False  # the player's own item resolves first
    if (
        state.turn.active != question.seat
        and not state.stack
        and state.combat is None
        and state.turn.step != len(game.rules.turn) - 1
    ):
        return False
    return any(
        action.verb not in ("cast", "activate", "pass") or search.is_of_use(game, action)
        for action in actions
    )
