"""Solver for puzzles: all lines of the solver against every reply, to the end.

A puzzle has no chance and no hidden information, so that all lines can be searched. Results are
stored by position, so that lines which transpose are followed once.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from msgspec import Struct

from engine.actions import DECLINES, Action
from engine.ai import winning_turn
from engine.fronts.common.land import sees_land
from engine.scenario.goals import Goal, Verdict, verdict
from engine.scenario.stage import Stage
from engine.scenario.wording import in_words

MOST_POSITIONS = 100_000  # positions examined before a puzzle counts as too large
MOST_PLANS = 64  # distinct ways of winning kept for a position
# verbs that don't distinguish ways of winning: declining, paying, dividing damage
BESIDE = (*DECLINES, "auto", "assign")

Plan = frozenset[str]  # the solver's actions in a winning line, in any order


class UnfitPuzzleError(Exception):
    """Error for a puzzle that can't be proved: too large, or with chance or hidden information."""


class Findings(Struct, frozen=True):
    """Results of a complete search of a puzzle."""

    firsts: tuple[str, ...]  # winning first actions that aren't needless, in words
    plans: tuple[Plan, ...]  # winning plans against the best defense, without needless actions
    positions: int
    idle: bool  # doing nothing solves the puzzle


class Solver:
    """A search of one puzzle.

    Raises UnfitPuzzleError as soon as a line can't be searched.
    """

    def __init__(self, goal: Goal, most: int = MOST_POSITIONS) -> None:
        self.goal = goal
        self.most = most
        self.positions = 0
        self._plans: dict[Hashable, frozenset[Plan]] = {}
        self._wins: dict[Hashable, bool] = {}

    def examine(self, stage: Stage) -> Findings:
        """Return all results on a puzzle."""
        plans = sorted(self.plans(stage), key=lambda plan: (len(plan), sorted(plan)))
        firsts = tuple(
            in_words(stage, action)
            for action in choices(stage, self.goal.seat)
            if self._begins(stage, action, plans)
        )
        return Findings(firsts, tuple(plans), self.positions, self.wins_idle(stage))

    def plans(self, stage: Stage) -> frozenset[Plan]:
        """Return the ways of winning without needless actions; none if winning is impossible."""
        if (settled := self._settled(stage)) is not None:
            return frozenset([Plan()]) if settled else frozenset()
        key = position_key(stage)
        if key not in self._plans:
            # a line that returns to an earlier position wins nothing
            self._plans[key] = frozenset()
            self._plans[key] = self._mine(stage) if self._is_solvers(stage) else self._theirs(stage)
        return self._plans[key]

    def wins(self, stage: Stage) -> bool:
        """Return whether the goal can be reached against every reply.

        This is faster than finding all ways.
        """
        if (settled := self._settled(stage)) is not None:
            return settled
        key = position_key(stage)
        if key not in self._wins:
            self._wins[key] = False
            kind = any if self._is_solvers(stage) else all
            self._wins[key] = kind(
                self.wins(self._after(stage, action)) for action in choices(stage, self.goal.seat)
            )
        return self._wins[key]

    def defence(self, stage: Stage) -> Action:
        """Return the opponent's best reply: no way of winning left or, failing that, much to do."""
        replies = choices(stage, self.goal.seat)
        for action in replies:
            if not self.wins(self._after(stage, action)):
                return action
        return max(replies, key=lambda action: _difficulty(self.plans(self._after(stage, action))))

    def wins_idle(self, stage: Stage) -> bool:
        """Return whether doing nothing reaches the goal, whatever the opponents do."""
        if (settled := self._settled(stage)) is not None:
            return settled
        if self._is_solvers(stage):
            return self.wins_idle(self._after(stage, declining(stage, self.goal.seat)))
        return all(
            self.wins_idle(self._after(stage, action)) for action in choices(stage, self.goal.seat)
        )

    # --- one position ---

    def _begins(self, stage: Stage, action: Action, plans: Sequence[Plan]) -> bool:
        """Return whether a way of winning without needless actions may begin with an action."""
        deed = _deed(stage, action)
        return any(deed <= plan for plan in plans) and bool(self.plans(self._after(stage, action)))

    def _mine(self, stage: Stage) -> frozenset[Plan]:
        found: set[Plan] = set()
        for action in choices(stage, self.goal.seat):
            found |= {
                plan | _deed(stage, action) for plan in self.plans(self._after(stage, action))
            }
        return _needed(found)

    def _theirs(self, stage: Stage) -> frozenset[Plan]:
        hardest: frozenset[Plan] | None = None
        for action in choices(stage, self.goal.seat):
            plans = self.plans(self._after(stage, action))
            if hardest is None or _difficulty(plans) > _difficulty(hardest):
                hardest = plans
            if not plans:
                break
        return hardest or frozenset()

    def _is_solvers(self, stage: Stage) -> bool:
        decision = stage.game.decision
        return decision is not None and decision.seat == self.goal.seat

    def _settled(self, stage: Stage) -> bool | None:
        found = verdict(stage, self.goal)
        return None if found is Verdict.OPEN else found is Verdict.REACHED

    def _after(self, stage: Stage, action: Action) -> Stage:
        self.positions += 1
        if self.positions > self.most:
            raise UnfitPuzzleError(f"not proved within {self.most:,} positions")
        after = stage.fork()
        after.apply(action)
        if verdict(after, self.goal) is Verdict.OPEN and (
            why := uncertain(stage, after, self.goal.seat)
        ):
            raise UnfitPuzzleError(f"{why} after {in_words(stage, action)!r}")
        return after


