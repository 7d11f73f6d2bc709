"""A player without a thought, for measuring and fuzzing, and games of such players."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.actions import Action


def choose(actions: Sequence[Action], random: Random) -> Action:
    """Any action, each as likely as another; taking back only where nothing else is possible."""
    forward = [action for action in actions if action.verb != "take-back"] or actions
    return forward[int(random.random() * len(forward))]
