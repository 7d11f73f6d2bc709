"""How effects are carried out: by which function each kind, and the instructions of a spell or
ability one after another (CR 608.2c).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from engine.base.records import replace
from engine.cards.model import AnyEffect, Effect
from engine.magic.abilities import triggers
from engine.magic.continuous.filters import CHOSEN
from engine.magic.core.agenda import Task
from engine.magic.core.game import Game
from engine.magic.core.position import Speaker

E = TypeVar("E", bound=Effect)
Performer = Callable[["Game", Speaker, E], Speaker | None]
"""Carries an effect out for the spell or ability that says it.

May return a new speaker for the effects that follow.
"""

P = TypeVar("P", bound=Performer[Any])
PERFORMERS: dict[type[Effect], Performer[Any]] = {}


def performs(*kinds: type[Effect]) -> Callable[[P], P]:
    """Decorator: this function carries out effects of these kinds."""

    def register(performer: P) -> P:
        PERFORMERS.update(dict.fromkeys(kinds, performer))
        return performer

    return register


def perform(game: Game, item: Speaker, effect: AnyEffect) -> Speaker | None:
    """Carry out one effect of a spell or ability (CR 608.2c).

    What it asks of players is on the agenda afterwards.

    Returns the speaker for the effects that follow where it changed ("it" is now what was made or
    moved), else None. Raises NotImplementedError for what can't be played here: ante, and deeds of
    the hands.
    """
    performer = PERFORMERS.get(type(effect))
    if performer is None:
        raise NotImplementedError(
            f"{item.name}: a card with '{type(effect).__name__.lower()}' can be named and "
            "judged, not played"
        )
    return performer(game, item, effect)


S = TypeVar("S", bound=Callable[["Game"], object])
_BEFOREHAND: list[Callable[[Game], object]] = []


def beforehand(see_to: S) -> S:
    """Decorator: this is seen to before each instruction of a list, since the one before it may
    have changed it.
    """
    _BEFOREHAND.append(see_to)
    return see_to


# references to what the effects that follow call "it" once it has been moved
FOLLOWED = (*CHOSEN, "it", "self")


def on_battlefield(game: Game, refs: list[int]) -> list[int]:
    """Those of some references that are permanents now."""
    objects = game.state.objects
    return [ref for ref in refs if ref in objects and objects[ref].zone == "battlefield"]


def speaks_of(item: Speaker, idents: list[int], *, moved: bool = False) -> Speaker | None:
    """The same speaker, "it" now meaning the first of some objects, or what it became as it
    `moved`; None where there are none.
    """
    return replace(item, it=idents[0], moved=moved) if idents else None


def remember(game: Game, item: Speaker, **said: Any) -> None:
    """An answer has settled fields of the speaker ("it", what is "chosen") for the effects of
    this spell or ability that follow.
    """

    def reminded(task: Task) -> Task:
        if isinstance(task, Follow) and (task.item.id, task.item.source) == (item.id, item.source):
            return replace(task, item=replace(task.item, **said))
        return task

    game.state.set(agenda=tuple(map(reminded, game.state.agenda)))


class Follow(Task, frozen=True):
    """Follow the instructions of a list one after another; what an instruction asks is answered
    before the next.
    """

    item: Speaker
    effects: tuple[AnyEffect, ...]

    def run(self, game: Game) -> None:
        if not self.effects:
            return
        for see_to in _BEFOREHAND:
            see_to(game)
        # what is so between two instructions only is noticed too (CR 603.8)
        triggers.states(game, self.item)
        state = game.state
        below = state.agenda
        state.set(agenda=())
        item = perform(game, self.item, self.effects[0]) or self.item
        above = game.state.agenda
        rest = (Follow(item, self.effects[1:]),) if len(self.effects) > 1 else ()
        game.state.set(agenda=(*below, *rest, *above))


def follow(game: Game, item: Speaker, effects: tuple[AnyEffect, ...]) -> None:
    """These effects happen next."""
    if effects:
        game.push(Follow(item, effects))


def follow_each(game: Game, spoken: Iterable[tuple[Speaker, tuple[AnyEffect, ...]]]) -> None:
    """What several speakers say happens next, one after another."""
    game.push(*(Follow(item, effects) for item, effects in spoken))
