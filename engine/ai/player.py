"""What every computer player has in common: it sees a View, imagines games from it, and always
answers with a legal action.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial

from engine.actions import DONE, PASS, Action
from engine.ai import easy
from engine.ai.determinize import imagine
from engine.ai.table import asked
from engine.base import chance
from engine.game import Game
from engine.view import View

OutOfTime = Callable[[], bool]  # says whether a player must answer now


def never() -> bool:
    """There is all the time in the world."""
    return False


# a game that a player imagines, when it is first looked at: a rule of thumb needs but one
World = Callable[[], Game]


class Player:
    """Somebody who chooses.

    The same views in the same order, with the same seed, get the same answers.
    """

    worlds = 1  # how many different games the player imagines from what it sees

    def __init__(self, seed: int) -> None:
        self.rng = seed
        self.took_back = False

    def choose(self, view: View, out_of_time: OutOfTime = never) -> Action:
        """One of the view's actions. Raises ValueError when its seat is asked nothing."""
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
            return DONE  # what was begun could not be completed: leave it
        worlds = [
            cache(partial(imagine, view, view.rules, seed + number))
            for number in range(self.worlds)
        ]
        chosen = self.think(worlds, sensible, out_of_time)
        return chosen if chosen in view.actions else sensible[0]

    def think(
        self, worlds: Sequence[World], actions: Sequence[Action], out_of_time: OutOfTime
    ) -> Action:
        """One of the actions, in imagined games whose question is this player's.

        Not each may be legal there: something may be hidden.
        """
        raise NotImplementedError


class RandomPlayer(Player):
    """Any legal action, each as likely as the others."""

    def think(
        self, worlds: Sequence[World], actions: Sequence[Action], out_of_time: OutOfTime
    ) -> Action:
        return actions[chance.below(self, len(actions))]


# how many of a hundred creatures, cards and areas an easy player, like any beginner, overlooks for
# a turn
INATTENTION = 16
OVERLOOKED = {
    "move": DONE, "next-move": DONE, "next-attack": DONE, "attack-area": DONE, "strike": DONE,
    "blockers": DONE, "priority": PASS,
}  # fmt: skip
"""The questions in which something may be overlooked, with the answer if nothing else is left."""
# a kind of question, and the object or the space by which something is done
Doer = tuple[str, int | str]


class EasyPlayer(Player):
    """Go by rules of thumb, and overlook a creature, a card or an area now and then, for the
    rest of the turn.
    """

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.turn = 0
        # whether something that could be done this turn is thought of at all
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
        left = [action for action in actions if self.heeded.get(_doer(kind, action), True)]
        while (chosen := easy.answer(game, left)) != idle and not self._heeds(_doer(kind, chosen)):
            left = [action for action in left if _doer(kind, action) != _doer(kind, chosen)]
        return chosen

    def _heeds(self, doer: Doer) -> bool:
        if doer not in self.heeded:
            self.heeded[doer] = chance.below(self, 100) >= INATTENTION
        return self.heeded[doer]


def _doer(kind: str, action: Action) -> Doer:
    return kind, action.object or action.space
