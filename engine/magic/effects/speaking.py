"""What the effects of one list hand on to each other: the object that "it" means."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.agenda import Task
from engine.magic.filters import CHOSEN
from engine.records import replace
from engine.state import StackItem

if TYPE_CHECKING:
    from engine.game import Game

FOLLOWED = (*CHOSEN, "it", "self")
"""References to what the effects that follow call "it" once it has been moved."""


def on_battlefield(game: Game, refs: list[int]) -> list[int]:
    """Those of some references that are permanents now."""
    objects = game.state.objects
    return [ref for ref in refs if ref in objects and objects[ref].zone == "battlefield"]


def speaks_of(item: StackItem, idents: list[int]) -> StackItem | None:
    """The same speaker, "it" now meaning the first of some objects; None where there are none."""
    return replace(item, it=idents[0], moved=False) if idents else None


def remember(game: Game, item: StackItem, ident: int = 0, amount: int | None = None) -> None:
    """An answer has settled what "it" means, or how much damage was dealt, for the effects of this spell or ability that follow."""
    _remind(game, item, lambda said: replace(said, it=ident, moved=False) if amount is None else replace(said, amount=amount))


def remember_chosen(game: Game, item: StackItem, chosen: tuple[int, ...]) -> None:
    """Answers have settled what is "chosen" for the effects that are still to follow."""
    _remind(game, item, lambda said: replace(said, chosen=chosen))


def _remind(game: Game, item: StackItem, change: Callable[[StackItem], StackItem]) -> None:
    from engine.magic.resolving import Follow

    def reminded(task: Task) -> Task:
        if isinstance(task, Follow) and (task.item.id, task.item.source) == (item.id, item.source):
            return replace(task, item=change(task.item))
        return task

    game.state.set(agenda=tuple(map(reminded, game.state.agenda)))
