"""Computer players. They see a View, never the game."""

from __future__ import annotations

from engine.ai.hard import HardPlayer
from engine.ai.normal import NormalPlayer
from engine.ai.player import ComputerPlayer, EasyPlayer, RandomPlayer
from engine.ai.thumb import ThumbPlayer

PLAYERS: dict[str, type[ComputerPlayer]] = {
    "easy": EasyPlayer,
    "normal": NormalPlayer,
    "hard": HardPlayer,
    "random": RandomPlayer,
    "thumb": ThumbPlayer,
}
"""Player classes by level; "random" and "thumb" are for tests and measurements."""
KEPT = {"normal-1": "normal"}
"""The level of each kept player: it plays by weights that nothing changes any more."""

__all__ = ["KEPT", "PLAYERS", "ComputerPlayer", "make"]


def make(level: str, seed: int, own: str = "") -> ComputerPlayer:
    """Return a computer player of a level, with a seed for random choices.

    `own` is a TOML text of weights instead of the shipped ones. Raises ValueError naming the
    levels if `level` is unknown.
    """
    if level in KEPT:
        return PLAYERS[KEPT[level]](seed, level)
    if level not in PLAYERS:
        raise ValueError(
            f"there is no computer player called '{level}'; the levels are {', '.join(PLAYERS)}"
        )
    return PLAYERS[level](seed, "", own)
