"""Who can play a seat: a person at this terminal, or a computer player of a level."""

from __future__ import annotations

HUMAN = "human"
LEVELS = ("easy", "normal")
"""The computer players that can be chosen before a game, the weakest first."""
KINDS = (HUMAN, *(f"ai:{level}" for level in LEVELS))


def in_words(kind: str) -> str:
    """A kind of player as people read it."""
    return "a person" if kind == HUMAN else f"computer, {kind.removeprefix('ai:')}"
