"""Normal player: rules of thumb, unless looking ahead finds something clearly better.

First many actions are tried and the position right after each is judged. Then the likeliest are
played on to the end of the turn in a few imagined games. Further ahead too much is hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from engine.actions import DONE, PASS, Action
from engine.ai import battle_estimate, march_plans, search
from engine.ai.evaluate import WON
from engine.ai.heuristics import continent
from engine.ai.heuristics.squares import USUAL, Mood
from engine.ai.memory import Moment
from engine.ai.player import ComputerPlayer, OutOfTime, World
from engine.ai.search import Budget, Idea, Plan
from engine.ai.table import asked
from engine.ai.weights import Normal, weights_of
from engine.fronts.areas.battle import ShareDamage
from engine.game import Game
from engine.magic.core.agenda import Question
from engine.variant.ruleset import Ruleset

K = TypeVar("K")
BY_THUMB = frozenset({
    "mulligan", "bottom", "land-type", "start", "color", "payment", "scry", "order-triggers",
    "look", "discard", "supply", "heal",
    "tap-attacker", "place",
})  # fmt: skip
"""Kinds of decisions that looking ahead doesn't improve."""


class NormalPlayer(ComputerPlayer):
    """A player that looks ahead and carries out plans of several actions."""

    worlds = 2

    def deals_cards(self, rules: Ruleset) -> bool:
        return self.weights(rules).normal.deals_cards

    def think(
        self, worlds: Sequence[World], actions: Sequence[Action], out_of_time: OutOfTime
    ) -> Action:
        game = worlds[0]()
        question = asked(game)
        weights = self.weights(game.rules)
        numbers = weights.normal
        memory = self.memory
        memory.begin_turn(game.state.turn.number)
        if (
            memory.mood is None
            and wounds_stay(game)
            and any(action.verb == "move" for action in actions)
        ):
            memory.mood = _mood(
                worlds, question.seat, Budget(numbers.nodes, out_of_time, weights), numbers
            )
        if continent.trusted(game) and memory.deeds < numbers.busy:
            chosen = search.policy(game, actions)
            memory.deeds += question.kind == "priority" and chosen != PASS
            return chosen
        if (
            memory.plan
            and memory.plan[0] in actions
            and (question.kind == "move" or question.kind not in search.CALM)
        ):
            chosen, memory.plan = memory.plan[0], memory.plan[1:]
            return chosen
        memory.plan = ()
        if (
            question.kind == "priority"
            and PASS in actions
            and (
                memory.deeds >= numbers.busy
                or not _worth_thinking(game, question.seat, numbers.before_march)
            )
        ):
            return PASS
        if _by_thumb(game, question, actions):
            return search.policy(game, actions, memory.mood or USUAL)
        legal = set(game.legal_actions())
        possible = [action for action in actions if action in legal]
        if not possible:
            return actions[0]
        weighed = (
            memory.weighed.setdefault(moment(game, question.seat), set())
            if one_by_one(game, question)
            else None
        )
        budget = Budget(numbers.nodes, out_of_time, weights)
        plan = _judge(worlds, possible, budget, memory.mood or USUAL, weighed)
        memory.plan = plan[1:]
        memory.deeds += question.kind == "priority" and plan[0] != PASS
        return plan[0]


def is_routine(question: Question) -> bool:
    """Return whether looking ahead doesn't improve a kind of decision."""
    return question.kind in BY_THUMB or isinstance(question, ShareDamage)


def _by_thumb(game: Game, question: Question, actions: Sequence[Action]) -> bool:
    """Return whether a decision is left to the rules of thumb.

    Quiet moments of opponents' turns are, and moves of pieces if nothing useful can be cast.
    """
    if is_routine(question):
        return True
    state = game.state
    quiet = state.turn.active != question.seat and not state.stack and state.combat is None
    return question.kind == "priority" and (
        quiet or not any(search.is_of_use(game, action) for action in actions)
    )


def _worth_thinking(game: Game, seat: int, before_march: bool = False) -> bool:
    """Return whether to consider spells and abilities now.

    Worthwhile are the player's own main phases, combat, the end of opponents' turns, and
    opponents' items on the stack. A player's own item resolves before the next one is begun.
    `before_march`: so is the moment before creatures move or fight if no main phase comes earlier.
    """
    state = game.state
    if state.stack:
        return state.stack[-1].controller != seat
    if state.combat is not None:
        return True
    if before_march and state.turn.active == seat and _is_before_march(game):
        return True
    return game.sorcery_time(seat) or (
        state.turn.active != seat and state.turn.step == len(game.rules.turn) - 1
    )


def _is_before_march(game: Game) -> bool:
    """Return whether creatures move or fight in the next step, and no main phase came before."""
    steps, number = game.rules.turn, game.state.turn.step
    first = next(
        (n for n, step in enumerate(steps) if step.is_main or step.moves or step.fights), 0
    )
    return number == first - 1 and not steps[first].is_main


