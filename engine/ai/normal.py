"""The normal player: does what the rules of thumb say, unless it finds something that comes out
clearly better.

It first tries many things and judges the position right after each, then plays the likeliest of
them on to the end of the turn in a few imagined games. Further ahead there is too much that it
can't know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from engine.actions import DONE, PASS, Action
from engine.ai import battle_estimate, march_plans, search
from engine.ai.evaluate import WON
from engine.ai.heuristics import continent
from engine.ai.heuristics.pieces import USUAL, Mood
from engine.ai.player import OutOfTime, Player, World
from engine.ai.search import Budget, Idea, Plan
from engine.ai.table import asked
from engine.fronts.areas.battle import Share
from engine.game import Game
from engine.magic.core.agenda import Question

K = TypeVar("K")
Moment = tuple[int, bool, tuple[int, ...], tuple[int, ...]]
"""A step of a turn, with what fights, waits on the stack and stands against the player: while
none of it changes, all goes as foreseen.
"""
NODES = 380  # how many positions are looked at for one decision, at most
MOODS = (
    USUAL,
    Mood(pull=2.0, caution=0.4, losses=0.5),
    Mood(pull=4.0, caution=0.0, losses=0.25),
    Mood(pull=0.5, caution=1.5, losses=1.3),
    Mood(pull=0.0, caution=2.0),
)
"""How pieces on squares may go about a turn, from the usual to a rush and to holding back."""
MARGIN = 1.5  # how much better than the rule of thumb something must come out
# ideas that come out worse than the best by more than this are not looked at in further worlds,
# which hardly ever change it
CLOSE = 1.0
# spells and abilities in one turn after which the player only passes, so that no turn goes on
# forever
BUSY = 40
BY_THUMB = frozenset({
    "mulligan", "bottom", "land-type", "start", "color", "payment", "scry", "order-triggers",
    "look", "discard", "supply", "heal",
    "tap-attacker", "place",
})  # fmt: skip
"""Questions that looking ahead doesn't help with."""


class NormalPlayer(Player):
    """Looks ahead. What it decided to do in several steps, it remembers and carries out."""

    worlds = 2

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.plan: Plan = ()
        self.turn = 0
        self.deeds = 0
        self.mood: Mood | None = None
        self.weighed: dict[Moment, set[Action]] = {}

    def think(
        self, worlds: Sequence[World], actions: Sequence[Action], out_of_time: OutOfTime
    ) -> Action:
        game = worlds[0]()
        question = asked(game)
        if game.state.turn.number != self.turn:
            self.turn, self.deeds, self.plan, self.mood, self.weighed = (
                game.state.turn.number,
                0,
                (),
                None,
                {},
            )
        if (
            self.mood is None
            and _wounds_stay(game)
            and any(action.verb == "move" for action in actions)
        ):
            self.mood = _mood(worlds, question.seat, Budget(NODES, out_of_time))
        if continent.trusted(game) and self.deeds < BUSY:
            chosen = search.policy(game, actions)
            self.deeds += question.kind == "priority" and chosen != PASS
            return chosen
        if (
            self.plan
            and self.plan[0] in actions
            and (question.kind == "move" or question.kind not in search.CALM)
        ):
            chosen, self.plan = self.plan[0], self.plan[1:]
            return chosen
        self.plan = ()
        if (
            question.kind == "priority"
            and PASS in actions
            and (self.deeds >= BUSY or not _worth_thinking(game, question.seat))
        ):
            return PASS
        if _by_thumb(game, question, actions):
            return search.policy(game, actions, self.mood or USUAL)
        legal = set(game.legal_actions())
        possible = [action for action in actions if action in legal]
        if not possible:
            return actions[0]
        weighed = (
            self.weighed.setdefault(_moment(game, question.seat), set())
            if _one_by_one(game, question)
            else None
        )
        plan = _judge(worlds, possible, Budget(NODES, out_of_time), self.mood or USUAL, weighed)
        self.plan = plan[1:]
        self.deeds += question.kind == "priority" and plan[0] != PASS
        return plan[0]


