"""The thoughts of the adviser: the plans of a strong player, from one player's own View.

The process of the computer players thinks. It gets the View of the player who asks, never the game.
"""

from __future__ import annotations

import re
from itertools import islice, takewhile
from typing import TYPE_CHECKING

from engine.actions import IllegalAction
from engine.ai.plan_search import PlanSearch, rank
from engine.ai.weights import weights_of
from engine.log import line, merged, plural
from tui.adviser.advice import NO_ADVICE, Advice, AdvisedPlan
from tui.adviser.plan_words import steps_of
from tui.plain.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from engine.actions import Action
    from engine.ai.plan_search import RatedPlan
    from engine.ai.player import OutOfTime
    from engine.ai.search import Plan
    from engine.events import Event
    from engine.game import Game
    from engine.view import View
    from tui.adviser.advice import AdviceRequest

SEED = 1  # the same View always gets the same advice
MOST_OWN = 8  # actions of a picked piece that are rated beside those of the search
MOST_PLANS = 3  # plans that are shown
MOST_TRIED = 12  # plans that are put in words at most, to find different ones
SAME = 0.005  # chances of winning that look the same
UNTOLD = frozenset(
    {
        "passed-over", "enters", "draw", "mana", "roll", "conquer-value", "reveal-land", "resolve",
        "place",
    }
)  # fmt: skip
"""Events that tell nothing about a plan, or that are only imagined: dice, draws, hidden land."""
OUTCOMES = (
    "win", "draw-game", "out", "stronghold-lost", "stronghold-retaken", "take", "hold-lost",
    "dies", "destroy", "control", "life",
)  # fmt: skip
"""Events of this turn that make a plan good, the weightiest first; so does damage to a player."""
MOST_OUTCOMES = 4  # outcomes that are told before the rest
MOST_SENTENCES = 40  # sentences about the best plan and what may follow
LEAST_WORLDS = 8  # imagined games of a plan that may be told as better than one that is surer


class Adviser:
    """The adviser of one player at a time: the search for plans at the latest question."""

    def __init__(self) -> None:
        self._about = 0  # number of the requests that the search answers
        self._search: PlanSearch | None = None
        self._answers = 0  # number of answers from this search
        self._compared: RatedPlan | None = None
        self._steps: dict[Plan, AdvisedPlan] = {}
        self._own: dict[Action, RatedPlan | None] = {}  # of the picked piece

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
        if request.piece:
            rated = self._with(search, request, rated)
        plans = self._different(search, request.view, rated)
        why, outcome = _why(search, request.view, plans[0].actions) if plans else ((), ())
        worlds = rated[0].worlds if rated else 0
        is_final = not goes_on and self._answers > 1
        return Advice(tuple(plans), why, worlds, is_final=is_final, outcome=outcome)

    def _with(
        self, search: PlanSearch, request: AdviceRequest, rated: Sequence[RatedPlan]
    ) -> Sequence[RatedPlan]:
        """Return the plans that begin with the picked piece; all plans if there is none."""
        known = {each.plan[0] for each in rated if each.plan}
        own = [each for each in request.view.actions if each.object == request.piece]
        # from the second answer on, since rating what the search left out takes a moment
        for action in own if self._answers > 1 else []:
            if action not in known and len(self._own) < MOST_OWN:
                self._own.setdefault(action, search.rate((action,)))
        added = [each for each in self._own.values() if each is not None]
        found = [each for each in (*rated, *added) if each.plan[:1] and each.plan[0] in own]
        return sorted(found, key=rank) or rated

    def _search_for(self, request: AdviceRequest) -> PlanSearch:
        """Return the search that earlier requests of this number began, or a new one."""
        if request.number != self._about or self._search is None:
            following = request.following if request.following[:1] else None
            if following is not None and following[0] not in request.view.actions:
                following = None
            self._search = PlanSearch(request.view, SEED, weights_of(request.view.rules), following)
            self._about, self._answers = request.number, 0
            self._compared, self._steps, self._own = None, {}, {}
        return self._search

    def _different(
        self, search: PlanSearch, view: View, rated: Sequence[RatedPlan]
    ) -> list[AdvisedPlan]:
        """Return the best plans that differ in words, the one with the best chance first."""
        found: list[AdvisedPlan] = []
        # every plan against the same one, since they were not all played out equally often
        base = next(
            (each.chance for each in search.rated() if not each.better_by and not each.error), None
        )
        compared = self._compared
        against = None if compared is None else _told_chance(compared, base)
        surest = _told_chance(rated[0], base) if rated else 0.0
        for each in rated[:MOST_TRIED]:
            if each.plan not in self._steps:
                steps = steps_of(view, search.imagined(), each.plan)
                self._steps[each.plan] = AdvisedPlan(each.plan, steps)
            plan = self._steps[each.plan]
            chance = _told_chance(each, base)
            if each.worlds < LEAST_WORLDS:
                chance = min(chance, surest)
            gain = None if against is None else chance - against
            plan = plan._replace(chance=chance, gain=gain)
            if (shorter := _same(found, plan)) is None:
                found.append(plan)
            elif len(plan.steps) > len(found[shorter].steps):
                found[shorter] = plan
        return sorted(found[:MOST_PLANS], key=lambda plan: -(plan.chance or 0.0))


