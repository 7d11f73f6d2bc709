"""Search on forks of an imagined game: plans to try, depth and budget."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial

from msgspec import Struct

from engine.actions import DONE, PASS, Action
from engine.ai import area_goals, easy
from engine.ai.determinize import until_step_ends
from engine.ai.evaluate import WON, evaluate
from engine.ai.heuristics import areas, spells
from engine.ai.heuristics import squares as square_heuristics
from engine.ai.heuristics.squares import USUAL, Mood
from engine.ai.table import asked, lay
from engine.ai.weights import Weights
from engine.cards.mana_abilities import is_mana_ability
from engine.game import Game
from engine.magic.casting.permission import faces
from engine.magic.turn.combat import the_combat

POLICY = easy.THUMBS | {
    "move": area_goals.move,
    "attack-area": areas.attack_area,
    "attackers": areas.attackers,
}
"""Rules of thumb by which imagined games are played on."""
Plan = tuple[Action, ...]  # consecutive actions

CALM = frozenset(
    {"priority", "move", "attack-area", "strike", "battle", "next-move", "next-attack"}
)
"""Decisions at which a position can be judged, if the stack is empty and there is no combat."""
ANNOUNCING = frozenset({"mode", "x", "name", "target", "divide", "payment", "cost"})
"""Decisions within an announcement; a plan to cast or activate an item answers them too."""
# targets tried for the first, second and each further choice of an announcement
WIDTH = (8, 3, 2)

DEEP = 4  # number of ideas that are played on
SURE = 2 * WON  # the value of an idea that is always played on
LEEWAY = 300  # positions beyond the budget, to finish work in progress


class Budget:
    """The number of positions left to examine; 0 once time runs out."""

    def __init__(
        self,
        nodes: int,
        out_of_time: Callable[[], bool],
        weights: Weights | None = None,
        judge: Callable[[Game, int], float] | None = None,
    ) -> None:
        """Store the number of positions, the clock and the evaluation.

        `judge` returns the value of a position for a seat; it may change the game that it
        gets. Without it, the evaluation with these weights counts.
        """
        self.nodes = nodes
        self.out_of_time = out_of_time
        self.weights = weights
        self._judge = judge

    def judge(self, game: Game, seat: int) -> float:
        """Return the value of a position for a seat. The game may be changed."""
        return self._judge(game, seat) if self._judge else evaluate(game, seat, self.weights)

    def spend(self) -> None:
        """Count another position."""
        self.nodes -= 1
        if self.nodes > -LEEWAY and self.out_of_time():
            self.nodes = -LEEWAY

    @property
    def spent(self) -> bool:
        """Return whether to begin no new work."""
        return self.nodes <= 0

    @property
    def over(self) -> bool:
        """Return whether to abandon even work in progress."""
        return self.nodes <= -LEEWAY


class Idea(Struct, frozen=True):
    """A plan and its value."""

    plan: Plan
    value: float


def best(ideas: Iterable[Idea], fallback: Idea) -> Idea:
    """Return the idea of greatest value, or the fallback if none is better."""
    return max((fallback, *ideas), key=lambda idea: idea.value)


# --- playing on ---


def policy(game: Game, actions: Sequence[Action] = (), mood: Mood = USUAL) -> Action:
    """Return the action of any player in an imagined game, by the rules of thumb.

    The normal player uses it too if it finds nothing better.
    """
    question, stack = game.question, game.state.stack
    if (
        stack
        and question is not None
        and question.kind == "priority"
        and stack[-1].controller == question.seat
    ):
        return PASS  # let the player's own item resolve first
    return easy.answer(game, actions, POLICY if mood == USUAL else _policy(mood))


@cache
def _policy(mood: Mood) -> dict[str, easy.Thumb]:
    attack = partial(square_heuristics.attack, mood=mood)
    return POLICY | {
        "priority": partial(spells.priority, mood=mood),
        "strike": attack,
        "orders": attack,
    }


def settle(game: Game, seat: int, budget: Budget) -> float:
    """Play on without spells until the position is calm; return its value for a seat."""
    while (question := game.question) is not None and question.kind != "halt":
        state = game.state
        if question.kind in CALM and not state.stack and state.combat is None:
            break
        game.apply(PASS if question.kind == "priority" else policy(game))
        budget.spend()
        if budget.over:
            break
    return budget.judge(game, seat)


def _carry_out(game: Game, plan: Plan, budget: Budget) -> bool:
    for action in plan:
        if not game.offer.allows(game, action):
            return False
        game.apply(action)
        budget.spend()
    return True


def tried(game: Game, plan: Plan, seat: int, budget: Budget) -> Idea | None:
    """Return a plan with its value at the end of the step; None if it can't be carried out."""
    fork = until_step_ends(game)
    return Idea(plan, settle(fork, seat, budget)) if _carry_out(fork, plan, budget) else None


