"""Continuous effects of resolved spells and abilities begin and end (CR 611.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.cards.characteristics import Printed
from engine.cards.model import Change
from engine.cards.terms import Until
from engine.magic.faces import settle
from engine.magic.game import Game
from engine.magic.state import NOBODY, Lasting


def begin(
    game: Game, controller: int, source: int, objects: tuple[int, ...], change: Change, until: Until, *,
    x: int = 0, copy: Printed | None = None, whose: int = NOBODY,
) -> int:  # fmt: skip
    """An effect begins now. Returns its timestamp."""
    state = game.state
    now = state.new_id()
    state.set(lasting=(*state.lasting, Lasting(now, controller, source, objects, change, until, state.turn.number, x, copy, whose)))
    return now


def keep(game: Game, left: Iterable[Lasting]) -> None:
    """Let only these go on. What has been a copy for as long as one of the others lasted is one no longer."""
    state = game.state
    before = _copies(state.lasting)
    state.set(lasting=tuple(left))
    for _, ident in sorted(before - _copies(state.lasting)):
        settle(game, ident)


def end(game: Game, is_over: Callable[[Lasting], bool]) -> None:
    """End those that are over."""
    left = [effect for effect in game.state.lasting if not is_over(effect)]
    if len(left) < len(game.state.lasting):
        keep(game, left)


def _copies(effects: Iterable[Lasting]) -> set[tuple[int, int]]:
    """The effects that make something a copy, by when they began, each with its objects."""
    return {(effect.timestamp, ident) for effect in effects if effect.copy is not None for ident in effect.objects}
