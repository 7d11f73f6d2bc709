"""Who can play a seat: a person at this terminal, or a computer player of a level."""

from __future__ import annotations

from engine.history.record import HUMAN

# the computer players that can be chosen before a game, the weakest first
LEVELS = ("easy", "normal")
KINDS = (HUMAN, *(f"ai:{level}" for level in LEVELS))


LONGEST_NAME = 40


def wrong_name(name: str) -> str:
    """Why a player can't be called this; empty if nothing speaks against it.

    What can't be seen would spoil records and screens.
    """
    if not name.isprintable():
        return f"found {name[:LONGEST_NAME]!r}; allowed as a name: printable characters"
    if len(name) > LONGEST_NAME:
        return f"found a name of {len(name)} characters; allowed: at most {LONGEST_NAME}"
    return ""


def in_words(kind: str) -> str:
    """A kind of player as people read it."""
    return "a person" if kind == HUMAN else f"computer, {kind.removeprefix('ai:')}"
