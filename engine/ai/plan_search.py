"""Search for the best plan at a decision: others run against the normal player's choice.

Each plan is played out in the same imagined games, through the replies of the opponents, and the
end is valued by the chance of winning. Plans that do badly drop out, the others are played out in
further games. The search can stop at any time, and gets better the longer it is improved. The same
view and seed, improved by the same number of steps, give the same plans.
"""

from __future__ import annotations

from math import sqrt

from msgspec import Struct

from engine.actions import Action
from engine.ai import plan_ideas, search
from engine.ai.determinize import determinize
from engine.ai.heuristics.squares import USUAL, Mood
from engine.ai.normal import NormalPlayer
from engine.ai.player import OutOfTime, never
from engine.ai.search import Plan
from engine.ai.weights import Weights
from engine.ai.winning_chance import chance, planned_chance
from engine.ai.winning_turn import WinningTurn, is_calm
from engine.game import Game
from engine.view import View

ROUNDS = (2, 4, 8, 16, 24)
"""The number of imagined games after which the worse half of the plans drops out."""
FIRST_GAMES = 2  # imagined games in which opponents answer as usual
BOLD = 2  # index of the boldest of the moods
MOST = 800  # decisions after which a game that is played out ends
# units of work between two looks at the clock: about a millisecond, if compiled
GRAIN = 7
CROWD = 16  # permanents that make a decision take as long again
UNSURE = 0.08  # standard deviation of differences, assumed until enough games are known
LEAST_WORLDS = 8  # imagined games in which a given plan is rated, if the search has seen fewer
EARLY = 0.5  # standard errors by which a plan must be worse to drop out before its half does


class RatedPlan(Struct, frozen=True):
    """A plan and how good it is.

    The plan's actions are the seat's consecutive decisions, of which the first is possible now.
    The rest is followed as long as it is legal.
    """

    plan: Plan
    # of winning, 0 to 1: the average of the imagined games, after the opponents' replies
    chance: float
    better_by: float  # average difference to the default plan in the same imagined games
    error: float  # standard error of that difference
    worlds: int  # number of imagined games


class Watch:
    """Counts work and asks the clock now and then; `over` once time has run out.

    `most` looks at the clock are the end as well; 0: no such limit.
    """

    def __init__(self, out_of_time: OutOfTime, most: int = 0) -> None:
        self.out_of_time = out_of_time
        self.left = most or -1
        self.work = 0
        self.over = out_of_time()

    def spend(self, work: int) -> bool:
        """Count work; return whether time has run out."""
        self.work += work
        if self.work >= GRAIN and not self.over:
            self.work = 0
            self.left -= 1
            self.over = not self.left or self.out_of_time()
        return self.over

    def tick(self) -> bool:
        """Count one unit of work; return whether time has run out."""
        return self.spend(1)


class Runner:
    """A plan in the race, with its value in each imagined game."""

    def __init__(self, plan: Plan, mood: Mood = USUAL, *, whole: bool = False) -> None:
        self.plan = plan
        self.mood = mood  # in which the turn goes on after the plan
        self.whole = whole  # whether the plan goes beyond the current step
        self.values: dict[int, float] = {}


class Reply:
    """The answers of opponents in one imagined game: by the rules of thumb, in a mood.

    They take a win within their turn if they find one in a few `positions`.
    """

    def __init__(self, mood: Mood = USUAL, positions: int = 0) -> None:
        self.mood, self.positions = mood, positions
        self.turn = 0  # the number of the last turn in which a win was looked for
        self.wins = False  # one was found
        self.line: Plan = ()  # the rest of what it takes

    def action(self, game: Game, seat: int, watch: Watch) -> Action:
        """Return an opponent's action at the pending decision."""
        turn = game.state.turn
        looks = self.positions and turn.active == seat and not self.line
        if looks and (self.wins or (self.turn != turn.number and is_calm(game))):
            self.turn = turn.number
            self.line = WinningTurn(game, seat, watch.spend, self.positions).plan()
            self.wins = bool(self.line)
        if self.line:
            action, self.line = self.line[0], self.line[1:]
            if game.offer.allows(game, action):
                return action
            self.line = ()
        return search.policy(game, (), self.mood)