def _mood(worlds: Sequence[World], seat: int, budget: Budget, numbers: Normal) -> Mood:
    turns = _horizon(worlds[0]())
    found = _race(
        worlds,
        numbers.moods,
        USUAL,
        budget,
        numbers,
        lambda world, mood: search.foreseen(world, (), seat, budget, mood, turns),
    )
    return max(found, key=lambda mood: found[mood], default=USUAL)


def _race(
    worlds: Sequence[World],
    runners: Sequence[K],
    favourite: K,
    budget: Budget,
    numbers: Normal,
    run: Callable[[Game, K], Idea | None],
) -> dict[K, float]:
    """Return the average value of each option over the imagined games.

    Games after the first examine only options close to the best.
    """
    found: dict[K, float] = {}
    for number, world in enumerate(worlds):
        if len(runners) <= 1:
            break
        for runner in runners:
            if budget.spent and found:
                break
            if idea := run(world(), runner):
                value = idea.value + (numbers.margin if runner == favourite else 0.0)
                found[runner] = (found.get(runner, value) * number + value) / (number + 1)
        limit = max(found.values(), default=0.0) - numbers.close
        runners = [runner for runner in runners if found.get(runner, -WON) >= limit]
    return found


def wounds_stay(game: Game) -> bool:
    """Return whether pieces fight and damage is permanent, so that replies to a fight matter."""
    return game.rules.combat is not None and not game.rules.damage.wears_off


def _horizon(game: Game) -> int:
    """Return how many turns to play ahead: where damage is permanent, the next player's too."""
    return 2 if wounds_stay(game) else 1


def one_by_one(game: Game, question: Question) -> bool:
    """Return whether options are compared one action at a time, not as whole blocks or orders."""
    return question.kind != "blockers" and (
        question.kind != "move" or battle_estimate.battles(game.rules) is None
    )


def moment(game: Game, seat: int) -> Moment:
    state = game.state
    others = tuple(ident for ident in state.battlefield if state.objects[ident].controller != seat)
    return (
        state.turn.step,
        state.combat is not None,
        tuple(item.id for item in state.stack),
        others,
    )


def _judge(
    worlds: Sequence[World],
    actions: Sequence[Action],
    budget: Budget,
    mood: Mood = USUAL,
    weighed: set[Action] | None = None,
) -> Plan:
    """Return the best plan: rule of thumb, pass or done, or one of the likeliest ideas.

    Each is played on in every imagined game. The actions in `weighed` are not compared again in
    the same moment. If the rule of thumb wins, all compared actions are added to it, otherwise
    those that came out no better.
    """
    game = worlds[0]()
    question = asked(game)
    seat = question.seat
    thumb = search.policy(game, actions, mood)
    weighed = set() if weighed is None else weighed
    by_itself = one_by_one(game, question)
    fresh = [
        action
        for action in actions
        if action not in weighed and not (by_itself and action == thumb)
    ]
    budget.spend()
    if budget.over or not fresh:
        return (thumb,)
    # the rule of thumb's whole answer to decisions of this kind
    in_full = () if by_itself else search.run_of_thumb(game)
    first = in_full if in_full[:1] == (thumb,) else (thumb,)
    ideas = list(IDEAS.get(question.kind, search.each)(game, fresh, seat, budget))
    if ideas and by_itself and (idea := search.tried(game, first, seat, budget)):
        ideas.insert(0, idea)  # ideas of equal value are not played on
    plans: list[Plan] = [
        first,
        *((a,) for a in (PASS, DONE) if a in fresh),
        *search.likeliest(ideas),
    ]
    # if time ran out at once, a plan may be empty
    plans = [plan for plan in dict.fromkeys(plans) if plan]
    turns = _horizon(game)
    found = _race(
        worlds,
        plans,
        first,
        budget,
        (budget.weights or weights_of(game.rules)).normal,
        lambda world, plan: search.foreseen(world, plan, seat, budget, mood, turns),
    )
    best = max(found, key=lambda plan: found[plan], default=first)
    beaten = (
        plan[0]
        for plan, value in found.items()
        if plan != first and value <= found.get(first, -WON)
    )
    weighed.update(fresh if best == first else beaten)
    return best


IDEAS: dict[str, Callable[[Game, Sequence[Action], int, Budget], Iterator[Idea]]] = {
    **dict.fromkeys(
        ("priority", "mode", "x", "name", "target", "divide", "cost"), search.announcements
    ),
    "move": march_plans.ideas,
    "attack-area": search.attacks,
    "attackers": search.attacks,
    "blockers": search.blocks,
}
"""Sources of plans for each kind of decision; all others try each action by itself."""
