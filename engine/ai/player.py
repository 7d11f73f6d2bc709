"""Base of all computer players: see a View, imagine games, return a legal action."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial

from engine.actions import DONE, PASS, Action
from engine.ai import easy
from engine.ai.determinize import determinize
from engine.ai.table import asked
from engine.ai.weights import Weights, weights_of
from engine.base import chance
from engine.game import Game
from engine.variant.ruleset import Ruleset
from engine.view import View

OutOfTime = Callable[[], bool]  # returns whether a player must answer now


def never() -> bool:
    """Return False: time never runs out."""
    return False


# an imagined game, made when first needed: rules of thumb need only one
World = Callable[[], Game]


class ComputerPlayer:
    """A computer player.

    The same views in the same order, with the same seed, get the same actions.
    """

    worlds = 1  # number of different imagined games for one decision

    def __init__(self, seed: int, kept: str = "", own: str = "") -> None:
        """Store the seed, and which weights count (`weights_of`)."""
        self.rng = seed
        self.kept = kept
        self.own = own
        self.took_back = False

    def weights(self, rules: Ruleset) -> Weights:
        """Return the player's weights in a variant."""
        return weights_of(rules, self.kept, self.own)

    def choose(self, view: View, out_of_time: OutOfTime = never) -> Action:
        """Return one of the view's actions.

        Raises ValueError if the seat has no decision.
        """
        if not view.actions:
            raise ValueError(
                f"seat {view.seat} has nothing to decide: a computer player can choose only "
                "among actions"
            )
        chosen = self._choose(view, out_of_time)
        self.took_back = chosen.verb == "take-back"
        return chosen

    def _choose(self, view: View, out_of_time: OutOfTime) -> Action:
        seed = chance.below(self, 1 << 60)
        sensible = (
            tuple(action for action in view.actions if action.verb != "take-back") or view.actions
        )
        if len(sensible) == 1:
            return sensible[0]
        if self.took_back and DONE in sensible:
            return DONE  # an item that could not be completed is left alone
        worlds = [
            cache(partial(determinize, view, view.rules, seed + number))
            for number in range(self.worlds)
        ]
        chosen = self.think(worlds, sensible, out_of_time)
        return chosen if chosen in view.actions else sensible[0]

    def think(
        self, worlds: Sequence[World], actions: Sequence[Action], out_of_time: OutOfTime
    ) -> Action:
        """Return one of `actions`, using imagined games with this player's pending decision.

        Some actions may be illegal in an imagined game, because of hidden information.
        """
        raise NotImplementedError


class RandomPlayer(ComputerPlayer):
    """A player that picks any legal action with equal probability."""

    def think(
        self, worlds: Sequence[World], actions: Sequence[Action], out_of_time: OutOfTime
    ) -> Action:
        return actions[chance.below(self, len(actions))]


OVERLOOKED = {
    "move": DONE, "next-move": DONE, "next-attack": DONE, "attack-area": DONE, "strike": DONE,
    "blockers": DONE, "priority": PASS,
}  # fmt: skip
"""Decisions in which an option may be overlooked, with the action if no other is left."""
# kind of decision, and the object or space that acts
Doer = tuple[str, int | str]


class EasyPlayer(ComputerPlayer):
    """A player by rules of thumb that sometimes overlooks a creature, card or area for a turn."""

    def __init__(self, seed: int, kept: str = "", own: str = "") -> None:
        super().__init__(seed, kept, own)
        self.turn = 0
        # whether the player notices an option this turn
        self.heeded: dict[Doer, bool] = {}

    def think(
        self, worlds: Sequence[World], actions: Sequence[Action], out_of_time: OutOfTime
    ) -> Action:
        game = worlds[0]()
        kind = asked(game).kind
        idle = OVERLOOKED.get(kind)
        if idle is None or idle not in actions:
            return easy.answer(game, actions)
        if game.state.turn.number != self.turn:
            self.turn, self.heeded = game.state.turn.number, {}
        inattention = self.weights(game.rules).easy.inattention
        left = [action for action in actions if self.heeded.get(_doer(kind, action), True)]
        while (chosen := easy.answer(game, left)) != idle and not self._heeds(
            _doer(kind, chosen), inattention
        ):
            left = [action for action in left if _doer(kind, action) != _doer(kind, chosen)]
        return chosen

    def _heeds(self, doer: Doer, inattention: int) -> bool:
        if doer not in self.heeded:
            self.heeded[doer] = chance.below(self, 100) >= inattention
        return self.heeded[doer]


def _doer(kind: str, action: Action) -> Doer:
    return kind, action.object or action.space