class PlanSearch:
    """A search for the best plan at a decision, better the longer it is improved."""

    def __init__(
        self,
        view: View,
        seed: int,
        weights: Weights,
        default: Plan | None = None,
        mood: Mood = USUAL,
    ) -> None:
        """Prepare a search for the player of a view.

        `default` is the plan that all others are compared with; None: what the normal player does.
        `mood` is that in which the turn goes on after it, and after the plans that have no mood of
        their own.
        """
        if view.seat is None or not view.actions:
            raise ValueError("only a player who has something to decide can search for a plan")
        self.view, self.seed, self.seat, self.weights = view, seed, view.seat, weights
        self.mood = mood
        self.default: Runner | None = Runner(default, mood) if default else None
        self.runners: list[Runner] = []  # in the race, without the default
        self.dropped: list[Runner] = []
        self.games: dict[int, Game] = {}
        self.round = 0
        self.begun = False
        self.finished = False
        turn = view.known.turn
        living = [player.seat for player in view.known.players if not player.out]
        ahead = len(living)
        if turn.active in living and turn.active != self.seat and self.seat in living:
            ahead = (living.index(self.seat) - living.index(turn.active)) % len(living)
        now = max(turn.number, 1)
        self.answered = now + ahead  # the turn that begins after the opponents' replies
        # the turn in whose beginning games end that are played out to compare plans
        self.last = self.answered if weights.hard.replies else now + 1

    # --- what is known by now ---

    def rated(self) -> list[RatedPlan]:
        """Return the plans that were played out, the best first, the default among them."""
        found = [
            self._rated(runner)
            for runner in (self._standard(), *self.runners, *self.dropped)
            if runner.values
        ]
        found.sort(key=rank)
        return found

    def rate(self, plan: Plan) -> RatedPlan | None:
        """Return how good a plan is; None if it can't be carried out.

        It is played out in all imagined games that the search has seen, and in some at least.
        """
        standard = self._standard()
        runner = next(
            (each for each in (standard, *self.runners, *self.dropped) if each.plan == plan),
            Runner(plan, self.mood, whole=True),
        )
        watch = Watch(never)
        for number in range(max(LEAST_WORLDS, len(standard.values))):
            self._value(standard, number, watch)
            if not self._value(runner, number, watch) and number == 0:
                return None
        return self._rated(runner) if runner.values else None

    def loses(self, plan: Plan, watch: Watch) -> bool:
        """Return whether an opponent who looks for a win on the spot finds one after a plan."""
        reply = Reply(USUAL, self.weights.hard.danger)
        runner = Runner(plan, self.mood)
        end = self._played_out(self._world(1), runner, watch, reply, last=self.answered)
        return end is not None and chance(end, self.seat, self.weights) <= 0.0

    def expected(self, plan: Plan) -> tuple[Action, ...]:
        """Return a plan and what follows it in one imagined game, through the opponents' replies.

        The actions are those of all players, from the position of `imagined()`.
        """
        line: list[Action] = []
        runner = Runner(plan, self.mood, whole=True)
        reply, last = Reply(), self.answered
        self._played_out(self._world(0), runner, Watch(never), reply, line, last=last)
        return tuple(line)

    def imagined(self) -> Game:
        """Return the imagined game of `expected`, before the plan."""
        return self._world(0).fork()

    # --- the search ---

    def improve(self, out_of_time: OutOfTime) -> bool:
        """Search until time runs out. Return False once nothing is left to look at."""
        watch = Watch(out_of_time)
        while not self.finished and not watch.over:
            if self.begun:
                self._continue(watch)
            else:
                self._begin(watch)
        return not self.finished

    def _begin(self, watch: Watch) -> None:
        """Collect the plans to compare."""
        self.begun = True
        standard = self._standard(watch)
        game = self._world(0)
        watch.spend(GRAIN)
        known = {standard.plan}
        for idea in plan_ideas.ideas(game, self.view.actions, self.seat, watch.tick, self.weights):
            if idea.plan not in known:
                known.add(idea.plan)
                mood = self.mood if idea.mood == USUAL else idea.mood
                self.runners.append(Runner(idea.plan, mood, whole=idea.whole))
        if not self.runners:
            self.finished = True

    def _continue(self, watch: Watch) -> None:
        """Play out all plans in the imagined games of this round, then drop the worst."""
        standard = self._standard()
        for number in range(ROUNDS[self.round]):
            if not self._value(standard, number, watch):
                if watch.over:
                    return
                continue
            for runner in list(self.runners):
                self._value(runner, number, watch)
                if watch.over:
                    return
        self._drop()
        self.round += 1
        if not self.runners or self.round == len(ROUNDS):
            self.finished = True

    def _drop(self) -> None:
        """Drop the worse half of the plans, those that are surely worse and those without worth."""
        standard = self._standard()
        hopeful: list[tuple[float, Runner]] = []
        for runner in self.runners:
            rated = self._rated(runner)
            same = all(
                runner.values[number] == standard.values.get(number) for number in runner.values
            )
            if runner.values and not same and rated.better_by + self._patience(rated) > 0:
                hopeful.append((-rated.better_by, runner))
        hopeful.sort(key=_first)
        kept = [runner for _, runner in hopeful[: max(1, (len(self.runners) + 1) // 2)]]
        self.dropped += [runner for runner in self.runners if runner not in kept]
        self.runners = kept

    def _patience(self, rated: RatedPlan) -> float:
        """Return by how much a plan may be worse than the default and stay in the race.

        Once a plan has been played out in many games, it has to be better.
        """
        if rated.worlds >= LEAST_WORLDS:
            return 0.0
        return EARLY * rated.error * (1 + 2 / (1 + self.round))

    def _standard(self, watch: Watch | None = None) -> Runner:
        """Return the default plan, found by the normal player if none was given."""
        if self.default is None:
            player = NormalPlayer(self.seed)
            action = player.choose(self.view, never if watch is None else watch.tick)
            self.mood = player.memory.mood or self.mood
            self.default = Runner((action, *player.memory.plan), self.mood)
        return self.default

    def _world(self, number: int) -> Game:
        if number not in self.games:
            self.games[number] = determinize(
                self.view,
                self.view.rules,
                self.seed + number,
                deals_cards=self.weights.hard.deals_cards,
            )
        return self.games[number]

    def _value(self, runner: Runner, number: int, watch: Watch) -> bool:
        """Value a plan in an imagined game; return whether it has a value there."""
        if number not in runner.values:
            if number not in self.games:
                watch.spend(GRAIN)
            worst = 1.0
            for reply in self._replies(number):
                end = self._played_out(self._world(number), runner, watch, reply)
                if end is None:
                    return False
                worst = min(worst, planned_chance(end, self.seat, self.weights))
                watch.spend(3)
            runner.values[number] = worst
        return True

    def _replies(self, number: int) -> list[Reply]:
        """Return how the opponents may answer in an imagined game; the worst for the player counts.

        Plans that survive the first games meet all replies of the weights.
        """
        numbers = self.weights.hard
        found = [Reply()]
        if number < FIRST_GAMES:
            return found
        if numbers.replies > 1 and self.view.rules.combat is not None:
            found.append(Reply(self.weights.normal.moods[BOLD]))
        if numbers.replies > 2:
            found.append(Reply(USUAL, numbers.danger))
        return found

    def _played_out(
        self,
        world: Game,
        runner: Runner,
        watch: Watch,
        reply: Reply,
        line: list[Action] | None = None,
        *,
        last: int = 0,
    ) -> Game | None:
        """Return an imagined game after a plan, as turn `last` begins.

        0: where plans are compared. None if the plan can't be begun, or not in time.
        """
        last = last or self.last
        game, seat, plan, step = world.fork(), self.seat, runner.plan, 0
        first = game.question
        kind = "" if first is None else first.kind
        for _ in range(MOST):
            question = game.question
            if question is None or game.state.turn.number >= last:
                break
            if watch.spend(1 + len(game.state.battlefield) // CROWD):
                return None
            if question.seat != seat:
                action = reply.action(game, question.seat, watch)
            elif step < len(plan) and self._follows(game, runner, step, kind):
                action = plan[step]
                step += 1
            elif not step and plan:
                return None
            else:
                step = len(plan)
                action = search.policy(game, (), runner.mood)
            game.apply(action)
            if line is not None:
                line.append(action)
        return game

    def _follows(self, game: Game, runner: Runner, step: int, kind: str) -> bool:
        """Return whether a plan's next action is meant for the pending decision."""
        action, question = runner.plan[step], game.question
        assert question is not None
        if step and not runner.whole and question.kind in search.CALM and question.kind != kind:
            return False
        return game.offer.allows(game, action)

    def _rated(self, runner: Runner) -> RatedPlan:
        values, standard = runner.values, self._standard().values
        number = len(values)
        average = sum(values.values(), 0.0) / number if number else 0.0
        apart = [value - standard[world] for world, value in values.items() if world in standard]
        if not apart or runner is self.default:
            return RatedPlan(runner.plan, average, 0.0, 0.0, number)
        better_by = sum(apart, 0.0) / len(apart)
        spread = sum([(each - better_by) ** 2 for each in apart], UNSURE**2) / len(apart)
        return RatedPlan(runner.plan, average, better_by, sqrt(spread / len(apart)), number)


def rank(rated: RatedPlan) -> float:
    """Return what plans are sorted by: how much better they are at least."""
    return rated.error - rated.better_by


def _first(ranked: tuple[float, Runner]) -> float:
    return ranked[0]
