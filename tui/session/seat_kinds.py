"""Kinds of players for a seat: human, or a computer player of a level."""

from __future__ import annotations

from engine.history.record import HUMAN

# levels of computer players to choose from, weakest first
LEVELS = ("easy", "normal", "hard")
KINDS = (HUMAN, *(f"ai:{level}" for level in LEVELS))


LONGEST_NAME = 40


def wrong_name(name: str) -> str:
    """Return why a player can't have this name; "" if allowed.

    Unprintable characters would break records and screens.
    """
    if not name.isprintable():
        return f"found {name[:LONGEST_NAME]!r}; allowed as a name: printable characters"
    if len(name) > LONGEST_NAME:
        return f"found a name of {len(name)} characters; allowed: at most {LONGEST_NAME}"
    return ""


def in_words(kind: str) -> str:
    """Return a kind of player in words."""
    return "a person" if kind == HUMAN else f"computer, {kind.removeprefix('ai:')}"
