"""Computer players. They see a View, never the game."""

from __future__ import annotations

from engine.ai.normal import NormalPlayer
from engine.ai.player import EasyPlayer, Player, RandomPlayer

LEVELS: dict[str, type[Player]] = {
    "easy": EasyPlayer,
    "normal": NormalPlayer,
    "random": RandomPlayer,
}
"""Player classes by level; "random" is for tests and measurements."""

__all__ = ["LEVELS", "Player", "make"]


def make(level: str, seed: int) -> Player:
    """Return a computer player of a level, with a seed for random choices.

    Raises ValueError naming the levels if `level` is unknown.
    """
    if level not in LEVELS:
        raise ValueError(
            f"there is no computer player called '{level}'; the levels are {', '.join(LEVELS)}"
        )
    return LEVELS[level](seed)
