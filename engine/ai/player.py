"""What every computer player has in common: it sees a View, imagines games from it, and always answers with a legal action."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial

from engine import chance
from engine.actions import DONE, PASS, Action
from engine.ai import easy
from engine.ai.imagine import imagine
from engine.ai.table import asked
from engine.game import Game
from engine.view import View

OutOfTime = Callable[[], bool]  # says whether a player must answer now


def never() -> bool:
    """There is all the time in the world."""
    return False


World = Callable[[], Game]  # a game that a player imagines, when it is first looked at: a rule of thumb needs but one


class Player:
    """Somebody who chooses. The same views in the same order, with the same seed, get the same answers."""

    worlds = 1  # how many different games the player imagines from what it sees

    def __init__(self, seed: int) -> None:
        self.rng = seed
        self.took_back = False

    def choose(self, view: View, out_of_time: OutOfTime = never) -> Action:
        """One of the view's actions. Raises ValueError when its seat is asked nothing."""
        if not view.actions:
            raise ValueError(f"seat {view.seat} is asked nothing: a computer player chooses only among a view's actions")
        chosen = self._choose(view, out_of_time)
        self.took_back = chosen.verb == "take-back"
        return chosen

    def _choose(self, view: View, out_of_time: OutOfTime) -> Action:
        seed = chance.below(self, 1 << 60)
        sensible = tuple(action for action in view.actions if action.verb != "take-back") or view.actions
        if len(sensible) == 1:
            return sensible[0]
        if self.took_back and DONE in sensible:
            return DONE  # what was begun could not be completed: leave it
        worlds = [cache(partial(imagine, view, view.rules, seed + number)) for number in range(self.worlds)]
        chosen = self.think(worlds, sensible, out_of_time)
        return chosen if chosen in view.actions else sensible[0]

    def think(self, worlds: Sequence[World], actions: Sequence[Action], out_of_time: OutOfTime) -> Action:
        """One of the actions, in imagined games whose question is this player's. Not each may be legal there: something may be hidden."""
        raise NotImplementedError


class RandomPlayer(Player):
    """Any legal action, each as likely as the others."""

    def think(self, worlds: Sequence[World], actions: Sequence[Action], out_of_time: OutOfTime) -> Action:
        return actions[chance.below(self, len(actions))]


INATTENTION = 16  # in how many of a hundred questions an easy player, like any beginner, overlooks that something could be done
OVERLOOKED = {
    "move": DONE, "next-move": DONE, "next-attack": DONE, "attack-area": DONE, "strike": DONE, "blockers": DONE, "priority": PASS,
}  # fmt: skip


class EasyPlayer(Player):
    """Goes by rules of thumb, and now and then overlooks something."""

    def think(self, worlds: Sequence[World], actions: Sequence[Action], out_of_time: OutOfTime) -> Action:
        game = worlds[0]()
        idle = OVERLOOKED.get(asked(game).kind)
        if idle is not None and idle in actions and chance.below(self, 100) < INATTENTION:
            return idle
        return easy.answer(game, actions)