def _by_thumb(game: Game, question: Question, actions: Sequence[Action]) -> bool:
    """Whether a question is left to the rules of thumb; so is the quiet end of others' turns, and
    so are moves of pieces where nothing could be cast or activated."""
    if question.kind in BY_THUMB or isinstance(question, Share):
        return True
    state = game.state
    quiet = state.turn.active != question.seat and not state.stack and state.combat is None
    return question.kind == "priority" and (
        quiet or not any(search.is_of_use(game, action) for action in actions)
    )


def _worth_thinking(game: Game, seat: int) -> bool:
    """Whether this is a moment to use spells and abilities: one's own main phases, fights, the end
    of others' turns, answers to what others do; what one does oneself is seen through before
    anything else is begun."""
    state = game.state
    if state.stack:
        return state.stack[-1].controller != seat
    if state.combat is not None:
        return True
    return game.sorcery_time(seat) or (
        state.turn.active != seat and state.turn.step == len(game.rules.turn) - 1
    )


def _mood(worlds: Sequence[World], seat: int, budget: Budget) -> Mood:
    turns = _horizon(worlds[0]())
    found = _race(
        worlds,
        MOODS,
        USUAL,
        budget,
        lambda world, mood: search.foreseen(world, (), seat, budget, mood, turns),
    )
    return max(found, key=lambda mood: found[mood], default=USUAL)


def _race(
    worlds: Sequence[World],
    runners: Sequence[K],
    favourite: K,
    budget: Budget,
    run: Callable[[Game, K], Idea | None],
) -> dict[K, float]:
    """What each of several ways to go on comes to on average; in further worlds only those run
    that are close to the best.
    """
    found: dict[K, float] = {}
    for number, world in enumerate(worlds):
        if len(runners) <= 1:
            break
        for runner in runners:
            if budget.spent and found:
                break
            if idea := run(world(), runner):
                value = idea.value + (MARGIN if runner == favourite else 0.0)
                found[runner] = (found.get(runner, value) * number + value) / (number + 1)
        limit = max(found.values(), default=0.0) - CLOSE
        runners = [runner for runner in runners if found.get(runner, -WON) >= limit]
    return found


def _wounds_stay(game: Game) -> bool:
    """Whether pieces fight whose wounds don't heal: then what comes of a fight shows only after
    the answer to it.
    """
    return game.rules.combat is not None and not game.rules.damage.wears_off


def _horizon(game: Game) -> int:
    """How many turns are played on: where wounds stay the next player's too."""
    return 2 if _wounds_stay(game) else 1


def _one_by_one(game: Game, question: Question) -> bool:
    """Whether each thing that could be done is thought of by itself, not as a part of blocks or
    of orders for everybody.
    """
    return question.kind != "blockers" and (
        question.kind != "move" or battle_estimate.battles(game.rules) is None
    )


def _moment(game: Game, seat: int) -> Moment:
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
    """The best plan: what the rule of thumb says, doing nothing, and the likeliest ideas are played
    on in every world. Where the rule of thumb comes out best, nothing else is weighed again, nor is
    what came out no better: its value counted what has been done since."""
    game = worlds[0]()
    question = asked(game)
    seat = question.seat
    thumb = search.policy(game, actions, mood)
    weighed = set() if weighed is None else weighed
    by_itself = _one_by_one(game, question)
    fresh = [
        action
        for action in actions
        if action not in weighed and not (by_itself and action == thumb)
    ]
    budget.spend()
    if budget.over or not fresh:
        return (thumb,)
    # with all that it says after that to questions of this kind
    in_full = () if by_itself else search.run_of_thumb(game)
    first = in_full if in_full[:1] == (thumb,) else (thumb,)
    ideas = list(IDEAS.get(question.kind, search.each)(game, fresh, seat, budget))
    if ideas and by_itself and (idea := search.tried(game, first, seat, budget)):
        ideas.insert(0, idea)  # what comes out just as well isn't looked at with foresight
    plans: list[Plan] = [
        first,
        *((a,) for a in (PASS, DONE) if a in fresh),
        *search.likeliest(ideas),
    ]
    # where time ran out at once, an idea may have no step
    plans = [plan for plan in dict.fromkeys(plans) if plan]
    turns = _horizon(game)
    found = _race(
        worlds,
        plans,
        first,
        budget,
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
"""What could be done, for each kind of question; each action by itself for all others."""
