"""The thoughts of the adviser: the plans of a strong player, from one player's own View.

The process of the computer players thinks. It gets the View of the player who asks, never the game.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from engine.actions import IllegalAction
from engine.ai.plan_search import PlanSearch
from engine.ai.weights import weights_of
from engine.log import line, merged
from tui.adviser.advice import NO_ADVICE, Advice, AdvisedPlan
from tui.adviser.plan_words import steps_of
from tui.plain.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.actions import Action
    from engine.ai.plan_search import RatedPlan
    from engine.ai.player import OutOfTime
    from engine.ai.search import Plan
    from engine.events import Event
    from engine.game import Game
    from engine.view import View
    from tui.adviser.advice import AdviceRequest

SEED = 1  # the same View always gets the same advice
MOST_PLANS = 3  # plans that are shown
MOST_TRIED = 12  # plans that are put in words at most, to find different ones
SAME = 0.005  # chances of winning that look the same
UNTOLD = frozenset({"passed-over"})  # events that tell nothing about a plan
MOST_SENTENCES = 40  # sentences about the best plan and what may follow


class Adviser:
    """The adviser of one player at a time: the search for plans at the latest question."""

    def __init__(self) -> None:
        self._about = 0  # number of the requests that the search answers
        self._search: PlanSearch | None = None
        self._answers = 0  # number of answers from this search
        self._compared: RatedPlan | None = None
        self._steps: dict[Plan, AdvisedPlan] = {}

    def advise(self, request: AdviceRequest, out_of_time: OutOfTime) -> Advice:
        """Return the plans for a decision, better ones for each further request of its number."""
        if not request.seconds or not request.view.actions or request.view.seat is None:
            return NO_ADVICE
        search = self._search_for(request)
        goes_on = search.improve(out_of_time)
        self._answers += 1
        rated = search.rated() or _alone(search)
        # rating the action under the cursor takes a moment, which the first answer doesn't have
        if self._answers == 2 and request.compared is not None:
            self._compared = _rated_first(rated, request.compared) or search.rate(
                (request.compared,)
            )
        plans = self._different(search, request.view, rated)
        why = tuple(_why(search, request.view, plans[0].actions)) if plans else ()
        worlds = rated[0].worlds if rated else 0
        return Advice(tuple(plans), why, worlds, is_final=not goes_on and self._answers > 1)

    def _search_for(self, request: AdviceRequest) -> PlanSearch:
        """Return the search that earlier requests of this number began, or a new one."""
        if request.number != self._about or self._search is None:
            following = request.following if request.following[:1] else None
            if following is not None and following[0] not in request.view.actions:
                following = None
            self._search = PlanSearch(request.view, SEED, weights_of(request.view.rules), following)
            self._about, self._answers = request.number, 0
            self._compared, self._steps = None, {}
        return self._search

    def _different(
        self, search: PlanSearch, view: View, rated: Sequence[RatedPlan]
    ) -> list[AdvisedPlan]:
        """Return the best plans that differ in words."""
        found: list[AdvisedPlan] = []
        # every plan against the same one, since they were not all played out equally often
        base = next((each.chance for each in rated if not each.better_by and not each.error), None)
        for each in rated[:MOST_TRIED]:
            if each.plan not in self._steps:
                steps = steps_of(view, search.imagined(), each.plan)
                self._steps[each.plan] = AdvisedPlan(each.plan, steps)
            plan = self._steps[each.plan]
            compared = self._compared
            gain = None if compared is None else each.better_by - compared.better_by
            chance = each.chance if base is None else base + each.better_by
            plan = plan._replace(chance=min(max(chance, 0.0), 1.0), gain=gain)
            if (shorter := _same(found, plan)) is None:
                found.append(plan)
            elif len(plan.steps) > len(found[shorter].steps):
                found[shorter] = plan
        return found[:MOST_PLANS]


def _alone(search: PlanSearch) -> list[RatedPlan]:
    """Return the default plan where there is no other to compare it with."""
    if search.default is None:
        return []
    rated = search.rate(search.default.plan)
    return [rated] if rated is not None else []


def _same(plans: Sequence[AdvisedPlan], plan: AdvisedPlan) -> int | None:
    """Return the index of the plan that goes the same way as another, as far as both go.

    A plan that goes further is another one if it is better or worse for it.
    """
    for at, other in enumerate(plans):
        both = min(len(plan.steps), len(other.steps))
        alike = (
            len(plan.steps) == len(other.steps)
            or abs((plan.chance or 0.0) - (other.chance or 0.0)) < SAME
        )
        if alike and plan.steps[:both] == other.steps[:both]:
            return at
    return None


def _rated_first(rated: Sequence[RatedPlan], action: Action) -> RatedPlan | None:
    """Return the best plan that begins with an action, or None."""
    return next((each for each in rated if each.plan[:1] == (action,)), None)


def _why(search: PlanSearch, view: View, plan: Plan) -> Iterator[str]:
    """Yield what a plan leads to in one imagined game, in the words of the log.

    Only events that the player of the View would learn of are told.
    """
    names = [player.name for player in view.players]
    told: list[Event] = []
    for events in _events(search.imagined(), search.expected(plan)):
        told += [event.for_seat(view.seat) for event in events if event.kind not in UNTOLD]
    sentences = (line(event, names, view.rules.clause) for _, event in merged(told))
    yield from islice(counted([each for each in sentences if each]), MOST_SENTENCES)


def _events(game: Game, actions: Sequence[Action]) -> Iterator[list[Event]]:
    """Yield the events of each action in an imagined game."""
    game.events = []
    for action in actions:
        try:
            yield list(game.apply(action))
        except IllegalAction:
            return
