"""Random players, for benchmarks and fuzzing."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from engine.actions import Action

if TYPE_CHECKING:
    from engine.game import Game

IDLE = ("pass", "done")
EAGERNESS = 0.8  # how often an eager player acts instead of passing


def choose_eagerly(actions: Sequence[Action], random: Random) -> Action:
    """Return a random action, usually one that isn't a pass, so that games end."""
    busy = [action for action in actions if action.verb not in IDLE]
    return choose(busy if busy and random.random() < EAGERNESS else actions, random)


def draw(game: Game, random: Random) -> Action:
    """Return a random answer like `choose`, without listing all legal actions."""
    return game.offer.sample(game, random.random)


def choose(actions: Sequence[Action], random: Random) -> Action:
    """Return a random action; a take-back only if nothing else is legal."""
    forward = [action for action in actions if action.verb != "take-back"] or actions
    return forward[int(random.random() * len(forward))]