def _told_chance(rated: RatedPlan, base: float | None) -> float:
    """Return the chance of a plan; `base` is that of the plan with which all are compared."""
    chance = rated.chance if base is None else base + rated.better_by
    return min(max(chance, 0.0), 1.0)


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


def _why(search: PlanSearch, view: View, plan: Plan) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what a plan leads to in one imagined game, in the words of the log; and its outcome.

    Only events that the player of the View would learn of are told.
    """
    told: list[Event] = []
    for events in _events(search.imagined(), search.expected(plan)):
        told += [event.for_seat(view.seat) for event in events]
    turn = list(takewhile(lambda event: event.kind != "turn", told))
    outcome = [event for event in turn if _weight(event) < len(OUTCOMES)]
    outcome.sort(key=_weight)
    kept = [event for event in told if event.kind not in UNTOLD and not _is_blank(event)]
    unknown = _unknown_cards(search.imagined(), view)
    why, first = _sentences(kept, view, unknown), _sentences(outcome, view, unknown)
    return tuple(islice(why, MOST_SENTENCES)), tuple(islice(first, MOST_OUTCOMES))


def _weight(event: Event) -> int:
    """Return the place of an event among the outcomes; their number for all other events."""
    kind = "life" if event.kind == "damage" and event.other < 0 else event.kind
    return OUTCOMES.index(kind) if kind in OUTCOMES else len(OUTCOMES)


def _is_blank(event: Event) -> bool:
    """Return whether an event only tells that an unknown card is put away."""
    return event.kind in ("discard", "bottom", "mill") and not event.card


def _unknown_cards(game: Game, view: View) -> dict[str, str]:
    """Return the names of cards that are only imagined, each with the words in its place."""
    known = {each.printed.name for each in view.known.objects.values()}
    return {
        each.printed.name: "creature" if "Creature" in each.printed.base.types else "card"
        for each in game.state.objects.values()
        if each.printed.name and each.printed.name not in known
    }


def _sentences(events: Sequence[Event], view: View, unknown: Mapping[str, str]) -> Iterator[str]:
    """Yield events as sentences, in which cards that are only imagined have no names."""
    names = [player.name for player in view.players]
    sentences = (line(event, names, view.rules.clause) for _, event in merged(events))
    yield from counted([_without_names(each, unknown) for each in sentences if each])


def _without_names(sentence: str, unknown: Mapping[str, str]) -> str:
    """Return a sentence in which an unknown card is "a creature" or "a card"."""
    for name, word in unknown.items():
        if name in sentence:
            sentence = sentence.replace(plural(name), f"{word}s")
            sentence = re.sub(rf"(?<=s' |'s ){re.escape(name)}", word, sentence)
            sentence = sentence.replace(name, f"a {word}")
    return sentence[:1].upper() + sentence[1:]


def _events(game: Game, actions: Sequence[Action]) -> Iterator[list[Event]]:
    """Yield the events of each action in an imagined game."""
    game.events = []
    for action in actions:
        try:
            yield list(game.apply(action))
        except IllegalAction:
            return
