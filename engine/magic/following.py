"""The instructions of a spell or ability, followed one after another, and what they hand on to each other (CR 608.2c)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.cards.model import AnyEffect
from engine.magic import triggers
from engine.magic.agenda import Task
from engine.magic.filters import CHOSEN
from engine.magic.game import Game
from engine.magic.performing import perform, see_to_all
from engine.magic.state import Speaker
from engine.records import replace

FOLLOWED = (*CHOSEN, "it", "self")  # references to what the effects that follow call "it" once it has been moved


def on_battlefield(game: Game, refs: list[int]) -> list[int]:
    """Those of some references that are permanents now."""
    objects = game.state.objects
    return [ref for ref in refs if ref in objects and objects[ref].zone == "battlefield"]


def speaks_of(item: Speaker, idents: list[int], *, moved: bool = False) -> Speaker | None:
    """The same speaker, "it" now meaning the first of some objects, or what it became as it `moved`; None where there are none."""
    return replace(item, it=idents[0], moved=moved) if idents else None


def remember(game: Game, item: Speaker, **said: Any) -> None:
    """An answer has settled fields of the speaker ("it", what is "chosen") for the effects of this spell or ability that follow."""

    def reminded(task: Task) -> Task:
        if isinstance(task, Follow) and (task.item.id, task.item.source) == (item.id, item.source):
            return replace(task, item=replace(task.item, **said))
        return task

    game.state.set(agenda=tuple(map(reminded, game.state.agenda)))


class Follow(Task, frozen=True):
    """Follow the instructions of a list one after another; what an instruction asks is answered before the next."""

    item: Speaker
    effects: tuple[AnyEffect, ...]

    def run(self, game: Game) -> None:
        if not self.effects:
            return
        see_to_all(game)
        triggers.states(game, self.item)  # what is so between two instructions only is noticed too (CR 603.8)
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
