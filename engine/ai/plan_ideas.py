"""Plans worth comparing at a decision, for `plan_search`.

They are what the normal player would examine, the best moves of each piece, what the rules of thumb
do in each mood.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from engine.actions import DONE, PASS, Action
from engine.ai import search
from engine.ai.heuristics.squares import USUAL, Mood
from engine.ai.normal import IDEAS, one_by_one, wounds_stay
from engine.ai.search import Budget, Idea, Plan
from engine.ai.table import asked
from engine.ai.weights import Weights
from engine.game import Game

NODES = 240  # most positions examined to find plans
PLANS = 14  # most plans to compare
EACH = 2  # plans kept of each object
SINGLE = frozenset({"move", "attacker", "attack", "scout", "play", "remove", "opportunity"})
"""Verbs of actions that are compared one by one."""


class PlanIdea(Struct, frozen=True):
    """A plan to compare, and the mood in which the turn goes on after it.

    A `whole` plan goes beyond the current step.
    """

    plan: Plan
    mood: Mood = USUAL
    whole: bool = False


def ideas(
    game: Game,
    actions: Sequence[Action],
    seat: int,
    out_of_time: Callable[[], bool],
    weights: Weights,
) -> list[PlanIdea]:
    """Return the plans to compare at the pending decision of an imagined game, likeliest first."""
    legal = set(game.legal_actions())
    possible = [action for action in actions if action in legal and action.verb != "take-back"]
    if not possible:
        return []
    budget = Budget(NODES, out_of_time, weights)
    found = [PlanIdea((search.policy(game, possible),))]
    found += [PlanIdea((action,)) for action in (PASS, DONE) if action in possible]
    found += [PlanIdea(plan) for plan in _likely(game, possible, seat, budget)]
    if wounds_stay(game) and asked(game).kind in search.CALM:
        for mood in weights.normal.moods[1:]:
            if (action := search.policy(game, possible, mood)) in legal:
                found.append(PlanIdea((action,), mood))
    return list(dict.fromkeys(found))[:PLANS]


def _likely(game: Game, actions: Sequence[Action], seat: int, budget: Budget) -> list[Plan]:
    """Return the best plans of the normal player's ideas and of single actions."""
    kind = asked(game).kind
    found: list[Idea] = []
    if kind in IDEAS:
        found += IDEAS[kind](game, actions, seat, budget)
    if kind not in IDEAS or one_by_one(game, asked(game)):
        tried = {idea.plan for idea in found}
        singles = [a for a in actions if (a,) not in tried and _is_single(kind, a)]
        found += search.each(game, singles, seat, budget)
    found.sort(key=_value)
    kept: list[Plan] = []
    seen: dict[tuple[str, int], int] = {}
    values: set[float] = set()
    for idea in found:
        if not idea.plan or idea.value in values:
            continue  # ideas of equal value hardly ever differ
        doer = idea.plan[0].verb, idea.plan[0].object
        if seen.get(doer, 0) >= EACH:
            continue
        seen[doer] = seen.get(doer, 0) + 1
        values.add(idea.value)
        kept.append(idea.plan)
    return kept


def _is_single(kind: str, action: Action) -> bool:
    return action.verb in SINGLE if kind == "priority" else True


def _value(idea: Idea) -> float:
    return -idea.value
