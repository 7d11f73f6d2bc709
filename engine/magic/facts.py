"""What follows from a position, found out once: for as long as what it follows from stays the same.

Forks share what has been found out, so nobody changes what these functions return.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar, TypeVarTuple

from engine.magic.known import known

if TYPE_CHECKING:
    from engine.game import Game

P = ParamSpec("P")
Ts = TypeVarTuple("Ts")
R = TypeVar("R")
UNKNOWN: Any = object()
"""Not found out yet."""


def of_the_table(find_out: Callable[[Game, *Ts], R]) -> Callable[[Game, *Ts], R]:
    """Find it out once while who controls what, where it is, what it is and the areas stay the same. It may follow from nothing else:
    not from power and toughness, nor from what is tapped, damaged, sick or has moved."""

    @wraps(find_out)
    def found_out(game: Game, *args: *Ts) -> R:
        state, key = game.state, (found_out, args)
        facts = (state.cache if state.known_at == state.version else known(game)).facts
        found = facts.get(key, UNKNOWN)
        if found is UNKNOWN:
            found = facts[key] = find_out(game, *args)
        return found

    return found_out


def of_the_moment(find_out: Callable[Concatenate[Game, P], R]) -> Callable[Concatenate[Game, P], R]:
    """Find it out once in each version of a position. It may follow from all but the agenda."""

    @wraps(find_out)
    def found_out(game: Game, *args: P.args, **kwargs: P.kwargs) -> R:
        state = game.state
        if state.noted_at != state.version:
            state.notes, state.noted_at = {}, state.version
        key = (found_out, args, *kwargs.items())
        found = state.notes.get(key, UNKNOWN)
        if found is UNKNOWN:
            found = state.notes[key] = find_out(game, *args, **kwargs)
        return found

    return found_out