def foreseen(
    game: Game, plan: Plan, seat: int, budget: Budget, mood: Mood = USUAL, turns: int = 1
) -> Idea | None:
    """Return a plan with its value after some `turns`, the current one included.

    All players follow the rules of thumb, the seat in a mood. None if the plan can't be carried
    out, or not in time.
    """
    fork, last = game.fork(), game.state.turn.number + turns
    if not _carry_out(fork, plan, budget):
        return None
    while (question := fork.question) is not None and fork.state.turn.number < last:
        if budget.over:
            return None
        fork.apply(policy(fork, (), mood if question.seat == seat else USUAL))
        budget.spend()
    return Idea(plan, evaluate(fork, seat, budget.weights))


def likeliest(ideas: Iterable[Idea]) -> list[Plan]:
    """Return the plans of the best ideas.

    Of ideas with exactly the same value only the first is kept: their results hardly ever
    differ.
    """
    found: dict[float, Plan] = {}
    for idea in sorted(ideas, key=lambda idea: -idea.value):
        found.setdefault(idea.value, idea.plan)
    return list(found.values())[:DEEP]


# --- plans to try ---


def each(game: Game, actions: Sequence[Action], seat: int, budget: Budget) -> Iterator[Idea]:
    """Yield every action by itself with its value."""
    return each_plan(game, [(action,) for action in actions], seat, budget)


def each_plan(game: Game, plans: Iterable[Plan], seat: int, budget: Budget) -> Iterator[Idea]:
    """Yield every plan with its value."""
    for plan in plans:
        if budget.spent:
            return
        if idea := tried(game, plan, seat, budget):
            yield idea


def announcements(
    game: Game, actions: Sequence[Action], seat: int, budget: Budget
) -> Iterator[Idea]:
    """Yield every way worth trying to begin or continue an announcement."""
    if asked(game).kind == "priority":
        tries = sorted(
            (action for action in actions if is_of_use(game, action)),
            key=lambda action: -spells.promise(game, action),
        )
    else:
        tries = [action for action in choices(game, 0) if action in actions]
    for action in tries:
        fork = until_step_ends(game)
        fork.apply(action)
        budget.spend()
        yield from _announced(fork, (action,), seat, budget, 0)


def _announced(game: Game, plan: Plan, seat: int, budget: Budget, depth: int) -> Iterator[Idea]:
    question = game.question
    if question is None or question.seat != seat or question.kind not in ANNOUNCING:
        yield Idea(plan, settle(game, seat, budget))
        return
    for action in choices(game, depth):
        if budget.spent:
            return
        fork = game.fork()
        fork.apply(action)
        budget.spend()
        yield from _announced(
            fork, (*plan, action), seat, budget, depth + (question.kind == "target")
        )


def choices(game: Game, depth: int) -> list[Action]:
    """Return the actions worth trying within an announcement.

    They are all modes, the highest values of X, the likeliest targets, and one way to pay.
    """
    kind, width = asked(game).kind, WIDTH[min(depth, len(WIDTH) - 1)]
    legal = [action for action in game.legal_actions() if action.verb != "take-back"]
    if kind == "mode":
        return legal
    if kind == "x":
        return sorted(legal, key=lambda action: -action.number)[:width]
    if kind == "target":
        aims = [action for action in legal if action.verb == "target"]
        aims.sort(key=lambda action: -spells.aimed(game, action))
        return aims[:width] + [action for action in legal if action == DONE]
    return [policy(game, legal)]


