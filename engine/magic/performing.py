"""Which function carries out which kind of effect."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from engine.cards.model import AnyEffect, Effect
from engine.magic.game import Game
from engine.magic.state import Speaker

E = TypeVar("E", bound=Effect)
Performer = Callable[["Game", Speaker, E], Speaker | None]
"""Carries an effect out for the spell or ability that says it. May return a new speaker for the effects that follow."""

P = TypeVar("P", bound=Performer[Any])
PERFORMERS: dict[type[Effect], Performer[Any]] = {}


def performs(*kinds: type[Effect]) -> Callable[[P], P]:
    """Decorator: this function carries out effects of these kinds."""

    def register(performer: P) -> P:
        PERFORMERS.update(dict.fromkeys(kinds, performer))
        return performer

    return register


def perform(game: Game, item: Speaker, effect: AnyEffect) -> Speaker | None:
    """Carry out one effect of a spell or ability (CR 608.2c). What it asks of players is on the agenda afterwards.

    Returns the speaker for the effects that follow where it changed ("it" is now what was made or moved), else None.
    Raises NotImplementedError for what can't be played here: ante, and deeds of the hands.
    """
    performer = PERFORMERS.get(type(effect))
    if performer is None:
        raise NotImplementedError(f"{item.name}: a card with '{type(effect).__name__.lower()}' can be named and judged, not played")
    return performer(game, item, effect)


S = TypeVar("S", bound=Callable[["Game"], object])
_BEFOREHAND: list[Callable[[Game], object]] = []


def beforehand(see_to: S) -> S:
    """Decorator: this is seen to before each instruction of a list, since the one before it may have changed it."""
    _BEFOREHAND.append(see_to)
    return see_to


def see_to_all(game: Game) -> None:
    """See to whatever comes before an instruction."""
    for see_to in _BEFOREHAND:
        see_to(game)