def choices(stage: Stage, solver: int) -> list[Action]:
    """Return the actions worth trying in the pending decision.

    Nothing is canceled, and costs are paid automatically if possible. The solver makes no mana
    in advance: leaving an action out can only make a puzzle harder to prove.
    """
    decision = stage.game.decision
    legal = winning_turn.choices(stage.game, own=decision is not None and decision.seat == solver)
    return sorted(legal, key=lambda action: (action.verb in DECLINES, action))


def _deed(stage: Stage, action: Action) -> Plan:
    return Plan() if action.verb in BESIDE else Plan([in_words(stage, action)])


def _difficulty(plans: frozenset[Plan]) -> tuple[bool, int, int]:
    """Return a sort key of defenses by the ways of winning left: none, long ones, few ones."""
    return not plans, min(map(len, plans), default=0), -len(plans)


def declining(stage: Stage, solver: int) -> Action:
    """Return the action that does nothing; if a choice is required, the first one."""
    legal = choices(stage, solver)
    return next((action for verb in DECLINES for action in legal if action.verb == verb), legal[0])


def uncertain(before: Stage, after: Stage, seat: int) -> str:
    """Return the chance or hidden information between two positions in words, else ""."""
    then, now = before.game.state, after.game.state
    if (then.rng, then.dice, then.shuffles) != (now.rng, now.dice, now.shuffles):
        return "a die is rolled or cards are shuffled"
    for area, later in zip(then.areas, now.areas, strict=False):
        if later.face_up and not area.face_up and not sees_land(area, seat):
            return "face-down land is turned face up"
    for old, new in zip(then.players, now.players, strict=True):
        names = {then.objects[ident].printed.name for ident in old.library}
        if old.library != new.library and len(names) > 1 and not new.out:
            return f"a card in {new.name}'s library is drawn or looked at"
    return ""


def position_key(stage: Stage) -> Hashable:
    """Return everything that matters about a position.

    Chance is left out, since there is none, and so are numbers that only tell its history.
    """
    state = stage.game.state
    where = (
        frozenset(state.objects.items()),
        state.players,
        state.areas,
        state.phased,
        state.emblems,
        state.land_graveyard,
        frozenset(state.gone),
    )
    lasts = (state.lasting, state.shields, state.delayed, state.pending, state.stack)
    return (*where, *lasts, state.agenda, state.combat, state.winners, state.turn)


def _needed(plans: Sequence[Plan] | set[Plan]) -> frozenset[Plan]:
    """Return the plans that contain no other plan; of very many, the shortest."""
    kept: list[Plan] = []
    for plan in sorted(plans, key=lambda plan: (len(plan), sorted(plan))):
        if len(kept) < MOST_PLANS and not any(other <= plan for other in kept):
            kept.append(plan)
    return frozenset(kept)
