"""Base of all computer players: see a View, imagine games, return a legal action."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial

from engine.actions import DONE, PASS, Action
from engine.ai import easy
from engine.ai.determinize import determinize
from engine.ai.memory import Doer, Memory
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

    The same views in the same order, with the same seed, get the same actions. `memory` is all that
    it keeps from one decision to the next: another player of its level that gets it goes on alike.
    """

    worlds = 1  # number of different imagined games for one decision

    def __init__(self, seed: int, kept: str = "", own: str = "") -> None:
        """Store the seed, and which weights count (`weights_of`)."""
        self.memory = Memory(seed)
        self.kept = kept
        self.own = own

    def weights(self, rules: Ruleset) -> Weights:
        """Return the player's weights in a variant."""
        return weights_of(rules, self.kept, self.own)

    def deals_cards(self, rules: Ruleset) -> bool:
        """Return whether hidden cards of its imagined games are dealt. Rules of thumb need none."""
        return False

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
        self.memory.took_back = chosen.verb == "take-back"
        return chosen

    def _choose(self, view: View, out_of_time: OutOfTime) -> Action:
        seed = chance.below(self.memory, 1 << 60)
        sensible = (
            tuple(action for action in view.actions if action.verb != "take-back") or view.actions
        )
        if len(sensible) == 1:
            return sensible[0]
        if self.memory.took_back and DONE in sensible:
            return DONE  # an item that could not be completed is left alone
        deals_cards = self.deals_cards(view.rules)
        worlds = [
            cache(partial(determinize, view, view.rules, seed + number, deals_cards=deals_cards))
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
        return actions[chance.below(self.memory, len(actions))]


OVERLOOKED = {
    "move": DONE, "next-move": DONE, "next-attack": DONE, "attack-area": DONE, "strike": DONE,
    "blockers": DONE, "priority": PASS,
}  # fmt: skip
"""Decisions in which an option may be overlooked, with the action if no other is left."""


class EasyPlayer(ComputerPlayer):
    """A player by rules of thumb that sometimes overlooks a creature, card or area for a turn."""

    def think(
        self, worlds: Sequence[World], actions: Sequence[Action], out_of_time: OutOfTime
    ) -> Action:
        game = worlds[0]()
        kind = asked(game).kind
        idle = OVERLOOKED.get(kind)
        if idle is None or idle not in actions:
            return easy.answer(game, actions)
        self.memory.begin_turn(game.state.turn.number)
        inattention = self.weights(game.rules).easy.inattention
        heeded = self.memory.heeded
        left = [action for action in actions if heeded.get(_doer(kind, action), True)]
        while (chosen := easy.answer(game, left)) != idle and not self._heeds(
            _doer(kind, chosen), inattention
        ):
            left = [action for action in left if _doer(kind, action) != _doer(kind, chosen)]
        return chosen

    def _heeds(self, doer: Doer, inattention: int) -> bool:
        heeded = self.memory.heeded
        if doer not in heeded:
            heeded[doer] = chance.below(self.memory, 100) >= inattention
        return heeded[doer]


def _doer(kind: str, action: Action) -> Doer:
    return kind, action.object or action.space