def is_of_use(game: Game, action: Action) -> bool:
    """Return whether an action casts or activates something useful.

    Mana alone is not, nor is a creature that would wall in others.
    """
    if action.verb == "cast":
        obj = game.state.objects[action.object]
        face = dict(faces(obj.printed)).get(action.word, obj.printed)
        return not spells.walled_in(game, asked(game).seat, obj, face)
    return action.verb == "activate" and not is_mana_ability(
        game.characteristics(action.object).abilities[action.ability - 1]
    )


# --- fights ---


def attacks(game: Game, actions: Sequence[Action], seat: int, budget: Budget) -> Iterator[Idea]:
    """Yield attacks on each space and planeswalker, with the strongest creatures first.

    Each attack is tried with one creature, the two strongest, and so on.
    """
    if asked(game).kind == "attackers":  # the space is already chosen
        yield from each_plan(game, attack_plans(game, seat), seat, budget)
    for action in actions:
        if action.verb == "attack":
            fork = game.fork()
            fork.apply(action)
            plans = [(action, *plan) for plan in attack_plans(fork, seat)]
            yield from each_plan(game, plans, seat, budget)


def attack_plans(game: Game, seat: int) -> list[Plan]:
    """Return sets of attackers to try, in addition to those already declared."""
    legal = [action for action in game.legal_actions() if action.verb == "attacker"]
    pieces = {piece.id: piece for piece in lay(game).pieces}
    plans: list[Plan] = [(DONE,)] if game.offer.allows(game, DONE) else []
    for aim in sorted({action.target for action in legal}):
        aimed = sorted(
            (a for a in legal if a.target == aim), key=lambda a: (-pieces[a.object].power, a.object)
        )
        plans += [(*aimed[:number], DONE) for number in range(1, len(aimed) + 1)]
    wished = set(areas.promising(game, lay(game), seat, the_combat(game).space))
    plans.append((*(a for a in legal if a.object in wished and not a.target), DONE))
    singles: list[Plan] = [(action, DONE) for action in legal if not action.target]
    return list(dict.fromkeys(plans + singles))


def blocks(game: Game, _actions: Sequence[Action], seat: int, budget: Budget) -> Iterator[Idea]:
    """Yield the best blocks, found one by one: the best single block, then the best additions."""
    plans = ((DONE,), run_of_thumb(game))
    chosen = best(
        [idea for plan in plans if (idea := tried(game, plan, seat, budget))],
        Idea((DONE,), -WON * 2),
    )
    declared: Plan = ()
    while not budget.spent:
        fork = game.fork()
        for action in declared:
            fork.apply(action)
        question = fork.question
        if question is None or question.kind != "blockers" or question.seat != seat:
            break
        more = [action for action in fork.legal_actions() if action.verb == "block"]
        further = ((*declared, action) for action in more if not budget.spent)
        # after the last possible block the game continues by itself
        ideas = [
            idea
            for plan in further
            if (idea := tried(game, (*plan, DONE), seat, budget) or tried(game, plan, seat, budget))
        ]
        top = best(ideas, Idea((), -WON * 3))
        if not top.plan or (top.value <= chosen.value and declared):
            break
        chosen = best([top], chosen)
        declared = tuple(action for action in top.plan if action != DONE)
    yield chosen


def run_of_thumb(game: Game) -> Plan:
    """Return all actions of the rules of thumb for the current kind of decision."""
    fork = game.fork()
    plan: list[Action] = []
    first = asked(game)
    while (question := fork.question) is not None and (question.kind, question.seat) == (
        first.kind,
        first.seat,
    ):
        action = policy(fork)
        if action.verb == "take-back":
            break
        plan.append(action)
        fork.apply(action)
        if action == DONE:
            break
    return tuple(plan)
