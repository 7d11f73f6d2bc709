"""A player without a thought, for measuring and fuzzing, and games of such players."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from engine.actions import Action

if TYPE_CHECKING:
    from engine.game import Game

IDLE = ("pass", "done")
EAGERNESS = 0.8  # how often an eager player does something where it could do nothing


def choose_eagerly(actions: Sequence[Action], random: Random) -> Action:
    """Any action, but mostly one that does something, so that armies meet and games end."""
    busy = [action for action in actions if action.verb not in IDLE]
    return choose(busy if busy and random.random() < EAGERNESS else actions, random)


def draw(game: Game, random: Random) -> Action:
    """Any answer to what is asked, each as likely as another, as `choose` does; no more answers
    are found out than it takes.
    """
    return game.offer.drawn(game, random.random)


def choose(actions: Sequence[Action], random: Random) -> Action:
    """Any action, each as likely as another; taking back only where nothing else is possible."""
    forward = [action for action in actions if action.verb != "take-back"] or actions
    return forward[int(random.random() * len(forward))]
